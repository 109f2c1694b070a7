"""Streets with what is on and next to them; free ground."""

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
    distance_to,
    edges,
    mean,
    rectangle,
    signed_area,
    strip,
    union,
)
from pnp.model.maps.game_map import Area
from pnp.model.maps.map_style import Side
from pnp.units import total

# Scapes: the streets of a map or tile in millimetres with spaces, signs and lots, before any art.

CORNER = 2.5
"""The radius of kerbs at the corners of junctions."""

DRIVE = 0.6
"""The width of the drive of a lot, as a share of that of a street."""

BAY = (14.0, 24.0)
"""The maximum width and depth of a parking bay."""


class DrawnStreet(Struct, frozen=True):
    """A street, or a part of it, by its middle line.

    `onward` is whether it continues over the face's edge at its start and at its end.
    """

    name: str
    points: tuple[Point, ...]
    onward: tuple[bool, bool] = (False, False)

    @property
    def length(self) -> float:
        """Its length."""
        return total(math.dist(a, b) for a, b in pairwise(self.points))


class Slot(Struct, frozen=True):
    """A space: its part of the street's middle line, in the direction of one-way traffic.

    With `token`, a token may be laid on it that gives it a direction.
    """

    area: Area
    line: tuple[Point, ...]
    one_way: bool = False
    token: bool = False
    icon: str = ""

    @property
    def middle(self) -> Point:
        """The point halfway along it."""
        return along(self.line, 0.5)[0]

    @property
    def turn(self) -> float:
        """The direction of its line, in radians."""
        return along(self.line, 0.5)[1]

    @property
    def length(self) -> float:
        """Its length."""
        return total(math.dist(a, b) for a, b in pairwise(self.line))

    @property
    def tags(self) -> tuple[str, ...]:
        """Its tags."""
        return tuple(tag.name for tag in self.area.tags)


class CrosswalkBars(Struct, frozen=True):
    """Bars across a street: their centre, the direction of the street, and their depth along it.

    A crosswalk that is `kept` is never closed by anything laid on the map.
    """

    at: Point
    turn: float
    depth: float
    kept: bool = False


class Sign(Struct, frozen=True):
    """A site: its printed texts and icon, the spaces that serve it, and its position.

    Without a position it is placed next to a space that serves it. A `plot` is ground that it keeps free, for stacks of
    tiles or for tokens. With an `arrow`, it points at its spaces.
    """

    id: str
    name: str
    by: tuple[Slot, ...]
    at: Point | None = None
    icon: str = ""
    district: str = ""
    landmark: bool = False
    arrow: bool = True
    plot: tuple[float, float] | None = None


class Parking(Struct, frozen=True):
    """A lot: its ground, its number of bays, and the space to which its drive leads.

    The drive may have a crosswalk, which may be `kept`.
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
    def rows(self) -> tuple[tuple[int, float, float], ...]:
        """Its one or two rows of bays along its longer side: their number, and where they begin and end across it."""
        deep = min(self.size)
        count = 2 if deep >= 2 * BAY[1] + 8 and self.bays > 1 else 1
        reach, most = min(BAY[1], deep / count - 1), -(-self.bays // count)
        rows = ((most, -deep / 2, reach - deep / 2), (self.bays - most, deep / 2, deep / 2 - reach))
        return rows[:count] if self.bays else ()

    @property
    def pitch(self) -> float:
        """The width of a bay."""
        return min(BAY[0], (max(self.size) - 1) / max(count for count, *_ in self.rows)) if self.rows else 0.0

    @property
    def stalls(self) -> tuple[tuple[Point, tuple[float, float], float], ...]:
        """The middle and the size of each bay, and the direction out of it, in degrees clockwise from upwards."""
        flat, (x, y) = self.size[0] >= self.size[1], self.at
        found = []
        for count, edge, inner in self.rows:
            long, across, size = self.pitch, (edge + inner) / 2, abs(edge - inner)
            out = (180.0 if inner > edge else 0.0) if flat else (90.0 if inner > edge else 270.0)
            for number in range(count):
                u = (number + 0.5 - count / 2) * long
                at = (x + u, y + across) if flat else (x + across, y + u)
                found.append((at, (long, size) if flat else (size, long), out))
        return tuple(found)

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
    """A face of `width` × `height` with streets of width `road`, and water outside those next to its `shore`.

    `bends` are the points where streets meet. With `is_tile`, the face is a tile: its streets continue over its edges.
    Derived values are cached in the instance's dictionary.
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
    is_tile: bool = False

    @cached_property
    def asphalt(self) -> Shape:
        """The ground of streets and lots, with rounded kerbs at junctions."""
        bands = [strip(self._drawn_out(street), self.road) for street in self.streets]
        drives = [strip(lot.drive, DRIVE * self.road) for lot in self.lots if lot.drive]
        bends = [(circle(at, self.road / 2),) for at in self.bends]
        return closed(union(*bands, *bends, *drives, *((lot.ground,) for lot in self.lots)), CORNER)

    @cached_property
    def sides(self) -> Rings:
        """A spatial index of the segments of the streets' middle lines."""
        return Rings(tuple(side for street in self.streets for side in pairwise(street.points)))

    def ground(self, slot: Slot) -> Shape:
        """Return the ground of a space."""
        return strip(slot.line, self.road)

    def _drawn_out(self, street: DrawnStreet) -> tuple[Point, ...]:
        """Return the street's line, extended where it continues over the edge."""
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
    """Return the point at that share of a line's length, and the direction of the line there."""
    left = share * total(math.dist(a, b) for a, b in pairwise(line))
    for a, b in pairwise(line):
        side = math.dist(a, b)
        if left <= side and side:
            return between(a, b, left / side), math.atan2(b[1] - a[1], b[0] - a[0])
        left -= side
    a, b = line[-2:]
    return b, math.atan2(b[1] - a[1], b[0] - a[0])


