"""Fonts for a page that needs nothing from outside: each face cut down to the characters that the page uses."""

from __future__ import annotations

import base64
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from pnp.scene.fonts import face

if TYPE_CHECKING:
    from pnp.scene.fonts import Face

FACES = (
    ("Fira Sans", 400, False),
    ("Fira Sans", 400, True),
    ("Fira Sans", 700, False),
    ("Barlow Condensed", 700, False),
)
"""The faces of a page: family, weight, italics."""

FALLBACK = "Arimo"
"""The family of what the others lack, such as the suits of cards."""

LAYOUT = ("GDEF", "GPOS", "GSUB")
"""The tables of kerning and ligatures."""


def font_rules(characters: frozenset[str]) -> str:
    """The `@font-face` rules, with the fonts in them, of a page that uses these characters."""
    rules = [_rule(family, weight, italic, characters) for family, weight, italic in FACES]
    body = face("Fira Sans")
    lacking = frozenset(char for char in characters if not body.has(char))
    return "".join((*rules, _rule(FALLBACK, 400, False, lacking) if lacking else ""))


def _rule(family: str, weight: int, italic: bool, characters: frozenset[str]) -> str:
    style = "italic" if italic else "normal"
    data = base64.b64encode(_subset(face(family, weight, italic), characters)).decode("ascii")
    source = f'url("data:font/woff;base64,{data}") format("woff")'
    return f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};src:{source}}}\n'


@lru_cache(maxsize=32)
def _subset(one: Face, characters: frozenset[str]) -> bytes:
    """The face with these characters alone and, as on our sheets, no kerning: a WOFF file, the same each time."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(hinting=False, name_IDs=[1, 2], notdef_outline=True)
    with TTFont(one.path, recalcBBoxes=False, recalcTimestamp=False, lazy=True) as font:
        for table in LAYOUT:
            if table in font:
                del font[table]  # reading it takes longer than all the rest
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=sorted(map(ord, characters)))
        subsetter.subset(font)
        font.flavor = "woff"
        written = BytesIO()
        font.save(written)
    return written.getvalue()
