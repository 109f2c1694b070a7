"""Tables with the rows of components, each read once for all components that use it, and the texts that they lack."""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from msgspec.structs import replace

from pnp.diagnostics import ERROR, Fault, Finding, OtherLanguage, Severity, Span
from pnp.loader.reading import GameReading, NamedFolder, SharedTable
from pnp.messages import did_you_mean, folded, nearest, rows_named, same, shown, some_of
from pnp.model.component import Component, Join
from pnp.model.records import TableSource
from pnp.model.reference import Ref
from pnp.model.row import COPIES, Field, Misfit, Row, RowValue
from pnp.model.table_rows import LACKING, Spoken, cell_text, columns_of, copies_column, listed_rows
from pnp.source import read_table
from pnp.source.languages import Languages, meant_code
from pnp.source.ledger import PACK_ROWS
from pnp.source.rules import MISSING_FILE, WRONG_VALUE
from pnp.source.table_files import JSON, is_workbook
from pnp.source.tables import Column, Table, TableRecord

UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""The byte order marks of UTF-16, which spreadsheets write as Unicode text."""


def with_tables(component: Component, document: str, place: NamedFolder, reading: GameReading) -> Component:
    """Return the component with the rows of its tables; damaged if one is unreadable.

    Their paths are relative to `document`.
    """
    taken = _with_rows(component, component.table, document, place, reading) if component.table else component
    for join in component.joins:
        other = _shared(join.table, document, place, reading)
        if other is None or not taken.rows or (other.damaged and not other.columns(taken.fields)):
            return replace(taken, damaged=True, unjoined=True)
        rows, bad = other.rows(taken.fields, reading.languages)
        columns = other.columns(taken.fields)
        made, misfits = joined(taken.rows, join, rows, columns or _fields_of(rows))
        taken = replace(
            taken,
            rows=made,
            columns={**_without_key(columns, join), **taken.columns} if taken.columns else taken.columns,
            misfits=(*taken.misfits, *bad, *misfits),
            damaged=taken.damaged or other.damaged or bool(bad or misfits),
            unjoined=taken.unjoined or any(not misfit.row for misfit in misfits),
        )
    return taken


def _without_key(columns: Mapping[str, Span], join: Join) -> dict[str, Span]:
    """Return the columns of a joined table that become fields of the rows."""
    key = same(join.key.name, columns)
    return {name: span for name, span in columns.items() if name != key}


def _fields_of(rows: Iterable[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for row in rows for name in row.fields))


def _shared(source: TableSource, document: str, place: NamedFolder, reading: GameReading) -> SharedTable | None:
    """Return a table that components share; None if the file cannot be read, which is reported."""
    file = Ref(_path(source, document), source.file.span)
    name, sheet = place.shown(file.name), source.sheet.name if source.sheet else None
    key = name if sheet is None else f"{name}#{sheet}"
    if source.sheet and not is_workbook(name):
        hint = "take 'sheet' out, or name a workbook"
        reading.report(WRONG_VALUE, source.sheet.span, f"only workbooks have sheets, and not {shown(file.name)}", hint)
    if key in reading.tables:
        return reading.tables[key]
    content = reading.disk.file(place.folder, file.name, file.span)
    if isinstance(content, Finding):
        reading.note(content)
        return None
    if name.lower().endswith(JSON):
        from pnp.source.json_table import read_json_rows

        reading.texts[name] = content.decode("utf-8-sig", "replace")
        listed, findings = read_json_rows(content, name)
        shared = SharedTable(None, None if listed is None else listed_rows(listed))
    else:
        coding = "utf-16" if content.startswith(UTF_16) else "utf-8-sig"
        reading.texts[name] = "" if is_workbook(name) else content.decode(coding, "replace")
        known, table = reading.shelf.tables.get(key, (None, None))
        if table is None or known != content:
            table = read_table(content, name, sheet)
            if reading.shelf.enabled:
                reading.shelf.tables[key] = content, table
        shared, findings = SharedTable(table), table.findings
    reading.tables[key] = shared
    for finding in findings:
        missing_sheet = source.sheet and finding.code == MISSING_FILE.code
        reading.note(replace(finding, span=source.sheet.span) if source.sheet and missing_sheet else finding)
    return shared


def _path(source: TableSource, document: str) -> str:
    """Return the path of a table in the pack."""
    return (PurePosixPath(document).parent / source.file.name).as_posix()


def _with_rows(
    component: Component, source: TableSource, document: str, place: NamedFolder, reading: GameReading
) -> Component:
    """Return the component with the rows of its table."""
    shared = _shared(source, document, place, reading)
    if shared is None:
        return replace(component, damaged=True)
    lacking = tuple(untranslated(shared.table, component.fields, reading.languages)) if shared.table else ()
    reading.report_untranslated((each.fault for each in lacking), place)
    told = {each.column for each in lacking}
    rows, misfits = shared.rows(component.fields, reading.languages)
    is_first = reading.totals.left(PACK_ROWS) >= 0
    if not reading.totals.add(PACK_ROWS, len(rows), source.file.span):
        # The first rows beyond stay, so that the pack has more than are drawn: cards that cannot be built are not
        # drawn for checks.
        return replace(component, rows=rows if is_first else component.rows, damaged=True)
    name = place.shown(_path(source, document))
    return replace(
        component,
        rows=rows,
        header=shared.table.header if shared.table else None,
        columns={column: span for column, span in shared.columns(component.fields).items() if column not in told},
        misfits=misfits,
        accepts=tuple(replace(each, table=name) for each in component.accepts),
        damaged=component.damaged or shared.damaged or bool(misfits),
        unjoined=component.unjoined or shared.damaged,
    )


# Rows of two tables, joined by the values of a field.


def joined(
    rows: Sequence[Row], join: Join, others: Sequence[Row], columns: Collection[str]
) -> tuple[tuple[Row, ...], tuple[Misfit, ...]]:
    """Return the rows with the fields of the row of another table that has the same key, and the faults of keys.

    A field that a row has already stays as it is. `columns` are the fields of the other table.
    """
    misfits: list[Misfit] = []
    file, mine = _as_text(join.table), tuple(rows[0].fields) if rows else ()
    own, key = same(join.by.name, mine), same(join.key.name, columns)
    for name, ref, known, what in (
        (own, join.by, mine, "the rows have no field"),
        (key, join.key, columns, f"{file} has no column"),
    ):
        if name is None and rows and not misfits:
            hint = did_you_mean(ref.name, known) or (f"there are {some_of(list(known))}" if known else None)
            misfits.append(Misfit("join", ref.name, Fault(ref.span, f"{what} {shown(ref.name)}", hint)))
    if own is None or key is None:
        return tuple(rows), tuple(misfits)
    by_key: dict[str, Row] = {}
    for other in others:
        value = _key_text(other.fields.get(key))
        if value in by_key:
            fault = Fault(
                other.spans.get(key, other.span),
                f"{file} has two rows with {shown(key)} {shown(str(by_key[value].fields[key]).strip())}",
                "delete one, or give it another value",
            )
            misfits.append(Misfit("join", f"{file} {key}", fault))
        elif value:
            by_key[value] = other
    # All rows have the same fields, so that faces can use them.
    blank = Row("", dict.fromkeys(columns, "" if others and others[0].from_table else None), join.by.span)
    made = []
    for row in rows:
        value = _key_text(row.fields.get(own))
        match = by_key.get(value)
        more = replace(match, fields={**blank.fields, **match.fields}) if match else blank
        made.append(_with_fields_of(row, more, key))
        if match is not None:
            continue
        if not join.optional:
            keys = [str(each.fields[key]).strip() for each in by_key.values()]
            hint = did_you_mean(value, keys) or "add the row there, or write 'optional: true' under 'join'"
            written = shown(str(row.fields[own]).strip()) if value else ""
            message = f"{file} has no row with {shown(key)} {written}" if value else f"{shown(own)} is empty"
            misfits.append(Misfit("join", join.by.name, Fault(row.spans.get(own, row.span), message, hint), row.name))
    return tuple(made), tuple(misfits)


def _as_text(table: TableSource) -> str:
    """Return the name of a table, with its sheet if it is one of several."""
    return f"sheet {shown(table.sheet.name)} of {table.file.name}" if table.sheet else table.file.name


def _with_fields_of(row: Row, match: Row, key: str) -> Row:
    """Return the row with the fields of another row added, and with its copies if the row does not state its own."""
    fields = {**{name: value for name, value in match.fields.items() if name != key}, **row.fields}
    counts = COPIES[0] in row.spans or COPIES[0] not in match.spans
    spans = JoinedSpans(row.spans, match.spans)
    return replace(row, fields=fields, copies=row.copies if counts else match.copies, spans=spans)


class JoinedSpans(Mapping[str, "Span"]):
    """The spans of a row's fields, and those of the other fields of another row; each computed on access."""

    def __init__(self, first: Mapping[str, Span], second: Mapping[str, Span]) -> None:
        self.first, self.second = first, second

    def __getitem__(self, name: str) -> Span:
        return self.first[name] if name in self.first else self.second[name]

    def __iter__(self) -> Iterator[str]:
        yield from self.first
        yield from (name for name in self.second if name not in self.first)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _key_text(value: RowValue) -> str:
    """Return a key as text, so that the number 7 of one table is the text 7 of another."""
    return "" if value is None else str(value).strip().casefold()


