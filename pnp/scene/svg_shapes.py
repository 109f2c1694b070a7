"""Reads the shapes, strokes and pictures of an SVG file, and notes what is left out."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import unquote

from pnp.scene.bitmaps import MOST_PIXELS, PictureRefused, open_bitmap
from pnp.scene.items import (
    IDENTITY,
    MITRE,
    Affine,
    Bitmap,
    BoundingBox,
    Command,
    Ellipse,
    Fill,
    Group,
    Item,
    Path,
    Picture,
    Point,
    Rect,
    Stroke,
    brought,
    compose,
    invert,
    translate,
)
from pnp.scene.parts import Outline
from pnp.scene.paths import PathDataError, arc, parse_path, polygon, polyline
from pnp.scene.svg_values import BadValue, ViewBox, fitted, length, numbers, transform
from pnp.scene.svg_xml import SIMPLER, Element

MOST_STEPS = 200_000
"""Maximum number of path commands of a drawing."""

# fmt: off
INHERITED = frozenset((
    "fill", "fill-opacity", "fill-rule", "clip-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin",
    "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit", "stroke-opacity", "color", "visibility",
    "font-family", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing", "paint-order",
    "marker-start", "marker-mid", "marker-end", "white-space", "dominant-baseline", "text-transform", "word-spacing",
    "writing-mode", "font-variant", "text-decoration", "text-decoration-line", "direction", "font-stretch",
))
# fmt: on
"""The properties that elements take over from those around them."""

# fmt: off
NO_DRAWING = frozenset((
    "defs", "symbol", "clipPath", "mask", "marker", "pattern", "linearGradient", "radialGradient", "filter", "style",
    "title", "desc", "metadata", "script", "view", "cursor", "font", "font-face", "animate", "animateTransform",
    "animateMotion", "set", "solidColor", "color-profile",
))
# fmt: on
SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))

_DATA = re.compile(r"data:image/([\w.+-]+)((?:;[\w=-]+)*),", re.IGNORECASE)
_MITRED = math.sqrt(2)
"""The mitre limit below which even right angles are bevelled."""

_SHARPEST = 20.0
"""The highest mitre limit: sharper corners than six degrees are bevelled."""

Styles = Mapping[str, str]
Files = Callable[[str], bytes | None]
"""Returns the content of a file of the pack by its path from the drawing; None if it cannot be read."""


class LeftOut(NamedTuple):
    """What a drawing has and cannot be printed: as a message, and how to mend it."""

    message: str
    hint: str


class SvgFrame(NamedTuple):
    """Where an element is: the size of the viewport, its depth, and the references that led to it."""

    width: float
    height: float
    depth: int = 0
    through: tuple[Element, ...] = ()

    @property
    def diagonal(self) -> float:
        """The length that 100 % stands for where neither width nor height is meant."""
        return math.hypot(self.width, self.height) / math.sqrt(2)


class ShapeReader:
    """Reads shapes, strokes and pictures; `files` reads those that are in the pack."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._steps = self._pixels = 0
        self._bitmaps: dict[str, Bitmap | None] = {}
        self._notes: dict[tuple[str, str], list[str]] = {}

    def leave_out(self, kind: str, what: str, hint: str, element: Element | None = None) -> None:
        """Note something that is not printed: once for each kind, with the first element."""
        place = f"{what} of {element.label} on line {element.line}" if element else what
        self._notes.setdefault((kind, hint), []).append(place)

    def left_out(self) -> tuple[LeftOut, ...]:
        """Return what was left out."""
        return tuple(
            LeftOut(f"{places[0]}" + (f" and {len(places) - 1} more" if len(places) > 1 else ""), hint)
            for (_, hint), places in self._notes.items()
        )

    def style(self, element: Element, inherited: Styles) -> dict[str, str]:
        """Return the inherited properties of an element, with its own ones."""
        style = dict(inherited)
        for name, value in element.own.items():
            if name in INHERITED and value != "inherit":
                style[name] = value
        size = element.own.get("font-size")
        if size and size != "inherit":
            around = self.em(inherited)
            try:
                style["font-size"] = f"{length(size, around, around):.6f}"
            except PictureRefused:
                style["font-size"] = f"{around:.6f}"  # a word such as `medium`
        return style

    def around(self, element: Element) -> dict[str, str]:
        """Return the style of an element by its place in the file, as for what references use."""
        style: dict[str, str] = {}
        for each in (*reversed(list(element.around())), element):
            style = self.style(each, style)
        return style

    @staticmethod
    def em(style: Styles) -> float:
        """Return the size of the font in px."""
        return float(style.get("font-size", "16"))

    def lengths(self, element: Element, style: Styles, frame: SvgFrame, *names: str) -> tuple[float, ...]:
        """Return the lengths of attributes, 0 for those that are missing or `auto`."""
        em = self.em(style)
        return tuple(self._length(element, name, em, frame) for name in names)

    def _length(self, element: Element, name: str, em: float, frame: SvgFrame) -> float:
        text = element.own.get(name, element.attributes.get(name, ""))
        if not text or text == "auto":
            return 0.0
        across, down = name in ("x", "x1", "x2", "cx", "rx", "width"), name in ("y", "y1", "y2", "cy", "ry", "height")
        return length(text, frame.width if across else frame.height if down else frame.diagonal, em)

    def outline(self, element: Element, style: Styles, frame: SvgFrame) -> Outline | None:
        """Return the outline of a shape without paint; None if it has no area."""
        name, one = element.name, element.attributes
        match name:
            case "rect":
                x, y, width, height, rx, ry = self.lengths(
                    element, style, frame, "x", "y", "width", "height", "rx", "ry"
                )
                if width <= 0 or height <= 0:
                    return None
                given = [each for each in ("rx", "ry") if element.own.get(each, one.get(each, "auto")) != "auto"]
                rx, ry = (rx, ry) if len(given) == 2 and min(rx, ry) >= 0 else (max(rx, ry, 0.0),) * 2
                rx, ry = min(rx, width / 2), min(ry, height / 2)
                if abs(rx - ry) < 1e-9 or not (rx and ry):
                    return Rect(x, y, width, height, rx if ry else 0.0)
                return Path(rounded(x, y, width, height, rx, ry))
            case "circle" | "ellipse":
                cx, cy, r, rx, ry = self.lengths(element, style, frame, "cx", "cy", "r", "rx", "ry")
                if name == "circle":
                    rx = ry = r
                elif min(rx, ry) <= 0:  # the one that is missing, or invalid, is as the other
                    rx = ry = max(rx, ry)
                return Ellipse(cx, cy, rx, ry) if rx > 0 and ry > 0 else None
            case "line":
                x1, y1, x2, y2 = self.lengths(element, style, frame, "x1", "y1", "x2", "y2")
                return self._counted(polyline(((x1, y1), (x2, y2))))
            case "path":
                try:
                    return self._counted(parse_path(element.own.get("d", one.get("d", "")).strip()))
                except PathDataError as error:
                    raise BadValue(f"its path cannot be read: {error}") from None
            case _:
                flat = numbers(one.get("points", ""))
                points = tuple(zip(flat[::2], flat[1::2], strict=False))
                return self._counted(polygon(points) if name == "polygon" else polyline(points)) if points else None

    def _counted(self, commands: tuple[Command, ...]) -> Path | None:
        self._steps += len(commands)
        if self._steps > MOST_STEPS:
            raise PictureRefused(f"its paths have more than {MOST_STEPS:,} lines and curves", SIMPLER)
        return Path(commands) if commands else None

    def stroke(self, colour: Fill, element: Element, style: Styles, frame: SvgFrame) -> Stroke | None:
        """Return the stroke of a shape; None if it has no width."""
        em = self.em(style)
        width = length(style.get("stroke-width", "1"), frame.diagonal, em)
        if width <= 0:
            return None
        written = style.get("stroke-dasharray", "none").replace(",", " ").split()
        dash = () if written in ([], ["none"]) else tuple(length(each, frame.diagonal, em) for each in written)
        if dash and element.attributes.get("pathLength"):
            hint = "remove its pathLength, and write the lengths of its dashes in the units of the drawing"
            self.leave_out("pathLength", "the length that dashes are counted in", hint, element)
        if element.own.get("vector-effect") == "non-scaling-stroke":
            hint = "remove its vector-effect; the line is printed as wide as its stroke-width says"
            self.leave_out("vector-effect", "the line that is equally wide at each size", hint, element)
        if dash and (min(dash) < 0 or not any(dash)):
            dash = ()
        dash = dash * 2 if len(dash) % 2 else dash
        offset = length(style.get("stroke-dashoffset", "0"), frame.diagonal, em) if dash else 0.0
        cap, join = style.get("stroke-linecap", "butt"), style.get("stroke-linejoin", "miter")
        mitre = MITRE
        if join not in ("round", "bevel"):
            mitre = min((*numbers(style.get("stroke-miterlimit", "4")), MITRE)[0], _SHARPEST)
            join = "bevel" if mitre < _MITRED else "miter"
        return Stroke(
            colour,
            width,
            dash,
            "round" if cap == "round" else "square" if cap == "square" else "butt",
            "round" if join == "round" else "bevel" if join == "bevel" else "miter",
            MITRE if join == "bevel" else mitre,
            offset % sum(dash) if dash else 0.0,
        )

    def image(self, element: Element, style: Styles, frame: SvgFrame) -> tuple[Item, ...]:
        """Return an embedded picture, or one of the pack."""
        bitmap = self._bitmap(element)
        if bitmap is None:
            return ()
        x, y, width, height = self.lengths(element, style, frame, "x", "y", "width", "height")
        for side, size in (("width", width), ("height", height)):
            if size <= 0 and element.own.get(side, element.attributes.get(side, "auto")) != "auto":
                return ()
        width = width or (height * bitmap.width / bitmap.height if height else float(bitmap.width))
        height = height or width * bitmap.height / bitmap.width
        ratio = element.attributes.get("preserveAspectRatio")
        matrix = fitted(ViewBox(0.0, 0.0, bitmap.width, bitmap.height), x, y, width, height, ratio)
        picture = Picture(matrix[4], matrix[5], bitmap.width * matrix[0], bitmap.height * matrix[3], bitmap)
        return (Group((picture,), clip=Rect(x, y, width, height)),) if "slice" in (ratio or "") else (picture,)

    def _bitmap(self, element: Element) -> Bitmap | None:
        address = element.href
        if address not in self._bitmaps:
            self._bitmaps[address] = self._opened(address, element)
        return self._bitmaps[address]

    def _opened(self, address: str, element: Element) -> Bitmap | None:
        content = _data(address) if address.startswith("data:") else self._files(unquote(address))
        if content is None:
            self.leave_out("image", "the picture", "embed it in the drawing as PNG or JPEG", element)
            return None
        try:
            bitmap = open_bitmap(content)
        except PictureRefused as refused:
            self.leave_out("image", f"the picture ({refused.message})", refused.hint, element)
            return None
        self._pixels += bitmap.width * bitmap.height
        if self._pixels > MOST_PIXELS:
            raise PictureRefused(f"its pictures have more than {MOST_PIXELS:,} pixels", "make them smaller")
        return bitmap


