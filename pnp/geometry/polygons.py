"""Polygons: measures, Boolean operations, offsets, and spatial search.

A ring is a closed polygon without a repeated point: its last point is joined to its first. A shape is any number of
rings under the non-zero rule. Outer rings have a positive area, holes a negative one.

Boolean operations and offsets are computed by pyclipper (Vatti's algorithm, 1992) with integer coordinates, in units of
0.1 µm. So no operation fails because of rounding, and every machine gets the same rings.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, Literal

from pnp.units import total

# Points, rings and shapes, and their measures. Coordinates are millimetres.

Point = tuple[float, float]
Ring = tuple[Point, ...]
Shape = tuple[Ring, ...]


def coarse(shape: Shape, by: float = 0.15) -> Shape:
    """Return the shape with fewer points and its edge moved by at most `by`, so that it is faster to measure."""
    return tuple(ring for ring in (_coarse_ring(it, by) for it in shape) if len(ring) > 2)


def edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    """Return the sides of the ring, in order."""
    return zip(ring, ring[1:] + ring[:1], strict=True)


def corners(ring: Ring) -> Iterator[tuple[Point, Point, Point]]:
    """Return each corner of the ring as the previous corner, the corner itself, and the next corner."""
    return zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True)


def signed_area(ring: Ring) -> float:
    """Return the area inside the ring in square millimetres; negative for a hole (the shoelace formula)."""
    return total([x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in edges(ring)]) / 2


def area(shape: Shape) -> float:
    """Return the area of the shape in square millimetres."""
    return total(map(signed_area, shape))


def perimeter(ring: Ring) -> float:
    """Return the length of the ring."""
    return total(math.dist(a, b) for a, b in edges(ring))


def centre(ring: Ring) -> Point:
    """Return the centroid of the area inside the ring; for a ring without area, the mean of its points."""
    whole = signed_area(ring)
    if abs(whole) < 1e-9:
        return mean(ring)
    x = total((x0 + x1) * (x0 * y1 - x1 * y0) for (x0, y0), (x1, y1) in edges(ring))
    y = total((y0 + y1) * (x0 * y1 - x1 * y0) for (x0, y0), (x1, y1) in edges(ring))
    return x / (6 * whole), y / (6 * whole)


def mean(points: Sequence[Point]) -> Point:
    """Return the mean of the points, of which there must be at least one."""
    return total(x for x, _ in points) / len(points), total(y for _, y in points) / len(points)


def inside(shape: Shape, point: Point) -> bool:
    """Whether the point is in the shape: its winding number is not 0."""
    return sum(winding(edges(ring), point) for ring in shape) != 0


def winding(sides: Iterable[tuple[Point, Point]], point: Point) -> int:
    """Return the winding number of the sides around the point.

    Each side that crosses the ray from the point in the direction of x counts 1 if its y increases, else -1. So sides
    that do not cross the ray may be left out.
    """
    px, py = point
    count = 0
    for (x0, y0), (x1, y1) in sides:
        if (y0 <= py) != (y1 <= py):
            side = (x1 - x0) * (py - y0) - (px - x0) * (y1 - y0)
            count += (side > 0) if y1 > y0 else -(side < 0)
    return count


def box(shape: Shape) -> tuple[float, float, float, float]:
    """Return minimum x, minimum y, maximum x and maximum y of the shape, which must not be empty."""
    xs = [x for ring in shape for x, _ in ring]
    ys = [y for ring in shape for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def nearest(shape: Shape, point: Point) -> Point:
    """Return the point on the edge of the shape that is nearest to the point. The shape must not be empty."""
    return min((_on_side(point, a, b) for ring in shape for a, b in edges(ring)), key=lambda it: math.dist(it, point))


def distance(shape: Shape, point: Point) -> float:
    """Return the distance of the point from the edge of the shape. The shape must not be empty."""
    return math.dist(nearest(shape, point), point)


def circle(at: Point, radius: float, sides: int = 64, turn: float = 0.0) -> Ring:
    """Return the regular polygon around a circle, whose sides touch it; the middle of a side is at the angle `turn`."""
    reach = radius / math.cos(math.pi / sides)
    angles = [turn + (2 * step + 1) * math.pi / sides for step in range(sides)]
    return tuple((at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)) for angle in angles)


def rectangle(x: float, y: float, width: float, height: float) -> Ring:
    """Return the ring of an axis-aligned rectangle."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """Return the point between a and b at the given share of the distance from a."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def spaced(ring: Ring, step: float) -> Ring:
    """Return points at equal distances of about `step` along the ring, at least eight."""
    count = max(8, round(perimeter(ring) / step))
    pace = perimeter(ring) / count
    points: list[Point] = []
    walked = 0.0
    for a, b in edges(ring):
        side = math.dist(a, b)
        while len(points) < count and len(points) * pace <= walked + side:
            points.append(between(a, b, (len(points) * pace - walked) / (side or 1.0)))
        walked += side
    return tuple(points)


