"""Sheets to PDF through reportlab; PNG and JPEG by rasterising it."""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from types import ModuleType
from typing import Any, Literal

from msgspec import Struct

from pnp.render.inks import Inks, Rgb
from pnp.render.operators import Painter, embed, matrix
from pnp.scene.extent import MITRE, SPIKE, own_bounds
from pnp.scene.items import LIMIT, Bitmap, Group, Item, Origin, Picture, Same, Scene, Survey, Text, num, weighs
from pnp.scene.parts import Anchor, Box, Sheet, sheet_of
from pnp.scene.typesetting.fonts import face, named
from pnp.units import MM_PER_INCH, POINTS_PER_MM, millimetres, points

# reportlab, opened the same way everywhere: no setting of the machine or of the user reaches a page.

_SETTINGS: dict[str, object] = {
    "invariant": 1,
    "pageCompression": 1,
    "useA85": 0,
    "ttfAsciiReadable": 0,
    "pdfComments": 0,
    "pdfMultiLine": 0,
    "canvas_baseColor": None,
    "documentLang": None,
    "errorOnDuplicatePageLabelPage": 1,
    "trustedHosts": None,
}

_OVERRIDES = ("reportlab_settings", "reportlab.local_rl_settings", "reportlab_mods", "reportlab.local_rl_mods")
"""Modules that reportlab runs at its start if it finds them, before the files of those names in the home folder."""


@cache
def configure() -> None:
    """Imports reportlab with our settings and nobody else's."""
    stood_in = [name for name in _OVERRIDES if name not in sys.modules]
    sys.modules.update({name: ModuleType(name) for name in stood_in})
    try:
        with _hidden("RL_"):
            from reportlab import rl_config
    finally:
        for name in stood_in:
            sys.modules.pop(name, None)
    for name, value in _SETTINGS.items():
        setattr(rl_config, name, value)


@cache
def register(font: str) -> None:
    """Makes an opened face known to reportlab, once a process, under its own name and no other's."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    loaded = TTFont(font, named(font).file, asciiReadable=0, shapable=False)
    loaded.face.name = _postscript_name(font)  # two files that claim one name would lose the glyphs of the second
    pdfmetrics.registerFont(loaded)


def new_canvas(first_font: str, language: str) -> Any:
    """An empty document; `first_font` is registered, so that no page names a font that is not embedded."""
    from reportlab.pdfgen.canvas import Canvas

    with _hidden("SOURCE_DATE_EPOCH"):
        return Canvas(
            BytesIO(), pageCompression=1, invariant=1, initialFontName=first_font, lang=language, pdfVersion=(1, 4)
        )


@contextmanager
def _hidden(prefix: str) -> Iterator[None]:
    """While this lasts, no variable of the environment begins so."""
    taken = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(prefix)}
    try:
        yield
    finally:
        os.environ.update(taken)


def _postscript_name(font: str) -> bytes:
    return re.sub(rb"[^A-Za-z0-9-]", lambda found: b"x%02x" % found[0][0], font.encode())


# Sheets to one PDF: pages with their boxes, fonts embedded and subset, bookmarks, page labels.

WORTH_A_FORM = 8
"""How much must be drawn again for it to be written apart: a form costs about as much as a few lines."""

MARGIN = 0.5
"""How far a form's box stands off the ink, so that no reader cuts an edge."""


class PdfInfo(Struct, frozen=True):
    """What a reader's panel says of a file."""

    title: str
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    language: str = "en"


def render_pdf(sheets: Sequence[Sheet], info: PdfInfo, inks: Inks | None = None) -> bytes:
    """The sheets as one PDF, a page each, in the scene's own colours or in those inks; the same sheets give the same
    bytes.

    What is drawn more than once is written once. Raises NumberRefused or ColourRefused for what no page may hold.
    """
    configure()
    inks = inks or Rgb()
    again, fonts, bitmaps = _surveyed(sheets)
    first = next(iter(fonts), None) or face("Arimo").name
    for font in fonts or (first,):
        register(font)
    canvas = new_canvas(first, info.language)
    anchors = {anchor.name: anchor for sheet in sheets for anchor in sheet.anchors}
    chapters = sum(bool(sheet.bookmark) for sheet in sheets) + sum(bool(it.title) for it in anchors.values())
    _describe(canvas, info, chapters > 1)
    for bitmap in bitmaps:
        embed(canvas, bitmap, inks)
    painter = _painter(canvas, again, inks)
    for number, sheet in enumerate(sheets):
        _page(canvas, sheet, number, painter)
        _lead(canvas, sheet, anchors)
        canvas.showPage()
    return bytes(canvas.getpdfdata())


