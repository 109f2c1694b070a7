"""Workbooks of spreadsheets (XLSX, ODS) to rows, with the sheet and the cell of every value.

Formulas are not computed: their stored results are read.
"""

import re
from collections.abc import Callable

from pnp.diagnostics import INFO, Fault, Finding, Span, column_letters
from pnp.messages import did_you_mean, many, rows_named, same, series, shown
from pnp.source.files import bad_characters, code_point
from pnp.source.ledger import FILE_BYTES, TEXT
from pnp.source.rules import BAD_CHARACTER, EMPTY_DOCUMENT, MISSING_FILE, OVER_LIMIT
from pnp.source.table_rules import BAD_WORKBOOK
from pnp.source.tables import Column, SheetTable, TableFindings, TableRecord, cell_span
from pnp.source.workbooks import CELL_FORMAT, HIDDEN_ROW
from pnp.source.workbooks.archive import Archive, BadWorkbookError, SheetGrid, TooLargeError


def read_workbook(content: bytes, file: str, sheet: str | None = None) -> SheetTable:
    """Return the table in a sheet of a workbook, by default the first that is not hidden. Never raises on bad input.

    Names of sheets are compared without regard to case. If there is none of that name, the table has the finding.
    """
    return _whole(content, file, sheet, _Sheet.table)


def read_cells(content: bytes, file: str, sheet: str | None = None) -> SheetTable:
    """Return the cells of a sheet whose first row names no columns, as `read_workbook` returns a table."""
    return _whole(content, file, sheet, _Sheet.cells)


Making = Callable[["_Sheet", SheetGrid], SheetTable]


def _whole(content: bytes, file: str, sheet: str | None, making: Making) -> SheetTable:
    """Return the table that `making` returns of the sheet, or one with a finding that says why there is none."""
    try:
        return _read(content, file, sheet, making)
    except TooLargeError as error:
        return _unread(file, OVER_LIMIT.finding(Fault(Span(file), *error.args)))
    except BadWorkbookError as error:
        return _unread(file, BAD_WORKBOOK.finding(Fault(Span(file), *error.args)))


def _unread(file: str, finding: Finding, sheets: tuple[str, ...] = ()) -> SheetTable:
    return SheetTable(file, Span(file), (), (), (finding,), damaged=True, sheets=sheets)


def _read(content: bytes, file: str, wanted: str | None, making: Making) -> SheetTable:
    from pnp.source.workbooks.formats import ods_sheets, xlsx_sheets

    archive = Archive(content)
    grids = ods_sheets(archive) if "content.xml" in archive.names else xlsx_sheets(archive)
    names = tuple(name for name, hidden, _ in grids)
    if not grids:
        raise BadWorkbookError("the workbook has no sheet", "save it again from the spreadsheet")
    chosen = same(wanted, names) if wanted is not None else next((n for n, hidden, _ in grids if not hidden), names[0])
    found = next((read for name, _, read in grids if name == chosen), None)
    if chosen is None or found is None:
        hint = did_you_mean(wanted or "", names) or f"its sheets are {series(map(shown, names[:6]), 'and')}"
        fault = Fault(Span(file), f"the workbook has no sheet {shown(wanted or '')}", hint)
        return _unread(file, MISSING_FILE.finding(fault), names)
    return making(_Sheet(file, chosen, names), found())


# From rows of texts to a table.

FIGURES = re.compile(r"[0-9](?:[0-9.,'’\u00a0\u202f ]*[0-9])?")
"""A number as a spreadsheet shows it."""


