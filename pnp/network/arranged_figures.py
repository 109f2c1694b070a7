"""How fair the starts of a city are, over all the ways in which its tiles may lie."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pnp.diagnostics import Span
from pnp.model.reference import Ref
from pnp.model.requirement import STARTS, Requirement, Selector
from pnp.network.arranged_ways import Distances
from pnp.network.arrangements import in_words
from pnp.network.arranging import Arranging
from pnp.network.fairness import spread
from pnp.network.network import START
from pnp.network.selection import tags_of
from pnp.network.tile_arrangements import TileArrangements
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.budget import Budget
    from pnp.network.lower import Lowered
    from pnp.network.tile_map import Lying

UNWRITTEN = Span("")


@dataclass(frozen=True, slots=True)
class ArrangedFairness:
    """How much the starts' mean distances to the places with a tag differ, over their mean, in all arrangements.

    The least, the mean and the greatest of these spreads, and the first arrangement with the greatest, in words;
    `unreached` is how many arrangements have a start from which not all of them can be reached: they have no spread.
    """

    tag: str
    arrangements: int
    least: float | None
    mean: float | None
    greatest: float | None
    worst: str
    unreached: int


def arranged_fairness(lowered: Lowered, budget: Budget) -> Iterator[ArrangedFairness]:
    """The figures for each tag of a city whose tiles lie anyhow and which has starts; nothing for any other map.

    Raises OutOfStepsError where it is more work than the budget.
    """
    arrangements, network = lowered.arrangements, lowered.network
    if isinstance(arrangements, TileArrangements) and network.tagged(START) and arrangements.total > 1:
        for tag in tags_of(network):
            if tag != START:
                yield _figures(arrangements, tag, budget)


def _figures(arrangements: TileArrangements, tag: str, budget: Budget) -> ArrangedFairness:
    goal = Selector(tag=Ref(tag, UNWRITTEN))
    distances = Distances(arrangements.city, Requirement("fair-starts", tag, UNWRITTEN, start=STARTS, goal=goal))
    spreads: dict[Fraction, int] = {}
    worst: tuple[Fraction, tuple[Lying, ...]] | None = None
    unreached = 0
    for laying in Arranging(arrangements.rules, distances.signature).layings():
        means = distances.means(laying.lyings, budget)
        if not means:
            unreached += laying.alike
            continue
        found = spread(means)
        spreads[found] = spreads.get(found, 0) + laying.alike
        worst = (found, laying.lyings) if worst is None or found > worst[0] else worst
    total = sum(spreads.values())
    mean = sum((each * count for each, count in spreads.items()), Fraction(0)) / total if total else None
    return ArrangedFairness(
        tag,
        arrangements.total,
        _decimal(min(spreads, default=None)),
        _decimal(mean),
        _decimal(max(spreads, default=None)),
        in_words(arrangements.words(worst[1])) if worst else "",
        unreached,
    )


def _decimal(number: Fraction | None) -> float | None:
    return None if number is None else round(float(number), 6)