def _surveyed(sheets: Sequence[Sheet]) -> tuple[tuple[tuple[Item, ...], ...], dict[str, None], dict[Bitmap, None]]:
    """What is drawn again, and the fonts and the bitmaps that the document must have, in order."""
    survey = Survey(sheet.items for sheet in sheets)
    fonts = dict.fromkeys(leaf.font for leaf in survey.leaves if isinstance(leaf, Text))
    bitmaps = dict.fromkeys(leaf.bitmap for leaf in survey.leaves if isinstance(leaf, Picture))
    return survey.repeated(), fonts, bitmaps


def _describe(canvas: Any, info: PdfInfo, chapters: bool) -> None:
    canvas.setTitle(info.title)
    canvas.setAuthor(info.author)
    canvas.setSubject(info.subject)
    canvas.setKeywords(", ".join(info.keywords))
    canvas.setCreator("pnp")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")  # parts must come out at their true size
    if chapters:
        canvas.showOutline()


def _painter(canvas: Any, again: Sequence[tuple[Item, ...]], inks: Inks) -> Painter:
    """What paints the pages; what is drawn again is written once: as forms, inner ones first, as stamps if little."""
    forms: dict[int, str] = {}
    small = (items for items in again if not any(isinstance(item, (Group, Picture)) for item in items))
    painter = Painter(canvas, forms, inks, frozenset(map(id, small)))
    for items in again:
        box = own_bounds(Same(items), SPIKE) if weighs(items, WORTH_A_FORM) else None
        if box is None:
            continue
        name = f"form{len(forms) + 1}"
        sides = (min(max(side, -LIMIT), LIMIT) for side in box.grown(MARGIN))  # no page is so large
        canvas.beginForm(name, *(round(side, 3) for side in sides))
        painter.paint(items)
        canvas.endForm()
        forms[id(items)] = name
    return painter


def _page(canvas: Any, sheet: Sheet, number: int, painter: Painter) -> None:
    width, height = points(num(sheet.width)), points(num(sheet.height))
    canvas.setPageSize((width, height))
    canvas.setCropBox((0, 0, width, height))
    canvas.setBleedBox(_upward(sheet.bleed, sheet.height))
    canvas.setTrimBox(_upward(sheet.trim, sheet.height))
    if sheet.bookmark:
        canvas.bookmarkPage(f"page{number}")
        canvas.addOutlineEntry(sheet.bookmark, f"page{number}")
    canvas.addPageLabel(number, prefix=sheet.label or str(number + 1))
    upright = matrix((POINTS_PER_MM, 0.0, 0.0, -POINTS_PER_MM, 0.0, height))
    painter.paint(sheet.items, before=f"{upright} cm {MITRE:g} M")


def _lead(canvas: Any, sheet: Sheet, anchors: Mapping[str, Anchor]) -> None:
    """Writes where links lead to and from; a link to an anchor that is not in the file leads nowhere."""
    for anchor in sheet.anchors:
        key = f"anchor-{anchor.name}"
        canvas.bookmarkPage(key, fit="XYZ", left=0, top=round(points(num(sheet.height - anchor.y)), 3), zoom=0)
        if anchor.title:
            canvas.addOutlineEntry(anchor.title, key, anchor.level)
    for link in sheet.links:
        box = _upward(link.box, sheet.height)
        if not link.target.startswith("#"):
            canvas.linkURL(link.target, box)
        elif link.target[1:] in anchors:
            canvas.linkRect("", f"anchor-{link.target[1:]}", box)


def _upward(box: Box, height: float) -> tuple[float, float, float, float]:
    """The box in points from the bottom left corner of the page."""
    sides = (box.x, height - box.y - box.height, box.x + box.width, height - box.y)
    left, bottom, right, top = (round(points(num(side)), 6) for side in sides)
    return left, bottom, right, top


# A sheet or a scene to PNG or JPEG, by rasterising its PDF: there is no third back end.

