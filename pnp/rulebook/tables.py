"""Tables as CSV: RFC 4180 (commas, CRLF), UTF-8 without a byte order mark, every half of a triangle written out.

A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return for a formula and runs it;
such a cell gets an apostrophe before it, which spreadsheets take for "this is text", unless it is a plain number.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from pnp.rulebook.document import plain

if TYPE_CHECKING:
    from pnp.rulebook.document import Table

_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")


def write_csv(table: Table) -> bytes:
    """The table as a CSV file, its heads in the first row."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    for row in (table.heads, *table.rows):
        writer.writerow([_harmless(plain(cell)) for cell in row])
    return text.getvalue().encode("utf-8")


def _harmless(cell: str) -> str:
    if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell
