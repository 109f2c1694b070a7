"""A tile as its designer writes it: streets, what is said of their spaces, what fits no street, and sites."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from pnp.model.area_map import Road, read_roads
from pnp.model.game_map import read_point, read_size
from pnp.model.reference import Ref
from pnp.model.street_side import read_by
from pnp.model.streets import Street, read_spot, read_streets
from pnp.model.tile_plan import TilePlan, plan_tile
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.model.game_map import Point
    from pnp.source.tree import Node

Way = Literal["both", "in", "out"]
"""Which ways an exit can be used."""


@dataclass(frozen=True, slots=True)
class WrittenSpace:
    """What is written under `spaces`: of a space of a street, or of one more where it says with `at` where it lies."""

    name: str
    span: Span
    at: Point | None = None
    heading: float = 0.0
    label: str = ""
    icon: Ref | None = None
    tags: tuple[Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenSpot:
    """An intersection that is written out, since no streets cross there."""

    name: str
    span: Span
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class WrittenExit:
    """A spot on the tile's edge through which a piece passes from the space or intersection `to` to another tile."""

    at: Point
    to: Ref
    span: Span
    way: Way = "both"


@dataclass(frozen=True, slots=True)
class TileSite:
    """A landmark, a pick-up, a store: what is printed beside the spaces that serve it.

    These are the spaces in `by`; where it names none, those within `reach` millimetres of `at`, or else the nearest.
    A `plot` of that width and height is kept clear round it. Scenery is only looked at: no space serves it,
    and it has a name only where it is given one.
    """

    id: str
    name: str
    span: Span
    at: Point | None = None
    icon: Ref | None = None
    tags: tuple[Ref, ...] = ()
    by: tuple[Ref, ...] = ()
    reach: float | None = None
    landmark: bool = False
    plot: tuple[float, float] | None = None
    scenery: bool = False


@dataclass(frozen=True)
class Tile:
    """A square tile with sides of `side` millimetres, one of so many `copies`.

    Its plan is worked out when first asked for, hence no slots; a copy has that of the tile it is `like`.
    """

    id: str
    span: Span
    side: float
    width: float
    space: float
    streets: tuple[Street, ...] = ()
    spaces: tuple[WrittenSpace, ...] = ()
    intersections: tuple[WrittenSpot, ...] = ()
    roads: tuple[Road, ...] = ()
    exits: tuple[WrittenExit, ...] = ()
    sites: tuple[TileSite, ...] = ()
    district: Ref | None = None
    copies: int = 1
    like: Tile | None = None

    @cached_property
    def plan(self) -> TilePlan:
        """The tile worked out: its spaces and intersections, how they hang together, and where streets leave."""
        return self.like.plan if self.like else plan_tile(self)


def read_tiles(key: Node, value: Node, side: float, width: float, space: float) -> Iterator[Tile]:
    """The tile that a map names with `key`: one, or as many as it has copies, which are numbered."""
    copies = value["copies"].integer if "copies" in value else 1
    tile = Tile(
        id=key.text if copies == 1 else f"{key.text} 1",
        span=key.span,
        side=side,
        width=width,
        space=space,
        streets=read_streets(value.get("streets"), side, side),
        spaces=tuple(_space(*item) for item in _items(value, "spaces")),
        intersections=tuple(_spot(*item) for item in _items(value, "intersections")),
        roads=read_roads(value),
        exits=tuple(_exit(*item, side) for item in _items(value, "exits")),
        sites=tuple(_site(*item) for item in _items(value, "sites")),
        district=Ref.read(value["in"]) if "in" in value else None,
        copies=copies,
    )
    yield tile
    yield from (replace(tile, id=f"{key.text} {number}", like=tile) for number in range(2, copies + 1))


def _items(node: Node, key: str) -> Iterator[tuple[Node, Node]]:
    found = node.get(key)
    return found.items() if found else iter(())


def _space(key: Node, value: Node) -> WrittenSpace:
    return WrittenSpace(
        key.text,
        key.span,
        _at(value),
        value["heading"].number if "heading" in value else 0.0,
        value["label"].text.strip() if "label" in value else "",
        _ref(value, "icon"),
        tuple(map(Ref.read, value.list("tags"))),
    )


def _spot(key: Node, value: Node) -> WrittenSpot:
    return WrittenSpot(key.text, key.span, _at(value))


def _exit(key: Node, value: Node, side: float) -> WrittenExit:
    way = value["way"].text if "way" in value else "both"
    to = value.get("to") or value
    return WrittenExit(read_spot(key, side, side), Ref.read(to), key.span, way)  # type: ignore[arg-type]  # by schema


def _site(key: Node, value: Node) -> TileSite:
    by = read_by(value)
    return TileSite(
        id=key.text,
        name=value["name"].text if "name" in value else key.text if by is not None else "",
        span=key.span,
        at=_at(value),
        icon=_ref(value, "icon"),
        tags=tuple(map(Ref.read, value.list("tags"))),
        by=by or (),
        reach=value["reach"].number if "reach" in value else None,
        landmark="landmark" in value and value["landmark"].value is True,
        plot=read_size(value["plot"]) if "plot" in value else None,
        scenery=by is None,
    )


def _at(node: Node) -> Point | None:
    at = node.get("at")
    return read_point(at) if at else None


def _ref(node: Node, key: str) -> Ref | None:
    found = node.get(key)
    return Ref.read(found) if found else None
