"""Letters as shapes look like the letters they were."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from pnp.render.inks import NEARLY_BLACK, outlined
from pnp.render.pdf import render_pdf, render_png
from pnp.render.prepress import PdfInfo
from pnp.scene.extent import bounds
from pnp.scene.items import Group, Path, Rect, Scene, Text
from pnp.scene.parts import sheet_of
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset


@pytest.mark.slow
def test_outlined_sheets_look_the_same_and_have_no_text(specimen: Scene) -> None:
    sheet = sheet_of(specimen)
    (shapes,) = outlined([sheet])
    pdf = render_pdf([shapes], PdfInfo("t"))
    assert pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range().strip() == ""
    plain, drawn = (Image.open(BytesIO(render_png(each, 100))).convert("L") for each in (sheet, shapes))
    assert ImageStat.Stat(ImageChops.difference(plain, drawn)).mean[0] < 0.7  # letters are hinted, shapes are not


def test_the_word_of_an_icon_brings_no_font_among_outlines() -> None:
    word = typeset("coin", TextStyle("Fira Sans", 9, "#1E2328")).items[0]
    assert isinstance(word, Text)
    (shapes,) = outlined([sheet_of(Scene(20, 20, (Group((Rect(2, 2, 5, 5, fill="#404040"),), alt=word),)))])
    pdf = pypdfium2.PdfDocument(render_pdf([shapes], PdfInfo("t")))
    assert pdf[0].get_textpage().get_text_range().strip() == ""


def test_what_is_shared_is_shared_still() -> None:
    tree = typeset("Elm", TextStyle("Fira Sans", 9, "#1E2328")).items
    sheet = sheet_of(Scene(50, 50, (Group(tree), Group(tree, (1, 0, 0, 1, 5, 5)))))
    one, two = outlined([sheet, sheet])
    assert one.items is two.items
    (page,) = one.items
    assert isinstance(page, Group)
    first, second = page.items
    assert isinstance(first, Group)
    assert isinstance(second, Group)
    assert first.items is second.items


def test_tracking_moves_the_outlines_too() -> None:
    block = typeset("Pier", TextStyle("Fira Sans", 20, "#000000", tracking=0.2))
    sheet = sheet_of(Scene(80, 20, block.items))
    (shapes,) = outlined([sheet])
    before, after = bounds(sheet.items), bounds(shapes.items)
    assert before
    assert after
    assert (after.left, after.right) == pytest.approx((before.left, before.right), abs=0.6)
    assert _fills(shapes.items) == {NEARLY_BLACK}


def _fills(items: tuple[object, ...]) -> set[str | None]:
    found: set[str | None] = set()
    for item in items:
        if isinstance(item, Group):
            found |= _fills(item.items)
        elif isinstance(item, Path):
            found.add(item.fill)
    return found
