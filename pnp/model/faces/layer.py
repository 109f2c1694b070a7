"""Layers of templates and their reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from msgspec import Struct, field

from pnp.diagnostics import Span
from pnp.model.faces.effects import EFFECTS, PLAIN, Effects, FillRole, read_effects, read_fill
from pnp.model.faces.theme import Hyphenation
from pnp.model.records import read_record
from pnp.model.reference import Formula, Ref
from pnp.model.row import RowValue, plain
from pnp.source.tree import Listing, Mapping, Node
from pnp.units import read_lengths

# Layers: the items that a template draws, from the lowest to the highest.

Measure = float | Formula
"""A length in millimetres, or the expression that gives it for a row."""

Point = tuple[Measure, Measure]
"""Two coordinates, each of which may depend on the row."""

Size = tuple[float, float] | Formula
"""Width and height in millimetres, or the text with expressions that gives them."""

Align = Literal["left", "centre", "right", "justify"]
VAlign = Literal["top", "middle", "bottom", "spread"]
Arrangement = Literal["row", "column", "grid", "ring", "circle", "stack"]

NOTHING = "none"
"""The fill of a shape without a fill."""

CROPS = ("circle", "ellipse", "hexagon", "diamond")
"""The shapes to which pictures are cropped; path data is a shape too."""

PATTERNS = ("plain", "check", "stripe", "dots", "chevron", "band", "star", "ring", "wave", "hatch")
"""The built-in patterns; the name of an icon is a pattern too."""


class Paint(Struct, frozen=True):
    """The fill of a shape, and the line role and colour of its outline; None for neither."""

    fill: FillRole | None = None
    outline: Formula | None = None
    outline_colour: Formula | None = None


class PanelArt(Struct, frozen=True):
    """A rectangle; `radius` rounds its corners, in millimetres."""

    paint: Paint
    radius: Measure = 0.0


class EllipseArt(Struct, frozen=True):
    """An ellipse that fills its box."""

    paint: Paint


class PolygonArt(Struct, frozen=True):
    """A polygon: `points` in millimetres from the top left of the box, or a regular one of `sides` with a corner on
    top. A formula gives either.
    """

    paint: Paint
    points: tuple[Point, ...] | Formula = field(default=(), name="polygon")
    sides: int = 0


class PathArt(Struct, frozen=True):
    """SVG path data, in millimetres from the top left of the box."""

    paint: Paint
    data: Formula


class LineArt(Struct, frozen=True):
    """A straight line in a line role between two ends: positions such as `top left`, or points in the box."""

    role: Formula = field(name="line")
    start: Formula | Point = field(name="from")
    end: Formula | Point = field(name="to")
    colour: Formula | None = None


class TextArt(Struct, frozen=True):
    """A text in a type role.

    `least` is the size in points to which `fit` may shrink it; None if it must fit without shrinking. `together` is
    whether it shrinks as far as on the card of the component that needs the smallest size. `verbatim` and
    `hyphenate` override the role. `keywords` is whether the theme's keywords are styled and replaced in it.
    `outline` is the line role of the edges of its letters.
    The first letter is as high as `drop_cap` lines. `along` is a curve for the letters: `circle top`, `circle bottom`,
    `arc 6` or SVG path data.
    """

    text: Formula
    style: Formula
    colour: Formula | None = None
    align: Align | None = None
    valign: VAlign | None = None
    least: float | None = None
    verbatim: bool | None = None
    hyphenate: Hyphenation | None = None
    keywords: bool = True
    together: bool = False
    columns: int = 1
    gap: float = 4.0
    drop_cap: int = 0
    along: Ref | None = None
    outline: Formula | None = None
    outline_colour: Formula | None = None


class IconArt(Struct, frozen=True):
    """An icon, scaled to its box."""

    icon: Formula
    colour: Formula | None = None
    align: Align | None = None
    valign: VAlign | None = None


class PictureArt(Struct, frozen=True):
    """A PNG, JPEG or SVG of the pack, scaled into its box; with `cover` it fills the box and is cropped.

    If it `is_stretched`, it fills the box and loses its proportions. `anchor` is the side at which it is aligned, or
    which is not cropped; `focus` is the point that stays visible, in shares of the picture. `shape` is a name or path
    data to crop it to. With `is_tiled` it is repeated, `tile` wide and high; without a height it keeps its proportions.
    `tint` is the one colour in which it is printed.
    """

    picture: Formula
    cover: bool = False
    anchor: Ref | None = None
    radius: Measure = 0.0
    shape: Ref | None = None
    focus: tuple[float, float] | None = None
    tint: Formula | None = None
    mirror: str = ""
    is_tiled: bool = False
    tile: tuple[float, float | None] | None = None
    is_stretched: bool = False


class PatternArt(Struct, frozen=True):
    """A box filled with a named pattern in one colour, on a ground of another.

    With `whole`, only whole repeats are drawn, within the face; the ground still bleeds.
    """

    pattern: Formula
    colour: Formula | None = None
    ground: FillRole | None = None
    pitch: float | None = None
    whole: bool = False


class CropAround(Struct, frozen=True):
    """The part of a map around a place, or the middle of several; `around` evaluates to them.

    The part is `width` × `height` millimetres of the map; without a height it has the proportions of its box. `focus`
    is where the place lies in it, in shares of the part.
    """

    around: Formula
    width: float
    height: float | None
    span: Span
    focus: tuple[float, float] = (0.5, 0.5)


class MapArt(Struct, frozen=True):
    """A map drawn into the box.

    `highlight` evaluates to a place or a list of places to highlight, `tile` to the single tile of a tile map to draw.
    `crop` is the part of the map to draw, as text or four lengths, or around a place. `show` is the map itself or a
    diagram of its turning law.
    """

    map: Formula
    style: Formula | None = None
    highlight: Formula | None = None
    crop: Formula | CropAround | None = None
    show: Formula | None = None
    tile: Formula | None = None


class GroupArt(Struct, frozen=True):
    """Layers positioned within the box of this one."""

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


class Repeat(Struct, frozen=True):
    """A layer drawn once for each item of a list, in cells that fill its box.

    Expressions know the item by the name in `each`, and its number from 1 as `index`. `cell` is the size of the cells,
    `depth` the radial size of the cells of a ring, `columns` the number of columns of a grid.
    """

    each: str
    items: Formula | tuple[RowValue, ...]
    span: Span
    arrangement: Arrangement = field(default="row", name="as")
    gap: Measure = 0.0
    columns: int | None = None
    cell: Size | None = None
    depth: float | None = None

    @classmethod
    def read(cls, node: Node) -> Repeat:
        """Return the repetition at `node`."""
        written, cell = node["in"], node.get("cell")
        listed = isinstance(written.value, Listing)
        items = tuple(plain(item.value) for item in written) if listed else Formula.read(written)
        return read_record(
            cls, node, each=node.text_of("each", "item"), items=items, cell=_read_size(cell) if cell else None
        )


class Layer(Struct, frozen=True, eq=False):
    """One item to draw: what, where in its box, under which condition, and how often.

    `slot` is the name of the slot that it is: pieces snap to its middle on virtual tables. `named` is whether the
    document names it; `idle` are settings that have no effect on this kind of layer. A layer is
    equal only to itself.
    """

    art: Art
    kind: str
    name: str
    span: Span
    where: Formula | None = None
    at: Point | Formula | None = None
    size: Size | None = None
    condition: Formula | None = field(default=None, name="show-when")
    repeat: Repeat | None = None
    turn: Formula | None = None
    slot: Formula | None = None
    idle: tuple[Ref, ...] = ()
    named: bool = False
    effects: Effects = PLAIN


def fixed(measure: Measure) -> float:
    """Return a length whose expression, if it had one, has been evaluated."""
    assert not isinstance(measure, Formula), "expressions have been evaluated"
    return measure


def fixed_pair(pair: Point | Formula) -> tuple[float, float]:
    """Return two lengths whose expressions have been evaluated."""
    assert not isinstance(pair, Formula), "expressions have been evaluated"
    x, y = pair
    return fixed(x), fixed(y)


# Read layers from documents.


def read_layer(node: Node) -> Layer:
    """Return the layer at `node`, a mapping in which exactly one key names what is drawn."""
    kind = next(kind for kind in KINDS if kind in node)
    size, settings = node.get("size"), {*COMMON, kind, *KINDS[kind]}
    return read_record(
        Layer,
        node,
        art=_READERS[kind](node),
        kind=kind,
        name=node.text_of("name", kind),
        size=_read_size(size) if size else None,
        named="name" in node,
        effects=read_effects(node),
        idle=tuple(Ref.read(key) for key, _ in node.items() if key.text not in settings),
    )


COMMON = ("name", "where", "at", "size", "show-when", "repeat", "turn", "slot", *EFFECTS)
"""The settings that every layer may have."""

_PAINT = ("outline", "outline-colour")
_ALIGN = ("align", "valign")

_FLOW = ("columns", "gap", "drop-cap", "along")

KINDS: dict[str, tuple[str, ...]] = {
    "panel": (*_PAINT, "radius"),
    "ellipse": _PAINT,
    "polygon": ("fill", *_PAINT),
    "path": ("fill", *_PAINT),
    "line": ("from", "to", "colour"),
    "text": ("style", "colour", *_ALIGN, "fit", "verbatim", "hyphenate", "keywords", *_FLOW, *_PAINT),
    "icon": ("colour", *_ALIGN),
    "picture": ("fit", "anchor", "radius", "shape", "focus", "tint", "mirror", "tile-size"),
    "pattern": ("colour", "ground", "pitch", "whole"),
    "map": ("style", "highlight", "crop", "show", "tile"),
    "group": (),
}
"""The kinds of layer by their keys, each with the settings that only this kind has."""


def _text(node: Node) -> TextArt:
    style = Formula.read(node["style"]) if "style" in node else Formula("body", node.key("text").span)
    fit = node.text_of("fit", "error")
    points = fit.removeprefix("shrink to").removesuffix("together").strip().removesuffix("pt")
    least = None if fit == "error" else float(points)
    return read_record(TextArt, node, style=style, least=least, together=fit.endswith("together"))


MIRRORS = {"x": "horizontal", "y": "vertical"}
"""Other words for the ways to flip a picture: along the axis of that name."""


def _picture(node: Node) -> PictureArt:
    fit, mirror = node.text_of("fit", "cover" if "shape" in node else "contain"), node.text_of("mirror")
    focus, tile = node.get("focus"), node.get("tile-size")
    return read_record(
        PictureArt,
        node,
        cover=fit == "cover",
        focus=_shares(focus) if focus else None,
        mirror=MIRRORS.get(mirror, mirror),
        is_tiled=fit == "tile",
        tile=_sides(tile) if tile else None,
        is_stretched=fit == "stretch",
    )


def _shares(node: Node) -> tuple[float, float]:
    """Return two shares, from a list or from a text such as `0.5 0.2`."""
    if isinstance(node.value, str):
        across, down = map(float, node.text.replace(",", " ").split())
        return across, down
    first, second = node.numbers
    return first, second


def _sides(node: Node) -> tuple[float, float | None]:
    """Return width and height; a single number is the width."""
    if not isinstance(node.value, str):
        return node.number, None
    width, height = read_lengths(node.text)
    return width, height if "x" in node.text.replace("px", "") or "×" in node.text else None


def _polygon(node: Node) -> PolygonArt:
    corners, paint = node["polygon"], _paint(node, "fill")
    if isinstance(corners.value, str | Listing):
        return read_record(PolygonArt, node, paint=paint)
    return PolygonArt(paint, sides=corners.integer)


def _map(node: Node) -> MapArt:
    return read_record(MapArt, node, crop=_crop(node))


def _crop(node: Node) -> Formula | CropAround | None:
    crop = node.get("crop")
    if crop is None or not isinstance(crop.value, Mapping):
        return Formula.read(crop) if crop else None
    focus = _shares(crop["focus"]) if "focus" in crop else (0.5, 0.5)
    return CropAround(Formula.read(crop["around"]), *_sides(crop["size"]), crop.span, focus)


def _line(node: Node) -> LineArt:
    ends = (("start", "from", "left"), ("end", "to", "right"))
    missing = {name: Formula(side, node.span) for name, key, side in ends if key not in node}
    return read_record(LineArt, node, **missing)


_READERS: dict[str, Callable[[Node], Art]] = {
    "panel": lambda node: read_record(PanelArt, node, paint=_paint(node, "panel")),
    "ellipse": lambda node: EllipseArt(_paint(node, "ellipse")),
    "polygon": _polygon,
    "path": lambda node: PathArt(_paint(node, "fill"), Formula.read(node["path"])),
    "line": _line,
    "text": _text,
    "icon": partial(read_record, IconArt),
    "picture": _picture,
    "pattern": partial(read_record, PatternArt),
    "map": _map,
    "group": lambda node: GroupArt(tuple(map(read_layer, node.list("group")))),
}


def _paint(node: Node, key: str) -> Paint:
    return read_record(Paint, node, fill=read_fill(node.get(key)))


def _read_size(node: Node) -> Size:
    """Return width and height; a single number is both."""
    if isinstance(node.value, str) and "{" in node.value:
        return Formula.read(node)
    return read_lengths(node.text) if isinstance(node.value, str) else (node.number, node.number)
