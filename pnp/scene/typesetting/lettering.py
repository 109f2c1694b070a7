"""Printed texts with characters that do not print as they are written: scripts and fonts do not have them."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.scene.typesetting.fonts import FontError
from pnp.scene.typesetting.line_breaking import paragraph
from pnp.scene.typesetting.text import Run, TextStyle

# Scripts that can be printed.
#
# Text is set character by character from left to right. That is right for alphabets and ideographs. It is wrong for
# scripts that run from right to left, and for scripts whose letters join, stack or change places.

SET = frozenset(
    (
        "Zyyy", "Zinh", "Zzzz", "Latn", "Grek", "Cyrl", "Armn", "Geor", "Copt", "Goth", "Glag", "Ital",
        "Ogam", "Runr", "Cher", "Cans", "Ethi", "Tfng", "Olck", "Osge", "Elba", "Lisu", "Vaii", "Dsrt",
        "Shaw", "Osma", "Brai", "Linb", "Ugar", "Xpeo", "Xsux", "Hani", "Hira", "Kana", "Bopo", "Hang",
        "Yiii",
    )
)  # fmt: skip
"""The ISO 15924 codes of scripts that print correctly character by character from left to right.

An unknown script counts as one that needs shaping: a finding is better than a wrong print.
"""

_SUSPECT = re.compile(
    "[\u0590-\u1dff\u2d30-\u2d7f\ua4d0-\uabff\ud7b0-\ud7ff\ufb1d-\ufdff\ufe70-\ufefe\U00010000-\U0010ffff]"
)
"""The ranges of all scripts except Latin, Greek, Cyrillic and those of East Asia; a fast first test."""

_OLD_HANGUL = re.compile("[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]")
"""Parts of Korean syllables that NFC did not compose."""


def unsupported(text: str) -> tuple[str, ...]:
    """Return the names of the scripts in the text that pnp cannot print, in order of first appearance."""
    if text.isascii() or not _SUSPECT.search(text):
        return ()
    names = {name: None for char in unicodedata.normalize("NFC", text) if (name := _unsupported(char))}
    return tuple(names)


def prints_as_written(text: str, missing: Sequence[str], strays: Sequence[str]) -> bool:
    """Whether no character of a text is missing or has a stray mark, and none is of an unsupported script."""
    return not (missing or strays or unsupported(text))


def runs_left(text: str) -> bool:
    """Whether the text has letters of a right-to-left script."""
    return not text.isascii() and any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def script_of(char: str) -> str:
    """Return the name of the character's script, such as `Han`; empty for characters that all scripts share."""
    from fontTools.unicodedata import script, script_name  # slow; not needed for Latin text

    code = script(char)
    return "" if code in ("Zyyy", "Zinh", "Zzzz") else script_name(code)


def by_script(chars: Iterable[str]) -> dict[str, list[str]]:
    """Return the characters by the names of their scripts, each once."""
    groups: dict[str, list[str]] = {}
    for char in dict.fromkeys(chars):
        groups.setdefault(script_of(char), []).append(char)
    return groups


@cache
def _unsupported(char: str) -> str:
    """Return the name of the character's script if pnp cannot print it, else an empty text."""
    if not _SUSPECT.match(char):
        return ""
    from fontTools.unicodedata import script, script_name

    code = script(char)
    if _OLD_HANGUL.match(char):
        return "Old Hangul"
    if unicodedata.bidirectional(char) in ("R", "AL"):
        return script_name(code, default="") if code not in ("Zyyy", "Zinh", "Zzzz") else "right-to-left"
    return "" if code in SET else script_name(code, default=code)


# Texts, and what does not fit around them.


class PrintedText(Struct, frozen=True):
    """A printed text with its source, and its errors of lettering.

    `missing` are characters that no font has, `strays` those whose marks are drawn in the wrong place. A text of a face
    has its `layer`, with its name, and its `row`.
    """

    span: Span
    text: str
    missing: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()
    layer: Span | None = None
    layer_name: str = ""
    row: str = ""

    @property
    def prints(self) -> bool:
        """Whether it prints as it is written."""
        return prints_as_written(self.text, self.missing, self.strays)


class CrowdedLabel(Struct, frozen=True):
    """A label of a map that overlaps something else; `over` names that. `hint` is the fix."""

    span: Span
    label: str
    over: str
    hint: str = "shorten it, move the place, or print the map larger"


class CrowdedRoad(Struct, frozen=True):
    """A road of a map whose spaces do not fit, as a message without the map's name, and a hint."""

    span: Span
    message: str
    hint: str = "move a place, bend the road with via, print the map larger, or draw smaller spaces (tracks)"


class CrowdedSlots(Struct, frozen=True):
    """Areas of a map whose slots or marks do not fit, as a message without the map's name, at the first of them."""

    span: Span
    message: str


class Lettering(Struct, frozen=True):
    """Texts that are reported together: those of a component, a map, a rulebook or the sheets of a game.

    `name` ends a message, such as `on the map 'harbour'`. `labels` is the number of labels compared on a map at one
    size, `crowded` those that overlap something, `roads` and `slots` what is wrong with the spaces of roads and the
    slots of areas at that size.
    """

    name: str
    texts: tuple[PrintedText, ...]
    labels: int = 0
    crowded: tuple[CrowdedLabel, ...] = ()
    roads: tuple[CrowdedRoad, ...] = ()
    slots: tuple[CrowdedSlots, ...] = ()


def printed(text: str, span: Span, style: TextStyle) -> PrintedText:
    """Return the text as it prints in a style. A missing family is not reported here but by the check of fonts."""
    if text.isascii():
        return PrintedText(span, text)
    try:
        cut = paragraph((Run(text),), style)
    except FontError:
        return PrintedText(span, text)
    return PrintedText(span, text, cut.missing, cut.strays)