# Texts that a table lacks in some language.

MISMARKED = re.compile(r"(?P<name>.*[^\W_])[\W_]+(?P<language>[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?)[)\]]?")
"""A column name that may mean a text in another language, but is not marked as in `title@de`."""

UNKNOWN_LANGUAGE = re.compile(r"(?P<name>[^@]+)@(?P<language>.*)")
"""Matches the name of a column with a language that is not a code, such as `title@french`."""


class Untranslated(NamedTuple):
    """The fault of a field without a text in a language, and the column that it covers, or None.

    Later checks do not report that column again.
    """

    fault: Fault
    column: str | None = None


def untranslated(table: Table, fields: Mapping[str, Field], languages: Languages) -> Iterator[Untranslated]:
    """Yield the faults of fields whose texts are missing in some of the required languages."""
    columns = columns_of(table, fields)
    mismarked = {(each.field, each.code): each for each in _mismarked(columns, fields, languages)}
    yield from (each.told for each in mismarked.values())
    for name, spoken in columns.items():
        if len(spoken) == 1 and None in spoken:
            continue
        named = {code or languages.default: column for code, column in spoken.items()}
        for code in languages.lacking(()):
            if code in named:
                records = [each for each in table.records if not _lacks_several(each, columns, fields)]
                for fault in _blank(table, records, named[code], tuple(named.values()), languages, code):
                    yield Untranslated(fault)
            elif code == languages.default:
                yield _without_own(name, columns, fields, languages)
            elif (name, code) not in mismarked:
                yield Untranslated(_without(code, named, languages, ERROR if fields else None))


