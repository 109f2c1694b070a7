"""The rules as a page: can everybody use it, does it fit narrow screens, and does it print?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2

from pnp.sheet.options import PAPERS, Paper

from . import axe
from .chromium import Page, address

SCREENS = ((1280, 900), (320, 640))
"""Pixels: a desk, and the narrowest screen that pages must fit."""

EDGE = 5.0
"""Millimetres along the edges of the paper that printers leave white."""

_HEADS = "[...document.querySelectorAll('h2, h3, caption, thead tr')].map(each => each.innerText)"

_ENTRIES = "[...document.querySelectorAll('.index li')].map(each => each.innerText)"


def faults(page: Page, html: Path, script: str, pdf: Path) -> Iterator[str]:
    """What is wrong with the page on screens and, in `pdf`, on papers."""
    for width, height in SCREENS:
        page.size(width, height)
        page.open(address(html))
        yield from (f"{width} pixels wide: {fault}" for fault in axe.faults(page, script))
        if page.run("document.scrollingElement.scrollWidth > innerWidth"):
            yield f"{width} pixels wide: it has to be scrolled sideways"
    for name in ("a4", "letter"):
        paper = PAPERS[name]
        inches = {"paperWidth": paper.width / 25.4, "paperHeight": paper.height / 25.4}
        content = page.print(preferCSSPageSize=True, **inches)
        pdf.with_name(f"{pdf.stem}-{name}.pdf").write_bytes(content)
        yield from (f"on {name}: {fault}" for fault in _printed(page, content, paper))


def _printed(page: Page, content: bytes, paper: Paper) -> Iterator[str]:
    """What is wrong on paper: words that are lost or cut off, heads that are left alone at the foot of a page."""
    wanted = page.run("[...document.querySelectorAll('header, main, footer')].map(e => e.innerText).join(' ')")
    heads, entries = ({_letters(words) for words in page.run(script)} for script in (_HEADS, _ENTRIES))
    found = ""
    for number, sheet in enumerate(pypdfium2.PdfDocument(content), 1):
        text = sheet.get_textpage()
        width, height = (side / 72 * 25.4 for side in sheet.get_size())
        if sorted((round(width), round(height))) != sorted((round(paper.width), round(paper.height))):
            yield f"page {number} is {width:.0f} × {height:.0f} mm"
        boxes = [text.get_rect(index) for index in range(text.count_rects())]
        if any(min(left, bottom) / 72 * 25.4 < EDGE for left, bottom, _, _ in boxes) or any(
            right / 72 * 25.4 > width - EDGE or top / 72 * 25.4 > height - EDGE for _, _, right, top in boxes
        ):
            yield f"page {number} has words where printers leave the paper white"
        lines = text.get_text_range().split("\r\n")
        in_index = len(lines) > 1 and _letters(lines[-2]) in entries
        if _letters(lines[-1]) in heads and not in_index:
            yield f"page {number} ends with the head '{lines[-1]}'"
        found += _letters("".join(lines))
    missing = sorted(word for word in set(wanted.split()) if _letters(word) not in found)
    if missing:
        yield f"words that are not there: {', '.join(missing[:5])}"


def _letters(words: str) -> str:
    return re.sub(r"[\s\x02\xad\ufffe-]", "", words).casefold()
