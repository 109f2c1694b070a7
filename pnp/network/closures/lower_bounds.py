"""Lower bounds for the number of closures that break a question: maximum flow, and disjoint short paths.

`Flows` bounds the number of closures that remove all paths (max-flow min-cut theorem, Ford and Fulkerson 1956). Moves
and states are edges. A closing that removes a single edge has the capacity 1. A closing can remove several edges. Its
*gates* are the edges by which a path can first reach what it removes: a path must pass a gate to be broken by the
closing. The capacity of 1 is divided equally among the gates. So one closure stops a flow of at most 1, and at least as
many closures as the maximum flow are needed. If each closing has one gate, the minimum cut is a smallest setup. That is
so for closures on places with one state, on crossings of one move each way, and on streets without side streets.

`Detours` bounds the number of closures that remove all *short* paths: it collects short paths such that no closing
breaks two of them. The maximum flow is no lower bound there, because long paths, which may remain, count in it.
"""

from collections import deque
from collections.abc import Collection, Iterable
from heapq import heappop, heappush
from math import lcm

from msgspec.structs import replace

from pnp.network.budget import SearchBudget
from pnp.network.closures.questions import NEVER, Bound, ClosableMoves, ReachQuery
from pnp.network.search import Distances, distances_to

# Maximum flow. Capacities are integers: a closure has the capacity `scale`, which most numbers of gates divide.

FINEST = 60
"""Maximum of `scale`, unless a closing has more gates than that."""

KEPT = 256
"""Number of sets of closures laid and barred whose capacities are cached; successive questions share a few of them."""

Gates = tuple[tuple[int, ...], int]
"""The edges that are a closing's gates, and how many shares of its capacity they get: two directions share one."""

Keyed = tuple[int | None, frozenset[int], tuple[int, ...]]
"""A source within what a closing shuts, else None; the closings that are barred; those that lie."""

Worths = tuple[int, list[int], dict[int, Gates]]
"""Into how many shares a closure is divided, how much flow each edge lets through, and gates that are other here."""


