"""One requirement put to one network: a map as printed, or as one setup leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from pnp.model.requirement import Requirement, Selector
from pnp.network.connection import judge_connected, judge_no_trap
from pnp.network.crossings import judge_no_crossing
from pnp.network.fairness import judge_fair_starts
from pnp.network.proof import Verdict
from pnp.network.selection import chosen, starts_of, targets
from pnp.network.tallies import judge_count, judge_degree, judge_no_dead_end, judge_seams_meet
from pnp.network.ways import judge_adjacent, judge_distance, judge_not_adjacent, judge_reach, judge_within

if TYPE_CHECKING:
    from pnp.network.budget import Budget
    from pnp.network.layout import Layout
    from pnp.network.network import Network

ALL_CLOSED = ("adjacent", "not-adjacent", "within", "fair-starts")
"""Demands of which nothing is left to ask where closures lie on all that they speak of."""


def judge(  # noqa: C901  one case a demand
    requirement: Requirement, network: Network, layout: Layout, budget: Budget
) -> Verdict:
    """The verdict on one requirement of a map as it stands, before anything is closed.

    Raises OutOfStepsError where the work is more than the budget.
    """
    starts, goals = chosen(network, requirement.start), targets(network, requirement.goal)
    if requirement.demand == "fair-starts":
        starts = starts_of(network, requirement.start)
    lacking = requirement.demand == "within" and not network.closed  # none is there: that is no way to have one near
    if requirement.demand in ALL_CLOSED and not (starts and (goals or lacking)):
        return Verdict(True, "nothing is left of what it asks about")
    bounds = requirement.bounds
    budget.spend(len(starts) + len(goals))
    match requirement.demand:
        case "connected" | "survives":
            return judge_connected(network)
        case "reach":
            return judge_reach(network, starts, goals, budget)
        case "distance":
            return judge_distance(network, starts, goals, bounds, budget)
        case "adjacent":
            return judge_adjacent(network, starts, goals[0], budget)
        case "not-adjacent":
            return judge_not_adjacent(network, starts, goals[0])
        case "degree":
            return judge_degree(network, starts, requirement)
        case "no-dead-end":
            return judge_no_dead_end(network)
        case "no-trap":
            harmless = chosen(network, requirement.goal) if requirement.goal != Selector() else ()
            return judge_no_trap(network, harmless)
        case "count":
            return judge_count(targets(network, requirement.start), requirement)
        case "within":
            return judge_within(network, starts, chosen(network, requirement.goal), requirement, budget)
        case "fair-starts":
            return judge_fair_starts(network, starts, goals, bounds, budget)
        case "no-crossing":
            return judge_no_crossing(layout)
        case "seams-meet":
            return judge_seams_meet(network)
        case "isolation":
            isolated = targets(network, requirement.start)
            return judge_reach(network, starts_of(network, requirement.goal), isolated, budget)
        case _:
            assert_never(requirement.demand)
