"""Whether ways lead where they must and how long they are; fair starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from fractions import Fraction
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from pnp.messages import decimal, many, way
from pnp.network.asked import may_be_same, no_way_at_all
from pnp.network.requirements import Verdict, Witness, which
from pnp.network.search import approaches

if TYPE_CHECKING:
    from pnp.model.maps.game_map import Bounds, Requirement, Selector
    from pnp.network.network import Network
    from pnp.network.requirements import Target
    from pnp.network.search import Budget, Distances


# Whether ways lead where they must, and are as long as they must be.

Places = Sequence[int]
Targets = Sequence["Target"]


MANY = 12
"""From how many starts and goals on all goals are searched for at once before one by one."""

TOGETHER = 1024
"""How many goals are searched for at once: what is kept in mind for each state."""

DEEP = 150
"""From how many moves on a search for all goals at once is no faster than one for each."""

LOOKING = 4
"""Steps for each move that it looks at."""

Wanted = Callable[[Set[int | None]], bool]
"""Whether any pair is wanted of those that have these distances."""


def measured(
    network: Network, starts: Targets, goals: Targets, budget: Budget, same: bool = False, wanted: Wanted = bool
) -> Iterator[tuple[int, int, Distances]]:
    """Each start with each goal, by number, and the distance from each state of the start to the goal.

    An item is paired with itself only where that is the `same` one that is asked about. By the fewest searches: from
    the starts, or to the goals. Goals are left out of whose pairs none is wanted.
    """
    own = {} if same else {goal.name: number for number, goal in enumerate(goals)}
    selves = [own.get(start.name) for start in starts]
    states = [_states(network, start) for start in starts]
    apart = None
    if wanted is not bool and min(sum(map(len, states)), len(goals)) >= MANY:
        apart = _lengths(network, states, selves, goals, budget)
    if sum(map(len, states)) < len(goals):
        if apart and not any(map(wanted, apart)):
            return
        for number, begun in enumerate(states):
            budget.spend((network.size + len(goals)) * len(begun))
            rows = [network.distances_from(state) for state in begun]
            for at, goal in enumerate(goals):
                if at != selves[number]:
                    yield number, at, [nearest(row, goal.places) for row in rows]
    else:
        every = list(dict.fromkeys(state for each in states for state in each))
        for at, goal in enumerate(goals):
            if apart and not wanted(apart[at]):
                continue
            budget.spend(network.size + len(starts))
            row = network.distances_to(goal.places)
            if apart or wanted({row[state] for state in every}):
                yield from (
                    (number, at, [row[state] for state in states[number]])
                    for number in range(len(starts))
                    if at != selves[number]
                )


def _lengths(
    network: Network, states: Sequence[Places], selves: Sequence[int | None], goals: Targets, budget: Budget
) -> list[set[int | None]] | None:
    """For each goal the distances to it from starts other than itself; None among them where no way leads.

    `states` are those of each start, `selves` the goal that it is itself. Looking up all goals together takes much less
    than a search for each, unless ways are very long: then there is no answer.
    """
    found: list[set[int | None]] = [set() for _ in goals]
    for first in range(0, len(goals), TOGETHER):
        chunk = goals[first : first + TOGETHER]
        missing: dict[int, list[int]] = {}  # the goals not yet found from a state, for each start that it belongs to
        for begun, at in zip(states, selves, strict=True):
            own = 1 << at - first if at is not None and first <= at < first + len(chunk) else 0
            for state in begun:
                missing.setdefault(state, []).append((1 << len(chunk)) - 1 & ~own)
        ends = [[state for place in goal.places for state in network.states_of[place]] for goal in chunk]
        for distance, level in enumerate(approaches(network.before, ends, network.costs)):
            budget.spend(LOOKING * sum(1 + len(network.before[state]) for state in level))
            if distance == DEEP:
                return None
            mask = 0
            for state, new in level.items():
                if state in missing:
                    left = missing[state]
                    for number, bits in enumerate(left):
                        mask |= bits & new
                        left[number] = bits & ~new
            _note(found, first, mask, distance)
        _note(found, first, reduce(or_, (bits for left in missing.values() for bits in left), 0), None)
    return found


def _note(found: list[set[int | None]], first: int, mask: int, distance: int | None) -> None:
    """Add a distance to the goals of a mask."""
    while mask:
        bit = mask & -mask
        found[first + bit.bit_length() - 1].add(distance)
        mask ^= bit


def _states(network: Network, item: Target) -> tuple[int, ...]:
    """The states of an item, place by place."""
    if len(item.places) == 1:
        return network.states_of[item.places[0]]
    return tuple(dict.fromkeys(state for place in item.places for state in network.states_of[place]))


def nearest(row: Distances, places: Places) -> int | None:
    """The least of the distances to places; None where no way leads to any."""
    if len(places) == 1:
        return row[places[0]]
    return min([distance for place in places if (distance := row[place]) is not None], default=None)


def judge_reach(network: Network, starts: Targets, goals: Targets, budget: Budget) -> Verdict:
    """Whether from every state of each start a way leads to each goal."""
    pairs = measured(network, starts, goals, budget, wanted=lambda values: None in values)
    broken = [(start, goal) for start, goal, values in pairs if None in values]
    if not broken:
        return Verdict(True, "a way leads from each start to each goal")
    start, goal = broken[0]
    ends = starts[start].name, goals[goal].name
    return Verdict(False, f"no way leads from '{ends[0]}' to '{ends[1]}'{_others(broken)}", Witness(places=ends))


def judge_distance(
    network: Network, starts: Targets, goals: Targets, requirement: Requirement, budget: Budget
) -> Verdict:
    """Whether the distance from every state of each start to each goal keeps the bounds.

    Where no way leads the distance is infinite: at least any number. If that is so of all pairs, nothing is proved.
    """
    bounds = requirement.bounds
    endless = requirement.is_least_distance
    broken: list[tuple[int, int, int, int | None]] = []
    apart: list[tuple[int, int]] = []
    joined = not endless

    @cache  # there are many pairs, and few distances
    def keeps(value: int | None) -> bool:
        return endless if value is None else bounds.hold(value)

    def wanted(values: Set[int | None]) -> bool:
        return not joined or not all(map(keeps, values)) or (endless and None in values)

    for start, goal, values in measured(network, starts, goals, budget, may_be_same(requirement), wanted):
        misses = [(state, value) for state, value in enumerate(values) if not keeps(value)]
        broken.extend((start, goal, state, value) for state, value in misses[:1])
        if endless and None in values:
            apart.append((start, goal))
        joined = joined or any(value is not None for value in values)
    if not broken:
        alone = len(starts) == len(goals) == 1
        what = f"'{starts[0].name}' to '{goals[0].name}'" if alone else "every distance asked about"
        detail = f"{what} is {_moves(bounds)}" if str(bounds) else "a way leads from each start to each goal"
        if not apart:
            return Verdict(True, detail)
        ends = starts[apart[0][0]].name, goals[apart[0][1]].name
        none = f"no way leads from '{ends[0]}' to '{ends[1]}'{_others(apart)}"
        return Verdict(True, f"{detail}; {none}") if joined else no_way_at_all(none)
    start, goal, state, value = broken[0]
    ends = starts[start].name, goals[goal].name
    path = network.path(_states(network, starts[start])[state], goals[goal].places)
    if value is None:
        expected = f", expected {_moves(bounds)}" if str(bounds) else ""
        detail = f"no way leads from '{ends[0]}' to '{ends[1]}'{expected}"
    else:
        detail = f"'{ends[0]}' to '{ends[1]}' takes {many(value, 'move')}, expected {bounds}: {_way(network, path)}"
    return Verdict(False, detail + _others(broken), Witness(places=ends, path=path, distance=value))


def judge_adjacent(network: Network, start: Target, goal: Target, budget: Budget) -> Verdict:
    """Whether from every state of the start one move leads to the goal."""
    ends = (start.name, goal.name)
    for state in _states(network, start):
        if _next(network, state).isdisjoint(goal.places):
            budget.spend(network.size)
            path = network.path(state, goal.places)
            detail = f"no move leads from '{ends[0]}' to '{ends[1]}'"
            detail += f"; the shortest way is {_way(network, path)}" if len(path) > 1 else ""
            distance = nearest(network.distances_from(state), goal.places)
            return Verdict(False, detail, Witness(places=ends, path=path, distance=distance))
    return Verdict(True, f"one move leads from '{ends[0]}' to '{ends[1]}'")


def judge_not_adjacent(network: Network, start: Target, goal: Target) -> Verdict:
    """Whether from no state of the start one move leads to the goal."""
    ends = (start.name, goal.name)
    for state in _states(network, start):
        for end in sorted(_next(network, state).intersection(goal.places)):
            path = network.names((network.place_of_state[state], end))
            return Verdict(False, f"a move leads from '{ends[0]}' to '{ends[1]}'", Witness(places=ends, path=path))
    return Verdict(True, f"no move leads from '{ends[0]}' to '{ends[1]}'")


def judge_within(network: Network, starts: Targets, goals: Places, requirement: Requirement, budget: Budget) -> Verdict:
    """Whether from every state of each start the nearest goal is near enough; a start that is a goal has it there."""
    budget.spend(network.size)
    bounds = requirement.bounds
    row = network.distances_to(goals)

    def keeps(value: int | None) -> bool:
        return value is not None and bounds.hold(value)

    misses = [(start, state) for start in starts for state in _states(network, start) if not keeps(row[state])]
    if not misses:
        return Verdict(True, f"{_nearest(requirement.goal)} is {_moves(bounds)} away from each")
    start, state = misses[0]
    path, distance = network.path(state, goals), row[state]
    if distance is None:
        detail = f"no way leads from '{start.name}' to {_any(requirement.goal)}"
    else:
        detail = _too_far(start.name, requirement, many(distance, "move")) + f": {_way(network, path)}"
    broken = tuple(dict.fromkeys(start.name for start, _ in misses))
    others = f" (and {many(len(broken) - 1, 'other place')})" if len(broken) > 1 else ""
    return Verdict(False, detail + others, Witness(places=broken, path=path, distance=distance))


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


def _next(network: Network, state: int) -> frozenset[int]:
    """The other places to which one move leads: over an intersection and back is no move."""
    here = network.place_of_state[state]
    return frozenset(network.place_of_state[end] for end in network.strides[state]) - {here}


def _way(network: Network, path: Sequence[str]) -> str:
    """The places of a way where one may stop, in words: as many as there are moves, and the first."""
    return way([name for name in path if network.places[network.index[name]].stop])


def _others(broken: Sequence[object]) -> str:
    return f" (and {many(len(broken) - 1, 'other pair')})" if len(broken) > 1 else ""


def _moves(bounds: Bounds) -> str:
    return f"{bounds} {'move' if str(bounds).split(' ')[-1] == '1' else 'moves'}"


# Whether the starts are equally near to what the players race for.


def mean_distances(network: Network, starts: Targets, goals: Targets, budget: Budget) -> dict[str, Fraction | None]:
    """For each start the mean distance from its worst state to the goals other than itself.

    None where one of them can't be reached; a start that is the only goal is left out.
    """
    found: dict[str, list[int | None]] = {start.name: [] for start in starts}
    for start, _, values in measured(network, starts, goals, budget):
        known = [value for value in values if value is not None]
        found[starts[start].name].append(max(known) if known and len(known) == len(values) else None)
    return {name: _mean(values) for name, values in found.items() if values}


def _mean(values: list[int | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return Fraction(sum(known), len(known)) if len(known) == len(values) else None


def spread(means: Sequence[Fraction]) -> Fraction:
    """The greatest less the least of the starts' means, over the mean of them all; 0 where all are 0."""
    total = sum(means, Fraction(0))
    return (max(means) - min(means)) * len(means) / total if total else Fraction(0)


def judge_fair_starts(network: Network, starts: Targets, goals: Targets, bounds: Bounds, budget: Budget) -> Verdict:
    """Whether the starts differ in their mean distance to the goals by no more of the mean than the bounds say."""
    means = mean_distances(network, starts, goals, budget)
    lost = tuple(start for start, mean in means.items() if mean is None)
    if lost:
        return Verdict(False, f"not every goal can be reached from '{lost[0]}'", Witness(places=lost))
    known = {start: mean for start, mean in means.items() if mean is not None}
    found = spread(list(known.values()))
    near, far = min(known, key=lambda start: known[start]), max(known, key=lambda start: known[start])
    detail = (
        f"the starts differ by {decimal(found)} of the mean: '{near}' is {decimal(known[near])} moves away from "
        f"the goals on average, '{far}' {decimal(known[far])}"
    )
    if bounds.hold(found):
        return Verdict(True, detail)
    return Verdict(False, f"{detail}; expected {bounds}", Witness(places=(near, far)))
