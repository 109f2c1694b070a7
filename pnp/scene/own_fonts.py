"""Fonts that packs bring, put together anew of what is drawn of them: nothing else of a stranger's file goes on.

What goes on are outlines, widths, and which character is which; no program, no name, no table that nobody asked for.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_POINTS, MOST_OF_A_GLYPH = 4_000_000, 20_000
"""Points of all outlines, and of one, those of the glyphs that it is made of among them."""

NAME = "own"
"""What every such font is called inside; who draws it names it anew."""

DEEPEST = 16
"""Glyphs made of glyphs."""


class FontBomb(Exception):
    """A font whose glyphs, made of each other, have points without end."""


def rebuilt(font: Any) -> bytes:
    """A file with the glyphs of `font`, an open one, and nothing else of it.

    Raises FontBomb, and whatever fontTools raises for what is damaged.
    """
    from fontTools.fontBuilder import FontBuilder

    order, glyphs, head, line = font.getGlyphOrder(), font["glyf"], font["head"], font["hhea"]
    outlines = {glyph: glyphs[glyph] for glyph in order}
    _hold_bounds(outlines)
    for outline in outlines.values():
        outline.removeHinting()
    builder = FontBuilder(head.unitsPerEm, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(font.getBestCmap() or {})
    builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics({glyph: font["hmtx"].metrics[glyph] for glyph in order})
    builder.setupHorizontalHeader(ascent=line.ascent, descent=line.descent)
    builder.setupNameTable({"psName": NAME, "familyName": NAME, "styleName": "Regular"}, mac=False)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    out = BytesIO()
    builder.save(out)
    _draw_all(out.getvalue(), order)
    return out.getvalue()


def _hold_bounds(outlines: Mapping[str, Any]) -> None:
    """Raises FontBomb where the outlines would have too many points, KeyError for one that is not there."""
    counted: dict[str, int] = {}

    def points(glyph: str, depth: int) -> int:
        if depth > DEEPEST:
            raise FontBomb
        if glyph not in counted:
            outline = outlines[glyph]
            parts = outline.components if outline.isComposite() else ()
            own = len(getattr(outline, "coordinates", ()))
            counted[glyph] = own + sum(points(part.glyphName, depth + 1) for part in parts)
            if counted[glyph] > MOST_OF_A_GLYPH:
                raise FontBomb
        return counted[glyph]

    if sum(points(glyph, 0) for glyph in outlines) > MOST_POINTS:
        raise FontBomb


def _draw_all(content: bytes, order: list[str]) -> None:
    """Draws every glyph once, to know that all of them can be drawn."""
    from fontTools.pens.basePen import NullPen
    from fontTools.ttLib import TTFont

    with TTFont(BytesIO(content), lazy=True) as font:
        glyphs = font.getGlyphSet()
        for number in range(len(order)):
            glyphs[font.getGlyphName(number)].draw(NullPen())
