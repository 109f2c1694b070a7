"""What each demand means, worked out the long way with networkx: nothing is fast here, and nothing shared with pnp."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import inf
from typing import TYPE_CHECKING

import networkx as nx

from pnp.model.reference import Ref
from pnp.model.requirement import Selector
from tests.network.generated import Graph, weighed

if TYPE_CHECKING:
    from pnp.model.requirement import Requirement
    from pnp.network.network import Network


def holds(network: Network, requirement: Requirement) -> bool:
    """Whether the requirement holds of the map as it stands, or with any so many closures."""
    return DEMANDS[requirement.demand](Town(network), requirement)


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

    def goals(self, selector: Selector) -> list[tuple[str, list[int]]]:
        """The open places of each place and site that is meant; what is wholly closed is left out."""
        every = [(place.id, place.tags, place.district, [at]) for at, place in enumerate(self.network.places)]
        every += [(site.id, site.tags, site.district, list(site.places)) for site in self.network.extras.sites]
        if selector.places:
            found = [each for ref in selector.places for each in every if each[0] == ref.name]
        elif selector.tag:
            found = [each for each in every if selector.tag.name in each[1]]
        elif selector.district:
            found = [each for each in every if each[2] == selector.district.name]
        else:
            found = [each for each in every[: len(self.network.places)] if each[3][0] in self.stops]
        opened = [(name, [place for place in places if place not in self.closed]) for name, _, _, places in found]
        return [(name, places) for name, places in opened if places]

    def pairs(self, starts: Sequence[int], goals: Sequence[tuple[str, list[int]]]) -> Iterable[float]:
        """The distances from each state of each start to each goal, no place to itself unless it stands alone."""
        for start in starts:
            for _, places in goals:
                if [start] != places or (len(starts) == len(goals) == 1 and not self.closed):
                    yield from (min(self.away[state][goal] for goal in places) for state in self.states(start))

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
    pairs = town.pairs(town.chosen(requirement.start), town.goals(requirement.goal))
    return all(distance < inf for distance in pairs)


def distance(town: Town, requirement: Requirement) -> bool:
    pairs = town.pairs(town.chosen(requirement.start), town.goals(requirement.goal))
    return all(keeps(requirement, distance) for distance in pairs)


def leads_to(town: Town, requirement: Requirement) -> list[bool]:
    """For each state of the start whether a piece may stop at the goal next; nothing where one of them is closed."""
    starts, goals = town.chosen(requirement.start), town.chosen(requirement.goal)
    owner, graph = town.network.place_of_state, town.strides()
    return [
        any(owner[end] == goal for end in graph[state])
        for start in starts
        for goal in goals
        for state in town.states(start)
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
    """No set of states, smaller than all and without a harmless place, is left by no move: every set is tried."""
    harmless = set(town.chosen(requirement.goal)) if requirement.goal != Selector() else set()
    graph = town.strides()
    sets = chain.from_iterable(combinations(graph, size) for size in range(1, len(graph)))
    return not any(
        set().union(*map(graph.successors, inside)) <= set(inside)
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
        for place in town.chosen(requirement.start)
        for state in town.states(place)
    )


def fair_starts(town: Town, requirement: Requirement) -> bool:
    goals = town.goals(requirement.goal)
    away = [
        [max(min(town.away[state][goal] for goal in places) for state in town.states(start)) for _, places in goals]
        for start in town.chosen(requirement.start)
    ]
    if not away or not goals:
        return True
    if any(inf in row for row in away):
        return False
    means = [Fraction(int(sum(row)), len(row)) for row in away]
    mean = sum(means, Fraction(0)) / len(means)
    return keeps(requirement, (max(means) - min(means)) / mean if mean else Fraction(0))


def isolation(town: Town, requirement: Requirement) -> bool:
    """No fewer closures than that part a place from a start, neither of them closed; every place may be closed."""
    sets = chain.from_iterable(combinations(town.stops, size) for size in range(int(requirement.bounds.least or 0)))
    return all(still_reached(Town(town.network, into(town.network, closed), closed), requirement) for closed in sets)


def still_reached(town: Town, requirement: Requirement) -> bool:
    """Whether a way leads from every open start to every open place of those that an isolation speaks of."""
    starts = town.chosen(requirement.goal)
    if requirement.goal == Selector() and any("start" in place.tags for place in town.network.places):
        starts = town.chosen(Selector(tag=Ref("start", requirement.span)))
    return all(distance < inf for distance in town.pairs(starts, town.goals(requirement.start)))


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