Form = Literal["png", "jpeg"]

MOST_PIXELS = 200_000_000
"""The most pixels of one picture: an A2 sheet at 600 dpi, 800 MB while it is made."""


class PictureTooLarge(ValueError):
    """A picture with more pixels than can be made."""


def render_png(drawing: Sheet | Scene, dpi: float) -> bytes:
    """The sheet, or the scene with its bleed, as a PNG of exactly its size in pixels, rounded to the nearest."""
    return next(render_pngs((drawing,), dpi))


def render_pngs(drawings: Sequence[Sheet | Scene], dpi: float) -> Iterator[bytes]:
    """A PNG of each drawing, in turn; quicker for many than one by one."""
    return render_pictures(drawings, dpi, "png")


def render_pictures(drawings: Sequence[Sheet | Scene], dpi: float, form: Form) -> Iterator[bytes]:
    """A PNG or JPEG of each drawing, in turn."""
    sheets = [sheet_of(drawing) if isinstance(drawing, Scene) else drawing for drawing in drawings]
    for sheet in sheets:
        pixels(sheet.width, sheet.height, dpi)
    return rasterised(render_pdf(sheets, PdfInfo("")), dpi, form)


def rasterised(pdf: bytes, dpi: float, form: Form = "png") -> Iterator[bytes]:
    """A picture of each page of a PDF of ours, in turn."""
    return (_file(image, dpi, form) for image in images(pdf, dpi))


def images(pdf: bytes, dpi: float) -> Iterator[Any]:
    """The pixels of each page of a PDF of ours, in turn."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            width, height = page.get_size()
            yield _image(page, pixels(millimetres(width), millimetres(height), dpi))
    finally:
        document.close()


def pixels(width: float, height: float, dpi: float) -> tuple[int, int]:
    """How many pixels a drawing of that size has across and down; PictureTooLarge where these are too many."""
    across, down = (max(1, round(side / MM_PER_INCH * dpi)) for side in (width, height))
    if across * down > MOST_PIXELS:
        raise PictureTooLarge(f"{width:g} × {height:g} mm at {dpi:g} dpi has {across} × {down} pixels: too many")
    return across, down


def _image(page: Any, size: tuple[int, int]) -> Any:
    """The page stretched by less than a pixel to a whole number of them."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    bitmap = pypdfium2.PdfBitmap.new_native(*size, pdfium.FPDFBitmap_BGR)
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, *size, 0xFFFFFFFF)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, *size, 0, 0)
    image = bitmap.to_pil()  # in RGB: a copy, so that the bitmap may go
    bitmap.close()
    return image


def _file(image: Any, dpi: float, form: Form) -> bytes:
    out = BytesIO()
    if form == "png":
        image.save(out, "PNG", dpi=(dpi, dpi), compress_level=6)
    else:
        image.save(out, "JPEG", dpi=(dpi, dpi), quality=95, subsampling=0)
    return out.getvalue()


# Sheets one below the other as one PNG.


def strip(sheet: Sheet, dpi: float) -> Any:
    """The pixels of a sheet that is rendered by itself, so that they depend on nothing but its `fingerprint`."""
    (image,) = images(render_pdf((sheet,), PdfInfo("")), dpi)
    return image


def stacked(strips: Sequence[Any], dpi: float) -> bytes:
    """The strips as one PNG, from the top down."""
    from PIL import Image

    width, height = max(each.width for each in strips), sum(each.height for each in strips)
    whole = Image.new("RGB", (width, height))
    top = 0
    for each in strips:
        whole.paste(each, (0, top))
        top += each.height
    return _file(whole, dpi, "png")


def fingerprint(sheet: Sheet) -> str:
    """A digest of everything that a back end sees of a sheet: its values, and what of them is one and the same."""
    written = BytesIO()
    pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = {Bitmap: _by_name, Origin: _unseen}
    pickler.dump(sheet)
    return hashlib.sha256(written.getbuffer()).hexdigest()


def _by_name(bitmap: Bitmap) -> tuple[type[str], tuple[str]]:
    return str, (f"{bitmap.digest} {bitmap.form} {bitmap.width} {bitmap.height} {bitmap.channels}",)


def _unseen(_origin: Origin) -> tuple[type[None], tuple[()]]:
    """Where an item comes from is not drawn."""
    return type(None), ()
