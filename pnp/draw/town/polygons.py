"""Polygons: cut, joined and grown, in millimetres.

The work is done by pyclipper on whole numbers (a unit is 0.1 µm), so that no operation fails for want of precision and
every machine gets the same rings.
"""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from pnp.draw.town.rings import Point, Ring, Shape, area, between, box, centre, inside, signed_area

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Path = list[tuple[int, int]]
"""Points in whole units."""

Join = Literal["round", "miter"]


class Whole:
    """A ring in whole units."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """Its left, top, right and bottom."""
        xs, ys = zip(*self.path, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @cached_property
    def plain(self) -> Path:
        """It without sides so short that they would be offset into spikes."""
        kept = self.path[:1]
        x0, y0 = kept[0] if kept else (0, 0)
        for point in self.path[1:]:
            dx, dy = point[0] - x0, point[1] - y0
            if dx * dx + dy * dy > SPECK * SPECK:
                kept.append(point)
                x0, y0 = point
        return kept


class Cut(tuple[Point, ...]):
    """A ring that something came to, with what it is in whole units."""

    whole: Whole


UNIT = 10_000
SPECK = 100
"""Sides no longer than this are of no account, in units."""

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
    return _rings(_grown(map(_whole, shape), by, join))


def opened(shape: Shape, radius: float) -> Shape:
    """The shape without what is narrower than twice the radius, its outward corners rounded by it."""
    return _rings(_grown(_grown(map(_whole, shape), -radius, "miter"), radius))


def closed(shape: Shape, radius: float) -> Shape:
    """The shape without clefts narrower than twice the radius, its inward corners rounded by it."""
    return _rings(_grown(_grown(map(_whole, shape), radius), -radius))


def band(line: Sequence[Point], width: float) -> Shape:
    """The strip of this width along an open line, with round ends."""
    return _rings(_grown([_whole(tuple(line))], width / 2, "round", "ET_OPENROUND"))


def strip(line: Sequence[Point], width: float) -> Shape:
    """The strip of this width along an open line, cut off square at its ends."""
    return _rings(_grown([_whole(tuple(line))], width / 2, "miter", "ET_OPENBUTT"))


def nearer(at: Point, other: Point, far: float = 3000.0) -> Ring:
    """The half of the plane that is nearer to one point than to another."""
    (x, y), long = between(at, other), math.dist(at, other)
    dx, dy = (other[0] - at[0]) / long * far, (other[1] - at[1]) / long * far
    return (x + dy, y - dx), (x - dy, y + dx), (x - dy - dx, y + dx - dy), (x + dy - dx, y - dx - dy)


@lru_cache(maxsize=8)  # the land is the same in several styles
def swept(shape: Shape, dx: float, dy: float) -> Shape:
    """Everything that the shape passes over while it is shifted."""
    ways = (way for ring in shape for way in _ways(ring, dx, dy))
    return _clip("CT_UNION", (*shape, *ways), ())


def _ways(ring: Ring, dx: float, dy: float) -> Iterator[Whole]:
    """What the sides of the ring that lead pass over, those in a row together; the others pass over what is in it."""
    here = _whole(ring).path
    there = _units((x + dx, y + dy) for x, y in ring)
    sides = zip(here, here[1:] + here[:1], there, there[1:] + there[:1], strict=True)
    for leads, front in groupby(sides, lambda side: _turn(*side[:3]) < 0):
        if leads:
            starts, ends, moved, last = zip(*front, strict=True)
            yield Whole([*moved, last[-1], ends[-1], *reversed(starts)])


def _turn(a: Sequence[int], b: Sequence[int], c: Sequence[int]) -> int:
    """Above 0 where the way from a to c leads to the right of that from a to b, below 0 where it leads to the left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def filled(shape: Shape) -> Shape:
    """The shape with its holes filled."""
    return tuple(ring for ring in shape if signed_area(ring) > 0)


def pieces(shape: Shape) -> tuple[Shape, ...]:
    """The separate parts of the shape, each an outer ring with the holes in it, in reading order."""
    areas = [(ring, signed_area(ring)) for ring in shape]
    outers = [ring for ring, extent in areas if extent > 0]
    holes = [ring for ring, extent in areas if extent < 0]
    parts = [(outer, *(hole for hole in holes if inside((outer,), hole[0]))) for outer in outers]
    return tuple(sorted(parts, key=lambda part: min((y, x) for x, y in part[0])))


def roomiest(shape: Shape) -> tuple[Point, float]:
    """The middle and, to 0.1, the radius of a largest circle in the shape, which must not be empty."""
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


def _clip(operation: str, subject: Iterable[Ring | Whole], clip: Iterable[Ring]) -> Shape:
    """What comes of the subject; what of the clip lies aside of it is left out."""
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
    filling = pyclipper.PFT_NONZERO
    return _rings(_wholes(clipper.Execute(getattr(pyclipper, operation), filling, filling)))


def _add(clipper: Any, whole: Whole, role: int) -> bool:
    """Adds the ring; one that encloses nothing, which pyclipper refuses, adds nothing."""
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
    return ring.whole if isinstance(ring, Cut) else _converted(ring)


@lru_cache(maxsize=1024)
def _converted(ring: Ring) -> Whole:
    """The ring in whole units; that of streets and places is asked for again and again."""
    return Whole(_units(ring))


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
