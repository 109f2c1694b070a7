"""Graph algorithms over states and moves; callers spend steps of a budget for them.

Plain Python instead of a library: see "Graph algorithms in plain Python" in ARCHITECTURE.md.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import heappop, heappush

from msgspec import Struct

# Reachability, distances and shortest paths.

Adjacency = tuple[tuple[int, ...], ...]
"""Adjacency lists: for each state (or place) by number, the states that it leads to, in ascending order."""

EntryCosts = Sequence[int] | None
"""What each move into a state costs, 0 or 1, for each state; None if all cost 1. Ignored where moves have lengths."""

MoveLengths = tuple[tuple[int, ...], ...] | None
"""What each move costs, in lists parallel to the adjacency lists; None if the entry costs apply."""

Distances = list[int | None]
"""A distance for each state; None for a state that cannot be reached."""


def reached(after: Adjacency, sources: Iterable[int], closed: Collection[int] = ()) -> set[int]:
    """Return all states that can be reached from `sources`, including them, without entering a `closed` state."""
    found = {source for source in sources if source not in closed}
    pending = list(found)
    while pending:
        for end in after[pending.pop()]:
            if end not in found and end not in closed:
                found.add(end)
                pending.append(end)
    return found


def distances(
    after: Adjacency, sources: Iterable[int], costs: EntryCosts = None, lengths: MoveLengths = None
) -> Distances:
    """Return the distance to each state from the nearest of `sources`."""
    if lengths is not None:
        return _dijkstra(after, sources, lengths)
    return (
        _bfs_distances(after, sources)
        if costs is None
        else _zero_one_bfs_distances(after, sources, costs, entering=True)
    )


def distances_to(
    before: Adjacency, goals: Iterable[int], costs: EntryCosts = None, lengths_before: MoveLengths = None
) -> Distances:
    """Return the distance from each state to the nearest of `goals`.

    `before` are the reversed moves, and `lengths_before` their costs.
    """
    if lengths_before is not None:
        return _dijkstra(before, goals, lengths_before)
    return (
        _bfs_distances(before, goals)
        if costs is None
        else _zero_one_bfs_distances(before, goals, costs, entering=False)
    )


def shortest_path(
    after: Adjacency, source: int, goals: Collection[int], costs: EntryCosts = None, lengths: MoveLengths = None
) -> list[int]:
    """Return the states on a shortest path from `source` to the nearest of `goals`; empty if there is none.

    Among paths of equal length the choice is deterministic. If all costs are 1, it is the path whose states have the
    lowest numbers, compared from the start.
    """
    if lengths is not None:
        return _cheapest_path(after, source, goals, lengths)
    seen = {source}
    came: dict[int, int] = {}
    # In the order of their distances, as costs are 0 or 1. The first way found is shortest, as a state costs the same
    # from each of its neighbours.
    pending = deque((source,))
    while pending:
        state = pending.popleft()
        if state in goals:
            return _walk_back(came, state)
        for end in after[state]:
            if end not in seen:
                seen.add(end)
                came[end] = state
                (pending.append if costs is None or costs[end] else pending.appendleft)(end)
    return []


def _cheapest_path(after: Adjacency, source: int, goals: Collection[int], lengths: Adjacency) -> list[int]:
    """Return the path of `shortest_path` where moves have lengths; of equally long ones one with few moves."""
    found: dict[int, tuple[int, int]] = {source: (0, 0)}
    came: dict[int, int] = {}
    pending = [(0, 0, source)]
    while pending:
        cost, moves, state = heappop(pending)
        if state in goals:
            return _walk_back(came, state)
        if (cost, moves) > found[state]:
            continue
        for end, length in zip(after[state], lengths[state], strict=True):
            far = cost + length, moves + 1
            if end not in found or far < found[end]:
                found[end] = far
                came[end] = state
                heappush(pending, (*far, end))
    return []


def bit_mask(numbers: Iterable[int]) -> int:
    """Return an integer with the bits of these numbers set."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def goals_by_distance(
    before: Adjacency, goals: Sequence[Iterable[int]], costs: EntryCosts = None, lengths_before: MoveLengths = None
) -> Iterator[dict[int, int]]:
    """Yield for the distances 0, 1, 2 … a mapping from states to the goals at exactly that distance, as a bit mask.

    Each goal is a set of states; goal number n is bit n. States without a goal at that distance are left out, so that
    a mapping may be empty.

    This is a bit-parallel breadth-first search backwards from all goals at once: each state has one bit for each goal.
    On a map of 1,100 places it is 20 times as fast as one search for each goal. Where moves have lengths, the levels
    are buckets by distance (Dial 1969).
    """
    seen = [0] * len(before)
    level: dict[int, int] = {}
    for number, states in enumerate(goals):
        for state in states:
            level[state] = level.get(state, 0) | 1 << number
    if lengths_before is not None:
        yield from _buckets(before, level, lengths_before)
        return
    while level:
        found: dict[int, int] = {}
        following: dict[int, int] = {}
        pending = list(level.items())
        for state, bits in pending:  # grows while it is iterated: a state that costs 0 extends the same level
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


