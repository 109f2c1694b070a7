"""Whether ways lead where they must and how long they are; fair starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from fractions import Fraction
from functools import cache

from msgspec import Struct

from pnp.messages import decimal, many, way
from pnp.model.maps.game_map import Bounds, Requirement, Selector
from pnp.network.asked import may_be_same, no_way_at_all
from pnp.network.network import Network
from pnp.network.requirements import ChosenItem, Verdict, Witness, which
from pnp.network.search import Distances, SearchBudget, approaches

# Whether ways lead where they must, and are as long as they must be.

Places = Sequence[int]
Targets = Sequence["ChosenItem"]


MANY = 12
"""From how many starts and goals on all goals are searched for at once before one by one."""

TOGETHER = 1024
"""How many goals are searched for at once: what is kept in mind for each state."""

DEEP = 150
"""From how many moves on a search for all goals at once is no faster than one for each."""

LOOKING = 4
"""Steps for each move that it looks at."""

Asked = Callable[[int | None], bool]
"""A question about one distance; None is one that no way has."""


class Pairs(Struct):
    """Counts the pairs of a start and a goal between which one distance, from any state of the start, is `asked` for.

    Only the number of pairs and the first one are stored: all pairs of a thousand places are a million. With `one` it
    is enough to know whether there is any.
    """

    asked: Asked
    one: bool = False
    count: int = 0
    first: tuple[int, int] | None = None

    def wants(self, distances: Iterable[int | None]) -> bool:
        """Return whether a pair with these distances counts."""
        return not (self.one and self.count) and any(map(self.asked, distances))


class _TooDeepError(Exception):
    """Ways are so long that searching for all goals together is no faster than one search for each."""


def measured(
    network: Network,
    starts: Targets,
    goals: Targets,
    budget: SearchBudget,
    same: bool = False,
    wanted: Callable[[Set[int | None]], bool] = bool,
) -> Iterator[tuple[int, int, Distances]]:
    """Each start with each goal, by number, and the distance from each state of the start to the goal.

    An item is paired with itself only where that is the `same` one that is asked about. By the fewest searches: from
    the starts, or to the goals. Goals are left out of whose pairs none is wanted.
    """
    states, selves = [_states(network, start) for start in starts], _selves(starts, goals, same)
    if _from_starts(states, goals):
        for number, begun in enumerate(states):
            budget.spend((network.size + len(goals)) * len(begun))
            rows = [network.distances_from(state) for state in begun]
            for at, goal in enumerate(goals):
                if at != selves[number]:
                    yield number, at, [nearest(row, goal.places) for row in rows]
    else:
        every = list(dict.fromkeys(state for each in states for state in each))
        for at, goal in enumerate(goals):
            budget.spend(network.size + len(starts))
            row = network.distances_to(goal.places)
            if wanted({row[state] for state in every}):
                yield from (
                    (number, at, [row[state] for state in states[number]])
                    for number in range(len(starts))
                    if at != selves[number]
                )


def _selves(starts: Targets, goals: Targets, same: bool) -> list[int | None]:
    """Return for each start the number of the goal that it is not paired with, because it is that goal."""
    own = {} if same else {goal.name: number for number, goal in enumerate(goals)}
    return [own.get(start.name) for start in starts]


def _from_starts(states: Sequence[Places], goals: Targets) -> bool:
    """Return whether one search from each state takes fewer searches than one to each goal."""
    return sum(map(len, states)) < len(goals)


def count_pairs(
    network: Network, starts: Targets, goals: Targets, budget: SearchBudget, counts: Sequence[Pairs], same: bool = False
) -> None:
    """Count the pairs, in the order of `measured`; large groups by one search for many goals at once."""
    states = [_states(network, start) for start in starts]
    if min(sum(map(len, states)), len(goals)) >= MANY:
        try:
            _count_together(network, states, _selves(starts, goals, same), goals, budget, counts)
        except _TooDeepError:
            pass
        else:
            return

    def wanted(distances: Set[int | None]) -> bool:
        return any(each.wants(distances) for each in counts)

    for start, goal, distances in measured(network, starts, goals, budget, same, wanted):
        for each in counts:
            if each.wants(distances):
                each.count += 1
                each.first = each.first or (start, goal)


def _count_together(
    network: Network,
    states: Sequence[Places],
    selves: Sequence[int | None],
    goals: Targets,
    budget: SearchBudget,
    counts: Sequence[Pairs],
) -> None:
    """Count the pairs with a bit for each goal; the counts stay as they are where this raises `_TooDeepError`."""
    marked = [[0] * len(states) for _ in counts]
    for distance, reached in _reached(network, states, selves, goals, budget):
        asked = [marks for marks, each in zip(marked, counts, strict=True) if each.asked(distance)]
        if asked:
            for number, bits in reached:
                for marks in asked:
                    marks[number] |= bits
    by_goal = not _from_starts(states, goals)
    for each, marks in zip(counts, marked, strict=True):
        each.count = sum(bits.bit_count() for bits in marks)
        pairs = [(number, _lowest(bits)) for number, bits in enumerate(marks) if bits]
        each.first = min(pairs, key=lambda pair: (pair[1], pair[0]) if by_goal else pair, default=None)


def _reached(
    network: Network, states: Sequence[Places], selves: Sequence[int | None], goals: Targets, budget: SearchBudget
) -> Iterator[tuple[int | None, list[tuple[int, int]]]]:
    """Each distance with the starts from a state of which goals are exactly so far away, and these goals as bits."""
    for first in range(0, len(goals), TOGETHER):
        chunk = goals[first : first + TOGETHER]
        # For each state the starts that it belongs to, each with the goals that are not yet found from the state.
        missing: dict[int, dict[int, int]] = {}
        for number, (begun, at) in enumerate(zip(states, selves, strict=True)):
            own = 1 << at - first if at is not None and first <= at < first + len(chunk) else 0
            for state in begun:
                missing.setdefault(state, {})[number] = (1 << len(chunk)) - 1 & ~own
        ends = [[state for place in goal.places for state in network.states_of[place]] for goal in chunk]
        for distance, level in enumerate(approaches(network.before, ends, network.costs)):
            budget.spend(LOOKING * sum(1 + len(network.before[state]) for state in level))
            if distance == DEEP:
                raise _TooDeepError
            reached = []
            for state, new in level.items():
                left = missing.get(state, {})
                for number, bits in left.items():
                    reached.append((number, (bits & new) << first))
                    left[number] = bits & ~new
            yield distance, reached
        yield None, [(number, bits << first) for left in missing.values() for number, bits in left.items()]


def _lowest(bits: int) -> int:
    """Return the number of the lowest bit."""
    return (bits & -bits).bit_length() - 1


def _states(network: Network, item: ChosenItem) -> tuple[int, ...]:
    """The states of an item, place by place."""
    if len(item.places) == 1:
        return network.states_of[item.places[0]]
    return tuple(dict.fromkeys(state for place in item.places for state in network.states_of[place]))


def nearest(row: Distances, places: Places) -> int | None:
    """The least of the distances to places; None where no way leads to any."""
    if len(places) == 1:
        return row[places[0]]
    return min([distance for place in places if (distance := row[place]) is not None], default=None)


def judge_reach(network: Network, starts: Targets, goals: Targets, budget: SearchBudget) -> Verdict:
    """Whether from every state of each start a way leads to each goal."""
    broken = Pairs(_is_endless)
    count_pairs(network, starts, goals, budget, [broken])
    if not broken.first:
        return Verdict(True, "a way leads from each start to each goal")
    start, goal = broken.first
    ends = starts[start].name, goals[goal].name
    return Verdict(False, f"no way leads from '{ends[0]}' to '{ends[1]}'{_others(broken)}", Witness(places=ends))


def judge_distance(
    network: Network, starts: Targets, goals: Targets, requirement: Requirement, budget: SearchBudget
) -> Verdict:
    """Whether the distance from every state of each start to each goal keeps the bounds.

    Where no way leads the distance is infinite: at least any number. If that is so of all pairs, nothing is proved.
    """
    bounds = requirement.bounds
    endless = requirement.is_least_distance

    @cache  # there are many pairs, and few distances
    def breaks(value: int | None) -> bool:
        return not endless if value is None else not bounds.hold(value)

    broken, apart = Pairs(breaks), Pairs(_is_endless)
    joined = Pairs(lambda value: value is not None, one=True)
    counts = [broken, apart, joined] if endless else [broken]
    count_pairs(network, starts, goals, budget, counts, may_be_same(requirement))
    if not broken.first:
        alone = len(starts) == len(goals) == 1
        what = f"'{starts[0].name}' to '{goals[0].name}'" if alone else "every distance asked about"
        detail = f"{what} is {_moves(bounds)}" if str(bounds) else "a way leads from each start to each goal"
        if not apart.first:
            return Verdict(True, detail)
        ends = starts[apart.first[0]].name, goals[apart.first[1]].name
        none = f"no way leads from '{ends[0]}' to '{ends[1]}'{_others(apart)}"
        return Verdict(True, f"{detail}; {none}") if joined.count else no_way_at_all(none)
    start, goal = broken.first
    ends = starts[start].name, goals[goal].name
    budget.spend(network.size)
    row = network.distances_to(goals[goal].places)
    state = next(state for state in _states(network, starts[start]) if breaks(row[state]))
    path, value = network.path(state, goals[goal].places), row[state]
    if value is None:
        expected = f", expected {_moves(bounds)}" if str(bounds) else ""
        detail = f"no way leads from '{ends[0]}' to '{ends[1]}'{expected}"
    else:
        detail = f"'{ends[0]}' to '{ends[1]}' takes {many(value, 'move')}, expected {bounds}: {_way(network, path)}"
    return Verdict(False, detail + _others(broken), Witness(places=ends, path=path, distance=value))


def _is_endless(value: int | None) -> bool:
    return value is None


def judge_adjacent(network: Network, start: ChosenItem, goal: ChosenItem, budget: SearchBudget) -> Verdict:
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


def judge_not_adjacent(network: Network, start: ChosenItem, goal: ChosenItem) -> Verdict:
    """Whether from no state of the start one move leads to the goal."""
    ends = (start.name, goal.name)
    for state in _states(network, start):
        for end in sorted(_next(network, state).intersection(goal.places)):
            path = network.names((network.place_of_state[state], end))
            return Verdict(False, f"a move leads from '{ends[0]}' to '{ends[1]}'", Witness(places=ends, path=path))
    return Verdict(True, f"no move leads from '{ends[0]}' to '{ends[1]}'")


def judge_within(
    network: Network, starts: Targets, goals: Places, requirement: Requirement, budget: SearchBudget
) -> Verdict:
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


def _others(pairs: Pairs) -> str:
    return f" (and {many(pairs.count - 1, 'other pair')})" if pairs.count > 1 else ""


def _moves(bounds: Bounds) -> str:
    return f"{bounds} {'move' if str(bounds).split(' ')[-1] == '1' else 'moves'}"


# Whether the starts are equally near to what the players race for.


def mean_distances(
    network: Network, starts: Targets, goals: Targets, budget: SearchBudget
) -> dict[str, Fraction | None]:
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


def judge_fair_starts(
    network: Network, starts: Targets, goals: Targets, bounds: Bounds, budget: SearchBudget
) -> Verdict:
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
