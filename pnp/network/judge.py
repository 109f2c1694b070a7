"""One requirement put to one network: a map as printed, or as one setup leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from pnp.network.asked import asks, goals_of, starts_of
from pnp.network.connection import judge_connected, judge_no_trap
from pnp.network.crossings import judge_no_crossing
from pnp.network.fairness import judge_fair_starts
from pnp.network.proof import Verdict
from pnp.network.selection import chosen, targets
from pnp.network.tallies import judge_count, judge_degree, judge_no_dead_end, judge_seams_meet
from pnp.network.ways import judge_adjacent, judge_distance, judge_not_adjacent, judge_reach, judge_within

if TYPE_CHECKING:
    from pnp.model.requirement import Requirement
    from pnp.network.budget import Budget
    from pnp.network.layout import Layout
    from pnp.network.network import Network


def judge(  # noqa: C901  one case a demand
    requirement: Requirement, network: Network, layout: Layout, budget: Budget
) -> Verdict:
    """The verdict on one requirement of a map as it stands; it covers no setup where nothing is asked of the map.

    Raises OutOfStepsError where the work is more than the budget.
    """
    if not asks(requirement, network):
        return Verdict(True, "nothing is asked of it", setups_covered=0)
    starts, goals = starts_of(requirement, network), goals_of(requirement, network)
    bounds = requirement.bounds
    budget.spend(len(starts) + len(goals))
    match requirement.demand:
        case "connected" | "survives":
            return judge_connected(network)
        case "reach" | "isolation":
            return judge_reach(network, starts, goals, budget)
        case "distance":
            return judge_distance(network, starts, goals, requirement, budget)
        case "adjacent":
            return judge_adjacent(network, starts[0], goals[0], budget)
        case "not-adjacent":
            return judge_not_adjacent(network, starts[0], goals[0])
        case "degree":
            return judge_degree(network, chosen(network, requirement.start), requirement)
        case "no-dead-end":
            return judge_no_dead_end(network)
        case "no-trap":
            return judge_no_trap(network, chosen(network, requirement.goal))
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
        case _:
            assert_never(requirement.demand)
