"""Breadth-first search, strong components, articulation points, the step budget.

A step is about the work of looking at one state or move in a plain search, 0.1 to 0.5 microseconds. What costs more is
charged more (`Dear`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct

# Searches through moves: what is reached, how far it is, and by which way.

Adjacency = tuple[tuple[int, ...], ...]
"""For each state or place, by number, those that it leads to, ascending."""

Costs = Sequence[int] | None
"""What it costs to enter each state, 0 or 1; None where every state costs 1."""

Distances = list[int | None]
"""How far each state is; None where no way leads."""


def reached(after: Adjacency, sources: Iterable[int], closed: Collection[int] = ()) -> set[int]:
    """Everything that moves lead to from `sources`, themselves included, without entering what is `closed`."""
    found = {source for source in sources if source not in closed}
    pending = list(found)
    while pending:
        for end in after[pending.pop()]:
            if end not in found and end not in closed:
                found.add(end)
                pending.append(end)
    return found


def distances(after: Adjacency, sources: Iterable[int], costs: Costs = None) -> Distances:
    """The least cost from any of `sources` to each state."""
    return _levels(after, sources) if costs is None else _weighed(after, sources, costs, entering=True)


def distances_to(before: Adjacency, goals: Iterable[int], costs: Costs = None) -> Distances:
    """The least cost from each state to any of `goals`; `before` are the moves turned round."""
    return _levels(before, goals) if costs is None else _weighed(before, goals, costs, entering=False)


def shortest_path(after: Adjacency, source: int, goals: Collection[int], costs: Costs = None) -> list[int]:
    """The states on a way of least cost from `source` to the nearest of `goals`; nothing where there is none.

    Of several, the one whose states come first in number is taken where all costs are 1; else the same one each time.
    """
    found: dict[int, int] = {source: 0}
    came: dict[int, int] = {}
    pending = deque((source,))
    while pending:
        state = pending.popleft()
        if state in goals:
            return _walk_back(came, state)
        for end in after[state]:
            cost = 1 if costs is None else costs[end]
            if end not in found or found[state] + cost < found[end]:
                found[end] = found[state] + cost
                came[end] = state
                (pending.append if cost else pending.appendleft)(end)
    return []


def approaches(before: Adjacency, goals: Sequence[Iterable[int]], costs: Costs = None) -> Iterator[dict[int, int]]:
    """For 0, 1, 2 … moves, the goals that are exactly so far from each state, as bits; states without any are left out.

    Each goal is some states. All goals are searched for at once, a row of bits a state (bit-parallel breadth-first
    search): on a map of 1,100 places 20 times as fast as one search after the other.
    """
    seen = [0] * len(before)
    level: dict[int, int] = {}
    for number, states in enumerate(goals):
        for state in states:
            level[state] = level.get(state, 0) | 1 << number
    while level:
        found: dict[int, int] = {}
        following: dict[int, int] = {}
        pending = list(level.items())
        for state, bits in pending:  # grows where a state costs nothing to enter
            new = bits & ~seen[state]
            if not new:
                continue
            seen[state] |= new
            found[state] = found.get(state, 0) | new
            if costs is not None and not costs[state]:
                pending.extend((start, new) for start in before[state])
            else:
                for start in before[state]:
                    following[start] = following.get(start, 0) | new
        yield found
        level = following


def _levels(after: Adjacency, sources: Iterable[int]) -> Distances:
    """Breadth first, level by level: every move costs 1."""
    found: Distances = [None] * len(after)
    level = list(sources)
    for source in level:
        found[source] = 0
    distance = 0
    while level:
        distance += 1
        following = []
        for state in level:
            for end in after[state]:
                if found[end] is None:
                    found[end] = distance
                    following.append(end)
        level = following
    return found


def _weighed(after: Adjacency, sources: Iterable[int], costs: Sequence[int], entering: bool) -> Distances:
    """Breadth first with costs 0 and 1, of the state entered or left: what costs nothing heads the queue."""
    found: Distances = [None] * len(after)
    pending = deque(sources)
    for source in pending:
        found[source] = 0
    while pending:
        state = pending.popleft()
        here = found[state] or 0
        for end in after[state]:
            cost = costs[end if entering else state]
            known = found[end]
            if known is None or here + cost < known:
                found[end] = here + cost
                (pending.append if cost else pending.appendleft)(end)
    return found


def _walk_back(came: dict[int, int], state: int) -> list[int]:
    path = [state]
    while path[-1] in came:
        path.append(came[path[-1]])
    return path[::-1]


# The structure of moves: their reverse, and the parts that they hold together.


def inverted(after: Adjacency) -> Adjacency:
    """The moves turned round."""
    before: list[list[int]] = [[] for _ in after]
    for start, ends in enumerate(after):
        for end in ends:
            before[end].append(start)
    return tuple(map(tuple, before))


def united(after: Adjacency, before: Adjacency) -> Adjacency:
    """The moves in both directions, each once."""
    return tuple(
        ends if ends == starts else tuple(sorted({*ends, *starts})) for ends, starts in zip(after, before, strict=True)
    )


def contracted(after: Adjacency, kept: Sequence[bool]) -> Adjacency:
    """The moves between the states that are kept, through any number of others; the others have none."""
    return tuple(_next_kept(after, kept, state) if kept[state] else () for state in range(len(after)))


def _next_kept(after: Adjacency, kept: Sequence[bool], state: int) -> tuple[int, ...]:
    found: set[int] = set()
    seen = {state}
    pending = [state]
    while pending:
        for end in after[pending.pop()]:
            if kept[end]:
                found.add(end)
            elif end not in seen:
                seen.add(end)
                pending.append(end)
    return tuple(sorted(found))


def weak_parts(joined: Adjacency) -> list[list[int]]:
    """The sets that are joined at all, in the order of their first members; `joined` goes both ways."""
    parts = []
    seen: set[int] = set()
    for root in range(len(joined)):
        if root not in seen:
            part = reached(joined, (root,))
            seen |= part
            parts.append(sorted(part))
    return parts


def strong_parts(after: Adjacency) -> list[list[int]]:
    """The greatest sets in which each reaches each; a set comes after all that it leads to (Tarjan 1972)."""
    done = len(after) + 1
    order = [0] * len(after)
    low = [0] * len(after)
    stack: list[int] = []
    parts: list[list[int]] = []
    count = 0
    for root in range(len(after)):
        trail = [] if order[root] else [(root, iter((root,)))]
        while trail:
            state, ends = trail[-1]
            for end in ends:
                if not order[end]:
                    count += 1
                    order[end] = low[end] = count
                    stack.append(end)
                    trail.append((end, iter(after[end])))
                    break
                if order[end] < low[state]:
                    low[state] = order[end]
            else:
                trail.pop()
                if trail and low[state] < low[trail[-1][0]]:
                    low[trail[-1][0]] = low[state]
                if low[state] == order[state]:
                    parts.append(_unstack(stack, state))
                    for member in parts[-1]:
                        order[member] = done
    return parts


def _unstack(stack: list[int], state: int) -> list[int]:
    """Take `state` and all above it from the stack."""
    part: list[int] = []
    while not part or part[-1] != state:
        part.append(stack.pop())
    return sorted(part)


def sinks(after: Adjacency, parts: list[list[int]]) -> list[list[int]]:
    """Those of the strong parts that no move leaves, in the order of their first members."""
    part_of = {state: number for number, part in enumerate(parts) for state in part}
    found = (
        part
        for number, part in enumerate(parts)
        if all(part_of[end] == number for state in part for end in after[state])
    )
    return sorted(found)


# The places and joints on which a map hangs: without one of them it falls apart.


class Hinges(Struct, frozen=True):
    """What alone holds a part of the map together.

    `places` gives for each articulation point the sizes of the parts that are left without it, the greatest first;
    `bridges` are pairs of neighbours, the lower number first, with how many places lie on either one's side.
    """

    places: dict[int, tuple[int, ...]]
    bridges: tuple[tuple[int, int, int, int], ...]


def find_hinges(joined: Adjacency) -> Hinges:
    """The articulation points and bridges of places joined both ways, by one walk (Hopcroft and Tarjan 1973)."""
    walk = _Walk(joined)
    for root in range(len(joined)):
        if not walk.order[root]:
            walk.run(root)
    return Hinges(dict(sorted(walk.hinges.items())), tuple(sorted(walk.bridges)))


class _Walk:
    """A walk in depth: when each place was seen, the earliest that a way round leads to, and how many hang below."""

    def __init__(self, joined: Adjacency) -> None:
        self.joined = joined
        self.count = 0
        self.order = [0] * len(joined)
        self.low = [0] * len(joined)
        self.below = [1] * len(joined)
        self.hinges: dict[int, tuple[int, ...]] = {}
        self.bridges: list[tuple[int, int, int, int]] = []

    def run(self, root: int) -> None:
        """Walk through the part that `root` lies in."""
        cut_off: dict[int, list[int]] = {}
        joints: list[tuple[int, int]] = []
        trail = [(root, -1, iter(self.joined[root]))]
        self._enter(root)
        while trail:
            place, parent, ends = trail[-1]
            for end in ends:
                if not self.order[end]:
                    self._enter(end)
                    trail.append((end, place, iter(self.joined[end])))
                    break
                if end != parent and self.order[end] < self.low[place]:
                    self.low[place] = self.order[end]
            else:
                trail.pop()
                if parent >= 0:
                    self._leave(place, parent, cut_off, joints)
        self._close(self.below[root], cut_off, joints)

    def _enter(self, place: int) -> None:
        self.count += 1
        self.order[place] = self.low[place] = self.count

    def _leave(self, place: int, parent: int, cut_off: dict[int, list[int]], joints: list[tuple[int, int]]) -> None:
        self.below[parent] += self.below[place]
        self.low[parent] = min(self.low[parent], self.low[place])
        if self.low[place] >= self.order[parent]:
            cut_off.setdefault(parent, []).append(self.below[place])
        if self.low[place] > self.order[parent]:
            joints.append((parent, place))

    def _close(self, total: int, cut_off: dict[int, list[int]], joints: list[tuple[int, int]]) -> None:
        for place, sizes in cut_off.items():
            rest = total - 1 - sum(sizes)
            parts = [*sizes, rest] if rest else sizes
            if len(parts) > 1:
                self.hinges[place] = tuple(sorted(parts, reverse=True))
        for upper, lower in joints:
            sides = (upper, lower, total - self.below[lower], self.below[lower])
            self.bridges.append(sides if upper < lower else (lower, upper, sides[3], sides[2]))


# A bound on work, counted in steps so that the same input always gets the same answer.

MAP_STEPS = 20_000_000
"""The steps that the requirements of one map have in all. The maps of a pack share them."""

MOST = 0.75
"""One requirement has at most this part of the steps of its map."""

REPAIRING = 1_000_000
"""How much work the search for repairs may be: states and moves looked at."""


class OutOfStepsError(Exception):
    """A search would have cost more than its budget; what it looked for is unknown."""


class SearchBudget:
    """Steps that may still be spent."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps from the budget.

        Raises OutOfStepsError where there are not so many left.
        """
        self.left -= steps
        if self.left < 0:
            raise OutOfStepsError


class Dear(SearchBudget):
    """A view of another budget for work of which each step costs `price` steps of that."""

    def __init__(self, budget: SearchBudget, price: int) -> None:
        super().__init__(budget.left // price)
        self._budget, self._price = budget, price

    def spend(self, steps: int = 1) -> None:
        """Take steps from both budgets.

        Raises OutOfStepsError where there are not so many left.
        """
        self._budget.spend(steps * self._price)
        self.left = self._budget.left // self._price
