"""Whether a map holds together when places are closed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.network.connection import judge_connected
from pnp.network.cuts import least_cut
from pnp.network.laid import Found, broken_by, held, judge_laid
from pnp.network.structure import inverted

if TYPE_CHECKING:
    from pnp.model.requirement import Requirement
    from pnp.network.budget import Budget
    from pnp.network.layout import Layout
    from pnp.network.network import Network
    from pnp.network.proof import Verdict
    from pnp.network.supply import Stock

LARGE = 1_000
"""From how many places on the first least cut that is found is shown, not the first in the order of the source."""


def judge_survives(requirement: Requirement, network: Network, stock: Stock, layout: Layout, budget: Budget) -> Verdict:
    """Whether the open places still reach each other, whichever places are closed of those in stock.

    Where each place has one state a least cut answers for all setups (Menger), quickly on large maps too.
    """
    if any(len(network.states_of[place]) != 1 for place in network.stops):
        return judge_laid(requirement, network, stock, layout, budget)
    verdict = judge_connected(network)
    if not verdict.holds:
        return replace(verdict, method="theorem", setups_total=stock.total)
    number = {place: index for index, place in enumerate(network.stops)}
    after = tuple(tuple(number[end] for end in network.onward[place]) for place in network.stops)
    budget.spend(network.size)
    cut = least_cut(after, inverted(after), stock.most + 1, budget)
    if cut is None:
        return held(verdict, Found(None, "theorem", 0), requirement, network, stock)
    if len(network.stops) < LARGE:
        least = judge_laid(requirement, network, replace(stock, most=len(cut)), layout, budget)
        return replace(least, setups_total=stock.total)
    closings = stock.closings
    found = Found(tuple(closings[at] for at in cut), "theorem", 1)
    return broken_by(found, requirement, network, stock, layout)
