"""The rows of a component as they are written: as cells for the page, and the changes of their files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.diagnostics import Finding
from pnp.edit import (
    ByteChange,
    EditRefused,
    PackFile,
    add_item,
    copy_item,
    move_item,
    remove_item,
    set_value,
    tables,
    value_at,
)
from pnp.model.row import (
    NUMBER_CELL,
    ColourType,
    Field,
    IconType,
    ListType,
    PlaceType,
    RowType,
    TextType,
    TruthType,
    exact,
    single,
)
from pnp.source.table_files import JSON, read_csv
from pnp.source.tables import CsvTable
from pnp.source.tree import Steps
from pnp.studio.changes import difference, with_changes
from pnp.studio.session import Json

YES = ("yes", "true", "x", "1", "y")
"""Words of a cell that mean yes."""


class TextRows:
    """The rows of a CSV file."""

    def __init__(self, file: PackFile, shown: str) -> None:
        self.file, self.shown = file, shown
        self._names, self._cells = tables.table_cells(file)

    def names(self) -> list[str]:
        """The names of the columns."""
        return self._names

    def cells(self) -> list[list[Json]]:
        """The cells of each row, as many as there are columns."""
        width = len(self._names)
        return [(cells + [""] * width)[:width] for cells in self._cells]

    def numbers(self) -> list[int]:
        """The numbers of the rows as a spreadsheet counts them, from 1 for the names of the columns."""
        return [record.number for record in self._table().records]

    def _table(self) -> CsvTable:
        return read_csv(self.file.content, self.shown)

    def marks(self, findings: Iterable[Finding]) -> Iterator[Json]:
        """Yield the findings with the row and the column that they are about."""
        table = self._table()
        numbers = {record.number: index for index, record in enumerate(table.records)}
        lines = {record.line: index for index, record in enumerate(table.records)}
        for finding in findings:
            span = finding.span
            index = numbers.get(span.row or -1, lines.get(span.line))
            column = None
            if index is not None:
                record = table.records[index]
                cells = [table.cell(record, number) for number in range(len(record.cells))]
                column = next((number for number, cell in enumerate(cells) if cell == span), None)
            elif span.line == table.header.line:
                column = next((each.index for each in table.columns if each.span == span), None)
            yield _mark(finding, index, column)

    def set(self, wanted: Mapping[tuple[int, int], str]) -> list[ByteChange]:
        """Return the changes that set cells."""
        return tables.set_cells(self.file, wanted)

    def add(self, before: int | None) -> list[ByteChange]:
        """Return the changes that add a row, whose first text is `new`: an empty row is not read."""
        return tables.add_rows(self.file, [["new", *[""] * (len(self._names) - 1)]], before)

    def copy(self, row: int) -> list[ByteChange]:
        """Return the changes that copy a row."""
        return tables.copy_row(self.file, row)

    def remove(self, gone: Sequence[int]) -> list[ByteChange]:
        """Return the changes that remove rows."""
        return tables.remove_rows(self.file, gone)

    def move(self, row: int, to: int) -> list[ByteChange]:
        """Return the changes that move a row."""
        return tables.move_row(self.file, row, to)

    def paste(self, row: int, column: int, text: str) -> list[ByteChange]:
        """Return the changes that write what a spreadsheet copied."""
        return tables.paste(self.file, row, column, text)

    def column(self, name: str) -> list[ByteChange]:
        """Return the changes that add a column."""
        return tables.add_column(self.file, name)


class ListedRows:
    """The rows of a list in a document, or in JSON."""

    def __init__(self, file: PackFile, shown: str, fields: Mapping[str, Field]) -> None:
        self.file, self.shown, self.fields = file, shown, fields
        root = value_at(file, ())
        self.base: Steps = ("rows",)
        if file.name.lower().endswith(JSON):
            lists = [key for key, value in root.items() if isinstance(value, list)] if isinstance(root, dict) else []
            self.base = (lists[0],) if len(lists) == 1 else ()
        found = value_at(file, self.base)
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise EditRefused(f"the rows of '{shown}' are not a list", "edit its source")
        self.rows: list[dict[str, Any]] = found

    def names(self) -> list[str]:
        """The declared fields, then those that rows have beyond them."""
        return list(dict.fromkeys((*self.fields, *(name for row in self.rows for name in row))))

    def cells(self) -> list[list[Json]]:
        """The values of each row as texts; None for one that is nested, which only its source changes."""
        names = self.names()
        return [[cell_text(row.get(name)) for name in names] for row in self.rows]

    def numbers(self) -> list[int]:
        """The numbers of the rows, from 1."""
        return list(range(1, len(self.rows) + 1))

    def marks(self, findings: Iterable[Finding]) -> Iterator[Json]:
        """Yield the findings with the row and the column that they are about."""
        names, ahead = self.names(), "".join(f"/{step}" for step in self.base)
        for finding in findings:
            found = re.match(rf"{re.escape(ahead)}/(\d+)(?:/([^/]+))?", finding.span.pointer)
            if found:
                name = (found[2] or "").replace("~1", "/").replace("~0", "~")
                yield _mark(finding, int(found[1]), names.index(name) if name in names else None)
            else:
                yield _mark(finding, None, None)

    def set(self, wanted: Mapping[tuple[int, int], str]) -> list[ByteChange]:
        """Return the changes that set values; an empty text takes the key out."""
        names, now = self.names(), self.file
        for (row, column), text in wanted.items():
            if not (0 <= row < len(self.rows) and 0 <= column < len(names)):
                raise EditRefused("there is no such cell")
            now = with_changes(now, self._set(now, row, names[column], text.strip()))
        return difference(self.file, now)

    def _set(self, file: PackFile, row: int, name: str, text: str) -> list[ByteChange]:
        path, old = (*self.base, row, name), self.rows[row].get(name)
        if old is not None and cell_text(old) is None:
            raise EditRefused(f"'{name}' of row {row + 1} is nested", "edit its source")
        if text:
            return set_value(file, path, cell_of_type(text, self.fields.get(name), old))
        if name not in self.rows[row]:
            return []
        if len(self.rows[row]) == 1:
            raise EditRefused("a row without values is not read", "delete the row")
        return remove_item(file, path)

    def add(self, before: int | None) -> list[ByteChange]:
        """Return the changes that add a row, with the fields of the last one that every row needs."""
        names = self.names() or ["name"]
        return add_item(self.file, self.base, {names[0]: "new"}, before)

    def copy(self, row: int) -> list[ByteChange]:
        """Return the changes that copy a row."""
        return copy_item(self.file, (*self.base, row))

    def remove(self, gone: Sequence[int]) -> list[ByteChange]:
        """Return the changes that remove rows."""
        now = self.file
        for row in sorted(set(gone), reverse=True):
            now = with_changes(now, remove_item(now, (*self.base, row)))
        return difference(self.file, now)

    def move(self, row: int, to: int) -> list[ByteChange]:
        """Return the changes that move a row."""
        return move_item(self.file, (*self.base, row), to)

    def paste(self, row: int, column: int, text: str) -> list[ByteChange]:
        """Return the changes that write what a spreadsheet copied; rows beyond the last are added."""
        names, now = self.names(), self.file
        for number, cells in enumerate(tables.pasted_cells(text), row):
            if column + len(cells) > len(names):
                raise EditRefused(f"there are {len(names)} columns, and what is pasted needs more")
            named = dict(zip(names[column:], cells, strict=False))
            if number < len(self.rows):
                for name, cell in named.items():
                    now = with_changes(now, self._set(now, number, name, cell.strip()))
            elif any(cell.strip() for cell in cells):
                new = {
                    name: cell_of_type(cell.strip(), self.fields.get(name), None)
                    for name, cell in named.items()
                    if cell
                }
                now = with_changes(now, add_item(now, self.base, new))
        return difference(self.file, now)

    def column(self, name: str) -> list[ByteChange]:
        """Refuse: rows in documents have no columns."""
        raise EditRefused(f"rows in a document have no columns, so '{name}' is added with its first value")


def cell_text(value: Any) -> str | None:
    """Return a value as the text of a cell; None if it is nested."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        parts = [cell_text(each) for each in value]
        return None if any(each is None or "," in each for each in parts) else ", ".join(map(str, parts))
    if isinstance(value, dict):
        return None
    if isinstance(value, str):
        return value
    return json.dumps(value) if isinstance(value, int | float) else str(value)


def cell_of_type(text: str, field: Field | None, old: Any) -> Any:
    """Return the value of a text of a cell in a document, by the type of its field or of the value before."""
    kind = field.type if field else None
    if isinstance(kind, ListType) or (kind is None and isinstance(old, list)):
        one = Field(field.name, single(field), field.span) if field else None
        return [cell_of_type(part.strip(), one, None) for part in text.split(",") if part.strip()]
    if isinstance(kind, TruthType) or (kind is None and isinstance(old, bool)):
        return text.lower() in YES
    texts = isinstance(kind, TextType | ColourType | IconType | PlaceType | RowType)
    if texts or (kind is None and isinstance(old, str)) or not NUMBER_CELL.fullmatch(text):
        return text
    number = exact(text)
    return number if isinstance(number, int) else float(text)


def _mark(finding: Finding, row: int | None, column: int | None) -> Json:
    return {
        "row": row,
        "column": column,
        "severity": finding.severity.value,
        "message": finding.message,
        "hint": finding.hint,
    }
