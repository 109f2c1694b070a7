"""How hard it is to cut a place off."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.model.closure import CLOSED, Closure
from pnp.network.budget import Budget, OutOfStepsError
from pnp.network.cuts import cut_between, mask
from pnp.network.flows import Flows
from pnp.network.ground import Ground
from pnp.network.network import START
from pnp.network.parting import Parting
from pnp.network.questions import Asking
from pnp.network.selection import Target, tagged_targets
from pnp.network.supply import stock_of
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.network.network import Network

PART = 20
"""Which part of the steps that are left the isolation of one place may take."""


@dataclass(frozen=True, slots=True)
class Isolation:
    """The fewest closures after which a start no longer leads to a place or site; None where none part them.

    They are closures of the kinds `by`; where none are named, every place may be closed. `cut` is where they lie.
    """

    place: str
    closures: int | None
    cut: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


def isolations(network: Network, closures: Sequence[Closure], budget: Budget) -> Iterator[Isolation]:
    """How hard it is to cut off each place and site with a tag: by closing places, by each kind of closure, by all.

    What would take too long is left out.
    """
    tags = (tag for tag in _tags(network) if tag != START)
    found = {target.name: target for tag in tags for target in tagged_targets(network, tag)}
    order = (*(place.id for place in network.places), *network.sites)
    kinds: list[tuple[Closure, ...]] = [(), *((closure,) for closure in closures)]
    for by in kinds if len(closures) < 2 else (*kinds, tuple(closures)):
        for target in (found[name] for name in order if name in found):
            if not by and network.single and len(target.places) == 1:
                yield replace(isolation_of(network, target.places[0], budget), place=target.name)
                continue
            share = Budget(budget.left // PART)
            given = share.left
            try:
                yield isolation_by(network, target, by, share)
            except OutOfStepsError:
                continue
            finally:
                budget.left -= given - max(share.left, 0)


def _tags(network: Network) -> dict[str, None]:
    """The tags of places and sites."""
    return dict.fromkeys([*network.by_tag, *(tag for site in network.sites.values() for tag in site.tags)])


def isolation_by(network: Network, target: Target, by: Sequence[Closure], budget: Budget) -> Isolation:
    """How many closures of these kinds it takes to part a target from some start; of any place where there are none.

    Raises OutOfStepsError where it would take more steps than the budget.
    """
    names = tuple(closure.name for closure in by)
    kinds = by or (Closure(CLOSED, network.places[target.places[0]].span, "places"),)
    stock = stock_of(network, kinds, None)
    ground = Ground(network, stock)
    parting = Parting(ground, Flows(ground, budget).bound)
    best: tuple[int, ...] | None = None
    limit = stock.most
    for each in Asking(network, stock, ground).ways(network.starts, (target,)):
        for state, barred in each.rim:
            question = each.question(state, barred)
            for room in range(parting.within(question, limit).least, limit + 1):
                answer = parting.answer(question, room)
                if answer is not None:
                    best, limit = answer, len(answer) - 1
                    break
    if best is None:
        return Isolation(target.name, None, (), names)
    return Isolation(target.name, len(best), tuple(ground.closings[number].choice.at for number in best), names)


def isolation_of(network: Network, place: int, budget: Budget) -> Isolation:
    """How many places must be closed at least, neither the place nor the start, to part it from some start."""
    best: list[int] | None = None
    limit = len(network.backward[place]) + 1
    for start in network.starts:
        if start != place and place not in network.onward[start]:
            goals = mask(len(network.places), network.onward[start])
            cut = cut_between(network.backward, place, goals, limit, budget)
            if cut is not None:
                best, limit = cut, len(cut)
    name = network.places[place].id
    return Isolation(name, None) if best is None else Isolation(name, len(best), network.names(best))
