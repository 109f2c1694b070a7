"""Areas that meet in another way than by a border: outlines that cross, cover each other or nearly touch.

Sides are sorted into square cells, and compared only with those nearby, so that time is linear.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from msgspec import Struct

from pnp.geometry.outlines import visual_centre
from pnp.geometry.polygons import Point, PreparedShape, Shape, area, box, intersection, union
from pnp.units import total

LEAST_BORDER = 2.0
"""The minimum length in millimetres of a border that players see as one."""

NARROW = 1.0
"""The maximum width in millimetres of a gap: farther apart, two areas are meant to be apart."""

BESIDE = 0.3 * NARROW
"""How far aside the point across a gap may be in millimetres: points on a coast are half of `NARROW` apart."""

LEAST_OVERLAP = 0.5
"""The minimum area in square millimetres of an overlap."""

FREE_PAIRS, PAIRS_EACH, SIDES_EACH = 20_000, 60, 15
"""The maximum number of pairs of outlines or of sides that are compared, and the further number for each of them."""

MOST_CLIPPED = 300_000
"""The corners of all pairs of outlines whose overlaps are measured."""

MOST_OVERLAPS = 400
"""The maximum number of overlaps that are measured: no more are reported."""

Edge = tuple[int, int]
"""A side, by the numbers of its vertices."""


class Contact(Struct, frozen=True):
    """Two areas that meet in another way than by a border, with the place, and a length or an area."""

    one: str
    other: str
    at: Point
    size: float = 0.0


# Overlaps and gaps: sides that cross, and sides that nearly meet.


def crossed_sides(
    sides: Mapping[Edge, Sequence[int]], points: Sequence[Point], sides_each: int = SIDES_EACH
) -> list[tuple[int, int, Point]]:
    """Return the pairs of areas of which two sides cross, each pair once, with the place. Sides are sorted by cells.

    `FREE_PAIRS` pairs of sides are compared, and `sides_each` more for each side. `sides` are the areas of each side,
    which may be a border of two: a third area may cover both.
    """
    if not sides:
        return []
    length = total(math.dist(points[a], points[b]) for a, b in sides) / len(sides)
    cell = max(0.5, min(20.0, 2 * length))
    cells: dict[tuple[int, int], list[Edge]] = {}
    left_over = FREE_PAIRS + sides_each * len(sides)
    found: dict[tuple[int, int], Point] = {}
    for edge, owners in sides.items():
        a, b = points[edge[0]], points[edge[1]]
        near: dict[Edge, None] = {}
        for place in _cells(a, b, cell):
            members = cells.setdefault(place, [])
            near.update(dict.fromkeys(members))
            members.append(edge)
        left_over -= len(near)
        if left_over < 0:
            break  # so is it for all sides that follow
        for other in near:
            if edge[0] in other or edge[1] in other:
                continue
            at = _meeting(a, b, points[other[0]], points[other[1]])
            if at:
                for one, two in product(owners, sides[other]):
                    found.setdefault((min(one, two), max(one, two)), at)
    return [(*pair, at) for pair, at in sorted(found.items())]


def _cells(a: Point, b: Point, cell: float) -> set[tuple[int, int]]:
    """Return the cells that a side passes, and some next to them."""
    steps = max(1, math.ceil(2 * math.dist(a, b) / cell))
    found = set()
    for step in range(steps + 1):
        x, y = a[0] + (b[0] - a[0]) * step / steps, a[1] + (b[1] - a[1]) * step / steps
        column, row = math.floor(x / cell), math.floor(y / cell)
        found |= {(column, row), (math.floor(x / cell + 0.25), row), (column, math.floor(y / cell + 0.25))}
    return found


def _meeting(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Return the point where two line segments cross; None if they do not."""
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = dx * ey - dy * ex
    if not across:
        return None
    along = ((c[0] - a[0]) * ey - (c[1] - a[1]) * ex) / across
    other = ((c[0] - a[0]) * dy - (c[1] - a[1]) * dx) / across
    if 0 < along < 1 and 0 < other < 1:
        return a[0] + dx * along, a[1] + dy * along
    return None


