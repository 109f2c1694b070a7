"""Tables as spreadsheets write them: CSV in; column names, rows and the place of every cell out."""

from __future__ import annotations

import re
from dataclasses import field
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from pnp.diagnostics import Fault, Finding, Rule, Severity, Span
from pnp.records import dataclass
from pnp.source.cells import Cell, SoundRow, cells_of, sound_row
from pnp.source.delimiter import find_delimiter
from pnp.source.ledger import Ledger, Stop
from pnp.source.limits import COLUMNS, FINDINGS, KEY, NODES, ROWS, TEXT
from pnp.source.rules import BAD_ENCODING, EMPTY_DOCUMENT, OVER_LIMIT
from pnp.source.table_rules import BROKEN_QUOTES, DUPLICATE_COLUMN, RAGGED_ROW, UNNAMED_COLUMN
from pnp.source.text import read_text
from pnp.source.words import counted, series, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAMED = 3
"""Rows that a message names before it only counts them."""

LANGUAGE = re.compile(r"(?P<name>.*\S)\s*@\s*(?P<language>[a-z]{2,3}(?:-[A-Za-z]{2,4})?)")
"""The name of a column that holds a text in another language: `title@de`."""


WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How the files of spreadsheets begin that are not saved as CSV."""

BLANK = re.compile(r"\n+")


@dataclass(frozen=True, slots=True)
class Column:
    """A column by its name, the number of its cells in a row (from 0), and the language of its texts if it says one."""

    name: str
    index: int
    span: Span
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A row of a table: its cells without blanks around them, and its number as the spreadsheet counts, from 1.

    It begins in that `line`, at `start` in the text, and ends before `end`.
    """

    cells: tuple[str, ...]
    number: int
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a CSV file below the names of its columns; blank rows and columns are left out.

    It is `damaged` where some of it could not be read as it was meant. Places are worked out when they are asked for.
    """

    file: str
    header: Span
    columns: tuple[Column, ...] = ()
    records: tuple[Record, ...] = ()
    findings: tuple[Finding, ...] = ()
    damaged: bool = False
    text: str = field(default="", repr=False)
    delimiter: str = ","

    def span(self, record: Record) -> Span:
        """Where a row stands."""
        return self.between(record, record.start, record.end)

    def cell(self, record: Record, index: int) -> Span:
        """Where the cell of a row with that number (from 0) stands, without its quotes; the row where it has none."""
        cells = self.cells(record)
        return self.between(record, cells[index].start, cells[index].end) if index < len(cells) else self.span(record)

    def cells(self, record: Record) -> tuple[Cell, ...]:
        """The cells of a row with their places in the text."""
        return _cells(self.text, record.start, self.delimiter)

    def between(self, record: Record, start: int, end: int) -> Span:
        """The stretch of the text from `start` to `end` within a row."""
        text = self.text
        if text.find("\n", record.start, end) < 0:  # as nearly always
            column = start - record.start + 1
            end_column = max(end - record.start, column) + 1
            return Span(self.file, record.line, column, record.line, end_column, "", record.number)
        first = record.line + text.count("\n", record.start, start)
        last = first + text.count("\n", start, end)
        column, end_column = start - text.rfind("\n", 0, start), end - text.rfind("\n", 0, end)
        if first == last:
            end_column = max(end_column, column + 1)
        return Span(self.file, first, column, last, end_column, "", record.number)


@lru_cache(maxsize=8)  # of one row several cells are asked for, one after the other
def _cells(text: str, start: int, delimiter: str) -> tuple[Cell, ...]:
    return tuple(cells_of(text, start, delimiter))


def read_table(source: bytes | str, file: str) -> Table:
    """The table in a CSV file; `file` is the name under which its findings are reported. Never raises on bad input."""
    if isinstance(source, bytes) and source.startswith(WORKBOOKS):
        fault = Fault(Span(file), "this is a workbook of a spreadsheet, not a table", "save it there as CSV in UTF-8")
        return Table(file, Span(file), findings=(BAD_ENCODING.finding(fault),), damaged=True)
    ledger = Ledger(file)
    text = read_text(source, ledger)
    if text is None:
        return Table(file, Span(file), findings=ledger.findings(), damaged=True)
    return _Reading(text, file).table()


class _Reading:
    """One table while it is read."""

    def __init__(self, text: str, file: str) -> None:
        delimiter, self.start = find_delimiter(text)
        self.raw = Table(file, Span(file), text=text, delimiter=delimiter)
        self.findings: list[Finding] = []
        self.counts: dict[str, int] = {}

    def table(self) -> Table:
        """The table, as far as it can be read."""
        raw, records = self.raw, self._records()
        first = next(records, None)
        header = raw.span(first) if first else raw.header
        columns = tuple(self._columns(first)) if first else ()
        kept = tuple(islice(records, ROWS + 1))
        if len(kept) > ROWS:
            message, hint = f"the table has more than {ROWS:,} rows", "make several components of it"
            self._tell(OVER_LIMIT, raw.span(kept[ROWS]), message, hint)
            kept = ()
        if first:
            self._tell_beyond(first, columns, kept)
        if not kept and not self.findings:
            message = "there is no row below the names of the columns" if first else f"{shown(raw.file)} holds nothing"
            self._tell(EMPTY_DOCUMENT, header, message, "write the names of columns, and rows below them")
        damaged = any(finding.severity is Severity.ERROR for finding in self.findings)
        found = tuple(sorted(self.findings, key=lambda finding: finding.order))
        return Table(raw.file, header, columns, kept, found, damaged, raw.text, raw.delimiter)

    def _records(self) -> Iterator[Record]:
        """The rows that are not blank, the names of the columns first; up to a limit, or to quotes that are broken."""
        text, at, number, total = self.raw.text, self.start, 0, 0
        line = 1 + text.count("\n", 0, at)
        while at < len(text):
            if blank := BLANK.match(text, at):
                at, number, line = blank.end(), number + len(blank[0]), line + len(blank[0])
                continue
            number += 1
            row = sound_row(text, at, self.raw.delimiter)
            if row is None or total + len(row.cells) > NODES:
                try:
                    row = self._row(Record((), number, line, at, at), total)
                except Stop:
                    return
            if any(row.cells):
                yield Record(row.cells, number, line, at, row.end)
            total, end = total + len(row.cells), row.after + 1
            line, at = line + text.count("\n", at, end), end

    def _row(self, record: Record, total: int) -> SoundRow:
        """A row of which something may be wrong, read cell by cell; raises Stop where it can't be read."""
        cells = tuple(islice(cells_of(self.raw.text, record.start, self.raw.delimiter), COLUMNS + 1))
        self._hold(record, cells, total + len(cells))
        return SoundRow(tuple(cell.text for cell in cells), cells[-1].end, cells[-1].after)

    def _hold(self, record: Record, cells: Sequence[Cell], total: int) -> None:
        """Tell what is wrong with a row that can't be read, and stop."""
        for cell in cells:
            if cell.trouble:
                hint = "write a quote within quotes twice, and close what is open"
                self._stop(BROKEN_QUOTES, self.raw.between(record, cell.start, cell.end), cell.trouble, hint)
            if len(cell.text) > TEXT:
                message = f"a cell has more than {TEXT:,} characters"
                self._stop(OVER_LIMIT, self.raw.between(record, cell.start, cell.start), message, "make it shorter")
        if len(cells) > COLUMNS or total > NODES:
            many = (
                f"a row has more than {COLUMNS:,} cells" if len(cells) > COLUMNS else f"there are over {NODES:,} cells"
            )
            self._stop(OVER_LIMIT, self.raw.between(record, record.start, record.start), many, "split the table")

    def _stop(self, rule: Rule, span: Span, message: str, hint: str) -> None:
        self._tell(rule, span, message, hint)
        raise Stop

    def _columns(self, record: Record) -> Iterator[Column]:
        """The columns that have a name, each name once."""
        known: set[tuple[str, str | None]] = set()
        for index, cell in enumerate(self.raw.cells(record)):
            span = self.raw.between(record, cell.start, cell.end)
            name = " ".join(cell.text.split())[:KEY]
            found = LANGUAGE.fullmatch(name)
            key = (found["name"], found["language"]) if found else (name, None)
            if key in known:
                self._tell(DUPLICATE_COLUMN, span, f"two columns are called {shown(name)}", "rename one of them")
            elif name:
                known.add(key)
                yield Column(key[0], index, span, key[1])

    def _tell_beyond(self, header: Record, columns: Sequence[Column], records: Sequence[Record]) -> None:
        """Tell of cells that belong to no column, or to one without a name."""
        width, last = len(header.cells), columns[-1].index + 1 if columns else 0
        gaps = [index for index, name in enumerate(header.cells) if not name]
        held: dict[int, list[int]] = {index: [] for index in gaps}
        for record in records:
            if len(record.cells) > width and any(record.cells[width:]):
                self._tell_ragged(record, width)
            if gaps and (gaps[0] < last or len(record.cells) > last):
                for index in gaps:
                    if any(record.cells[index : index + 1]):
                        held[index].append(record.number)
        for index, rows in held.items():
            if rows:
                message = f"column {_letters(index)} has no name and is not read ({rows_named(rows)})"
                self._tell(
                    UNNAMED_COLUMN, self.raw.cell(header, index), message, "name it in the first row, or empty it"
                )

    def _tell_ragged(self, record: Record, width: int) -> None:
        cells = tuple(self.raw.cells(record))
        span = self.raw.between(record, cells[width].start, cells[-1].end)
        message = f"row {record.number} has {counted(len(cells), 'cell')}, and there are {counted(width, 'column')}"
        mark = {"\t": "a tab", ";": "a semicolon"}.get(self.raw.delimiter, "a comma")
        self._tell(RAGGED_ROW, span, message, f"quote a text with {mark} in it, or name the column")

    def _tell(self, rule: Rule, span: Span, message: str, hint: str) -> None:
        """Note a finding; of each rule only so many."""
        count = self.counts[rule.code] = self.counts.get(rule.code, 0) + 1
        if count > FINDINGS:
            message = "there are more findings of this kind from here on"
            hint = "mend some of those above, and check again"
        if count <= FINDINGS + 1:
            self.findings.append(rule.finding(Fault(span, message, hint)))


def rows_named(numbers: Sequence[int]) -> str:
    """The rows as a message names them: `row 4`, `rows 4, 6 and 9`, `rows 4, 6 and 12 more`."""
    if len(numbers) == 1:
        return f"row {numbers[0]}"
    some = [str(number) for number in numbers[:NAMED]]
    if len(numbers) > NAMED:
        some = [*some[:-1], f"{len(numbers) - NAMED + 1} more"]
    return f"rows {series(some, 'and')}"


def _letters(index: int) -> str:
    """How a spreadsheet names the column: A, B, …, Z, AA."""
    letters = ""
    while index >= 0:
        letters = chr(ord("A") + index % 26) + letters
        index = index // 26 - 1
    return letters
