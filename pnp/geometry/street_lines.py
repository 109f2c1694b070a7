"""Lines of whole units: crossings, ends on others."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from msgspec import Struct

Vector = tuple[int, int]

COMPARED = 50_000
"""How many pairs of straight parts are compared in one plan: streets of far larger maps lie apart."""


class PolyLine(Struct, frozen=True):
    """A line through points, and how far along it each of them lies."""

    points: tuple[Vector, ...]
    reaches: tuple[int, ...]

    @property
    def length(self) -> int:
        """How long it is."""
        return self.reaches[-1]

    @property
    def closed(self) -> bool:
        """Whether it is a ring."""
        return len(self.points) > 2 and self.points[0] == self.points[-1]

    def at(self, along: int) -> Vector:
        """The point so far along."""
        part = self._part(along, 1)
        (x, y), (to_x, to_y) = self.points[part : part + 2]
        start, size = self.reaches[part], self.reaches[part + 1] - self.reaches[part]
        return x + _rounded((to_x - x) * (along - start), size), y + _rounded((to_y - y) * (along - start), size)

    def direction(self, along: int, onward: int) -> Vector:
        """The direction of the straight part that leads on from there, or back where `onward` is -1."""
        part = self._part(along, onward)
        (x, y), (to_x, to_y) = self.points[part : part + 2]
        return (to_x - x) * onward, (to_y - y) * onward

    def part(self, start: int, end: int) -> tuple[Vector, ...]:
        """The points of the line from `start` to `end` along it."""
        between = (point for point, reach in zip(self.points, self.reaches, strict=True) if start < reach < end)
        return (self.at(start), *between, self.at(end))

    def nearest(self, point: Vector) -> int:
        """How far along the line the point of it lies that is nearest to this one."""
        return min(_foot(stretch, point)[:2] for stretch in stretches_of(0, self))[1]

    def _part(self, along: int, onward: int) -> int:
        """The number of the straight part that holds what is so far along; at a bend, that which leads on or back."""
        found = bisect_right(self.reaches, along if onward > 0 else along - 1) - 1
        return min(max(found, 0), len(self.points) - 2)


class StraightSegment(NamedTuple):
    """A straight part of a line, from `start` to `end`, `reach` along it."""

    line: int
    number: int
    start: Vector
    end: Vector
    reach: int
    size: int


class StreetMeeting(Struct, frozen=True):
    """A point where streets meet."""

    at: Vector
    streets: tuple[int, ...]


class Meetings(Struct, frozen=True):
    """Where streets meet: the places, and for each street how far along it comes to which of them, in turn."""

    places: tuple[StreetMeeting, ...]
    along: tuple[tuple[tuple[int, int], ...], ...]
    overlaps: tuple[tuple[int, int], ...]
    whole: bool


def line_of(points: Sequence[Vector]) -> PolyLine:
    """The line through points; those that repeat the one before are left out."""
    kept = [point for number, point in enumerate(points) if number == 0 or point != points[number - 1]]
    kept = kept if len(kept) > 1 else [kept[0], (kept[0][0] + 1, kept[0][1])]
    reaches = [0]
    for start, end in pairwise(kept):
        reaches.append(reaches[-1] + _distance(start, end))
    return PolyLine(tuple(kept), tuple(reaches))


def stretches_of(number: int, line: PolyLine) -> Iterator[StraightSegment]:
    """The straight parts of a line."""
    for part, (start, end) in enumerate(pairwise(line.points)):
        reach = line.reaches[part]
        yield StraightSegment(number, part, start, end, reach, line.reaches[part + 1] - reach)


def find_meetings(lines: Sequence[PolyLine], near: int) -> Meetings:
    """Where lines cross, and where the end of one lies nearer than `near` to another; meetings as near are one."""
    found: list[tuple[int, int, int, int, Vector]] = []
    overlaps: set[tuple[int, int]] = set()
    whole = True
    for count, (one, two) in enumerate(_close(lines, near)):
        if count == COMPARED:
            whole = False
            break
        if one.line != two.line and _overlap(one, two, near):
            overlaps.add((min(one.line, two.line), max(one.line, two.line)))
        else:
            found.extend(_earlier_first(*each) for each in _meet(one, two, lines, near))
    places, cells = list[Vector](), dict[Vector, list[int]]()
    come: list[set[int]] = []
    along: list[set[tuple[int, int]]] = [set() for _ in lines]
    for street, reach, other, other_reach, at in sorted(found):
        place = _place(places, cells, at, near)
        if place == len(come):
            come.append(set())
        come[place] |= {street, other}
        along[street].add((reach, place))
        along[other].add((other_reach, place))
    meetings = tuple(StreetMeeting(at, tuple(sorted(streets))) for at, streets in zip(places, come, strict=True))
    return Meetings(meetings, tuple(tuple(sorted(each)) for each in along), tuple(sorted(overlaps)), whole)


def _earlier_first(
    street: int, reach: int, other: int, other_reach: int, at: Vector
) -> tuple[int, int, int, int, Vector]:
    """A meeting as the earlier of its two streets comes to it, wherever they lie: so places are numbered along it."""
    return (street, reach, other, other_reach, at) if street <= other else (other, other_reach, street, reach, at)


def _place(places: list[Vector], cells: dict[Vector, list[int]], at: Vector, near: int) -> int:
    """The number of the meeting at a point: the first that is near, or a new one, which takes its place in its cell."""
    x, y = at[0] // max(near, 1), at[1] // max(near, 1)
    beside = (cells.get((x + right, y + down), ()) for right in (-1, 0, 1) for down in (-1, 0, 1))
    close = [number for cell in beside for number in cell if _distance(places[number], at) <= near]
    if close:
        return min(close)
    cells.setdefault((x, y), []).append(len(places))
    places.append(at)
    return len(places) - 1


def _close(lines: Sequence[PolyLine], near: int) -> Iterator[tuple[StraightSegment, StraightSegment]]:
    """The pairs of straight parts that may meet, by how far they reach from west to east."""
    stretches = [stretch for number, line in enumerate(lines) for stretch in stretches_of(number, line)]
    stretches.sort(key=lambda each: (min(each.start[0], each.end[0]), each.line, each.number))
    open_ones: list[StraightSegment] = []
    for stretch in stretches:
        west = min(stretch.start[0], stretch.end[0]) - near
        open_ones = [each for each in open_ones if max(each.start[0], each.end[0]) >= west]
        yield from ((each, stretch) for each in open_ones if not _consecutive(each, stretch, lines))
        open_ones.append(stretch)


def _consecutive(one: StraightSegment, other: StraightSegment, lines: Sequence[PolyLine]) -> bool:
    """Whether one straight part of a line follows the other."""
    if one.line != other.line:
        return False
    line, apart = lines[one.line], abs(one.number - other.number)
    return apart <= 1 or (line.closed and apart == len(line.points) - 2)


def _meet(
    one: StraightSegment, other: StraightSegment, lines: Sequence[PolyLine], near: int
) -> Iterator[tuple[int, int, int, int, Vector]]:
    """Where two straight parts meet: how far along each line, and at which point."""
    crossing = _crossing(one, other)
    if crossing:
        yield one.line, crossing[0], other.line, crossing[1], crossing[2]
    for ending, through in ((one, other), (other, one)):
        line = lines[ending.line]
        if line.closed:
            continue
        for along in sorted({ending.reach, ending.reach + ending.size} & {0, line.length}):
            far, there, at = _foot(through, line.at(along))
            if far <= near:
                yield ending.line, along, through.line, there, at


def _crossing(one: StraightSegment, other: StraightSegment) -> tuple[int, int, Vector] | None:
    """How far along each of two straight parts they cross, and where; None where they don't or are parallel."""
    (px, py), (rx, ry) = one.start, other.start
    dx, dy = one.end[0] - px, one.end[1] - py
    ex, ey = other.end[0] - rx, other.end[1] - ry
    turn = dx * ey - dy * ex
    if turn == 0:
        return None
    first = (rx - px) * ey - (ry - py) * ex
    second = (rx - px) * dy - (ry - py) * dx
    if turn < 0:
        turn, first, second = -turn, -first, -second
    if not (0 <= first <= turn and 0 <= second <= turn):
        return None
    at = px + _rounded(dx * first, turn), py + _rounded(dy * first, turn)
    return one.reach + _rounded(one.size * first, turn), other.reach + _rounded(other.size * second, turn), at


