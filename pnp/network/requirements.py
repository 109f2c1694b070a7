"""Requirements put to a map: each gets a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR
from pnp.network.budget import Budget, OutOfStepsError
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

STEPS = 12_000_000
"""How much work all requirements of one map may be, taken together: states, moves and pairs looked at.

One requirement may take half of what is left, so that one that is hard to decide leaves something for the others.
"""

ARRANGED_STEPS = 32_000_000
"""How much that may be where tiles are laid anyhow."""


def prove(
    requirements: Iterable[Requirement], lowered: Lowered, layout: Layout, budget: Budget | None = None
) -> tuple[Proof, ...]:
    """A proof for each requirement; those that speak of what is not there, or of a map with gaps, are not asked.

    Nor are those that lay what is said to lie, or never to lie, on what is not there, nor is an isolation with more
    laid than it counts.
    """
    vocabulary = vocabulary_of(lowered.network, lowered.closures)
    budget = budget or Budget(ARRANGED_STEPS if lowered.arrangements else STEPS)
    return tuple(_proof(requirement, lowered, layout, vocabulary, budget) for requirement in requirements)


def _proof(requirement: Requirement, lowered: Lowered, layout: Layout, vocabulary: Vocabulary, budget: Budget) -> Proof:
    sound = lowered.network.whole and not lowered.astray
    sound = sound and not (requirement.demand == "isolation" and requirement.laid)
    laid = (closure for closure in lowered.closures if requirement.lays(closure.name))
    sound = sound and all(names_spots(closure, lowered.network, vocabulary) for closure in laid)
    asked = sound and not any(unknown_words(requirement, vocabulary))
    verdict = _unknown(requirement, lowered, "it could not be asked")
    if asked:
        verdict = _within_budget(requirement, lowered, layout, budget)
    weight = requirement.severity or ERROR
    return Proof(layout.map, requirement.name, requirement.demand, weight, requirement.span, verdict, asked)


def _within_budget(requirement: Requirement, lowered: Lowered, layout: Layout, budget: Budget) -> Verdict:
    share = Budget(budget.left // 2)
    given = share.left
    try:
        return judge_setups(requirement, lowered, layout, share)
    except OutOfStepsError:
        return _unknown(requirement, lowered, "the map is too large to decide it")
    finally:
        budget.left -= given - max(share.left, 0)


def _unknown(requirement: Requirement, lowered: Lowered, detail: str) -> Verdict:
    return Verdict(None, detail, None, scope_of(requirement), "direct", total_of(requirement, lowered), 0, 0)
