"""Requirements put to a map: each gets a proof, whatever the order in which they are listed.

Each requirement has steps of its own. In a first round each gets an equal share of those of the map; what is left then
is divided equally among the undecided, which are judged again from the beginning. No requirement saves another any
steps: what one finds out and the next uses too is charged to both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR
from pnp.network.budget import MAP_STEPS, MOST, Budget, OutOfStepsError
from pnp.network.proof import Proof, Verdict
from pnp.network.selection import unknown_words, vocabulary_of
from pnp.network.setups import judge_setups, scope_of, total_of
from pnp.network.spots import names_spots

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.model.requirement import Requirement
    from pnp.network.layout import Layout
    from pnp.network.lower import Lowered
    from pnp.network.selection import Vocabulary


def prove(
    requirements: Iterable[Requirement], lowered: Lowered, layout: Layout, budget: Budget | None = None
) -> tuple[Proof, ...]:
    """A proof for each requirement; those that speak of what is not there, or of a map with gaps, are not asked.

    Nor are those that lay what is said to lie, or never to lie, on what is not there, nor is an isolation with more
    laid than it counts.
    """
    requirements, budget = tuple(requirements), budget or Budget(MAP_STEPS)
    vocabulary = vocabulary_of(lowered.network, lowered.closures)
    asked = [can_be_put(requirement, lowered, vocabulary) for requirement in requirements]
    verdicts: dict[int, Verdict] = {}
    waiting = [number for number, each in enumerate(asked) if each]
    most, share = int(budget.left * MOST), 0
    while waiting and min(budget.left // len(waiting), most) > share:
        share = min(budget.left // len(waiting), most)
        for number in waiting:
            verdicts[number] = _within_share(requirements[number], lowered, layout, share, budget)
        waiting = [number for number in waiting if verdicts[number].spent]
    return tuple(
        Proof(
            layout.map, each.name, each.demand, each.severity or ERROR, each.span,
            verdicts.get(number) or _unknown(each, lowered, 0, "it could not be asked"), asked[number],
        )
        for number, each in enumerate(requirements)
    )  # fmt: skip


def can_be_put(requirement: Requirement, lowered: Lowered, vocabulary: Vocabulary) -> bool:
    """Whether a requirement can be put to a map: the map has no gaps, and all that the requirement names is there.

    So is all that the closures name that it lays. An isolation lays its closures itself, and goes without `with`.
    """
    if not lowered.network.whole or lowered.astray or (requirement.demand == "isolation" and requirement.laid):
        return False
    laid = (closure for closure in lowered.closures if requirement.lays(closure.name))
    named = all(names_spots(closure, lowered.network, vocabulary) for closure in laid)
    return named and not any(unknown_words(requirement, vocabulary))


def _within_share(requirement: Requirement, lowered: Lowered, layout: Layout, share: int, budget: Budget) -> Verdict:
    """The verdict that so many steps allow; they are taken from the budget of the map."""
    own = Budget(share)
    try:
        verdict = judge_setups(requirement, lowered, layout, own)
    except OutOfStepsError:
        verdict = replace(_unknown(requirement, lowered, share, "nothing could be found out"), spent=True)
    finally:
        budget.left -= share - max(own.left, 0)
    if not verdict.spent:
        return verdict
    return replace(verdict, detail=f"{verdict.detail}; the {share:,} steps that it has of the map's were spent")


def _unknown(requirement: Requirement, lowered: Lowered, share: int, detail: str) -> Verdict:
    total = total_of(requirement, lowered, Budget(share))
    return Verdict(None, detail, None, scope_of(requirement), "direct", total, 0, 0)
