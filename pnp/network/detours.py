"""How many closures it takes to make ways too long.

As many at least as there are short ways of which no two can be shut by the same closing.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

from pnp.network.bounds import NEVER, Bound, Question
from pnp.network.search import distances_to

if TYPE_CHECKING:
    from pnp.network.budget import Budget
    from pnp.network.ground import Ground
    from pnp.network.search import Distances


class Detours:
    """The short ways of a ground."""

    def __init__(self, ground: Ground, budget: Budget) -> None:
        self.ground, self.budget = ground, budget
        network = ground.network
        costs = network.costs
        self._known: dict[frozenset[int], Distances] = {}
        self.costs = [1 if costs is None else costs[head] for head in ground.heads]

    def bound(self, question: Question, room: int) -> Bound:
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

    def way(self, question: Question, avoided: set[int]) -> tuple[int, ...] | None:
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
