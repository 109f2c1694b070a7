"""Letters as shapes, for those who print and do not want fonts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from pnp.render.inks import BLACK
from pnp.scene.fonts import named
from pnp.scene.items import Ellipse, Group, Item, Path, Picture, Rect, Text
from pnp.units import MM_PER_POINT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.sheet import Sheet

Glyph = tuple[Item, ...]

NEARLY_BLACK = "#010101"
"""What black letters are filled with: one shade off the black of areas, which may be printed with several inks."""


def outlined(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """The sheets with every text as the outlines of its glyphs; what was shared is shared still."""
    letterer = _Letterer()
    return tuple(replace(sheet, items=letterer.items(sheet.items)) for sheet in sheets)


class _Letterer:
    """Makes shapes of letters, of the same items the same."""

    def __init__(self) -> None:
        self._done: dict[int, tuple[tuple[Item, ...], tuple[Item, ...]]] = {}
        self._glyphs: dict[tuple[str, str, str], Glyph] = {}

    def items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """The items without text; those they come of are kept, so that none takes the place of another in memory."""
        if id(items) not in self._done:
            self._done[id(items)] = items, tuple(map(self._item, items))
        return self._done[id(items)][1]

    def _item(self, item: Item) -> Item:
        match item:
            case Text():
                return Group(tuple(self._letters(item)))
            case Group():
                return replace(item, items=self.items(item.items))
            case Rect() | Ellipse() | Path() | Picture():
                return item
            case _:
                assert_never(item)

    def _letters(self, text: Text) -> Iterator[Group]:
        face = named(text.font)
        scale = text.size * MM_PER_POINT / face.units
        x = text.x
        for char in text.string:
            glyph = self._glyph(text.font, char, text.fill)
            if glyph:
                yield Group(glyph, (scale, 0.0, 0.0, scale, x, text.y))
            x += face.measure(char) * face.units * scale + text.tracking

    def _glyph(self, font: str, char: str, colour: str) -> Glyph:
        key = (font, char, colour)
        if key not in self._glyphs:
            outline = named(font).outline(char)
            self._glyphs[key] = (Path(outline, fill=NEARLY_BLACK if colour == BLACK else colour),) if outline else ()
        return self._glyphs[key]
