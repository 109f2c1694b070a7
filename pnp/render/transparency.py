"""Pictures, gradients, transparency groups and soft masks as objects of a PDF, forms with their own resources.

A form is the coordinate system of its patterns and masks (ISO 32000-1, 8.7.3.1 and 11.6.5.3), so that a form can be
drawn under any transform.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from operator import is_
from typing import Any, TypeVar

from msgspec.structs import replace

from pnp.render.inks import FourInks, Inks
from pnp.scene.bitmaps import open_bitmap
from pnp.scene.drawings import Survey
from pnp.scene.extent import SOFT, SPIKE, bounds, own_bounds
from pnp.scene.items import (
    IDENTITY,
    Bitmap,
    BlendMode,
    Ellipse,
    Fill,
    Gradient,
    GradientStop,
    Group,
    Item,
    LinearGradient,
    Path,
    Picture,
    Rect,
    Same,
    Scene,
    Shadow,
    Text,
)
from pnp.scene.paint import colour_between, drawable, is_opaque
from pnp.scene.parts import Box, Sheet
from pnp.units import LARGEST, MM_PER_INCH, decimal, gamma_encoded, linear_light

# The document, and forms in it.


def document_of(canvas: Any) -> Any:
    """Return the document of a reportlab canvas, which is the only private attribute that is needed."""
    return canvas._doc


def add_to_catalog(canvas: Any, **entries: Any) -> None:
    """Add entries to the root of the document, also those that reportlab does not know."""
    add_entries(document_of(canvas).Catalog, **entries)


def add_entries(node: Any, **entries: Any) -> None:
    """Add entries to the root of the document or to a page, also those that reportlab does not know."""
    node.__NoDefault__ = [*node.__NoDefault__, *entries]
    for name, value in entries.items():
        setattr(node, name, value)


MARGIN = 0.5
"""Margin of a form's bounding box around its ink, so that no reader clips an edge."""

NEXT = 1e-5
"""The distance of stops up to which they are at one place."""

PARTS = 8
"""The number of pieces of each part of a gradient in CMYK, whose colours are those of the gradient in RGB."""


def form_box(items: tuple[Item, ...]) -> tuple[float, ...] | None:
    """Return the four sides of a form's bounding box in millimetres; None if the items paint nothing."""
    box = own_bounds(Same(items), SPIKE)
    if box is None:
        return None
    sides = (min(max(side, -LARGEST), LARGEST) for side in box.grown(MARGIN))  # no page is so large
    return tuple(round(side, 3) for side in sides)


def add_form(
    document: Any,
    name: str,
    box: Iterable[float],
    content: str,
    *,
    forms: Iterable[str] = (),
    patterns: Mapping[str, str] | None = None,
    states: Mapping[str, Any] | None = None,
    group: str = "",
    colours: Mapping[str, str] | None = None,
    layer: Any = None,
) -> Any:
    """Add a form XObject to a document, and return the reference to it.

    `forms` are the names of the forms and pictures that it draws, `patterns` and `states` its patterns and graphics
    states by name, `colours` its colour spaces. With `group`, a colour space, it is an isolated transparency group;
    with a `layer`, a reference to an optional content group, it can be hidden. Its content names the layer as well,
    because Ghostscript 10.00 paints a hidden form.
    """
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFResourceDictionary, PDFStream

    resources = PDFResourceDictionary()
    resources.basicFonts()
    resources.allProcs()
    resources.XObject = document.xobjDict(forms)
    resources.Pattern, resources.ExtGState = dict(patterns or {}), dict(states or {})
    resources.ColorSpace = dict(colours or {})
    entries = {
        "Type": PDFName("XObject"),
        "Subtype": PDFName("Form"),
        "FormType": 1,
        "BBox": f"[{' '.join(map(decimal, box))}]",
        "Resources": resources,
        "Filter": PDFName("FlateDecode"),
    }
    if group:
        entries["Group"] = f"<< /S /Transparency /CS /{group} /I true >>"
    if layer is not None:
        entries["OC"] = layer
        resources.Properties = {"layer": layer}
        content = f"/OC /layer BDC\n{content}\nEMC"
    stream = PDFStream(PDFDictionary(entries), zlib.compress(content.encode("latin-1")))
    return document.Reference(stream, document.getXObjectName(name))


