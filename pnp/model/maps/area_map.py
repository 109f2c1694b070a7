"""Area maps: areas joined by roads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.geometry.outlines import MOST_GROWN, MOST_MEASURED, ROUGH_CELLS, ROUGHLY_MEASURED, visual_centre
from pnp.geometry.subdivision import SNAP, Subdivision
from pnp.model.maps.game_map import Area, GameMap, Point, read_area, read_head, read_point
from pnp.model.maps.outlines import (
    CLOSED_GROUNDS,
    IMPASSABLE,
    RANKS,
    Border,
    OutlineSource,
    Region,
    River,
    StrayOutline,
    grown,
    read_outline,
    subdivision_of,
)
from pnp.model.records import read_record
from pnp.model.reference import Formula, Ref
from pnp.source.tree import Node

JOINT = re.compile(r"\s+(--|->|<-)\s+")
"""The signs between two areas of a road: both ways, there, or back."""


MOST_COST = 1_000
"""Greatest cost of a road."""

SMALLEST_SCALE = 0.3
"""The minimum scale at which a map style is drawn, however close together the places are."""


class RoadKind(Struct, frozen=True):
    """A kind of roads, such as rail: what a road of this kind costs by default."""

    id: str
    span: Span
    cost: int | None = None


class Road(Struct, frozen=True):
    """A connection of two areas, in both directions unless `one_way`; `via` are its bends.

    `cost` is None if the road states none. `name` is empty for a road without a name, `spaces` 0 for one without them.
    A `curve` is smooth through its bends. A road that `wraps` leaves the map at that side and comes back at the other.
    An item of the document with several colours is several roads, numbered by `track`.
    """

    start: Ref
    end: Ref
    span: Span
    one_way: bool = False
    via: tuple[Point, ...] = ()
    name: str = ""
    kind: Ref | None = None
    cost: int | None = None
    colour: Ref | None = None
    spaces: int = 0
    curve: bool = False
    wraps: Literal["north", "east", "south", "west"] | None = None
    track: int = 0


NO_GROUND = "none"
"""The ground of a map below which nothing is drawn."""


class AreaMap(GameMap, frozen=True, kw_only=True):
    """The map as its designer wrote it; `two_way` is the designer's statement that no road is one way.

    `ground` is the file of the picture below the map, `none` for nothing; None for what the style draws. `outlines` is
    where outlines come from, and `regions` are the areas with an outline. `strays` are outlines of no area. With the
    `adjacency` drawn, areas with a common border are joined by `roads`, too. `rivers` are drawn, and stop no piece.
    """

    kind: ClassVar[Literal["area-map"]] = "area-map"

    areas: tuple[Area, ...]
    roads: tuple[Road, ...]
    two_way: bool = False
    ground: Ref | None = None
    outlines: OutlineSource | None = None
    borders: tuple[Border, ...] = ()
    rivers: tuple[River, ...] = ()
    adjacency: Literal["declared", "drawn"] = "declared"
    regions: tuple[Region, ...] = ()
    strays: tuple[StrayOutline, ...] = ()
    road_kinds: tuple[RoadKind, ...] = ()

    @property
    def places(self) -> tuple[Area, ...]:
        """The areas at which a piece can stop: those that it can enter, without waypoints."""
        return tuple(area for area in self.entered if not area.waypoint) if self.through else self.entered

    @property
    def through(self) -> tuple[Area, ...]:
        """The waypoints."""
        return tuple(area for area in self.areas if area.waypoint)

    @property
    def entered(self) -> tuple[Area, ...]:
        """The areas that a piece can enter: all but lakes and waste, unless movement classes say who enters them."""
        closed = not self.movement and any(area.ground in CLOSED_GROUNDS for area in self.areas)
        return tuple(area for area in self.areas if area.ground not in CLOSED_GROUNDS) if closed else self.areas

    @property
    def subdivision(self) -> Subdivision:
        """The areas with outlines, snapped to each other, and their borders."""
        return subdivision_of(self.regions, self.outlines.snap if self.outlines else SNAP)

    @property
    def parts(self) -> Iterator[Area]:
        """The parts of areas."""
        return (part for area in self.areas for part in area.parts)

    @property
    def middles(self) -> Mapping[str, Point]:
        """The positions of the parts of areas."""
        return {part.id: part.at for part in self.parts if part.at is not None}

    @property
    def marks(self) -> frozenset[str]:
        """The names of the areas and of their parts."""
        return frozenset(area.id for area in (*self.areas, *self.parts))

    @property
    def picture(self) -> Ref | None:
        """The file of the picture below the map; None if there is none."""
        return self.ground if self.ground and self.ground.name != NO_GROUND else None

    @property
    def mentions(self) -> Iterator[Ref]:
        """The areas at the ends of roads, without waypoints."""
        passed = {area.id for area in self.through}
        return (end for road in self.roads for end in (road.start, road.end) if end.name not in passed)

    @property
    def lines(self) -> tuple[Road, ...]:
        """The roads that are lines on paper: between areas with outlines those of a kind, with spaces, or that wrap."""
        known = {region.id for region in self.regions}
        known |= {part for part, area in self.wholes.items() if area in known}
        return tuple(
            road
            for road in self.roads
            if road.kind or road.spaces or road.wraps or not (road.start.name in known and road.end.name in known)
        )

    @property
    def wholes(self) -> dict[str, str]:
        """The area of each part, by name."""
        return {part.id: area.id for area in self.areas if area.parts for part in area.parts}

    def pairs(self, roads: Iterable[Road] | None = None) -> tuple[frozenset[str], ...]:
        """Return for each road the areas that it joins, default: for all roads; a part counts as its area."""
        wholes, roads = self.wholes, self.roads if roads is None else roads
        return tuple(frozenset(wholes.get(end.name, end.name) for end in (road.start, road.end)) for road in roads)

    def cost_of(self, road: Road) -> int | None:
        """Return what a road costs: its own cost, or that of its kind, or its number of spaces; None without these."""
        kinds = (kind.cost for kind in self.road_kinds if road.kind and kind.id == road.kind.name)
        of_kind = next(kinds, None) if road.cost is None else road.cost
        return of_kind if of_kind is not None else road.spaces or None

    @property
    def road_names(self) -> tuple[str, ...]:
        """The name of each road: its own, or that of its ends; roads that share one are numbered."""
        names = [road.name or f"{road.start} -- {road.end}" for road in self.roads]
        shared, numbers = Counter(names), Counter[str]()
        for at, name in enumerate(names):
            numbers[name] += 1
            if shared[name] > 1:
                names[at] = f"{name} {numbers[name]}"
        return tuple(names)

    @property
    def closes_roads(self) -> bool:
        """Whether a closure may lie on its roads."""
        asked = any(each.demand == "survives" and each.by_roads for each in (*self.requirements, *self.legal))
        return asked or any(closure.on == "roads" for closure in self.closures)

    @property
    def impassable(self) -> frozenset[frozenset[str]]:
        """The pairs of areas whose border no piece crosses."""
        return frozenset(border.names for border in self.borders if border.kind.name == IMPASSABLE)

    def with_outlines(self, drawn: Mapping[str, Region], strays: tuple[StrayOutline, ...] = ()) -> AreaMap:
        """Return the map with the outlines of its document, those `drawn` in a file, and those that are grown.

        An area without a position gets its visual centre. With a drawn adjacency, neighbours are joined.
        """
        return _with_outlines(self, drawn, strays)

    @property
    def tags(self) -> frozenset[str]:
        """The tags of its areas and their parts."""
        return super().tags | {tag.name for part in self.parts for tag in part.tags}

    @property
    def icons(self) -> Iterator[Ref]:
        """The icons that are drawn on it: of districts and of areas."""
        yield from super().icons
        yield from (area.icon for area in self.areas if area.icon)

    @property
    def ways(self) -> int:
        """The number of roads."""
        return len(self.roads)


def _road_kinds(root: Node) -> Iterator[RoadKind]:
    """Yield the kinds of roads; those that could not be read are known by their names."""
    for key, value in root.entries("road-kinds"):
        yield RoadKind(key.text, key.span, value["cost"].integer if "cost" in value else None)
    if "road-kinds" in root:
        kinds = root["road-kinds"]
        yield from (RoadKind(name, kinds.span, None) for name in sorted(kinds.lost))


def read_area_map(root: Node, name: str, damaged: bool = False) -> AreaMap:
    """Return the area map described in `root`, which its schema has validated."""
    areas = root.get("areas")
    found = read_record(
        AreaMap,
        root,
        **read_head(root, name, damaged),
        areas=tuple(read_area(key, value) for key, value in root.entries("areas")),
        regions=tuple(_written_regions(root)),
        strays=(),
        roads=read_roads(root),
        road_kinds=tuple(_road_kinds(root)),
        lost=areas.lost if areas else frozenset(),
    )
    file = found.outlines and found.outlines.file
    return found if file else found.with_outlines({})  # the loader reads the file


def _written_regions(root: Node) -> Iterator[Region]:
    """Yield the areas whose outline is in the document."""
    for key, value in root.entries("areas"):
        if "outline" in value:
            shape = read_outline(value["outline"])
            yield Region(key.text, shape, value["outline"].span, RANKS[value.text_of("ground", "land")])


def _with_outlines(area_map: AreaMap, drawn: Mapping[str, Region], strays: tuple[StrayOutline, ...]) -> AreaMap:
    written = {region.id: region for region in area_map.regions}
    source = area_map.outlines
    if source and source.grow and area_map.width and area_map.height:
        points = [(area.id, area.at) for area in area_map.areas if area.at and area.id not in written]
        cells = grown(source, points, area_map.width, area_map.height) if 0 < len(points) <= MOST_GROWN else {}
        drawn = {name: Region(name, shape, source.span) for name, shape in cells.items()}
    found = {**drawn, **written}
    if not found:
        return area_map if area_map.strays == strays else replace(area_map, strays=strays)
    regions = tuple(replace(found[area.id], rank=RANKS[area.ground]) for area in area_map.areas if area.id in found)
    area_map = replace(area_map, regions=regions, strays=strays)
    shapes = area_map.subdivision.shapes
    corners = max(1, sum(len(ring) for shape in shapes.values() for ring in shape))
    squares, fewer = MOST_MEASURED // corners, min(ROUGH_CELLS, ROUGHLY_MEASURED // corners)
    wrong = area_map.subdivision.overlapping  # which is an error: the map is not printed
    areas = tuple(
        replace(area, at=visual_centre(shapes[area.id], fewer if area.id in wrong else squares)[0])
        if area.at is None and area.id in shapes
        else area
        for area in area_map.areas
    )
    roads = (*area_map.roads, *_drawn_roads(area_map)) if area_map.adjacency == "drawn" else area_map.roads
    return replace(area_map, areas=areas, roads=roads)


def _drawn_roads(area_map: AreaMap) -> Iterator[Road]:
    """Yield a road for each border that a piece can cross, unless a road is declared there."""
    places = {place.id: place for place in area_map.places}
    known = {*area_map.pairs(), *area_map.impassable}
    for border in area_map.subdivision.borders:
        one, other = places.get(border.one), places.get(border.other)
        if one and other and frozenset((one.id, other.id)) not in known:
            yield Road(Ref(one.id, one.span), Ref(other.id, other.span), one.span)


def read_roads(root: Node) -> tuple[Road, ...]:
    """Return the roads listed under `roads`."""
    return tuple(road for node in root.list("roads") for road in _roads(node))


def _roads(node: Node) -> Iterator[Road]:
    """Yield the roads of one item: a text `A -- B -> C`, a list of areas joined in order, or a mapping."""
    if isinstance(node.value, str):
        yield from _written_roads(node)
    elif "from" in node:
        colours = node.get("colour")
        several = colours is not None and not isinstance(colours.value, str)
        for track, colour in enumerate(colours if colours is not None and several else (colours,)):
            yield read_record(
                Road,
                node,
                start=Ref.read(node["from"]),
                end=Ref.read(node["to"]),
                via=tuple(map(read_point, node.list("via"))),
                colour=colour and Ref.read(colour),
                track=track,
            )
    else:
        stops = [Ref.read(stop) for stop in node]
        for start, end in pairwise(stops):
            yield Road(start, end, node.span)


def _written_roads(node: Node) -> Iterator[Road]:
    written, start, began, sign = Formula.read(node), 0, 0, ""
    here: Ref | None = None
    for joint in (*JOINT.finditer(written.text), None):
        end = joint.start() if joint else len(written.text)
        there = Ref(written.text[start:end].strip(), written.part(start, end))
        if here:
            first, second = (there, here) if sign == "<-" else (here, there)
            yield Road(first, second, written.part(began, end), sign != "--")
        if joint:
            here, began, start, sign = there, start, joint.end(), joint[1]
