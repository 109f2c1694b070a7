"""What every kind of map has: a name, a size, districts, places to stand on, requirements, and what varies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.model.acceptance import Acceptance
from pnp.model.closure import Closure
from pnp.model.reference import Ref
from pnp.model.requirement import Requirement
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.source.tree import Node

Point = tuple[float, float]

MOST_PLACES, MOST_WAYS = 3_000, 20_000
"""How much of a map is drawn; boards have some hundred places. What is checked of maps has no such bound."""

TOO_LARGE = f"draw a map of up to {MOST_PLACES:,} places and {MOST_WAYS:,} ways; a larger one can be checked alone"
"""What to do about a map that is not drawn."""


@dataclass(frozen=True, slots=True)
class District:
    """A part of the map: its printed name, the icon and palette roles that tell it apart, its middle where known."""

    id: str
    name: str
    span: Span
    icon: Ref | None = None
    colour: Ref | None = None
    tint: Ref | None = None
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """A place where a piece may stand, or a site; `at` is its centre in millimetres on the map, None in a draft.

    Its `label` is empty where nothing is printed in it.
    """

    id: str
    label: str
    name: str
    span: Span
    at: Point | None = None
    district: Ref | None = None
    tags: tuple[Ref, ...] = ()
    icon: Ref | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMap:
    """A map of any kind: references are not resolved, and `lost` names places that could not be read.

    `width` and `height` are millimetres, 0 while the map has no size. `closures` are what may be laid on it in play.
    `new_roads` is how many millimetres a road may be long that is proposed to mend it, None where the map says nothing.
    """

    id: str
    name: str
    span: Span
    width: float = 0.0
    height: float = 0.0
    districts: tuple[District, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    keeps: tuple[Ref, ...] = ()
    accepts: tuple[Acceptance, ...] = ()
    closures: tuple[Closure, ...] = ()
    new_roads: float | None = None
    lost: frozenset[str] = frozenset()
    damaged: bool = False

    kind = ""  # what its document calls it

    @property
    def places(self) -> tuple[Area, ...]:
        """The places where a piece may stand, in source order."""
        raise NotImplementedError  # each kind of map knows its own

    @property
    def ways(self) -> int:
        """How many roads or streets are written on it."""
        raise NotImplementedError  # each kind of map counts its own

    @property
    def mentions(self) -> Iterator[Ref]:
        """The places that the map names elsewhere than where it describes them."""
        return iter(())

    @property
    def sites(self) -> tuple[Area, ...]:
        """What its places serve, each with the spot where it stands: rows are made of sites as they are of places."""
        return ()

    @property
    def through(self) -> tuple[Area, ...]:
        """Where a piece passes and can't stop: intersections that are no places."""
        return ()

    @property
    def icons(self) -> Iterator[Ref]:
        """The icons that are drawn on it: of districts, and of sites."""
        yield from (district.icon for district in self.districts if district.icon)
        yield from (site.icon for site in self.sites if site.icon)

    @property
    def marks(self) -> frozenset[str]:
        """The names of what a drawing of it can make stand out."""
        return frozenset(place.id for place in self.places)

    @property
    def tags(self) -> frozenset[str]:
        """The tags that places carry."""
        return frozenset(tag.name for place in (*self.places, *self.sites) for tag in place.tags)

    @property
    def said_tags(self) -> frozenset[str]:
        """The tags that are written anywhere, at places that are not there too."""
        return self.tags

    @property
    def too_large(self) -> str | None:
        """Why the map is not drawn, where it has too many places or ways."""
        if len(self.places) <= MOST_PLACES and self.ways <= MOST_WAYS:
            return None
        return f"'{self.id}' has {len(self.places):,} places and {self.ways:,} ways between them"

    def chosen(self, tag: str | None) -> tuple[Area, ...]:
        """The places, or the places and sites with a tag."""
        areas = (*self.places, *self.sites) if tag else self.places
        return tuple(area for area in areas if not tag or any(each.name == tag for each in area.tags))

    def place(self, name: str) -> Area | None:
        """The place of that name."""
        return next((place for place in self.places if place.id == name), None)

    def district(self, name: str) -> District | None:
        """The district of that name."""
        return next((district for district in self.districts if district.id == name), None)


def read_head(root: Node, name: str, damaged: bool) -> dict[str, Any]:
    """What a document of any kind of map says beside its streets and places, as the fields of `GameMap`."""
    width, height = read_size(root["size"]) if "size" in root else (0.0, 0.0)
    return {
        "id": name,
        "name": root["name"].text if "name" in root else name,
        "span": root.span,
        "width": width,
        "height": height,
        "districts": tuple(read_district(*item) for item in root["districts"].items()) if "districts" in root else (),
        "requirements": tuple(Requirement.read(node) for node in root.list("requirements")),
        "keeps": tuple(map(Ref.read, root.list("keeps"))),
        "accepts": tuple(Acceptance.read(node) for node in root.list("accept")),
        "closures": tuple(Closure.read(*item) for item in root["closures"].items()) if "closures" in root else (),
        "new_roads": root["new-roads"].number if "new-roads" in root else None,
        "damaged": damaged,
    }


def read_size(node: Node) -> tuple[float, float]:
    """Width and height in millimetres of a size such as `44 x 68`."""
    width, _, height = node.text.replace("×", "x").partition("x")
    return float(width), float(height)


def read_point(node: Node) -> Point:
    """A point such as `[20, 35]`, in millimetres."""
    x, y = node.numbers
    return x, y


def read_area(key: Node, value: Node) -> Area:
    """The place that a map names with `key`."""
    at, district = value.get("at"), value.get("in")
    return Area(
        id=key.text,
        label=value["label"].text.strip() if "label" in value else key.text,
        name=value["name"].text if "name" in value else key.text,
        span=key.span,
        at=read_point(at) if at else None,
        district=Ref.read(district) if district else None,
        tags=tuple(Ref.read(tag) for tag in value.list("tags")),
    )


def read_district(key: Node, value: Node) -> District:
    """The district that a map names with `key`."""

    def ref(name: str) -> Ref | None:
        node = value.get(name)
        return Ref.read(node) if node else None

    name, at = value["name"].text if "name" in value else key.text, value.get("at")
    return District(key.text, name, key.span, ref("icon"), ref("colour"), ref("tint"), read_point(at) if at else None)
