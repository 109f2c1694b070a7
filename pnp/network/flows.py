"""How many closures it takes to part states: a flow through what can be shut (Ford and Fulkerson 1956).

Each closing lets as much flow through as a closure is worth, shared out among its gates: the moves and states by which
a way can first come to what it shuts. No way passes a closing without passing a gate, so whatever is laid stops no
more flow than it is worth, and as much flow as there is must be stopped. The bound is met where each closing has one
gate, as a closure on a place of one state has, a crossing of one move either way, or a token on a street without side
streets: then the least cut is the least setup.
"""

from __future__ import annotations

from collections import deque
from math import lcm
from typing import TYPE_CHECKING

from pnp.network.bounds import NEVER, Bound, Question

if TYPE_CHECKING:
    from collections.abc import Collection

    from pnp.network.budget import Budget
    from pnp.network.ground import Ground

FINEST = 60
"""Into how many shares the worth of a closure is divided at most."""

Gates = tuple[tuple[int, ...], int]
"""The edges that are a closing's gates, and how many shares they take: one for the two directions of a move."""


class Flows:
    """The flow network of a ground.

    Each state is an edge from where it is entered to where it is left; after the states come the moves. Node `2s`
    enters state `s`, node `2s + 1` leaves it. Edge `e` runs as `2e`, its way back as `2e + 1`.
    """

    def __init__(self, ground: Ground, budget: Budget) -> None:
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

    def bound(self, question: Question, room: int) -> Bound:
        """At least how many closings part the source from all goals, with those that are enough where they fit."""
        source = question.source
        scale, worth, owners = self._worths(source)
        left = list(worth)
        flow = 0
        path: tuple[int, ...] = ()
        ends = {2 * goal + 1 for goal in question.goals}
        while flow <= room * scale:
            came, end = self._way(2 * source + 1, ends, left)
            if end is None:
                return self._cut(came, worth, left, owners, scale, flow, path)
            edges = _trail(came, self.ends, end)
            path = path or tuple(edge // 2 - self.states for edge in edges if edge // 2 >= self.states)
            most = min(left[edge] for edge in edges)
            flow += most
            for edge in edges:
                left[edge] -= most
                left[edge ^ 1] += most
            if most >= NEVER:
                break
        return Bound(NEVER if flow >= NEVER else -(-flow // scale), None, path)

    def _worths(self, source: int) -> tuple[int, list[int], dict[int, list[int]]]:
        """How many shares a closure is worth, how much flow each edge lets through, and whose gate it is."""
        ground = self.ground
        gates = {
            number: self._gates(number, source) if source in ground.inside[number] else self.gates[number]
            for number, may in enumerate(ground.allowed())
            if may
        }
        scale = 1
        for _, shares in gates.values():
            if scale % max(shares, 1):
                scale = lcm(scale, shares)
                if scale > FINEST:
                    scale = FINEST
                    break
        worth = [NEVER, 0] * (self.states + len(ground.heads))
        owners: dict[int, list[int]] = {}
        for number, (edges, shares) in gates.items():
            share = scale // max(shares, 1)
            for edge in edges:
                if share < worth[2 * edge]:
                    worth[2 * edge] = share
                owners.setdefault(edge, []).append(number)
        for move, laid in enumerate(ground.shut):
            if laid:
                worth[2 * (self.states + move)] = 0
        return scale, worth, owners

    def _gates(self, number: int, source: int | None) -> Gates:
        ground = self.ground
        closing = ground.closings[number]
        if closing.option.places:
            network = ground.network
            inside = {state for place in closing.option.places for state in network.states_of[place]}
            entered = (state for state in sorted(inside) if any(p not in inside for p in network.before[state]))
            states = tuple(entered)
            return states, len(states)
        found = tuple(move for move in ground.moves_of[number] if self._is_gate(move, number, source))
        pairs = {frozenset((ground.tails[move], ground.heads[move])) for move in found}
        return tuple(self.states + move for move in found), len(pairs)

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
        owners: dict[int, list[int]],
        scale: int,
        flow: int,
        path: tuple[int, ...],
    ) -> Bound:
        """The bound once no more flow gets through: on the edge of what is still come to all is stopped."""
        cut: dict[int, None] = {}
        for node in came:
            for edge in self.around[node]:
                if not edge & 1 and worth[edge] and self.ends[edge] not in came:
                    mine = owners[edge // 2]
                    if not any(number in cut for number in mine):
                        cut[mine[0]] = None
        least = -(-flow // scale)
        hit = None
        if flow == least * scale:
            hit = frozenset(
                number for edge, mine in owners.items() if left[2 * edge] < worth[2 * edge] for number in mine
            )
        return Bound(least, tuple(sorted(cut)), path, hit)


def _trail(came: dict[int, int], ends: list[int], end: int) -> list[int]:
    edges = []
    while came[end] >= 0:
        edges.append(came[end])
        end = ends[came[end] ^ 1]
    return edges[::-1]
