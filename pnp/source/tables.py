"""CSV to rows, with the place of every cell."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

from msgspec import Struct

from pnp.diagnostics import Fault, Finding, Rule, Severity, Span, column_letters
from pnp.messages import SHOWN, many, rows_named, shown
from pnp.source.files import read_text
from pnp.source.languages import CODE
from pnp.source.ledger import COLUMNS, FINDINGS, KEY, NODES, ROWS, TEXT, Ledger, Stop
from pnp.source.rules import BAD_ENCODING, EMPTY_DOCUMENT, OVER_LIMIT
from pnp.source.table_rules import BROKEN_QUOTES, COMMENT_ROW, DUPLICATE_COLUMN, RAGGED_ROW, TOTAL_ROW, UNNAMED_COLUMN

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


WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How the files of spreadsheets begin that are not saved as CSV."""

BLANK = re.compile(r"\n+")


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


def read_csv(source: bytes | str, file: str) -> CsvTable:
    """The table in a CSV file; `file` is the name under which its findings are reported. Never raises on bad input."""
    if isinstance(source, bytes) and source.startswith(WORKBOOKS):
        fault = Fault(
            Span(file),
            "this is a workbook of a spreadsheet, not a table",
            "call it .xlsx or .ods, or save it there as CSV in UTF-8",
        )
        return CsvTable(file, Span(file), findings=(BAD_ENCODING.finding(fault),), damaged=True)
    ledger = Ledger(file)
    text = read_text(source, ledger)
    if text is None:
        return CsvTable(file, Span(file), findings=ledger.findings(), damaged=True)
    return _Reading(text, file).table()


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


