"""Judge demands on paths: reach, distance, adjacency, within, and fair starts."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from fractions import Fraction
from math import lcm

from msgspec import Struct

from pnp.messages import and_others, decimal, many, way
from pnp.model.maps.requirements import Bounds, Requirement, Selector
from pnp.network.asked import may_be_same, no_way_at_all
from pnp.network.budget import SearchBudget
from pnp.network.network import Network
from pnp.network.requirements import ChosenItem, Verdict, Witness, which
from pnp.network.search import Distances, goals_by_distance
from pnp.network.turns import TurnNetwork

# Distances between starts and goals. Large groups are measured by one bit-parallel search for many goals at once, small
# ones by one breadth-first search for each start or goal.

Places = Sequence[int]
Targets = Sequence[ChosenItem]


MANY = 12
"""Minimum number of starts and of goals for the bit-parallel search."""

TOGETHER = 1024
"""Maximum number of goals of one bit-parallel search: the number of bits that it stores for each state."""

DEEP = 150
"""Distance at which the bit-parallel search is given up: for such long paths it is no faster than single searches."""

LOOKING = 4
"""Steps for each move that the bit-parallel search visits."""

Asked = Callable[[int | None], bool]
"""A predicate on a distance; None is the distance of a goal that cannot be reached."""


class Pairs(Struct):
    """A counter of the pairs of a start and a goal whose distance from any state of the start satisfies `asked`.

    It stores only the number of pairs and the first pair: a thousand places have a million pairs. With `one` it may
    stop counting after one pair.
    """

    asked: Asked
    one: bool = False
    count: int = 0
    first: tuple[int, int] | None = None

    @property
    def others(self) -> int:
        """The number of pairs besides the first."""
        return max(self.count - 1, 0)

    def wants(self, distances: Iterable[int | None]) -> bool:
        """Return whether a pair with these distances, one for each state of the start, is to be counted."""
        return not (self.one and self.count) and any(map(self.asked, distances))


class _TooDeepError(Exception):
    """Paths are too long for the bit-parallel search to be faster than one search for each goal."""


def measured(
    network: Network,
    starts: Targets,
    goals: Targets,
    budget: SearchBudget,
    same: bool = False,
    wanted: Callable[[Set[int | None]], bool] = bool,
) -> Iterator[tuple[int, int, Distances]]:
    """Yield each start and goal, by number, with the distances from each state of the start to the goal.

    Whichever takes fewer searches is done: one from each start's state, or one to each goal. In the second case a goal
    is skipped if `wanted` rejects the set of all its distances. An item is paired with itself only with `same`.
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
    """Return for each start the number of the goal that is the same item, to be left out; None if there is none."""
    own = {} if same else {goal.name: number for number, goal in enumerate(goals)}
    return [own.get(start.name) for start in starts]


def _from_starts(states: Sequence[Places], goals: Targets) -> bool:
    """Return whether one search from each state takes fewer searches than one to each goal."""
    return sum(map(len, states)) < len(goals)


