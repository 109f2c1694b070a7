"""The rows that stand in a table: its columns are their fields, in the language that is chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import ERROR, Fault
from pnp.model.misfit import Misfit
from pnp.model.row import COPIES, MOST_COPIES, Row, cell_value, label
from pnp.records import dataclass
from pnp.source.table import rows_named
from pnp.source.words import shown
from pnp.suggest import folded, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Sequence

    from pnp.diagnostics import Severity, Span
    from pnp.model.fields import Field
    from pnp.model.row import RowValue
    from pnp.source.languages import Languages
    from pnp.source.table import Column, Record, Table

MISMARKED = re.compile(r"(?P<name>.*[^\W_])[\W_]+(?P<language>[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?)[)\]]?")
"""The name of a column that may mean a text in another language without saying so as `title@de` does."""

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


class Untranslated(NamedTuple):
    """A fault of a field that lacks a language, and the column that is then reported, by its field; None for none."""

    fault: Fault
    column: str | None = None


def untranslated(table: Table, fields: Collection[str], languages: Languages) -> Iterator[Untranslated]:
    """What is wrong with the columns of fields whose texts are not all in every language that they should be in."""
    columns = _columns(table, fields)
    mismarked = {(each.field, each.code): each for each in _mismarked(columns, fields, languages)}
    yield from (each.told for each in mismarked.values())
    for name, spoken in columns.items():
        if len(spoken) == 1 and None in spoken:
            continue
        named = {code or languages.default: column for code, column in spoken.items()}
        for code in languages.lacking(()):
            if code in named:
                for fault in _blank(table, named[code], tuple(named.values()), languages, code):
                    yield Untranslated(fault)
            elif code == languages.default:
                yield _without_own(name, columns, fields, languages)
            elif (name, code) not in mismarked:
                column, hint = next(iter(named.values())), f"add a column '{next(iter(named.values())).name}@{code}'"
                strange = [other for other in named if other not in languages.lacking(())]
                if languages.wanted and strange:
                    hint += f"; '{named[strange[0]].name}@{strange[0]}' is in none of the languages"
                yield Untranslated(_no_column(column, code, hint))


def _no_column(column: Column, code: str, hint: str, severity: Severity | None = None) -> Fault:
    return Fault(column.span, f"there is no text in '{code}'", hint, severity)


def _without_own(
    name: str, columns: Mapping[str, Spoken], fields: Collection[str], languages: Languages
) -> Untranslated:
    """An error: a field has columns in other languages and none in the game's own, most often because the name of one
    of them is mistyped; another language would be printed in its place.
    """
    code, column = next(iter(columns[name].items()))
    own = languages.default
    written = f"{column.name}@{code}"
    if name not in fields and (meant := nearest(name, fields)):
        message = f"'{written}' is a column of none of the fields"
        return Untranslated(Fault(column.span, message, f"did you mean '{meant}@{code}'?", ERROR), name)
    given = {other: next(iter(each.values())) for other, each in columns.items() if {None, own} & each.keys()}
    strange = [other for other in given if other not in fields and folded(other) not in COPIES]
    if meant := nearest(name, strange):
        message = f"there is no text in '{own}' for '{written}': there is no column '{column.name}'"
        other = "" if fields else f" Or call the other one '{given[meant].name}@{code}'"
        return Untranslated(Fault(given[meant].span, message, f"did you mean '{column.name}'?{other}", ERROR), meant)
    return Untranslated(_no_column(column, own, f"add a column '{column.name}'", ERROR))


class _Mismarked(NamedTuple):
    """A column that seems to be of a field in a language but is not marked by `@`."""

    field: str
    code: str
    told: Untranslated


def _mismarked(columns: Mapping[str, Spoken], fields: Collection[str], languages: Languages) -> Iterator[_Mismarked]:
    """The columns such as `title_de`, `title (de)` or `title@DE` beside a column `title`.

    Where fields are declared such a column is an error, for none of them is called so. Else a template may ask for it
    by its name.
    """
    written = {folded(name): name for name in columns}
    others = [code for code in languages.wanted if code != languages.default]
    for name, spoken in columns.items():
        found = MISMARKED.fullmatch(name) if others and name not in fields and None in spoken else None
        field = written.get(folded(found["name"])) if found else None
        if not (found and field):
            continue
        code = next((code for code in others if code.casefold() == found["language"].casefold()), None)
        if code and code not in columns[field]:
            marked = f"{next(iter(columns[field].values())).name}@{code}"
            message = f"there is no text in '{code}': '{name}' is not read as '{marked}'"
            fault = Fault(next(iter(spoken.values())).span, message, f"call it '{marked}'", ERROR if fields else None)
            yield _Mismarked(field, code, Untranslated(fault, name))


def _blank(table: Table, column: Column, columns: Sequence[Column], languages: Languages, code: str) -> Iterator[Fault]:
    rows = [
        record
        for record in table.records
        if not _cell(record, column.index) and any(_cell(record, other.index) for other in columns)
    ]
    if rows:
        where = f" ({rows_named([record.number for record in rows])})"
        severity = ERROR if code == languages.default else None
        message = f"there is no text in '{code}'{where}"
        yield Fault(table.cell(rows[0], column.index), message, "fill in the cell", severity)
