"""The distance from each place to each, and what it says of the whole map."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.network.budget import Budget
    from pnp.network.network import Network
    from pnp.network.search import Distances

Table = tuple[tuple[int | None, ...], ...]
"""The distances from each stop to each, in the order of the stops; None where no way leads."""


@dataclass(frozen=True, slots=True)
class RowFigures:
    """How far the other places are from one: the farthest, None where one can't be reached, and the mean."""

    farthest: int | None
    mean: float | None


@dataclass(frozen=True, slots=True)
class DistanceFigures:
    """How far places are apart: None for all where the map is too large.

    `pairs` counts the pairs of places by their distance from 1 on: unordered where every move can be turned round.
    """

    diameter: int | None = None
    radius: int | None = None
    mean_distance: float | None = None
    pairs: tuple[int, ...] = ()
    unreachable_pairs: int | None = None
    table: Table | None = None


def distance_table(network: Network, budget: Budget) -> Table:
    """The distance from each stop, at its worst state, to each."""
    budget.spend(len(network.after) * network.size)
    return tuple(_row(network, start) for start in network.stops)


def distance_row(table: Table, number: int) -> RowFigures:
    """The figures of one row of the table."""
    others = [*table[number][:number], *table[number][number + 1 :]]
    return RowFigures(_greatest([0, *others]), _mean([distance for distance in others if distance is not None]))


def distance_figures(table: Table | None, two_way: bool) -> DistanceFigures:
    """What the table says of the whole map."""
    if table is None:
        return DistanceFigures()
    found = [distance for number, row in enumerate(table) for distance in (*row[:number], *row[number + 1 :])]
    known = [distance for distance in found if distance is not None]
    farthest = [_greatest(row) for row in table]
    times = 2 if two_way else 1
    counts = Counter(known)
    return DistanceFigures(
        diameter=_greatest(farthest),
        radius=min((far for far in farthest if far is not None), default=None),
        mean_distance=_mean(known),
        pairs=tuple(counts[distance] // times for distance in range(1, max(counts, default=0) + 1)),
        unreachable_pairs=(len(found) - len(known)) // times,
        table=table,
    )


def _row(network: Network, start: int) -> tuple[int | None, ...]:
    rows = [network.distances_from(state) for state in network.states_of[start]]
    if len(rows) == 1:
        return tuple(rows[0] if network.single else [rows[0][goal] for goal in network.stops])
    return tuple(_greatest([row[goal] for row in rows]) for goal in network.stops)


def _greatest(distances: Sequence[int | None] | Distances) -> int | None:
    """The greatest distance; None where one is None, or where there are none."""
    known = [distance for distance in distances if distance is not None]
    return max(known, default=None) if len(known) == len(distances) else None


def _mean(distances: list[int]) -> float | None:
    return round(sum(distances) / len(distances), 6) if distances else None
