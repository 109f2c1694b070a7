"""Layers: what a template draws, one above the other."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Literal

from pnp.model.reference import Formula
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.model.component import RowValue
    from pnp.model.reference import Ref
    from pnp.model.roles import Hyphenation

Point = tuple[float, float]
Align = Literal["left", "centre", "right"]
VAlign = Literal["top", "middle", "bottom"]
Arrangement = Literal["row", "column", "grid", "ring", "circle", "stack"]

NOTHING = "none"
"""The fill of what has none."""

PATTERNS = ("plain", "check", "stripe", "dots", "chevron", "band", "star", "ring", "wave", "hatch")
"""The patterns that every template may use; any icon is one too."""


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is painted: the colour that fills it, and the line role and colour of its edge; None for neither."""

    fill: Formula | None = None
    outline: Formula | None = None
    outline_colour: Formula | None = None


@dataclass(frozen=True, slots=True)
class PanelArt:
    """A rectangle, its corners rounded by `radius`."""

    paint: Paint
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class EllipseArt:
    """An ellipse that fills its box."""

    paint: Paint


@dataclass(frozen=True, slots=True)
class PolygonArt:
    """A polygon: corners in millimetres from the top left of the box, or so many equal `sides` with a corner on top."""

    paint: Paint
    points: tuple[Point, ...] = ()
    sides: int = 0


@dataclass(frozen=True, slots=True)
class PathArt:
    """SVG path data, in millimetres from the top left of the box."""

    paint: Paint
    data: Ref


@dataclass(frozen=True, slots=True)
class LineArt:
    """A straight line in a line role between two ends: words such as `top left`, or points from the box's top left."""

    role: Formula
    start: Ref | Point
    end: Ref | Point
    colour: Formula | None = None


@dataclass(frozen=True, slots=True)
class TextArt:
    """A text in a type role; `least` is how many points `fit` may shrink it to, None where it must fit as it is.

    `verbatim` and `hyphenate` overrule the role.
    """

    text: Formula
    style: Formula
    colour: Formula | None = None
    align: Align | None = None
    valign: VAlign | None = None
    least: float | None = None
    verbatim: bool | None = None
    hyphenate: Hyphenation | None = None


@dataclass(frozen=True, slots=True)
class IconArt:
    """An icon as large as its box lets it be."""

    icon: Formula
    colour: Formula | None = None
    align: Align | None = None
    valign: VAlign | None = None


@dataclass(frozen=True, slots=True)
class PictureArt:
    """A PNG, JPEG or SVG of the pack, whole in its box or, to `cover` it, cut off.

    `anchor` is the side that it leans to, or that is kept.
    """

    picture: Formula
    cover: bool = False
    anchor: Ref | None = None
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class PatternArt:
    """A box filled with a named pattern in one colour, on a ground of another."""

    pattern: Formula
    colour: Formula | None = None
    ground: Formula | None = None
    pitch: float | None = None


@dataclass(frozen=True, slots=True)
class MapArt:
    """A map drawn into the box; `highlight` comes to a place, or a list of places, that stand out.

    `tile` comes to the one tile of a tile map that is drawn. `crop` is the part of the map that is drawn, in words or
    as four lengths, and `show` what is drawn of it: the map itself, or a diagram of its law.
    """

    map: Formula
    style: Formula | None = None
    highlight: Formula | None = None
    crop: Formula | None = None
    show: Formula | None = None
    tile: Formula | None = None


@dataclass(frozen=True, slots=True)
class GroupArt:
    """Layers within the box of this one."""

    layers: tuple[Layer, ...]


Art = (
    PanelArt
    | EllipseArt
    | PolygonArt
    | PathArt
    | LineArt
    | TextArt
    | IconArt
    | PictureArt
    | PatternArt
    | MapArt
    | GroupArt
)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A layer drawn once for each item of a list, in cells that fill its box.

    The item stands under the name `each`, its place in the list (from 1) under `index`. `cell` fixes the size of the
    cells, `depth` how far those of a ring reach in, `columns` how many of a grid stand side by side.
    """

    each: str
    items: Formula | tuple[RowValue, ...]
    span: Span
    arrangement: Arrangement = "row"
    gap: float = 0.0
    columns: int | None = None
    cell: tuple[float, float] | None = None
    depth: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """One thing to draw: what, where in the box it stands in, under which condition, and how often.

    `named` tells whether the document gives it a name of its own; `idle` are settings that say nothing of this kind of
    layer. A layer is equal to itself alone.
    """

    art: Art
    kind: str
    name: str
    span: Span
    where: Ref | None = None
    at: Point | None = None
    size: tuple[float, float] | None = None
    condition: Formula | None = None
    repeat: Repeat | None = None
    turn: Formula | None = None
    idle: tuple[Ref, ...] = ()
    named: bool = False


def expressions(layer: Layer) -> Iterator[Formula]:
    """The bare expressions of a layer: its condition, what it repeats over, what a map highlights."""
    repeated = layer.repeat.items if layer.repeat else None
    highlight = layer.art.highlight if isinstance(layer.art, MapArt) else None
    return (formula for formula in (layer.condition, repeated, highlight) if isinstance(formula, Formula))


def bindings(layer: Layer) -> Iterator[Formula]:
    """The settings of a layer that may hold expressions in braces."""
    art = layer.art
    holders = (art, art.paint) if isinstance(art, PanelArt | EllipseArt | PolygonArt | PathArt) else (art,)
    values = (
        getattr(holder, field.name) for holder in holders for field in fields(holder) if field.name != "highlight"
    )
    return (formula for formula in (*values, layer.turn) if isinstance(formula, Formula))
