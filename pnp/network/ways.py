"""Whether ways lead where they must, and are as long as they must be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from functools import cache, partial
from typing import TYPE_CHECKING

from pnp.network.proof import Verdict, Witness
from pnp.network.selection import which
from pnp.network.wording import many, way

if TYPE_CHECKING:
    from pnp.model.requirement import Bounds, Requirement, Selector
    from pnp.network.budget import Budget
    from pnp.network.network import Network
    from pnp.network.search import Distances
    from pnp.network.selection import Target

Places = Sequence[int]
Targets = Sequence["Target"]


Wanted = Callable[[Set[int | None]], bool]
"""Whether any pair is wanted of those that come to these distances."""


def measured(
    network: Network, starts: Places, goals: Targets, budget: Budget, wanted: Wanted = bool
) -> Iterator[tuple[int, int, Distances]]:
    """Each start with each goal, by its number, and the distance from each state of the start to the goal.

    By the fewest searches: from the starts, or to the goals. Goals are left out of whose pairs none is wanted.
    """
    if sum(len(network.states_of[start]) for start in starts) < len(goals):
        for start in starts:
            budget.spend((network.size + len(goals)) * len(network.states_of[start]))
            rows = [network.distances_from(state) for state in network.states_of[start]]
            for number, goal in enumerate(goals):
                yield start, number, [nearest(row, goal.places) for row in rows]
    else:
        states = [state for start in starts for state in network.states_of[start]]
        for number, goal in enumerate(goals):
            budget.spend(network.size + len(starts))
            row = network.distances_to(goal.places)
            if wanted({row[state] for state in states}):
                yield from ((start, number, [row[state] for state in network.states_of[start]]) for start in starts)


def nearest(row: Distances, places: Places) -> int | None:
    """The least of the distances to places; None where no way leads to any."""
    if len(places) == 1:
        return row[places[0]]
    return min([distance for place in places if (distance := row[place]) is not None], default=None)


def judge_reach(network: Network, starts: Places, goals: Targets, budget: Budget) -> Verdict:
    """Whether from every state of each start a way leads to each goal."""
    pairs = _pairs(network, starts, goals, budget, lambda values: None in values)
    broken = [(start, goal) for start, goal, values in pairs if None in values]
    if not broken:
        return Verdict(True, "a way leads from each start to each goal")
    start, goal = broken[0]
    ends = network.places[start].id, goals[goal].name
    return Verdict(False, f"no way leads from '{ends[0]}' to '{ends[1]}'{_others(broken)}", Witness(places=ends))


def judge_distance(network: Network, starts: Places, goals: Targets, bounds: Bounds, budget: Budget) -> Verdict:
    """Whether the distance from every state of each start to each goal keeps the bounds; no way is endlessly long."""
    broken: list[tuple[int, int, int, int | None]] = []
    keeps = cache(partial(_keeps, bounds))  # there are many pairs, and few distances
    for start, goal, values in _pairs(network, starts, goals, budget, lambda values: not all(map(keeps, values))):
        misses = [(state, value) for state, value in enumerate(values) if not keeps(value)]
        broken.extend((start, goal, state, value) for state, value in misses[:1])
    if not broken:
        alone = len(starts) == len(goals) == 1
        what = f"'{network.places[starts[0]].id}' to '{goals[0].name}'" if alone else "every distance asked about"
        return Verdict(True, f"{what} is {_moves(bounds)}")
    start, goal, state, value = broken[0]
    ends = network.places[start].id, goals[goal].name
    path = network.path(network.states_of[start][state], goals[goal].places)
    if value is None:
        detail = f"no way leads from '{ends[0]}' to '{ends[1]}', expected {_moves(bounds)}"
    else:
        detail = f"'{ends[0]}' to '{ends[1]}' takes {many(value, 'move')}, expected {bounds}: {_way(network, path)}"
    return Verdict(False, detail + _others(broken), Witness(places=ends, path=path, distance=value))


def judge_adjacent(network: Network, starts: Places, goal: Target, budget: Budget) -> Verdict:
    """Whether from every state of each start one move leads to the goal."""
    for start in starts:
        ends = (network.places[start].id, goal.name)
        for state in network.states_of[start]:
            if _next(network, state).isdisjoint(goal.places):
                budget.spend(network.size)
                path = network.path(state, goal.places)
                detail = f"no move leads from '{ends[0]}' to '{ends[1]}'"
                detail += f"; the shortest way is {_way(network, path)}" if len(path) > 1 else ""
                distance = nearest(network.distances_from(state), goal.places)
                return Verdict(False, detail, Witness(places=ends, path=path, distance=distance))
    return Verdict(True, f"one move leads from '{network.places[starts[0]].id}' to '{goal.name}'")


def judge_not_adjacent(network: Network, starts: Places, goal: Target) -> Verdict:
    """Whether from no state of a start one move leads to the goal."""
    for start in starts:
        for state in network.states_of[start]:
            for end in sorted(_next(network, state).intersection(goal.places)):
                ends = (network.places[start].id, goal.name)
                path = network.names((start, end))
                return Verdict(False, f"a move leads from '{ends[0]}' to '{ends[1]}'", Witness(places=ends, path=path))
    return Verdict(True, f"no move leads from '{network.places[starts[0]].id}' to '{goal.name}'")


def judge_within(network: Network, starts: Places, goals: Places, requirement: Requirement, budget: Budget) -> Verdict:
    """Whether from every state of each start the nearest goal is near enough."""
    budget.spend(network.size)
    bounds = requirement.bounds
    row = network.distances_to(goals)
    misses = [
        (start, state) for start in starts for state in network.states_of[start] if not _keeps(bounds, row[state])
    ]
    if not misses:
        return Verdict(True, f"{_nearest(requirement.goal)} is {_moves(bounds)} away from each")
    start, state = misses[0]
    name, path, distance = network.places[start].id, network.path(state, goals), row[state]
    if distance is None:
        detail = f"no way leads from '{name}' to {_any(requirement.goal)}"
    else:
        detail = _too_far(name, requirement, many(distance, "move")) + f": {_way(network, path)}"
    broken = tuple(dict.fromkeys(place for place, _ in misses))
    others = f" (and {many(len(broken) - 1, 'other place')})" if len(broken) > 1 else ""
    return Verdict(False, detail + others, Witness(places=network.names(broken), path=path, distance=distance))


def _too_far(start: str, requirement: Requirement, away: str) -> str:
    """In words, that what is nearest of the goal is so far away from a start."""
    goal, near = requirement.goal, _moves(requirement.bounds).removeprefix("at most ")
    if len(goal.places) == 1:
        return f"'{start}' is {away} away from '{goal.places[0]}', not within {near}"
    return f"'{start}' has no place{which(goal)} within {near}; the nearest is {away} away"


def _any(goal: Selector) -> str:
    return f"'{goal.places[0]}'" if len(goal.places) == 1 else f"a place{which(goal)}"


def _nearest(goal: Selector) -> str:
    return f"'{goal.places[0]}'" if len(goal.places) == 1 else f"the nearest place{which(goal)}"


def _pairs(
    network: Network, starts: Places, goals: Targets, budget: Budget, wanted: Wanted
) -> Iterator[tuple[int, int, Distances]]:
    """What is measured, without the distance of a place to itself where groups of places are asked about.

    Closures make no group less than it is as printed.
    """
    alone = len(starts) == len(goals) == 1 and not network.closed
    pairs = measured(network, starts, goals, budget, wanted)
    return (pair for pair in pairs if alone or goals[pair[1]].places != (pair[0],))


def _keeps(bounds: Bounds, value: int | None) -> bool:
    if value is None:
        return bounds.exactly is None and bounds.most is None
    return bounds.hold(value)


def _next(network: Network, state: int) -> frozenset[int]:
    return frozenset(network.place_of_state[end] for end in network.strides[state])


def _way(network: Network, path: Sequence[str]) -> str:
    """The places of a way where one may stop, in words: as many as there are moves, and the first."""
    return way([name for name in path if network.places[network.index[name]].stop])


def _others(broken: Sequence[object]) -> str:
    return f" (and {many(len(broken) - 1, 'other pair')})" if len(broken) > 1 else ""


def _moves(bounds: Bounds) -> str:
    return f"{bounds} {'move' if str(bounds).split(' ')[-1] == '1' else 'moves'}"
