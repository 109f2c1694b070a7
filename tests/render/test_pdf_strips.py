"""Sheets one below the other, and by what each is known."""

from __future__ import annotations

from io import BytesIO

from msgspec.structs import replace
from PIL import Image

from pnp.diagnostics import Span
from pnp.render.pdf import fingerprint, stacked, strip
from pnp.scene.items import Bitmap, Group, Item, Origin, Picture, Rect
from pnp.scene.parts import Box, Sheet

PAPER = Box(0.0, 0.0, 20.0, 10.0)
SHEET = Sheet(20.0, 10.0, (Rect(0.0, 0.0, 20.0, 10.0, fill="#FF0000"),), PAPER, PAPER)
BLUE = replace(SHEET, items=(Rect(0.0, 0.0, 20.0, 10.0, fill="#0000FF"),))
DPI = 25.4


def test_sheets_stand_one_below_the_other() -> None:
    picture = Image.open(BytesIO(stacked([strip(SHEET, DPI), strip(BLUE, DPI)], DPI)))
    assert picture.size == (20, 20)
    assert [picture.getpixel((10, y)) for y in (2, 17)] == [(255, 0, 0), (0, 0, 255)]


def grouped(*items: Item, origin: Origin | None = None) -> Sheet:
    return replace(SHEET, items=(Group(items, origin=origin),))


def test_where_an_item_comes_from_is_not_drawn() -> None:
    here, there = (grouped(*SHEET.items, origin=Origin(Span("card.yaml", line), "Pier")) for line in (1, 2))
    assert fingerprint(here) == fingerprint(there)


def test_all_else_is() -> None:
    shape = Rect(0.0, 0.0, 4.0, 4.0, fill="#FF0000")
    pixels = Bitmap("digest", "png", 1, 1, 3, b"not looked at")
    drawings = [
        SHEET,
        BLUE,
        replace(SHEET, height=11.0),
        grouped(shape),
        grouped(replace(shape, radius=1.0)),
        grouped(shape, shape),
        grouped(Picture(0.0, 0.0, 4.0, 4.0, pixels)),
        grouped(Picture(0.0, 0.0, 4.0, 4.0, replace(pixels, digest="another"))),
    ]
    assert len({fingerprint(each) for each in drawings}) == len(drawings)


def test_what_is_one_and_the_same_differs_from_what_is_alike() -> None:
    shared, alike = (Rect(0.0, 0.0, 4.0, 4.0),), (Rect(0.0, 0.0, 4.0, 4.0),)
    once = replace(SHEET, items=(Group(shared), Group(shared)))
    twice = replace(SHEET, items=(Group(shared), Group(alike)))
    assert once == twice
    assert fingerprint(once) != fingerprint(twice), "a back end writes the first but once"
