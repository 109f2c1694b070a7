"""Streets with what is on and next to them; free room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise

from msgspec import Struct

from pnp.geometry.polygons import (
    Point,
    PreparedShape,
    Ring,
    Rings,
    Shape,
    between,
    box,
    circle,
    closed,
    coarse,
    edges,
    rectangle,
    strip,
    union,
)
from pnp.model.maps.game_map import Area
from pnp.model.maps.map_style import Side
from pnp.units import total

# Scapes: the streets of a map or a tile in millimetres, with all that stands on and beside them, before any art.

CORNER = 2.5
"""The radius of kerbs at the corners of junctions."""

DRIVE = 0.6
"""The width of the drive of a lot, as a share of that of a street."""

BAY = (14.0, 24.0)
"""The width and depth of a parking bay."""


class DrawnStreet(Struct, frozen=True):
    """A street, or a part of it, by its middle line; whether it runs on over the face's edge at its start and end."""

    name: str
    points: tuple[Point, ...]
    onward: tuple[bool, bool] = (False, False)

    @property
    def length(self) -> float:
        """How long it is."""
        return total(math.dist(a, b) for a, b in pairwise(self.points))


class Slot(Struct, frozen=True):
    """A space: its part of the street's middle line, along which a one-way leads; a `token` may give it a direction."""

    area: Area
    line: tuple[Point, ...]
    one_way: bool = False
    token: bool = False
    icon: str = ""

    @property
    def middle(self) -> Point:
        """The point half way along it."""
        return along(self.line, 0.5)[0]

    @property
    def turn(self) -> float:
        """The direction in which it leads, in radians."""
        return along(self.line, 0.5)[1]

    @property
    def length(self) -> float:
        """How long it is."""
        return total(math.dist(a, b) for a, b in pairwise(self.line))

    @property
    def tags(self) -> tuple[str, ...]:
        """Its tags."""
        return tuple(tag.name for tag in self.area.tags)


class CrosswalkBars(Struct, frozen=True):
    """Bars across a street: their middle, the direction of the street there, and how deep they are along it.

    One that is `kept` is never closed by what is laid on the map.
    """

    at: Point
    turn: float
    depth: float
    kept: bool = False


class Sign(Struct, frozen=True):
    """A site: what is printed for it, the spaces that serve it, and where it stands, None for beside the first of them.

    A `plot` is ground that it keeps clear: where tiles are stacked, or tokens lie.
    """

    id: str
    name: str
    by: tuple[Slot, ...]
    at: Point | None = None
    icon: str = ""
    district: str = ""
    landmark: bool = False
    plot: tuple[float, float] | None = None


class Parking(Struct, frozen=True):
    """A lot: its ground, how many bays it has, and the space that its drive leads to, perhaps over a crosswalk, which
    may be `kept`.
    """

    name: str
    at: Point
    size: tuple[float, float]
    bays: int
    exit: Point | None = None
    crosswalk: bool = False
    kept: bool = False

    @property
    def ground(self) -> Ring:
        """The ground of its bays."""
        width, height = self.size
        return rectangle(self.at[0] - width / 2, self.at[1] - height / 2, width, height)

    @property
    def drive(self) -> tuple[Point, Point] | None:
        """The middle line of the drive between its ground and the space at its exit."""
        if self.exit is None:
            return None
        (x, y), (width, height), (left, top) = self.exit, self.size, self.at
        inner = (
            max(left - width / 2 + 6, min(left + width / 2 - 6, x)),
            max(top - height / 2 + 6, min(top + height / 2 - 6, y)),
        )
        return inner, self.exit


class Scape(Struct, frozen=True, eq=False, dict=True):
    """A face of `width` × `height` with streets `road` wide, and water beyond those that lie next to its `shore`.

    `bends` are the points where streets meet. One that is `sown` is sown together with others: its streets run on over
    its edges. What is derived is worked out when first asked for, hence no slots.
    """

    width: float
    height: float
    road: float
    streets: tuple[DrawnStreet, ...]
    slots: tuple[Slot, ...]
    crosswalks: tuple[CrosswalkBars, ...] = ()
    signs: tuple[Sign, ...] = ()
    lots: tuple[Parking, ...] = ()
    bends: tuple[Point, ...] = ()
    shore: tuple[Side, ...] = ()
    sown: bool = False

    @cached_property
    def asphalt(self) -> Shape:
        """The ground of streets and lots, the kerbs rounded at junctions."""
        bands = [strip(self._drawn_out(street), self.road) for street in self.streets]
        drives = [strip(lot.drive, DRIVE * self.road) for lot in self.lots if lot.drive]
        bends = [(circle(at, self.road / 2),) for at in self.bends]
        return closed(union(*bands, *bends, *drives, *((lot.ground,) for lot in self.lots)), CORNER)

    @cached_property
    def sides(self) -> Rings:
        """The middle lines of the streets from point to point, to be asked for what of them is near."""
        return Rings(tuple(side for street in self.streets for side in pairwise(street.points)))

    def ground(self, slot: Slot) -> Shape:
        """The ground of a space."""
        return strip(slot.line, self.road)

    def _drawn_out(self, street: DrawnStreet) -> tuple[Point, ...]:
        """The street's line, longer where it runs on over the edge."""
        points = street.points
        if points[0] == points[-1]:
            return (*points, points[1])
        for onward in street.onward:
            if onward:
                far = math.dist(points[0], points[1]) or 1.0
                points = (between(points[1], points[0], 1 + self.road / 2 / far), *points[1:])
            points = points[::-1]
        return points


