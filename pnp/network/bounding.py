"""A search for the least closures that break a demand, by bounds that rule most setups out.

Where ways are asked about, a flow answers for all setups at once or says where to look, and branch and bound looks
there. What lies around single places is asked of the closures around them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.network.budget import Budget, Dear, OutOfStepsError
from pnp.network.detours import Detours
from pnp.network.flows import Flows
from pnp.network.ground import Ground
from pnp.network.laid import Found, GivenUpError
from pnp.network.parting import Parting
from pnp.network.questions import Asking, rounds_of
from pnp.network.sieve import Sieve
from pnp.network.vicinity import Search, Surroundings, vicinities

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.model.requirement import Requirement
    from pnp.network.bounds import Bound, Question
    from pnp.network.network import Network
    from pnp.network.questions import Round
    from pnp.network.supply import Setup, Stock
    from pnp.network.vicinity import Vicinity

PRICE = 4
"""How many steps it takes to look at one edge of a flow, or at one move of a detour."""


def found_by_bounds(requirement: Requirement, network: Network, stock: Stock, budget: Budget) -> Found | None:
    """What the search finds; None where all setups are to be tried.

    Raises GivenUpError where the budget does not last.
    """
    if requirement.demand == "fair-starts":
        from pnp.network.laid_fairness import fair_setups

        return fair_setups(requirement, network, stock, budget)
    budget = Dear(budget, PRICE)
    ground = Ground(network, stock)
    rounds = rounds_of(requirement, Asking(network, stock, ground))
    if rounds is not None:
        return _among_ways(rounds, network, stock, ground, budget)
    around = Surroundings(ground, budget)
    places = vicinities(requirement, ground, around)
    return None if places is None else _around_places(tuple(places), ground, stock, around)


def _among_ways(rounds: Iterable[Round], network: Network, stock: Stock, ground: Ground, budget: Budget) -> Found:
    detours = Detours(ground, budget)
    flows = Flows(ground, budget)

    def bound(question: Question, room: int) -> Bound:
        return flows.bound(question, room) if question.most is None else detours.bound(question, room)

    parting = Parting(ground, bound)
    sieve = Sieve(network, stock, parting, budget)

    def questions() -> Iterator[tuple[Question, Bound]]:
        for each in rounds:
            if each.most is None:
                yield from sieve.passed(each)
            else:
                for state, barred in each.rim:
                    question = each.question(state, barred)
                    yield question, parting.within(question, stock.most)

    try:
        answer = parting.least(questions(), stock.most)
    except OutOfStepsError:
        answer = parting.best
        if answer is None:
            raise GivenUpError(parting.shown, parting.looked) from None
    if not sieve.branched:
        return Found(_setup(ground, answer), "theorem", 0)
    return Found(_setup(ground, answer), "exhaustive", sieve.looked)


def _around_places(places: tuple[Vicinity, ...], ground: Ground, stock: Stock, around: Surroundings) -> Found:
    search = Search(ground, stock, around)
    try:
        answer = search.least(places)
    except OutOfStepsError:
        raise GivenUpError(search.shown, search.looked) from None
    return Found(_setup(ground, answer), "exhaustive", search.looked + 1)


def _setup(ground: Ground, answer: tuple[int, ...] | None) -> Setup | None:
    return None if answer is None else tuple(ground.closings[number] for number in answer)
