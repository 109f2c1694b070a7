"""What each demand means, worked out the long way with networkx: nothing is fast here, and nothing shared with pnp."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import inf
from typing import TYPE_CHECKING

import networkx as nx

from pnp.model.requirement import Selector
from tests.network.generated import weighed

if TYPE_CHECKING:
    from pnp.model.requirement import Requirement
    from pnp.network.network import Network


def holds(network: Network, requirement: Requirement) -> bool:
    """Whether the requirement holds of the map as it stands, or with any so many closures."""
    return DEMANDS[requirement.demand](Town(network), requirement)


class Town:
    """A network with all distances worked out from each state to each place."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.graph = weighed(network)
        self.stops = [number for number, place in enumerate(network.places) if place.stop]
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
        if selector.places:
            names = [place.id for place in self.network.places]
            return [names.index(ref.name) for ref in selector.places]
        if selector.tag:
            tag = selector.tag.name
            return [number for number, place in enumerate(self.network.places) if tag in place.tags]
        if selector.district:
            district = selector.district.name
            return [number for number, place in enumerate(self.network.places) if place.district == district]
        return self.stops

    def pairs(self, starts: Sequence[int], goals: Sequence[int]) -> Iterable[float]:
        """The distances from each state of each start to each goal, no place to itself unless it stands alone."""
        for start in starts:
            for goal in goals:
                if start != goal or len(starts) == len(goals) == 1:
                    yield from (self.away[state][goal] for state in self.states(start))

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
        """The places that lead to one and those that it leads to, on a map of stops with one state each."""
        return set(self.graph.predecessors(place)), set(self.graph.successors(place))


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
    pairs = town.pairs(town.chosen(requirement.start), town.chosen(requirement.goal))
    return all(distance < inf for distance in pairs)


def distance(town: Town, requirement: Requirement) -> bool:
    pairs = town.pairs(town.chosen(requirement.start), town.chosen(requirement.goal))
    return all(keeps(requirement, distance) for distance in pairs)


def adjacent(town: Town, requirement: Requirement) -> bool:
    (start,), (goal,) = town.chosen(requirement.start), town.chosen(requirement.goal)
    return goal in town.neighbours(start)[1]


def not_adjacent(town: Town, requirement: Requirement) -> bool:
    return not adjacent(town, requirement)


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
    sets = chain.from_iterable(combinations(town.graph, size) for size in range(1, len(town.graph)))
    return not any(
        set().union(*map(town.graph.successors, inside)) <= set(inside)
        for inside in sets
        if harmless.isdisjoint(inside)
    )


def survives(town: Town, requirement: Requirement) -> bool:
    sizes = range(requirement.closed + 1)
    return not any(town.falls_apart(closed) for size in sizes for closed in combinations(town.stops, size))


def count(town: Town, requirement: Requirement) -> bool:
    return keeps(requirement, len(town.chosen(requirement.start)))


def within(town: Town, requirement: Requirement) -> bool:
    goals = town.chosen(requirement.goal)
    return all(
        keeps(requirement, min(town.away[state][goal] for goal in goals))
        for place in town.chosen(requirement.start)
        for state in town.states(place)
    )


def fair_starts(town: Town, requirement: Requirement) -> bool:
    goals = town.chosen(requirement.goal)
    away = [
        [max(town.away[state][goal] for state in town.states(start)) for goal in goals]
        for start in town.chosen(requirement.start)
    ]
    if any(inf in row for row in away):
        return False
    means = [Fraction(int(sum(row)), len(row)) for row in away]
    mean = sum(means, Fraction(0)) / len(means)
    return keeps(requirement, (max(means) - min(means)) / mean if mean else Fraction(0))


def isolation(town: Town, requirement: Requirement) -> bool:
    """No fewer closures than that part a place from a start, neither of them closed; every place may be closed."""
    tagged = [at for at, place in enumerate(town.network.places) if "start" in place.tags]
    starts = town.chosen(requirement.goal) if requirement.goal != Selector() else tagged or town.stops
    sets = chain.from_iterable(combinations(town.stops, size) for size in range(int(requirement.bounds.least or 0)))
    for closed in map(set, sets):
        graph = town.graph.subgraph(at for at in town.graph if town.network.place_of_state[at] not in closed)
        for state in (state for start in starts if start not in closed for state in town.states(start)):
            ends = nx.descendants(graph, state) | {state}
            if any(ends.isdisjoint(town.states(goal)) for goal in town.chosen(requirement.start) if goal not in closed):
                return False
    return True


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
