"""Sheets to one PDF: pages with their boxes, fonts embedded and subset, bookmarks, page labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.records import dataclass
from pnp.render import engine
from pnp.render.embed import embed
from pnp.render.inks import Inks, Rgb
from pnp.render.operators import Painter, matrix
from pnp.scene.extent import MITRE, SPIKE, own_bounds
from pnp.scene.fonts import face
from pnp.scene.items import Group, Picture, Text
from pnp.scene.numbers import LIMIT, num
from pnp.scene.same import Same
from pnp.scene.sharing import Survey, weighs
from pnp.units import POINTS_PER_MM, points

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pnp.scene.items import Bitmap, Item
    from pnp.scene.sheet import Anchor, Box, Sheet

WORTH_A_FORM = 8
"""How much must be drawn again for it to be written apart: a form costs about as much as a few lines."""

MARGIN = 0.5
"""How far a form's box stands off the ink, so that no reader cuts an edge."""


@dataclass(frozen=True, slots=True)
class PdfInfo:
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
    engine.configure()
    inks = inks or Rgb()
    again, fonts, bitmaps = _surveyed(sheets)
    first = next(iter(fonts), None) or face("Arimo").name
    for font in fonts or (first,):
        engine.register(font)
    canvas = engine.canvas(first, info.language)
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
