"""Points on paper that lie too near to each other."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.network.layout import Point

AROUND = (-2, -1, 0, 1, 2)
"""The rows and columns of cells around a point in which others may be near."""

CROWD = 8
"""How many points of one cell are compared with others."""


def nearest_before(points: Iterable[tuple[int, Point]], within: int) -> Iterator[tuple[int, int, float]]:
    """Each point that has one before it less than `within` away, the nearest of those, and how far that is.

    Two points of one cell of the grid are always so near. Of a crowd in one cell only the first few are kept, so that
    many points in one spot cost no more than as many apart.
    """
    width = int(within * 0.7)
    columns: dict[int, dict[int, list[tuple[int, Point]]]] = {}
    for number, (x, y) in points:
        column, row = x // width, y // width
        around = [
            (hypot(x - there[0], y - there[1]), other)
            for across in AROUND
            if (rows := columns.get(column + across))
            for down in AROUND
            for other, there in rows.get(row + down, ())
        ]
        distance, other = min(around, default=(within, number))
        if distance < within:
            yield number, other, distance
        members = columns.setdefault(column, {}).setdefault(row, [])
        if len(members) < CROWD:
            members.append((number, (x, y)))
