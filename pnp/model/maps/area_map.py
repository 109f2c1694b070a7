"""Area maps: areas joined by roads."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar, Literal

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.model.maps.game_map import Area, GameMap, Point, read_area, read_head, read_point
from pnp.model.records import read_record
from pnp.model.reference import Ref
from pnp.source.tree import Node

JOINT = re.compile(r"\s+(--|->|<-)\s+")
"""The signs between two areas of a road: both ways, there, or back."""


MOST_COST = 1_000
"""Greatest cost of a road."""


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

    `ground` is the file of the picture below the map, `none` for nothing; None for what the style draws.
    """

    kind: ClassVar[Literal["area-map"]] = "area-map"

    areas: tuple[Area, ...]
    roads: tuple[Road, ...]
    two_way: bool = False
    road_kinds: tuple[RoadKind, ...] = ()
    ground: Ref | None = None

    @property
    def places(self) -> tuple[Area, ...]:
        """The areas at which a piece can stop."""
        return tuple(area for area in self.areas if not area.waypoint) if self.through else self.areas

    @property
    def through(self) -> tuple[Area, ...]:
        """The waypoints."""
        return tuple(area for area in self.areas if area.waypoint)

    @property
    def picture(self) -> Ref | None:
        """The file of the picture below the map; None if there is none."""
        return self.ground if self.ground and self.ground.name != NO_GROUND else None

    @property
    def mentions(self) -> Iterator[Ref]:
        """The areas at the ends of roads, without waypoints."""
        passed = {area.id for area in self.through}
        return (end for road in self.roads for end in (road.start, road.end) if end.name not in passed)

    def cost_of(self, road: Road) -> int | None:
        """Return what a road costs: its own cost, or that of its kind, or its number of spaces; None without these."""
        kinds = (kind.cost for kind in self.road_kinds if road.kind and kind.id == road.kind.name)
        of_kind = next(kinds, None) if road.cost is None else road.cost
        return of_kind if of_kind is not None else road.spaces or None

    @property
    def ways(self) -> int:
        """The number of roads."""
        return len(self.roads)


def read_area_map(root: Node, name: str, damaged: bool = False) -> AreaMap:
    """Return the area map described in `root`, which its schema has validated."""
    areas = root.get("areas")
    return read_record(
        AreaMap,
        root,
        **read_head(root, name, damaged),
        areas=tuple(read_area(key, value) for key, value in root.entries("areas")),
        roads=read_roads(root),
        road_kinds=tuple(
            RoadKind(key.text, key.span, value["cost"].integer if "cost" in value else None)
            for key, value in root.entries("road-kinds")
        ),
        lost=areas.lost if areas else frozenset(),
    )


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
    text, start, began, sign = node.text, 0, 0, ""
    here: Ref | None = None
    for joint in (*JOINT.finditer(text), None):
        end = joint.start() if joint else len(text)
        there = Ref(text[start:end].strip(), _within(node, start, end))
        if here:
            first, second = (there, here) if sign == "<-" else (here, there)
            yield Road(first, second, _within(node, began, end), sign != "--")
        if joint:
            here, began, start, sign = there, start, joint.end(), joint[1]


def _within(node: Node, start: int, end: int) -> Span:
    """Return the span of a part of a text, or of the whole text if it is escaped or folded."""
    line, column, last_line, last_column = node.mark
    quotes = last_column - column - len(node.text)
    if line != last_line or quotes not in (0, 2):
        return node.span
    first = column + quotes // 2
    return Span(node.file, line, first + start, line, first + end, node.pointer, node.row)