def state(opacity: float, blend: BlendMode) -> str:
    """Return the graphics state that composites a group."""
    mode = "".join(map(str.capitalize, blend.split("-")))
    return f"<< /Type /ExtGState /ca {decimal(opacity)} /CA {decimal(opacity)} /BM /{mode} >>"


def is_plain(item: Item) -> bool:
    """Whether an item is written without a form or a picture."""
    match item:
        case Rect() | Ellipse() | Path() | Text():
            return isinstance(item.fill, str | None) and (item.stroke is None or isinstance(item.stroke.colour, str))
        case _:
            return False


# Bitmaps in a PDF, each written once: a JPEG unchanged, a PNG as samples, and both as samples if converted to CMYK.

STRIP = 1_000_000
"""Number of pixels that are unpacked at once."""

_GREY = {1: "L", 2: "LA"}
_COLOURED = {3: "RGB", 4: "RGBA"}


def name_of(bitmap: Bitmap) -> str:
    """Return the name of a bitmap in the document."""
    return f"picture-{bitmap.digest}"


def embed(canvas: Any, bitmap: Bitmap, inks: Inks, *, stencil: bool = False) -> None:
    """Add the bitmap to the document in those inks, to be drawn by its name.

    With `stencil`, its alpha channel is a mask of one bit per pixel, which is not transparency.
    """
    four = isinstance(inks, FourInks) and bitmap.channels in _COLOURED
    space = "DeviceGray" if bitmap.channels in _GREY else "DeviceCMYK" if four else "DeviceRGB"
    document = document_of(canvas)
    if bitmap.form == "jpeg" and not four:
        image = _image(bitmap, space, bitmap.data, "DCTDecode")
    else:
        samples, clear = _samples(bitmap, four)
        image = _image(bitmap, space, samples, "FlateDecode")
        if clear and stencil:
            image.dictionary["Mask"] = document.Reference(_stencil(bitmap), f"{name_of(bitmap)}-mask")
        elif clear:
            mask = _image(bitmap, "DeviceGray", clear, "FlateDecode")
            image.dictionary["SMask"] = document.Reference(mask, f"{name_of(bitmap)}-mask")
    document.addForm(name_of(bitmap), image)


def _image(bitmap: Bitmap, space: str, content: bytes, written: str) -> Any:
    """Return an image of the document with the bitmap's size and content in that encoding (ISO 32000-1, 8.9.5)."""
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream

    size = {"Width": bitmap.width, "Height": bitmap.height, "BitsPerComponent": 8}
    names = {"Type": PDFName("XObject"), "Subtype": PDFName("Image"), "ColorSpace": PDFName(space)}
    return PDFStream(PDFDictionary({**size, **names, "Filter": PDFArray([PDFName(written)])}), content)


def _stencil(bitmap: Bitmap) -> Any:
    """Return the explicit mask of a bitmap, whose bits are 1 where nothing is painted (ISO 32000-1, 8.9.6.3)."""
    from PIL import ImageChops
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFStream

    from pnp.scene.bitmaps import decoded

    bits = zlib.compress(ImageChops.invert(decoded(bitmap).getchannel("A")).convert("1").tobytes())
    size = {"Width": bitmap.width, "Height": bitmap.height, "BitsPerComponent": 1, "ImageMask": "true"}
    names = {"Type": PDFName("XObject"), "Subtype": PDFName("Image"), "Filter": PDFArray([PDFName("FlateDecode")])}
    return PDFStream(PDFDictionary({**size, **names}), bits)


