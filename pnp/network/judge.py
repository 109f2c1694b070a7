"""Judge one requirement on one network."""

from collections.abc import Collection, Iterable
from typing import assert_never

from msgspec import Struct

from pnp.messages import listed, many, some
from pnp.model.maps.requirements import Requirement
from pnp.network.asked import asks, goals_of, starts_of, stops_of
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.connectivity import dead_ends, trap_states
from pnp.network.disjoint_ways import judge_ways
from pnp.network.layout import Layout
from pnp.network.network import START, Network
from pnp.network.requirements import Verdict, Witness, chosen, targets, which
from pnp.network.search import Adjacency, reached, sinks
from pnp.network.turns import judge_route
from pnp.network.ways import (
    Places,
    Targets,
    judge_adjacent,
    judge_distance,
    judge_fair_starts,
    judge_not_adjacent,
    judge_reach,
    judge_several,
    judge_within,
)

# Connection: whether the places of a map reach each other, all of them or with some closed.


class Split(Struct, frozen=True):
    """Places that are cut off from the place `home` in the largest part.

    `home` cannot reach them or, with `back`, they cannot reach `home`.
    """

    places: tuple[int, ...]
    home: int
    back: bool


def find_split(network: Network) -> Split | None:
    """Return a split of the places; None if each of their states reaches each place.

    Every path ends up in a strongly connected component that no move leaves. So there is no split exactly if each of
    these components contains a state of every place.
    """
    places, after = frozenset(network.stops), network.strides
    parts = [part for part in network.strong_parts if network.place_of_state[part[0]] in places]
    held = {part[0]: _places(network, part) for part in parts}
    if not parts or (len(parts) == 1 and held[parts[0][0]] == places):
        return None
    main = max(parts, key=lambda part: (len(held[part[0]]), -part[0]))
    home = next((start for start in network.tagged(START) if start in held[main[0]]), min(held[main[0]]))
    missed = places - _places(network, reached(after, main))
    if missed:
        return Split(tuple(sorted(missed)), home, back=False)
    for part in sinks(after, parts):
        if held[part[0]] != places:
            return Split(tuple(sorted(held[part[0]])), home, back=True)
    return None


def judge_connected(network: Network) -> Verdict:
    """Judge whether every place can reach every other."""
    split = find_split(network)
    if split is None:
        return Verdict(True, f"{many(len(network.stops), 'place')}, each of which reaches each other")
    names, home = network.names(split.places), network.places[split.home].id
    if split.back:
        verb = "has" if len(names) == 1 else "have"
        return Verdict(False, f"{some(names)} {verb} no way back to '{home}'", Witness(places=names))
    return Verdict(False, f"{some(names)} cannot be reached from '{home}'", Witness(places=names))


def judge_no_trap(network: Network, harmless: Collection[int] = ()) -> Verdict:
    """Judge whether there is no trap, apart from traps that contain a `harmless` place."""
    found = [places for part in trap_states(network) if (places := _places(network, part)).isdisjoint(harmless)]
    if not found:
        return Verdict(True, "no part of the map keeps what enters it")
    smallest = min(found, key=len)
    names = network.names(sorted(smallest))
    return Verdict(False, f"no move leads out of {some(names)}", Witness(places=names))


def _places(network: Network, states: Iterable[int]) -> frozenset[int]:
    return frozenset(network.place_of_state[state] for state in states)


# Roads that cross on paper.


def judge_no_crossing(layout: Layout) -> Verdict:
    """Judge whether roads meet on paper only at places where both end; unknown if a place has no position.

    Raises OutOfStepsError if too many roads overlap.
    """
    if layout.unplaced:
        names = [spot.id for spot in layout.unplaced]
        verb = "has" if len(names) == 1 else "have"
        return Verdict(None, f"{listed(names, 'other place')} {verb} no position", setups_checked=0, setups_covered=0)
    meetings = layout.meetings
    if meetings is None:
        raise OutOfStepsError
    if not meetings:
        return Verdict(True, f"none of {many(len(layout.lines), 'road')} crosses another")
    lower, upper = layout.lines[meetings[0].lower], layout.lines[meetings[0].upper]
    ends = (lower.start, lower.end, upper.start, upper.end)
    others = f" (and {many(len(meetings) - 1, 'other pair')})" if len(meetings) > 1 else ""
    verb = "meet" if meetings[0].touch else "cross"
    detail = f"the roads {layout.ends(lower)} and {layout.ends(upper)} {verb}{others}"
    return Verdict(False, detail, Witness(places=tuple(layout.spots[end].id for end in ends)))


# Numbers of places and of neighbours, and seams.


def judge_count(found: Targets, requirement: Requirement) -> Verdict:
    """Judge whether the number of places and sites is within the bounds."""
    detail = f"there {'is' if len(found) == 1 else 'are'} {many(len(found), 'place')}{which(requirement.start)}"
    if requirement.bounds.hold(len(found)):
        return Verdict(True, detail)
    names = tuple(target.name for target in found)
    return Verdict(False, f"{detail}, expected {requirement.bounds}", Witness(places=names))


def judge_degree(network: Network, places: Places, requirement: Requirement) -> Verdict:
    """Judge whether the number of neighbours, ways in or ways out of each place is within the bounds."""
    counted, thing, things = _counted(network, requirement)
    bounds = requirement.bounds
    broken = [place for place in places if not bounds.hold(len(counted[place]))]
    if not broken:
        return Verdict(True, f"each of {many(len(places), 'place')} has {bounds} {things}")
    names = network.names(broken)
    number = len(counted[broken[0]])
    detail = f"'{names[0]}' has {number} {thing if number == 1 else things}, expected {bounds}"
    miss = "misses" if len(names) == 2 else "miss"
    others = f"; {listed(names[1:], 'other place')} {miss} it too" if len(names) > 1 else ""
    return Verdict(False, detail + others, Witness(places=names))


def judge_no_dead_end(network: Network) -> Verdict:
    """Judge whether the map has no dead end."""
    names = network.names(dead_ends(network))
    if not names:
        return Verdict(True, "from every place a way leads on")
    verb = "is a dead end" if len(names) == 1 else "are dead ends"
    return Verdict(False, f"{listed(names, 'other place')} {verb}", Witness(places=names))


def judge_seams_meet(network: Network) -> Verdict:
    """Judge whether every street that leaves a tile towards an adjacent tile meets a street there."""
    names = network.names(network.extras.unmet)
    if not names:
        return Verdict(True, "every way that leaves a tile meets one of the next")
    verb = "leads" if len(names) == 1 else "lead"
    return Verdict(False, f"{listed(names, 'other place')} {verb} to the kerb of the next tile", Witness(places=names))


def _counted(network: Network, requirement: Requirement) -> tuple[Adjacency, str, str]:
    match requirement.counts:
        case "in":
            return network.backward, "way in", "ways in"
        case "out":
            return network.onward, "way out", "ways out"
        case _:
            return network.joined, "neighbour", "neighbours"


# Any requirement on one network: that of the map as printed, or that of one setup.


def judge(  # noqa: C901  one case a demand
    requirement: Requirement, network: Network, layout: Layout, budget: SearchBudget
) -> Verdict:
    """Return the verdict on a requirement of one network.

    If the requirement asks nothing about the network, it holds and covers 0 setups. Raises OutOfStepsError if the
    budget is too small.
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
        case "route":
            return judge_route(network, starts, stops_of(requirement, network), requirement, budget)
        case "ways":
            return judge_ways(network, starts, goals, requirement, budget)
        case "within" if requirement.goals > 1:
            return judge_several(network, starts, goals, requirement, budget)
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
