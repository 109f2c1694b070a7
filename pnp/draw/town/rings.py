"""Points, rings and shapes: plain geometry on them, in millimetres.

A ring is closed by itself: its last point is joined to its first. A shape is any number of rings under the non-zero
rule: outer rings turn one way (their area is positive) and holes the other.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Point = tuple[float, float]
Ring = tuple[Point, ...]
Shape = tuple[Ring, ...]


def coarse(shape: Shape, by: float = 0.15) -> Shape:
    """The shape with fewer points and its edge moved by no more than `by`: quick to measure."""
    return tuple(ring for ring in (_coarse_ring(it, by) for it in shape) if len(ring) > 2)


def edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    """The sides of the ring, in turn."""
    return zip(ring, ring[1:] + ring[:1], strict=True)


def corners(ring: Ring) -> Iterator[tuple[Point, Point, Point]]:
    """Each corner of the ring between the one before and the one after it."""
    return zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True)


def signed_area(ring: Ring) -> float:
    """The area inside the ring: negative for a hole."""
    return total([x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in edges(ring)]) / 2


def area(shape: Shape) -> float:
    """The area of the shape in square millimetres."""
    return total(map(signed_area, shape))


def perimeter(ring: Ring) -> float:
    """The length of the ring."""
    return total(math.dist(a, b) for a, b in edges(ring))


def centre(ring: Ring) -> Point:
    """The centre of gravity of what the ring encloses."""
    whole = signed_area(ring)
    if abs(whole) < 1e-9:
        return total(x for x, _ in ring) / len(ring), total(y for _, y in ring) / len(ring)
    x = total((x0 + x1) * (x0 * y1 - x1 * y0) for (x0, y0), (x1, y1) in edges(ring))
    y = total((y0 + y1) * (x0 * y1 - x1 * y0) for (x0, y0), (x1, y1) in edges(ring))
    return x / (6 * whole), y / (6 * whole)


def inside(shape: Shape, point: Point) -> bool:
    """Whether the point lies in the shape."""
    return sum(winding(edges(ring), point) for ring in shape) != 0


def winding(sides: Iterable[tuple[Point, Point]], point: Point) -> int:
    """How often the sides wind round the point."""
    px, py = point
    count = 0
    for (x0, y0), (x1, y1) in sides:
        if (y0 <= py) != (y1 <= py):
            side = (x1 - x0) * (py - y0) - (px - x0) * (y1 - y0)
            if y1 > y0:
                count += side > 0
            else:
                count -= side < 0
    return count


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


@lru_cache(maxsize=256)  # that of a place is asked for by all that lies beside it
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


def _coarse_ring(ring: Ring, by: float) -> Ring:
    """Douglas and Peucker's choice of points, from the first point to the one farthest from it and back."""
    far = max(range(len(ring)), key=lambda index: math.dist(ring[0], ring[index]))
    halves = (ring[: far + 1], (*ring[far:], ring[0]))
    return tuple(point for half in halves for point in _coarse_line(half, by)[:-1])


def _coarse_line(line: Ring, by: float) -> list[Point]:
    kept, open_stretches = {0, len(line) - 1}, [(0, len(line) - 1)]
    while open_stretches:
        start, end = open_stretches.pop()
        off = _distances(line[start + 1 : end], line[start], line[end])
        most = max(off, default=0.0)
        if most > by:
            middle = start + 1 + off.index(most)
            kept.add(middle)
            open_stretches += [(start, middle), (middle, end)]
    return [line[index] for index in sorted(kept)]


def _distances(points: Ring, a: Point, b: Point) -> list[float]:
    """How far each point is from the line between a and b; `_on_side` for many, written out."""
    (x0, y0), (x1, y1) = a, b
    dx, dy = x1 - x0, y1 - y0
    length = dx * dx + dy * dy or 1.0
    found: list[float] = []
    for x, y in points:
        along = ((x - x0) * dx + (y - y0) * dy) / length
        share = 0.0 if along < 0 else 1.0 if along > 1 else along
        found.append(math.hypot(x - (x0 + dx * share), y - (y0 + dy * share)))
    return found


def _on_side(point: Point, a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    return between(a, b, 0.0 if along < 0 else 1.0 if along > 1 else along)
