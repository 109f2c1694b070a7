"""Names of files, made from the names of rows: the same on every system, and no two alike."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from pnp.sheet.paper import A4

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.sheet.paper import Paper

LONGEST = 60

_PLAIN = {"BLACK", "WHITE", "SUIT", "SYMBOL", "SIGN", "SMALL", "LETTER", "CAPITAL", "LATIN"}


def file_names(rows: Iterable[str]) -> tuple[str, ...]:
    """A name for each row: lower-case letters and digits joined by hyphens, a number added where two would be alike."""
    taken: set[str] = set()
    names = []
    for row in rows:
        plain = file_name(row)
        name, number = plain, 2
        while name in taken:
            name, number = f"{plain}-{number}", number + 1
        taken.add(name)
        names.append(name)
    return tuple(names)


def file_name(text: str) -> str:
    """The text as the name of a file: `8♠` is `8-spade`, `Łódź` is `lodz`."""
    words = "".join(map(_spelled, unicodedata.normalize("NFKD", text.casefold())))
    return "-".join(re.findall("[a-z0-9]+", words))[:LONGEST].strip("-") or "row"


def _spelled(char: str) -> str:
    """The character where it is plain, nothing of an accent, and the words of the name of any other."""
    if char.isascii():
        return char
    if unicodedata.combining(char):
        return ""
    name, _, _ = unicodedata.name(char, "").partition(" WITH ")
    spelled = "-".join(word for word in name.split() if word not in _PLAIN).lower()
    return spelled if unicodedata.category(char)[0] == "L" else f"-{spelled}-"


def rules_file(paper: Paper, language: str = "") -> str:
    """The name of the rulebook's PDF on that paper, in a `language` that is not the game's own.

    The default paper is not named.
    """
    return "-".join(filter(None, ("rulebook", language, "" if paper is A4 else paper.name))) + ".pdf"
