"""Files with the rows of components: which files are tables, and how each is read; CSV is read here."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import PurePosixPath

from pnp.diagnostics import WARNING, Fault, Rule, Span
from pnp.messages import SHOWN, many, rows_named, shown
from pnp.source.files import read_text
from pnp.source.ledger import COLUMNS, NODES, ROWS, TEXT, Ledger, Stop
from pnp.source.rules import BAD_ENCODING, EMPTY_DOCUMENT, OVER_LIMIT
from pnp.source.table_rules import BROKEN_QUOTES, COMMENT_ROW, RAGGED_ROW
from pnp.source.tables import (
    DELIMITERS,
    QUOTED,
    Cell,
    Column,
    CsvTable,
    Table,
    TableFindings,
    TableRecord,
    cells_of,
    find_delimiter,
)

TEXTS = (".csv", ".tsv", ".txt")
"""The suffixes of tables that are texts with a separator."""

WORKBOOKS = (".xlsx", ".xlsm", ".ods")
"""The suffixes of workbooks; their content decides which of the formats they have."""

JSON = ".json"
"""The suffix of tables that are lists of objects."""

TABLES = (*TEXTS, *WORKBOOKS, JSON)
"""The suffixes of all tables, which are not documents."""


def is_table(name: str) -> bool:
    """Whether a file of that name is a table that `rows` of a component can name."""
    return PurePosixPath(name).suffix.lower() in TABLES


def is_workbook(name: str) -> bool:
    """Whether a file of that name is a workbook, which has sheets."""
    return PurePosixPath(name).suffix.lower() in WORKBOOKS


def read_table(content: bytes | str, file: str, sheet: str | None = None) -> Table:
    """Return the table in a file of texts or in a sheet of a workbook, by default its first. Never raises on bad input.

    `file` is the name under which findings are reported; its suffix says how the content is read. JSON is read by
    `read_json_rows`, because its rows need not have the same fields.
    """
    if isinstance(content, bytes) and is_workbook(file):
        from pnp.source.workbooks.sheet import read_workbook

        return read_workbook(content, file, sheet)
    return read_csv(content, file)


WORKBOOK_HEADS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How the files of spreadsheets begin that are not saved as CSV."""

BLANK = re.compile(r"\n+")


RULER = re.compile(r"[-–—=_*~.: ]{3,}(?:\n[-–—=_*~.: ]{3,})+")
"""Cells of a row that are all lines of dashes, as below the head of a table in a text."""


def read_csv(source: bytes | str, file: str) -> CsvTable:
    """The table in a CSV file; `file` is the name under which its findings are reported. Never raises on bad input."""
    if isinstance(source, bytes) and source.startswith(WORKBOOK_HEADS):
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


MARKS = {"\t": "tabs", ";": "semicolons", ",": "commas"}
"""How messages name what separates the cells of a row."""