class Flows:
    """The flow network of closable moves.

    So that places can have capacities, each state is split into an edge. It leads from node `2s`, where the state is
    entered, to node `2s + 1`, where it is left. The edges of the moves follow those of the states. In the list of
    residual capacities edge `e` has the index `2e` forwards and `2e + 1` backwards.
    """

    def __init__(self, ground: ClosableMoves, budget: SearchBudget) -> None:
        self.ground, self.budget = ground, budget
        self.states = len(ground.network.after)
        self.ends: list[int] = []
        for state in range(self.states):
            self.ends += (2 * state + 1, 2 * state)
        for tail, head in zip(ground.tails, ground.heads, strict=True):
            self.ends += (2 * head, 2 * tail + 1)
        around: list[list[int]] = [[] for _ in range(2 * self.states)]
        for edge in range(len(self.ends)):
            around[self.ends[edge ^ 1]].append(edge)
        self.around = tuple(map(tuple, around))
        self.gates = tuple(self._gates(number, None) for number in range(len(ground.closings)))
        # plain mappings: a cached method would be a ring, and `pnp check` has no collector that takes rings apart
        self._gates_from: dict[tuple[int, int], Gates] = {}
        self._worths_on: dict[Keyed, Worths] = {}
        self.scale = _scale(shares for _, shares in self.gates)
        self.owners: dict[int, list[int]] = {}
        for number, (edges, _) in enumerate(self.gates):
            for edge in edges:
                self.owners.setdefault(edge, []).append(number)
        self.open = [NEVER, 0] * (self.states + len(ground.heads))
        self.worths: dict[int, list[int]] = {}

    def bound(self, question: ReachQuery, room: int) -> Bound:
        """Return the lower bound for a question, with a cut if one was found.

        Flow is added along shortest augmenting paths (Edmonds and Karp 1972) until there is none, or more flow than
        `room` closures can stop. All capacities are small, so that few paths are needed.
        """
        ground = self.ground
        source = question.source if question.source in ground.inside else None
        key = source, frozenset(ground.barred), tuple(ground.laid)
        if key not in self._worths_on:
            if len(self._worths_on) >= KEPT:
                del self._worths_on[next(iter(self._worths_on))]
            self._worths_on[key] = self._worths(*key)
        scale, worth, gates = self._worths_on[key]
        left = list(worth)
        flow = 0
        path: tuple[int, ...] = ()
        ends = {2 * goal + 1 for goal in question.goals}
        while flow <= room * scale:
            came, end = self._way(2 * question.source + 1, ends, left)
            if end is None:
                return self._cut(came, worth, left, gates, Bound(-(-flow // scale), None, path), flow % scale == 0)
            edges = _trail(came, self.ends, end)
            path = path or tuple(edge // 2 - self.states for edge in edges if edge // 2 >= self.states)
            most = min(left[edge] for edge in edges)
            flow += most
            for edge in edges:
                left[edge] -= most
                left[edge ^ 1] += most
            if most >= NEVER:
                return Bound(NEVER, None, path)
        return Bound(-(-flow // scale), None, path)

    def gates_from(self, number: int, source: int) -> Gates:
        """The gates of a closing for ways from a source inside what it shuts."""
        if (number, source) not in self._gates_from:
            self._gates_from[number, source] = self._gates(number, source)
        return self._gates_from[number, source]

    def _worths(self, source: int | None, barred: frozenset[int], laid: tuple[int, ...]) -> Worths:
        """Return `scale`, the capacity of each edge, and the gates of closings that have other gates for this source.

        If the source is within the moves that a closing removes, paths can start there, and these moves are gates, too.
        """
        ground = self.ground
        other: dict[int, Gates] = {}
        if source is not None:
            inside = (number for number in ground.inside[source] if number not in barred)
            other = {number: self.gates_from(number, source) for number in inside}
        scale = self.scale
        if any(shares > 1 and scale % shares for _, shares in other.values()):
            scale = _scale((scale, *(shares for _, shares in other.values())))
        worth = list(self._unhindered(scale))
        aside = {*other, *barred}
        for edge in {edge for number in aside for edge in self.gates[number][0]}:
            worth[2 * edge] = self._share(edge, scale, aside)
        for edges, shares in other.values():
            for edge in edges:
                worth[2 * edge] = min(worth[2 * edge], scale // shares)
        for number in laid:
            for move in ground.moves_of[number]:
                worth[2 * (self.states + move)] = 0
        return scale, worth, other

    def _unhindered(self, scale: int) -> list[int]:
        """Return the capacity of each edge if no closing is laid or barred; cached."""
        if scale not in self.worths:
            self.worths[scale] = list(self.open)
            for edge in self.owners:
                self.worths[scale][2 * edge] = self._share(edge, scale, ())
        return self.worths[scale]

    def _share(self, edge: int, scale: int, aside: Collection[int]) -> int:
        """Return the capacity of an edge: the smallest share of a closing with a gate there, except those `aside`."""
        return min(
            [scale // self.gates[number][1] for number in self.owners[edge] if number not in aside], default=NEVER
        )

    def _gates(self, number: int, source: int | None) -> Gates:
        """Return the gates of a closing: the states by which its places are entered, or the first of its moves."""
        ground = self.ground
        closing = ground.closings[number]
        if closing.option.places:
            network = ground.network
            inside = {state for place in closing.option.places for state in network.states_of[place]}
            entered = (state for state in sorted(inside) if any(p not in inside for p in network.before[state]))
            states = tuple(entered)
            return states, max(len(states), 1)
        found = tuple(move for move in ground.moves_of[number] if self._is_gate(move, number, source))
        pairs = {frozenset((ground.tails[move], ground.heads[move])) for move in found}
        return tuple(self.states + move for move in found), max(len(pairs), 1)

    def _is_gate(self, move: int, number: int, source: int | None) -> bool:
        """Whether a path can reach a move without passing another move that the closing removes.

        Paths that come back from the end of the move do not count.
        """
        ground = self.ground
        tail, head = ground.tails[move], ground.heads[move]
        if head == source:
            return False
        before = (other for other in ground.into[tail] if ground.tails[other] != head)
        return tail == source or any(number not in ground.closers[other] for other in before)

    def _way(self, source: int, ends: Collection[int], left: list[int]) -> tuple[dict[int, int], int | None]:
        """Find a shortest augmenting path by breadth-first search.

        Returns the edge by which each visited node was reached, and the end of the path, None if there is no path.
        """
        came = {source: -1}
        pending = deque((source,))
        spent = 0
        around, targets = self.around, self.ends
        while pending:
            node = pending.popleft()
            if node in ends:
                self.budget.spend(spent)
                return came, node
            edges = around[node]
            spent += len(edges)
            for edge in edges:
                if left[edge]:
                    end = targets[edge]
                    if end not in came:
                        came[end] = edge
                        pending.append(end)
        self.budget.spend(spent)
        return came, None

    def _cut(
        self,
        came: dict[int, int],
        worth: list[int],
        left: list[int],
        other: dict[int, Gates],
        bound: Bound,
        tight: bool,
    ) -> Bound:
        """Return the bound with the minimum cut: the closings at the edges that leave the set of reached nodes."""
        cut: dict[int, None] = {}
        for node in came:
            for edge in self.around[node]:
                if not edge & 1 and worth[edge] and self.ends[edge] not in came:
                    owners = self._owners(edge // 2, other)
                    if not any(number in cut for number in owners):
                        cut[owners[0]] = None
        hit = None
        if tight:
            edges = {*self.owners, *(edge for edges, _ in other.values() for edge in edges)}
            full = (edge for edge in edges if left[2 * edge] < worth[2 * edge])
            hit = frozenset(number for edge in full for number in self._owners(edge, other))
        return replace(bound, cut=tuple(sorted(cut)), hit=hit)

    def _owners(self, edge: int, other: dict[int, Gates]) -> list[int]:
        """Return the closings that can be laid now and have a gate at an edge."""
        stopped = self.ground.stopped
        found = [number for number in self.owners.get(edge, ()) if not stopped[number] and number not in other]
        return found + [number for number, (edges, _) in other.items() if edge in edges]


def _scale(shares: Iterable[int]) -> int:
    """Return the capacity of a closure: a common multiple of the numbers of gates, within limits.

    Above `FINEST` shares are rounded down; each is at least 1.
    """
    numbers = sorted({*shares}) or [1]
    scale = 1
    for number in numbers:
        scale = lcm(scale, number)
        if scale > FINEST:
            return max(FINEST, numbers[-1])
    return scale


def _trail(came: dict[int, int], ends: list[int], end: int) -> list[int]:
    edges = []
    while came[end] >= 0:
        edges.append(came[end])
        end = ends[came[end] ^ 1]
    return edges[::-1]


# Disjoint short paths.


class Detours:
    """The short paths over closable moves."""

    def __init__(self, ground: ClosableMoves, budget: SearchBudget) -> None:
        self.ground, self.budget = ground, budget
        network = ground.network
        costs = network.costs
        self._known: dict[frozenset[int], Distances] = {}
        if network.lengths is not None:
            self.costs = [length for lengths in network.lengths for length in lengths]
        else:
            self.costs = [1 if costs is None else costs[head] for head in ground.heads]

    def bound(self, question: ReachQuery, room: int) -> Bound:
        """Return the lower bound for a question with a maximum length.

        Short paths are collected one by one, each without moves that a closing of an earlier path removes. No closing
        breaks two of these paths.
        """
        used: set[int] = set()
        first: tuple[int, ...] = ()
        for number in range(room + 1):
            path = self.way(question, used)
            if path is None:
                hit = frozenset(used) if number else None
                return Bound(number, None if number else (), first, hit)
            first = first or path
            closers = self.ground.closers_on(path)
            if not closers:
                return Bound(NEVER, None, path)
            used.update(closers)
        return Bound(room + 1, None, first)

    def way(self, question: ReachQuery, avoided: set[int]) -> tuple[int, ...] | None:
        """Return the moves of a shortest path that is short enough and that no avoided closing removes; None if none.

        A* search (Hart, Nilsson and Raphael 1968): the distances to the goal without closures are the estimates.
        """
        ground, costs, ahead = self.ground, self.costs, self._ahead(question.goals)
        most = NEVER if question.most is None else question.most
        here = ahead[question.source]
        far: dict[int, int] = {question.source: 0}
        came: dict[int, int] = {}
        pending = [] if here is None or here > most else [(here, 0, question.source)]
        spent = 0
        while pending:
            _, gone, state = heappop(pending)
            if state in question.goals:
                self.budget.spend(spent)
                return self._trail(came, state)
            if -gone > far[state]:
                continue
            for move in ground.out[state]:
                spent += 3
                end, reach = ground.heads[move], costs[move] - gone
                rest = ahead[end]
                if rest is None or reach + rest > most or ground.shut[move] or reach >= far.get(end, NEVER):
                    continue
                if not avoided or avoided.isdisjoint(ground.closers[move]):
                    far[end] = reach
                    came[end] = move
                    heappush(pending, (reach + rest, -reach, end))
        self.budget.spend(spent)
        return None

    def _ahead(self, goals: frozenset[int]) -> Distances:
        """Return the distance from each state to the goals without closures; cached."""
        if goals not in self._known:
            network = self.ground.network
            self.budget.spend(network.size)
            self._known[goals] = distances_to(network.before, sorted(goals), network.costs, network.lengths_before)
        return self._known[goals]

    def _trail(self, came: dict[int, int], state: int) -> tuple[int, ...]:
        moves = []
        while state in came:
            moves.append(came[state])
            state = self.ground.tails[came[state]]
        return tuple(reversed(moves))