@lru_cache(maxsize=64)  # the game and each component are separate files
def _samples(bitmap: Bitmap, four: bool) -> tuple[bytes, bytes]:
    """Return the compressed samples of a picture, and those of its transparency if it has any.

    It is converted in strips: all at once would need many times the memory of the file.
    """
    from PIL import Image

    from pnp.scene.bitmaps import decoded

    picture = decoded(bitmap)
    colours, clear = zlib.compressobj(), zlib.compressobj()
    made: tuple[list[bytes], list[bytes]] = [], []
    rows, mode = max(1, STRIP // bitmap.width), (_GREY | _COLOURED)[bitmap.channels]
    for top in range(0, bitmap.height, rows):
        strip = picture.crop((0, top, bitmap.width, min(top + rows, bitmap.height)))
        bands = (strip if strip.mode == mode else strip.convert(mode)).split()
        if bitmap.channels % 2 == 0:
            made[1].append(clear.compress(bands[-1].tobytes()))
            bands = bands[:-1]
        plain = bands[0] if len(bands) == 1 else _four(list(bands)) if four else Image.merge("RGB", bands)
        made[0].append(colours.compress(plain.tobytes()))
    mask = b"" if bitmap.channels % 2 else b"".join((*made[1], clear.flush()))
    return b"".join((*made[0], colours.flush())), mask


def _four(bands: list[Any]) -> Any:
    """Return red, green and blue as CMYK by the rule `naive-gcr`, like the colours of shapes."""
    from PIL import Image, ImageChops

    lacking = [ImageChops.invert(band) for band in bands]
    black = ImageChops.darker(ImageChops.darker(lacking[0], lacking[1]), lacking[2])
    return Image.merge("CMYK", [*(ImageChops.subtract(band, black) for band in lacking), black])


# Gradients: shading patterns, and soft masks for their opacity.


class GradientForm:
    """The form of one shape or text that is painted with gradients, while it is written."""

    def __init__(self, document: Any, name: str, item: Rect | Ellipse | Path | Text, inks: Inks) -> None:
        self._document, self._name, self._inks = document, name, inks
        self._box = form_box((item,))
        self._lines: list[str] = []
        self._patterns: dict[str, str] = {}
        self._states: dict[str, Any] = {}

    def paint(self, fill: Fill, setting: str, content: str, *, line: bool = False) -> None:
        """Add operators that are painted with the fill, after those of its setting; `line` for strokes."""
        if isinstance(fill, str):
            self._lines.append(f"q {setting} {content} Q")
            return
        gradient, number = drawable(fill), len(self._patterns)
        mask = "" if is_opaque(gradient) else f"{self._mask(gradient)} gs "
        self._patterns[f"P{number}"] = _pattern(gradient, self._inks)
        space, pattern = ("CS", "SCN") if line else ("cs", "scn")
        self._lines.append(f"q {mask}{setting} /Pattern {space} /P{number} {pattern} {content} Q")

    def close(self) -> bool:
        """Add the form to the document; False if it paints nothing."""
        if self._box is None:
            return False
        content = "\n".join(self._lines)
        add_form(self._document, self._name, self._box, content, patterns=self._patterns, states=self._states)
        return True

    def _mask(self, gradient: Gradient) -> str:
        """Return the name of the graphics state with the gradient's opacity as its soft mask."""
        from reportlab.pdfbase.pdfdoc import PDFDictionary

        name = f"M{len(self._states)}"
        box = self._box or (0.0, 0.0, 0.0, 0.0)
        left, top, right, bottom = box
        whole = " ".join(map(decimal, (left, top, right - left, bottom - top)))
        shades = {"P0": _shading_pattern(gradient, "DeviceGray", [decimal(it.opacity) for it in gradient.stops])}
        content = f"/Pattern cs /P0 scn {whole} re f"
        mask = add_form(self._document, f"{self._name}-{name}", box, content, patterns=shades, group="DeviceGray")
        soft = PDFDictionary({"Type": "/Mask", "S": "/Luminosity", "G": mask})
        self._states[name] = PDFDictionary({"Type": "/ExtGState", "SMask": soft})
        return f"/{name}"


def _pattern(gradient: Gradient, inks: Inks) -> str:
    stops = tuple(_finer(gradient.stops)) if isinstance(inks, FourInks) else gradient.stops
    colours = [inks.values(stop.colour) for stop in stops]
    return _shading_pattern(replace(gradient, stops=stops), inks.space, colours)


def _finer(stops: tuple[GradientStop, ...]) -> Iterable[GradientStop]:
    """Yield the stops with more stops between them: CMYK values between two colours are not those of their mixture."""
    for low, high in pairwise(stops):
        yield low
        if high.at > low.at:
            places = (low.at + (high.at - low.at) * part / PARTS for part in range(1, PARTS))
            yield from (GradientStop(at, *colour_between(stops, at)) for at in places)
    yield stops[-1]


def _shading_pattern(gradient: Gradient, space: str, values: list[str]) -> str:
    """Return the pattern of a gradient, with the values of its stops in that colour space."""
    if isinstance(gradient, LinearGradient):
        kind, numbers = 2, [*gradient.start, *gradient.end]
    else:
        kind, numbers = 3, [*(gradient.focus or gradient.centre), 0.0, *gradient.centre, gradient.radius]
    coordinates = " ".join(decimal(number, 6) for number in numbers)
    shading = f"/ShadingType {kind} /ColorSpace /{space} /Coords [{coordinates}] /Extend [true true]"
    ramp = _ramp([stop.at for stop in gradient.stops], values)
    turn = " ".join(decimal(each, 8) for each in gradient.transform)
    return f"<< /Type /Pattern /PatternType 2 /Matrix [{turn}] /Shading << {shading} /Function {ramp} >> >>"


def _ramp(places: list[float], values: list[str]) -> str:
    """Return the function from 0 to 1 to values, linear between the stops (ISO 32000-1, 7.10.4).

    Where two stops are at one place, the value changes at once.
    """
    pieces = [
        (low, high, f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{before}] /C1 [{after}] >>")
        for (low, high), (before, after) in zip(pairwise(places), pairwise(values), strict=True)
        if high - low > NEXT
    ]
    if len(pieces) == 1:
        return pieces[0][2]
    bounds = " ".join(decimal(low, 6) for low, _, _ in pieces[1:])
    functions = " ".join(piece for _, _, piece in pieces)
    encode = " ".join(["0 1"] * len(pieces))
    return f"<< /FunctionType 3 /Domain [0 1] /Functions [{functions}] /Bounds [{bounds}] /Encode [{encode}] >>"


# Whether anything shows through: files for some presses allow no transparency.


def is_translucent(items: tuple[Item, ...]) -> bool:
    """Whether a PDF of the items needs transparency: opacity, blend modes, shadows, pictures with an alpha channel."""
    return _is_translucent(Same(items))


@lru_cache(maxsize=1 << 12)
def _is_translucent(items: Same[tuple[Item, ...]]) -> bool:
    return any(map(shows_through, items.it))


def shows_through(item: Item) -> bool:
    """Whether a PDF of the item needs transparency."""
    if isinstance(item, Group):
        return item.is_composited or item.shadow is not None or is_translucent(item.items)
    if isinstance(item, Picture):
        return item.bitmap.channels % 2 == 0
    paints = (item.fill, item.stroke.colour if item.stroke else None)
    return any(paint is not None and not is_opaque(paint) for paint in paints)


# Shadows, blurs and masks as pictures: all back ends show the same one.

SHADOW_DPI = 300
"""Pixels per inch of shadows, which print services count even where an edge is so soft that fewer would do."""

MOST_SHADED = 12_000_000
"""Maximum number of pixels of a shadow; a larger one has fewer pixels per inch."""

_LUMINANCE = 0.2126, 0.7152, 0.0722, 0.0
"""The shares of red, green and blue in the luminance of a mask, and what is added."""

Shaded = TypeVar("Shaded", Sheet, Scene)


PageRenderer = Callable[[Sheet], bytes]
"""Returns a sheet as a PDF."""


def with_shadows(drawings: Sequence[Shaded], render: PageRenderer) -> tuple[Sequence[Shaded], Survey]:
    """Return the drawings with shadows as pictures, and their survey; shared items remain shared."""
    survey = Survey(drawing.items for drawing in drawings)
    if not survey.is_shadowed:
        return drawings, survey
    shader = _Shader(render)
    drawings = [replace(drawing, items=shader.items(drawing.items)) for drawing in drawings]
    return drawings, Survey(drawing.items for drawing in drawings)


class _Shader:
    """Converts shadows to pictures; results are cached by the identity of the items and their scale."""

    def __init__(self, render: PageRenderer) -> None:
        self._render = render
        self._done: dict[tuple[int, float], tuple[tuple[Item, ...], tuple[Item, ...]]] = {}

    def items(self, items: tuple[Item, ...], unit: float = 1.0) -> tuple[Item, ...]:
        """Return the items, whose unit is so many millimetres, with shadows as pictures.

        The originals are stored too, so that their ids are not reused.
        """
        key = id(items), float(f"{unit:.4g}")
        if key not in self._done:
            made = tuple(self._group(item, unit) if isinstance(item, Group) else item for item in items)
            self._done[key] = items, items if all(map(is_, made, items)) else made
        return self._done[key][1]

    def _group(self, group: Group, unit: float) -> Group:
        a, b, c, d, _, _ = group.transform
        items = self.items(group.items, unit * math.sqrt(abs(a * d - b * c)))
        shadow = group.shadow
        if shadow is None:
            return group if items is group.items else replace(group, items=items)
        content = Group(items, group.transform, group.clip)
        if shadow.alone:
            if shadow.mask:
                shadow = replace(shadow, mask=self.items(shadow.mask, unit))
            drawn: tuple[Item, ...] = _shade(content, shadow, unit, self._render)
        else:
            drawn = (*_shade(content, shadow, 1.0, self._render), content)
        return Group(drawn, IDENTITY, None, group.origin, group.opacity, group.blend, tag=group.tag)


@lru_cache(maxsize=512)
def _shade(content: Group, shadow: Shadow, unit: float, render: PageRenderer) -> tuple[Picture, ...]:
    """Return the shadow of a group as a picture in its colour, opaque where the blurred group is; nothing if empty.

    Its resolution is that of coordinates whose unit is so many millimetres.
    """
    from PIL import Image, ImageChops, ImageFilter

    box = bounds((content,), reach=SPIKE)
    if box is None or not unit:
        return ()
    left, top, right, bottom = box.grown(shadow.blur * SOFT + MARGIN / unit)
    width, height = right - left, bottom - top
    finest = math.sqrt(MOST_SHADED / (width * height))
    scale = min(SHADOW_DPI / MM_PER_INCH * unit, finest)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    drawn = _pixels((content,), (left, top, width, height), size, unit, render)
    blur = ImageFilter.GaussianBlur(shadow.blur / 2 * scale)
    if shadow.colour:
        alpha = drawn.getchannel("A")
        soft = alpha.filter(blur) if shadow.blur else alpha
        image = Image.new("RGB", size, shadow.colour)
    else:
        image = _curved(drawn, linear_light) if shadow.linear else drawn
        image = image.convert("RGBa").filter(blur).convert("RGBA") if shadow.blur else image
        image = _curved(image, gamma_encoded) if shadow.linear else image
        soft = image.getchannel("A")
    soft = soft.point([round(value * shadow.opacity) for value in range(256)])
    if shadow.mask:
        veil = _pixels(shadow.mask, (left, top, width, height), size, unit, render)
        if not shadow.by_alpha:
            veil = Image.alpha_composite(Image.new("RGBA", size, "#000000"), veil)
        seen = veil.getchannel("A") if shadow.by_alpha else veil.convert("RGB").convert("L", _LUMINANCE)
        soft = ImageChops.multiply(soft, seen)
    image.putalpha(soft)
    out = BytesIO()
    image.save(out, "PNG", compress_level=6)
    return (Picture(left + shadow.dx, top + shadow.dy, width, height, open_bitmap(out.getvalue())),)


def _curved(image: Any, curve: Callable[[float], float]) -> Any:
    """Return an image with alpha, the function applied to its red, green and blue."""
    levels = [round(255 * curve(level / 255)) for level in range(256)]
    return image.point([*levels * 3, *range(256)])


def _pixels(
    items: tuple[Item, ...],
    place: tuple[float, float, float, float],
    size: tuple[int, int],
    unit: float,
    render: PageRenderer,
) -> Any:
    """Return the items at a place, its left, top, width and height, as an image of that size with transparency."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    left, top, width, height = place
    page = Box(0.0, 0.0, width * unit, height * unit)
    moved = Group(items, (unit, 0.0, 0.0, unit, -left * unit, -top * unit))
    sheet = Sheet(page.width, page.height, (moved,), page, page)
    document = pypdfium2.PdfDocument(render(sheet))
    bitmap = pypdfium2.PdfBitmap.new_native(*size, pdfium.FPDFBitmap_BGRA)
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, *size, 0)
    pdfium.FPDF_RenderPageBitmap(bitmap, document[0], 0, 0, *size, 0, 0)
    image = bitmap.to_pil().convert("RGBA")
    bitmap.close()
    document.close()
    return image
