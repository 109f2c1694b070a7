"""What stands beside the streets of a street map: sites and parking lots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.game_map import Point, read_point, read_size
from pnp.model.reference import Ref
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.diagnostics import Span
    from pnp.source.tree import Node

NOBODY = "none"
"""What stands for the spaces that serve scenery."""


@dataclass(frozen=True, slots=True)
class Site:
    """What stands beside a street: the spaces that serve it, and what is printed for it.

    It stands beside the first of its spaces where `at` is None. Scenery is only looked at: no space serves it,
    and it has a name only where it is given one.
    """

    id: str
    name: str
    span: Span
    by: tuple[Ref, ...]
    at: Point | None = None
    icon: Ref | None = None
    district: Ref | None = None
    tags: tuple[Ref, ...] = ()
    landmark: bool = False
    scenery: bool = False


@dataclass(frozen=True, slots=True)
class Lot:
    """A parking lot: one place with so many bays, from which its exit leads to a space, and back from its entrance."""

    id: str
    name: str
    span: Span
    at: Point
    size: tuple[float, float]
    exit: Ref | None
    bays: int = 0
    entrance: Ref | None = None
    crosswalk: bool = False
    tags: tuple[Ref, ...] = ()


def read_site(key: Node, value: Node) -> Site:
    """The site that a map names with `key`."""
    by, at, icon, district = read_by(value), value.get("at"), value.get("icon"), value.get("in")
    return Site(
        id=key.text,
        name=value["name"].text if "name" in value else key.text if by is not None else "",
        span=key.span,
        by=by or (),
        at=read_point(at) if at else None,
        icon=Ref.read(icon) if icon else None,
        district=Ref.read(district) if district else None,
        tags=tuple(map(Ref.read, value.list("tags"))),
        landmark="landmark" in value and value["landmark"].value is True,
        scenery=by is None,
    )


def read_by(value: Node) -> tuple[Ref, ...] | None:
    """The spaces that a site names, or None for scenery."""
    by = tuple(map(Ref.read, value.list("by")))
    return None if [ref.name for ref in by] == [NOBODY] else by


def read_lot(key: Node, value: Node) -> Lot:
    """The lot that a map names with `key`."""
    way_out, entrance = value.get("exit"), value.get("entrance")
    return Lot(
        id=key.text,
        name=value["name"].text if "name" in value else key.text,
        span=key.span,
        at=read_point(value["at"]),
        size=read_size(value["size"]),
        exit=Ref.read(way_out) if way_out else None,
        bays=value["bays"].integer if "bays" in value else 0,
        entrance=Ref.read(entrance) if entrance else None,
        crosswalk="crosswalk" in value and value["crosswalk"].value is True,
        tags=tuple(map(Ref.read, value.list("tags"))),
    )
