"""Whether a map holds together when places are closed."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from pnp.network.budget import Budget, OutOfStepsError
from pnp.network.connection import find_split
from pnp.network.cuts import least_cut
from pnp.network.proof import Verdict, Witness
from pnp.network.structure import inverted
from pnp.network.wording import listed, many, some

if TYPE_CHECKING:
    from pnp.network.network import Network


def judge_survives(network: Network, closed: int, budget: Budget) -> Verdict:
    """Whether the open places still reach each other, whichever `closed` places are closed, or fewer.

    The setups are the sets of up to `closed` places. Where each place has one state a least cut answers for all of
    them (Menger); else they are tried one by one, fewest closures first.
    """
    total = count_closures(network, closed)
    if all(len(network.states_of[place]) == 1 for place in network.stops):
        return _by_theorem(network, closed, total, budget)
    return _one_by_one(network, closed, total, budget)


def count_closures(network: Network, closed: int) -> int:
    """How many sets of up to `closed` places there are."""
    return sum(comb(len(network.stops), number) for number in range(closed + 1))


def _by_theorem(network: Network, closed: int, total: int, budget: Budget) -> Verdict:
    number = {place: index for index, place in enumerate(network.stops)}
    after = tuple(tuple(number[end] for end in network.onward[place]) for place in network.stops)
    budget.spend(network.size)
    cut = least_cut(after, inverted(after), closed + 1, budget)
    if cut is None:
        return Verdict(True, _held(closed), None, "any-n", "theorem", total, 0, total)
    places = tuple(network.stops[index] for index in cut)
    return _broken(network, places, Verdict(False, "", None, "any-n", "theorem", total, 1, 1))


def _one_by_one(network: Network, closed: int, total: int, budget: Budget) -> Verdict:
    checked = 0
    try:
        for number in range(closed + 1):
            for places in combinations(network.stops, number):
                budget.spend(network.size)
                checked += 1
                if find_split(network, frozenset(places)):
                    verdict = Verdict(False, "", None, "any-n", "exhaustive", total, checked, checked)
                    return _broken(network, places, verdict)
    except OutOfStepsError:
        detail = f"no closure was found that parts the map, but only {checked:,} of {total:,} could be looked at"
        return Verdict(None, detail, None, "any-n", "exhaustive", total, checked, checked)
    return Verdict(True, _held(closed), None, "any-n", "exhaustive", total, total, total)


def _held(closed: int) -> str:
    return f"whichever {many(closed, 'place')} or fewer are closed, the others reach each other"


def _broken(network: Network, closed: tuple[int, ...], verdict: Verdict) -> Verdict:
    """The verdict with what the closures cut off."""
    split = find_split(network, frozenset(closed))
    assert split is not None, "a cut parts the map"
    cut, names = network.names(closed), network.names(split.places)
    verb = "is" if len(names) == 1 else "are"
    when = f"when {listed(cut)} {'is' if len(cut) == 1 else 'are'} closed" if cut else "before any place is closed"
    witness = Witness(setup=tuple(("closed", name) for name in cut), places=names, cut=cut)
    return replace(verdict, detail=f"{some(names)} {verb} cut off {when}", witness=witness)
