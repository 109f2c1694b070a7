"""The cells of one row of CSV: what each says, and where that stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pnp.source.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator


class Cell(NamedTuple):
    """A cell: its text without quotes and without blanks around it, from `start` to `end`; the cell ends `after` that.

    `trouble` says what is wrong with its quotes.
    """

    text: str
    start: int
    end: int
    after: int
    trouble: str = ""


def cells_of(text: str, at: int, delimiter: str) -> Iterator[Cell]:
    """The cells of the row that begins at `at`, of which there is at least one."""
    pattern, end = _PATTERNS[delimiter], at
    while True:
        found = pattern.match(text, end)
        assert found, "a cell may be empty"
        yield _plain(found) if found["quoted"] is None else _quoted(found)
        end = found.end() + 1
        if text[found.end() : end] != delimiter:
            return


def _plain(found: re.Match[str]) -> Cell:
    said, start = _stripped(found, "plain")
    trouble = "a quote is opened here and never closed" if said[:1] == '"' else ""
    return Cell(said, start, start + len(said), found.end(), trouble)


def _quoted(found: re.Match[str]) -> Cell:
    said, start = _stripped(found, "quoted")
    rest = found["rest"].strip()
    trouble = f"{shown(rest)} stands behind a closing quote" if rest else ""
    return Cell(said.replace('""', '"'), start, start + len(said), found.end(), trouble)


def _stripped(found: re.Match[str], name: str) -> tuple[str, int]:
    """The text of a group without blanks around it, and where that begins."""
    whole = found[name]
    said = whole.strip()
    return said, found.start(name) + len(whole) - len(whole.lstrip())


def _pattern(delimiter: str) -> re.Pattern[str]:
    """A cell: a text in quotes with what stands behind it, or all up to the delimiter; it never tries twice."""
    other = rf"[^{delimiter}\n]*+"
    return re.compile(rf'[ ]*+"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"(?P<rest>{other})|(?P<plain>{other})')


_PATTERNS = {delimiter: _pattern(delimiter) for delimiter in ",;\t"}