def _coarse_ring(ring: Ring, by: float) -> Ring:
    """Return the ring simplified by the algorithm of Douglas and Peucker (1973).

    That is for open lines, so the ring is split at its first point and the point farthest from it.
    """
    far = max(range(len(ring)), key=lambda index: math.dist(ring[0], ring[index]))
    halves = (ring[: far + 1], (*ring[far:], ring[0]))
    return tuple(point for half in halves for point in coarse_line(half, by)[:-1])


def coarse_line(line: Ring, by: float) -> list[Point]:
    """Return the open line without points that are at most `by` from the line through the remaining ones."""
    kept, pending = {0, len(line) - 1}, [(0, len(line) - 1)]
    while pending:
        start, end = pending.pop()
        off = _distances(line[start + 1 : end], line[start], line[end])
        most = max(off, default=0.0)
        if most > by:
            middle = start + 1 + off.index(most)
            kept.add(middle)
            pending += [(start, middle), (middle, end)]
    return [line[index] for index in sorted(kept)]


def _distances(points: Ring, a: Point, b: Point) -> list[float]:
    """Return the distance of each point from the line segment between a and b.

    This is `_on_side` without a call for each point.
    """
    (x0, y0), (x1, y1) = a, b
    dx, dy = x1 - x0, y1 - y0
    length = dx * dx + dy * dy or 1.0
    found: list[float] = []
    for x, y in points:
        along = ((x - x0) * dx + (y - y0) * dy) / length
        share = 0.0 if along < 0 else 1.0 if along > 1 else along
        found.append(math.hypot(x - (x0 + dx * share), y - (y0 + dy * share)))
    return found


def distance_to(point: Point, a: Point, b: Point) -> float:
    """Return the distance of the point from the line segment between a and b."""
    return math.dist(point, _on_side(point, a, b))


