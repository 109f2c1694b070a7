"""Scattered points, rings and the sides of a shape: those near a place are found without asking all of them."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from pnp.draw.town.rings import Point, Ring, Shape, box, edges, winding

if TYPE_CHECKING:
    from collections.abc import Sequence

STRIPS = 64
"""Into how many strips, lying on each other, the sides of a shape are sorted at the most."""


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


class Ground:
    """A shape, to be asked of many points whether they lie in it."""

    def __init__(self, shape: Shape) -> None:
        sides = [(a, b) for ring in shape for a, b in edges(ring) if a[1] != b[1]]
        count = min(STRIPS, 1 + len(sides) // 4)
        heights = [a[1] for a, _ in sides]
        self._top, self._bottom = min(heights, default=0.0), max(heights, default=0.0)
        self._share = count / (self._bottom - self._top or 1.0)
        self._strips: list[list[tuple[Point, Point]]] = [[] for _ in range(count + 1)]
        for a, b in sides:
            first, last = self._strip(min(a[1], b[1])), self._strip(max(a[1], b[1]))
            for strip in self._strips[first : last + 1]:
                strip.append((a, b))

    def holds(self, point: Point) -> bool:
        """Whether the point lies in the shape."""
        if not self._top <= point[1] < self._bottom:
            return False
        return winding(self._strips[self._strip(point[1])], point) != 0

    def _strip(self, y: float) -> int:
        return int((y - self._top) * self._share)
