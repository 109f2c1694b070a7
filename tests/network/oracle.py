"""What each demand means, worked out the long way with networkx: nothing is fast here, and nothing shared with pnp."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import inf
from typing import TYPE_CHECKING

import networkx as nx

from pnp.model.maps.requirements import Selector
from tests.network.generated import Graph, weighed

if TYPE_CHECKING:
    from pnp.model.maps.requirements import Requirement
    from pnp.network.network import Network


def holds(network: Network, requirement: Requirement) -> bool | None:
    """Whether the requirement holds of the map as it stands, or with closures; None where it asks nothing."""
    town = Town(network)
    if is_empty([town], requirement):
        return None
    found = DEMANDS[requirement.demand](town, requirement)
    return None if found and in_vain([town], requirement) else found


Item = tuple[str, list[int]]
"""A place or a site by name, with its open places."""

PAIRED = ("reach", "distance", "within", "adjacent", "not-adjacent", "fair-starts", "isolation")

WHOLE = ("connected", "survives", "no-dead-end", "no-trap")


class Town:
    """A network with all distances worked out from each state to each place."""

    def __init__(self, network: Network, removed: Iterable[tuple[int, int]] = (), closed: Iterable[int] = ()) -> None:
        self.network = network
        self.graph = weighed(network)
        self.graph.remove_edges_from(removed)
        self.closed = set(closed)
        self.stops = [at for at, place in enumerate(network.places) if place.stop and at not in self.closed]
        self.away = {
            state: self._from(nx.single_source_dijkstra_path_length(self.graph, state)) for state in self.graph
        }

    def _from(self, lengths: dict[int, int]) -> list[float]:
        return [
            min((lengths[state] for state in self.states(place) if state in lengths), default=inf)
            for place in range(len(self.network.places))
        ]

    def states(self, place: int) -> list[int]:
        return [state for state, owner in enumerate(self.network.place_of_state) if owner == place]

    def chosen(self, selector: Selector) -> list[int]:
        """The open places that are meant, those of sites too."""
        return list(dict.fromkeys(place for _, places in self.goals(selector) for place in places))

    def standing_on(self, item: Item) -> list[int]:
        """The states of all open places of an item."""
        return [state for place in item[1] for state in self.states(place)]

    def goals(self, selector: Selector) -> list[Item]:
        """The open places of each place and site that is meant; what is wholly closed is left out."""
        every = [(place.id, place.tags, place.district, [at]) for at, place in enumerate(self.network.places)]
        every += [(site.id, site.tags, site.district, list(site.places)) for site in self.network.extras.sites]
        if selector.places:
            found = [each for ref in selector.places for each in every if each[0] == ref.name]
        elif selector.tag:
            found = [each for each in every if selector.tag.name in each[1]]
        elif selector.district:
            found = [each for each in every if each[2] == selector.district.name]
        elif selector.group == "none":
            found = []
        elif selector.group == "starts" and any("start" in place.tags for place in self.network.places):
            found = [each for each in every[: len(self.network.places)] if "start" in each[1]]
        else:
            found = [each for each in every[: len(self.network.places)] if each[3][0] in self.stops]
        opened = [(name, [place for place in places if place not in self.closed]) for name, _, _, places in found]
        return [(name, places) for name, places in opened if places]

    def pairs(
        self, starts: Sequence[Item], goals: Sequence[Item], same: bool = False
    ) -> list[tuple[Item, Item, float]]:
        """The distances from each state of each start to each goal, no item to itself unless it is the same."""
        return [
            (start, goal, min(self.away[state][place] for place in goal[1]))
            for start in starts
            for goal in goals
            if same or start[0] != goal[0]
            for state in self.standing_on(start)
        ]

    def asked(self, requirement: Requirement, with_itself: bool = False) -> list[tuple[Item, Item, float]]:
        """The pairs that a demand asks about."""
        start, goal = requirement.start, requirement.goal
        if requirement.demand == "isolation":
            start, goal = goal, start
        names = ({ref.name for ref in each.places} for each in (start, goal))
        alone = requirement.demand == "distance" and len(start.places) > 0 and len({*map(frozenset, names)}) == 1
        same = requirement.demand == "within" or (alone and len({ref.name for ref in start.places}) == 1)
        return self.pairs(self.goals(start), self.goals(goal), same or with_itself)

    def strides(self) -> Graph:
        """From each state of an open stop, the states at which a piece may stop next."""
        owner, found = self.network.place_of_state, nx.DiGraph()
        found.add_nodes_from(state for state in self.graph if owner[state] in self.stops)
        for state in list(found):
            between = {at for at in self.graph if owner[at] not in self.stops} | {state}
            passed = nx.descendants(self.graph.subgraph(between), state) | {state}
            found.add_edges_from((state, end) for at in passed for end in self.graph[at] if end in found)
        return found

    def falls_apart(self, closed: Iterable[int] = ()) -> bool:
        """Whether from a state of an open stop no way leads to another that keeps clear of what is closed."""
        shut = set(closed)
        graph = self.graph.subgraph(
            state for state, place in enumerate(self.network.place_of_state) if place not in shut
        )
        stops = [place for place in self.stops if place not in shut]
        for state in (state for place in stops for state in self.states(place)):
            ends = nx.descendants(graph, state) | {state}
            if any(ends.isdisjoint(self.states(goal)) for goal in stops):
                return True
        return False

    def neighbours(self, place: int) -> tuple[set[int], set[int]]:
        """The places from which a piece may come to one, and those to which it may go next."""
        owner, graph = self.network.place_of_state, self.strides()
        before = {owner[at] for state in self.states(place) if state in graph for at in graph.predecessors(state)}
        after = {owner[at] for state in self.states(place) if state in graph for at in graph[state]}
        return before - {place}, after - {place}


def is_empty(towns: Sequence[Town], requirement: Requirement) -> bool:
    """Whether an item that is named is asked nothing in any of these, or none of a group, or no way leads anywhere."""
    start, goal = requirement.start, requirement.goal
    if requirement.demand in ("degree", "no-trap"):
        selector = start if requirement.demand == "degree" else goal
        found = {name for town in towns for name, _ in town.goals(selector)}
        if selector.group != "none" and not (found and {ref.name for ref in selector.places} <= found):
            return True
    if requirement.demand in WHOLE:
        return not any(asks(town, requirement) for town in towns)
    if requirement.demand not in PAIRED:
        return False
    pairs = [pair for town in towns for pair in town.asked(requirement)]
    every = [pair for town in towns for pair in town.asked(requirement, with_itself=True)]
    starts, goals = {start[0] for start, _, _ in every}, {goal[0] for _, goal, _ in every}
    sides = ((goal, starts), (start, goals)) if requirement.demand == "isolation" else ((start, starts), (goal, goals))
    if not pairs or any(not {ref.name for ref in selector.places} <= found for selector, found in sides):
        return True
    return requirement.is_least_distance and all(distance == inf for *_, distance in pairs)


def in_vain(towns: Sequence[Town], requirement: Requirement) -> bool:
    """Whether a requirement that holds is about starts of which there are never two to compare."""
    if requirement.demand != "fair-starts":
        return False
    return max(len({start[0] for start, _, _ in town.asked(requirement)}) for town in towns) < 2


def asks(town: Town, requirement: Requirement) -> bool:
    """Whether something is asked of a setup."""
    if requirement.demand in ("count", "seams-meet"):
        return True
    if requirement.demand == "degree":
        return bool(town.goals(requirement.start))
    if requirement.demand == "within" and not town.closed and not town.goals(requirement.goal):
        return any(map(town.standing_on, town.goals(requirement.start)))
    if requirement.demand in ("connected", "survives"):
        return len(town.stops) > 1
    if requirement.demand == "no-trap":
        return len(town.strides()) > 1
    return bool(town.asked(requirement) if requirement.demand in PAIRED else town.stops)


def keeps(requirement: Requirement, number: float | Fraction) -> bool:
    """Whether the number keeps the bounds; no way is endlessly long."""
    bounds = requirement.bounds
    return (
        (bounds.exactly is None or number == bounds.exactly)
        and (bounds.least is None or number >= bounds.least)
        and (bounds.most is None or number <= bounds.most)
    )


def connected(town: Town, _: Requirement) -> bool:
    return not town.falls_apart()


def reach(town: Town, requirement: Requirement) -> bool:
    return all(distance < inf for *_, distance in town.asked(requirement))


def distance(town: Town, requirement: Requirement) -> bool:
    return all(
        keeps(requirement, distance) and (distance < inf or not requirement.reachable)
        for *_, distance in town.asked(requirement)
    )


def leads_to(town: Town, requirement: Requirement) -> list[bool]:
    """For each state of the start whether a piece may stop at the goal next; nothing where one of them is closed."""
    owner, graph = town.network.place_of_state, town.strides()
    return [
        any(owner[end] in goal[1] and owner[end] != owner[state] for end in graph[state])
        for start in town.goals(requirement.start)
        for goal in town.goals(requirement.goal)
        if start[0] != goal[0]
        for state in town.standing_on(start)
    ]


def adjacent(town: Town, requirement: Requirement) -> bool:
    return all(leads_to(town, requirement))


def not_adjacent(town: Town, requirement: Requirement) -> bool:
    return not any(leads_to(town, requirement))


def degree(town: Town, requirement: Requirement) -> bool:
    def count(place: int) -> int:
        before, after = town.neighbours(place)
        return len({"in": before, "out": after, "neighbours": before | after}[requirement.counts])

    return all(keeps(requirement, count(place)) for place in town.chosen(requirement.start))


def no_dead_end(town: Town, _: Requirement) -> bool:
    ends = map(town.neighbours, town.stops)
    return not any(not after or (len(after) == 1 and before == after) for before, after in ends)


def no_trap(town: Town, requirement: Requirement) -> bool:
    """No set of states without a harmless place is entered by a move and left by none: all sets are tried."""
    harmless = set(town.chosen(requirement.goal))
    graph = town.strides()
    sets = chain.from_iterable(combinations(graph, size) for size in range(1, len(graph)))
    return not any(
        set().union(*map(graph.successors, inside)) <= set(inside)
        and not set().union(*map(graph.predecessors, inside)) <= set(inside)
        for inside in sets
        if harmless.isdisjoint(town.network.place_of_state[state] for state in inside)
    )


def survives(town: Town, requirement: Requirement) -> bool:
    sizes = range(requirement.closed + 1)
    return not any(town.falls_apart(closed) for size in sizes for closed in combinations(town.stops, size))


def count(town: Town, requirement: Requirement) -> bool:
    return keeps(requirement, len(town.goals(requirement.start)))


def within(town: Town, requirement: Requirement) -> bool:
    goals = town.chosen(requirement.goal)
    return not goals or all(
        keeps(requirement, min(town.away[state][goal] for goal in goals))
        for start in town.goals(requirement.start)
        for state in town.standing_on(start)
    )


def fair_starts(town: Town, requirement: Requirement) -> bool:
    far: dict[str, dict[str, float]] = {}
    for start, goal, moves in town.asked(requirement):
        row = far.setdefault(start[0], {})
        row[goal[0]] = max(moves, row.get(goal[0], 0))
    if any(inf in row.values() for row in far.values()):
        return False
    means = [Fraction(int(sum(row.values())), len(row)) for row in far.values()]
    mean = sum(means, Fraction(0)) / len(means) if means else 0
    return keeps(requirement, (max(means) - min(means)) / mean if mean else Fraction(0))


def isolation(town: Town, requirement: Requirement) -> bool:
    """No fewer closures than that part a place from a start, neither of them closed; every place may be closed."""
    sets = chain.from_iterable(combinations(town.stops, size) for size in range(int(requirement.bounds.least or 0)))
    return all(still_reached(Town(town.network, into(town.network, closed), closed), requirement) for closed in sets)


def still_reached(town: Town, requirement: Requirement) -> bool:
    """Whether a way leads from every open start to every open item of those that an isolation speaks of."""
    return all(distance < inf for *_, distance in town.asked(requirement))


def into(network: Network, places: Iterable[int]) -> list[tuple[int, int]]:
    """The moves that lead into places."""
    owner = network.place_of_state
    return [(at, end) for at, ends in enumerate(network.after) for end in ends if owner[end] in places]


DEMANDS: dict[str, Callable[[Town, Requirement], bool]] = {
    "connected": connected,
    "reach": reach,
    "distance": distance,
    "adjacent": adjacent,
    "not-adjacent": not_adjacent,
    "degree": degree,
    "no-dead-end": no_dead_end,
    "no-trap": no_trap,
    "survives": survives,
    "count": count,
    "within": within,
    "fair-starts": fair_starts,
    "isolation": isolation,
}
