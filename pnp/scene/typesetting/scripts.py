"""Scripts that can be printed.

Text is set character by character from left to right. That is right for alphabets and ideographs. It is wrong for
scripts that run from right to left, and for scripts whose letters join, stack or change places.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

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

# Line breaks between ideographs by UAX #14, rules LB13 and LB15 to LB21. No line begins with closing punctuation, a
# small kana or an iteration or length mark; none ends with opening punctuation.
IDEOGRAPHS = (
    "\u2e80-\u2fdf\u3000-\u30ff\u3105-\u312f\u3190-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uf900-\ufaff\ufe30-\ufe4f"
    "\uff00-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003fffd"
)
"""Ranges of characters between which a line may be broken: ideographs, kana, bopomofo, Yi, and their punctuation."""

_NO_START = (
    "!%),.:;?\\]}»’”‥…‰′″℃、。々〉》」』】〕〗〙〛〜〞〟〻ぁぃぅぇぉっゃゅょゎゕゖ゛゜ゝゞ゠ァィゥェォッャュョヮヵヶ・ーヽヾ"
    "ㇰ-ㇿ︰-︴︶︸︺︼︾﹀﹂﹄！％），．：；？］｝｠｡｣､･ｧ-ｰﾞﾟ\u0300-\u036f\u3099\u309a"
)
_NO_END = "$(\\[{£¥«‘“〈《「『【〔〖〘〚〝︵︷︹︻︽︿﹁﹃＄（［｛｟｢￡￥"


def broken_freely(text: str) -> list[str]:
    """Return text without blanks, split wherever a line may end next to an ideograph."""
    return [text] if text.isascii() else _places().split(text)


@cache
def _places() -> re.Pattern[str]:
    """Return the pattern of line breaks next to ideographs; compiled on demand because that takes milliseconds."""
    return re.compile(
        rf"(?:(?<=[{IDEOGRAPHS}])(?<![{_NO_END}])(?![{_NO_START}])(?=.))"
        rf"|(?:(?<=[^{_NO_END}])(?=[{IDEOGRAPHS}])(?![{_NO_START}]))"
    )


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
