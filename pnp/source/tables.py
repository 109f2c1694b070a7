"""CSV to rows, with the place of every cell."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from pnp.diagnostics import Fault, Finding, Rule, Severity, Span, column_letters
from pnp.messages import rows_named, shown
from pnp.source.languages import CODE
from pnp.source.ledger import FINDINGS, KEY
from pnp.source.table_rules import DUPLICATE_COLUMN, TOTAL_ROW, UNNAMED_COLUMN

# The cells of one row with their places, for findings and for files that `csv` refuses.


class Cell(NamedTuple):
    """A cell: its text without quotes and without blanks around it, from `start` to `end`; the cell ends `after` that.

    `fault` is the message about its quotes; empty if they are correct.
    """

    text: str
    start: int
    end: int
    after: int
    fault: str = ""


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
    fault = "a quote is opened here and never closed" if said[:1] == '"' else ""
    return Cell(said, start, start + len(said), found.end(), fault)


def _quoted(found: re.Match[str]) -> Cell:
    said, start = _stripped(found, "quoted")
    rest = found["rest"].strip()
    fault = f"{shown(rest)} follows a closing quote" if rest else ""
    return Cell(said.replace('""', '"'), start, start + len(said), found.end(), fault)


def _stripped(found: re.Match[str], name: str) -> tuple[str, int]:
    """The text of a group without blanks around it, and where that begins."""
    whole = found[name]
    said = whole.strip()
    return said, found.start(name) + len(whole) - len(whole.lstrip())


@cache
def _pattern(delimiter: str) -> re.Pattern[str]:
    """Return the pattern of a cell: a quoted text and the rest after it, or all up to the delimiter; cached.

    Its quantifiers are possessive, so that it never backtracks.
    """
    other = rf"[^{delimiter}\n]*+"
    return re.compile(rf'[ ]*+"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"(?P<rest>{other})|(?P<plain>{other})')


# The delimiter of a table (comma, semicolon or tab), detected from its first row.

DELIMITERS = "\t;,"
"""The possible delimiters, those that are rarer in texts first: the first wins if two are equally frequent."""

SAID = re.compile(r"sep=([\t;,])[ \t;,]*\n", re.IGNORECASE)
"""The line with which some spreadsheets declare the delimiter."""

HEAD = re.compile(r'\n*+(?P<row>(?:[^"\n]*+(?:"[^"]*+")?+)*+)')
"""A row that is not empty: all up to the first line break outside quotes."""

QUOTED = re.compile(r'"[^"]*+"?+')


def find_delimiter(text: str) -> tuple[str, int]:
    """Return the delimiter and the offset of the first row.

    A line such as `sep=;` sets it; otherwise it is the most frequent delimiter of the first row that is not blank.
    """
    said = SAID.match(text)
    if said:
        return said[1], said.end()
    at, row = 0, ""
    while at < len(text) and (not row.strip(DELIMITERS + " ") or _is_comment(row)):
        found = HEAD.match(text, at)
        assert found, "a row may be empty"
        row, at = QUOTED.sub(" x ", found["row"]), found.end() + 1
    return max(DELIMITERS, key=row.count), 0


def _is_comment(row: str) -> bool:
    """Whether a row may be a comment, which says nothing of the delimiter."""
    return row.startswith("#") and not any(map(row.__contains__, DELIMITERS))


# Tables as spreadsheets write them: CSV in; column names, rows and the place of every cell out.

LANGUAGE = re.compile(rf"(?P<name>.*\S)\s*@\s*(?P<language>{CODE.pattern})")
"""The name of a column that holds a text in another language: `title@de`."""


class Column(Struct, frozen=True):
    """A column by its name, the number of its cells in a row (from 0), and the language of its texts if it says one."""

    name: str
    index: int
    span: Span
    language: str | None = None


class TableRecord(Struct, frozen=True):
    """A row of a table: its cells without blanks around them, and its number as the spreadsheet counts, from 1.

    It begins in that `line`, at `start` in the text, and its last line ends at `end`.
    """

    cells: tuple[str, ...]
    number: int
    line: int
    start: int
    end: int


class CsvTable(Struct, frozen=True):
    """The rows of a CSV file below the names of its columns; blank rows and columns are left out.

    It is `damaged` where some of it could not be read as it was meant. Places are computed when they are requested.
    """

    file: str
    header: Span
    columns: tuple[Column, ...] = ()
    records: tuple[TableRecord, ...] = ()
    findings: tuple[Finding, ...] = ()
    damaged: bool = False
    text: str = ""
    delimiter: str = ","

    def span(self, record: TableRecord) -> Span:
        """The span of a row, up to the end of what its last cell says; a blank cell counts whole."""
        last = self.text[record.start : record.end].rpartition(self.delimiter)[2]
        if '"' in last:
            return self.between(record, record.start, self.cells(record)[-1].end)
        blanks = len(last) - len(last.rstrip()) if last.strip() else 0
        return self.between(record, record.start, record.end - blanks)

    def cell(self, record: TableRecord, index: int) -> Span:
        """Return the span of cell `index` (from 0) of a row, without quotes; that of the row if it has no such cell."""
        cells = self.cells(record)
        return self.between(record, cells[index].start, cells[index].end) if index < len(cells) else self.span(record)

    def cells(self, record: TableRecord) -> tuple[Cell, ...]:
        """The cells of a row with their places in the text."""
        return tuple(cells_of(self.text, record.start, self.delimiter))

    def parted(self, record: TableRecord) -> tuple[Span, str] | None:
        """Return the text of a row that its own comma seems to split, and its span: a blank follows the separator."""
        cells = self.cells(record)
        for first, second in pairwise(cells):
            begins_blank = second.start > first.after + 1 and self.text[second.start - 1] == " "
            if begins_blank and first.text and second.text and self.text[first.after - 1] != '"':
                return self.between(record, first.start, second.end), self.text[first.start : second.end]
        return None

    def between(self, record: TableRecord, start: int, end: int) -> Span:
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


class SheetTable(Struct, frozen=True):
    """The rows of a sheet below the names of its columns; `sheets` are the names of all sheets of the workbook."""

    file: str
    header: Span
    columns: tuple[Column, ...]
    records: tuple[TableRecord, ...]
    findings: tuple[Finding, ...]
    damaged: bool
    sheet: str = ""
    sheets: tuple[str, ...] = ()

    def span(self, record: TableRecord) -> Span:
        """The span of a row."""
        return cell_span(self.file, self.sheet, record.number, 0, max(len(record.cells), 2))

    def cell(self, record: TableRecord, index: int) -> Span:
        """The span of a cell of a row."""
        return cell_span(self.file, self.sheet, record.number, index)


def cell_span(file: str, sheet: str, row: int, index: int, end: int | None = None) -> Span:
    """Return the span of a cell of a sheet, or of the cells up to the index `end`."""
    return Span(file, row, index + 1, row, (index + 1 if end is None else end) + 1, "", row, sheet)


Table = CsvTable | SheetTable


TOTALLED = 3
"""The minimum number of columns of a table with a row of totals."""


def _number(text: str) -> int | None:
    """Return a whole number of up to nine digits, or None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else None


