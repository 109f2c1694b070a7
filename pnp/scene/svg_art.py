"""Drawings from SVG files, by an allow-list.

Document types, entities, scripts, style sheets, text and references are refused, so a file contains all that it shows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import Literal
from xml.etree import ElementTree

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.bitmaps import PictureRefused
from pnp.scene.extent import SPIKE, own_bounds
from pnp.scene.items import (
    IDENTITY,
    LIMIT,
    Affine,
    Colour,
    Command,
    Ellipse,
    Group,
    Item,
    Path,
    Rect,
    Same,
    Stroke,
    compose,
    rotate,
    scale,
    translate,
)
from pnp.scene.paths import PathDataError, parse_path, polygon, polyline

# Paint of an SVG shape: the supported properties, colours, numbers and transforms.

MOST = LIMIT
"""The maximum absolute value of a number in a drawing."""

HINT = "export it as plain outlines without effects, or save it as PNG"

PAINTED = {
    "fill",
    "fill-rule",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
}
"""The properties that are used."""

NEUTRAL: dict[str, tuple[str, ...] | None] = {
    "opacity": ("1", "1.0"),
    "fill-opacity": ("1", "1.0"),
    "stroke-opacity": ("1", "1.0"),
    "display": ("inline", "block"),
    "visibility": ("visible",),
    "filter": ("none",),
    "mask": ("none",),
    "clip-path": ("none",),
    "clip-rule": ("nonzero", "evenodd"),
    "marker": ("none",),
    "marker-start": ("none",),
    "marker-mid": ("none",),
    "marker-end": ("none",),
    "mix-blend-mode": ("normal",),
    "isolation": ("auto",),
    "paint-order": ("normal",),
    "vector-effect": ("none",),
    "stroke-dashoffset": ("0", "0px"),
    "stroke-miterlimit": ("4", "10"),
    "color": None,
    "overflow": None,
    "enable-background": None,
}
"""The properties that are allowed without effect: with these values, or with any value if None."""

IGNORED = re.compile(
    r"-inkscape-|font|text-|line-height|letter-|word-|(color|image|shape)-(rendering|interpolation)|solid-"
)
"""The start of names of properties that have no effect on shapes."""

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")
_TRANSFORM = re.compile(r"\s*,?\s*([a-zA-Z]+)\s*\(([^()]*)\)")


class Style(Struct, frozen=True):
    """The inherited style of a shape."""

    fill: Colour | None = "#000000"
    stroke: Colour | None = None
    width: float = 1.0
    even_odd: bool = False
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    dash: tuple[float, ...] = ()

    @property
    def line(self) -> Stroke | None:
        """The stroke, None if there is none."""
        if self.stroke is None or not self.width:
            return None
        return Stroke(self.stroke, self.width, self.dash if any(self.dash) else (), self.cap, self.join)

    def with_properties(self, properties: Mapping[str, str]) -> Style:
        """Return the style with the properties applied. Raises PictureRefused for an unsupported one."""
        style = self
        for name, value in properties.items():
            if value == "inherit" or IGNORED.match(name):
                continue
            if name in PAINTED:
                style = _with(style, name, value)
            elif not _neutral(name, value):
                raise PictureRefused(f"its {name} '{value[:40]}' is not drawn here", HINT)
        return style


def _neutral(name: str, value: str) -> bool:
    """Whether a property has no effect with that value."""
    allowed = NEUTRAL.get(name, ())
    return allowed is None or value in allowed


def _with(style: Style, name: str, value: str) -> Style:
    match name, value:
        case "fill", _:
            return replace(style, fill=colour(value))
        case "stroke", _:
            return replace(style, stroke=colour(value))
        case "fill-rule", _:
            return replace(style, even_odd=value == "evenodd")
        case "stroke-width", _:
            return replace(style, width=abs(number(value)))
        case "stroke-linecap", "butt" | "round" | "square":
            return replace(style, cap=value)
        case "stroke-linejoin", "miter" | "round" | "bevel":
            return replace(style, join=value)
        case "stroke-dasharray", _:
            return replace(style, dash=() if value == "none" else tuple(map(abs, numbers(value))))
        case _:
            raise PictureRefused(f"its {name} '{value[:40]}' is not drawn here", HINT)


def colour(text: str) -> Colour | None:
    """Return a colour from its name or code, None for `none`; `currentColor` is black. Raises PictureRefused."""
    from PIL import ImageColor

    text = text.strip()
    if text in ("none", "transparent"):
        return None
    if text.lower() == "currentcolor":
        return "#000000"
    try:
        red, green, blue, *alpha = ImageColor.getrgb(text)
    except ValueError:
        raise PictureRefused(f"its colour '{text[:40]}' is not drawn here", HINT) from None
    if alpha not in ([], [255]):
        raise PictureRefused(f"its colour '{text[:40]}' is half transparent", HINT)
    return f"#{red:02X}{green:02X}{blue:02X}"


def number(text: str) -> float:
    """Return a number, with or without `px`. Raises PictureRefused for anything else."""
    found = numbers(text)
    if len(found) != 1:
        raise PictureRefused(f"'{text[:40]}' is no number that is read here", HINT)
    return found[0]


def numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of a list. Raises PictureRefused for anything else, and for numbers beyond the limit."""
    left = _NUMBER.sub("", text).replace("px", "")
    found = tuple(float(each) for each in _NUMBER.findall(text))
    if left.strip(" \t\r\n,") or any(abs(each) > MOST for each in found):
        raise PictureRefused(f"'{text[:40]}' is no number that is read here", HINT)
    return found


