"""Searches through moves: what is reached, how far it is, and by which way."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence

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
