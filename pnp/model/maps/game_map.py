"""What all kinds of maps have: places, districts, closures."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal, get_args

from msgspec import Struct, StructMeta, field
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.model.maps.movement import LAND, PART, MovementClass, read_movement
from pnp.model.maps.requirements import EVERYWHERE, Requirement, Selector
from pnp.model.records import read_record
from pnp.model.reference import Acceptance, Ref
from pnp.source.tree import Node
from pnp.units import read_lengths

# Closures: what may be laid on a map during play, and what it closes there.

Ground = Literal["places", "crossings", "roads", "segments", "stretches"]
"""What a closure is laid on: a place, a crossing between places, a road of an area map, a segment of a street, or a
whole stretch of places.
"""

CLOSED = "closed"
"""The name of a closure of places in requirements that do not name one."""

GROUNDS: tuple[Ground, ...] = get_args(Ground)


class Closure(Struct, frozen=True):
    """A kind of closure: where it may be laid, where not, and the maximum number.

    It is laid on spots of the ground `on`. On places, `where` selects them. With `only`, spots must also match `only`;
    they must not match `never`. On a place or stretch nobody can enter; with `holds` nobody can leave either. On a
    crossing or a road nobody can pass, in either direction; of roads it is laid on those `along` these kinds, or any.
    On a segment one direction remains open, which the players choose.
    `most` is the supply; None is one for each spot. Of two that lie in a setup, the nearest places are at least `apart`
    moves from each other.
    """

    name: str
    span: Span
    on: Ground
    where: Selector = EVERYWHERE
    never: tuple[Selector, ...] = ()
    most: int | None = field(default=None, name="at-most")
    holds: bool = False
    only: Selector | None = None
    apart: int = 0
    along: tuple[Ref, ...] = ()

    @property
    def groups(self) -> tuple[Selector, ...]:
        """All selectors that limit where it is laid. On a ground other than places they only have names."""
        where = (self.where,) if self.on == "places" else ()
        return (*where, *((self.only,) if self.only else ()), *self.never)

    @classmethod
    def read(cls, key: Node, value: Node) -> Closure:
        """Return the closure that a map defines under `key`."""
        on = value["lies-on"]
        ground = next((ground for ground in GROUNDS if on.value == ground), None)
        return read_record(
            cls,
            value,
            name=key.text,
            span=key.span,
            on=ground or "places",
            where=EVERYWHERE if ground else Selector.read(on),
            never=(Selector.read(value["never"]),) if "never" in value else (),
        )


# What every kind of map has: a name, a size, districts, places, requirements, and closures.

Point = tuple[float, float]

MOST_PLACES, MOST_WAYS = 3_000, 20_000
"""Limits for drawing a map; boards have some hundred places. Checks of a map have no such limit."""

TOO_LARGE = f"draw a map of up to {MOST_PLACES:,} places and {MOST_WAYS:,} ways; a larger one can be checked alone"
"""The hint for a map that is too large to be drawn."""


class District(Struct, frozen=True):
    """A part of the map: its printed name, its icon and palette roles, and its middle if given.

    `label_at` is where an area map prints the middle of its name, None for where it fits best.
    """

    id: str
    name: str
    span: Span
    icon: Ref | None = None
    colour: Ref | None = None
    tint: Ref | None = None
    at: Point | None = None
    label_at: Point | None = None


class Area(Struct, frozen=True):
    """A place for pieces, or a site; `at` is its centre in millimetres on the map, None in a draft.

    An empty `label` prints nothing in it; `label_at` is where its middle is printed, None for where it fits best.
    `ground` is land, sea, lake or waste. `colour` is the palette role of its
    ground, or of its symbol if it has no outline. The name of one of its `parts` is `area/part`. At a `waypoint` roads
    bend or meet: a piece passes it and never stops.
    """

    id: str
    label: str
    name: str
    span: Span
    at: Point | None = None
    district: Ref | None = None
    tags: tuple[Ref, ...] = ()
    icon: Ref | None = None
    ground: str = LAND
    colour: Ref | None = None
    parts: tuple[Area, ...] = ()
    waypoint: bool = False
    label_at: Point | None = None


class _AbstractStruct(StructMeta, ABCMeta):
    """The metaclass of records with abstract methods."""


class GameMap(Struct, metaclass=_AbstractStruct, frozen=True, kw_only=True):
    """A map of any kind; references are not resolved, and `lost` names places that could not be read.

    `width` and `height` are in millimetres, 0 for a map without a size. `closures` are the kinds that play may lay on
    it. `new_roads` is the maximum length in millimetres of roads proposed as repairs; None if the map does not set it.
    """

    id: str
    name: str
    span: Span
    width: float = 0.0
    height: float = 0.0
    districts: tuple[District, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    legal: tuple[Requirement, ...] = ()  # conditions: a setup that breaks one does not count
    keeps: tuple[Ref, ...] = ()
    accepts: tuple[Acceptance, ...] = field(default=(), name="accept")
    closures: tuple[Closure, ...] = ()
    movement: tuple[MovementClass, ...] = ()
    new_roads: float | None = None
    lost: frozenset[str] = frozenset()
    damaged: bool = False

    kind: ClassVar[str]  # the `kind` of its document

    @property
    @abstractmethod
    def places(self) -> tuple[Area, ...]:
        """The places for pieces, in source order."""

    @property
    @abstractmethod
    def ways(self) -> int:
        """The number of roads or streets in the document."""

    @property
    def mentions(self) -> Iterator[Ref]:
        """The references to places outside of their definitions."""
        return iter(())

    @property
    def sites(self) -> tuple[Area, ...]:
        """The sites, each at its own position; rows can be derived from sites as from places."""
        return ()

    @property
    def through(self) -> tuple[Area, ...]:
        """Where a piece passes without stopping: intersections that are not places."""
        return ()

    @property
    def middles(self) -> Mapping[str, tuple[float, float]]:
        """The centres of what has a name and is neither a place nor a site, in millimetres."""
        return {}

    @property
    def icons(self) -> Iterator[Ref]:
        """The icons that are drawn on it: of districts and sites."""
        yield from (district.icon for district in self.districts if district.icon)
        yield from (site.icon for site in self.sites if site.icon)

    @property
    def marks(self) -> frozenset[str]:
        """The names of all items that a drawing can highlight."""
        return frozenset(place.id for place in self.places)

    @property
    def tags(self) -> frozenset[str]:
        """The tags of its places and sites."""
        return frozenset(tag.name for place in (*self.places, *self.sites) for tag in place.tags)

    @property
    def said_tags(self) -> frozenset[str]:
        """All tags in the document, including those of places that do not exist."""
        return self.tags

    @property
    def too_large(self) -> str | None:
        """Why the map is not drawn: it has too many places or ways. None if it can be drawn."""
        if len(self.places) <= MOST_PLACES and self.ways <= MOST_WAYS:
            return None
        return f"'{self.id}' has {len(self.places):,} places and {self.ways:,} ways between them"

    def chosen(self, tag: str | None) -> tuple[Area, ...]:
        """Return the places or, with a tag, the places and sites that have it."""
        areas = (*self.places, *self.sites) if tag else self.places
        return tuple(area for area in areas if not tag or any(each.name == tag for each in area.tags))

    def place(self, name: str) -> Area | None:
        """Return the place of that name, or None."""
        return next((place for place in self.places if place.id == name), None)

    def district(self, name: str) -> District | None:
        """Return the district of that name, or None."""
        return next((district for district in self.districts if district.id == name), None)


def read_head(root: Node, name: str, damaged: bool) -> dict[str, Any]:
    """Return the fields of `GameMap` that are no keys of the same name in a document of any kind of map."""
    width, height = read_size(root["size"]) if "size" in root else (0.0, 0.0)
    return {
        "id": name,
        "name": root.text_of("name", name),
        "width": width,
        "height": height,
        "districts": tuple(read_district(*item) for item in root.entries("districts")),
        "closures": tuple(Closure.read(*item) for item in root.entries("closures")),
        "legal": tuple(map(Requirement.read, root.list("legal"))),
        "movement": read_movement(root),
        "damaged": damaged,
    }


def read_size(node: Node) -> tuple[float, float]:
    """Return width and height in millimetres of a size such as `44 x 68`."""
    return read_lengths(node.text)


def read_point(node: Node) -> Point:
    """Return a point such as `[20, 35]`, in millimetres."""
    x, y = node.numbers
    return x, y


def read_area(key: Node, value: Node) -> Area:
    """Return the place that a map defines under `key`."""
    at, district = value.get("at"), value.get("in")
    return Area(
        id=key.text,
        label=value["label"].text.strip() if "label" in value else key.text,
        name=value.text_of("name", key.text),
        span=key.span,
        at=read_point(at) if at else None,
        district=Ref.read(district) if district else None,
        tags=tuple(Ref.read(tag) for tag in value.list("tags")),
        ground=value.text_of("ground", LAND),
        colour=Ref.read(value["colour"]) if "colour" in value else None,
        parts=tuple(_part(key.text, value, *item) for item in value.entries("parts")),
        waypoint=value.is_true("waypoint"),
        label_at=read_point(value["label-at"]) if "label-at" in value else None,
        icon=Ref.read(value["icon"]) if "icon" in value else None,
    )


def _part(area: str, whole: Node, key: Node, value: Node) -> Area:
    """Return a part of an area: its own ground, or that of the area."""
    part = read_area(key, value)
    ground = value.text_of("ground", whole.text_of("ground", LAND))
    label = part.label if "label" in value else ""
    return replace(part, id=f"{area}{PART}{part.id}", label=label, ground=ground)


def read_district(key: Node, value: Node) -> District:
    """Return the district that a map defines under `key`."""
    return read_record(District, value, id=key.text, name=value.text_of("name", key.text), span=key.span)
