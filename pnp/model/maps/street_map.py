"""Street maps: streets, sites, lots.

A document lists streets under `streets` by name: `Quay: west 46.5 -- east 46.5`, `Mill Lane: north 40 -> 93 60` for one
way, or a mapping with `from`, `via`, `to` and more. A point is `[x, y]` or a position on an edge: `west 46.5` is 46.5
mm below the north end of the west edge, `north 20` is 20 mm east of its west end, `east` is the middle of that edge.
`pnp.geometry.street_plan` computes intersections and spaces from them.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from math import dist
from typing import ClassVar, Literal, TypeVar

from msgspec import Struct, field

from pnp.diagnostics import Span
from pnp.geometry.street_plan import (
    SIDES,
    UNIT,
    Crosswalk,
    LaidStreetPlan,
    Side,
    Street,
    StreetPlan,
    lay_crosswalks,
    plan_streets,
)
from pnp.model.maps.game_map import Area, GameMap, Point, read_head, read_point
from pnp.model.records import read_record
from pnp.model.reference import Ref
from pnp.source.tree import Node

# Streets as written for a tile or a map: a line between two points, with or without bends.

JOINT = re.compile(" (--|->) ")
"""The signs between two points of a street: both ways, or one way."""


def read_streets(node: Node | None, width: float, height: float) -> tuple[Street, ...]:
    """Return the streets under `node` on a ground of that size in millimetres; none if `node` is None."""
    return tuple(_read_street(*item, width, height) for item in node.items()) if node else ()


def read_spot(node: Node, width: float, height: float) -> Point:
    """Return a point on a ground of that size: `[x, y]`, or a position on an edge such as `west 46.5`."""
    if isinstance(node.value, str):
        return _written_spot(node.text, width, height)
    return read_point(node)


def _read_street(key: Node, value: Node, width: float, height: float) -> Street:
    if isinstance(value.value, str):
        joints = JOINT.findall(value.text)
        stops = JOINT.split(value.text)[::2]
        points = tuple(_written_spot(stop, width, height) for stop in stops)
        return Street(key.text, key.span, points, one_way="->" in joints)
    ends = (value["from"], *value.list("via"), value["to"])
    points = tuple(read_spot(end, width, height) for end in ends)
    counts = tuple(count.integer for count in value.list("spaces"))
    return read_record(Street, value, name=key.text, span=key.span, points=points, counts=counts)


def _written_spot(text: str, width: float, height: float) -> Point:
    """Return the point that a text such as `west 46.5` or `93 60` names, which its schema has validated."""
    first, _, rest = text.partition(" ")
    match first:
        case "north":
            return _measure(rest, width), 0.0
        case "south":
            return _measure(rest, width), height
        case "west":
            return 0.0, _measure(rest, height)
        case "east":
            return width, _measure(rest, height)
        case _:
            return float(first), float(rest)


def _measure(text: str, length: float) -> float:
    return float(text) if text else length / 2


# What is next to the streets of a street map: sites and parking lots.

NOBODY = "none"
"""The value of `by` for scenery, which no space serves."""


class StreetSite(Struct, frozen=True):
    """A site on a street map: the spaces that serve it, and what is printed for it.

    With `at` None it is next to the first of its spaces. Scenery is decoration: no space serves it, and it has a name
    only if one is given.
    """

    id: str
    name: str
    span: Span
    by: tuple[Ref, ...]
    at: Point | None = None
    icon: Ref | None = None
    district: Ref | None = field(default=None, name="in")
    tags: tuple[Ref, ...] = ()
    landmark: bool = False
    arrow: bool = True
    scenery: bool = False


class Lot(Struct, frozen=True):
    """A parking lot: one place with `bays`; its exit leads to a space, its entrance leads from a space into it."""

    id: str
    name: str
    span: Span
    at: Point
    size: tuple[float, float]
    exit: Ref | None = None
    bays: int = 0
    entrance: Ref | None = None
    crosswalk: bool = False
    tags: tuple[Ref, ...] = ()


AnySite = TypeVar("AnySite", bound=Struct)


def read_site(kind: type[AnySite], key: Node, value: Node) -> AnySite:
    """Return the site of a map or a tile that is defined under `key`."""
    by = read_by(value)
    name = value.text_of("name", "" if by is None else key.text)
    return read_record(kind, value, id=key.text, name=name, span=key.span, by=by or (), scenery=by is None)


def read_by(value: Node) -> tuple[Ref, ...] | None:
    """Return the spaces that a site names, or None for scenery."""
    by = tuple(map(Ref.read, value.list("by")))
    return None if [ref.name for ref in by] == [NOBODY] else by


def read_lot(key: Node, value: Node) -> Lot:
    """Return the lot that a map defines under `key`."""
    return read_record(Lot, value, id=key.text, name=value.text_of("name", key.text), span=key.span)


# A street map: spaces along streets, crosswalks that divide segments, one-way spots, sites next to streets, and lots.

WIDTH = 18.0
"""Default width of streets, in millimetres."""

SPACE = 22.0
"""Default length of spaces, in millimetres."""

DEPTH = 10.0
"""Default depth of a crosswalk along its street, in millimetres."""

NUMBERED = "numbered"
"""The tag of every space with a number."""


class StreetMap(GameMap, frozen=True, kw_only=True, dict=True):
    """The map as its designer wrote it; derived values are cached, which needs a `__dict__`.

    Spaces are named by their street and their number along it: `High Street 3`. `numbers` are printed in spaces;
    `spots` are the spaces on which a one-way token may be laid. If pieces stop at intersections (`stops`), these are
    spaces too. Beyond the streets along the `waterfront` there is water.
    """

    kind: ClassVar[Literal["street-map"]] = "street-map"

    streets: tuple[Street, ...]
    road: float = WIDTH
    space: float = SPACE
    stops: bool = False
    crosswalks: tuple[Crosswalk, ...] = ()
    depth: float = field(default=DEPTH, name="crosswalk-depth")
    mouths: bool = False
    numbers: tuple[tuple[Ref, int], ...] = ()
    tagged: tuple[tuple[Ref, tuple[Ref, ...]], ...] = field(default=(), name="tags")
    spots: tuple[Ref, ...] = field(default=(), name="one-way-spots")
    lots: tuple[Lot, ...] = ()
    served: tuple[StreetSite, ...] = ()
    waterfront: tuple[Side, ...] = ()

    @cached_property
    def laid(self) -> LaidStreetPlan:
        """The positions of the crosswalks."""
        return lay_crosswalks(self.streets, self.road, self.depth, self.crosswalks, self.mouths)

    @cached_property
    def plan(self) -> StreetPlan:
        """The intersections, runs and spaces of the streets."""
        return plan_streets(self.streets, self.road, self.space, self.laid.breaks)

    @property
    def plans(self) -> tuple[tuple[tuple[Street, ...], StreetPlan], ...]:
        """The streets with their plan."""
        return ((self.streets, self.plan),)

    @cached_property
    def spaces(self) -> tuple[Area, ...]:
        """The spaces along the streets, in source order, then the intersections if a piece may stop there."""
        names = space_names(self.streets, self.plan)
        spaces = tuple(
            self._area(name, self.streets[space.street].span, space.at)
            for name, space in zip(names, self.plan.spaces, strict=True)
        )
        return spaces + tuple(self.junctions.values() if self.stops else ())

    @cached_property
    def junctions(self) -> dict[int, Area]:
        """The intersections by the numbers of their nodes, each named by the streets that meet there.

        If a street meets itself, its name is written twice: with one name and a number it would be the name of a space.
        """
        found: dict[int, Area] = {}
        count: dict[str, int] = {}
        for number, node in enumerate(self.plan.nodes):
            if node.kind == "junction":
                names = [self.streets[street].name for street in node.streets]
                name = " / ".join(names if len(names) > 1 else names * 2)
                count[name] = count.get(name, 0) + 1
                name = f"{name} {count[name]}" if count[name] > 1 else name
                found[number] = self._area(name, self.streets[node.streets[0]].span, node.at)
        return found

    @cached_property
    def places(self) -> tuple[Area, ...]:
        """The spaces and the lots."""
        return (
            *self.spaces,
            *(
                Area(lot.id, lot.name, lot.name, lot.span, lot.at, self._district(lot.at), lot.tags)
                for lot in self.lots
            ),
        )

    @cached_property
    def sites(self) -> tuple[Area, ...]:
        """The sites, each at its position or at the first space that serves it."""
        at = {space.id: space.at for space in self.spaces}
        return tuple(
            Area(
                site.id, site.name, site.name, site.span,
                spot := site.at or next((at[ref.name] for ref in site.by if ref.name in at), None),
                site.district or (self._district(spot) if spot else None), site.tags, site.icon,
            )
            for site in self.served
        )  # fmt: skip

    @property
    def through(self) -> tuple[Area, ...]:
        """The intersections if they are not spaces."""
        return () if self.stops else tuple(self.junctions.values())

    @property
    def marks(self) -> frozenset[str]:
        """The names of the spaces, lots and sites."""
        return frozenset(it.id for it in (*self.places, *self.sites))

    @property
    def said_tags(self) -> frozenset[str]:
        """All tags in the document, including those of places that do not exist."""
        return self.tags | {tag.name for tag, _ in self.tagged}

    @property
    def ways(self) -> int:
        """The number of streets."""
        return len(self.streets)

    @property
    def mentions(self) -> Iterator[Ref]:
        """The references to spaces by numbers, tags, one-way spots, sites and lots."""
        lost = tuple(f"{street} " for street in sorted(self.lost))
        return (ref for ref in self._named() if not ref.name.startswith(lost))

    def _named(self) -> Iterator[Ref]:
        yield from (space for space, _ in self.numbers)
        for _, spaces in self.tagged:
            yield from spaces
        yield from self.spots
        for site in self.served:
            yield from site.by
        for lot in self.lots:
            yield from (ref for ref in (lot.exit, lot.entrance) if ref)

    def _area(self, name: str, span: Span, units: tuple[int, int]) -> Area:
        at = units[0] / UNIT, units[1] / UNIT
        return Area(name, self._numbers.get(name, ""), name, span, at, self._district(at), self._tags.get(name, ()))

    @cached_property
    def _numbers(self) -> dict[str, str]:
        return {space.name: str(number) for space, number in self.numbers}

    @cached_property
    def _tags(self) -> dict[str, tuple[Ref, ...]]:
        pairs = [*((space.name, Ref(NUMBERED, space.span)) for space, _ in self.numbers)]
        pairs += [(space.name, tag) for tag, spaces in self.tagged for space in spaces]
        found: dict[str, tuple[Ref, ...]] = {}
        for space, tag in pairs:
            found[space] = (*found.get(space, ()), tag)
        return found

    def _district(self, at: Point) -> Ref | None:
        """Return the district whose middle is nearest, or None."""
        middles = [(dist(at, district.at), district) for district in self.districts if district.at]
        nearest = min(middles, key=lambda each: each[0], default=None)
        return Ref(nearest[1].id, nearest[1].span) if nearest else None


def space_names(streets: tuple[Street, ...], plan: StreetPlan) -> tuple[str, ...]:
    """Return the names of the spaces of a plan: their street and their number along it."""
    return tuple(f"{streets[space.street].name} {space.number}" for space in plan.spaces)


def read_street_map(root: Node, name: str, damaged: bool = False) -> StreetMap:
    """Return the street map described in `root`, which its schema has validated."""
    head = read_head(root, name, damaged)
    waterfront = {node.text for node in root.list("waterfront")}
    return read_record(
        StreetMap,
        root,
        **head,
        streets=read_streets(root["streets"], head["width"], head["height"]),
        road=root["width"].number if "width" in root else WIDTH,
        stops=root.text_of("intersections") == "spaces",
        crosswalks=tuple(Crosswalk(key.text, key.span, read_point(at)) for key, at in root.entries("crosswalks")),
        mouths=root.text_of("mouths") == "crosswalks",
        lots=tuple(read_lot(*item) for item in root.entries("lots")),
        served=tuple(read_site(StreetSite, *item) for item in root.entries("sites")),
        waterfront=tuple(side for side in SIDES if side in waterfront),
        lost=root["streets"].lost,
    )
