"""Sheets to PDF with reportlab; PNG and JPEG by rasterising the PDF."""

import hashlib
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from types import ModuleType
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from pnp.model.profile import CutLayers, SpotLine
from pnp.render.cut import LAYERS, Plates
from pnp.render.inks import Inks, Rgb, matrix, outlined
from pnp.render.painter import Painter
from pnp.render.prepress import (
    X_1A,
    Layers,
    PdfInfo,
    Standard,
    add_metadata,
    flattened,
    prepare_x,
    with_identity,
    without_links,
)
from pnp.render.tagging import Structure
from pnp.render.transparency import embed, form_box, is_plain, is_translucent, with_shadows
from pnp.scene.drawings import Survey, weighs
from pnp.scene.items import MITRE, Bitmap, Origin, Path, Picture, Scene, Text
from pnp.scene.paint import blends
from pnp.scene.parts import Anchor, Box, Outline, Sheet, sheet_of
from pnp.scene.paths import outline_commands
from pnp.scene.typesetting.fonts import face, named
from pnp.units import MM_PER_INCH, POINTS_PER_MM, millimetres, num, points

# reportlab with fixed settings: nothing configured on the machine or by the user changes a page.

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
"""Modules with settings that reportlab imports at its start, before files of these names in the home folder."""


@cache
def configure() -> None:
    """Import reportlab with our settings only."""
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
    """Register an opened face with reportlab under its own unique name, once per process."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    loaded = TTFont(font, named(font).file, asciiReadable=0, shapable=False)
    loaded.face.name = _postscript_name(font)  # with equal names, the glyphs of the second file would be lost
    pdfmetrics.registerFont(loaded)


def new_canvas(first_font: str, language: str, version: tuple[int, int] = (1, 4)) -> Any:
    """Return an empty document; `first_font` is registered, so that no page names a font that is not embedded."""
    from reportlab.pdfgen.canvas import Canvas

    with _hidden("SOURCE_DATE_EPOCH"):
        return Canvas(
            BytesIO(), pageCompression=1, invariant=1, initialFontName=first_font, lang=language, pdfVersion=version
        )


@contextmanager
def _hidden(prefix: str) -> Iterator[None]:
    """Remove the environment variables that begin with the prefix for the duration of the context."""
    taken = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(prefix)}
    try:
        yield
    finally:
        os.environ.update(taken)


def _postscript_name(font: str) -> bytes:
    return re.sub(rb"[^A-Za-z0-9-]", lambda found: b"x%02x" % found[0][0], font.encode())


# Sheets to one PDF: pages with their boxes, embedded subset fonts, bookmarks, page labels.

WORTH_A_FORM = 8
"""Minimum weight of repeated items for a form XObject, which costs about as much as a few lines."""


def render_pdf(
    sheets: Sequence[Sheet],
    info: PdfInfo,
    inks: Inks | None = None,
    spots: Sequence[tuple[str, SpotLine]] = (),
    cuts: CutLayers = LAYERS,
    standard: Standard | None = None,
    *,
    layered: bool = True,
    outlines: bool = False,
    note: Callable[[int], None] = lambda _: None,
) -> bytes:
    """Return the sheets as one PDF, one page each, in the scene's colours or in those inks.

    The same sheets give the same bytes. Repeated items are written once. With `spots`, cuts and folds are written too,
    each kind on a separate plate; `cuts` says which kind folds are. With a `standard`, the file is prepared for it: its
    inks must be CMYK. PDF/X-1a allows no layers, and pictures replace what is translucent; `note` is called with the
    number of each sheet that has a text in one. Files that are not `layered` have no layers either. With `outlines`,
    texts are written as the outlines of their glyphs. Raises NumberRefused or ColourRefused for values that a page
    cannot have.
    """
    configure()
    inks = inks or Rgb()
    plain = standard is not None and standard.name == X_1A
    if standard:
        sheets = tuple(map(without_links, sheets))
    sheets, survey = shaded(sheets)
    if plain and any(is_translucent(sheet.items) for sheet in sheets):
        sheets = flattened(sheets, _pages, note)
        survey = Survey(sheet.items for sheet in sheets)
    if outlines:
        sheets = outlined(sheets, inks)
        survey = Survey(sheet.items for sheet in sheets)
    fonts = dict.fromkeys(leaf.font for leaf in survey.leaves if isinstance(leaf, Text))
    bitmaps = dict.fromkeys(leaf.bitmap for leaf in survey.leaves if isinstance(leaf, Picture))
    first = next(iter(fonts), None) or face("Arimo").name
    for font in fonts or (first,):
        register(font)
    layered = layered and not plain
    version = (1, 6) if standard and not plain else (1, 5) if layered and (spots or survey.is_layered) else (1, 4)
    canvas = new_canvas(first, info.language, version)
    layers = Layers(canvas, allowed=layered, strict=standard is not None)
    plates = Plates(canvas, spots, cuts, layers)
    anchors = {anchor.name: anchor for sheet in sheets for anchor in sheet.anchors}
    chapters = sum(bool(sheet.bookmark) for sheet in sheets) + sum(bool(it.title) for it in anchors.values())
    _describe(canvas, info, chapters > 1)
    for bitmap in bitmaps:
        embed(canvas, bitmap, inks, stencil=plain)
    structure = Structure(canvas) if survey.is_tagged and info.title and not standard else None
    painter = _painter(canvas, survey, inks, layers, structure)
    for number, sheet in enumerate(sheets):
        _page(canvas, sheet, number, painter)
        plates.write(sheet)
        _lead(canvas, sheet, anchors, structure)
        canvas.showPage()
    layers.close()
    if structure:
        structure.close()
    if standard:
        prepare_x(canvas, standard)
    if info.title:  # a step on the way to a picture has none
        add_metadata(canvas, info, standard)
    pdf = bytes(canvas.getpdfdata())
    return with_identity(pdf) if info.title else pdf


def _describe(canvas: Any, info: PdfInfo, chapters: bool) -> None:
    canvas.setTitle(info.title)
    canvas.setAuthor(info.author)
    canvas.setSubject(info.subject)
    canvas.setKeywords(", ".join(info.keywords))
    canvas.setCreator("pnp")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")  # parts must be printed at their true size
    if info.duplex:
        canvas.setViewerPreference("Duplex", info.duplex)
    if chapters:
        canvas.showOutline()


def _pages(sheets: Sequence[Sheet], dpi: float) -> Iterator[Any]:
    return images(render_pdf(sheets, PdfInfo("")), dpi)


def _painter(canvas: Any, survey: Survey, inks: Inks, layers: Layers, structure: Structure | None) -> Painter:
    """Return the painter of the pages.

    Repeated items are written once: as form XObjects, inner ones first; small ones are cached as operators.
    """
    forms: dict[int, str] = {}
    again = survey.repeated()
    small = (items for items in again if all(map(is_plain, items)))
    painter = Painter(
        canvas,
        forms,
        inks,
        frozenset(map(id, small)),
        is_blending=survey.is_blending,
        layers=layers,
        structure=structure,
    )
    for items in again:
        box = form_box(items) if weighs(items, WORTH_A_FORM) else None
        if box is None or (survey.is_blending and blends(items)):
            continue
        name = f"form{len(forms) + 1}"
        painter.add_form(name, items, box)
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


def _lead(canvas: Any, sheet: Sheet, anchors: Mapping[str, Anchor], structure: Structure | None) -> None:
    """Write the targets of links and the links; a link to a missing anchor is omitted."""
    for anchor in sheet.anchors:
        key = f"anchor-{anchor.name}"
        canvas.bookmarkPage(key, fit="XYZ", left=0, top=round(points(num(sheet.height - anchor.y)), 3), zoom=0)
        if anchor.title:
            canvas.addOutlineEntry(anchor.title, key, anchor.level)
    for link in sheet.links:
        box, target = _upward(link.box, sheet.height), anchors.get(link.target[1:])
        if not link.target.startswith("#"):
            canvas.linkURL(link.target, box)
        elif target:
            canvas.linkRect("", f"anchor-{target.name}", box)
        else:
            continue
        if structure:
            structure.add_link(link, target.title or target.name if target else link.target)


def _upward(box: Box, height: float) -> tuple[float, float, float, float]:
    """Return the box in points from the bottom left corner of the page."""
    sides = (box.x, height - box.y - box.height, box.x + box.width, height - box.y)
    left, bottom, right, top = (round(points(num(side)), 6) for side in sides)
    return left, bottom, right, top


# PNG and JPEG by rasterising the PDF: there is no third back end.

Form = Literal["png", "jpeg"]

QUALITY = 95
"""The quality of a JPEG on PIL's scale from 1 to 95: edges stay sharp in print."""


