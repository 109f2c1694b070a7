"""Layers out of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.component import plain
from pnp.model.layer import (
    Align,
    Art,
    EllipseArt,
    GroupArt,
    IconArt,
    Layer,
    LineArt,
    MapArt,
    Paint,
    PanelArt,
    PathArt,
    PatternArt,
    PictureArt,
    Point,
    PolygonArt,
    Repeat,
    TextArt,
    VAlign,
)
from pnp.model.reference import Formula, Ref
from pnp.model.roles import read_hyphenation
from pnp.source.tree import Listing

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.source.tree import Node


def read_layer(node: Node) -> Layer:
    """The layer that stands at `node`: a mapping in which exactly one key names what is drawn."""
    kind = next(kind for kind in KINDS if kind in node)
    where, at, size, turn = node.get("where"), node.get("at"), node.get("size"), node.get("turn")
    settings = {*COMMON, kind, *KINDS[kind]}
    return Layer(
        art=_READERS[kind](node),
        kind=kind,
        name=node["name"].text if "name" in node else kind,
        span=node.span,
        where=Ref.read(where) if where else None,
        at=_point(at) if at else None,
        size=_size(size) if size else None,
        condition=_formula(node, "show-when"),
        repeat=_repeat(node["repeat"]) if "repeat" in node else None,
        turn=Formula.read(turn) if turn else None,
        named="name" in node,
        idle=tuple(Ref(key.text, key.span) for key, _ in node.items() if key.text not in settings),
    )


COMMON = ("name", "where", "at", "size", "show-when", "repeat", "turn")
"""The settings that every layer may have."""

_PAINT = ("outline", "outline-colour")
_ALIGN = ("align", "valign")

KINDS: dict[str, tuple[str, ...]] = {
    "panel": (*_PAINT, "radius"),
    "ellipse": _PAINT,
    "polygon": ("fill", *_PAINT),
    "path": ("fill", *_PAINT),
    "line": ("from", "to", "colour"),
    "text": ("style", "colour", *_ALIGN, "fit", "verbatim", "hyphenate"),
    "icon": ("colour", *_ALIGN),
    "picture": ("fit", "anchor", "radius"),
    "pattern": ("colour", "ground", "pitch"),
    "map": ("style", "highlight", "crop", "show", "tile"),
    "group": (),
}
"""The kinds of layer by the key that names them, each with its own settings."""


def _text(node: Node) -> TextArt:
    style = Formula.read(node["style"]) if "style" in node else Formula("body", node.key("text").span)
    fit = node["fit"].text if "fit" in node else "error"
    align, valign = _aligned(node)
    least = None if fit == "error" else float(fit.removeprefix("shrink to").removesuffix("pt"))
    verbatim = bool(node["verbatim"].value) if "verbatim" in node else None
    colour, hyphenate = _formula(node, "colour"), read_hyphenation(node)
    return TextArt(Formula.read(node["text"]), style, colour, align, valign, least, verbatim, hyphenate)


def _icon(node: Node) -> IconArt:
    return IconArt(Formula.read(node["icon"]), _formula(node, "colour"), *_aligned(node))


def _picture(node: Node) -> PictureArt:
    fit, anchor = node.get("fit"), node.get("anchor")
    cover = fit is not None and fit.text == "cover"
    return PictureArt(Formula.read(node["picture"]), cover, Ref.read(anchor) if anchor else None, _radius(node))


def _polygon(node: Node) -> PolygonArt:
    corners = node["polygon"]
    points = tuple(map(_point, corners)) if isinstance(corners.value, Listing) else ()
    return PolygonArt(_paint(node, "fill"), points, 0 if points else corners.integer)


def _pattern(node: Node) -> PatternArt:
    pattern, pitch = Formula.read(node["pattern"]), node.get("pitch")
    return PatternArt(pattern, _formula(node, "colour"), _formula(node, "ground"), pitch.number if pitch else None)


def _map(node: Node) -> MapArt:
    named = (_formula(node, key) for key in ("style", "highlight", "crop", "show", "tile"))
    return MapArt(Formula.read(node["map"]), *named)


def _line(node: Node) -> LineArt:
    start, end = _end(node, "from", "left"), _end(node, "to", "right")
    return LineArt(Formula.read(node["line"]), start, end, _formula(node, "colour"))


_READERS: dict[str, Callable[[Node], Art]] = {
    "panel": lambda node: PanelArt(_paint(node, "panel"), _radius(node)),
    "ellipse": lambda node: EllipseArt(_paint(node, "ellipse")),
    "polygon": _polygon,
    "path": lambda node: PathArt(_paint(node, "fill"), Ref.read(node["path"])),
    "line": _line,
    "text": _text,
    "icon": _icon,
    "picture": _picture,
    "pattern": _pattern,
    "map": _map,
    "group": lambda node: GroupArt(tuple(map(read_layer, node.list("group")))),
}


def _radius(node: Node) -> float:
    return node["radius"].number if "radius" in node else 0.0


def _paint(node: Node, key: str) -> Paint:
    return Paint(_formula(node, key), _formula(node, "outline"), _formula(node, "outline-colour"))


def _formula(node: Node, key: str) -> Formula | None:
    value = node.get(key)
    return Formula.read(value) if value else None


def _aligned(node: Node) -> tuple[Align | None, VAlign | None]:
    align, valign = node.get("align"), node.get("valign")
    return align.text if align else None, valign.text if valign else None  # type: ignore[return-value]  # by the schema


def _end(node: Node, key: str, otherwise: str) -> Ref | Point:
    value = node.get(key)
    if value is None:
        return Ref(otherwise, node.span)
    return Ref.read(value) if isinstance(value.value, str) else _point(value)


def _repeat(node: Node) -> Repeat:
    items, columns, cell, depth = node["in"], node.get("columns"), node.get("cell"), node.get("depth")
    written = isinstance(items.value, Listing)
    return Repeat(
        each=node["each"].text if "each" in node else "item",
        items=tuple(plain(item.value) for item in items) if written else Formula.read(items),
        span=node.span,
        arrangement=node["as"].text if "as" in node else "row",  # type: ignore[arg-type]  # by the schema
        gap=node["gap"].number if "gap" in node else 0.0,
        columns=columns.integer if columns else None,
        cell=_size(cell) if cell else None,
        depth=depth.number if depth else None,
    )


def _point(node: Node) -> Point:
    x, y = node
    return x.number, y.number


def _size(node: Node) -> tuple[float, float]:
    """Width and height; a single number is both."""
    width, _, height = node.text.replace("×", "x").partition("x")
    return float(width), float(height or width)
