"""Outlines of areas and rivers: visual centres, curves as lines, and outlines that are grown from points."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from itertools import accumulate, pairwise

from msgspec import Struct

from pnp.geometry.polygons import (
    Point,
    PreparedShape,
    Ring,
    Shape,
    area,
    box,
    centre,
    edges,
    grow,
    intersection,
    pieces,
    rectangle,
    signed_area,
    winding,
)
from pnp.units import total

# Visual centres: where a label or a piece has the most room.

PRECISION = 0.08
"""The share of the distance from the outline by which a better centre may be missed."""

LEAST_GAIN = 0.1
"""The distance in millimetres by which a better centre may be missed; in a tangle of lines none has more room."""

COMPACT = 0.74
"""The share of the largest imaginable distance from the outline with which the centroid is good enough."""

MOST_CELLS = 500
"""The maximum number of squares that are searched for a visual centre."""

ROUGH_CELLS = 40
"""The maximum number of squares of an outline that overlaps another or itself, which is an error."""

MOST_MEASURED, ROUGHLY_MEASURED = 6_000_000, 400_000
"""The maximum number of squares for each area of a map, times the corners of all; a coast takes about 100 squares.

The second number is for outlines that overlap: a tangle of lines takes long.
"""


def visual_centre(shape: Shape, squares: int = MOST_CELLS) -> tuple[Point, float]:
    """Return the point of the shape that is farthest from its outline, and that distance. The shape must not be empty.

    The search ends after so many `squares`, `MOST_CELLS` at most, with the best point so far.

    This is the pole of inaccessibility, found by a search in squares, the most promising first (Garcia-Castellanos and
    Lombardo, 2007; Agafonkin's polylabel, 2016).
    """
    largest = max(shape, key=signed_area)
    search = _CentreSearch(shape, min(squares, MOST_CELLS))
    search.add(*centre(largest), 0.0)
    most = math.sqrt(max(0.0, area(shape)) / math.pi)  # no circle in the shape is larger
    if search.farthest < COMPACT * most:
        search.refine(box((largest,)))
    return (round(search.best[0], 3), round(search.best[1], 3)), max(0.0, search.farthest)


_Side = tuple[float, float, float, float, float, float, float]
"""The ends of a side, the vector from one to the other, and its squared length."""


class _Square(Struct, eq=False):
    """A square that may hold a better centre, and the sides of the shape that are nearest to some point in it."""

    x: float
    y: float
    half: float
    sides: Sequence[_Side]


class _CentreSearch:
    """The best centre found so far, and the squares that may hold a better one."""

    def __init__(self, shape: Shape, most: int) -> None:
        self._most = most
        self._shape = shape
        pairs = [pair for ring in shape for pair in edges(ring)]
        self._sides = [_side(a, b) for a, b in pairs]
        self._winding: Callable[[Point], int] = partial(winding, pairs)
        self._squares: list[tuple[float, int, _Square]] = []
        self._count = 0
        self.best, self.farthest = (0.0, 0.0), -math.inf

    def add(self, x: float, y: float, half: float, outer: _Square | None = None) -> None:
        """Add the square around a point with half its side, which is in the outer square."""
        sides = outer.sides if outer else self._sides
        squared = _squared_distances(x, y, sides)
        away = math.sqrt(min(squared, default=math.inf))
        # Another point of the square is at most 2 * half * sqrt(2) nearer to some side than the middle is.
        reach = (away + 2 * half * math.sqrt(2)) ** 2 + 1e-9
        near = [side for side, far in zip(sides, squared, strict=True) if far <= reach]
        room = away if self._winding((x, y)) % 2 else -away
        if room > self.farthest:
            self.best, self.farthest = (x, y), room
        self._count += 1
        heapq.heappush(self._squares, (-(room + half * math.sqrt(2)), self._count, _Square(x, y, half, near)))

    def refine(self, bounds: tuple[float, float, float, float]) -> None:
        """Search the box until no square can have a much better centre."""
        left, top, right, bottom = bounds
        side = min(right - left, bottom - top)
        if side <= 0:
            return
        self._winding = PreparedShape(self._shape).winding
        across, down = (max(1, min(20, math.ceil(length / side))) for length in (right - left, bottom - top))
        wide, tall = (right - left) / across, (bottom - top) / down
        for column in range(across):
            for row in range(down):
                self.add(left + (column + 0.5) * wide, top + (row + 0.5) * tall, max(wide, tall) / 2)
        while self._squares and self._count < self._most:
            reach, _, square = heapq.heappop(self._squares)
            if -reach - self.farthest <= max(LEAST_GAIN, PRECISION * self.farthest):
                break
            half = square.half / 2
            for dx in (-half, half):
                for dy in (-half, half):
                    self.add(square.x + dx, square.y + dy, half, square)


def _side(start: Point, end: Point) -> _Side:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (*start, *end, dx, dy, dx * dx + dy * dy)


def _squared_distances(x: float, y: float, sides: Sequence[_Side]) -> list[float]:
    """Return the square of the distance of a point from each side."""
    found = []
    for x0, y0, x1, y1, dx, dy, length in sides:
        share = ((x - x0) * dx + (y - y0) * dy) / length if length else 0.0
        if share <= 0:
            found.append((x - x0) ** 2 + (y - y0) ** 2)
        elif share >= 1:
            found.append((x - x1) ** 2 + (y - y1) ** 2)
        else:
            found.append((x - x0 - dx * share) ** 2 + (y - y0 - dy * share) ** 2)
    return found


def roomiest(shape: Shape) -> tuple[Point, float]:
    """Return the centre of a largest circle in the shape and its radius, to 0.1 mm. The shape must not be empty.

    The radius is found by binary search: a circle fits if something is left of the shape when its edge is moved inwards
    by the radius. `visual_centre` is faster, but accepts a centre with somewhat less room.
    """
    left, top, right, bottom = box(shape)
    low, high = 0.0, max(right - left, bottom - top)
    most = math.sqrt(area(shape) / math.pi)
    middle = centre(shape[0])
    while high - low > 0.1:
        radius = (low + high) / 2
        left_over = pieces(grow(shape, -radius, "miter")) if radius <= most else ()
        if left_over:
            low, middle = radius, centre(left_over[0][0])
        else:
            high = radius
    return middle, low


# Curves as lines.

FLATNESS = 0.1
"""The maximum distance in millimetres between a curve and the lines that replace it."""

MOST_LINES = 200
"""The maximum number of lines that replace one curve."""


def flattened(start: Point, one: Point, two: Point, end: Point, flatness: float = FLATNESS) -> Iterator[Point]:
    """Yield the points after the start that replace a cubic Bézier curve, the same in both directions.

    The number of lines is that of Wang (1984) for an even division of the parameter.
    """
    bend = max(
        math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]) for a, b, c in ((start, one, two), (one, two, end))
    )
    count = max(1, min(MOST_LINES, math.ceil(math.sqrt(0.75 * bend / flatness))))
    for step in range(1, count):
        t = step / count
        yield _on_curve(start, one, two, end, t)
    yield end


def _on_curve(start: Point, one: Point, two: Point, end: Point, t: float) -> Point:
    """Return the point of a cubic Bézier curve at a parameter from 0 to 1."""
    p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return (
        p * start[0] + q * one[0] + r * two[0] + s * end[0],
        p * start[1] + q * one[1] + r * two[1] + s * end[1],
    )


# Courses of rivers.

SOURCE, REACH_LENGTH = 0.3, 1.0
"""The width of a river at its source, as a share of that at its mouth, and the length of the pieces of its bends."""


def ribbon(course: Sequence[Point], width: float) -> Ring:
    """Return the outline of a river along its course, `width` at its mouth: it widens with the root of its length."""
    points = rounded_course(course)
    lengths = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(points))]
    whole = lengths[-1] or 1.0
    left: list[Point] = []
    right: list[Point] = []
    for at, (x, y) in enumerate(points):
        (px, py), (qx, qy) = points[max(0, at - 1)], points[min(len(points) - 1, at + 1)]
        long = math.hypot(qx - px, qy - py) or 1.0
        half = width / 2 * (SOURCE + (1 - SOURCE) * math.sqrt(lengths[at] / whole))
        dx, dy = (qy - py) / long * half, (px - qx) / long * half
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    return (*left, *reversed(right))


def rounded_course(course: Sequence[Point]) -> list[Point]:
    """Return points along a smooth line through those of a course (Catmull and Rom, 1974)."""
    course = [point for at, point in enumerate(course) if not at or math.dist(point, course[at - 1]) > 1e-6]
    if len(course) < 3:
        return list(course)
    found = [course[0]]
    padded = [course[0], *course, course[-1]]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        count = max(2, min(12, math.ceil(math.dist(b, c) / REACH_LENGTH)))
        one, two = _handles(a, b, c, d)
        for step in range(1, count + 1):
            found.append(_on_curve(b, one, two, c, step / count))
    return found


def _handles(a: Point, b: Point, c: Point, d: Point) -> tuple[Point, Point]:
    """Return the Bézier handles between `b` and `c`, a third of that side long, so that no bend overshoots."""
    long = math.dist(b, c) / 3
    first, last = math.dist(a, c) or 1.0, math.dist(b, d) or 1.0
    return (
        (b[0] + (c[0] - a[0]) / first * long, b[1] + (c[1] - a[1]) / first * long),
        (c[0] - (d[0] - b[0]) / last * long, c[1] - (d[1] - b[1]) / last * long),
    )


# Growth: Voronoi cells of the areas' points, clipped to a coast, their borders roughened.

MOST_GROWN = 2_000
"""The maximum number of areas whose outlines are grown."""

SHARPEST = 0.24
"""The offset of a roughened border from its line, as a share of its length, at a roughness of 1."""

PIECE = 1.5
"""The length in millimetres below which a border is not divided further."""


def grown_outlines(points: Sequence[tuple[str, Point]], coast: Sequence[Ring], rough: float) -> dict[str, Shape]:
    """Return the cell of each named point: what of the coast is nearer to it than to any other point.

    `coast` are rings that bound all cells. With a roughness above 0, up to 1, borders are bent by numbers from their
    two ends, so that both neighbours have the same border. Of equal points the first has the cell.
    """
    places: dict[Point, str] = {}
    for name, point in points:
        places.setdefault(point, name)
    wide = box(tuple(coast))
    beyond = max(wide[2] - wide[0], wide[3] - wide[1])
    frame = rectangle(wide[0] - beyond, wide[1] - beyond, 3 * beyond, 3 * beyond)
    cells = {name: _cell(point, tuple(places), frame) for point, name in places.items()}
    found: dict[str, Shape] = {}
    for name, cell in cells.items():
        ring = tuple(_roughened(cell, rough)) if rough else cell
        shape = intersection((ring,), tuple(coast)) if ring else ()
        if shape:
            found[name] = tuple(tuple(each) for each in shape)
    return found


def _cell(point: Point, points: Sequence[Point], frame: Ring) -> Ring:
    """Return the Voronoi cell of a point: the frame cut by the bisectors with other points, the nearest first."""
    ring = frame
    for other in sorted(points, key=lambda each: math.dist(each, point)):
        if other == point:
            continue
        reach = max(math.dist(corner, point) for corner in ring)
        if math.dist(other, point) > 2 * reach:
            break  # the bisector with this point, and with all later ones, is beyond the cell
        ring = _halved(ring, point, other)
        if not ring:  # the point is so far outside that nothing of the frame is nearest to it
            break
    return tuple((round(x, 6), round(y, 6)) for x, y in ring)


def _halved(ring: Ring, here: Point, there: Point) -> Ring:
    """Return the part of a convex ring that is nearer to `here` than to `there` (Sutherland and Hodgman, 1974)."""
    mx, my = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
    dx, dy = there[0] - here[0], there[1] - here[1]
    kept: list[Point] = []
    for a, b in edges(ring):
        one, two = ((x - mx) * dx + (y - my) * dy for x, y in (a, b))
        if one <= 0:
            kept.append(a)
        if (one < 0 < two) or (two < 0 < one):
            share = one / (one - two)
            kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return tuple(kept)


def _roughened(ring: Ring, rough: float) -> Iterator[Point]:
    """Yield the points of the ring with each side bent; a side is bent alike from both ends."""
    for a, b in edges(ring):
        yield a
        forwards = a < b
        inner = list(_bent(*((a, b) if forwards else (b, a)), rough))
        yield from inner if forwards else reversed(inner)


def _bent(a: Point, b: Point, rough: float, depth: int = 8) -> Iterator[Point]:
    """Yield the points between the ends of a bent line: its middle is moved aside, and so on for both halves."""
    length = math.dist(a, b)
    if length < PIECE or not depth:
        return
    aside = (_share(a, b) - 0.5) * SHARPEST * rough * min(length, 30.0)
    x = round((a[0] + b[0]) / 2 - (b[1] - a[1]) / length * aside, 4)
    y = round((a[1] + b[1]) / 2 + (b[0] - a[0]) / length * aside, 4)
    yield from _bent(a, (x, y), rough, depth - 1)
    yield x, y
    yield from _bent((x, y), b, rough, depth - 1)


def _share(a: Point, b: Point) -> float:
    """Return a number in [0, 1) from the ends of a line (BLAKE2b)."""
    text = ";".join(f"{number:.4f}" for number in (*a, *b))
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / (1 << 48)


def nearest_parabola(samples: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """Return a, b, c of the parabola a + bu + cu² nearest to the samples (u, v, weight): normal equations."""
    sums = [total(w * u**power for u, _, w in samples) for power in range(5)]
    right = [total(w * v * u**power for u, v, w in samples) for power in range(3)]
    rows = [[*sums[row : row + 3], right[row]] for row in range(3)]
    for pivot in range(3):
        if abs(rows[pivot][pivot]) < 1e-9:
            return (right[0] / sums[0] if sums[0] else 0.0), 0.0, 0.0
        for row in range(3):
            if row != pivot:
                factor = rows[row][pivot] / rows[pivot][pivot]
                rows[row] = [x - factor * y for x, y in zip(rows[row], rows[pivot], strict=True)]
    a, b, c = (rows[row][3] / rows[row][row] for row in range(3))
    return a, b, c