MOST_PIXELS = 200_000_000
"""Maximum number of pixels of a picture: an A2 sheet at 600 dpi, which takes 800 MB of memory."""


class PictureTooLarge(ValueError):
    """A picture would exceed the maximum number of pixels."""


def render_png(drawing: Sheet | Scene, dpi: float) -> bytes:
    """Return the sheet, or the scene with its bleed, as a PNG of its size, rounded to the nearest pixel."""
    return next(render_pngs((drawing,), dpi))


def render_pngs(drawings: Sequence[Sheet | Scene], dpi: float) -> Iterator[bytes]:
    """Yield a PNG of each drawing; faster for many than separate calls."""
    return render_pictures(drawings, dpi, "png")


def render_pictures(
    drawings: Sequence[Sheet | Scene], dpi: float, form: Form, quality: int = QUALITY
) -> Iterator[bytes]:
    """Yield a PNG of each drawing, or a JPEG of that quality."""
    sheets = [sheet_of(drawing) if isinstance(drawing, Scene) else drawing for drawing in drawings]
    for sheet in sheets:
        pixels(sheet.width, sheet.height, dpi)
    return rasterised(render_pdf(sheets, PdfInfo("")), dpi, form, quality)


def rasterised(pdf: bytes, dpi: float, form: Form = "png", quality: int = QUALITY) -> Iterator[bytes]:
    """Yield a picture of each page of a PDF made by pnp."""
    return (_file(image, dpi, form, quality) for image in images(pdf, dpi))


