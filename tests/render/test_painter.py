from __future__ import annotations

import re
from io import BytesIO

import pikepdf
import pypdfium2

from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.scene.items import IDENTITY, Group, Item, Rect, Stroke, Text
from pnp.scene.parts import Box, Sheet
from pnp.scene.typesetting.fonts import face

PAGE = Box(0, 0, 210, 297)
STROKE = Stroke("#000000", 0.3)


def printed(*items: Item) -> bytes:
    return render_pdf([Sheet(210, 297, items, PAGE, PAGE)], PdfInfo("Market"))


def content(pdf: bytes) -> str:
    with pikepdf.open(BytesIO(pdf)) as opened:
        return bytes(opened.pages[0].Contents.read_bytes()).decode("latin-1")


def run(text: str, y: float, size: float = 12) -> Text:
    return Text(10, y, text, face("Fira Sans").name, size, "#000000", 100)


def test_more_glyphs_than_one_subset_holds_are_read_back() -> None:
    known = "".join(chr(code) for code in range(0xA1, 0x250) if face("Fira Sans").has(chr(code)) and code != 0xAD)
    assert len(known) > 300
    lines = [known[start : start + 40] for start in range(0, len(known), 40)]
    pdf = printed(*(run(line, 20.0 + 8 * row, 8) for row, line in enumerate(lines)), run("Pier", 250))
    words = str(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range()).split()
    assert words == [*lines, "Pier"]


def test_a_font_is_set_where_it_changes_and_no_more() -> None:
    written = content(printed(run("Market", 20), run("Church", 30), run("Pier", 40, 9)))
    assert written.count(" Tf") == 2


def test_what_stands_again_looks_as_it_did_whatever_was_painted_between() -> None:
    stamp: tuple[Item, ...] = (Rect(0, 0, 5, 5, 0, "#FF0000", STROKE), run("Market", 20))
    moved = [Group(stamp, (1.0, 0.0, 0.0, 1.0, x, 0.0)) for x in (10.0, 20.0)]
    other = Rect(90, 90, 5, 5, 0, "#0000FF", Stroke("#00FF00", 1.0))
    together = content(printed(other, *moved, other, Group(stamp), Group(stamp, IDENTITY), other))
    apart = content(printed(other, *(Group((*stamp,), it.transform) for it in moved), other, *stamp, *stamp, other))
    plain = [re.sub(r"\s+", " ", text) for text in (together, apart)]
    assert plain[0] == plain[1]