def _foot(stretch: StraightSegment, point: Vector) -> tuple[int, int, Vector]:
    """The point of a straight part that is nearest to another: how far away, how far along its line, and where."""
    (x, y), (to_x, to_y) = stretch.start, stretch.end
    dx, dy = to_x - x, to_y - y
    square = dx * dx + dy * dy
    share = min(max((point[0] - x) * dx + (point[1] - y) * dy, 0), square)
    at = x + _rounded(dx * share, square), y + _rounded(dy * share, square)
    return _distance(at, point), stretch.reach + _rounded(stretch.size * share, square), at


def _overlap(one: StraightSegment, other: StraightSegment, near: int) -> bool:
    """Whether two straight parts run side by side, closer than twice `near`, for longer than that."""
    dx, dy = one.end[0] - one.start[0], one.end[1] - one.start[1]
    if dx * (other.end[1] - other.start[1]) != dy * (other.end[0] - other.start[0]):
        return False
    shares = [dx * (x - one.start[0]) + dy * (y - one.start[1]) for x, y in (other.start, other.end)]
    side = dx * (other.start[1] - one.start[1]) - dy * (other.start[0] - one.start[0])
    shared = min(max(shares), one.size * one.size) - max(min(shares), 0)
    return abs(side) < 2 * near * one.size and shared > 2 * near * one.size


def _distance(start: Vector, end: Vector) -> int:
    """The distance of two points, rounded."""
    square = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    return (isqrt(4 * square) + 1) // 2


def _rounded(numerator: int, denominator: int) -> int:
    """The quotient as the nearest whole number, halves upwards."""
    return (2 * numerator + denominator) // (2 * denominator)
