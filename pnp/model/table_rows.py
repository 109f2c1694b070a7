"""The rows that stand in a table: its columns are their fields, in the language that is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import Fault
from pnp.model.misfit import Misfit
from pnp.model.row import COPIES, MOST_COPIES, Row, cell_value, label
from pnp.records import dataclass
from pnp.source.languages import missing
from pnp.source.table import rows_named
from pnp.source.words import shown
from pnp.suggest import folded

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Sequence

    from pnp.diagnostics import Span
    from pnp.model.fields import Field
    from pnp.model.row import RowValue
    from pnp.source.languages import Languages
    from pnp.source.table import Column, Record, Table

Spoken = Mapping[str | None, "Column"]
"""The columns of one field by language; None is the game's own."""


def table_rows(
    table: Table, fields: Mapping[str, Field], languages: Languages
) -> tuple[tuple[Row, ...], tuple[Misfit, ...]]:
    """The rows of the table, and what is wrong with how many of each are printed.

    Where the component declares its `fields`, their values stay texts, to be fitted to them.
    """
    columns = _columns(table, fields)
    counting = _counting(columns, fields)
    counts = next(iter(columns.pop(counting).values())) if counting else None
    one = all(len(spoken) == 1 for spoken in columns.values())
    indexes: dict[str, int] = {}
    rows, misfits = [], []
    for record in table.records:
        if not (one and indexes):
            indexes = {name: _chosen(spoken, record, languages).index for name, spoken in columns.items()}
        values: dict[str, RowValue]
        if fields:
            values = {name: _cell(record, index) for name, index in indexes.items()}
        else:
            values = {name: cell_value(_cell(record, index)) for name, index in indexes.items()}
        name = label(values, record.number)
        copies = _copies(record, counts)
        if counts and copies is None:
            misfits.append(_bad_copies(table, record, counts, name))
        places = CellSpans(table, record, indexes)
        rows.append(Row(name, values, table.span(record), 1 if copies is None else copies, places))
    return tuple(rows), tuple(misfits)


@dataclass(frozen=True, slots=True, eq=False)
class CellSpans(Mapping[str, "Span"]):
    """The places of a row's fields, each worked out when it is asked for."""

    table: Table
    record: Record
    indexes: Mapping[str, int]

    def __getitem__(self, name: str) -> Span:
        return self.table.cell(self.record, self.indexes[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.indexes)

    def __len__(self) -> int:
        return len(self.indexes)


def headers(table: Table, fields: Collection[str]) -> dict[str, Span]:
    """The place of the name of each column, by its field; not of one that says how many of a row are printed."""
    columns = _columns(table, fields)
    counting = _counting(columns, fields)
    return {name: next(iter(spoken.values())).span for name, spoken in columns.items() if name != counting}


def _counting(columns: Container[str], fields: Container[str]) -> str | None:
    """The column that says how many of a row are printed."""
    return next((name for name in COPIES if name in columns and name not in fields), None)


def _columns(table: Table, fields: Iterable[str]) -> dict[str, Spoken]:
    """The columns by the field that each is, and by language."""
    declared = {folded(name): name for name in (*COPIES, *fields)}
    columns: dict[str, dict[str | None, Column]] = {}
    for column in table.columns:
        columns.setdefault(declared.get(folded(column.name), column.name), {})[column.language] = column
    return dict(columns)


def _chosen(spoken: Spoken, record: Record, languages: Languages) -> Column:
    """The column that holds the text of a field in the language that is chosen, or else in the game's own."""
    if len(spoken) == 1:
        return next(iter(spoken.values()))
    given = {code or languages.default: column for code, column in spoken.items() if _cell(record, column.index)} or {
        code or languages.default: column for code, column in spoken.items()
    }
    return given[languages.pick(given)]


def _cell(record: Record, index: int) -> str:
    return record.cells[index] if index < len(record.cells) else ""


def _copies(record: Record, column: Column | None) -> int | None:
    """How many of the row are printed: one where nothing is said, None where it is no such number."""
    text = _cell(record, column.index) if column else ""
    if not text:
        return 1
    number = cell_value(text)
    whole = isinstance(number, int) and not isinstance(number, bool)
    return int(number) if whole and 0 <= int(number) <= MOST_COPIES else None  # type: ignore[arg-type]


def _bad_copies(table: Table, record: Record, column: Column, name: str) -> Misfit:
    text = _cell(record, column.index)
    message = f"'{column.name}': expected a whole number from 0 to {MOST_COPIES}, found {shown(text)}"
    return Misfit("value", column.name, Fault(table.cell(record, column.index), message), name)


def untranslated(table: Table, fields: Iterable[str], languages: Languages) -> Iterator[Fault]:
    """A fault for each column whose texts are not all in every language that is wanted."""
    for spoken in _columns(table, fields).values():
        if len(spoken) == 1 and None in spoken:
            continue
        named = {code or languages.default: column for code, column in spoken.items()}
        for code in languages.wanted:
            if code in named:
                yield from _blank(table, named[code], tuple(named.values()), code)
            else:
                column = next(iter(named.values()))
                hint = f"add a column '{column.name}@{code}'"
                yield replace(missing(column.span, (code,)), hint=hint)


def _blank(table: Table, column: Column, columns: Sequence[Column], code: str) -> Iterator[Fault]:
    rows = [
        record
        for record in table.records
        if not _cell(record, column.index) and any(_cell(record, other.index) for other in columns)
    ]
    if rows:
        where = f" ({rows_named([record.number for record in rows])})"
        yield Fault(table.cell(rows[0], column.index), f"there is no text in '{code}'{where}", "fill in the cell")
