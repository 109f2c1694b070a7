"""Requirements put to a map: each gets a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from pnp.diagnostics import ERROR
from pnp.model.requirement import Requirement, Selector
from pnp.network.budget import Budget, OutOfStepsError
from pnp.network.closures import count_closures, judge_survives
from pnp.network.connection import judge_connected, judge_no_trap
from pnp.network.crossings import judge_no_crossing
from pnp.network.fairness import judge_fair_starts
from pnp.network.proof import Proof, Verdict
from pnp.network.selection import Vocabulary, chosen, unknown_words
from pnp.network.tallies import judge_count, judge_degree, judge_no_dead_end
from pnp.network.ways import judge_adjacent, judge_distance, judge_not_adjacent, judge_reach, judge_within

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.network.layout import Layout
    from pnp.network.network import Network

STEPS = 10_000_000
"""How much work all requirements of one map may be, taken together: states, moves and pairs looked at."""


def prove(
    requirements: Iterable[Requirement], network: Network, layout: Layout, budget: Budget | None = None
) -> tuple[Proof, ...]:
    """A proof for each requirement; those that speak of what is not there, or of a map with gaps, are not asked."""
    vocabulary = Vocabulary(network.index, network.by_tag, network.by_district)
    budget = budget or Budget(STEPS)
    return tuple(_proof(requirement, network, layout, vocabulary, budget) for requirement in requirements)


def _proof(requirement: Requirement, network: Network, layout: Layout, vocabulary: Vocabulary, budget: Budget) -> Proof:
    asked = network.whole and not any(unknown_words(requirement, vocabulary))
    verdict = _unknown(requirement, network, "it could not be asked")
    if asked:
        verdict = _within_budget(requirement, network, layout, budget)
    weight = requirement.severity or ERROR
    return Proof(layout.map, requirement.name, requirement.demand, weight, requirement.span, verdict, asked)


def _within_budget(requirement: Requirement, network: Network, layout: Layout, budget: Budget) -> Verdict:
    try:
        return judge(requirement, network, layout, budget)
    except OutOfStepsError:
        return _unknown(requirement, network, "the map is too large to decide it")


def _unknown(requirement: Requirement, network: Network, detail: str) -> Verdict:
    if requirement.demand == "survives":
        return Verdict(None, detail, None, "any-n", "theorem", count_closures(network, requirement.closed), 0, 0)
    return Verdict(None, detail, setups_checked=0, setups_covered=0)


def judge(  # noqa: C901  one case a demand
    requirement: Requirement, network: Network, layout: Layout, budget: Budget
) -> Verdict:
    """The verdict on one requirement of a map as it stands.

    Raises OutOfStepsError where the work is more than the budget.
    """
    starts, goals = chosen(network, requirement.start), chosen(network, requirement.goal)
    bounds = requirement.bounds
    budget.spend(len(starts) + len(goals))
    match requirement.demand:
        case "connected":
            return judge_connected(network)
        case "reach":
            return judge_reach(network, starts, goals, budget)
        case "distance":
            return judge_distance(network, starts, goals, bounds, budget)
        case "adjacent":
            return judge_adjacent(network, starts[0], goals[0], budget)
        case "not-adjacent":
            return judge_not_adjacent(network, starts[0], goals[0])
        case "degree":
            return judge_degree(network, starts, requirement)
        case "no-dead-end":
            return judge_no_dead_end(network)
        case "no-trap":
            return judge_no_trap(network)
        case "survives":
            return judge_survives(network, requirement.closed, budget)
        case "count":
            return judge_count(network, starts, requirement)
        case "within":
            return judge_within(network, starts, goals, requirement, budget)
        case "fair-starts":
            starts = starts if requirement.start != Selector() else network.starts
            return judge_fair_starts(network, starts, goals, bounds, budget)
        case "no-crossing":
            return judge_no_crossing(layout)
        case _:
            assert_never(requirement.demand)
