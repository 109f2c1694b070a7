"""Quotes, dashes and dots as a printer sets them, from those that a keyboard has, by the rules of a language.

A backslash keeps the character after it as it is.
"""

from __future__ import annotations

import re

Quotes = tuple[str, str, str, str]
"""The marks that open and close a quotation, and one within it."""

_CURLED: Quotes = ("“", "”", "‘", "’")
_LOWERED: Quotes = ("„", "“", "‚", "‘")
_POINTED: Quotes = ("«", "»", "„", "“")

QUOTES: dict[str, Quotes] = {
    "en": _CURLED,
    "bg": _LOWERED,
    "cs": _LOWERED,
    "da": ("”", "”", "’", "’"),
    "de": _LOWERED,
    "es": ("«", "»", "“", "”"),
    "et": _LOWERED,
    "fi": ("”", "”", "’", "’"),
    "fr": ("«\u202f", "\u202f»", "“", "”"),
    "el": ("«", "»", "“", "”"),
    "hr": ("„", "”", "‚", "’"),
    "hu": ("„", "”", "»", "«"),
    "is": _LOWERED,
    "it": ("«", "»", "“", "”"),
    "lt": _LOWERED,
    "nb": ("«", "»", "‘", "’"),
    "nn": ("«", "»", "‘", "’"),
    "pl": ("„", "”", "«", "»"),
    "pt": ("“", "”", "‘", "’"),
    "ro": ("„", "”", "«", "»"),
    "ru": _POINTED,
    "sk": _LOWERED,
    "sl": _LOWERED,
    "sv": ("”", "”", "’", "’"),
    "uk": _POINTED,
}
"""The quotes of each language; those of English for one that is not here."""

APOSTROPHE, EN_DASH, EM_DASH, ELLIPSIS = "’", "–", "—", "…"

_MARK = re.compile(r"\\.|-{2,}|\.{3,}|[\"']", re.DOTALL)
_AFTER = re.compile(r"[^*]", re.DOTALL)
_OPENS_AFTER = frozenset(" \t\n\u00a0\u202f([{</–—-„“‚‘«")
_FRENCH_SPACE = re.compile(r" (?=[;:!?»])")


def typographic(text: str, language: str = "en") -> str:
    """The text with its straight quotes, double and triple hyphens and triple dots set as the language sets them.

    Asterisks of markup are looked through. What can't be told, such as the `"` of inches, stays.
    """
    code = language.partition("-")[0]
    setter = _Setter(text, QUOTES.get(code, _CURLED))
    made = _MARK.sub(setter.mark, text)
    return _FRENCH_SPACE.sub("\u202f", made) if code == "fr" else made


class _Setter:
    """Goes through one text, and knows which quotations are open."""

    def __init__(self, text: str, quotes: Quotes) -> None:
        self.text, self.quotes = text, quotes
        self.double = self.single = False
        self.opened_at = -1

    def mark(self, found: re.Match[str]) -> str:
        """What stands for one mark."""
        written = found[0]
        match written[0]:
            case "-":
                return {2: EN_DASH, 3: EM_DASH}.get(len(written), written)
            case ".":
                return ELLIPSIS if len(written) == 3 else written
            case '"':
                return self._double(*self._around(found))
            case "'":
                return self._single(*self._around(found))
            case _:
                return written

    def _double(self, before: str, after: str, at: int) -> str:
        if before in _OPENS_AFTER and not after.isspace():
            self.double, self.opened_at = True, at
            return self.quotes[0]
        if before.isdigit() and not self.double:
            return '"'
        self.double = False
        return self.quotes[1]

    def _single(self, before: str, after: str, at: int) -> str:
        if before in _OPENS_AFTER:
            if after.isdigit() or after.isspace():
                return APOSTROPHE
            self.single, self.opened_at = True, at
            return self.quotes[2]
        if self.single and not after.isalnum():
            self.single = False
            return self.quotes[3]
        return "'" if before.isdigit() and not after.isalnum() else APOSTROPHE

    def _around(self, found: re.Match[str]) -> tuple[str, str, int]:
        """The characters beside the mark, asterisks passed over, and where it ends.

        A blank stands for an end of the text, and for a quotation that has just been opened.
        """
        start, end = found.span()
        while self.text[start - 1 : start] == "*":
            start -= 1
        before = " " if start in (0, self.opened_at) else self.text[start - 1]
        after = _AFTER.search(self.text, end)
        return before, after[0] if after else " ", end