# Free ground: the area of a face without streets, signs and texts.

SAMPLE = 6.0
"""The distance of sample points of a box, which are tested against streets."""

STEP = 5.0
"""The distance of positions to try."""


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
        """Reserve these boxes, so that later ones avoid them."""
        self.taken += rings
        self._held.add(*rings)

    def harm(self, ring: Ring) -> float:
        """Return a penalty for a box: how much of it is on streets or off the land, and what it overlaps."""
        points = list(_samples(ring))
        near = self._lines.near((ring,), self.clear)
        off = sum(not self._land.holds(point) for point in points)
        paved = sum(any(distance_to(point, *line) < self.clear for line in near) for point in points)
        covered = total(overlap(ring, other) for other in self._held.near((ring,)))
        return (3 * off + paved) / len(points) + 4 * covered

    def free(self, ring: Ring) -> bool:
        """Whether a box is on the land and covers nothing. This is the same as no harm, but computed faster."""
        if not self.holds_nothing(ring):
            return False
        near = self._lines.near((ring,), self.clear)
        return all(
            self._land.holds(point) and not any(distance_to(point, *line) < self.clear for line in near)
            for point in _samples(ring)
        )

    def holds_nothing(self, ring: Ring) -> bool:
        """Whether a box covers nothing that is reserved; it may be on a street."""
        return not any(overlap(ring, other) for other in self._held.near((ring,)))

    def near(self, at: Point, half_width: float, half_height: float, far: float) -> Point | None:
        """Return the centre of the nearest free upright box of that size; None if there is none within `far`."""
        for spot in _spots(at, far):
            (x, y), w, h = spot, half_width, half_height
            if self.free(((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))):
                return spot
        return None


def _corners(points: Sequence[Point]) -> list[Point]:
    """Return the points at which a line bends, and its ends."""
    kept = [points[0]]
    for number in range(1, len(points) - 1):
        if distance_to(points[number], kept[-1], points[number + 1]) > 1e-3:
            kept.append(points[number])
    return [*kept, points[-1]]


def _boxes_overlap(ring: Ring, other: Ring) -> bool:
    """Whether the bounding boxes of two rings overlap."""
    left, top, right, bottom = box((ring,))
    x0, y0, x1, y1 = box((other,))
    return left < x1 and x0 < right and top < y1 and y0 < bottom


def overlap(ring: Ring, other: Ring) -> bool:
    """Whether two convex rings overlap, by the separating axis theorem: no side of either separates them."""
    if not _boxes_overlap(ring, other):
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
    """Return the boxes as one shape, all with positive area."""
    return tuple(ring if signed_area(ring) > 0 else ring[::-1] for ring in rings)


def _samples(ring: Ring) -> Iterator[Point]:
    """Yield points along the edge of a box and its centre."""
    for a, b in edges(ring):
        count = max(1, math.ceil(math.dist(a, b) / SAMPLE))
        yield from (between(a, b, step / count) for step in range(count))
    yield mean(ring)


def _spots(at: Point, far: float) -> Iterator[Point]:
    """Yield the points of a grid around a point, the nearest first. Rings of the grid are created on demand."""
    waiting: list[tuple[float, Point]] = []
    for ring in range(int(far // STEP) + 1):
        for row in range(-ring, ring + 1):
            for column in range(-ring, ring + 1, 1 if abs(row) == ring else 2 * ring):
                spot = at[0] + column * STEP, at[1] + row * STEP
                heappush(waiting, (round(math.dist(spot, at), 3), spot))
        while waiting and waiting[0][0] < (ring + 1) * STEP:  # points of further rings are farther away
            yield heappop(waiting)[1]
    while waiting:
        yield heappop(waiting)[1]