def _data(address: str) -> bytes | None:
    """Return the content of a data address; None if it is not a picture or cannot be read."""
    found = _DATA.match(address)
    if found is None or found[1].lower() not in ("png", "jpeg", "jpg"):
        return None
    rest = address[found.end() :]
    try:
        return base64.b64decode(unquote(rest) if "%" in rest[:200] else rest)
    except (binascii.Error, ValueError):
        return None


def rounded(x: float, y: float, width: float, height: float, rx: float, ry: float) -> tuple[Command, ...]:
    """Return a rectangle with elliptical corners."""
    right, bottom = x + width, y + height
    corners = (
        ((right - rx, y), (right, y + ry)),
        ((right, bottom - ry), (right - rx, bottom)),
        ((x + rx, bottom), (x, bottom - ry)),
        ((x, y + ry), (x + rx, y)),
    )
    steps: list[Command] = [("M", x + rx, y)]
    for start, end in corners:
        steps += [("L", *start), *arc(start, rx, ry, 0.0, False, True, end)]
    return (*steps, ("Z",))


def clockwise(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """Return a path so that it runs clockwise: then outlines that overlap do not cancel each other."""
    starts = [at for at, step in enumerate(commands) if step[0] == "M"]
    rings = [commands[start:end] for start, end in pairwise((*starts, len(commands)))]
    if sum(map(_twice_the_area, rings)) >= 0:
        return commands
    return tuple(step for ring in rings for step in _turned(ring))


def _twice_the_area(ring: tuple[Command, ...]) -> float:
    points = [(step[-2], step[-1]) for step in ring if step[0] != "Z"]
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)


