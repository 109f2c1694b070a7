"""Tables as CSV: RFC 4180 (commas, CRLF), UTF-8 without a byte order mark, every half of a triangle written out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.escape import csv_text
from pnp.rulebook.document import plain

if TYPE_CHECKING:
    from pnp.rulebook.document import Table


def write_csv(table: Table) -> bytes:
    """The table as a CSV file, its heads in the first row."""
    rows = (table.heads, *table.rows)
    return csv_text((map(plain, row) for row in rows), "\r\n").encode()
