"""Places and roads in millimetres; colours, curves, random numbers from hashes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.facts.look import Look
from pnp.geometry.polygons import Point, Points, Ring, Rings, Shape, band, box, circle, grow, rectangle, union
from pnp.geometry.tracks import curved
from pnp.model.maps.area_map import AreaMap, Road
from pnp.model.maps.game_map import Area, District, GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.region_style import STRAIT
from pnp.scene.items import Affine, Colour, Command, Group, Item, Rect, Stroke, apply

# Tangles: roads that cross each other so often that there are no blocks between them.

FEW = 10_000
"""The number of pairs of overlapping roads that any town may have."""

EACH = 30
"""The further number of pairs allowed for each road; on an ordinary map it is less than ten."""


def tangled(lines: Sequence[Iterable[Point]]) -> bool:
    """Whether the bounding boxes of so many lines overlap that the lines are a tangle."""
    boxes = sorted(box((tuple(line),)) for line in lines)
    left = FEW + EACH * len(boxes)
    for number, (_, top, right, bottom) in enumerate(boxes):
        for other in range(number + 1, len(boxes)):
            begin, high, _, low = boxes[other]
            if begin >= right:
                break
            left -= high < bottom and top < low
        if left < 0:
            return True
    return False


# The plan of a town: places and roads of a map in millimetres of the printed face, before any art.

SQUARE = 0.93
"""Half the side of a square place, as a share of the radius of a disc that looks equally large."""

ROUNDED = 0.36
"""The radius of a square place's corners, as a share of half its side."""


class TownSpot(Struct, frozen=True):
    """A place on the face: its centre, the radius of its drawing, its shape, and whether it belongs to the core.

    It is drawn at a `share` of the size of places: less than 1 for a part of an area.
    """

    area: Area
    at: Point
    radius: float
    square: bool = False
    core: bool = False
    share: float = 1.0

    @property
    def district(self) -> str:
        """The district's name; empty if it has none."""
        return self.area.district.name if self.area.district else ""

    @property
    def reach(self) -> float:
        """The maximum distance of its drawing from its centre."""
        return self.radius * SQUARE * (math.sqrt(2) * (1 - ROUNDED) + ROUNDED) if self.square else self.radius

    def ground(self, gap: float = 0.0) -> Shape:
        """Return the ground under its drawing, enlarged by `gap` on all sides."""
        if not self.square:
            return (circle(self.at, self.radius + gap),)
        half = self.radius * SQUARE
        inner = half * (1 - ROUNDED)
        return grow((rectangle(self.at[0] - inner, self.at[1] - inner, 2 * inner, 2 * inner),), half * ROUNDED + gap)


class Way(Struct, frozen=True):
    """A road on the face, from the centre of one place to the centre of another, or of a waypoint.

    A road that wraps round the map is two ways, from its start to the edge and from the opposite edge to its end.
    """

    points: tuple[Point, ...]
    one_way: bool = False
    road: Road | None = None


class Plan(Struct, frozen=True, dict=True):
    """Places and roads on a face of `width` × `height`. Places and roads without positions are left out.

    `street` is the width of a road with its casings. `kept` is the ground of plates and clearings, which art leaves
    empty. `paved` is the ground of streets if it is more than the roads. `radii` is the reach of places by centre.
    """

    width: float
    height: float
    spots: tuple[TownSpot, ...]
    ways: tuple[Way, ...]
    street: float
    kept: Shape = ()
    paved: Shape | None = None
    radii: Mapping[Point, float] = field(default_factory=dict)

    @cached_property
    def tangled(self) -> bool:
        """Whether the roads cross so often that there is no ground between them."""
        return tangled([way.points for way in self.ways])

    @cached_property
    def streets(self) -> Shape:
        """The ground under the roads with their casings."""
        if self.paved is not None:
            return self.paved
        if not self.street or self.tangled:
            return ()
        return union(*(band(way.points, self.street) for way in self.ways))

    @cached_property
    def street_rings(self) -> Rings:
        """A spatial index of the streets."""
        return Rings(self.streets)

    @cached_property
    def kept_rings(self) -> Rings:
        """A spatial index of the ground that art leaves empty."""
        return Rings(self.kept)

    @cached_property
    def ground(self) -> Shape:
        """The ground under the streets and the places; places on paved streets add nothing."""
        if self.paved is not None:
            return self.paved
        return union(self.streets, *(spot.ground() for spot in self.spots))

    @cached_property
    def face(self) -> Shape:
        """The whole face."""
        return (rectangle(0.0, 0.0, self.width, self.height),)

    def nearest(self, point: Point) -> TownSpot:
        """Return the place nearest to the point; there must be one."""
        return self.spots[self._middles.nearest(point)]

    def spots_near(self, shape: Shape, far: float | None = None) -> list[TownSpot]:
        """Return the places within `far` of the shape's bounding box, by default those whose drawing overlaps it."""
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


def onto_face(drawn: GameMap, style: MapStyle, width: float, height: float) -> Affine:
    """Return the transform from the map to the face: scaled and centred, inside the style's inset."""
    inset = min(style.inset, width / 4, height / 4)  # a face may be narrower than its insets
    scale = min((width - 2 * inset) / (drawn.width or width), (height - 2 * inset) / (drawn.height or height))
    return scale, 0.0, 0.0, scale, (width - scale * drawn.width) / 2, (height - scale * drawn.height) / 2


def lay_out(drawn: AreaMap, style: MapStyle, width: float, height: float) -> Plan:
    """Return the map's places and roads scaled to the face and centred, inside the style's inset."""
    scale, _, _, _, left, top = onto_face(drawn, style, width, height)

    def placed(point: Point) -> Point:
        return left + scale * point[0], top + scale * point[1]

    bare = without_symbol(drawn, style)
    spots = tuple(
        _spot(area, style, placed(area.at), area.id in bare) for area in drawn.areas if area.at and not area.waypoint
    )
    middle = {area.id: placed(area.at) for area in drawn.areas if area.at}
    middle |= {part.id: placed(part.at or area.at) for area in drawn.areas if area.at for part in area.parts}
    spots = (*spots, *(_part_spot(area, part, style, middle) for area in drawn.areas for part in area.parts if part.at))
    ways = tuple(
        Way(points, road.one_way, road)
        for road in _lines_of(drawn, style)
        if road.start.name in middle and road.end.name in middle
        for points in road_lines(road, middle, tuple(map(placed, road.via)), (0.0, 0.0, width, height))
    )
    street = style.roads.width + 2 * style.roads.casing if style.roads else 0.0
    kept = union(*((rectangle(*box.at, *box.size),) for box in style.clear))
    radii = {point: 0.0 for way in ways for point in (way.points[0], way.points[-1])}
    return Plan(width, height, spots, ways, street, kept, radii=radii | {spot.at: spot.reach for spot in spots})


def road_lines(
    road: Road, middle: Mapping[str, Point], via: Sequence[Point], edges: tuple[float, float, float, float]
) -> tuple[tuple[Point, ...], ...]:
    """Return the line of a road, or two lines if it wraps: to the edge, and from the opposite edge.

    `middle` are the centres of areas by name, `via` its bends, `edges` the left, top, right and bottom of the face.
    """
    start, end = middle[road.start.name], middle[road.end.name]
    if road.wraps is None:
        points = (start, *via, end)
        return (curved(points) if road.curve else points,)
    left, top, right, bottom = edges
    out, back = {
        "west": ((left, start[1]), (right, end[1])),
        "east": ((right, start[1]), (left, end[1])),
        "north": ((start[0], top), (end[0], bottom)),
        "south": ((start[0], bottom), (end[0], top)),
    }[road.wraps]
    return (start, out), (back, end)


PART = 0.45
"""The radius of the drawing of a part of an area, as a share of that of the area."""


def _part_spot(area: Area, part: Area, style: MapStyle, middle: Mapping[str, Point]) -> TownSpot:
    """Return the spot of a part of an area: smaller than the area, and of the same form and district."""
    whole = _spot(area, style, middle[part.id], bare=False)
    return replace(whole, area=replace(part, district=area.district), radius=PART * whole.radius, share=PART)


def _lines_of(drawn: AreaMap, style: MapStyle) -> tuple[Road, ...]:
    """Return the roads that are lines: all, unless borders show which areas with outlines are neighbours.

    Straits between such areas are drawn with their borders. A style that hides borders, such as a plan of lines, shows
    the lines of the map alone; if it has none, all roads are lines.
    """
    if not (style.regions and drawn.regions):
        return drawn.roads
    known = {region.id for region in drawn.regions}
    lines = tuple(
        road
        for road in drawn.lines
        if road.kind is None or road.kind.name != STRAIT or not {road.start.name, road.end.name} <= known
    )
    return drawn.roads if style.regions.hides_borders and not lines else lines


def without_symbol(drawn: AreaMap, style: MapStyle) -> frozenset[str]:
    """Return the areas that are drawn by their outlines alone: no road ends in them, and no tag has a symbol."""
    if not style.regions:
        return frozenset()
    ends = {end.name for road in _lines_of(drawn, style) for end in (road.start, road.end)}
    waters = {area.id for area in drawn.areas if area.ground != "land"}
    marked = {area.id for area in drawn.areas if style.places and style.places.of(area.tags) is not style.places}
    return frozenset({region.id for region in drawn.regions} - marked - (ends - waters))


def _spot(area: Area, style: MapStyle, at: Point, bare: bool) -> TownSpot:
    if style.places is None or bare:
        return TownSpot(area, at, 0.0)
    core = style.core if style.core and any(tag.name == style.core.tag.name for tag in area.tags) else None
    places = style.places.of(area.tags)
    radius = (places.diameter + places.outline) / 2 + (core.plate if core else 0.0)
    shape = core.shape if core else places.shape
    return TownSpot(area, at, radius, shape == "square", core is not None)


# Reproducible variation: numbers come from hashes of names, so that a map always gets the same town.

Choice = TypeVar("Choice")

_KEYS = "\x1f"
"""The separator of the seed and the keys."""


class Chance(Struct, frozen=True):
    """A source of pseudo-random numbers for one seed; the same keys always give the same number (BLAKE2b)."""

    seed: str

    def share(self, *keys: object) -> float:
        """Return a number in [0, 1)."""
        text = _KEYS.join((self.seed, *map(str, keys)))
        return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / (1 << 48)

    def under(self, *keys: object) -> Chance:
        """Return the source for these keys; further keys are appended to them."""
        return Chance(_KEYS.join((self.seed, *map(str, keys))))

    def between(self, low: float, high: float, *keys: object) -> float:
        """Return a number in [low, high)."""
        return low + (high - low) * self.share(*keys)

    def pick(self, options: Sequence[Choice], *keys: object) -> Choice:
        """Return one of the options."""
        return options[int(self.share(*keys) * len(options))] if len(options) > 1 else options[0]


# The canvas: one map in one style on one face, with the colours of its things and districts.


class Canvas(Struct, frozen=True, eq=False):
    """The context in which every layer of a map is drawn."""

    drawn: GameMap
    style: MapStyle
    look: Look
    plan: Plan

    @property
    def chance(self) -> Chance:
        """The random source of this style."""
        return Chance(self.style.seed)

    def paint(self, thing: str) -> Colour:
        """Return the colour of a thing."""
        return self.look.colour(self.style.colour(thing, self.look.roles.palette))

    def district(self, name: str) -> District | None:
        """Return the district of that name."""
        return self.drawn.district(name)

    def sign(self, name: str, otherwise: str) -> Colour:
        """Return the colour of a district's mark, else that of the thing `otherwise`."""
        district = self.district(name)
        return self.look.colour(district.colour.name) if district and district.colour else self.paint(otherwise)

    def tint(self, name: str, otherwise: str) -> Colour:
        """Return the tint of a district's ground.

        If the district or the style has no tints, return the colour of the thing `otherwise`.
        """
        district = self.district(name) if self.style.tints else None
        return self.look.colour(district.tint.name) if district and district.tint else self.paint(otherwise)

    def onto_face(self, at: Point | None) -> Point | None:
        """Return a point of the map on the face; None for None."""
        return at and apply(onto_face(self.drawn, self.style, self.plan.width, self.plan.height), *at)

    def veil(self, whole: Rect) -> Item:
        """Return what lies between highlighted places and the rest, which fades by the share of the style."""
        return Group((replace(whole, fill=self.paint("dimmed")),), opacity=self.style.veil)


# Colours: by the name of a thing, mixed, lit and shaded.

Paint = Callable[[str], Colour]
"""A function from the name of a thing to its colour."""

WHITE = "#FFFFFF"
NIGHT = "#1E2328"


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """Return the colour with that share of another mixed in."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def lit(colour: Colour, light: float) -> Colour:
    """Return the colour in light from 1 (full) through 0 (unchanged) to -1 (in shadow)."""
    return mixed(colour, WHITE, 0.42 * light) if light >= 0 else mixed(colour, NIGHT, -0.2 * light)


def pen(colour: Colour, width: float) -> Stroke:
    """Return a stroke with round joins and ends."""
    return Stroke(colour, width, cap="round", join="round")


def _channels(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# Rings and lines as paths, with straight segments or as a smooth curve.


def straight(rings: Iterable[Ring]) -> tuple[Command, ...]:
    """Return the rings as a path with straight sides."""
    commands: list[Command] = []
    for ring in rings:
        commands += line(ring)
        commands.append(("Z",))
    return tuple(commands)


def line(points: Sequence[Point]) -> tuple[Command, ...]:
    """Return an open line through the points."""
    return ("M", *to_micrometre(points[0])), *[("L", round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points[1:]]


def lines(*runs: Sequence[Point]) -> tuple[Command, ...]:
    """Return several open lines as one path."""
    return tuple(command for run in runs for command in line(run))


def smooth(points: Sequence[Point], *, ring: bool = True) -> tuple[Command, ...]:
    """Return a smooth path through all points, closed for a ring (Catmull–Rom spline as cubic Bézier curves)."""
    count = len(points)
    last = count if ring else count - 1
    commands: list[Command] = [("M", *to_micrometre(points[0]))]
    for index in range(last):
        before, start, end, after = (_pick(points, index + step, ring) for step in (-1, 0, 1, 2))
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        commands.append(("C", *to_micrometre(one), *to_micrometre(two), *to_micrometre(end)))
    if ring:
        commands.append(("Z",))
    return tuple(commands)


def _pick(points: Sequence[Point], index: int, ring: bool) -> Point:
    return points[index % len(points)] if ring else points[max(0, min(len(points) - 1, index))]


def to_micrometre(point: Point) -> Point:
    """Return the point rounded to a micrometre: more digits are invisible and enlarge the file."""
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0
