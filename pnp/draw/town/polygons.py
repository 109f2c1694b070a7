"""Polygons in the plane: cut, joined, grown and measured, in millimetres.

A shape is any number of rings under the non-zero rule: outer rings turn one way and holes the other, as `union` leaves them. The work is done
by pyclipper on whole numbers (a unit is 0.1 µm), so that no operation fails for want of precision and every machine gets the same rings.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

Point = tuple[float, float]
Ring = tuple[Point, ...]
Shape = tuple[Ring, ...]

Join = Literal["round", "miter"]

UNIT = 10_000
SPECK = 0.01
"""Sides shorter than about this are of no account, in millimetres."""

ARC = 0.02
"""How far a round join may stray from a true arc, in millimetres."""


def union(*shapes: Shape) -> Shape:
    """All that lies in any of the shapes, without overlaps."""
    return _clip("CT_UNION", [ring for shape in shapes for ring in shape], ())


def difference(shape: Shape, *others: Shape) -> Shape:
    """What of the shape lies in none of the others."""
    return _clip("CT_DIFFERENCE", shape, [ring for other in others for ring in other])


def intersection(shape: Shape, other: Shape) -> Shape:
    """What lies in both shapes."""
    return _clip("CT_INTERSECTION", shape, other)


def grow(shape: Shape, by: float, join: Join = "round") -> Shape:
    """The shape with its edge moved outwards by so much, or inwards where `by` is negative."""
    return _offset(shape, by, join, "ET_CLOSEDPOLYGON")


def opened(shape: Shape, radius: float) -> Shape:
    """The shape without what is narrower than twice the radius, its outward corners rounded by it."""
    return grow(grow(shape, -radius, "miter"), radius)


def closed(shape: Shape, radius: float) -> Shape:
    """The shape with its clefts filled where they are narrower than twice the radius, its inward corners rounded by it."""
    return grow(grow(shape, radius), -radius)


def band(line: Sequence[Point], width: float) -> Shape:
    """The strip of this width along an open line, with round ends."""
    return _offset((tuple(line),), width / 2, "round", "ET_OPENROUND")


def swept(shape: Shape, dx: float, dy: float) -> Shape:
    """Everything that the shape passes over while it is shifted."""
    sides: list[Ring] = []
    for ring in shape:
        for a, b in edges(ring):
            side = (a, b, (b[0] + dx, b[1] + dy), (a[0] + dx, a[1] + dy))
            sides.append(side if signed_area(side) > 0 else side[::-1])
    return union(shape, tuple(sides))


def filled(shape: Shape) -> Shape:
    """The shape with its holes filled."""
    return tuple(ring for ring in shape if signed_area(ring) > 0)


def coarse(shape: Shape, by: float = 0.2) -> Shape:
    """The shape with fewer points, none of them off by more than about `by`: quick to measure."""
    import pyclipper

    return _rings(pyclipper.CleanPolygons([_whole(ring) for ring in shape], by * UNIT))


def pieces(shape: Shape) -> tuple[Shape, ...]:
    """The separate parts of the shape, each an outer ring with the holes in it, in reading order."""
    outers = [ring for ring in shape if signed_area(ring) > 0]
    holes = [ring for ring in shape if signed_area(ring) < 0]
    parts = [(outer, *(hole for hole in holes if inside((outer,), hole[0]))) for outer in outers]
    return tuple(sorted(parts, key=lambda part: min((y, x) for x, y in part[0])))


def edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    """The sides of the ring, in turn."""
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def corners(ring: Ring) -> Iterator[tuple[Point, Point, Point]]:
    """Each corner of the ring between the one before and the one after it."""
    return zip((*ring[-1:], *ring[:-1]), ring, (*ring[1:], *ring[:1]), strict=True)


def signed_area(ring: Ring) -> float:
    """The area inside the ring: negative for a hole."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in edges(ring)) / 2


def area(shape: Shape) -> float:
    """The area of the shape in square millimetres."""
    return sum(map(signed_area, shape))


def perimeter(ring: Ring) -> float:
    """The length of the ring."""
    return sum(math.dist(a, b) for a, b in edges(ring))


def centre(ring: Ring) -> Point:
    """The centre of gravity of what the ring encloses."""
    whole = signed_area(ring)
    if abs(whole) < 1e-9:
        return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
    x = sum((x0 + x1) * (x0 * y1 - x1 * y0) for (x0, y0), (x1, y1) in edges(ring))
    y = sum((y0 + y1) * (x0 * y1 - x1 * y0) for (x0, y0), (x1, y1) in edges(ring))
    return x / (6 * whole), y / (6 * whole)