class _Reading(TableFindings):
    """One table while it is read."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__()
        delimiter, self.start = find_delimiter(text)
        self.raw = CsvTable(file, Span(file), text=text, delimiter=delimiter)
        self.names: int | None = None  # the number of cells in the row of names, once it is read

    def table(self) -> CsvTable:
        """The table, as far as it can be read."""
        raw, records = self.raw, self._without_comments(self._records())
        first = next(records, None)
        header = raw.span(first) if first else raw.header
        columns = tuple(self.columns(self._names(first))) if first else ()
        kept = tuple(islice(records, ROWS + 1))
        if len(kept) > ROWS:
            message, hint = f"the table has more than {ROWS:,} rows", "make several components of it"
            self.tell(OVER_LIMIT, raw.span(kept[ROWS]), message, hint)
            kept = ()
        if first and self._has_other_mark(first, kept):
            kept = ()
        elif first:
            self._tell_beyond(first, columns, kept)
        if kept:
            kept = self.without_total(kept, columns, self._cell)
        if not kept and not self.findings:
            message = "there is no row below the names of the columns" if first else f"{shown(raw.file)} holds nothing"
            self.tell(EMPTY_DOCUMENT, header, message, "write the names of columns, and rows below them")
        return CsvTable(raw.file, header, columns, kept, self.sorted(), self.damaged, raw.text, raw.delimiter)

    def _without_comments(self, records: Iterator[TableRecord]) -> Iterator[TableRecord]:
        """Yield the rows without comments such as `# file: deck.csv`, which are reported."""
        waiting: TableRecord | None = None  # the first row is a comment only if the next one has more cells
        for record in records:
            alone = record.cells[0].startswith("#") and not any(record.cells[1:]) and len(record.cells[0]) > 1
            if waiting is not None:
                if len([cell for cell in record.cells if cell]) > 1:
                    self._tell_comment(waiting)
                else:
                    yield waiting
                waiting = None
            elif alone and self.names is None:
                waiting, self.names = record, 0
                continue
            self.names = self.names or len(record.cells)
            if alone and self.names > 1:
                self._tell_comment(record)
            else:
                yield record
        if waiting is not None:
            yield waiting

    def _tell_comment(self, record: TableRecord) -> None:
        message = f"row {record.number} is a comment, and tables have none: it would be read as a row"
        self.tell(COMMENT_ROW, self.raw.span(record), message, "delete it")

    def _names(self, record: TableRecord) -> Iterator[tuple[str, Span]]:
        """Yield the cells of the first row with their spans."""
        for cell in self.raw.cells(record):
            yield cell.text, self.raw.between(record, cell.start, cell.end)

    def _records(self) -> Iterator[TableRecord]:
        """The rows that are not blank, the names of the columns first; up to a limit, or to quotes that are broken."""
        try:
            return iter(self._sound())
        except (csv.Error, Stop):
            return self._located()

    def _sound(self) -> Sequence[TableRecord]:
        """The rows as `csv` reads them; raises csv.Error or Stop where it may read them otherwise than `cells_of`."""
        text, start, total = self.raw.text, self.start, 0
        lines = io.StringIO(text, newline="\n")
        lines.seek(start)
        rows = csv.reader(lines, delimiter=self.raw.delimiter, skipinitialspace=True, strict=True)
        before = line = 1 + text.count("\n", 0, start)
        records: list[TableRecord] = []
        for number, row in enumerate(rows, start=1):
            cells, after = tuple(map(str.strip, row)), lines.tell()
            total += len(cells)
            too_much = len(cells) > COLUMNS or total > NODES or max(map(len, cells), default=0) > TEXT
            if too_much or '"' in {cell[:1] for cell in cells}:
                raise Stop
            if any(cells):
                records.append(TableRecord(cells, number, line, start, after - (text[after - 1] == "\n")))
                if len(records) > ROWS + 1:
                    break
            line, start = before + rows.line_num, after
        return records

    def _located(self) -> Iterator[TableRecord]:
        """The rows read cell by cell."""
        text, at, number, total = self.raw.text, self.start, 0, 0
        line = 1 + text.count("\n", 0, at)
        while at < len(text):
            if blank := BLANK.match(text, at):
                at, number, line = blank.end(), number + len(blank[0]), line + len(blank[0])
                continue
            number += 1
            cells = tuple(islice(cells_of(text, at, self.raw.delimiter), COLUMNS + 1))
            total, after = total + len(cells), cells[-1].after
            record = TableRecord(tuple(cell.text for cell in cells), number, line, at, after)
            try:
                self._hold(record, cells, total)
            except Stop:
                return
            if any(record.cells):
                yield record
            line, at = line + text.count("\n", at, after + 1), after + 1

    def _hold(self, record: TableRecord, cells: Sequence[Cell], total: int) -> None:
        """Report the first error of a row that can't be read, and raise `Stop`."""
        for cell in cells:
            if cell.fault:
                hint = "write a quote within quotes twice, and close what is open"
                self._stop(BROKEN_QUOTES, self.raw.between(record, cell.start, cell.end), cell.fault, hint)
            if len(cell.text) > TEXT:
                message = f"a cell has more than {TEXT:,} characters"
                self._stop(OVER_LIMIT, self.raw.between(record, cell.start, cell.start), message, "make it shorter")
        if len(cells) > COLUMNS or total > NODES:
            message = (
                f"a row has more than {COLUMNS:,} cells" if len(cells) > COLUMNS else f"there are over {NODES:,} cells"
            )
            self._stop(OVER_LIMIT, self.raw.between(record, record.start, record.start), message, "split the table")

    def _stop(self, rule: Rule, span: Span, message: str, hint: str) -> None:
        self.tell(rule, span, message, hint)
        raise Stop

    def _tell_beyond(self, header: TableRecord, columns: Sequence[Column], records: Sequence[TableRecord]) -> None:
        """Report cells outside all columns, and cells of columns without a name."""
        width, last = len(header.cells), columns[-1].index + 1 if columns else 0
        gaps = [index for index, name in enumerate(header.cells) if not name]
        held: dict[int, list[int]] = {index: [] for index in gaps}
        for record in records:
            if len(record.cells) > width and (any(record.cells[width:]) or self.raw.parted(record)):
                self._tell_ragged(record, width)
            if gaps and (gaps[0] < last or len(record.cells) > last):
                for index in gaps:
                    if any(record.cells[index : index + 1]):
                        held[index].append(record.number)
        self.tell_unnamed(held, lambda index: self.raw.cell(header, index))

    def _has_other_mark(self, header: TableRecord, records: Sequence[TableRecord]) -> bool:
        """Report the first row that is one cell because another mark than the header's separates its values.

        Return whether most are: then the header is reported, and the rows cannot be read.
        """
        width, words = len(header.cells), {"\t": "tabs", ";": "semicolons", ",": "commas"}
        odd: list[tuple[TableRecord, str]] = []
        for record in records:
            first = record.cells[0] if len(record.cells) == 1 < width else ""
            odd += [(record, mark) for mark in DELIMITERS if first.count(mark) >= width - 1 > 0][:1]
        if not odd:
            return False
        record, own, other = odd[0][0], words[self.raw.delimiter], words[odd[0][1]]
        most = 2 * len(odd) > len(records)
        message = f"row {record.number} has 1 cell, and there are {many(width, 'column')}"
        if most:
            record, message = header, f"the columns are separated by {own} here, and their values by {other}"
        cells = tuple(self.raw.cells(record))
        hint = f"write {other} here too" if most else f"separate its values by {own}, not by {other}"
        self.tell(RAGGED_ROW, self.raw.between(record, cells[0].start, cells[-1].end), message, hint)
        return most

    def _cell(self, record: TableRecord, index: int) -> Span:
        cell = tuple(self.raw.cells(record))[index]
        return self.raw.between(record, cell.start, cell.end)

    def _tell_ragged(self, record: TableRecord, width: int) -> None:
        cells = tuple(self.raw.cells(record))
        span = self.raw.between(record, cells[width].start, cells[-1].end)
        message = f"row {record.number} has {many(len(cells), 'cell')}, and there are {many(width, 'column')}"
        mark = {"\t": "a tab", ";": "a semicolon"}.get(self.raw.delimiter, "a comma")
        hint = f"quote a text with {mark} in it, or name the column"
        if whole := self.raw.parted(record):
            span, text = whole
            message += f": {shown(text)} is split at {mark}"
            hint = f'quote it: "{text}"' if len(text) <= SHOWN else "quote it"
        self.tell(RAGGED_ROW, span, message, hint)