def _on_side(point: Point, a: Point, b: Point) -> Point:
    """Return the point on the line segment between a and b that is nearest to the point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    return between(a, b, 0.0 if along < 0 else 1.0 if along > 1 else along)


# Boolean operations and offsets. Arguments and results are in millimetres; `Whole` holds a ring in integer units.

Path = list[tuple[int, int]]
"""Points in units."""

Join = Literal["round", "miter"]


class Whole:
    """A ring with integer coordinates, in units."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The bounding box as left, top, right, bottom."""
        xs, ys = zip(*self.path, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def plain(self) -> Path:
        """The points without very short sides, whose offsets would be spikes."""
        kept = self.path[:1]
        x0, y0 = kept[0] if kept else (0, 0)
        for point in self.path[1:]:
            dx, dy = point[0] - x0, point[1] - y0
            if dx * dx + dy * dy > SPECK * SPECK:
                kept.append(point)
                x0, y0 = point
        return kept


class Cut(tuple[Point, ...]):
    """A ring that an operation returned, with its integer coordinates, so that these need no conversion again."""

    whole: Whole


UNIT = 10_000
"""Units in a millimetre."""

SPECK = 100
"""Maximum length of a side, in units, that is left out before an offset."""

ARC = 0.02
"""Maximum deviation of a round join from a true arc, in millimetres."""


def union(*shapes: Shape) -> Shape:
    """Return the union of the shapes."""
    return _clip("CT_UNION", [ring for shape in shapes for ring in shape], ())


def difference(shape: Shape, *others: Shape) -> Shape:
    """Return the part of the shape that is in none of the others."""
    return _clip("CT_DIFFERENCE", shape, [ring for other in others for ring in other])


def odd(rings: Iterable[Ring]) -> Shape:
    """Return the area that an odd number of rings surround; a ring that crosses itself surrounds all of its parts."""
    return _clip("CT_UNION", [each for ring in rings for each in union((ring,))], (), "PFT_EVENODD")


def intersection(shape: Shape, other: Shape) -> Shape:
    """Return the intersection of the shapes."""
    return _clip("CT_INTERSECTION", shape, other)


def grow(shape: Shape, by: float, join: Join = "round") -> Shape:
    """Return the shape with its edge moved outwards by `by` millimetres, or inwards if that is negative."""
    return _rings(_grown(map(_whole, shape), by, join))


def opened(shape: Shape, radius: float) -> Shape:
    """Return the morphological opening: parts narrower than twice the radius removed, convex corners rounded."""
    return _rings(_grown(_grown(map(_whole, shape), -radius, "miter"), radius))


def closed(shape: Shape, radius: float) -> Shape:
    """Return the morphological closing: gaps narrower than twice the radius filled, concave corners rounded."""
    return _rings(_grown(_grown(map(_whole, shape), radius), -radius))


def band(line: Sequence[Point], width: float) -> Shape:
    """Return the strip of this width along an open line, with round ends."""
    return _rings(_grown([_whole(tuple(line))], width / 2, "round", "ET_OPENROUND"))


def strip(line: Sequence[Point], width: float) -> Shape:
    """Return the strip of this width along an open line, with square ends at the ends of the line."""
    return _rings(_grown([_whole(tuple(line))], width / 2, "miter", "ET_OPENBUTT"))


def nearer(at: Point, other: Point, far: float = 3000.0) -> Ring:
    """Return the half-plane that is nearer to `at` than to `other`, as a rectangle that reaches `far` millimetres."""
    (x, y), long = between(at, other), math.dist(at, other)
    dx, dy = (other[0] - at[0]) / long * far, (other[1] - at[1]) / long * far
    return (x + dy, y - dx), (x - dy, y + dx), (x - dy - dx, y + dx - dy), (x + dy - dx, y - dx - dy)


def swept(shape: Shape, dx: float, dy: float) -> Shape:
    """Return the area that the shape covers while it is moved by (dx, dy)."""
    ways = (way for ring in shape for way in _ways(ring, dx, dy))
    return _clip("CT_UNION", (*shape, *ways), ())


def _ways(ring: Ring, dx: float, dy: float) -> Iterator[Whole]:
    """Yield the areas that the leading sides of the ring cover, consecutive sides together.

    The other sides only cover area that the shape or a leading side covers, too.
    """
    here = _whole(ring).path
    there = _units((x + dx, y + dy) for x, y in ring)
    sides = zip(here, here[1:] + here[:1], there, there[1:] + there[:1], strict=True)
    for leads, front in groupby(sides, lambda side: _turn(*side[:3]) < 0):
        if leads:
            starts, ends, moved, last = zip(*front, strict=True)
            yield Whole([*moved, last[-1], ends[-1], *reversed(starts)])


def _turn(a: Sequence[int], b: Sequence[int], c: Sequence[int]) -> int:
    """Return the cross product of b - a and c - a: above 0 if c is right of the line from a to b (y downwards)."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def filled(shape: Shape) -> Shape:
    """Return the shape with its holes filled."""
    return tuple(ring for ring in shape if signed_area(ring) > 0)


def pieces(shape: Shape) -> tuple[Shape, ...]:
    """Return the separate parts of the shape, each an outer ring followed by its holes, in reading order."""
    areas = [(ring, signed_area(ring)) for ring in shape]
    outers = [ring for ring, extent in areas if extent > 0]
    holes = [ring for ring, extent in areas if extent < 0]
    parts = [(outer, *(hole for hole in holes if inside((outer,), hole[0]))) for outer in outers]
    return tuple(sorted(parts, key=lambda part: min((y, x) for x, y in part[0])))


def _clip(operation: str, subject: Iterable[Ring | Whole], clip: Iterable[Ring], rule: str = "PFT_NONZERO") -> Shape:
    """Return the result of a Boolean operation; clip rings outside the bounds of the subject are left out."""
    import pyclipper

    clipper = pyclipper.Pyclipper()
    added = [_add(clipper, _whole(ring), pyclipper.PT_SUBJECT) for ring in subject]
    if not any(added):
        return ()
    others = [_whole(ring) for ring in clip if ring]
    if others:
        here = clipper.GetBounds()
        for whole in others:
            left, top, right, bottom = whole.box
            if left <= here.right and here.left <= right and top <= here.bottom and here.top <= bottom:
                _add(clipper, whole, pyclipper.PT_CLIP)
    how, filling = getattr(pyclipper, operation), getattr(pyclipper, rule)
    return _rings(_wholes(clipper.Execute(how, filling, filling)))


def _add(clipper: Any, whole: Whole, role: int) -> bool:
    """Add a ring, and return whether it was added: pyclipper rejects a ring without area."""
    import pyclipper

    try:
        clipper.AddPath(whole.path, role, True)
    except pyclipper.ClipperException:
        return False
    return True


def _grown(rings: Iterable[Whole], by: float, join: Join = "round", end: str = "ET_CLOSEDPOLYGON") -> list[Whole]:
    import pyclipper

    offset = pyclipper.PyclipperOffset(3.0, ARC * UNIT)
    kind, ending = pyclipper.JT_ROUND if join == "round" else pyclipper.JT_MITER, getattr(pyclipper, end)
    for ring in rings:
        offset.AddPath(ring.plain, kind, ending)
    return _wholes(offset.Execute(by * UNIT))


def _whole(ring: Ring | Whole) -> Whole:
    if isinstance(ring, Whole):
        return ring
    return ring.whole if isinstance(ring, Cut) else Whole(_units(ring))


def _units(points: Iterable[Point]) -> Path:
    return [(round(x * UNIT), round(y * UNIT)) for x, y in points]


def _wholes(paths: Any) -> list[Whole]:
    return [Whole(path) for path in paths if len(path) > 2]


def _rings(wholes: Iterable[Whole]) -> Shape:
    return tuple(map(_cut, wholes))


def _cut(whole: Whole) -> Cut:
    cut = Cut([(x / UNIT, y / UNIT) for x, y in whole.path])
    cut.whole = whole
    return cut


# Spatial search: find the points, rings or sides near a position without comparing all of them.

STRIPS = 64
"""Maximum number of horizontal strips into which the sides of a shape are sorted."""


class Points:
    """Points by number, sorted by x."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._points = points
        self._order = sorted(range(len(points)), key=lambda number: points[number][0])
        self._xs = [points[number][0] for number in self._order]

    def between(self, left: float, right: float) -> list[int]:
        """Return the numbers of the points with an x from `left` to `right`, both included, in ascending order."""
        return sorted(self._order[bisect_left(self._xs, left) : bisect_right(self._xs, right)])

    def nearest(self, at: Point) -> int:
        """Return the number of the point nearest to a position, the lowest number if there are several.

        There must be at least one point. The search goes outwards by x, and ends when the difference in x is too large.
        """
        best, found = math.inf, len(self._points)
        start = bisect_left(self._xs, at[0])
        for side in (range(start, len(self._xs)), range(start - 1, -1, -1)):
            for place in side:
                if abs(self._xs[place] - at[0]) > best:
                    break  # the others on this side are farther
                number = self._order[place]
                far = math.dist(self._points[number], at)
                if (far, number) < (best, found):
                    best, found = far, number
        return found


class Rings:
    """Rings, or lines, with their bounding boxes."""

    def __init__(self, shape: Shape = ()) -> None:
        self._boxed: list[tuple[float, float, float, float, Ring]] = []
        self.add(*shape)

    def add(self, *rings: Ring) -> None:
        """Add rings."""
        self._boxed += ((*box((ring,)), ring) for ring in rings)

    def near(self, shape: Shape, far: float = 0.0) -> Shape:
        """Return the rings whose bounding boxes are at most `far` from that of the shape, which must not be empty."""
        x0, y0, x1, y1 = box(shape)
        left, top, right, bottom = x0 - far, y0 - far, x1 + far, y1 + far
        return tuple(
            [it[4] for it in self._boxed if it[0] <= right and left <= it[2] and it[1] <= bottom and top <= it[3]]
        )


class PreparedShape:
    """A shape prepared for many point-in-shape tests: its sides are sorted into horizontal strips."""

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
        """Whether the point is in the shape."""
        return self.winding(point) != 0

    def winding(self, point: Point) -> int:
        """Return how often the outlines go round the point."""
        if not self._top <= point[1] < self._bottom:
            return 0
        return winding(self._strips[self._strip(point[1])], point)

    def _strip(self, y: float) -> int:
        return int((y - self._top) * self._share)
