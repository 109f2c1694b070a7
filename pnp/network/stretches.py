"""The straight stretches of drawn roads: which of them meet, and which run through a spot.

Stretches are sorted into the cells of a grid, so that only those that lie near each other are compared.
"""

from __future__ import annotations

from itertools import chain, pairwise
from math import hypot
from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pnp.network.budget import Budget
    from pnp.network.layout import Line, Point


@dataclass(frozen=True, slots=True)
class Stretch:
    """A straight stretch of a road, by number, from its left end to its right, between two heights."""

    line: int
    left: Point
    right: Point
    top: int
    bottom: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two roads, by number, that meet; they `touch` where one of them ends there, and cross where none does."""

    lower: int
    upper: int
    touch: bool


class Grid:
    """The stretches of roads by the cells that they run through; a cell is at least as wide as the mean is long."""

    def __init__(self, lines: Sequence[Line], least: int) -> None:
        self.lines = lines
        stretches = tuple(_stretches(lines))
        total = sum(hypot(each.right[0] - each.left[0], each.bottom - each.top) for each in stretches)
        self.cell = max(least, int(total / len(stretches)) if stretches else 0)
        self.cells: dict[Point, list[Stretch]] = {}
        for stretch in stretches:
            for cell in _cells(stretch, self.cell):
                self.cells.setdefault(cell, []).append(stretch)

    def meetings(self, budget: Budget) -> tuple[Meeting, ...]:
        """The pairs of roads that meet elsewhere than at a shared end, in source order; to cross outweighs to touch.

        Two roads between the same places are no pair. Raises OutOfStepsError where too many lie in one cell.
        """
        budget.spend(sum(len(members) * (len(members) - 1) // 2 for members in self.cells.values()))
        found: dict[tuple[int, int], bool] = {}
        for one, other in chain.from_iterable(map(_close, self.cells.values())):
            touch = _meet(one, other, self.lines[one.line], self.lines[other.line])
            if touch is not None:
                pair = (min(one.line, other.line), max(one.line, other.line))
                found[pair] = found.get(pair, True) and touch
        return tuple(Meeting(*pair, touch) for pair, touch in sorted(found.items()))

    def is_met_by(self, line: Line) -> bool:
        """Whether another road would meet one of these elsewhere than at a shared end."""
        for stretch in _stretches((line,)):
            for member in (member for cell in _cells(stretch, self.cell) for member in self.cells.get(cell, ())):
                if not _apart(stretch, member) and _meet(stretch, member, line, self.lines[member.line]) is not None:
                    return True
        return False

    def runs_through(
        self, points: Iterable[tuple[int, Point]], within: int, budget: Budget
    ) -> tuple[tuple[int, int], ...]:
        """Roads and numbered points, not their ends, that lie less than `within` from them: pairs of numbers, sorted.

        Raises OutOfStepsError where too many lie in one cell.
        """
        beside = [(number, at, members) for number, at in points for members in self._around(at, within)]
        budget.spend(sum(len(members) for *_, members in beside))
        found = set()
        for number, at, members in beside:
            above, below = at[1] - within, at[1] + within
            for stretch in members:
                if stretch.top < below and above < stretch.bottom and _passes(stretch, at, within):
                    line = self.lines[stretch.line]
                    if number not in (line.start, line.end):
                        found.add((stretch.line, number))
        return tuple(sorted(found))

    def _around(self, at: Point, within: int) -> Iterator[list[Stretch]]:
        """What runs through the cells that lie less than `within` from a point, cell by cell."""
        (x, y), cell = at, self.cell
        for column in range((x - within) // cell, (x + within) // cell + 1):
            for row in range((y - within) // cell, (y + within) // cell + 1):
                if members := self.cells.get((column, row)):
                    yield members


def _stretches(lines: Iterable[Line]) -> Iterator[Stretch]:
    for number, line in enumerate(lines):
        for ends in pairwise(line.points):
            left, right = sorted(ends)
            yield Stretch(number, left, right, min(left[1], right[1]), max(left[1], right[1]))


def _cells(stretch: Stretch, cell: int) -> Iterator[Point]:
    """The cells that a stretch runs through, column by column, one unit more above and below."""
    (left, start), (right, end) = stretch.left, stretch.right
    first, last = left // cell, right // cell
    if first == last:
        yield from ((first, row) for row in range(stretch.top // cell, stretch.bottom // cell + 1))
        return
    for column in range(first, last + 1):
        enters, leaves = max(left, column * cell), min(right, (column + 1) * cell)
        one = start + (end - start) * (enters - left) // (right - left)
        other = start + (end - start) * (leaves - left) // (right - left)
        for row in range((min(one, other) - 1) // cell, (max(one, other) + 1) // cell + 1):
            yield column, row


def _close(members: Iterable[Stretch]) -> Iterator[tuple[Stretch, Stretch]]:
    """The pairs of stretches of two roads whose boxes meet, from left to right."""
    beside: list[Stretch] = []
    for one in sorted(members, key=lambda each: each.left[0]):
        beside = [other for other in beside if other.right[0] >= one.left[0]]
        for other in beside:
            if other.top <= one.bottom and one.top <= other.bottom and one.line != other.line:
                yield other, one
        beside.append(one)


def _apart(one: Stretch, other: Stretch) -> bool:
    return (
        one.right[0] < other.left[0] or other.right[0] < one.left[0] or one.bottom < other.top or other.bottom < one.top
    )


def _meet(one: Stretch, other: Stretch, first: Line, second: Line) -> bool | None:
    """Whether stretches of two roads touch (True) or cross (False); None where they don't meet, or at shared ends only.

    They touch where one of the roads ends, on a place.
    """
    sides = _sides(one, other)
    if sides[0] * sides[1] > 0:
        return None
    backs = _sides(other, one)
    others = second.start, second.end
    if backs[0] * backs[1] > 0 or (first.start in others and first.end in others):
        return None
    if all(sides) and all(backs):
        return False
    if _part_ways(first, second):
        return None
    points = {
        point for point, side in zip((other.left, other.right), sides, strict=True) if not side and _on(one, point)
    }
    points |= {
        point for point, side in zip((one.left, one.right), backs, strict=True) if not side and _on(other, point)
    }
    points -= _shared_ends(first, second)
    ends = {first.points[0], first.points[-1], second.points[0], second.points[-1]}
    return points <= ends if points else None


def _part_ways(first: Line, second: Line) -> bool:
    """Whether two straight roads from the same place lead elsewhere: then they meet there only."""
    if len(first.points) != 2 or len(second.points) != 2:
        return False
    start, end = second.start, second.end
    if first.start in (start, end):
        (x, y), (to_x, to_y) = first.points
    elif first.end in (start, end):
        (to_x, to_y), (x, y) = first.points
    else:
        return False
    to_u, to_v = second.points[0 if second.start not in (first.start, first.end) else 1]
    across, down, right, below = to_x - x, to_y - y, to_u - x, to_v - y
    return across * below != down * right or across * right + down * below < 0


def _shared_ends(one: Line, other: Line) -> set[Point]:
    """Where two roads end at the same place."""
    ends = ((one.start, one.points[0]), (one.end, one.points[-1]))
    return {point for spot, point in ends if spot in (other.start, other.end)}


def _sides(stretch: Stretch, other: Stretch) -> tuple[int, int]:
    """On which sides of a stretch the ends of another lie, by their signs; 0 on its line."""
    (x, y), (to_x, to_y) = stretch.left, stretch.right
    (left, top), (right, bottom) = other.left, other.right
    across, down = to_x - x, to_y - y
    return across * (top - y) - down * (left - x), across * (bottom - y) - down * (right - x)


def _on(stretch: Stretch, point: Point) -> bool:
    """Whether a point on the line of a stretch lies on the stretch."""
    return stretch.left[0] <= point[0] <= stretch.right[0] and stretch.top <= point[1] <= stretch.bottom


def _passes(stretch: Stretch, point: Point, within: int) -> bool:
    """Whether a stretch comes nearer than `within` to a point."""
    (x, y), (to_x, to_y) = stretch.left, stretch.right
    across, down = to_x - x, to_y - y
    right, below = point[0] - x, point[1] - y
    side = across * below - down * right
    if abs(side) > within * (abs(across) + abs(down)):
        return False  # it is farther from the line: small numbers tell most
    length = across * across + down * down
    along = right * across + below * down
    if 0 < along < length:
        return side * side < within * within * length
    end = stretch.left if along <= 0 else stretch.right
    return (point[0] - end[0]) ** 2 + (point[1] - end[1]) ** 2 < within * within
