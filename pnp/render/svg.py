"""A scene to SVG in millimetres. Text is written as outlines of its glyphs, so that it looks the same in every viewer.

A glyph's outline is written once and used by reference. The characters of the text are in `aria-label`. A picture is
embedded once, unchanged.
"""

import re
from base64 import b64encode
from typing import Any, assert_never

from pnp.render.inks import lettered, rgb
from pnp.render.pdf import shaded
from pnp.scene.items import (
    IDENTITY,
    MITRE,
    Affine,
    Bitmap,
    Ellipse,
    Fill,
    Gradient,
    Group,
    Item,
    LinearGradient,
    Path,
    Picture,
    Point,
    Rect,
    Scene,
    Stroke,
    Text,
)
from pnp.scene.paint import blends, drawable
from pnp.scene.parts import Outline
from pnp.scene.paths import path_text
from pnp.scene.typesetting.fonts import Face, named
from pnp.units import MM_PER_POINT, decimal, digits, num

WORTH_A_DEFINITION = 8
"""Minimum weight of repeated items that are defined once and used by reference."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_svg(scene: Scene, *, bleed: bool = True, prefix: str = "") -> bytes:
    """Return the scene as an SVG file of its trim with or without its bleed; (0, 0) is the trim's corner.

    `prefix` makes ids unique if several drawings are in one HTML page. Raises NumberRefused or ColourRefused for values
    that a drawing cannot have.
    """
    import svgwrite

    (scene,), survey = shaded((scene,))
    edge = scene.bleed if bleed else 0.0
    width, height = decimal(scene.width + 2 * edge), decimal(scene.height + 2 * edge)
    drawing = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"),
        viewBox=f"{decimal(-edge)} {decimal(-edge)} {width} {height}",
        fill="none",
        debug=False,
        **({"style": "isolation:isolate"} if blends(scene.items) else {}),
    )
    if scene.name:
        drawing.set_desc(title=_NOT_XML.sub("\ufffd", scene.name))
    writer = _SvgWriter(drawing, prefix)
    for items in survey.repeated(WORTH_A_DEFINITION):
        writer.define(items)
    for element in writer.elements(scene.items):
        drawing.add(element)
    text: str = drawing.tostring()
    return ('<?xml version="1.0" encoding="utf-8"?>\n' + text + "\n").encode()


class _SvgWriter:
    """Converts items to elements; what they refer to is added to the drawing's definitions."""

    def __init__(self, drawing: Any, prefix: str) -> None:
        self._drawing = drawing
        self._prefix = prefix
        self._defined: dict[int, str] = {}
        self._glyphs: dict[tuple[str, str], str] = {}
        self._clips: dict[Outline, str] = {}
        self._gradients: dict[Gradient, str] = {}
        self._bitmaps: dict[Bitmap, str] = {}

    def define(self, items: tuple[Item, ...]) -> None:
        """Define the items, to be used by reference from now on."""
        name = f"{self._prefix}part{len(self._defined) + 1}"
        shared = self._drawing.g(id=name)
        for element in self.elements(items):
            shared.add(element)
        self._drawing.defs.add(shared)
        self._defined[id(items)] = name

    def elements(self, items: tuple[Item, ...]) -> list[Any]:
        """Return an element for each visible item."""
        found = [self._element(item) for item in items]
        return [element for element in found if element is not None]

    def _element(self, item: Item) -> Any:
        match item:
            case Rect() | Ellipse() | Path():
                look = self._paint(item.fill, item.stroke)
                return self._shape(item, look | _rule(item, "fill_rule")) if look else None
            case Text():
                return self._text(item)
            case Picture():
                return self._picture(item)
            case Group():
                return self._group(item)
            case _:
                assert_never(item)

    def _paint(self, fill: Fill | None, stroke: Stroke | None) -> dict[str, str]:
        """Return the attributes of fill and stroke; empty if nothing is visible."""
        look: dict[str, str] = {}
        if fill is not None:
            look["fill"] = self._ink(fill)
        if stroke is not None and num(stroke.width) > 0:
            look |= {"stroke": self._ink(stroke.colour), "stroke_width": decimal(stroke.width)}
            look |= {"stroke_linecap": stroke.cap} if stroke.cap != "butt" else {}
            look |= {"stroke_linejoin": stroke.join} if stroke.join != "miter" else {}
            look |= {"stroke_miterlimit": decimal(stroke.mitre)} if stroke.mitre != MITRE else {}
            look |= {"stroke_dasharray": " ".join(map(decimal, stroke.dash))} if any(stroke.dash) else {}
            look |= {"stroke_dashoffset": decimal(stroke.offset)} if stroke.offset else {}
        return look

    def _ink(self, fill: Fill) -> str:
        """Return the value of a fill: a colour, or the reference to a gradient, which is defined on first use."""
        if isinstance(fill, str):
            rgb(fill)
            return fill
        if fill not in self._gradients:
            name = f"{self._prefix}gradient{len(self._gradients) + 1}"
            self._drawing.defs.add(self._gradient(drawable(fill), name))
            self._gradients[fill] = name
        return f"url(#{self._gradients[fill]})"

    def _gradient(self, gradient: Gradient, name: str) -> Any:
        extra = {"id": name, "gradientUnits": "userSpaceOnUse"}
        if gradient.transform != IDENTITY:
            extra["gradientTransform"] = _matrix(gradient.transform)
        if isinstance(gradient, LinearGradient):
            element = self._drawing.linearGradient(_pair(gradient.start), _pair(gradient.end), **extra)
        else:
            focus = None if gradient.focus is None else _pair(gradient.focus)
            centre, radius = _pair(gradient.centre), decimal(gradient.radius, 6)
            element = self._drawing.radialGradient(centre, radius, focus, **extra)
        for stop in gradient.stops:
            rgb(stop.colour)
            opacity = None if stop.opacity >= 1 else decimal(stop.opacity, 6)
            element.add_stop_color(decimal(stop.at, 6), stop.colour, opacity)
        return element

    def _shape(self, shape: Outline, look: dict[str, str]) -> Any:
        match shape:
            case Rect(x, y, width, height, radius):
                corner = {"rx": decimal(radius)} if radius else {}
                return self._drawing.rect((decimal(x), decimal(y)), (decimal(width), decimal(height)), **corner, **look)
            case Ellipse(cx, cy, rx, ry):
                return self._drawing.ellipse((decimal(cx), decimal(cy)), (decimal(rx), decimal(ry)), **look)
            case Path(commands):
                return self._drawing.path(path_text(commands), **look)
            case _:
                assert_never(shape)

    def _text(self, text: Text) -> Any:
        face = named(text.font)
        scale = text.size * MM_PER_POINT / face.units
        label = _NOT_XML.sub("", text.string)
        if not isinstance(text.fill, str) or text.stroke:
            return self._outlined(text, label)
        place = f"matrix({decimal(scale, 8)} 0 0 {decimal(scale, 8)} {decimal(text.x)} {decimal(text.y)})"
        rgb(text.fill)
        run = self._drawing.g(transform=place, fill=text.fill, **_read_as(label))
        x = 0.0
        for char in text.string:
            if glyph := self._glyph(face, char):
                run.add(self._drawing.use(f"#{glyph}", x=digits(x, 2)))
            x += face.measure(char) * face.units + text.tracking / scale
        return run

    def _outlined(self, text: Text, label: str) -> Any:
        """Return a run as one path, with its stroke below all of its letters."""
        run = self._drawing.g(**_read_as(label))
        outline = path_text(lettered(text))
        looks = (self._paint(None, text.stroke), self._paint(text.fill, None))
        for look in filter(None, looks):
            run.add(self._drawing.path(outline, **look))
        return run

    def _glyph(self, face: Face, char: str) -> str:
        """Return the id of the glyph's outline, which is defined on first use; empty for a blank."""
        key = (face.name, char)
        if key not in self._glyphs:
            outline = face.outline(char)
            name = f"{self._prefix}{re.sub('[^A-Za-z0-9-]', '_', face.name)}-{ord(char):x}" if outline else ""
            if outline:
                self._drawing.defs.add(self._drawing.path(path_text(outline, 2), id=name))
            self._glyphs[key] = name
        return self._glyphs[key]

    def _picture(self, picture: Picture) -> Any:
        bitmap = picture.bitmap
        across, down = picture.width / bitmap.width, picture.height / bitmap.height
        place = _matrix((across, 0.0, 0.0, down, picture.x, picture.y))
        return self._drawing.use(f"#{self._bitmap(bitmap)}", transform=place)

    def _bitmap(self, bitmap: Bitmap) -> str:
        """Return the id of the bitmap, one unit per pixel, which is defined on first use."""
        if bitmap not in self._bitmaps:
            name = f"{self._prefix}picture-{bitmap.digest}"
            data = f"data:image/{bitmap.form};base64,{b64encode(bitmap.data).decode()}"
            size = (str(bitmap.width), str(bitmap.height))
            self._drawing.defs.add(self._drawing.image(data, size=size, id=name, preserveAspectRatio="none"))
            self._bitmaps[bitmap] = name
        return self._bitmaps[bitmap]

    def _group(self, group: Group) -> Any:
        extra = {} if group.transform == IDENTITY else {"transform": _matrix(group.transform)}
        if group.clip is not None:
            extra["clip_path"] = f"url(#{self._clip(group.clip)})"
        if group.opacity < 1:
            extra["opacity"] = decimal(group.opacity, 6)
        if group.blend != "normal":
            extra["style"] = f"mix-blend-mode:{group.blend}"
        elif group.clip is not None and blends(group.items):
            extra["style"] = "isolation:isolate"
        if name := self._defined.get(id(group.items)):
            return self._drawing.use(f"#{name}", **extra)
        result = self._drawing.g(**extra)
        for element in self.elements(group.items):
            result.add(element)
        return result

    def _clip(self, clip: Outline) -> str:
        """Return the id of the clip path, which is defined on first use."""
        if clip not in self._clips:
            name = f"{self._prefix}clip{len(self._clips) + 1}"
            cut = self._drawing.clipPath(id=name)
            cut.add(self._shape(clip, _rule(clip, "clip_rule")))
            self._drawing.defs.add(cut)
            self._clips[clip] = name
        return self._clips[clip]


def _rule(shape: Outline, name: str) -> dict[str, str]:
    return {name: "evenodd"} if isinstance(shape, Path) and shape.even_odd else {}


def _pair(point: Point) -> tuple[str, str]:
    return decimal(point[0], 6), decimal(point[1], 6)


def _matrix(transform: Affine) -> str:
    linear = " ".join([decimal(value, 8) for value in transform[:4]])
    return f"matrix({linear} {decimal(transform[4])} {decimal(transform[5])})"


def _read_as(label: str) -> dict[str, str]:
    """Return what says aloud the text of a run; nothing for a run of blanks, which is no picture."""
    return {"role": "img", "aria_label": label} if label.strip() else {}