FULL = 3
"""Number of rows with a cell in each column, for each shorter one, from which the shorter is reported."""


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
        if first and (self._has_no_mark(first, kept) or self.tell_title(first, kept, header)):
            kept = columns = ()
        elif first and (self._has_other_mark(first, kept) or self._lacks_a_name(first, kept)):
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
            if self.names and RULER.fullmatch("\n".join(record.cells)):
                message = f"row {record.number} is a line of dashes, and would be read as a row"
                self.tell(COMMENT_ROW, self.raw.span(record), message, "delete it")
                continue
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
            after = lines.tell()
            if not row:  # a line without anything: there may be a million
                line, start = before + rows.line_num, after
                continue
            cells = tuple(map(str.strip, row))
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
                if other := self._other_mark(cell.fault):
                    own = MARKS[self.raw.delimiter]
                    hint = f"write {other} in the first row too: its columns are separated by {own}"
                self._stop(BROKEN_QUOTES, self.raw.between(record, cell.start, cell.end), cell.fault, hint)
            if len(cell.text) > TEXT:
                message = f"a cell has more than {TEXT:,} characters"
                self._stop(OVER_LIMIT, self.raw.between(record, cell.start, cell.start), message, "make it shorter")
        if len(cells) > COLUMNS or total > NODES:
            message = (
                f"a row has more than {COLUMNS:,} cells" if len(cells) > COLUMNS else f"there are over {NODES:,} cells"
            )
            self._stop(OVER_LIMIT, self.raw.between(record, record.start, record.start), message, "split the table")

    def _other_mark(self, fault: str) -> str | None:
        """Return the marks that separate the cells of a row, if a quoted cell ends at one that is not the header's."""
        found = re.match("'([,;\t])", fault)
        return MARKS[found[1]] if found and found[1] != self.raw.delimiter else None

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
        self._tell_short(width, records)

    def _tell_short(self, width: int, records: Sequence[TableRecord]) -> None:
        """Report the few rows that have fewer cells than columns: one may be lost in their middle.

        A row of one cell is a comment or a title, which other findings report.
        """
        short = [record for record in records if 1 < len(record.cells) < width]
        full = sum(len(record.cells) == width for record in records)
        mark = MARKS[self.raw.delimiter]
        for record in short if len(short) * FULL <= full else ():
            if any(self._is_separated_by(other, record, width) for other in DELIMITERS):
                continue  # reported already
            cells = tuple(self.raw.cells(record))
            message = f"row {record.number} has {many(len(cells), 'cell')}, and there are {many(width, 'column')}"
            hint = f"write {mark} around empty cells too, also at the end of a row"
            first, last = cells[0], cells[-1]
            for other in DELIMITERS.replace(self.raw.delimiter, ""):
                odd = [index for index, text in enumerate(record.cells) if other in text and f"{other} " not in text]
                if len(odd) == 1 and record.cells[odd[0]].count(other) == width - len(cells):
                    first = last = cells[odd[0]]
                    text = record.cells[odd[0]].replace(other, self.raw.delimiter)
                    hint = f"write {mark} where this cell has {MARKS[other]}: {text}"
            self.tell(RAGGED_ROW, self.raw.between(record, first.start, last.end), message, hint, WARNING)

    def _has_no_mark(self, header: TableRecord, records: Sequence[TableRecord]) -> bool:
        """Report a table whose values are separated by bars; return whether they are."""
        bars = header.cells[0].count("|") if len(header.cells) == 1 else 0
        if not bars or not records or any(each.cells[0].count("|") != bars for each in records):
            return False
        message = "the columns are separated by bars, and a table has commas, semicolons or tabs between them"
        self.tell(RAGGED_ROW, self.raw.span(header), message, "save it with commas, and quote texts that have one")
        return True

    def _has_other_mark(self, header: TableRecord, records: Sequence[TableRecord]) -> bool:
        """Report the rows that are one cell because another mark than the header's separates their values.

        Return whether most are: then the header is reported, and the rows cannot be read.
        """
        width = len(header.cells)
        odd: list[tuple[TableRecord, str]] = []
        for record in records:
            odd += [(record, mark) for mark in DELIMITERS if self._is_separated_by(mark, record, width)][:1]
        if not odd:
            return False
        record, own, other = odd[0][0], MARKS[self.raw.delimiter], MARKS[odd[0][1]]
        most, rows = 2 * len(odd) > len(records), rows_named([each.number for each, _ in odd])
        few = f"has {many(len(record.cells), 'cell')}" if len(odd) == 1 else "have too few cells"
        message = f"{rows} {few}, and there are {many(width, 'column')}"
        if most:
            record, message = header, f"the columns are separated by {own} here, and their values by {other}"
        cells = tuple(self.raw.cells(record))
        hint = (
            f"write {other} here too"
            if most
            else f"separate {'its' if len(odd) == 1 else 'their'} values by {own}, not by {other}"
        )
        self.tell(RAGGED_ROW, self.raw.between(record, cells[0].start, cells[-1].end), message, hint)
        return most

    def _is_separated_by(self, mark: str, record: TableRecord, width: int) -> bool:
        """Whether the values of a row are separated by a mark that is not the header's: it has as many then.

        The header's mark may be in its quoted texts, which are not quoted for the header's mark.
        """
        if width < 2 or mark == self.raw.delimiter:
            return False
        if len(record.cells) == 1:
            return record.cells[0].count(mark) >= width - 1
        whole = self.raw.text[record.start : record.end]
        if mark not in whole:
            return False
        outside = QUOTED.sub(" x ", whole)
        return self.raw.delimiter not in outside and outside.count(mark) == width - 1

    def _lacks_a_name(self, header: TableRecord, records: Sequence[TableRecord]) -> bool:
        """Report the first row if most rows have more cells than it: then nobody knows which column has no name."""
        width = len(header.cells)
        longer = [record for record in records if any(record.cells[width:]) and not self.raw.parted(record)]
        if len(longer) < 2 or 2 * len(longer) <= len(records):
            return False
        most = max(len(record.cells) for record in longer)
        rows = rows_named([record.number for record in longer])
        message = f"the first row names {many(width, 'column')}, and {rows} have up to {many(most, 'cell')}"
        hint = "write the name that is missing at its place in the first row"
        self.tell(RAGGED_ROW, self.raw.span(header), message, hint)
        return True

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