def _without(code: str, named: Mapping[str, Column], languages: Languages, mistyped: Severity | None) -> Fault:
    """Return the fault of a field without a column in a language; one in an unknown language may be meant for it."""
    column, required = next(iter(named.values())), languages.lacking(())
    strange = [other for other in named if other not in required] if languages.wanted else []
    lacking = [other for other in required if other not in named]
    if len(strange) == 1 and meant_code(strange[0], lacking) == code:
        message = f"there is no text in '{code}': '{strange[0]}' is none of the pack's languages"
        cause = OtherLanguage(code, strange[0])
        return Fault(named[strange[0]].span, message, f"call it '{column.name}@{code}'", mistyped, cause=cause)
    hint = f"add a column '{column.name}@{code}'"
    if strange:
        hint += f"; '{named[strange[0]].name}@{strange[0]}' is in none of the languages"
    return _no_column(column, code, hint)


def _no_column(column: Column, code: str, hint: str, severity: Severity | None = None) -> Fault:
    return Fault(column.span, f"there is no text in '{code}'", hint, severity)


def _without_own(
    name: str, columns: Mapping[str, Spoken], fields: Collection[str], languages: Languages
) -> Untranslated:
    """Return an error: a field has columns in other languages but none in the game's own.

    The most frequent cause is a mistyped column name. Without the error, another language would be printed instead.
    """
    code, column = next(iter(columns[name].items()))
    own = languages.default
    written = f"{column.name}@{code}"
    if name not in fields and (meant := nearest(name, fields)):
        message = f"'{written}' is a column of none of the fields"
        return Untranslated(Fault(column.span, message, f"did you mean '{meant}@{code}'?", ERROR), name)
    given = {other: next(iter(each.values())) for other, each in columns.items() if {None, own} & each.keys()}
    strange = [other for other in given if other not in fields and other != copies_column(given, fields)]
    if meant := nearest(name, strange):
        message = f"there is no text in '{own}' for '{written}': there is no column '{column.name}'"
        other = "" if fields else f" Or call the other one '{given[meant].name}@{code}'"
        return Untranslated(Fault(given[meant].span, message, f"did you mean '{column.name}'?{other}", ERROR), meant)
    return Untranslated(_no_column(column, own, f"add a column '{column.name}'", ERROR))


