"""The plan of a town: places, labels and roads of a map in the millimetres of the printed face, before any art."""

from __future__ import annotations

import math
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING

from pnp.draw.town.polygons import band, grow, union
from pnp.draw.town.rings import Point, Shape, box, circle, rectangle
from pnp.draw.town.scattered import Points, Rings
from pnp.draw.town.tangle import tangled
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.model.area_map import AreaMap
    from pnp.model.game_map import Area
    from pnp.model.map_style import MapStyle

SQUARE = 0.93
"""Half the side of a square place, as a share of the radius of a disc that looks as large."""

ROUNDED = 0.36
"""The radius of a square place's corners, as a share of half its side."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the face: its middle, the radius of its drawing, its form, and whether it belongs to the core."""

    area: Area
    at: Point
    radius: float
    square: bool = False
    core: bool = False

    @property
    def district(self) -> str:
        """The district's name; empty where it lies in none."""
        return self.area.district.name if self.area.district else ""

    @property
    def reach(self) -> float:
        """How far its drawing reaches from its middle."""
        return self.radius * SQUARE * (math.sqrt(2) * (1 - ROUNDED) + ROUNDED) if self.square else self.radius

    def ground(self, gap: float = 0.0) -> Shape:
        """The ground under its drawing, and so much more all round."""
        if not self.square:
            return (circle(self.at, self.radius + gap),)
        half = self.radius * SQUARE
        inner = half * (1 - ROUNDED)
        return grow((rectangle(self.at[0] - inner, self.at[1] - inner, 2 * inner, 2 * inner),), half * ROUNDED + gap)


@dataclass(frozen=True, slots=True)
class Way:
    """A road on the face, from the middle of one place to the middle of another."""

    points: tuple[Point, ...]
    one_way: bool = False


@dataclass(frozen=True)
class Plan:
    """Places and roads on a face of `width` × `height`; a place or road that the map leaves open is not in it.

    `street` is the width of a road with its casings, `kept` the ground of plates and clearings that art leaves
    empty, `paved` that of the streets where it is more than the roads.
    """

    width: float
    height: float
    spots: tuple[Spot, ...]
    ways: tuple[Way, ...]
    street: float
    kept: Shape = ()
    paved: Shape | None = None
    radii: Mapping[Point, float] = field(default_factory=dict, repr=False)

    @cached_property
    def tangled(self) -> bool:
        """Whether the roads cross each other so often that the ground is not parted between them."""
        return tangled([way.points for way in self.ways])

    @cached_property
    def streets(self) -> Shape:
        """The ground under the roads, casings and all."""
        if self.paved is not None:
            return self.paved
        if not self.street or self.tangled:
            return ()
        return union(*(band(way.points, self.street) for way in self.ways))

    @cached_property
    def street_rings(self) -> Rings:
        """The streets, to be asked for what of them is near."""
        return Rings(self.streets)

    @cached_property
    def kept_rings(self) -> Rings:
        """What is kept, likewise."""
        return Rings(self.kept)

    @cached_property
    def ground(self) -> Shape:
        """The ground under the streets and the places; places on paved streets add nothing to them."""
        if self.paved is not None:
            return self.paved
        return union(self.streets, *(spot.ground() for spot in self.spots))

    @cached_property
    def face(self) -> Shape:
        """The whole face."""
        return (rectangle(0.0, 0.0, self.width, self.height),)

    def nearest(self, point: Point) -> Spot:
        """The place nearest to the point; there must be one."""
        return self.spots[self._middles.nearest(point)]

    def spots_near(self, shape: Shape, far: float | None = None) -> list[Spot]:
        """The places whose middles are nearer than `far` to the box round the shape, or than they reach."""
        left, top, right, bottom = box(shape)
        most = self._reach if far is None else far
        near = []
        for number in self._middles.between(left - most, right + most):
            spot = self.spots[number]
            (x, y), by = spot.at, spot.reach if far is None else far
            if left - by < x < right + by and top - by < y < bottom + by:
                near.append(spot)
        return near

    @cached_property
    def _reach(self) -> float:
        return max((spot.reach for spot in self.spots), default=0.0)

    @cached_property
    def _middles(self) -> Points:
        return Points([spot.at for spot in self.spots])


def lay_out(drawn: AreaMap, style: MapStyle, width: float, height: float) -> Plan:
    """The map's places and roads scaled to the face, in its middle, with the style's inset round them."""
    inset = min(style.inset, width / 4, height / 4)  # a face may be narrower than its insets
    scale = min((width - 2 * inset) / (drawn.width or width), (height - 2 * inset) / (drawn.height or height))
    left, top = (width - scale * drawn.width) / 2, (height - scale * drawn.height) / 2

    def placed(point: Point) -> Point:
        return left + scale * point[0], top + scale * point[1]

    spots = tuple(_spot(area, style, placed(area.at)) for area in drawn.areas if area.at)
    middle = {spot.area.id: spot.at for spot in spots}
    ways = tuple(
        Way((middle[road.start.name], *map(placed, road.via), middle[road.end.name]), road.one_way)
        for road in drawn.roads
        if road.start.name in middle and road.end.name in middle
    )
    street = style.roads.width + 2 * style.roads.casing if style.roads else 0.0
    kept = union(*((rectangle(*box.at, *box.size),) for box in style.clear))
    return Plan(width, height, spots, ways, street, kept, radii={spot.at: spot.reach for spot in spots})


def _spot(area: Area, style: MapStyle, at: Point) -> Spot:
    core = style.core if style.core and any(tag.name == style.core.tag.name for tag in area.tags) else None
    radius = (style.places.diameter + style.places.outline) / 2 + (core.plate if core else 0.0)
    shape = core.shape if core else style.places.shape
    return Spot(area, at, radius, shape == "square", core is not None)