def _turned(ring: tuple[Command, ...]) -> Iterator[Command]:
    """Yield one outline in the other direction."""
    points = [(step[-2], step[-1]) for step in ring if step[0] != "Z"]
    yield ("M", *points[-1])
    for step, before in zip(reversed(commands_without_close(ring)[1:]), reversed(points[:-1]), strict=True):
        yield ("C", step[3], step[4], step[1], step[2], *before) if step[0] == "C" else ("L", *before)
    yield ("Z",)


def commands_without_close(commands: Iterable[Command]) -> list[Command]:
    """Return the commands except those that close an outline."""
    return [step for step in commands if step[0] != "Z"]


def cells(box: BoundingBox, matrix: Affine, x: float, y: float, width: float, height: float) -> tuple[range, range]:
    """Return the columns and rows of tiles that cover the box."""
    there = brought(box, invert(matrix))
    columns = range(math.floor((there.left - x) / width), math.ceil((there.right - x) / width))
    return columns, range(math.floor((there.top - y) / height), math.ceil((there.bottom - y) / height))


def corners(commands: Iterable[Command]) -> Iterator[tuple[float, float, float]]:
    """Yield the points of a path, each with the direction of the path there in degrees."""
    points: list[tuple[Point, Point | None, Point | None]] = []  # a point, where the path comes from, and goes to
    start: Point = (0.0, 0.0)
    for step in commands:
        here = points[-1][0] if points else start
        if step[0] == "M":
            start = (step[1], step[2])
            points.append((start, None, None))
            continue
        end = start if step[0] == "Z" else (step[-2], step[-1])
        leave, arrive = ((step[1], step[2]), (step[3], step[4])) if step[0] == "C" else (end, here)
        if points:
            points[-1] = (points[-1][0], points[-1][1], leave if leave != here else end)
        points.append((end, arrive if arrive != end else here, None))
    for (x, y), before, after in points:
        inward = math.atan2(y - before[1], x - before[0]) if before else None
        outward = math.atan2(after[1] - y, after[0] - x) if after else None
        if inward is not None and outward is not None:
            turn = math.atan2(math.sin(inward) + math.sin(outward), math.cos(inward) + math.cos(outward))
        else:
            turn = inward if inward is not None else outward or 0.0
        yield x, y, math.degrees(turn)