def _buckets(before: Adjacency, level: dict[int, int], lengths_before: Adjacency) -> Iterator[dict[int, int]]:
    """Yield the levels of `goals_by_distance` where moves have lengths; a distance without a state has an empty one."""
    seen = [0] * len(before)
    waiting: dict[int, dict[int, int]] = {0: level}
    distance = 0
    while waiting:
        found: dict[int, int] = {}
        pending = list(waiting.pop(distance, {}).items())
        for state, bits in pending:  # grows while it is iterated: a move of length 0 extends the same level
            new = bits & ~seen[state]
            if not new:
                continue
            seen[state] |= new
            found[state] = found.get(state, 0) | new
            for start, length in zip(before[state], lengths_before[state], strict=True):
                if not length:
                    pending.append((start, new))
                elif new & ~seen[start]:
                    bucket = waiting.setdefault(distance + length, {})
                    bucket[start] = bucket.get(start, 0) | new
        yield found
        distance += 1


def _bfs_distances(after: Adjacency, sources: Iterable[int]) -> Distances:
    """Return the distances by breadth-first search, level by level; every move costs 1."""
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


def _zero_one_bfs_distances(
    after: Adjacency, sources: Iterable[int], costs: Sequence[int], entering: bool
) -> Distances:
    """Return the distances where moves cost 0 or 1, by 0-1 breadth-first search.

    A move that costs 0 puts its end at the front of the queue, a move that costs 1 at the back. The cost of a move is
    that of the state it enters, or with `entering=False` (for reversed moves) that of the state it leaves.
    """
    found: Distances = [None] * len(after)
    pending = deque(sources)
    for source in pending:
        found[source] = 0
    while pending:
        state = pending.popleft()
        here = found[state] or 0  # it is never None
        for end in after[state]:
            cost = costs[end if entering else state]
            known = found[end]
            if known is None or here + cost < known:
                found[end] = here + cost
                (pending.append if cost else pending.appendleft)(end)
    return found


def _dijkstra(after: Adjacency, sources: Iterable[int], lengths: Adjacency) -> Distances:
    """Return the distances where each move has a length of 0 or more (Dijkstra 1959)."""
    found: Distances = [None] * len(after)
    near: dict[int, int] = dict.fromkeys(sources, 0)
    pending = [(0, source) for source in sorted(near)]  # a sorted list is a heap
    while pending:
        distance, state = heappop(pending)
        if found[state] is not None:
            continue
        found[state] = distance
        for end, length in zip(after[state], lengths[state], strict=True):
            if found[end] is None:
                far = distance + length
                known = near.get(end)
                if known is None or far < known:
                    near[end] = far
                    heappush(pending, (far, end))
    return found


def _walk_back(came: dict[int, int], state: int) -> list[int]:
    path = [state]
    while path[-1] in came:
        path.append(came[path[-1]])
    return path[::-1]


# Reversed and undirected graphs, and connected components.


def inverted(after: Adjacency) -> Adjacency:
    """Return the reversed moves."""
    before: list[list[int]] = [[] for _ in after]
    for start, ends in enumerate(after):
        for end in ends:
            before[end].append(start)
    return tuple(map(tuple, before))


def united(after: Adjacency, before: Adjacency) -> Adjacency:
    """Return the moves in both directions, without duplicates; `before` are the moves of `after`, reversed."""
    return tuple(
        ends if ends == starts else tuple(sorted({*ends, *starts})) for ends, starts in zip(after, before, strict=True)
    )


def contracted(after: Adjacency, kept: Sequence[bool]) -> Adjacency:
    """Return the moves between the states with a True in `kept`, with ways over states that are not kept as one move.

    The other states have no moves.
    """
    return tuple(_next_kept(after, kept, state) if kept[state] else () for state in range(len(after)))


