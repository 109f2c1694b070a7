"""Maximum flow and detours: how many closures it takes at least.

Each closing lets as much flow through as a closure is worth, shared out among its gates: the moves and states by which
a way can first come to what it shuts. No way passes a closing without passing a gate, so whatever is laid stops no
more flow than it is worth, and as much flow as there is must be stopped. The bound is met where each closing has one
gate, as a closure on a place of one state has, a crossing of one move either way, or a token on a street without side
streets: then the least cut is the least setup.

As many at least as there are short ways of which no two can be shut by the same closing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from heapq import heappop, heappush
from math import lcm

from msgspec.structs import replace

from pnp.network.closures.questions import NEVER, Bound, ClosableMoves, ReachQuery
from pnp.network.search import Distances, SearchBudget, distances_to

# How many closures it takes to part states: a flow through what can be shut (Ford and Fulkerson 1956).

FINEST = 60
"""Into how many shares the worth of a closure is divided at most, unless one has more gates."""

KEPT = 256
"""How many grounds are kept with what closures are worth there: one question after the other is about the same few."""

Gates = tuple[tuple[int, ...], int]
"""The edges that are a closing's gates, and how many shares they take: one for the two directions of a move."""


class Flows:
    """The flow network of a ground.

    Each state is an edge from where it is entered to where it is left; after the states come the moves. Node `2s`
    enters state `s`, node `2s + 1` leaves it. Edge `e` runs as `2e`, its way back as `2e + 1`.
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
        self.gates_from = cache(self._gates)
        self._worths_on = lru_cache(maxsize=KEPT)(self._worths)
        self.scale = _scale(shares for _, shares in self.gates)
        self.owners: dict[int, list[int]] = {}
        for number, (edges, _) in enumerate(self.gates):
            for edge in edges:
                self.owners.setdefault(edge, []).append(number)
        self.open = [NEVER, 0] * (self.states + len(ground.heads))
        self.worths: dict[int, list[int]] = {}

    def bound(self, question: ReachQuery, room: int) -> Bound:
        """At least how many closings part the source from all goals, with those that are enough where they fit."""
        ground = self.ground
        source = question.source if question.source in ground.inside else None
        scale, worth, gates = self._worths_on(source, frozenset(ground.barred), tuple(ground.laid))
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

    def _worths(
        self, source: int | None, barred: frozenset[int], laid: tuple[int, ...]
    ) -> tuple[int, list[int], dict[int, Gates]]:
        """How many shares a closure is worth, how much flow each edge lets through, and gates that are other here.

        Where the `source` lies within what a closing shuts, ways come to it from there too; elsewhere it is no matter.
        """
        ground = self.ground
        within = () if source is None else ground.inside[source]
        inside = (number for number in within if number not in barred)
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
        """How much flow each edge lets through where each closing may be laid and nothing lies."""
        if scale not in self.worths:
            self.worths[scale] = list(self.open)
            for edge in self.owners:
                self.worths[scale][2 * edge] = self._share(edge, scale, ())
        return self.worths[scale]

    def _share(self, edge: int, scale: int, aside: Collection[int]) -> int:
        """How much flow an edge lets through: the least of the shares of what may be laid there, but not of those."""
        return min(
            [scale // self.gates[number][1] for number in self.owners[edge] if number not in aside], default=NEVER
        )

    def _gates(self, number: int, source: int | None) -> Gates:
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
        """Whether a way can come to a move from elsewhere than what the closing shuts, other than back from its end."""
        ground = self.ground
        tail, head = ground.tails[move], ground.heads[move]
        if head == source:
            return False
        before = (other for other in ground.into[tail] if ground.tails[other] != head)
        return tail == source or any(number not in ground.closers[other] for other in before)

    def _way(self, source: int, ends: Collection[int], left: list[int]) -> tuple[dict[int, int], int | None]:
        """The edge by which each node was come to, and the end of a shortest way more, None where there is none."""
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
        """The bound once no more flow gets through: on the edge of what is still come to all is stopped."""
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
        """What may be laid now that has a gate at an edge."""
        stopped = self.ground.stopped
        found = [number for number in self.owners.get(edge, ()) if not stopped[number] and number not in other]
        return found + [number for number, (edges, _) in other.items() if edge in edges]


def _scale(shares: Iterable[int]) -> int:
    """Into how many shares the worth of a closure is divided, so that most have whole ones, and each at least one."""
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


# How many closures it takes to make ways too long.


class Detours:
    """The short ways of a ground."""

    def __init__(self, ground: ClosableMoves, budget: SearchBudget) -> None:
        self.ground, self.budget = ground, budget
        network = ground.network
        costs = network.costs
        self._known: dict[frozenset[int], Distances] = {}
        self.costs = [1 if costs is None else costs[head] for head in ground.heads]

    def bound(self, question: ReachQuery, room: int) -> Bound:
        """At least how many closings make every way to a goal longer than the question says."""
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
        """The moves of a shortest way that is short enough and passes no avoided closing; None where there is none.

        States are looked at by how long a way through them is at least: by what is left to go with nothing laid.
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
        """How far each state is from the goals with nothing laid."""
        if goals not in self._known:
            network = self.ground.network
            self.budget.spend(network.size)
            self._known[goals] = distances_to(network.before, sorted(goals), network.costs)
        return self._known[goals]

    def _trail(self, came: dict[int, int], state: int) -> tuple[int, ...]:
        moves = []
        while state in came:
            moves.append(came[state])
            state = self.ground.tails[came[state]]
        return tuple(reversed(moves))