def matrix_of(
    element: Element,
    width: float,
    height: float,
    box_of: Callable[[], BoundingBox | None] = lambda: None,
    given: str = "",
) -> Affine:
    """Return the transform of an element, which is a property or an attribute, around its `transform-origin`.

    The origin is in the viewport, whose width and height are given, or for `transform-box: fill-box` in the box of the
    object. `given` is the transform if it is written elsewhere, as those of gradients and patterns.
    """

    def stated(name: str) -> str:
        return element.own.get(name, element.attributes.get(name, ""))

    matrix, origin = transform(given or stated("transform")), stated("transform-origin").split()
    if matrix == IDENTITY or not origin:
        return matrix
    inside = box_of() if stated("transform-box") in ("fill-box", "content-box") else None
    box = inside or BoundingBox(0.0, 0.0, width, height)
    down = origin[0] in ("top", "bottom") or origin[1:2] in (["left"], ["right"])
    across, under = [*reversed(origin[:2]), "center"][:2] if down and len(origin) > 1 else [*origin, "center"][:2]
    if down and len(origin) == 1:
        across, under = "center", origin[0]
    x = box.left + length(_SIDES.get(across, across), box.width)
    y = box.top + length(_SIDES.get(under, under), box.height)
    return compose(translate(x, y), compose(matrix, translate(-x, -y)))


_SIDES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}


def shows_all(element: Element) -> bool:
    """Whether an element shows what extends beyond its viewport: by its `overflow`, which it may take over.

    Browsers decide by the horizontal one alone, which is the first of two words.
    """
    stated = element.own.get("overflow", "hidden" if element.name in _VIEWPORTS else "visible").split()
    value = stated[0] if stated else "visible"
    if value == "inherit":
        return element.parent is None or shows_all(element.parent)
    return value in ("visible", "auto", "initial", "unset")


_VIEWPORTS = frozenset(("svg", "symbol", "marker", "pattern", "image"))


def orient(marker: Element, angle: float) -> float:
    """Return by how many degrees a marker is turned."""
    orient = marker.attributes.get("orient", "0")
    if orient.startswith("auto"):
        return angle
    found = numbers(orient.replace("deg", ""))
    return found[0] if found else 0.0


def paint_order(style: Styles) -> tuple[str, str, str]:
    """Return the parts of a shape in the order in which they are painted; the usual one if the words are not valid."""
    usual = ("fill", "stroke", "markers")
    words = style.get("paint-order", "normal").split()
    if not set(words) <= set(usual) or len(set(words)) < len(words):
        return usual
    first, second, third = (*words, *(part for part in usual if part not in words))
    return first, second, third


def faded(item: Item, opacity: float) -> tuple[Item, ...]:
    """Return the item with an opacity; nothing if that is 0."""
    return (item,) if opacity == 1 else (Group((item,), opacity=opacity),) if opacity else ()


def is_for_readers(element: Element) -> bool:
    """Whether an element is for all languages, or for English, which is drawn as most programs do."""
    words = element.attributes.get("systemLanguage")
    return words is None or any(word.strip().lower().split("-")[0] == "en" for word in words.split(","))


def is_understood(element: Element) -> bool:
    """Whether a child of `switch` may be drawn: it needs no extension, no other language, and no foreign object."""
    if element.attributes.get("requiredExtensions") or not is_for_readers(element):
        return False
    return element.name != "foreignObject" and "}" not in element.name