_STEPS: dict[str, tuple[tuple[int, ...], Callable[..., Affine]]] = {
    "translate": ((1, 2), lambda x, y=0.0: translate(x, y)),
    "scale": ((1, 2), lambda x, y=None: scale(x, y)),
    "rotate": ((1, 3), rotate),
    "matrix": ((6,), lambda *six: six),
    "skewX": ((1,), lambda turn: (1.0, 0.0, math.tan(math.radians(turn)), 1.0, 0.0, 0.0)),
    "skewY": ((1,), lambda turn: (1.0, math.tan(math.radians(turn)), 0.0, 1.0, 0.0, 0.0)),
}


def transform(text: str) -> Affine:
    """Return the composition of the transforms in the text, in SVG's order: the last is applied first."""
    if _TRANSFORM.sub("", text).strip():
        raise PictureRefused(f"its transform '{text[:40]}' cannot be read", HINT)
    return reduce(compose, map(_step, _TRANSFORM.findall(text)), IDENTITY)


def _step(found: tuple[str, str]) -> Affine:
    name, arguments = found
    counts, make = _STEPS.get(name, ((), lambda: IDENTITY))
    given = numbers(arguments)
    if len(given) not in counts:
        raise PictureRefused(f"its transform '{name}' cannot be read", HINT)
    return make(*given)


# Drawings from SVG files: outlines and fills only, by a strict list; everything else is refused.

MOST_BYTES, MOST_SHAPES, MOST_STEPS, DEEPEST = 2 * 2**20, 10_000, 100_000, 64
"""Maximum size of a file, number of shapes and groups, number of path commands, and nesting depth of groups."""

LEAST = 0.1
"""The minimum width and height of a drawing, in its own units: it may be printed on a board of ten metres."""

SIMPLER = "simplify it, or save it as PNG"

NAMESPACE = "{http://www.w3.org/2000/svg}"

_HIDDEN = {"title", "desc", "metadata", "defs"}
"""Elements that are not shown. References are not supported, so content of `defs` is never used."""

_LISTS = {"d", "points"}
_GEOMETRY = {
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
    "g": (),
    "svg": ("viewBox", "width", "height", "x", "y", "version", "baseProfile", "preserveAspectRatio", "zoomAndPan"),
}
_ANYWHERE = re.compile(r"id|class|role|style|transform|tabindex|(data|aria|xml|xmlns)[-:].*|\{.*")


class Drawing(Struct, frozen=True):
    """Items that fill (0, 0) to (width, height), in their own units. What extends beyond this box is to be clipped."""

    width: float
    height: float
    items: tuple[Item, ...]


def looks_like_svg(content: bytes) -> bool:
    """Whether a file's content begins like XML."""
    return content[:200].removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")


