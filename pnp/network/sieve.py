"""Which questions about ways closures may answer no: most are ruled out by others near them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.network.bounds import Question
from pnp.network.choices import moves_into
from pnp.network.flows import Flows
from pnp.network.ground import Ground
from pnp.network.parting import Parting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.bounds import Bound
    from pnp.network.budget import Budget
    from pnp.network.choices import Option
    from pnp.network.network import Network
    from pnp.network.questions import Round
    from pnp.network.supply import Stock


class Sieve:
    """Lets through the questions that closures may answer no, with their bounds (Even 1975).

    A state is safe where no closures part it from the hub. Then so is another that none part from the safe states and
    the hub together: those of them that are open lead on. Safe states are near mostly.
    """

    def __init__(self, network: Network, stock: Stock, forth: Parting, budget: Budget) -> None:
        self.network, self.stock, self.forth, self.budget = network, stock, forth, budget
        self._back: Parting | None = None

    @property
    def back(self) -> Parting:
        """The search with all moves turned round."""
        if self._back is None:
            ground = _turned(self.network, self.stock)
            self._back = Parting(ground, Flows(ground, self.budget).bound)
        return self._back

    @property
    def looked(self) -> int:
        """How many setups the searches looked at, either way round."""
        return self.forth.looked + (self._back.looked if self._back else 0)

    @property
    def branched(self) -> bool:
        """Whether a search had to try several setups."""
        return self.forth.branched or (self._back is not None and self._back.branched)

    def passed(self, each: Round) -> Iterator[tuple[Question, Bound]]:
        """The questions of a round that are not safe."""
        parting, most = self.back if each.back else self.forth, self.stock.most
        safe = set(each.hub)
        for state, barred in self._near_first(each):
            nearer = Question(state, frozenset(safe), barred)
            if len(safe) > len(each.hub) and parting.is_safe(nearer, most):
                safe.add(state)
                continue
            question = Question(state, each.hub, barred)
            bound = parting.within(question, most)
            if bound.least > most or parting.is_safe(question, most):
                safe.add(state)
            else:
                yield each.question(state, barred), bound

    def _near_first(self, each: Round) -> list[tuple[int, tuple[int, ...]]]:
        if len(each.rim) == 1:
            return list(each.rim)
        network = self.network
        self.budget.spend(network.size)
        order: dict[int, int] = dict.fromkeys(each.hub, 0)
        pending = list(each.hub)
        for state in pending:
            for end in (network.after if each.back else network.before)[state]:
                if end not in order:
                    order[end] = len(order)
                    pending.append(end)
        return sorted(each.rim, key=lambda end: order.get(end[0], len(order)))


def _turned(network: Network, stock: Stock) -> Ground:
    """The ground with all moves turned round; there too nothing leads into a place that is closed."""
    backward = replace(network, after=network.before, ways=network.before)

    def turned(option: Option) -> Option:
        if option.places:
            return replace(option, moves=frozenset(moves_into(backward, option.places)))
        return replace(option, moves=frozenset((end, start) for start, end in option.moves))

    supplies = tuple(
        replace(
            supply,
            choices=tuple(replace(each, options=tuple(map(turned, each.options))) for each in supply.choices),
        )
        for supply in stock.supplies
    )
    return Ground(backward, replace(stock, supplies=supplies))
