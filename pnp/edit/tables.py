"""Changes of cells and rows of tables in texts with a separator; every other byte stays as it is.

Rows are counted from 0, without the names of the columns, blank rows and comments, as `read_table` returns them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pnp.diagnostics import ERROR
from pnp.edit.texts import ByteChange, EditRefused, PackFile, TextEdit, in_order
from pnp.messages import shown
from pnp.source.ledger import ROWS
from pnp.source.table_files import read_csv
from pnp.source.tables import Cell, CsvTable, TableRecord, cells_of

MOST_PASTED = 10_000
"""Maximum number of cells that are pasted at once."""

Cells = list[list[str]]


def table_cells(file: PackFile) -> tuple[list[str], Cells]:
    """Return the names of all columns, as they are written, and the cells of each row."""
    table = EditedTable(file)
    return list(table.names), table.cells()


def set_cells(file: PackFile, values: Mapping[tuple[int, int], str]) -> list[ByteChange]:
    """Return the changes that write texts into cells, by row and column; cells that a row lacks are added."""
    table = EditedTable(file)
    expected = table.cells()
    by_row: dict[int, dict[int, str]] = {}
    for (row, column), value in values.items():
        by_row.setdefault(row, {})[column] = value
    edits: list[TextEdit] = []
    for row, wanted in by_row.items():
        edits += table.set(row, wanted)
        _write(expected[table.known(row)], wanted)
    return table.settled(edits, expected)


def add_rows(file: PackFile, rows: Sequence[Sequence[str]], before: int | None = None) -> list[ByteChange]:
    """Return the changes that add rows before the one at index `before`; default: at the end."""
    table = EditedTable(file)
    expected = table.cells()
    number = len(expected) if before is None else before
    if not 0 <= number <= len(expected):
        raise EditRefused(f"{shown(file.name)} has {len(expected)} rows")
    lines = [table.line(row) for row in rows]
    if any(not any(cell.strip() for cell in row) for row in rows):
        raise EditRefused("a row without values is not read", "write something into it")
    expected[number:number] = [[cell.strip() for cell in row] for row in rows]
    if number < len(table.records):
        at = table.records[number].start
        return table.settled([TextEdit(at, at, "".join(f"{line}\n" for line in lines))], expected)
    at = table.last
    return table.settled([TextEdit(at, at, "".join(f"\n{line}" for line in lines))], expected)


def copy_row(file: PackFile, row: int) -> list[ByteChange]:
    """Return the changes that write a row again, byte by byte, after itself."""
    table = EditedTable(file)
    record, expected = table.records[table.known(row)], table.cells()
    expected.insert(row, list(expected[row]))
    return table.settled([TextEdit(record.end, record.end, f"\n{table.text[record.start : record.end]}")], expected)


def remove_rows(file: PackFile, rows: Iterable[int]) -> list[ByteChange]:
    """Return the changes that remove rows with their lines."""
    table = EditedTable(file)
    numbers = sorted(set(rows))
    gone = [table.records[table.known(row)] for row in numbers]
    expected = [cells for number, cells in enumerate(table.cells()) if number not in numbers]
    ends = len(table.text)
    edits = [
        TextEdit(each.start, each.end + 1, "") if each.end < ends else TextEdit(each.start - 1, each.end, "")
        for each in gone
    ]
    return table.settled(_joined(edits), expected)


def move_row(file: PackFile, row: int, to: int) -> list[ByteChange]:
    """Return the changes that move a row to the index `to`."""
    table = EditedTable(file)
    expected = table.cells()
    expected.insert(table.known(to), expected.pop(table.known(row)))
    low, high = min(row, to), max(row, to)
    order = list(range(low, high + 1))
    order.insert(to - low, order.pop(row - low))
    edits = []
    for place, number in zip(range(low, high + 1), order, strict=True):
        old, new = table.records[place], table.records[number]
        edits.append(TextEdit(old.start, old.end, table.text[new.start : new.end]))
    return table.settled(edits, expected)


def paste(file: PackFile, row: int, column: int, text: str) -> list[ByteChange]:
    """Return the changes that write what a spreadsheet copied, from a cell on; rows beyond the last are added."""
    grid = pasted_cells(text)
    if sum(map(len, grid)) > MOST_PASTED:
        raise EditRefused(f"more than {MOST_PASTED:,} cells are pasted at once", "paste them in several parts")
    table = EditedTable(file)
    expected, edits, lines = table.cells(), [], []
    width = len(table.names)
    if column + max(map(len, grid), default=0) > width:
        raise EditRefused(f"there are {width} columns, and what is pasted needs more", "add columns first")
    for number, cells in enumerate(grid, row):
        wanted = {column + index: cell for index, cell in enumerate(cells)}
        if number < len(table.records):
            edits += table.set(number, wanted)
            _write(expected[number], wanted)
        elif any(cell.strip() for cell in cells):
            new = [""] * column + [cell.strip() for cell in cells]
            new += [""] * (width - len(new))
            lines.append(table.line(new))
            expected.append(new)
    if lines:
        edits.append(TextEdit(table.last, table.last, "".join(f"\n{line}" for line in lines)))
    return table.settled(_joined(edits), expected)


def pasted_cells(text: str) -> Cells:
    """Return the cells of a text that a spreadsheet copied: separated by tabs, those with line breaks quoted."""
    cleaned = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    rows: Cells = []
    at = 0
    while at < len(cleaned) or not rows:
        cells = list(cells_of(cleaned, at, "\t"))
        broken = any(cell.fault for cell in cells)  # a lone quote is a character like any other
        end = cleaned.find("\n", at) if broken else cells[-1].after
        end = len(cleaned) if end < 0 else end
        rows.append(cleaned[at:end].split("\t") if broken else [cell.text for cell in cells])
        at = end + 1
    return rows


def add_column(file: PackFile, name: str) -> list[ByteChange]:
    """Return the changes that add a column after the last; its cells are empty."""
    table = EditedTable(file)
    if not name.strip() or name.strip() in table.names:
        raise EditRefused(f"there is a column {shown(name)}" if name.strip() else "the new column has no name")
    at = table.head.end
    edit = TextEdit(at, at, f"{table.delimiter}{table.written(name.strip())}")
    return table.settled([edit], table.cells(), [*table.names, name.strip()])


class EditedTable:
    """A table with the places of its cells. Raises EditRefused if it cannot be read."""

    def __init__(self, file: PackFile) -> None:
        self.file, self.text = file, file.text
        self.table = read_csv(file.content, file.name)
        error = next((finding for finding in self.table.findings if finding.severity is ERROR), None)
        if error or not self.table.columns:
            message = error.message if error else "it has no names of columns"
            raise EditRefused(f"{shown(file.name)} can't be read: {message}", "mend its source", self.table.header)
        self.records, self.delimiter = self.table.records, self.table.delimiter
        self.head = _head(self.table)
        self.names = tuple(cell.text for cell in cells_of(self.text, self.head.start, self.delimiter))
        self.last = self.records[-1].end if self.records else self.head.end

    def known(self, row: int) -> int:
        """Return the index of a row. Raises EditRefused if there is none."""
        if not 0 <= row < len(self.records):
            raise EditRefused(f"{shown(self.file.name)} has no row {row + 1}")
        return row

    def cells(self) -> Cells:
        """Return the cells of all rows."""
        return [list(record.cells) for record in self.records]

    def written(self, value: str) -> str:
        """Return a text as a cell: in quotes if it would be read as something else."""
        needs = any(sign in value for sign in (self.delimiter, '"', "\n")) or value != value.strip()
        return '"' + value.replace('"', '""') + '"' if needs else value

    def line(self, row: Sequence[str]) -> str:
        """Return a new row as it is written."""
        if len(row) > len(self.names):
            raise EditRefused(f"there are {len(self.names)} columns", "add a column first")
        return self.delimiter.join(self.written(cell) for cell in row)

    def set(self, row: int, values: Mapping[int, str]) -> list[TextEdit]:
        """Return the edits that write texts into cells of a row, by column."""
        record = self.records[self.known(row)]
        cells = self.table.cells(record)
        begins = [record.start, *(cell.after + 1 for cell in cells)]
        edits = []
        for column, value in values.items():
            if not 0 <= column < len(self.names):
                raise EditRefused(f"there are {len(self.names)} columns", "add a column first")
            if column < len(cells) and cells[column].text != value.strip():
                edits.append(self._cell(begins[column], cells[column], value.strip()))
        beyond = [column for column, value in values.items() if column >= len(cells) and value.strip()]
        if beyond:
            new = [values.get(column, "").strip() for column in range(len(cells), max(beyond) + 1)]
            text = "".join(self.delimiter + self.written(cell) for cell in new)
            edits.append(TextEdit(record.end, record.end, text))
        return edits

    def _cell(self, begin: int, cell: Cell, value: str) -> TextEdit:
        """Return the edit that writes a text in place of a cell that begins at `begin`, or between its quotes."""
        quoted = '"' in self.text[begin : cell.start]
        return TextEdit(cell.start, cell.end, value.replace('"', '""') if quoted else self.written(value))

    def settled(
        self, edits: Sequence[TextEdit], expected: Cells, names: Sequence[str] | None = None
    ) -> list[ByteChange]:
        """Return the edits as changes. Raises EditRefused if the table would not have just the expected cells."""
        if len(expected) > ROWS:
            raise EditRefused(f"a table has at most {ROWS:,} rows", "make several components of it")
        text = self.file.edited(edits)
        after = read_csv(text, self.file.name)
        found = [_padded(record.cells, len(self.names)) for record in after.records]
        wanted = [_padded(row, len(self.names)) for row in expected]
        known = list(names or self.names)
        damaged = after.damaged > self.table.damaged or len(after.findings) > len(self.table.findings)
        if found != wanted or damaged or not after.columns or _names(after) != known:
            new = next((each for each in after.findings if each.code not in _codes(self.table)), None)
            raise EditRefused(new.message if new else _odd(found, wanted), "change something else, or edit the source")
        return self.file.changes(edits)


def _head(table: CsvTable) -> TableRecord:
    """Return the row with the names of the columns."""
    offsets = [0]
    find: Callable[[str, int], int] = table.text.find
    while (at := find("\n", offsets[-1])) >= 0:
        offsets.append(at + 1)
    start = offsets[table.header.line - 1]
    *_, last = cells_of(table.text, start, table.delimiter)
    return TableRecord((), 0, table.header.line, start, last.after)


def _names(table: CsvTable) -> list[str]:
    return [cell.text for cell in cells_of(table.text, _head(table).start, table.delimiter)]


def _codes(table: CsvTable) -> set[str]:
    return {finding.code for finding in table.findings}


def _padded(cells: Iterable[str], width: int) -> list[str]:
    found = list(cells)
    while len(found) > width and not found[-1]:
        found.pop()
    return found + [""] * (width - len(found))


def _odd(found: Cells, wanted: Cells) -> str:
    """Return why the rows are not those that were wanted."""
    if len(found) < len(wanted):
        return "a row without values, or with a single one at the end, would not be read"
    return "this would be read as something else"


def _write(cells: list[str], values: Mapping[int, str]) -> None:
    for column, value in values.items():
        cells += [""] * (column + 1 - len(cells))
        cells[column] = value.strip()


def _joined(edits: Iterable[TextEdit]) -> list[TextEdit]:
    """Return the edits without overlaps: a row at the end is removed with the line break before it."""
    joined: list[TextEdit] = []
    for edit in in_order(edits):
        if joined and edit.start < joined[-1].end:
            joined[-1] = TextEdit(joined[-1].start, max(edit.end, joined[-1].end), joined[-1].text + edit.text)
        else:
            joined.append(edit)
    return joined