class TableFindings:
    """The findings of a table while it is read; of each rule only so many."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.counts: dict[str, int] = {}

    def tell(self, rule: Rule, span: Span, message: str, hint: str, severity: Severity | None = None) -> None:
        """Note a finding."""
        count = self.counts[rule.code] = self.counts.get(rule.code, 0) + 1
        if count > FINDINGS:
            message = "there are more findings of this kind from here on"
            hint = "mend some of those above, and check again"
        if count <= FINDINGS + 1:
            self.findings.append(rule.finding(Fault(span, message, hint, severity)))

    def columns(self, cells: Iterable[tuple[str, Span]]) -> Iterator[Column]:
        """Yield the columns that have a name, each name once; `cells` are those of the first row."""
        known: set[tuple[str, str | None]] = set()
        for index, (text, span) in enumerate(cells):
            name = " ".join(text.split())[:KEY]
            found = LANGUAGE.fullmatch(name)
            key = (found["name"], found["language"]) if found else (name, None)
            if key in known:
                self.tell(DUPLICATE_COLUMN, span, f"two columns are called {shown(name)}", "rename one of them")
            elif name:
                known.add(key)
                yield Column(key[0], index, span, key[1])

    def tell_unnamed(self, held: Mapping[int, Sequence[int]], header: Callable[[int], Span]) -> None:
        """Report columns without a name; `held` are the numbers of rows with values there, by index of the column."""
        for index, rows in held.items():
            if rows:
                message = f"column {column_letters(index)} has no name and is not read ({rows_named(rows)})"
                self.tell(UNNAMED_COLUMN, header(index), message, "name it in the first row, or empty it")

    def tell_title(self, first: TableRecord, records: Sequence[TableRecord], span: Span) -> bool:
        """Report a first row that is a title above the names of the columns; return whether it is."""
        names = list(filter(None, records[0].cells)) if records else []
        words = len(set(names)) == len(names) >= TOTALLED and not any(map(str.isdecimal, names))
        if not words or sum(map(bool, first.cells)) > 1:
            return False
        number = records[0].number
        message = f"row {first.number} has one cell, and the names of the columns seem to be in row {number}"
        above = f"row {first.number}" if number == first.number + 1 else f"the rows above row {number}"
        self.tell(UNNAMED_COLUMN, span, message, f"delete {above}", Severity.ERROR)
        return True

    def without_total(
        self, records: Sequence[TableRecord], columns: Sequence[Column], span: Callable[[TableRecord, int], Span]
    ) -> tuple[TableRecord, ...]:
        """Return the rows without a total at the end, which is reported; `span` is that of a cell."""
        *above, last = records
        held = [index for index, text in enumerate(last.cells) if text]
        if len(columns) < TOTALLED or len(above) < 2 or len(held) != 1 or held[0] == 0:
            return tuple(records)
        (index,) = held
        text = last.cells[index]
        numbers = [_number(each.cells[index]) for each in above if index < len(each.cells) and each.cells[index]]
        if not text.startswith("=") and (None in numbers or _number(text) != sum(each or 0 for each in numbers)):
            return tuple(records)
        message = f"row {last.number} has a value in one column alone, {shown(text)}: a total is not printed"
        self.tell(TOTAL_ROW, span(last, index), message, "delete the row, or write the total on another sheet")
        return tuple(above)

    def sorted(self) -> tuple[Finding, ...]:
        """The findings in source order."""
        return tuple(sorted(self.findings, key=lambda finding: finding.order))

    @property
    def damaged(self) -> bool:
        """Whether there is an error."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)
