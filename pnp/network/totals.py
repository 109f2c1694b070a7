"""How many setups there are where tiles are laid and closures on them: as many as the sets of tiles on the table give.

What may be laid hangs on which tiles lie there, not on where they lie or how they are turned.
"""

from __future__ import annotations

from functools import reduce
from itertools import product
from math import factorial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pnp.network.arranging import Rules
    from pnp.network.budget import Budget
    from pnp.network.network import Network
    from pnp.network.supply import Stock, Supply

ONE = 20
"""The steps of one addition."""

Ways = list[int]
"""In how many ways none, one, two … closures of a kind can be laid."""

Numbers = tuple[int, ...]
"""How many tiles lie there, and how many closures of each kind."""


def setups_in_all(rules: Rules, printed: Stock, stock_on: Callable[[Network], Stock], budget: Budget) -> int:
    """How many labelled setups there are, where `stock_on` says what may be laid on a network.

    Raises OutOfStepsError where the sets of tiles make too many sums.
    """
    if not printed.supplies or not rules.shuffled or rules.cells == len(rules.city.pieces):
        return rules.total * printed.total
    budget.spend(sum(len(piece.places) for piece in rules.city.pieces))
    tiles = [stock_on(rules.city.alone(tile)).supplies for tile in range(len(rules.city.pieces))]
    spots = [sum(len(supplies[kind].choices) for supplies in tiles) for kind in range(len(printed.supplies))]
    free = printed.limit is None or printed.limit >= sum(spots)
    limits = [
        0 if free and (limit is None or limit >= spots[kind]) else spots[kind] if limit is None else limit
        for kind, limit in enumerate(supply.limit for supply in printed.supplies)
    ]
    in_all = sum(limits) if printed.limit is None or free else printed.limit
    found: dict[Numbers, int] = {(0,) * (1 + len(limits)): 1}
    for supplies in tiles:
        ways = [_ways(supply, limit) for supply, limit in zip(supplies, limits, strict=True)]
        found = _with(found, ways, (rules.cells, *limits), in_all, budget)
    sets = sum(number for laid, number in found.items() if laid[0] == rules.cells)
    turnings: int = len(rules.turns) ** rules.cells
    return sets * factorial(rules.cells) * turnings


def _with(
    found: dict[Numbers, int], ways: Sequence[Ways], most: Numbers, in_all: int, budget: Budget
) -> dict[Numbers, int]:
    """The ways to lay things with a tile more, or without it."""
    grown = dict(found)
    for laid, number in found.items():
        for more in product((1,), *(range(len(each)) for each in ways)):
            budget.spend(ONE)
            then = tuple(map(sum, zip(laid, more, strict=True)))
            if sum(then[1:]) <= in_all and all(map(int.__le__, then, most)):
                times = reduce(int.__mul__, (each[count] for each, count in zip(ways, more[1:], strict=True)), number)
                grown[then] = grown.get(then, 0) + times
    return grown


def _ways(supply: Supply, limit: int) -> Ways:
    """The ways to lay up to so many on one tile; where nothing limits them, of whatever number, all as if none."""
    ways = supply.ways
    return ways[: limit + 1] if limit else [sum(ways)]
