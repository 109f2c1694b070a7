"""What every PDF must be: sound, its fonts within, its boxes true, described, and listed in its outline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

import pikepdf

from pnp.scene.parts import Box, Sheet
from pnp.units import points

CLOSE = 0.01
"""Points that a box may be off."""


def faults(content: bytes, sheets: Sequence[Sheet]) -> Iterator[str]:
    """What is wrong with the PDF that was made of the sheets."""
    with pikepdf.open(BytesIO(content)) as pdf:
        yield from map(str, pdf.check_pdf_syntax())
        yield from map(str, pdf.get_warnings())
        yield from _description(pdf)
        yield from _outline(pdf)
        if len(pdf.pages) != len(sheets):
            yield f"{len(pdf.pages)} pages for {len(sheets)} sheets"
        for number, (page, sheet) in enumerate(zip(pdf.pages, sheets, strict=False), 1):
            yield from (f"page {number}: {fault}" for fault in _boxes(page, sheet))
        for each in pdf.objects:
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/Font":
                yield from _font(each)


def _description(pdf: pikepdf.Pdf) -> Iterator[str]:
    root = pdf.Root
    if not str(pdf.docinfo.get("/Title", "")).strip():
        yield "no title"
    if not str(root.get("/Lang", "")):
        yield "no language"
    if not root.get("/ViewerPreferences", pikepdf.Dictionary()).get("/DisplayDocTitle"):
        yield "the reader's window shows the name of the file"
    if root.get("/MarkInfo", pikepdf.Dictionary()).get("/Marked") and "/StructTreeRoot" not in root:
        yield "said to be tagged, and is not"
    if "/OpenAction" in root or "/AA" in root or "/JavaScript" in root.get("/Names", pikepdf.Dictionary()):
        yield "does something when it is opened"


def _outline(pdf: pikepdf.Pdf) -> Iterator[str]:
    with pdf.open_outline() as outline:
        entries = list(_entries(outline.root))
    names = {str(key): value for key, value in _destinations(pdf)}
    pages: dict[Any, int] = {page.objgen: number for number, page in enumerate(pdf.pages)}
    found = []
    for entry in entries:
        destination = entry.destination
        if isinstance(destination, (str, pikepdf.String, pikepdf.Name)):
            destination = names.get(str(destination))
        target = destination[0] if isinstance(destination, pikepdf.Array) and len(destination) else None
        if target is None or target.objgen not in pages:
            yield f"bookmark '{entry.title}' leads nowhere"
        else:
            found.append(pages[target.objgen])
        if not entry.title.strip():
            yield "a bookmark without words"
    if not entries:
        yield "no bookmarks"
    elif found != sorted(found):
        yield "bookmarks out of order"


def _entries(items: Sequence[Any]) -> Iterator[Any]:
    for item in items:
        yield item
        yield from _entries(item.children)


def _destinations(pdf: pikepdf.Pdf) -> Iterator[tuple[Any, Any]]:
    yield from pdf.Root.get("/Dests", {}).items()
    if "/Dests" in pdf.Root.get("/Names", {}):
        yield from pikepdf.NameTree(pdf.Root.Names.Dests).items()


def _boxes(page: pikepdf.Page, sheet: Sheet) -> Iterator[str]:
    whole = Box(0.0, 0.0, sheet.width, sheet.height)
    for name, box in (("Media", whole), ("Crop", whole), ("Bleed", sheet.bleed), ("Trim", sheet.trim)):
        sides = box.x, sheet.height - box.y - box.height, box.x + box.width, sheet.height - box.y
        written = page.obj.get(f"/{name}Box")
        if written is None:
            yield f"no {name}Box"
        elif any(abs(float(side) - points(at)) > CLOSE for side, at in zip(written, sides, strict=True)):
            yield f"{name}Box is {list(map(float, written))}"
    outer, inner = sheet.bleed, sheet.trim
    if not (_within(whole, outer) and _within(outer, inner)):
        yield "trim, bleed and paper do not lie in one another"


def _within(outer: Box, inner: Box) -> bool:
    return (
        outer.x <= inner.x + CLOSE
        and outer.y <= inner.y + CLOSE
        and inner.x + inner.width <= outer.x + outer.width + CLOSE
        and inner.y + inner.height <= outer.y + outer.height + CLOSE
    )


def _font(font: pikepdf.Object) -> Iterator[str]:
    name = str(font.get("/BaseFont", "a font without a name"))
    if font.get("/Subtype") != "/TrueType":
        yield f"{name} is a {font.get('/Subtype')}"
    if "/FontFile2" not in font.get("/FontDescriptor", {}):
        yield f"{name} is not embedded"
    if not (name[1:7].isupper() and name[7:8] == "+"):
        yield f"{name} is not a subset"
    if "/ToUnicode" not in font:
        yield f"{name} can't be read back"
