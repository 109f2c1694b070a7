"""How many closures it takes to make ways too long.

As many at least as there are short ways of which no two can be shut by the same closing.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from pnp.network.bounds import NEVER, Bound, Question

if TYPE_CHECKING:
    from pnp.network.budget import Budget
    from pnp.network.ground import Ground


class Detours:
    """The short ways of a ground."""

    def __init__(self, ground: Ground, budget: Budget) -> None:
        self.ground, self.budget = ground, budget
        network = ground.network
        costs = network.costs
        self.costs = [1 if costs is None else costs[head] for head in ground.heads]

    def bound(self, question: Question, room: int) -> Bound:
        """At least how many closings make every way to a goal longer than the question says."""
        allowed = self.ground.allowed()
        used: set[int] = set()
        first: tuple[int, ...] = ()
        for number in range(room + 1):
            path = self.way(question, used)
            if path is None:
                hit = frozenset(used) if number else None
                return Bound(number, None if number else (), first, hit)
            first = first or path
            closers = {each for move in path for each in self.ground.closers[move] if allowed[each]}
            if not closers:
                return Bound(NEVER, None, path)
            used |= closers
        return Bound(room + 1, None, first)

    def way(self, question: Question, avoided: set[int]) -> tuple[int, ...] | None:
        """The moves of a shortest way that is short enough and passes no avoided closing; None where there is none."""
        ground = self.ground
        far: dict[int, int] = {question.source: 0}
        came: dict[int, int] = {}
        pending = deque((question.source,))
        most = NEVER if question.most is None else question.most
        spent = 0
        while pending:
            state = pending.popleft()
            if state in question.goals:
                self.budget.spend(spent)
                return self._trail(came, state)
            here = far[state]
            for move in ground.out[state]:
                spent += 1
                reach = here + self.costs[move]
                end = ground.heads[move]
                if reach <= most and not ground.shut[move] and reach < far.get(end, NEVER):
                    if avoided and not avoided.isdisjoint(ground.closers[move]):
                        continue
                    far[end] = reach
                    came[end] = move
                    (pending.append if self.costs[move] else pending.appendleft)(end)
        self.budget.spend(spent)
        return None

    def _trail(self, came: dict[int, int], state: int) -> tuple[int, ...]:
        moves = []
        while state in came:
            moves.append(came[state])
            state = self.ground.tails[came[state]]
        return tuple(reversed(moves))