def images(pdf: bytes, dpi: float) -> Iterator[Any]:
    """Yield the pixels of each page of a PDF made by pnp."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            width, height = page.get_size()
            yield _image(page, pixels(millimetres(width), millimetres(height), dpi))
    finally:
        document.close()


def cut_images(faces: Sequence[tuple[Scene, Outline | None]], width: int) -> Iterator[Any]:
    """Yield the pixels of each face without its bleed, `width` across and transparent outside of its outline.

    Without an outline they are opaque. Raises PictureTooLarge if there are too many pixels.
    """
    sheets: list[Sheet] = []
    for scene, outline in faces:
        pixels(scene.width, scene.height, width / scene.width * MM_PER_INCH)
        sheets.append(sheet_of(replace(scene, bleed=0.0)))
        if outline:
            shape = Path(outline_commands(outline), fill="#000000")
            sheets.append(sheet_of(Scene(scene.width, scene.height, (shape,))))
    if not sheets:
        return
    import pypdfium2
    from PIL import ImageOps

    document = pypdfium2.PdfDocument(render_pdf(sheets, PdfInfo("")))
    try:
        number = 0
        for scene, outline in faces:
            size = (width, max(1, round(width * scene.height / scene.width)))
            image = _image(document[number], size)
            if outline:
                number += 1
                image.putalpha(ImageOps.invert(_image(document[number], size).convert("L")))
            number += 1
            yield image
    finally:
        document.close()


def png_of(image: Any) -> bytes:
    """Return pixels as a PNG file."""
    return _file(image, 0, "png", QUALITY)


def pixels(width: float, height: float, dpi: float) -> tuple[int, int]:
    """Return the width and height of a drawing in pixels. Raises PictureTooLarge if there are too many."""
    across, down = (max(1, round(side / MM_PER_INCH * dpi)) for side in (width, height))
    if across * down > MOST_PIXELS:
        raise PictureTooLarge(f"{width:g} × {height:g} mm at {dpi:g} dpi has {across} × {down} pixels: too many")
    return across, down


def _image(page: Any, size: tuple[int, int]) -> Any:
    """Return the page, stretched by less than a pixel to a whole number of pixels."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    bitmap = pypdfium2.PdfBitmap.new_native(*size, pdfium.FPDFBitmap_BGR)
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, *size, 0xFFFFFFFF)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, *size, 0, 0)
    image = bitmap.to_pil()  # an RGB copy, so that the bitmap can be closed
    bitmap.close()
    return image


def _file(image: Any, dpi: float, form: Form, quality: int) -> bytes:
    out = BytesIO()
    if form == "png":
        from PIL.PngImagePlugin import PngInfo

        colours = PngInfo()
        colours.add(b"sRGB", b"\0")  # perceptual; a program that converts to inks need not guess
        image.save(out, "PNG", compress_level=6, pnginfo=colours, **({"dpi": (dpi, dpi)} if dpi else {}))
    else:
        image.save(out, "JPEG", dpi=(dpi, dpi), quality=quality, subsampling=0)
    return out.getvalue()


# Shadows as pictures.

Shaded = TypeVar("Shaded", Sheet, Scene)


def shaded(drawings: Sequence[Shaded]) -> tuple[Sequence[Shaded], Survey]:
    """Return the drawings with shadows as pictures, and their survey; shared items remain shared."""
    return with_shadows(drawings, _alone)


def _alone(sheet: Sheet) -> bytes:
    return render_pdf((sheet,), PdfInfo(""))


# Sheets below each other as one PNG.


def strip(sheet: Sheet, dpi: float) -> Any:
    """Return the pixels of a sheet rendered separately, so that they depend only on its `fingerprint`."""
    (image,) = images(render_pdf((sheet,), PdfInfo("")), dpi)
    return image


def stacked(strips: Sequence[Any], dpi: float) -> bytes:
    """Return the strips as one PNG, from top to bottom."""
    from PIL import Image

    width, height = max(each.width for each in strips), sum(each.height for each in strips)
    whole = Image.new("RGB", (width, height))
    top = 0
    for each in strips:
        whole.paste(each, (0, top))
        top += each.height
    return _file(whole, dpi, "png", QUALITY)


def fingerprint(sheet: Sheet) -> str:
    """Return a digest of everything that a back end reads of a sheet, including the identity of shared items."""
    written = BytesIO()
    pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = {Bitmap: _by_name, Origin: _unseen}
    pickler.dump(sheet)
    return hashlib.sha256(written.getbuffer()).hexdigest()


def _by_name(bitmap: Bitmap) -> tuple[type[str], tuple[str]]:
    return str, (f"{bitmap.digest} {bitmap.form} {bitmap.width} {bitmap.height} {bitmap.channels}",)


def _unseen(_origin: Origin) -> tuple[type[None], tuple[()]]:
    """Omit the origin of an item, which is not drawn."""
    return type(None), ()
