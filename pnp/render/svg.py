"""A scene to SVG: millimetres, text as outlines of its glyphs, so that it looks the same in every viewer.

A glyph's outline is written once and used by reference. The characters themselves stand in `aria-label`. A picture is
written once too, as it came.
"""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING, assert_never

from pnp.render.colour import rgb
from pnp.scene.dump import path_text
from pnp.scene.fonts import named
from pnp.scene.items import IDENTITY, Ellipse, Group, Path, Picture, Rect, Text
from pnp.scene.numbers import decimal, digits, num
from pnp.scene.sharing import repeated
from pnp.units import MM_PER_POINT

if TYPE_CHECKING:
    from pnp.scene.fonts import Face
    from pnp.scene.items import Affine, Bitmap, Item, Scene, Stroke
    from pnp.scene.part import Outline

WORTH_A_DEFINITION = 8
"""How much must be drawn again for it to be written once and used by reference."""

_HEAD = '<?xml version="1.0" encoding="utf-8"?>'

_ROOT = {
    "baseProfile": "full",
    "fill": "none",
    "version": "1.1",
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:ev": "http://www.w3.org/2001/xml-events",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
}

_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_VALUE = _IN_TEXT | str.maketrans({'"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#09;"})

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_svg(scene: Scene, *, bleed: bool = True, prefix: str = "") -> bytes:
    """The scene as an SVG file of its trim and its bleed, or of its trim alone; (0, 0) stays the trim's corner.

    `prefix` keeps the ids apart where several drawings stand in one HTML page. Raises NumberRefused or ColourRefused
    for what no drawing may hold.
    """
    edge = scene.bleed if bleed else 0.0
    width, height = decimal(scene.width + 2 * edge), decimal(scene.height + 2 * edge)
    box = f"{decimal(-edge)} {decimal(-edge)} {width} {height}"
    look = _ROOT | {"width": f"{width}mm", "height": f"{height}mm", "viewBox": box}
    name = _NOT_XML.sub("\ufffd", scene.name).translate(_IN_TEXT)
    title = f"<title>{name}</title>" if name else ""
    writer = _Writer(prefix)
    for items in repeated((scene.items,), WORTH_A_DEFINITION):
        writer.define(items)
    drawn = writer.elements(scene.items)
    return f"{_HEAD}\n{_element('svg', look, title, writer.definitions(), drawn)}\n".encode()


class _Writer:
    """Makes elements of items; what they refer to goes into the drawing's definitions."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._definitions: list[str] = []
        self._defined: dict[int, str] = {}
        self._glyphs: dict[tuple[str, str], str] = {}
        self._clips: dict[Outline, str] = {}
        self._bitmaps: dict[Bitmap, str] = {}

    def definitions(self) -> str:
        """The element of all that was referred to."""
        return _element("defs", {}, *self._definitions)

    def define(self, items: tuple[Item, ...]) -> None:
        """Writes the items once, to be used by reference from now on."""
        name = f"{self._prefix}part{len(self._defined) + 1}"
        self._definitions.append(_element("g", {"id": name}, self.elements(items)))
        self._defined[id(items)] = name

    def elements(self, items: tuple[Item, ...]) -> str:
        """An element for each item that shows."""
        return "".join(map(self._item, items))

    def _item(self, item: Item) -> str:
        match item:
            case Rect() | Ellipse() | Path():
                look = _paint(item.fill, item.stroke)
                return self._shape(item, look | _rule(item, "fill-rule")) if look else ""
            case Text():
                return self._text(item)
            case Picture():
                return self._picture(item)
            case Group():
                return self._group(item)
            case _:
                assert_never(item)

    def _shape(self, shape: Outline, look: dict[str, str]) -> str:
        match shape:
            case Rect(x, y, width, height, radius):
                corner = {"rx": decimal(radius)} if radius else {}
                box = {"x": decimal(x), "y": decimal(y), "width": decimal(width), "height": decimal(height)}
                return _element("rect", look | corner | box)
            case Ellipse(cx, cy, rx, ry):
                radii = {"cx": decimal(cx), "cy": decimal(cy), "rx": decimal(rx), "ry": decimal(ry)}
                return _element("ellipse", look | radii)
            case Path(commands):
                return _element("path", look | {"d": path_text(commands)})
            case _:
                assert_never(shape)

    def _text(self, text: Text) -> str:
        face = named(text.font)
        scale = text.size * MM_PER_POINT / face.units
        place = f"matrix({decimal(scale, 8)} 0 0 {decimal(scale, 8)} {decimal(text.x)} {decimal(text.y)})"
        rgb(text.fill)
        label = _NOT_XML.sub("", text.string)
        letters: list[str] = []
        x = 0.0
        for char in text.string:
            if glyph := self._glyph(face, char):
                letters.append(_element("use", {"xlink:href": f"#{glyph}", "x": digits(x, 2)}))
            x += face.measure(char) * face.units + text.tracking / scale
        return _element("g", {"transform": place, "fill": text.fill, "role": "img", "aria-label": label}, *letters)

    def _glyph(self, face: Face, char: str) -> str:
        """The id of the glyph's outline, written when first asked for; empty for a blank."""
        key = (face.name, char)
        if key not in self._glyphs:
            outline = face.outline(char)
            name = f"{self._prefix}{re.sub('[^A-Za-z0-9-]', '_', face.name)}-{ord(char):x}" if outline else ""
            if outline:
                self._definitions.append(_element("path", {"d": path_text(outline, 2), "id": name}))
            self._glyphs[key] = name
        return self._glyphs[key]

    def _picture(self, picture: Picture) -> str:
        bitmap = picture.bitmap
        across, down = picture.width / bitmap.width, picture.height / bitmap.height
        place = _matrix((across, 0.0, 0.0, down, picture.x, picture.y))
        return _element("use", {"xlink:href": f"#{self._bitmap(bitmap)}", "transform": place})

    def _bitmap(self, bitmap: Bitmap) -> str:
        """The id of the bitmap, a unit a pixel, written when first asked for."""
        if bitmap not in self._bitmaps:
            name = f"{self._prefix}picture-{bitmap.digest}"
            data = f"data:image/{bitmap.form};base64,{b64encode(bitmap.data).decode()}"
            size = {"width": str(bitmap.width), "height": str(bitmap.height), "preserveAspectRatio": "none"}
            self._definitions.append(_element("image", {"xlink:href": data, "id": name} | size))
            self._bitmaps[bitmap] = name
        return self._bitmaps[bitmap]

    def _group(self, group: Group) -> str:
        extra = {} if group.transform == IDENTITY else {"transform": _matrix(group.transform)}
        if group.clip is not None:
            extra["clip-path"] = f"url(#{self._clip(group.clip)})"
        if name := self._defined.get(id(group.items)):
            return _element("use", {"xlink:href": f"#{name}"} | extra)
        return _element("g", extra, self.elements(group.items))

    def _clip(self, clip: Outline) -> str:
        """The id of the clip, written when first asked for."""
        if clip not in self._clips:
            name = f"{self._prefix}clip{len(self._clips) + 1}"
            self._definitions.append(_element("clipPath", {"id": name}, self._shape(clip, _rule(clip, "clip-rule"))))
            self._clips[clip] = name
        return self._clips[clip]


def _element(name: str, attributes: dict[str, str], *inside: str) -> str:
    """An element with its attributes in the order of their names, and what stands in it."""
    written = [f' {key}="{value.translate(_IN_VALUE)}"' for key, value in sorted(attributes.items()) if value]
    start, content = f"<{name}{''.join(written)}", "".join(inside)
    return f"{start}>{content}</{name}>" if content else f"{start} />"


def _rule(shape: Outline, name: str) -> dict[str, str]:
    return {name: "evenodd"} if isinstance(shape, Path) and shape.even_odd else {}


def _matrix(transform: Affine) -> str:
    linear = " ".join([decimal(value, 8) for value in transform[:4]])
    return f"matrix({linear} {decimal(transform[4])} {decimal(transform[5])})"


def _paint(fill: str | None, stroke: Stroke | None) -> dict[str, str]:
    """The attributes of the look; none where nothing shows."""
    look: dict[str, str] = {}
    if fill is not None:
        rgb(fill)
        look["fill"] = fill
    if stroke is not None and num(stroke.width) > 0:
        rgb(stroke.colour)
        look |= {"stroke": stroke.colour, "stroke-width": decimal(stroke.width)}
        look |= {"stroke-linecap": stroke.cap} if stroke.cap != "butt" else {}
        look |= {"stroke-linejoin": stroke.join} if stroke.join != "miter" else {}
        look |= {"stroke-dasharray": " ".join(map(decimal, stroke.dash))} if any(stroke.dash) else {}
    return look
