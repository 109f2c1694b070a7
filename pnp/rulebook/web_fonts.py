"""Fonts for a page that needs nothing from outside: each face cut down to the characters that the page uses."""

from __future__ import annotations

import base64
import struct
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.rulebook.woff import woff
from pnp.scene.fonts import face
from pnp.scene.subset import cut_down

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


def font_rules(characters: frozenset[str]) -> str:
    """The `@font-face` rules, with the fonts in them, of a page that uses these characters."""
    rules = [_rule(family, weight, italic, characters) for family, weight, italic in FACES]
    body = face("Fira Sans")
    lacking = frozenset(char for char in characters if not body.has(char))
    return "".join((*rules, _rule(FALLBACK, 400, False, lacking) if lacking else ""))


def _rule(family: str, weight: int, italic: bool, characters: frozenset[str]) -> str:
    """The rule of one face; none where its file takes a closer look: the page then shows in a font of its reader's."""
    style = "italic" if italic else "normal"
    tables = _subset(face(family, weight, italic), characters)
    if tables is None:
        return ""
    data = base64.b64encode(woff(tables)).decode("ascii")
    source = f'url("data:font/woff;base64,{data}") format("woff")'
    return f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};src:{source}}}\n'


def _subset(one: Face, characters: frozenset[str]) -> dict[str, bytes] | None:
    with suppress(OSError, IndexError, ValueError, struct.error):
        return cut_down(Path(one.path).read_bytes(), characters)
    return None
