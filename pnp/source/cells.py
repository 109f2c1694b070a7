"""The cells of one row of CSV: what each says, and where that stands."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from pnp.source.limits import COLUMNS, TEXT
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


class SoundRow(NamedTuple):
    """A row with which nothing is wrong: what its cells say, where the last of them ends, and where the row does."""

    cells: tuple[str, ...]
    end: int
    after: int


def sound_row(text: str, at: int, delimiter: str) -> SoundRow | None:
    """The row that begins at `at`, read at a glance; None where something may be wrong with it, as `cells_of` tells."""
    after = text.find("\n", at)
    after = len(text) if after < 0 else after
    row = text[at:after]
    if '"' in row:
        return _row_with_quotes(text, at, delimiter)
    cells = row.split(delimiter, COLUMNS)
    if len(cells) > COLUMNS or len(row) > TEXT:
        return None
    return SoundRow(tuple(map(str.strip, cells)), _end(cells[-1], after), after)


def _row_with_quotes(text: str, at: int, delimiter: str) -> SoundRow | None:
    match, cells = _sound(delimiter).match, list[str]()
    while len(cells) < COLUMNS and (found := match(text, at)):
        quoted, plain = found.groups()
        whole = plain if quoted is None else quoted
        said = whole.strip()
        if len(said) > TEXT or (quoted is None and said[:1] == '"'):
            return None
        cells.append(said if quoted is None else said.replace('""', '"'))
        after = found.end()
        at = after + 1
        if text[after:at] != delimiter:
            return SoundRow(tuple(cells), _end(whole, found.end(found.lastindex or 0)), after)
    return None


def _end(whole: str, after: int) -> int:
    """Where a cell ends that ends `after` the blanks behind it; one of blanks alone ends with them."""
    said = whole.rstrip()
    return after - len(whole) + len(said) if said else after


def cells_of(text: str, at: int, delimiter: str) -> Iterator[Cell]:
    """The cells of the row that begins at `at`, of which there is at least one."""
    pattern, end = _pattern(delimiter), at
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


@cache
def _pattern(delimiter: str) -> re.Pattern[str]:
    """A cell: a text in quotes with what stands behind it, or all up to the delimiter; it never tries twice."""
    other = rf"[^{delimiter}\n]*+"
    return re.compile(rf'[ ]*+"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"(?P<rest>{other})|(?P<plain>{other})')


@cache
def _sound(delimiter: str) -> re.Pattern[str]:
    """A cell in quotes with nothing but blanks behind it, or all up to the delimiter."""
    quoted = r'[ ]*+"([^"]*+(?:""[^"]*+)*+)"[ ]*+'
    return re.compile(rf"{quoted}(?={delimiter}|\n|\Z)|([^{delimiter}\n]*+)")
