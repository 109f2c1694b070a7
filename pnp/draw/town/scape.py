"""Scapes: the streets of a map or a tile in millimetres, with all that stands on and beside them, before any art."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.draw.town.polygons import closed, strip, union
from pnp.draw.town.rings import Point, Ring, Shape, between, circle, rectangle
from pnp.draw.town.scattered import Rings
from pnp.records import dataclass
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.game_map import Area
    from pnp.model.map_style import Side

CORNER = 2.5
"""The radius of kerbs at the corners of junctions."""

DRIVE = 0.6
"""The width of the drive of a lot, as a share of that of a street."""

BAY = (14.0, 24.0)
"""The width and depth of a parking bay."""


@dataclass(frozen=True, slots=True)
class Street:
    """A street, or a part of it, by its middle line; whether it runs on over the face's edge at its start and end."""

    name: str
    points: tuple[Point, ...]
    onward: tuple[bool, bool] = (False, False)

    @property
    def length(self) -> float:
        """How long it is."""
        return total(math.dist(a, b) for a, b in pairwise(self.points))


@dataclass(frozen=True, slots=True)
class Slot:
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


@dataclass(frozen=True, slots=True)
class Crosswalk:
    """Bars across a street: their middle, the direction of the street there, and how deep they are along it.

    One that is `kept` is never closed by what is laid on the map.
    """

    at: Point
    turn: float
    depth: float
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
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


@dataclass(frozen=True, slots=True)
class Parking:
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


@dataclass(frozen=True, eq=False)
class Scape:
    """A face of `width` × `height` with streets `road` wide, and water beyond those that lie next to its `shore`.

    `bends` are the points where streets meet. One that is `sown` is sown together with others: its streets run on over
    its edges. What is derived is worked out when first asked for, hence no slots.
    """

    width: float
    height: float
    road: float
    streets: tuple[Street, ...]
    slots: tuple[Slot, ...]
    crosswalks: tuple[Crosswalk, ...] = ()
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

    def _drawn_out(self, street: Street) -> tuple[Point, ...]:
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