def covering_sides(
    sides: Mapping[Edge, Sequence[int]],
    points: Sequence[Point],
    shapes: Sequence[Shape],
    near: Mapping[int, Sequence[int]],
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of areas of which one has the middle of a side inside of the other.

    Sides that are bent to the same vertex do not cross, so that crossings alone do not show all overlaps. `near` are
    the areas whose box overlaps that of an area, `sides` the areas of each side.
    """
    boxes = [box(shape) for shape in shapes]
    prepared: dict[int, PreparedShape] = {}
    left_to_find = {index: dict.fromkeys(others) for index, others in near.items()}
    for (start, end), owners in sides.items():
        x, y = (points[start][0] + points[end][0]) / 2, (points[start][1] + points[end][1]) / 2
        for index in owners:
            for other in tuple(left_to_find.get(index, ())):
                left, top, right, bottom = boxes[other]
                if not (left < x < right and top < y < bottom) or other in owners:
                    continue
                if other not in prepared:
                    prepared[other] = PreparedShape(shapes[other])
                if prepared[other].holds((x, y)):
                    del left_to_find[index][other]
                    left_to_find[other].pop(index, None)
                    yield index, other


def overlaps(
    names: Sequence[str],
    rings: Iterable[tuple[int, Sequence[Edge]]],
    owners: Mapping[Edge, int],
    suspects: set[tuple[int, int]],
    shapes: Mapping[str, Shape],
) -> tuple[list[Contact], bool]:
    """Return the areas that cover each other, and whether all were looked at: outlines may have too many overlaps.

    They are the `suspects`, and areas that have a side in the same direction. `rings` are the sides of each ring with
    the number of its area, `owners` is the first area of each side.
    """
    for index, edges in rings:
        suspects |= {(owners[edge], index) for edge in edges if owners[edge] != index}
    found: list[Contact] = []
    left_over = MOST_CLIPPED
    whole = cache(lambda index: union(shapes[names[index]]))
    for one, other in sorted({(min(pair), max(pair)) for pair in suspects}):
        left_over -= sum(len(ring) for each in (one, other) for ring in shapes[names[each]])
        if left_over < 0 or len(found) == MOST_OVERLAPS:
            return found, False
        both = intersection(whole(one), whole(other))
        size = area(both)
        if size >= LEAST_OVERLAP:
            found.append(Contact(names[one], names[other], visual_centre(both)[0], size))
    return found, True


class _CoastPoint(Struct, frozen=True):
    """A point on a side that no other area has: the direction outwards, its area, and the length that it stands for."""

    at: Point
    outward: Point
    index: int
    length: float

    def faces(self, other: _CoastPoint) -> bool:
        """Whether the other point is on the opposite side of a narrow gap, and not past its end."""
        (x, y), (u, v), (p, q) = self.at, self.outward, other.outward
        dx, dy = other.at[0] - x, other.at[1] - y
        return u * p + v * q < -0.5 and 0 < dx * u + dy * v <= NARROW and abs(dx * v - dy * u) <= BESIDE


def gaps(
    names: Sequence[str], points: Sequence[Point], single: Sequence[tuple[Edge, int]], known: set[tuple[str, str]]
) -> Iterator[Contact]:
    """Yield areas that are not `known` as neighbours, whose coasts run along each other at most `NARROW` apart
    for at least the length of a border."""
    samples = [point for edge, index in single for point in _coast_points(edge, index, points)]
    cells: dict[tuple[int, int], list[_CoastPoint]] = {}
    reach = math.hypot(NARROW, BESIDE)
    for sample in samples:
        cells.setdefault((math.floor(sample.at[0] / reach), math.floor(sample.at[1] / reach)), []).append(sample)
    found: dict[tuple[int, int], list[_CoastPoint]] = {}
    for sample in samples:
        column, row = math.floor(sample.at[0] / reach), math.floor(sample.at[1] / reach)
        around = [cells.get((column + across, row + down), ()) for across in (-1, 0, 1) for down in (-1, 0, 1)]
        near = [other for members in around for other in members[:50] if other.index > sample.index]
        for other in {other.index for other in near if sample.faces(other)}:
            found.setdefault((sample.index, other), []).append(sample)
    for (one, other), facing in sorted(found.items()):
        pair = names[one], names[other]
        length, at = total(sample.length for sample in facing), facing[len(facing) // 2].at
        if length >= LEAST_BORDER and pair not in known:
            yield Contact(*pair, at, length)


def _coast_points(edge: Edge, index: int, points: Sequence[Point]) -> Iterator[_CoastPoint]:
    """Yield points along a side, at most half the width of a gap apart; at most a thousand."""
    (x0, y0), (x1, y1) = points[edge[0]], points[edge[1]]
    length = math.dist((x0, y0), (x1, y1)) or 1.0
    count = max(1, min(1_000, math.ceil(length / (NARROW / 2))))
    outward = (y1 - y0) / length, (x0 - x1) / length
    for step in range(count):
        share = (step + 0.5) / count
        yield _CoastPoint((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share), outward, index, length / count)
