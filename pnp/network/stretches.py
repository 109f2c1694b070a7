"""The straight stretches of drawn roads: which of them meet, and which run through a spot.

Stretches are sorted into the cells of a grid, so that only those that lie near each other are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, pairwise
from math import hypot
from typing import TYPE_CHECKING

from pnp.network.layout import UNIT, Layout, Line, Point

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.network.budget import Budget


@dataclass(frozen=True, slots=True)
class Stretch:
    """A straight stretch of a road, the road by number."""

    line: int
    first: Point
    last: Point


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two roads, by number, that meet; they `touch` where one of them ends there, and cross where none does."""

    lower: int
    upper: int
    touch: bool


class Grid:
    """The stretches of a layout, by the cells that they run through; cells are as wide as the mean stretch is long."""

    def __init__(self, layout: Layout, least: int = 10 * UNIT) -> None:
        self.layout = layout
        self.stretches = tuple(_stretches(layout))
        total = sum(hypot(each.last[0] - each.first[0], each.last[1] - each.first[1]) for each in self.stretches)
        self.cell = max(least, int(total / len(self.stretches)) if self.stretches else 0)
        self.cells: dict[Point, list[Stretch]] = {}
        for stretch in self.stretches:
            for cell in _cells(stretch.first, stretch.last, self.cell):
                self.cells.setdefault(cell, []).append(stretch)

    def meetings(self, budget: Budget) -> list[Meeting]:
        """The pairs of roads that meet elsewhere than at a shared end, in source order; to cross outweighs to touch."""
        found: dict[tuple[int, int], bool] = {}
        for members in self.cells.values():
            budget.spend(len(members) * (len(members) - 1) // 2)
            for one, other in combinations(members, 2):
                lines = self.layout.lines[one.line], self.layout.lines[other.line]
                if one.line == other.line or _join_the_same(*lines) or _apart(one, other):
                    continue
                touch = _meet(one, other, *lines)
                if touch is not None:
                    pair = (min(one.line, other.line), max(one.line, other.line))
                    found[pair] = found.get(pair, True) and touch
        return [Meeting(*pair, touch) for pair, touch in sorted(found.items())]

    def runs_through(self, within: int, budget: Budget) -> list[tuple[int, int]]:
        """Roads and the spots, not their ends, that lie less than `within` from them: pairs of numbers, sorted."""
        found = set()
        for spot, (x, y) in self.layout.placed:
            columns = range((x - within) // self.cell, (x + within) // self.cell + 1)
            rows = range((y - within) // self.cell, (y + within) // self.cell + 1)
            for members in (self.cells.get((column, row), ()) for column in columns for row in rows):
                budget.spend(len(members))
                for stretch in members:
                    line = self.layout.lines[stretch.line]
                    if spot not in (line.start, line.end) and _passes(stretch, (x, y), within):
                        found.add((stretch.line, spot))
        return sorted(found)


def _stretches(layout: Layout) -> Iterator[Stretch]:
    for number, line in enumerate(layout.lines):
        for first, last in pairwise(line.points):
            yield Stretch(number, first, last)


def _cells(first: Point, last: Point, cell: int) -> Iterator[Point]:
    """The cells that a stretch runs through, column by column, one unit more on either side."""
    (left, y_left), (right, y_right) = sorted((first, last))
    for column in range(left // cell, right // cell + 1):
        ends = (max(left, column * cell), min(right, (column + 1) * cell))
        heights = [y_left + (y_right - y_left) * (x - left) // (right - left) for x in ends] if left < right else []
        heights = heights or [y_left, y_right]
        for row in range((min(heights) - 1) // cell, (max(heights) + 1) // cell + 1):
            yield column, row


def _join_the_same(one: Line, other: Line) -> bool:
    return {one.start, one.end} == {other.start, other.end}


def _meet(one: Stretch, other: Stretch, first: Line, second: Line) -> bool | None:
    """Whether stretches of two roads touch (True) or cross (False); None where they don't meet, or at shared ends only.

    They touch where one of the roads ends, on a place.
    """
    sides = (
        (other.first, _side(one, other.first), one),
        (other.last, _side(one, other.last), one),
        (one.first, _side(other, one.first), other),
        (one.last, _side(other, one.last), other),
    )
    if sides[0][1] * sides[1][1] < 0 and sides[2][1] * sides[3][1] < 0:
        return False
    points = {point for point, side, opposite in sides if side == 0 and _spans(opposite, point)}
    points -= _shared_ends(first, second)
    ends = {first.points[0], first.points[-1], second.points[0], second.points[-1]}
    return points <= ends if points else None


def _shared_ends(one: Line, other: Line) -> set[Point]:
    """Where two roads end at the same place."""
    ends = {(one.start, one.points[0]), (one.end, one.points[-1])}
    return {point for _, point in ends & {(other.start, other.points[0]), (other.end, other.points[-1])}}


def _apart(one: Stretch, other: Stretch) -> bool:
    (a, b), (c, d) = (one.first, one.last), (other.first, other.last)
    return (
        max(a[0], b[0]) < min(c[0], d[0])
        or max(c[0], d[0]) < min(a[0], b[0])
        or max(a[1], b[1]) < min(c[1], d[1])
        or max(c[1], d[1]) < min(a[1], b[1])
    )


def _side(stretch: Stretch, point: Point) -> int:
    """On which side of a stretch a point lies, by its sign; 0 on its line."""
    (x, y), (to_x, to_y) = stretch.first, stretch.last
    return (to_x - x) * (point[1] - y) - (to_y - y) * (point[0] - x)


def _spans(stretch: Stretch, point: Point) -> bool:
    """Whether a point on the line of a stretch lies on the stretch."""
    (x, y), (to_x, to_y) = stretch.first, stretch.last
    return min(x, to_x) <= point[0] <= max(x, to_x) and min(y, to_y) <= point[1] <= max(y, to_y)


def _passes(stretch: Stretch, point: Point, within: int) -> bool:
    """Whether a stretch comes nearer than `within` to a point."""
    (x, y), (to_x, to_y) = stretch.first, stretch.last
    across, down = to_x - x, to_y - y
    length = across * across + down * down
    along = (point[0] - x) * across + (point[1] - y) * down
    if 0 < along < length:
        return _side(stretch, point) ** 2 < within * within * length
    end = stretch.first if along <= 0 else stretch.last
    return (point[0] - end[0]) ** 2 + (point[1] - end[1]) ** 2 < within * within
