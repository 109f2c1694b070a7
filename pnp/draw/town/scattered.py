"""Scattered points and rings: those near a place are found without asking all of them."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from pnp.draw.town.rings import Point, Ring, Shape, box

if TYPE_CHECKING:
    from collections.abc import Sequence


class Points:
    """Points, each known by its number."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._points = points
        self._order = sorted(range(len(points)), key=lambda number: points[number][0])
        self._xs = [points[number][0] for number in self._order]

    def between(self, left: float, right: float) -> list[int]:
        """The points that lie in that upright strip, edges and all, in turn."""
        return sorted(self._order[bisect_left(self._xs, left) : bisect_right(self._xs, right)])

    def nearest(self, at: Point) -> int:
        """The point nearest to another one, the first of those that are; there must be one."""
        best, found = math.inf, len(self._points)
        start = bisect_left(self._xs, at[0])
        for side in (range(start, len(self._xs)), range(start - 1, -1, -1)):
            for place in side:
                if abs(self._xs[place] - at[0]) > best:
                    break
                number = self._order[place]
                far = math.dist(self._points[number], at)
                if (far, number) < (best, found):
                    best, found = far, number
        return found


class Rings:
    """Rings, or lines, each with the box round it."""

    def __init__(self, shape: Shape = ()) -> None:
        self._boxed: list[tuple[float, float, float, float, Ring]] = []
        self.add(*shape)

    def add(self, *rings: Ring) -> None:
        """Put more rings there."""
        self._boxed += ((*box((ring,)), ring) for ring in rings)

    def near(self, shape: Shape, far: float = 0.0) -> Shape:
        """The rings that may reach the shape, which must not be empty, or come as near to it as `far`."""
        x0, y0, x1, y1 = box(shape)
        left, top, right, bottom = x0 - far, y0 - far, x1 + far, y1 + far
        return tuple(
            [it[4] for it in self._boxed if it[0] <= right and left <= it[2] and it[1] <= bottom and top <= it[3]]
        )
