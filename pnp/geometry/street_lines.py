"""Polylines with integer coordinates, and where they meet.

Coordinates and lengths are in units of `street_plan.UNIT`.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from msgspec import Struct

Vector = tuple[int, int]

COMPARED = 50_000
"""Maximum number of pairs of straight parts that are compared in one plan; even large maps need fewer."""


class PolyLine(Struct, frozen=True):
    """A polyline; `reaches` has for each point its distance along the line."""

    points: tuple[Vector, ...]
    reaches: tuple[int, ...]

    @property
    def length(self) -> int:
        """The length of the line."""
        return self.reaches[-1]

    @property
    def closed(self) -> bool:
        """Whether the line is a closed ring."""
        return len(self.points) > 2 and self.points[0] == self.points[-1]

    def at(self, along: int) -> Vector:
        """Return the point at a distance along the line."""
        part = self._part(along, 1)
        (x, y), (to_x, to_y) = self.points[part : part + 2]
        start, size = self.reaches[part], self.reaches[part + 1] - self.reaches[part]
        return x + _rounded((to_x - x) * (along - start), size), y + _rounded((to_y - y) * (along - start), size)

    def direction(self, along: int, onward: int) -> Vector:
        """Return the direction of the straight part after a point of the line, or backwards before it (`onward` -1).

        The vector is as long as the straight part.
        """
        part = self._part(along, onward)
        (x, y), (to_x, to_y) = self.points[part : part + 2]
        return (to_x - x) * onward, (to_y - y) * onward

    def part(self, start: int, end: int) -> tuple[Vector, ...]:
        """Return the points of the line between two distances along it, with the ends."""
        between = (point for point, reach in zip(self.points, self.reaches, strict=True) if start < reach < end)
        return (self.at(start), *between, self.at(end))

    def nearest(self, point: Vector) -> int:
        """Return the distance along the line of its point nearest to `point`."""
        return min(_foot(stretch, point)[:2] for stretch in stretches_of(0, self))[1]

    def _part(self, along: int, onward: int) -> int:
        """Return the number of the straight part at a distance along; at a bend the next, or with -1 the previous."""
        found = bisect_right(self.reaches, along if onward > 0 else along - 1) - 1
        return min(max(found, 0), len(self.points) - 2)


class StraightSegment(NamedTuple):
    """A straight part of a line. `reach` is the distance of its start along the line, and `size` its length."""

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
    """All points where streets meet.

    `along` has for each street its meetings in order, as the distance along it and an index into `places`. `overlaps`
    are pairs of streets that overlap. It is not `whole` if there were too many pairs to compare.
    """

    places: tuple[StreetMeeting, ...]
    along: tuple[tuple[tuple[int, int], ...], ...]
    overlaps: tuple[tuple[int, int], ...]
    whole: bool


def line_of(points: Sequence[Vector]) -> PolyLine:
    """Return the line through points, without repeated points; a single point becomes a line of one unit."""
    kept = [point for number, point in enumerate(points) if number == 0 or point != points[number - 1]]
    kept = kept if len(kept) > 1 else [kept[0], (kept[0][0] + 1, kept[0][1])]
    reaches = [0]
    for start, end in pairwise(kept):
        reaches.append(reaches[-1] + _distance(start, end))
    return PolyLine(tuple(kept), tuple(reaches))


def stretches_of(number: int, line: PolyLine) -> Iterator[StraightSegment]:
    """Yield the straight parts of a line, which has the given number."""
    for part, (start, end) in enumerate(pairwise(line.points)):
        reach = line.reaches[part]
        yield StraightSegment(number, part, start, end, reach, line.reaches[part + 1] - reach)


def find_meetings(lines: Sequence[PolyLine], near: int) -> Meetings:
    """Return where lines cross, and where the end of one is at most `near` from another.

    Meetings that are at most `near` from an earlier one are merged into it. So the order matters: they are processed
    in the order of the streets, and along each street.
    """
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
    """Return a meeting with the street of the lower number first, so that places are numbered along that street."""
    return (street, reach, other, other_reach, at) if street <= other else (other, other_reach, street, reach, at)


def _place(places: list[Vector], cells: dict[Vector, list[int]], at: Vector, near: int) -> int:
    """Return the number of the first meeting near a point, or that of a new one, which is added to its grid cell."""
    x, y = at[0] // max(near, 1), at[1] // max(near, 1)
    around = (cells.get((x + right, y + down), ()) for right in (-1, 0, 1) for down in (-1, 0, 1))
    close = [number for cell in around for number in cell if _distance(places[number], at) <= near]
    if close:
        return min(close)
    cells.setdefault((x, y), []).append(len(places))
    places.append(at)
    return len(places) - 1


def _close(lines: Sequence[PolyLine], near: int) -> Iterator[tuple[StraightSegment, StraightSegment]]:
    """Yield the pairs of straight parts whose ranges of x are at most `near` apart.

    This is a sweep from west to east: `open_ones` are the parts that the sweep line meets.
    """
    stretches = [stretch for number, line in enumerate(lines) for stretch in stretches_of(number, line)]
    stretches.sort(key=lambda each: (min(each.start[0], each.end[0]), each.line, each.number))
    open_ones: list[StraightSegment] = []
    for stretch in stretches:
        west = min(stretch.start[0], stretch.end[0]) - near
        open_ones = [each for each in open_ones if max(each.start[0], each.end[0]) >= west]
        yield from ((each, stretch) for each in open_ones if not _consecutive(each, stretch, lines))
        open_ones.append(stretch)


def _consecutive(one: StraightSegment, other: StraightSegment, lines: Sequence[PolyLine]) -> bool:
    """Whether two straight parts are the same or consecutive parts of one line."""
    if one.line != other.line:
        return False
    line, apart = lines[one.line], abs(one.number - other.number)
    return apart <= 1 or (line.closed and apart == len(line.points) - 2)


def _meet(
    one: StraightSegment, other: StraightSegment, lines: Sequence[PolyLine], near: int
) -> Iterator[tuple[int, int, int, int, Vector]]:
    """Yield where two straight parts meet: each line with the distance along it, and the point."""
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
    """Return the distances along both lines at which two straight parts cross, and the point.

    None if they do not cross or are parallel.
    """
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
    """Return the point of a straight part nearest to `point`: its distance, its distance along the line, and itself."""
    (x, y), (to_x, to_y) = stretch.start, stretch.end
    dx, dy = to_x - x, to_y - y
    square = dx * dx + dy * dy
    share = min(max((point[0] - x) * dx + (point[1] - y) * dy, 0), square)
    at = x + _rounded(dx * share, square), y + _rounded(dy * share, square)
    return _distance(at, point), stretch.reach + _rounded(stretch.size * share, square), at


def _overlap(one: StraightSegment, other: StraightSegment, near: int) -> bool:
    """Whether two straight parts are parallel, less than twice `near` apart, over more than twice `near`."""
    dx, dy = one.end[0] - one.start[0], one.end[1] - one.start[1]
    if dx * (other.end[1] - other.start[1]) != dy * (other.end[0] - other.start[0]):
        return False
    shares = [dx * (x - one.start[0]) + dy * (y - one.start[1]) for x, y in (other.start, other.end)]
    side = dx * (other.start[1] - one.start[1]) - dy * (other.start[0] - one.start[0])
    shared = min(max(shares), one.size * one.size) - max(min(shares), 0)
    return abs(side) < 2 * near * one.size and shared > 2 * near * one.size


def _distance(start: Vector, end: Vector) -> int:
    """Return the distance of two points, rounded to the nearest integer."""
    square = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    return (isqrt(4 * square) + 1) // 2


def _rounded(numerator: int, denominator: int) -> int:
    """Return the quotient, rounded to the nearest integer; halves are rounded up."""
    return (2 * numerator + denominator) // (2 * denominator)