class _Sheet(TableFindings):
    """One sheet while it is made a table."""

    def __init__(self, file: str, name: str, sheets: tuple[str, ...]) -> None:
        super().__init__()
        self.file, self.name, self.sheets = file, name, sheets

    def cells(self, grid: SheetGrid) -> SheetTable:
        """The cells, as far as they can be read."""
        records = self._records(grid)
        return SheetTable(
            self.file, self._at(1, 0), (), tuple(records), self.sorted(), not records, self.name, self.sheets
        )

    def _records(self, grid: SheetGrid) -> list[TableRecord]:
        """The rows that are not empty; a finding says if there is none."""
        letters = FILE_BYTES
        records: list[TableRecord] = []
        for number, row in grid.rows:
            texts = {index: self._clean(text, number, index) for index, text in row.items()}
            letters -= sum(map(len, texts.values()))
            if letters < 0:
                raise TooLargeError(f"the sheet has more than {FILE_BYTES:,} characters", "make several sheets of it")
            if any(texts.values()):
                cells = tuple(texts.get(index, "") for index in range(max(texts) + 1))
                records.append(TableRecord(cells, number, number, 0, 0))
        if not records:
            self.tell(
                EMPTY_DOCUMENT, self._at(1, 0), f"the sheet {shown(self.name)} is empty", "fill it, or name another"
            )
        return records

    def table(self, grid: SheetGrid) -> SheetTable:
        """The table, as far as it can be read."""
        records = self._records(grid)
        if not records:
            return SheetTable(self.file, self._at(1, 0), (), (), self.sorted(), True, self.name, self.sheets)
        first, *rest = records
        if self.tell_title(first, rest, self._at(first.number, 0)):
            return SheetTable(self.file, self._at(1, 0), (), (), self.sorted(), True, self.name, self.sheets)
        columns = tuple(self.columns((text, self._at(first.number, at)) for at, text in enumerate(first.cells)))
        named = {column.index for column in columns}
        held: dict[int, list[int]] = {}
        for record in rest:
            for index, text in enumerate(record.cells):
                if text and index not in named and not first.cells[index : index + 1] > ("",):
                    held.setdefault(index, []).append(record.number)
        self.tell_unnamed(dict(sorted(held.items())), lambda index: self._at(first.number, index))
        header = cell_span(self.file, self.name, first.number, 0, max(len(first.cells), 2))
        if rest:
            rest = list(self.without_total(rest, columns, lambda record, index: self._at(record.number, index)))
        self._tell_shown([record.number for record in rest], columns, grid)
        if not rest:
            message = "there is no row below the names of the columns"
            self.tell(EMPTY_DOCUMENT, header, message, "write the names of columns, and rows below them")
        return SheetTable(self.file, header, columns, tuple(rest), self.sorted(), self.damaged, self.name, self.sheets)

    def _tell_shown(self, rows: list[int], columns: tuple[Column, ...], grid: SheetGrid) -> None:
        """Report what the spreadsheet shows in another way than it is read: hidden rows, and formats of numbers."""
        hidden = [number for number in rows if number in grid.hidden]
        if hidden:
            are = "is hidden in the workbook, and is" if len(hidden) == 1 else "are hidden in the workbook, and are"
            span = cell_span(self.file, self.name, hidden[0], 0, 2)
            hint = "show the rows, or delete them; to print only some rows, write 'only' in the component"
            self.tell(HIDDEN_ROW, span, f"{rows_named(hidden)} {are} printed like every other", hint)
        for column in columns:
            if column.index in grid.otherwise:
                self._tell_format(column, *grid.otherwise[column.index])

    def _tell_format(self, column: Column, seen: str, rows: list[int]) -> None:
        before, after = FIGURES.split(seen, maxsplit=1)
        hint, severity = "round it in the spreadsheet with ROUND, or format the column as text", None
        if (before + after).strip("-+() "):
            name = "_".join(re.split(r"[-\s]+", column.name.casefold()))
            hint = f"write the rest in the template, if it is not there: '{before}{{{name}}}{after}'"
            severity = INFO
        message = f"{shown(column.name)} is printed as a plain number, but the workbook shows {shown(seen)}"
        self.tell(CELL_FORMAT, self._at(rows[0], column.index), f"{message} ({rows_named(rows)})", hint, severity)

    def _at(self, row: int, index: int) -> Span:
        return cell_span(self.file, self.name, row, index)

    def _clean(self, text: str, row: int, index: int) -> str:
        """Return the text of a cell without blanks around it; empty if it has characters that a text can't have."""
        text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
        if len(text) > TEXT:
            message = f"{column_letters(index)}{row} has {many(len(text), 'character')}: more than {TEXT:,}"
            raise TooLargeError(message, "make it shorter")
        if bad := bad_characters().search(text):
            message = f"the character {code_point(bad[0])} can't be in a text"
            self.tell(BAD_CHARACTER, self._at(row, index), message, "delete it")
            return ""
        return text