def _next_kept(after: Adjacency, kept: Sequence[bool], state: int) -> tuple[int, ...]:
    """Return the states with a True in `kept` that can be reached from a state over other states only."""
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
    """Return the connected components of an undirected graph, ordered by their first members."""
    parts = []
    seen: set[int] = set()
    for root in range(len(joined)):
        if root not in seen:
            part = reached(joined, (root,))
            seen |= part
            parts.append(sorted(part))
    return parts


def strong_parts(after: Adjacency) -> list[list[int]]:
    """Return the strongly connected components; each comes after the components that it leads to.

    Tarjan's algorithm (1972), with an explicit stack, because recursion along a long path would exceed Python's
    limit. `order` numbers the states by when they are found. `low` is the lowest number that a state's subtree leads
    back to. If that is the state's own number, it and the states above it on `stack` are a component.
    """
    done = len(after) + 1  # the number of states whose component is known; it is above all others, so never the lowest
    order = [0] * len(after)
    low = [0] * len(after)
    stack: list[int] = []
    parts: list[list[int]] = []
    count = 0
    for root in range(len(after)):
        if order[root]:
            continue
        trail = [
            (root, iter((root,)))
        ]  # a first frame that leads to the root itself, which is then entered like others
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
    """Pop `state` and everything above it from the stack, and return them sorted."""
    part: list[int] = []
    while not part or part[-1] != state:
        part.append(stack.pop())
    return sorted(part)


def sinks(after: Adjacency, parts: list[list[int]]) -> list[list[int]]:
    """Return the strongly connected components that no move leaves, ordered by their first members."""
    part_of = {state: number for number, part in enumerate(parts) for state in part}
    found = (
        part
        for number, part in enumerate(parts)
        if all(part_of[end] == number for state in part for end in after[state])
    )
    return sorted(found)


# Articulation points and bridges: single places and single connections whose removal splits the map.


class Hinges(Struct, frozen=True):
    """The articulation points and bridges of a map.

    `places` maps each articulation point to the sizes of the parts that remain without it, largest first. `bridges`
    are pairs of neighbours, lower number first, followed by the number of places on the side of each.
    """

    places: dict[int, tuple[int, ...]]
    bridges: tuple[tuple[int, int, int, int], ...]


def find_hinges(joined: Adjacency) -> Hinges:
    """Return the articulation points and bridges of an undirected graph, by one depth-first search.

    The algorithm is that of Hopcroft and Tarjan (1973), as `strong_parts` without recursion. A place is an articulation
    point if some subtree below it has no connection to a place found before it. A connection is a bridge if the
    subtree below it has no other connection upwards.
    """
    search = _HingeSearch(joined)
    for root in range(len(joined)):
        if not search.order[root]:
            search.run(root)
    return Hinges(dict(sorted(search.hinges.items())), tuple(sorted(search.bridges)))


class _HingeSearch:
    """A depth-first search for articulation points and bridges.

    `order` numbers the places by when they are found. `low` is the lowest number that a place's subtree is joined to,
    and `below` the size of the subtree.
    """

    def __init__(self, joined: Adjacency) -> None:
        self.joined = joined
        self.count = 0
        self.order = [0] * len(joined)
        self.low = [0] * len(joined)
        self.below = [1] * len(joined)
        self.hinges: dict[int, tuple[int, ...]] = {}
        self.bridges: list[tuple[int, int, int, int]] = []

    def run(self, root: int) -> None:
        """Search the connected component of `root`."""
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
        """Add a finished place to its parent: its subtree is cut off without the parent if `low` is not before that."""
        self.below[parent] += self.below[place]
        self.low[parent] = min(self.low[parent], self.low[place])
        if self.low[place] >= self.order[parent]:
            cut_off.setdefault(parent, []).append(self.below[place])
        if self.low[place] > self.order[parent]:
            joints.append((parent, place))

    def _close(self, total: int, cut_off: dict[int, list[int]], joints: list[tuple[int, int]]) -> None:
        """Add the hinges of a finished component of `total` places; a root is one only if it cuts off two subtrees."""
        for place, sizes in cut_off.items():
            rest = total - 1 - sum(sizes)
            parts = [*sizes, rest] if rest else sizes
            if len(parts) > 1:
                self.hinges[place] = tuple(sorted(parts, reverse=True))
        for upper, lower in joints:
            sides = (upper, lower, total - self.below[lower], self.below[lower])
            self.bridges.append(sides if upper < lower else (lower, upper, sides[3], sides[2]))