def count_pairs(
    network: Network, starts: Targets, goals: Targets, budget: SearchBudget, counts: Sequence[Pairs], same: bool = False
) -> None:
    """Count the pairs for each of `counts`, in the order of `measured`; large groups by the bit-parallel search."""
    states = [_states(network, start) for start in starts]
    if min(sum(map(len, states)), len(goals)) >= MANY and not isinstance(network, TurnNetwork):
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
    """Count the pairs by the bit-parallel search.

    Raises `_TooDeepError`, without having changed `counts`, if paths are too long.
    """
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
    """Yield each distance with pairs of a start and the goals at that distance from one of its states, as a bit mask.

    The last distance is None, for goals that cannot be reached.
    """
    for first in range(0, len(goals), TOGETHER):
        chunk = goals[first : first + TOGETHER]
        # For each state the starts that it belongs to, each with the goals not yet found from the state.
        missing: dict[int, dict[int, int]] = {}
        for number, (begun, at) in enumerate(zip(states, selves, strict=True)):
            own = 1 << at - first if at is not None and first <= at < first + len(chunk) else 0
            for state in begun:
                missing.setdefault(state, {})[number] = (1 << len(chunk)) - 1 & ~own
        ends = [[state for place in goal.places for state in network.states_of[place]] for goal in chunk]
        levels = goals_by_distance(network.before, ends, network.costs, network.lengths_before)
        for distance, level in enumerate(levels):
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
    """Return the number of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


def _states(network: Network, item: ChosenItem) -> tuple[int, ...]:
    """Return the states of an item, place by place."""
    if len(item.places) == 1:
        return network.states_of[item.places[0]]
    return tuple(dict.fromkeys(state for place in item.places for state in network.states_of[place]))


def nearest(row: Distances, places: Places) -> int | None:
    """Return the distance to the nearest of `places`; None if none can be reached."""
    if len(places) == 1:
        return row[places[0]]
    return min([distance for place in places if (distance := row[place]) is not None], default=None)


def judge_reach(network: Network, starts: Targets, goals: Targets, budget: SearchBudget) -> Verdict:
    """Judge whether every goal can be reached from every state of every start."""
    broken = Pairs(_is_endless)
    count_pairs(network, starts, goals, budget, [broken])
    if not broken.first:
        return Verdict(True, "a way leads from each start to each goal")
    start, goal = broken.first
    ends = starts[start].name, goals[goal].name
    detail = f"no way leads from '{ends[0]}' to '{ends[1]}'{and_others(broken.others, 'pair')}"
    return Verdict(False, detail, Witness(places=ends, others=broken.others))


def judge_distance(
    network: Network, starts: Targets, goals: Targets, requirement: Requirement, budget: SearchBudget
) -> Verdict:
    """Judge whether the distance from every state of each start to each goal is within the bounds.

    Without a path the distance is infinite, which satisfies a minimum. If that is so for all pairs, the verdict is
    that the requirement asks nothing.
    """
    bounds = requirement.bounds
    endless = requirement.is_least_distance

    def breaks(value: int | None) -> bool:
        return not endless if value is None else not bounds.hold(value)

    broken, apart = Pairs(breaks), Pairs(_is_endless)
    joined = Pairs(lambda value: value is not None, one=True)
    counts = [broken, apart, joined] if endless else [broken]
    count_pairs(network, starts, goals, budget, counts, may_be_same(requirement))
    if not broken.first:
        alone = len(starts) == len(goals) == 1
        what = f"'{starts[0].name}' to '{goals[0].name}'" if alone else "every distance asked about"
        detail = f"{what} is {_within(network, bounds)}" if str(bounds) else "a way leads from each start to each goal"
        if not apart.first:
            return Verdict(True, detail)
        ends = starts[apart.first[0]].name, goals[apart.first[1]].name
        none = f"no way leads from '{ends[0]}' to '{ends[1]}'{and_others(apart.others, 'pair')}"
        return Verdict(True, f"{detail}; {none}", apart=apart.count) if joined.count else no_way_at_all(none)
    start, goal = broken.first
    ends = starts[start].name, goals[goal].name
    budget.spend(network.size)
    row = network.distances_to(goals[goal].places)
    state = next(state for state in _states(network, starts[start]) if breaks(row[state]))
    path, value = network.path(state, goals[goal].places), row[state]
    if value is None:
        expected = f", expected {_within(network, bounds)}" if str(bounds) else ""
        detail = f"no way leads from '{ends[0]}' to '{ends[1]}'{expected}"
    else:
        taken = f"'{ends[0]}' to '{ends[1]}' {_taken(network, value, path)}"
        detail = f"{taken}, expected {bounds}: {_way(network, path)}"
    witness = Witness(places=ends, path=path, distance=value, others=broken.others)
    return Verdict(False, detail + and_others(broken.others, "pair"), witness)


def _is_endless(value: int | None) -> bool:
    return value is None


def judge_adjacent(network: Network, start: ChosenItem, goal: ChosenItem, budget: SearchBudget) -> Verdict:
    """Judge whether one move leads from every state of the start to the goal."""
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
    """Judge whether no move leads from any state of the start to the goal."""
    ends = (start.name, goal.name)
    for state in _states(network, start):
        for end in sorted(_next(network, state).intersection(goal.places)):
            path = network.names((network.place_of_state[state], end))
            return Verdict(False, f"a move leads from '{ends[0]}' to '{ends[1]}'", Witness(places=ends, path=path))
    return Verdict(True, f"no move leads from '{ends[0]}' to '{ends[1]}'")


def judge_within(
    network: Network, starts: Targets, goals: Places, requirement: Requirement, budget: SearchBudget
) -> Verdict:
    """Judge whether the nearest goal is near enough to every state of each start.

    A start that is a goal is at distance 0 from it.
    """
    budget.spend(network.size)
    bounds = requirement.bounds
    row = network.distances_to(goals)

    def keeps(value: int | None) -> bool:
        return value is not None and bounds.hold(value)

    misses = [(start, state) for start in starts for state in _states(network, start) if not keeps(row[state])]
    if not misses:
        return Verdict(True, f"{_nearest(requirement.goal)} is {_within(network, bounds)} away from each")
    start, state = misses[0]
    path, distance = network.path(state, goals), row[state]
    if distance is None:
        detail = f"no way leads from '{start.name}' to {_any(requirement.goal)}"
    else:
        detail = _too_far(network, start.name, requirement, _away(network, distance, path)) + f": {_way(network, path)}"
    broken = tuple(dict.fromkeys(start.name for start, _ in misses))
    others = and_others(len(broken) - 1, "place")
    return Verdict(False, detail + others, Witness(places=broken, path=path, distance=distance))


def _too_far(network: Network, start: str, requirement: Requirement, away: str) -> str:
    """Return the message that the nearest goal is too far from a start; `away` is how far."""
    goal, near = requirement.goal, _near(network, requirement.bounds)
    if len(goal.places) == 1:
        return f"'{start}' is {away} away from '{goal.places[0]}', not within {near}"
    return f"'{start}' has no place{which(goal)} within {near}; the nearest is {away} away"


def judge_several(
    network: Network, starts: Targets, goals: Targets, requirement: Requirement, budget: SearchBudget
) -> Verdict:
    """Judge whether each state of each start has as many different goals near enough as the requirement says.

    A start that is a goal counts as one, at distance 0. Goals are items: two sites that share a space are two.
    """
    bounds, wanted = requirement.bounds, requirement.goals
    near = [[0] * len(_states(network, start)) for start in starts]
    for start, _, row in measured(network, starts, goals, budget, same=True):
        for at, value in enumerate(row):
            near[start][at] += value is not None and bounds.hold(value)
    missed = [start for start, counts in enumerate(near) if counts and min(counts) < wanted]
    limit = _near(network, bounds)
    if not missed:
        return Verdict(True, f"each has {wanted} places{which(requirement.goal)} within {limit}")
    first = missed[0]
    number = min(near[first])
    path, distance = _to_the_last(network, _states(network, starts[first])[near[first].index(number)], goals, wanted)
    if len(goals) < wanted:
        reason = f"there {'is' if len(goals) == 1 else 'are'} only {len(goals)}"
    elif distance is None:
        reason = f"no way leads to {'more' if number else 'any'}"
    else:
        reason = f"number {wanted} is {_away(network, distance, path)} away: {_way(network, path)}"
    found = f"{number} of {wanted} places" if number else f"none of {wanted} places"
    detail = f"'{starts[first].name}' has {found}{which(requirement.goal)} within {limit}; {reason}"
    places = tuple(starts[start].name for start in missed)
    others = and_others(len(missed) - 1, "place")
    return Verdict(False, detail + others, Witness(places=places, path=path, distance=distance))


def _to_the_last(network: Network, state: int, goals: Targets, wanted: int) -> tuple[tuple[str, ...], int | None]:
    """Return the way from a state to the last of so many nearest goals, and its distance; None if there are fewer."""
    row = network.distances_from(state)
    known = sorted((far, at) for at, goal in enumerate(goals) if (far := nearest(row, goal.places)) is not None)
    if len(known) < wanted:
        return (), None
    distance, goal = known[wanted - 1]
    return network.path(state, goals[goal].places), distance


def _any(goal: Selector) -> str:
    return f"'{goal.places[0]}'" if len(goal.places) == 1 else f"a place{which(goal)}"


def _nearest(goal: Selector) -> str:
    return f"'{goal.places[0]}'" if len(goal.places) == 1 else f"the nearest place{which(goal)}"


def _next(network: Network, state: int) -> frozenset[int]:
    """Return the other places that one move leads to; a path over an intersection back to the same place is no move."""
    here = network.place_of_state[state]
    return frozenset(network.place_of_state[end] for end in network.strides[state]) - {here}


def _way(network: Network, path: Sequence[str]) -> str:
    """Return the stops on a path as text: the first, and one for each move."""
    return way([name for name in path if network.places[network.index[name]].stop])


def _within(network: Network, bounds: Bounds) -> str:
    """Return the limits of a distance as text: `at most 3 moves`, or with costs `at a cost of at most 3`."""
    if isinstance(network, TurnNetwork):
        return f"{bounds} {'turn' if str(bounds).split(' ')[-1] == '1' else 'turns'}"
    if network.lengths is not None:
        return f"at a cost of {bounds}"
    return f"{bounds} {'move' if str(bounds).split(' ')[-1] == '1' else 'moves'}"


def _near(network: Network, bounds: Bounds) -> str:
    """Return the limit of what is near as text: `3 moves`, or with costs `a cost of 3`."""
    return _within(network, bounds).removeprefix("at most ").replace("at a cost of at most", "a cost of")


def _away(network: Network, value: int, path: Sequence[str]) -> str:
    """Return how far away the end of a path is as text: `3 moves`, or with costs `7 (3 moves)`."""
    if isinstance(network, TurnNetwork):
        return many(value, "turn")
    return many(value, "move") if network.lengths is None else _priced(network, value, path)


def _taken(network: Network, value: int, path: Sequence[str]) -> str:
    """Return how long a path is as text: `takes 3 moves`, and `costs 7 (3 moves)` where moves have costs."""
    if isinstance(network, TurnNetwork) or network.lengths is None:
        return f"takes {_away(network, value, path)}"
    return f"costs {_priced(network, value, path)}"


def _priced(network: Network, value: int, path: Sequence[str]) -> str:
    stops = sum(network.places[network.index[name]].stop for name in path[1:])
    return f"{value:,} ({many(stops, 'move')})"


# Fair starts: starts that have similar mean distances to the goals.


def mean_distances(
    network: Network, starts: Targets, goals: Targets, budget: SearchBudget
) -> dict[str, Fraction | int | None]:
    """Return for each start the mean distance to the goals other than itself, each from the start's worst state.

    The mean is None if some goal cannot be reached. A start that is the only goal is left out.
    """
    found: dict[str, list[int | None]] = {start.name: [] for start in starts}
    for start, _, values in measured(network, starts, goals, budget):
        known = [value for value in values if value is not None]
        found[starts[start].name].append(max(known) if known and len(known) == len(values) else None)
    return {name: _mean(values) for name, values in found.items() if values}


def _mean(values: list[int | None]) -> Fraction | int | None:
    """Return the mean, as an int if it is whole: making a Fraction takes ten times as long."""
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    whole, rest = divmod(sum(known), len(known))
    return Fraction(sum(known), len(known)) if rest else whole


def spread(means: Sequence[Fraction | int]) -> Fraction:
    """Return the difference between the largest and smallest mean, divided by the mean of all; 0 if all are 0."""
    numbers = list(_on_one_denominator(means))
    return Fraction((max(numbers) - min(numbers)) * len(numbers), sum(numbers)) if any(numbers) else Fraction(0)


def _on_one_denominator(means: Collection[Fraction | int]) -> Iterator[int]:
    """Return the means times their least common denominator: comparing ints takes a tenth of the time."""
    common = lcm(*{mean.denominator for mean in means})
    return (mean.numerator * (common // mean.denominator) for mean in means)


def judge_fair_starts(
    network: Network, starts: Targets, goals: Targets, bounds: Bounds, budget: SearchBudget
) -> Verdict:
    """Judge whether the spread of the starts' mean distances to the goals is within the bounds."""
    means = mean_distances(network, starts, goals, budget)
    lost = tuple(start for start, mean in means.items() if mean is None)
    if lost:
        return Verdict(False, f"not every goal can be reached from '{lost[0]}'", Witness(places=lost))
    known = {start: mean for start, mean in means.items() if mean is not None}
    found = spread(list(known.values()))
    numbers = dict(zip(known, _on_one_denominator(known.values()), strict=True))
    near, far = min(numbers, key=numbers.__getitem__), max(numbers, key=numbers.__getitem__)
    least, most = decimal(known[near]), decimal(known[far])
    detail = f"the starts differ by {decimal(found)} of the mean: "
    if network.lengths is not None:
        detail += f"from '{near}' the goals cost {least} on average, from '{far}' {most}"
    else:
        moves = "1 move" if least == "1" else f"{least} moves"
        detail += f"'{near}' is {moves} away from the goals on average, '{far}' {most}"
    if not found:
        detail = f"the starts are equally far from the goals, {least} on average"
    if bounds.hold(found):
        return Verdict(True, detail)
    return Verdict(False, f"{detail}; expected {bounds}", Witness(places=(near, far)))
