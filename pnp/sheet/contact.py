"""The contact sheet: every face small, in strips from the top down, with what is wrong beside it.

A strip is a sheet of its own, as wide as the others: what has not changed need not be rendered again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.items import Rect
from pnp.scene.text import HOUSE_FALLBACK
from pnp.scene.typeset import typeset
from pnp.sheet.contact_marks import STRONG, WORDS, Mark, chip, many, shortened
from pnp.sheet.contact_panels import GAP, INNER, MARGIN, PIXELS, WIDTH, Panel, Shot, panel_strips, strip
from pnp.sheet.style import HOUSE
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.fonts import Family
    from pnp.scene.items import Colour, Item
    from pnp.scene.sheet import Sheet
    from pnp.scene.typeset import Block

__all__ = ["DPI", "WIDTH", "Mark", "Panel", "Remark", "Shot", "contact_sheet", "many", "shortened"]

DPI = PIXELS * MM_PER_INCH
"""How fine a contact sheet is."""

LINE = 5.5
"""The height of a remark."""

PLATE = 7.0
"""The height of a count on its plate."""

GOOD = "#2F6B4F"


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong, under its number: the place and the words."""

    mark: Mark
    place: str
    words: str


def contact_sheet(
    title: str,
    errors: int,
    warnings: int,
    remarks: Sequence[Remark],
    panels: Sequence[Panel],
    fallback: tuple[str | Family, ...] = HOUSE_FALLBACK,
) -> tuple[Sheet, ...]:
    """The strips of a contact sheet: the head with the counts and the remarks, then every panel, row by row."""
    return (_head(title, errors, warnings, remarks, fallback), *panel_strips(panels))


def _head(
    title: str, errors: int, warnings: int, remarks: Sequence[Remark], fallback: tuple[str | Family, ...]
) -> Sheet:
    items: list[Item] = []
    x = WIDTH - MARGIN
    for block, ground in reversed(tuple(_counts(errors, warnings))):
        x -= block.width + 4.0
        items.append(Rect(x, MARGIN + 2.0, block.width + 4.0, PLATE, 1.6, ground))
        items.append(block.at(x + 2.0, MARGIN + 2.0 + (PLATE - block.height) / 2))
        x -= 2.0
    name = shortened(title, replace(HOUSE.titles, fallback=fallback), x - MARGIN - GAP)
    items.append(name.at(MARGIN, MARGIN))
    y = MARGIN + name.height + 4.0
    for remark in remarks:
        items.extend(_remark(remark, y, fallback))
        y += LINE
    return strip(items, y + 3.0)


def _counts(errors: int, warnings: int) -> Iterator[tuple[Block, Colour]]:
    """What was found, each in the colour of its weight."""
    style = replace(STRONG, size=12.0, leading=14.0)
    if errors:
        yield typeset(many(errors, "error"), replace(style, colour=HOUSE.paper)), HOUSE.alarm
    if warnings:
        yield typeset(many(warnings, "warning"), replace(style, colour=HOUSE.ink)), HOUSE.accent
    if not (errors or warnings):
        yield typeset("no findings", replace(style, colour=HOUSE.paper)), GOOD


def _remark(remark: Remark, y: float, fallback: tuple[str | Family, ...]) -> Iterator[Item]:
    number, width = chip(remark.mark, MARGIN, y + 0.4)
    yield from number
    x = MARGIN + max(width, 7.0) + 2.0
    place = shortened(remark.place, replace(STRONG, fallback=fallback), INNER / 3)
    yield place.at(x, y + (LINE - place.height) / 2)
    x += place.width + 2.0
    words = shortened(remark.words, replace(WORDS, fallback=fallback), WIDTH - MARGIN - x)
    yield words.at(x, y + (LINE - words.height) / 2)
