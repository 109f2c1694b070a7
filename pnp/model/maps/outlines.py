"""Outlines of areas: where they come from, the borders between them, and the areas with their outlines on the map.

An outline is in the document, in a drawing (SVG, GeoJSON) or grown from the points of the areas. The drawing is the
source of what is neighbours: `subdivision` derives the borders from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.geometry.outlines import grown_outlines
from pnp.geometry.polygons import Point, Ring, Shape, inside, odd, pieces, rectangle, signed_area
from pnp.geometry.subdivision import SNAP, Outlined, SharedBorder, Subdivision, subdivide
from pnp.model.reference import Ref
from pnp.source.tree import Listing, Node

CLOSED_GROUNDS = ("lake", "waste")
"""The grounds that no piece enters."""

RANKS: Mapping[str, int] = {"sea": 0, "land": 1, "waste": 2, "lake": 3}
"""Which ground is cut by which where outlines overlap: land is cut out of the sea, a lake out of the land."""

Projection = Literal["plain", "mercator", "equal-area"]
"""How longitudes and latitudes become a map."""

FRONTIER, COAST, RIVER, IMPASSABLE = "frontier", "coast", "river", "impassable"


class OutlineSource(Struct, frozen=True):
    """Where the outlines of a map come from, besides its document.

    With `file`, they are the closed paths of an SVG, of one `layer` if given, or the polygons of a GeoJSON file whose
    property `key` is their name. With `grow`, they are the cells of the areas' points inside of the rings `coast`, by
    default the whole map. Their borders are roughened from 0 to 1. `snap` is the distance at which vertices are taken
    as one.
    """

    span: Span
    file: Ref | None = None
    layer: Ref | None = None
    key: str = "name"
    projection: Projection = "plain"
    snap: float = SNAP
    grow: bool = False
    coast: Shape = ()
    rough: float = 0.5

    @classmethod
    def read(cls, node: Node) -> OutlineSource:
        """Return the source at `node`: the name of a file, or a mapping."""
        if isinstance(node.value, str):
            return cls(node.span, Ref.read(node))
        return cls(
            span=node.span,
            file=Ref.read(node["file"]) if "file" in node else None,
            layer=Ref.read(node["layer"]) if "layer" in node else None,
            key=node.text_of("name", "name"),
            projection=node.text_of("projection", "plain"),  # type: ignore[arg-type]  # the schema has said so
            snap=node["snap"].number if "snap" in node else SNAP,
            grow=node.is_true("grow"),
            coast=read_outline(node["coast"]) if "coast" in node else (),
            rough=node["rough"].number if "rough" in node else 0.5,
        )


class Border(Struct, frozen=True):
    """What a border between two areas is: one of the known kinds, or a designer's own word."""

    one: Ref
    other: Ref
    kind: Ref
    span: Span

    @classmethod
    def read(cls, node: Node) -> Border:
        """Return the border at `node`, such as `{between: [Mora, Sela], kind: river}`."""
        one, other = map(Ref.read, node["between"])
        return cls(one, other, Ref.read(node["kind"]), node.span)

    @property
    def names(self) -> frozenset[str]:
        """The names of its two areas."""
        return frozenset((self.one.name, self.other.name))


class River(Struct, frozen=True):
    """A river over the areas, from its source to its mouth, where it has its width in millimetres."""

    course: tuple[Point, ...]
    span: Span
    width: float = 0.9
    name: str = ""

    @classmethod
    def read(cls, node: Node) -> River:
        """Return the river at `node`, such as `{course: [[10, 10], [14, 30]], width: 1.2}`."""
        width = node["width"].number if "width" in node else 0.9
        return cls(_points(node["course"]), node.span, width, node.text_of("name", ""))


class Region(Struct, frozen=True):
    """The outline of an area in millimetres on the map, and the span where it is drawn or written."""

    id: str
    shape: Shape
    span: Span
    rank: int = 1


class StrayOutline(Struct, frozen=True):
    """An outline whose name is that of no area, and where it is drawn."""

    name: str
    span: Span


def read_outline(node: Node) -> Shape:
    """Return the outline at `node`: a list of points, or a list of such lists, of which the inner ones are holes."""
    if isinstance(node.value, Listing) and all(isinstance(item.value, Listing) for item in node):
        first = next(iter(node), None)
        if first is not None and all(isinstance(item.value, Listing) for item in first):
            return oriented([_points(ring) for ring in node])
    return oriented([_points(node)])


def _points(node: Node) -> Ring:
    points = (point.numbers for point in node)
    return tuple((x, y) for x, y in points)


def oriented(rings: Iterable[Ring]) -> Shape:
    """Return the rings as a shape: outer rings turn one way, rings inside them the other way."""
    usable = [ring for ring in rings if len(ring) > 2 and signed_area(ring)]
    if len(usable) == 1:
        ring = usable[0]
        return (ring if signed_area(ring) > 0 else ring[::-1],)
    return odd(usable)


def grown(
    source: OutlineSource, points: Iterable[tuple[str, Point]], width: float, height: float
) -> Mapping[str, Shape]:
    """Return the outlines that are grown from points on a map of that size.

    The points on an island share it. An island without any belongs to the points that are nearest, as does the land
    around points that are on none.
    """
    everybody, islands = tuple(points), pieces(source.coast)
    if len(islands) < 2:
        coast = source.coast or oriented([rectangle(0.0, 0.0, width, height)])
        return grown_outlines(everybody, coast, source.rough)
    found: dict[str, Shape] = {}
    for island in islands:
        own = tuple(each for each in everybody if inside(island, each[1]))
        for name, shape in grown_outlines(own or everybody, island, source.rough).items():
            found[name] = (*found.get(name, ()), *shape)
    return found


class _Regions:
    """A cache key for outlines: the same object."""

    __slots__ = ("it", "snap")

    def __init__(self, it: tuple[Region, ...], snap: float) -> None:
        self.it, self.snap = it, snap

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Regions) and self.it is other.it and self.snap == other.snap

    def __hash__(self) -> int:
        return hash((id(self.it), self.snap))


def subdivision_of(regions: tuple[Region, ...], snap: float) -> Subdivision:
    """Return the subdivision of a map into its outlines; it is cached."""
    return _subdivision(_Regions(regions, snap))


@lru_cache(maxsize=32)
def _subdivision(regions: _Regions) -> Subdivision:
    return subdivide([Outlined(each.id, each.shape, each.rank) for each in regions.it], regions.snap)


def kinds_of_borders(
    borders: Iterable[Border], grounds: Mapping[str, str], shared: Iterable[SharedBorder]
) -> Iterator[tuple[SharedBorder, str]]:
    """Yield each shared border with its kind: as written, else a coast between land and water, else a frontier."""
    written = {border.names: border.kind.name for border in borders}
    for border in shared:
        wet = [grounds.get(name, "land") in ("sea", "lake") for name in (border.one, border.other)]
        usual = COAST if wet[0] != wet[1] else FRONTIER
        yield border, written.get(frozenset((border.one, border.other)), usual)