class _Mismarked(NamedTuple):
    """A column that seems to be a field in another language but is not marked by `@`."""

    field: str
    code: str
    told: Untranslated


def _mismarked(columns: Mapping[str, Spoken], fields: Collection[str], languages: Languages) -> Iterator[_Mismarked]:
    """Yield columns such as `title_de`, `title (de)`, `title@DE` or `title@german` next to a column `title`.

    If fields are declared, such a column is an error, because no field has this name. Otherwise a template may use it
    by its name.
    """
    written = {folded(name): name for name in columns}
    others = [code for code in languages.wanted if code != languages.default]
    for name, spoken in columns.items():
        if not others or name in fields or None not in spoken:
            continue
        found = MISMARKED.fullmatch(name) or UNKNOWN_LANGUAGE.fullmatch(name)
        field = written.get(folded(found["name"])) if found else None
        if not (found and field):
            continue
        missing = [code for code in others if code not in columns[field]]
        code = next((code for code in missing if code.casefold() == found["language"].casefold()), None)
        if "@" in name and missing:  # it is meant for a language, whichever
            code = code or nearest(found["language"], missing) or missing[0]
        if code:
            marked = f"{next(iter(columns[field].values())).name}@{code}"
            message = f"there is no text in '{code}': '{name}' is not read as '{marked}'"
            fault = Fault(next(iter(spoken.values())).span, message, f"call it '{marked}'", ERROR if fields else None)
            yield _Mismarked(field, code, Untranslated(fault, name))


def _lacks_several(record: TableRecord, columns: Mapping[str, Spoken], fields: Mapping[str, Field]) -> bool:
    """Whether a record lacks several fields, which is reported once: it may be a sum below the table."""
    needed = [
        columns[name] for name, each in fields.items() if name in columns and not each.optional and each.default is None
    ]
    return sum(not any(cell_text(record, each.index) for each in spoken.values()) for spoken in needed) >= LACKING


def _blank(
    table: Table,
    records: Sequence[TableRecord],
    column: Column,
    columns: Sequence[Column],
    languages: Languages,
    code: str,
) -> Iterator[Fault]:
    rows = [
        record
        for record in records
        if not cell_text(record, column.index) and any(cell_text(record, other.index) for other in columns)
    ]
    if rows:
        where = f" ({rows_named([record.number for record in rows])})"
        severity = ERROR if code == languages.default else None
        message = f"there is no text in '{code}'{where}"
        yield Fault(table.cell(rows[0], column.index), message, "fill in the cell", severity)
