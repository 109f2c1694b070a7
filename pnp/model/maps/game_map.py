"""What every kind has: places, districts, closures, requirements."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar, Literal, get_args

from msgspec import Struct, StructMeta

from pnp.diagnostics import Severity, Span
from pnp.model.reference import Acceptance, Ref
from pnp.source.tree import Node

# Requirements: what a designer says must hold of a map.

Demand = Literal[
    "connected",
    "reach",
    "distance",
    "adjacent",
    "not-adjacent",
    "degree",
    "no-dead-end",
    "no-trap",
    "survives",
    "count",
    "within",
    "fair-starts",
    "no-crossing",
    "isolation",
    "seams-meet",
]
DEMANDS: tuple[Demand, ...] = get_args(Demand)
"""Every demand, in the order of the documentation."""


class Selector(Struct, frozen=True):
    """Some places: named ones, those with a tag, those in a district; else those that `group` says.

    `starts` are the places where pieces start, the default of some demands: another thing than every place.
    """

    places: tuple[Ref, ...] = ()
    tag: Ref | None = None
    district: Ref | None = None
    group: Literal["every place", "starts", "none"] = "every place"

    @classmethod
    def read(cls, node: Node | None, default: Selector | None = None) -> Selector:
        """The selector at `node`: a name, a list of names, `{tag: …}`, `{in: …}` or `every place`.

        Without a node it is the default: every place unless given.
        """
        if node is None:
            return default or cls()
        if node.value == "every place":
            return cls()
        tag, district = node.get("tag"), node.get("in")
        if tag or district:
            return cls(tag=Ref.read(tag) if tag else None, district=Ref.read(district) if district else None)
        return cls(places=tuple(map(Ref.read, node)) if not isinstance(node.value, str) else (Ref.read(node),))


EVERYWHERE = Selector()
"""What chooses every place."""

STARTS = Selector(group="starts")
"""What chooses the places where pieces start."""

NOWHERE = Selector(group="none")
"""What chooses no place."""


class Bounds(Struct, frozen=True):
    """Limits for a number: exactly, at least, at most; None where nothing is said."""

    exactly: Fraction | int | None = None
    least: Fraction | int | None = None
    most: Fraction | int | None = None

    @classmethod
    def read(cls, node: Node) -> Bounds:
        """The limits in the keys `is`, `at-least` and `at-most` of `node`."""
        values = (node.get(key) for key in ("is", "at-least", "at-most"))
        return cls(*(_limit(str(value.value)) if value else None for value in values))

    def hold(self, number: Fraction | int) -> bool:
        """Whether `number` keeps every limit."""
        return (
            (self.exactly is None or number == self.exactly)
            and (self.least is None or number >= self.least)
            and (self.most is None or number <= self.most)
        )

    def __str__(self) -> str:
        said = (("", self.exactly), ("at least ", self.least), ("at most ", self.most))
        return " and ".join(f"{word}{_plain(limit)}" for word, limit in said if limit is not None)


def _limit(written: str) -> Fraction | int:
    """The number as an int where it is whole: comparing that takes a tenth of the time."""
    number = Fraction(written)
    return number.numerator if number.denominator == 1 else number


def _plain(number: Fraction | int) -> str:
    return str(number) if number.denominator == 1 else f"{float(number):.15g}"


class Requirement(Struct, frozen=True):
    """One demand on a map: who it is about, the limits, in which setups, and how much its breach weighs.

    `start` and `goal` are the places it speaks of (`of` a demand about one group stands in `start`); `closed` is how
    many places may be closed at once; `counts` is what a degree counts: neighbours, ways in, or ways out; `by` are the
    closures that an isolation counts; with `reachable` each pair of a distance must have a way. It is asked of the map
    as printed, or in `every_setup`, or with any `laid`: so many closures of those kinds, or fewer.
    """

    demand: Demand
    name: str
    span: Span
    start: Selector = Selector()
    goal: Selector = Selector()
    bounds: Bounds = Bounds()
    closed: int = 0
    counts: Literal["neighbours", "in", "out"] = "neighbours"
    by: tuple[Ref, ...] = ()
    reachable: bool = False
    every_setup: bool = False
    laid: tuple[tuple[Ref, int], ...] = ()
    severity: Severity | None = None

    @property
    def is_least_distance(self) -> bool:
        """Whether it says how far things must be apart at least, and not that a way must lead from one to the other."""
        endless = self.bounds.exactly is None and self.bounds.most is None and not self.reachable
        return self.demand == "distance" and endless

    def lays(self, closure: str) -> bool:
        """Whether it is asked with closures of that kind laid."""
        named = {ref.name for ref in (*self.by, *(ref for ref, _ in self.laid))}
        return closure in named if named or self.demand == "isolation" else self.every_setup

    @classmethod
    def read(cls, node: Node) -> Requirement:
        """The requirement at `node`: a mapping in which exactly one key names a demand."""
        demand = next(name for name in DEMANDS if name in node)
        body = node[demand]
        closed, severity, name = body.get("closed"), node.get("severity"), node.get("name")
        laid, reachable = node.get("with"), body.get("reachable")
        counts = body["counts"].text if "counts" in body else "neighbours"
        return cls(
            demand=demand,
            name=name.text if name else demand,
            span=node.span,
            start=_start(demand, body),
            goal=_goal(demand, body),
            bounds=Bounds.read(body),
            closed=closed.integer if closed else 0,
            counts=counts,  # type: ignore[arg-type]  # the schema has said so
            by=tuple(map(Ref.read, body.list("by"))) if demand == "isolation" else (),
            reachable=reachable is not None and reachable.value is True,
            every_setup="in" in node,
            laid=tuple((Ref.read(key), value.integer) for key, value in laid.items()) if laid else (),
            severity=Severity(severity.text) if severity else None,
        )


def _start(demand: Demand, body: Node) -> Selector:
    if demand in ("adjacent", "not-adjacent"):
        return Selector(places=(Ref.read(next(iter(body))),))
    if demand == "fair-starts":
        return Selector.read(body.get("from"), STARTS)
    origin = None if demand == "isolation" else body.get("from")
    return Selector.read(origin or body.get("of") or body.get("every"))


def _goal(demand: Demand, body: Node) -> Selector:
    if demand in ("adjacent", "not-adjacent"):
        return Selector(places=tuple(Ref.read(node) for node in body)[1:])
    if demand == "isolation":
        return Selector.read(body.get("from"), STARTS)
    if demand == "no-trap":
        return Selector.read(body.get("unless"), NOWHERE)
    return Selector.read(body.get("to") or body.get("a"))


class RequirementList(Struct, frozen=True):
    """Requirements that several maps keep."""

    id: str
    name: str
    span: Span
    requirements: tuple[Requirement, ...]
    damaged: bool = False


def read_requirements(root: Node, name: str, damaged: bool = False) -> RequirementList:
    """The list that stands in the document `root`, which its schema has passed."""
    title = root["name"].text if "name" in root else name
    return RequirementList(name, title, root.span, tuple(map(Requirement.read, root.list("requirements"))), damaged)


# Closures: what may be laid on a map in play, and what it shuts there.

Ground = Literal["places", "crossings", "segments", "stretches"]
"""What a closure lies on: a place, a crossing between places, a segment of a street, or a stretch of places at once."""

CLOSED = "closed"
"""The name of what closes a place where a requirement does not say what."""

GROUNDS: tuple[Ground, ...] = get_args(Ground)


class Closure(Struct, frozen=True):
    """One kind of thing that closes something: where it may lie, where never, and how many lie there at most.

    It lies on spots of its ground, on places those that `where` chooses, which `only` chooses, if given, and `never`
    doesn't.

    On a place or a stretch it lets nobody in, and nobody out either where it `holds` what stands there; on a crossing
    nobody passes, either way; on a segment it leaves one direction, which the table chooses. `most` is the supply, None
    where there is one for each spot.
    """

    name: str
    span: Span
    on: Ground
    where: Selector = EVERYWHERE
    never: tuple[Selector, ...] = ()
    most: int | None = None
    holds: bool = False
    only: Selector | None = None

    @property
    def groups(self) -> tuple[Selector, ...]:
        """All selectors that say where it lies: of a ground other than places they give names only."""
        where = (self.where,) if self.on == "places" else ()
        return (*where, *((self.only,) if self.only else ()), *self.never)

    @classmethod
    def read(cls, key: Node, value: Node) -> Closure:
        """The closure that a map names with `key`."""
        on, only, never, most = value["lies-on"], value.get("only"), value.get("never"), value.get("at-most")
        ground = next((ground for ground in GROUNDS if on.value == ground), None)
        return cls(
            name=key.text,
            span=key.span,
            on=ground or "places",
            where=EVERYWHERE if ground else Selector.read(on),
            only=Selector.read(only) if only else None,
            never=(Selector.read(never),) if never else (),
            most=most.integer if most else None,
            holds="holds" in value and value["holds"].value is True,
        )


# What every kind of map has: a name, a size, districts, places to stand on, requirements, and what varies.

Point = tuple[float, float]

MOST_PLACES, MOST_WAYS = 3_000, 20_000
"""How much of a map is drawn; boards have some hundred places. What is checked of maps has no such bound."""

TOO_LARGE = f"draw a map of up to {MOST_PLACES:,} places and {MOST_WAYS:,} ways; a larger one can be checked alone"
"""What to do about a map that is not drawn."""


class District(Struct, frozen=True):
    """A part of the map: its printed name, the icon and palette roles that tell it apart, its middle where known."""

    id: str
    name: str
    span: Span
    icon: Ref | None = None
    colour: Ref | None = None
    tint: Ref | None = None
    at: Point | None = None


class Area(Struct, frozen=True):
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


class _AbstractStruct(StructMeta, ABCMeta):
    """The metaclass of records with abstract methods."""


class GameMap(Struct, metaclass=_AbstractStruct, frozen=True, kw_only=True):
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

    kind: ClassVar[str]  # what its document calls it

    @property
    @abstractmethod
    def places(self) -> tuple[Area, ...]:
        """The places where a piece may stand, in source order."""

    @property
    @abstractmethod
    def ways(self) -> int:
        """How many roads or streets are written on it."""

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