@lru_cache(maxsize=256)
def open_drawing(content: bytes) -> Drawing:
    """Return the drawing in a file's content. Raises PictureRefused, which names what is not supported."""
    if len(content) > MOST_BYTES:
        raise PictureRefused(f"it has more than {MOST_BYTES // 2**20} MiB", SIMPLER)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PictureRefused("it is not written in UTF-8", "save it as UTF-8") from None
    if re.search(r"<!\s*(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise PictureRefused("it has a document type", "delete the lines from '<!DOCTYPE' up to its '>'")
    reader = _Reader()
    parser = ElementTree.XMLParser(target=reader)
    try:
        parser.feed(text)
        parser.close()
    except ElementTree.ParseError as error:
        line, column = error.position
        raise PictureRefused(f"it is no XML at line {line}, column {column + 1}", "save it again") from None
    drawing = reader.drawing()
    if min(drawing.width, drawing.height) < LEAST or _exceeds_limit(drawing.items):
        raise PictureRefused(f"its numbers are below {LEAST:g} or beyond {LIMIT:,.0f}", "scale it, and save it again")
    return drawing


def _exceeds_limit(items: tuple[Item, ...]) -> bool:
    """Whether a number of the items, or the area that they cover, exceeds the limit."""
    groups = [item for item in items if isinstance(item, Group)]
    factors = (number for group in groups for number in group.transform)
    reach = own_bounds(Same(items), SPIKE) or ()
    return max(map(abs, (*factors, *reach)), default=0.0) > LIMIT - 1 or any(_exceeds_limit(it.items) for it in groups)


class _OpenGroup(Struct):
    """An open group: its style, transform and items. If `items` is None, its content is ignored."""

    style: Style
    matrix: Affine
    items: list[Item] | None


class _Reader:
    """Target of the XML parser: converts elements to items."""

    def __init__(self) -> None:
        self._open: list[_OpenGroup] = []
        self._shapes = self._steps = 0
        self._box = (0.0, 0.0, 0.0, 0.0)
        self._items: list[Item] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element."""
        name, own = tag.removeprefix(NAMESPACE), not tag.startswith("{") or tag.startswith(NAMESPACE)
        self._shapes += 1
        if len(self._open) >= DEEPEST or self._shapes > MOST_SHAPES:
            raise PictureRefused("it has too many parts, or too deep inside each other", SIMPLER)
        if self._open and (self._open[-1].items is None or name in _HIDDEN or not own):
            self._open.append(_OpenGroup(Style(), IDENTITY, None))
            return
        if name not in _GEOMETRY or (name == "svg") == bool(self._open) or not own:
            raise PictureRefused(f"its '{name[:40]}' is not drawn here", HINT)
        parent = self._open[-1].style if self._open else Style()
        style = parent.with_properties(_properties(name, attributes))
        matrix = transform(attributes.get("transform", ""))
        if name == "svg":
            self._box = _view(attributes)
        if name in ("svg", "g"):
            self._open.append(_OpenGroup(style, matrix, []))
            return
        shape = self._shape(name, attributes, style)
        if shape and (shape.fill or shape.stroke):
            self._put(shape if matrix == IDENTITY else Group((shape,), matrix))
        self._open.append(_OpenGroup(style, IDENTITY, None))

    def end(self, _tag: str) -> None:
        """Handle the end of the last open element."""
        frame = self._open.pop()
        if frame.items:
            items = tuple(frame.items)
            self._put(*(items if frame.matrix == IDENTITY else (Group(items, frame.matrix),)))

    def drawing(self) -> Drawing:
        """Return the drawing that was read."""
        left, top, width, height = self._box
        return Drawing(width, height, (Group(tuple(self._items), translate(-left, -top)),))

    def _put(self, *items: Item) -> None:
        """Add items to the open group."""
        within = self._open[-1].items if self._open else self._items
        assert within is not None, "what is within a shape is passed over"
        within.extend(items)

    def _shape(self, name: str, attributes: Mapping[str, str], style: Style) -> Rect | Ellipse | Path | None:
        """Return the item for a shape element; None if it has no area."""
        fill, line = style.fill, style.line
        one = {key: number(attributes[key]) for key in _GEOMETRY[name] if key in attributes and key not in _LISTS}
        match name:
            case "rect":
                x, y, width, height = (one.get(key, 0.0) for key in ("x", "y", "width", "height"))
                radius = min(one.get("rx", one.get("ry", 0.0)), width / 2, height / 2)
                return Rect(x, y, width, height, radius, fill, line) if width > 0 and height > 0 else None
            case "circle" | "ellipse":
                cx, cy, r = (one.get(key, 0.0) for key in ("cx", "cy", "r"))
                rx, ry = one.get("rx", r), one.get("ry", r)
                return Ellipse(cx, cy, rx, ry, fill, line) if rx > 0 and ry > 0 else None
            case "line":
                ends = (one.get("x1", 0.0), one.get("y1", 0.0)), (one.get("x2", 0.0), one.get("y2", 0.0))
                return Path(polyline(ends), None, line)
            case "path":
                return self._path(_commands(attributes.get("d", "")), style)
            case _:
                flat = numbers(attributes.get("points", ""))
                points = tuple(zip(flat[::2], flat[1::2], strict=False))
                return self._path(polygon(points) if name == "polygon" else polyline(points), style)

    def _path(self, commands: tuple[Command, ...], style: Style) -> Path:
        self._steps += len(commands)
        if self._steps > MOST_STEPS:
            raise PictureRefused(f"its paths have more than {MOST_STEPS:,} lines and curves", SIMPLER)
        return Path(commands, style.fill, style.line, style.even_odd)


def _properties(name: str, attributes: Mapping[str, str]) -> dict[str, str]:
    """Return the properties of an element; those in `style` take precedence.

    Raises PictureRefused for unknown attributes.
    """
    properties: dict[str, str] = {}
    for key, value in attributes.items():
        if key in PAINTED or key in NEUTRAL or IGNORED.match(key):
            properties[key] = value.strip()
        elif not (key in _GEOMETRY[name] or _ANYWHERE.fullmatch(key)):
            raise PictureRefused(f"its {key[:40]} is not read here", HINT)
    for part in filter(str.strip, attributes.get("style", "").split(";")):
        key, _, value = part.partition(":")
        properties[key.strip()] = value.strip()
    return properties


def _view(attributes: Mapping[str, str]) -> tuple[float, float, float, float]:
    """Return the box of the drawing: its view box, else its size. Raises PictureRefused if neither is stated."""
    box = numbers(attributes["viewBox"]) if "viewBox" in attributes else ()
    if not box and {"width", "height"} <= attributes.keys():
        box = (0.0, 0.0, number(attributes["width"]), number(attributes["height"]))
    if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
        raise PictureRefused("it does not say how large it is", "export it with a viewBox")
    left, top, width, height = box
    return left, top, width, height


def _commands(data: str) -> tuple[Command, ...]:
    try:
        return parse_path(data)
    except PathDataError as error:
        raise PictureRefused(f"a path of it cannot be read: {error}", "save it again") from None