def along(line: Sequence[Point], share: float) -> tuple[Point, float]:
    """The point so far along a line, and the direction of the line there."""
    left = share * total(math.dist(a, b) for a, b in pairwise(line))
    for a, b in pairwise(line):
        side = math.dist(a, b)
        if left <= side and side:
            return between(a, b, left / side), math.atan2(b[1] - a[1], b[0] - a[0])
        left -= side
    a, b = line[-2:]
    return b, math.atan2(b[1] - a[1], b[0] - a[0])


def distance_to(point: Point, a: Point, b: Point) -> float:
    """How far a point is from the line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length if length else 0.0
    return math.dist(point, between(a, b, max(0.0, min(1.0, share))))


# Room: what of a face is taken by streets, signs and words, and where there is place for more.

SAMPLE = 6.0
"""How far apart the points of a box are of which it is asked whether they lie on a street."""

STEP = 5.0
"""How far apart the spots are that are tried."""


class FreeGround:
    """The free ground of a face: boxes are taken one after the other, the most important first."""

    def __init__(self, scape: Scape, kerb: float, land: Shape) -> None:
        self._land = PreparedShape(coarse(land))
        self.clear = scape.road / 2 + kerb
        self._lines = Rings(tuple(line for street in scape.streets for line in pairwise(_corners(street.points))))
        self._lines.add(*(lot.drive for lot in scape.lots if lot.drive))
        self.taken: list[Ring] = []
        self._held = Rings(tuple(lot.ground for lot in scape.lots))

    def take(self, *rings: Ring) -> None:
        """Keep these boxes free of all that comes later."""
        self.taken += rings
        self._held.add(*rings)

    def harm(self, ring: Ring) -> float:
        """How much a box would cover of streets and of what is taken, and how much of it lies off the land."""
        points = list(_samples(ring))
        near = self._lines.near((ring,), self.clear)
        off = sum(not self._land.holds(point) for point in points)
        paved = sum(any(distance_to(point, *line) < self.clear for line in near) for point in points)
        covered = total(overlap(ring, other) for other in self._held.near((ring,)))
        return (3 * off + paved) / len(points) + 4 * covered

    def free(self, ring: Ring) -> bool:
        """Whether a box covers nothing, and lies on the land: that it does no harm, which is told sooner."""
        if any(overlap(ring, other) for other in self._held.near((ring,))):
            return False
        near = self._lines.near((ring,), self.clear)
        return all(
            self._land.holds(point) and not any(distance_to(point, *line) < self.clear for line in near)
            for point in _samples(ring)
        )

    def near(self, at: Point, half_width: float, half_height: float, far: float) -> Point | None:
        """The middle of a free upright box of that size nearest to a point; None where there is none so near."""
        for spot in _spots(at, far):
            (x, y), w, h = spot, half_width, half_height
            if self.free(((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))):
                return spot
        return None


def _corners(points: Sequence[Point]) -> list[Point]:
    """The points at which a line bends, and its ends."""
    kept = [points[0]]
    for number in range(1, len(points) - 1):
        if distance_to(points[number], kept[-1], points[number + 1]) > 1e-3:
            kept.append(points[number])
    return [*kept, points[-1]]


def _beside(ring: Ring, other: Ring) -> bool:
    """Whether the upright boxes round two rings share some ground."""
    left, top, right, bottom = box((ring,))
    x0, y0, x1, y1 = box((other,))
    return left < x1 and x0 < right and top < y1 and y0 < bottom


def overlap(ring: Ring, other: Ring) -> bool:
    """Whether two convex rings cover some ground together: no side of either parts them."""
    if not _beside(ring, other):
        return False
    for one, two in ((ring, other), (other, ring)):
        for (x0, y0), (x1, y1) in edges(one):
            nx, ny = y0 - y1, x1 - x0
            here = [nx * x + ny * y for x, y in one]
            there = [nx * x + ny * y for x, y in two]
            if max(here) <= min(there) + 1e-9 or max(there) <= min(here) + 1e-9:
                return False
    return True


def grounds(rings: Iterable[Ring]) -> Shape:
    """The boxes as one shape, each turning the positive way."""
    return tuple(ring if _turns_positively(ring) else ring[::-1] for ring in rings)


def _turns_positively(ring: Ring) -> bool:
    return total(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in edges(ring)) > 0


def _samples(ring: Ring) -> Iterator[Point]:
    """Points round the edge of a box and in its middle."""
    for a, b in edges(ring):
        count = max(1, math.ceil(math.dist(a, b) / SAMPLE))
        yield from (between(a, b, step / count) for step in range(count))
    yield total(x for x, _ in ring) / len(ring), total(y for _, y in ring) / len(ring)


def _spots(at: Point, far: float) -> Iterator[Point]:
    """The spots of a square round a point, the nearest first; no more of them are made than are asked for."""
    waiting: list[tuple[float, Point]] = []
    for ring in range(int(far // STEP) + 1):
        for row in range(-ring, ring + 1):
            for column in range(-ring, ring + 1, 1 if abs(row) == ring else 2 * ring):
                spot = at[0] + column * STEP, at[1] + row * STEP
                heappush(waiting, (round(math.dist(spot, at), 3), spot))
        while waiting and waiting[0][0] < (ring + 1) * STEP:  # nothing farther out is as near
            yield heappop(waiting)[1]
    while waiting:
        yield heappop(waiting)[1]
