"""What stands between the cells of a table: a comma, a semicolon or a tab, told from the names of its columns."""

from __future__ import annotations

import re

DELIMITERS = "\t;,"
"""What may stand between cells; of two that stand equally often in the first row, the one that is rarer in texts."""

SAID = re.compile(r"sep=([\t;,])[ \t;,]*\n", re.IGNORECASE)
"""The line with which some spreadsheets say it."""

HEAD = re.compile(r'\n*+(?P<row>(?:[^"\n]*+(?:"[^"]*+")?+)*+)')
"""A row that is not empty: all up to a line break that does not stand in quotes."""

QUOTED = re.compile(r'"[^"]*+"?+')


def find_delimiter(text: str) -> tuple[str, int]:
    """The delimiter, and where the first row begins.

    It is the one that a line `sep=;` names, else the one that stands most often in the first row that holds anything.
    """
    said = SAID.match(text)
    if said:
        return said[1], said.end()
    at, row = 0, ""
    while at < len(text) and not row.strip(DELIMITERS + " "):
        found = HEAD.match(text, at)
        assert found, "a row may be empty"
        row, at = QUOTED.sub(" x ", found["row"]), found.end() + 1
    return max(DELIMITERS, key=row.count), 0
