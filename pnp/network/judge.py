"""One requirement put to one network: a map as printed, or as one setup leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from pnp.model.requirement import Requirement, Selector
from pnp.network.closures import judge_survives
from pnp.network.connection import judge_connected, judge_no_trap
from pnp.network.crossings import judge_no_crossing
from pnp.network.fairness import judge_fair_starts
from pnp.network.isolation import judge_isolation
from pnp.network.proof import Verdict
from pnp.network.selection import chosen, targets
from pnp.network.tallies import judge_count, judge_degree, judge_no_dead_end, judge_seams_meet
from pnp.network.ways import judge_adjacent, judge_distance, judge_not_adjacent, judge_reach, judge_within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.closure import Closure
    from pnp.network.budget import Budget
    from pnp.network.layout import Layout
    from pnp.network.network import Network


def judge(  # noqa: C901  one case a demand
    requirement: Requirement, network: Network, closures: Sequence[Closure], layout: Layout, budget: Budget
) -> Verdict:
    """The verdict on one requirement of a map as it stands.

    Raises OutOfStepsError where the work is more than the budget.
    """
    starts, goals = chosen(network, requirement.start), targets(network, requirement.goal)
    if network.closed and requirement.demand != "count" and not (starts and goals):
        return Verdict(True, "what it asks about is closed")
    if requirement.demand in ("adjacent", "not-adjacent", "fair-starts") and not (starts and goals):
        return Verdict(True, "what it asks about lies aside")
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
            return judge_adjacent(network, starts[0], goals[0].places[0], budget)
        case "not-adjacent":
            return judge_not_adjacent(network, starts[0], goals[0].places[0])
        case "degree":
            return judge_degree(network, starts, requirement)
        case "no-dead-end":
            return judge_no_dead_end(network)
        case "no-trap":
            harmless = chosen(network, requirement.goal) if requirement.goal != Selector() else ()
            return judge_no_trap(network, harmless)
        case "survives":
            return judge_survives(network, requirement.closed, budget)
        case "count":
            return judge_count(targets(network, requirement.start), requirement)
        case "within":
            return judge_within(network, starts, chosen(network, requirement.goal), requirement, budget)
        case "fair-starts":
            return judge_fair_starts(network, starts_of(network, requirement.start), goals, bounds, budget)
        case "no-crossing":
            return judge_no_crossing(layout)
        case "seams-meet":
            return judge_seams_meet(network)
        case "isolation":
            origins = starts_of(network, requirement.goal)
            return judge_isolation(network, closures, requirement, origins, budget)
        case _:
            assert_never(requirement.demand)


def starts_of(network: Network, selector: Selector) -> tuple[int, ...]:
    """The starts that a selector chooses; those of the map where it says nothing."""
    return chosen(network, selector) if selector != Selector() else network.starts
