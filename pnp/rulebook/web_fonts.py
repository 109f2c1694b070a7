"""Fonts for a page that needs nothing from outside: each face cut down to the characters that the page uses."""

from __future__ import annotations

import base64
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from pnp.scene.fonts import face, face_of
from pnp.scene.text import HOUSE_FALLBACK

if TYPE_CHECKING:
    from pnp.scene.fonts import Face, Family

FACES = (
    ("Fira Sans", 400, False),
    ("Fira Sans", 400, True),
    ("Fira Sans", 700, False),
    ("Barlow Condensed", 700, False),
)
"""The faces of a page: family, weight, italics."""

LAYOUT = ("GDEF", "GPOS", "GSUB")
"""The tables of kerning and ligatures."""


FALLBACK = "pnp-fallback"
"""The family, in the page, of what the faces lack: such as the suits of cards."""


def font_rules(characters: frozenset[str], fallback: tuple[str | Family, ...] = HOUSE_FALLBACK) -> str:
    """The `@font-face` rules, with the fonts in them, of a page that uses these characters.

    What one of the faces lacks comes from the first of the `fallback` families that has it. These make one family of
    the page, each with its own range of characters.
    """
    rules = [_rule(name, face(name, weight, italic), characters) for name, weight, italic in FACES]
    own = [face(name, weight, italic) for name, weight, italic in FACES]
    lacking = frozenset(char for char in characters if not all(one.has(char) for one in own))
    for family in fallback:
        one = face_of(family)
        found = frozenset(filter(one.has, lacking))
        if found:
            rules.append(_rule(FALLBACK, one, found, _ranges(found)))
        lacking -= found
    return "".join(rules)


def _rule(family: str, one: Face, characters: frozenset[str], only: str = "") -> str:
    style, weight = ("italic" if one.italic else "normal"), one.weight
    data = base64.b64encode(_subset(one, characters)).decode("ascii")
    source = f'url("data:font/woff;base64,{data}") format("woff")'
    only = f";unicode-range:{only}" if only else ""
    return f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style}{only};src:{source}}}\n'


def _ranges(characters: frozenset[str]) -> str:
    """The characters as a value of `unicode-range`."""
    return ",".join(f"U+{ord(char):X}" for char in sorted(characters))


@lru_cache(maxsize=32)
def _subset(one: Face, characters: frozenset[str]) -> bytes:
    """The face with these characters alone and, as on our sheets, no kerning: a WOFF file, the same each time."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(hinting=False, name_IDs=[1, 2], notdef_outline=True)
    with TTFont(one.file, recalcBBoxes=False, recalcTimestamp=False, lazy=True) as font:
        for table in LAYOUT:
            if table in font:
                del font[table]  # reading it takes longer than all the rest
        if "OS/2" not in font:  # browsers refuse a font without this table; those of packs are made of outlines alone
            line = font["hhea"]
            FontBuilder(font=font).setupOS2(usWinAscent=max(line.ascent, 0), usWinDescent=max(-line.descent, 0))
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=sorted(map(ord, characters)))
        subsetter.subset(font)
        font.flavor = "woff"
        written = BytesIO()
        font.save(written)
    return written.getvalue()
