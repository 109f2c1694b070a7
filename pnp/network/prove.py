"""Requirements over all setups.

Each requirement has steps of its own. In a first round each gets an equal share of those of the map; what is left then
is divided equally among the undecided, which are judged again from the beginning. No requirement saves another any
steps: what one finds out and the next uses too is charged to both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR
from pnp.model.maps.game_map import CLOSED, Closure
from pnp.network.asked import asks, never_together, nothing_asked
from pnp.network.closures.supplies import Stock, stock_of
from pnp.network.judge import judge
from pnp.network.requirements import Proof, Verdict, names_spots, unknown_words, vocabulary_of
from pnp.network.search import MAP_STEPS, MOST, Budget, OutOfStepsError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.model.maps.game_map import Requirement
    from pnp.network.arrangements.enumeration import Arrangements
    from pnp.network.layout import Layout
    from pnp.network.lowered import Lowered
    from pnp.network.network import Network
    from pnp.network.requirements import Scope, Vocabulary


# Requirements over setups: on the map as printed, in every arrangement, with so many closures laid.

COUNTING = 4
"""One in so many of the steps of a requirement may be spent on counting its setups."""

LEAST_COUNTING = 20_000
"""So many steps may be spent on counting however few a requirement has: the number of setups is always reported."""


def scope_of(requirement: Requirement) -> Scope:
    """Which setups a requirement is asked of."""
    if requirement.every_setup:
        return "every-setup"
    return "any-n" if requirement.laid or requirement.demand in ("survives", "isolation") else "printed"


def stock_for(requirement: Requirement, network: Network, lowered: Lowered) -> Stock:
    """What may be laid on the map by what a requirement asks; nothing where it asks of the map as it stands."""
    asked = {ref.name: number for ref, number in requirement.laid}
    every = Closure(CLOSED, requirement.span, "places")
    if requirement.demand == "isolation":
        names = {ref.name for ref in requirement.by}
        kinds = tuple(closure for closure in lowered.closures if closure.name in names) or (every,)
        stock, limit = stock_of(network, kinds, None), int(requirement.bounds.least or 1) - 1
        return replace(stock, most=min(stock.most, limit), limit=limit)
    stock = stock_of(network, lowered.closures, None if requirement.every_setup and not asked else asked)
    if requirement.demand == "survives":
        closed = stock_of(network, (every,), {CLOSED: requirement.closed})
        return Stock((*stock.supplies, *closed.supplies), stock.most + closed.most)
    return stock


def total_of(requirement: Requirement, lowered: Lowered, budget: Budget) -> int:
    """How many setups a requirement is asked of.

    Where the tiles on the table vary and closures are laid on them, counting takes steps; past them each set of tiles
    counts as the printed one.
    """
    stock = stock_for(requirement, lowered.network, lowered)
    if not requirement.every_setup or lowered.arrangements is None:
        return stock.total
    part = Budget(max(budget.left // COUNTING, LEAST_COUNTING))
    given = part.left
    try:
        return lowered.arrangements.with_closures(stock, lambda network: stock_for(requirement, network, lowered), part)
    except OutOfStepsError:
        return lowered.arrangements.total * stock.total
    finally:
        budget.left -= given - max(part.left, 0)


def judge_setups(requirement: Requirement, lowered: Lowered, layout: Layout, budget: Budget) -> Verdict:
    """The verdict on a requirement in all the setups that it is asked of; it is not proved where it asks nothing.

    Raises OutOfStepsError where nothing could be said within the budget.
    """
    empty = nothing_asked(requirement, lowered, layout)
    if empty is not None:
        return replace(empty, scope=scope_of(requirement), setups_total=total_of(requirement, lowered, budget))
    budget.spend(lowered.network.size)  # every demand looks at the whole map, some at what is cached
    if requirement.every_setup and lowered.arrangements:
        verdict = _in_every_arrangement(requirement, lowered, lowered.arrangements, layout, budget)
    else:
        verdict = _on(requirement, lowered.network, lowered, layout, budget)
    if requirement.demand == "within" and verdict.holds:
        empty = never_together(requirement, lowered)
        if empty is not None:
            return replace(empty, scope=scope_of(requirement), setups_total=verdict.setups_total)
    if not verdict.asked:
        verdict = replace(verdict, detail=f"it asks nothing: {verdict.detail}", setups_covered=0)
    return replace(verdict, scope=scope_of(requirement))


def _on(requirement: Requirement, network: Network, lowered: Lowered, layout: Layout, budget: Budget) -> Verdict:
    """The verdict on one arrangement, with everything laid that the requirement asks about."""
    stock = stock_for(requirement, network, lowered)
    if not stock.supplies:
        return judge(requirement, network, layout, budget)
    if not asks(requirement, network):  # closures only take away what is asked
        return Verdict(True, "nothing is asked of it", setups_total=stock.total, setups_checked=0, setups_covered=0)
    if requirement.demand == "survives" and len(stock.supplies) == 1:
        from pnp.network.closures.verdicts import judge_survives

        return judge_survives(requirement, network, stock, layout, budget)
    from pnp.network.closures.verdicts import judge_laid

    return judge_laid(requirement, network, stock, layout, budget)


def _in_every_arrangement(
    requirement: Requirement, lowered: Lowered, arrangements: Arrangements, layout: Layout, budget: Budget
) -> Verdict:
    """The verdict over all arrangements, with everything laid in each that the requirement asks about."""
    from pnp.network.arrangements.verdicts import judge_arranged

    closes = bool(stock_for(requirement, lowered.network, lowered).supplies)
    return judge_arranged(
        requirement, arrangements, lowered.network,
        lambda network, left: _on(requirement, network, lowered, layout, left),
        total_of(requirement, lowered, budget) if closes else None, budget,
    )  # fmt: skip


# Requirements put to a map: each gets a proof, whatever the order in which they are listed.


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