def roomiest(shape: Shape) -> tuple[Point, float]:
    """The middle of a largest circle in the shape, which must not be empty, and its radius (to a tenth of a millimetre)."""
    left, top, right, bottom = box(shape)
    low, high = 0.0, max(right - left, bottom - top)
    middle = centre(shape[0])
    while high - low > 0.1:
        radius = (low + high) / 2
        left_over = pieces(grow(shape, -radius, "miter"))
        if left_over:
            low, middle = radius, centre(left_over[0][0])
        else:
            high = radius
    return middle, low


def inside(shape: Shape, point: Point) -> bool:
    """Whether the point lies in the shape."""
    return sum(_turns(ring, point) for ring in shape) != 0


def box(shape: Shape) -> tuple[float, float, float, float]:
    """The least x, least y, greatest x and greatest y of the shape, which must not be empty."""
    xs = [x for ring in shape for x, _ in ring]
    ys = [y for ring in shape for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def nearest(shape: Shape, point: Point) -> Point:
    """The point of the shape's edge, which must not be empty, that is nearest to the point."""
    return min((_on_side(point, a, b) for ring in shape for a, b in edges(ring)), key=lambda it: math.dist(it, point))


def distance(shape: Shape, point: Point) -> float:
    """How far the point is from the edge of the shape, which must not be empty."""
    return math.dist(nearest(shape, point), point)


def circle(at: Point, radius: float, sides: int = 64, turn: float = 0.0) -> Ring:
    """A ring of so many sides that touch the circle from outside; a side faces the angle `turn`."""
    reach = radius / math.cos(math.pi / sides)
    angles = [turn + (2 * step + 1) * math.pi / sides for step in range(sides)]
    return tuple((at[0] + reach * math.cos(angle), at[1] + reach * math.sin(angle)) for angle in angles)


def rectangle(x: float, y: float, width: float, height: float) -> Ring:
    """The ring of an upright rectangle."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point that lies so far on the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def spaced(ring: Ring, step: float) -> Ring:
    """Points at even distances of about `step` along the ring, eight at least."""
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


def _turns(ring: Ring, point: Point) -> int:
    """How often the ring winds round the point."""
    px, py = point
    count = 0
    x0, y0 = ring[-1]
    for x1, y1 in ring:
        if (y0 <= py) != (y1 <= py):
            side = (x1 - x0) * (py - y0) - (px - x0) * (y1 - y0)
            if y1 > y0:
                count += side > 0
            else:
                count -= side < 0
        x0, y0 = x1, y1
    return count


def _on_side(point: Point, a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    return between(a, b, 0.0 if along < 0 else 1.0 if along > 1 else along)


def _clip(operation: str, subject: Iterable[Ring], clip: Iterable[Ring]) -> Shape:
    import pyclipper

    clipper = pyclipper.Pyclipper()
    if not any([_add(clipper, ring, pyclipper.PT_SUBJECT) for ring in subject]):
        return ()
    for ring in clip:
        _add(clipper, ring, pyclipper.PT_CLIP)
    return _rings(clipper.Execute(getattr(pyclipper, operation), pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO))


def _add(clipper: Any, ring: Ring, role: int) -> bool:
    """Adds the ring; one that encloses nothing, which pyclipper refuses, adds nothing."""
    import pyclipper

    try:
        clipper.AddPath(_whole(ring), role, True)
    except pyclipper.ClipperException:
        return False
    return True


def _offset(shape: Shape, by: float, join: Join, end: str) -> Shape:
    import pyclipper

    offset = pyclipper.PyclipperOffset(3.0, ARC * UNIT)
    kind = pyclipper.JT_ROUND if join == "round" else pyclipper.JT_MITER
    for ring in shape:
        path = _whole(ring)
        if end == "ET_CLOSEDPOLYGON":
            path = pyclipper.CleanPolygon(path, SPECK * UNIT)  # a speck of a side would be offset into a spike
        if path:
            offset.AddPath(path, kind, getattr(pyclipper, end))
    return _rings(pyclipper.CleanPolygons(offset.Execute(by * UNIT), SPECK * UNIT))


def _whole(ring: Ring) -> list[tuple[int, int]]:
    return [(round(x * UNIT), round(y * UNIT)) for x, y in ring]


def _rings(paths: Any) -> Shape:
    return tuple(tuple((x / UNIT, y / UNIT) for x, y in path) for path in paths if len(path) > 2)
