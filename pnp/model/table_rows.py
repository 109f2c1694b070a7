"""Rows of tables: columns to fields, and values fitted to the types that a component declares."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping

from msgspec.structs import replace

from pnp.diagnostics import WARNING, Fault, Missing, Severity, Span
from pnp.expression import StepBudget, identifier
from pnp.expression.limits import PACK_STEPS
from pnp.messages import did_you_mean, folded, nearest, same, shown, some_of
from pnp.model.component import Component
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.row import (
    COPIES,
    MOST_COPIES,
    ColourType,
    Field,
    FieldSpans,
    IconType,
    ListType,
    Misfit,
    MisfitKind,
    Row,
    RowValue,
    TextType,
    TruthType,
    cell_value,
    label,
    plain,
)
from pnp.model.selection import RenamedSpans, names_asked, selected
from pnp.model.values import BadValueError, Known, asked, nothing, take
from pnp.source.languages import Languages
from pnp.source.tables import Column, CsvTable, Table, TableRecord
from pnp.source.tree import Node, found

# The rows of a table: each column is a field, perhaps in one of several languages.

Spoken = Mapping[str | None, "Column"]
"""The columns of one field by language; None is the game's own."""


def table_rows(
    table: Table, fields: Mapping[str, Field], languages: Languages
) -> tuple[tuple[Row, ...], tuple[Misfit, ...]]:
    """Return the rows of the table, and the faults in their numbers of copies.

    If the component declares `fields`, values remain texts, which `fitted` converts later.
    """
    columns = columns_of(table, fields)
    counting = copies_column(columns, fields)
    counts = next(iter(columns.pop(counting).values())) if counting else None
    kept = counting if counting != COPIES[0] else None
    one = all(len(spoken) == 1 for spoken in columns.values())
    indexes: dict[str, int] = {}
    rows, misfits = [], []
    for record in table.records:
        if not (one and indexes):
            indexes = {name: _chosen(spoken, record, languages).index for name, spoken in columns.items()}
        values: dict[str, RowValue]
        if fields:
            values = {name: cell_text(record, index) for name, index in indexes.items()}
        else:
            values = {name: cell_value(cell_text(record, index)) for name, index in indexes.items()}
        name = label(values, record.number)
        copies = _copies(record, counts)
        if counts and copies is None:
            misfits.append(_bad_copies(table, record, counts, name))
        if kept:
            values[kept] = 1 if copies is None else copies
        places = CellSpans(table, record, {**indexes, COPIES[0]: counts.index} if counts else indexes)
        rows.append(Row(name, values, table.span(record), 1 if copies is None else copies, places))
    return tuple(rows), tuple(misfits)


class CellSpans(Mapping[str, "Span"]):
    """The spans of a row's fields, each computed on access."""

    def __init__(self, table: Table, record: TableRecord, indexes: Mapping[str, int]) -> None:
        self.table = table
        self.record = record
        self.indexes = indexes

    def __getitem__(self, name: str) -> Span:
        return self.table.cell(self.record, self.indexes[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.indexes)

    def __len__(self) -> int:
        return len(self.indexes)


def headers(table: Table, fields: Mapping[str, Field]) -> dict[str, Span]:
    """Return the span of each column's name by field, without the column of the numbers of copies."""
    columns = columns_of(table, fields)
    counting = copies_column(columns, fields)
    return {name: next(iter(spoken.values())).span for name, spoken in columns.items() if name != counting}


def copies_column(columns: Iterable[str], fields: Container[str]) -> str | None:
    """Return the name of the column that gives the number of copies; a declared field is something else.

    A declared field `copies` is the number of copies all the same.
    """
    names = {folded(name): name for name in columns if name not in fields or name == COPIES[0]}
    return next((names[folded(name)] for name in COPIES if folded(name) in names), None)


def columns_of(table: Table, fields: Mapping[str, Field]) -> dict[str, Spoken]:
    """Return the columns by field and language."""
    heads = {folded(column.name) for column in table.columns}
    declared = {folded(name): name for name in (COPIES[0], *fields)}
    for field in fields.values():
        if folded(field.name) not in heads:
            other = next((folded(name) for name in field.columns if folded(name) in heads), None)
            declared.setdefault(other or folded(field.name), field.name)
    columns: dict[str, dict[str | None, Column]] = {}
    for column in table.columns:
        columns.setdefault(declared.get(folded(column.name), column.name), {})[column.language] = column
    return dict(columns)


def _chosen(spoken: Spoken, record: TableRecord, languages: Languages) -> Column:
    """Return the column with the text of a field in the chosen language, or its fallback."""
    if len(spoken) == 1:
        return next(iter(spoken.values()))
    given = {
        code or languages.default: column for code, column in spoken.items() if cell_text(record, column.index)
    } or {code or languages.default: column for code, column in spoken.items()}
    return given[languages.pick(given)]


def cell_text(record: TableRecord, index: int) -> str:
    """Return the text of a cell; empty beyond the end of its row."""
    return record.cells[index] if index < len(record.cells) else ""


def _copies(record: TableRecord, column: Column | None) -> int | None:
    """Return the number of copies of the row: 1 by default, None if the cell is not a valid number."""
    text = cell_text(record, column.index) if column else ""
    if not text:
        return 1
    number = cell_value(text)
    whole = isinstance(number, int) and not isinstance(number, bool)
    return int(number) if whole and 0 <= int(number) <= MOST_COPIES else None  # type: ignore[arg-type]


def _bad_copies(table: Table, record: TableRecord, column: Column, name: str) -> Misfit:
    text = cell_text(record, column.index)
    message = f"'{column.name}': expected a whole number from 0 to {MOST_COPIES}, found {shown(text)}"
    whole = table.parted(record) if isinstance(table, CsvTable) else None
    hint = f"is {shown(whole[1])} one text? Then quote it" if whole else COPIES_HINT
    return Misfit("value", column.name, Fault(table.cell(record, column.index), message, hint), name)


COPIES_HINT = "write how many copies are printed: 0 leaves the row out, an empty cell means 1"


def listed_rows(listed: Iterable[Node]) -> tuple[tuple[Row, ...], tuple[Misfit, ...]]:
    """Return the rows of the objects in a JSON file, and the faults in their numbers of copies."""
    rows, misfits = [], []
    for index, node in enumerate(listed, start=1):
        keys = {folded(key): key for key in node.mapping}
        counting = next((keys[folded(name)] for name in COPIES if folded(name) in keys), None)
        fields = {name: plain(value) for name, value in node.mapping.items() if name != COPIES[0]}
        name, copies = label(fields, index), 1
        given = node[counting] if counting else None
        if given is not None and _is_count(given.value):
            copies = given.integer
        elif given is not None and given.value is not None:
            message = f"'{counting}': expected a whole number from 0 to {MOST_COPIES}, found {found(given.value)}"
            misfits.append(Misfit("value", counting or "", Fault(given.span, message, COPIES_HINT), name))
        rows.append(Row(name, fields, node.span, copies, FieldSpans(node)))
    return tuple(rows), tuple(misfits)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_COPIES


# Rows are fitted to the fields of their component after all documents are read.

FEW = 4
"""Maximum number of unknown columns that are reported separately."""

WRITTEN_COPIES = ("copies", "quantity")
"""Names of the column of copies that are probably meant by a similar one."""

KINDS: Mapping[type, str] = {ColourType: "colour", IconType: "icon"}
"""The kinds of names that a file may define which is not listed, by the type of the field that has one."""

LACKING = 2
"""Number of missing fields from which a row of a table is reported as a whole."""

MISSING_HINT = "give it, or make the field optional"
"""A hint for a field that is missing."""


def fitted(game: Game) -> Game:
    """Return the game with the values of rows converted to the types of their fields, and the rows selected.

    A component with a row that does not fit is damaged.
    """
    known, budget, templates = Known(game), StepBudget(PACK_STEPS), game.names(Template)
    documents = [
        _fitted(each, known) if isinstance(each, Component) and each.fields else each for each in game.documents
    ]
    for index, each in enumerate(documents):
        if isinstance(each, Component) and not each.fields and each.table:
            each = documents[index] = _named_as_asked(each, game)
        if isinstance(each, Component) and not each.fields and not (game.unread or game.names_incomplete):
            each = documents[index] = _unlike_other_rows(each, game)
        if isinstance(each, Component) and each.selection:
            documents[index] = selected(each, templates, budget)
    return replace(game, documents=tuple(documents))


def _named_as_asked(component: Component, game: Game) -> Component:
    """Return the component with columns such as `Card Name` under the name that its faces use, such as `card_name`.

    Names of fields that are declared are matched when a table is read; these are not declared. A column that is used
    by its own name keeps it, and nothing that has another meaning in the game is taken for a column.
    """
    columns = dict.fromkeys(name for row in component.rows[:1] for name in row.fields)
    columns.update(dict.fromkeys(component.columns))
    asked = names_asked(component, game)
    taken = {identifier(name) for name in columns} | {"index", "row", COPIES[0], "pack", "components"}
    taken |= {identifier(name) for name in component.computed}
    taken |= game.cached("document identifiers", lambda: {identifier(each.id) for each in game.documents})
    taken |= {definition.name for definition in game.pack.definitions} if game.pack else set()
    free = [name for name in columns if identifier(name) not in asked]
    taken |= {identifier(name) for entry in game.pack.components for name in entry.given} if game.pack else set()
    meant = {name: same(name.replace("_", " "), free) for name in sorted(asked - taken)}
    renamed = {old: new for new, old in meant.items() if old is not None}
    mistyped = (
        () if game.unread or game.names_incomplete else tuple(_mistyped(component, meant, set(free) - renamed.keys()))
    )
    if mistyped:
        return replace(component, misfits=(*component.misfits, *mistyped), damaged=True)
    if not renamed:
        return component
    rows = tuple(
        replace(
            row,
            fields={renamed.get(name, name): value for name, value in row.fields.items()},
            spans=RenamedSpans(row.spans, {new: old for old, new in renamed.items()}),
        )
        for row in component.rows
    )
    return replace(
        component, rows=rows, columns={renamed.get(name, name): span for name, span in component.columns.items()}
    )


def _mistyped(component: Component, meant: Mapping[str, str | None], free: Iterable[str]) -> Iterator[Misfit]:
    """Yield a fault for each name that faces use and no column has, but one that is not used resembles."""
    left = dict.fromkeys(sorted(free))
    for name, column in meant.items():
        similar = nearest(name, left) if column is None else None
        if similar and component.rows:
            del left[similar]
            first = component.rows[0]
            span = component.columns.get(similar) or first.spans.get(similar, first.span)
            message = f"there is no column {shown(name)}, which the faces use"
            yield Misfit("missing", name, Fault(span, message, f"is it {shown(similar)}?"))


def _unlike_other_rows(component: Component, game: Game) -> Component:
    """Return the component, damaged if a row mistypes a field that most other rows have and the faces use."""
    if len({frozenset(row.fields) for row in component.rows}) < 2 or component.rows[0].from_table:
        return component
    given = Counter(name for row in component.rows for name in row.fields)
    asked = names_asked(component, game)
    usual = {name for name, rows in given.items() if 2 * rows > len(component.rows) and identifier(name) in asked}
    unused = {name for name in given if identifier(name) not in asked}
    misfits = []
    for row in component.rows:
        strange = sorted(unused & row.fields.keys())
        missing = sorted(usual - row.fields.keys())
        for name in missing:
            once = [each for each in strange if given[each] == 1]
            alike = len(once) == len(missing) == 1 and any(
                type(row.fields[once[0]]) is type(each.fields.get(name)) for each in component.rows
            )
            similar = nearest(name, strange) or (once[0] if alike else None)
            if similar and given[similar] < given[name]:
                span = row.spans.key(similar) if isinstance(row.spans, FieldSpans) else row.spans[similar]
                message = f"{shown(similar)} is a field that no face uses, and {shown(name)} is missing"
                misfits.append(Misfit("missing", name, Fault(span, message, f"did you mean {shown(name)}?"), row.name))
        for name in strange if not missing else ():
            meant = nearest(name, COPIES[:1])
            if meant and isinstance(row.fields[name], int) and given[name] == 1:
                span = row.spans.key(name) if isinstance(row.spans, FieldSpans) else row.spans[name]
                message = f"{shown(name)} is a field that no face uses"
                misfits.append(Misfit("missing", name, Fault(span, message, f"did you mean {shown(meant)}?"), row.name))
    return replace(component, misfits=(*component.misfits, *misfits), damaged=True) if misfits else component


def _fitted(component: Component, known: Known) -> Component:
    fitting = _Fitting(component, known)
    rows = tuple(map(fitting.row, component.rows))
    wrong = fitting.miscounted or any(
        misfit.kind != "unknown" and misfit.fault.severity is not WARNING for misfit in fitting.misfits
    )
    reported = {misfit.fault.span for misfit in fitting.misfits}  # a value that is wrong is not also missing elsewhere
    misfits = (*(each for each in component.misfits if each.fault.span not in reported), *fitting.misfits)
    return replace(component, rows=rows, misfits=misfits, damaged=component.damaged or wrong)


class _Fitting:
    """Fits the rows of one component; a fault of a whole column of a table is reported once."""

    def __init__(self, component: Component, known: Known) -> None:
        self.fields, self.columns, self.known = component.fields, component.columns, known
        self.damaged, self.unjoined = component.damaged, component.unjoined
        self.alone = {each.row for each in component.misfits if each.kind == "join" and each.row}
        self.misfits: list[Misfit] = []
        self.headless = self.miscounted = False
        self.rows, self.component = component.rows, component
        if component.header and component.columns:
            self._hold(component.header)

    def _hold(self, header: Span) -> None:
        """Report columns that are not fields, and fields without a column."""
        others = {name: span for name, span in self.columns.items() if name not in self.fields}
        missing = {name: field for name, field in self.fields.items() if name not in self.columns and _needed(field)}
        missing.pop(COPIES[0], None)
        if self._is_no_header(header, missing, others):
            return
        if self.unjoined:  # another table has them, which could not be read
            missing.clear()
        alone = next(iter(others)) if len(missing) == len(others) == 1 else None  # the one may be meant for the other
        used = names_asked(self.component, self.known.game) if missing else frozenset()
        for name, field in missing.items():
            message, meant = f"there is no column {shown(name)}", nearest(name, others)
            hint = f"is it {shown(alone)}? Otherwise {MISSING_HINT}" if alone else MISSING_HINT
            hint = f"is it {shown(meant)}?" if meant else hint
            span = others.pop(meant or alone or "", header)  # reported once, at the column that may be meant
            if meant and identifier(name) not in used and (other := same(meant, used)):
                fault = Fault(field.span, f"{message}, and no face uses it", f"did you mean {shown(other)}?")
            else:
                fault = Fault(span, f"{message}: expected {asked(field.type)}", hint)
            self._note("missing", name, fault)
        self._tell_unasked(header, others)
        free = [name for name in (*self.fields, *WRITTEN_COPIES) if name not in self.columns]
        strange = [name for name in others if not nearest(name, free)]
        if len(strange) > FEW:
            message = f"{some_of(strange)} are none of the fields"
            hint = "declare them, as 'note' what is for you alone, or take them out"
            self._note("unknown", strange[0], Fault(others[strange[0]], message, hint, WARNING))
        for name, span in others.items() if not self.damaged else ():
            if name not in strange or len(strange) <= FEW:
                # A name similar to that of a field without a column is mistyped: the field would be printed empty.
                self._unknown(name, span, self.columns, severity=WARNING if name in strange else None)

    def _tell_unasked(self, header: Span, others: Iterable[str]) -> None:
        """Report fields of yes or no without a column: they are no in every row."""
        for name, field in self.fields.items() if not (self.unjoined or self.damaged) else ():
            silent = isinstance(field.type, TruthType) and field.default is None and not field.optional
            if silent and name not in self.columns and not nearest(name, others):  # else the column is reported
                message = f"there is no column {shown(name)}, and so it is no in every row"
                self._note("missing", name, Fault(header, message, "add it, or take the field out", WARNING))

    def _is_no_header(self, header: Span, missing: Mapping[str, Field], others: Mapping[str, Span]) -> bool:
        """Report a first row that names none of the fields: the names are missing, or it is not parted into cells."""
        if len(missing) < LACKING or set(self.fields) & set(self.columns) or self.unjoined or self.damaged:
            return False
        if any(nearest(name, others) for name in missing):
            return False
        (first, *more), sign = others or [""], None
        if not more:
            sign = next((each for each in "|:/" if each in first), None)
        message = f"the first row has none of the fields {some_of(list(missing))}"
        hint = "write the names of the columns into the first row"
        if sign:
            message, hint = f"the cells are separated by '{sign}'", "separate them by commas, semicolons or tabs"
        self.headless = True
        self._note("missing", next(iter(missing)), Fault(header, message, hint))
        return True

    def row(self, row: Row) -> Row:
        """Return the row with a value for each field, and its other values as a table without fields has them.

        A row of a table that lacks several fields is reported once, and nothing else of it.
        """
        before = len(self.misfits)
        fitted = self._fitted(row)
        if self.headless:
            del self.misfits[before:]
            return fitted
        cells = [(name, value) for name, value in row.fields.items() if value not in ("", None)]
        if row.from_table and len(cells) >= LACKING and all(folded(str(cell)) == folded(name) for name, cell in cells):
            fault = Fault(row.span, "the names of the columns are repeated here", "delete the row")
            self.misfits[before:] = [Misfit("value", cells[0][0], fault, row.name)]
            return fitted
        wrong = [each for each in self.misfits[before:] if each.kind == "value"]
        if len(wrong) == 2 and (swapped := self._swapped(wrong[0], wrong[1], row)):
            self.misfits[before:] = [swapped, *(each for each in self.misfits[before:] if each not in wrong)]
        lacking = [each.field for each in self.misfits[before:] if each.kind == "missing"]
        if row.from_table and len(lacking) >= LACKING:
            span = self.misfits[before].fault.span
            hint = "fill in the cells, or delete the row if it is none of the cards"
            self.misfits[before:] = [
                Misfit("missing", lacking[0], Fault(span, f"{some_of(lacking)} are missing", hint), row.name)
            ]
        return fitted

    def _swapped(self, one: Misfit, other: Misfit, row: Row) -> Misfit | None:
        """Return one misfit for two values each of which fits the field of the other."""
        first, second = row.fields.get(one.field), row.fields.get(other.field)
        try:
            for name, value in ((one.field, second), (other.field, first)):
                take(self.fields[name].type, value, self.known)
        except (BadValueError, KeyError):
            return None
        message = f"{shown(str(first))} and {shown(str(second))} are in the places of each other"
        hint = f"write {second} as {one.field}, and {first} as {other.field}"
        return Misfit("value", one.field, Fault(one.fault.span, message, hint), row.name)

    def _fitted(self, row: Row) -> Row:
        others = {name: value for name, value in row.fields.items() if name not in self.fields}
        if row.from_table:
            others = {name: cell_value(value) if isinstance(value, str) else value for name, value in others.items()}
        meant = set()
        if not row.from_table and not self.damaged:  # the fields may be incomplete
            for name in others:
                self._unknown(name, row.spans[name], row.fields, row.name)
                meant.add(nearest(name, (each for each in self.fields if each not in row.fields)))
        return replace(row, fields={**dict(self._values(row, meant)), **others})

    def _values(self, row: Row, meant: Container[str | None]) -> Iterator[tuple[str, RowValue]]:
        """Yield the value of each field; a missing field with a mistyped name is reported only as that."""
        for name, field in self.fields.items():
            given = row.copies if name == COPIES[0] else row.fields.get(name)
            blank = given is None or (given == "" and row.from_table)
            yield name, self._left_out(field, row, name in meant) if blank else self._taken(field, given, row)

    def _left_out(self, field: Field, row: Row, reported: bool) -> RowValue:
        """Return the value of a field that the row omits. In a table, an empty cell is an empty list."""
        reported = reported or (row.from_table and (field.name not in self.columns or isinstance(field.type, ListType)))
        reported = reported or (field.name not in row.spans and (self.unjoined or row.name in self.alone))
        if _needed(field) and not reported:
            span = row.spans.get(field.name, row.span)
            message = f"{shown(field.name)} is missing: expected {asked(field.type)}"
            self._note("missing", field.name, Fault(span, message, MISSING_HINT), row.name)
        return nothing(field.type) if field.default is None else self._default(field)

    def _default(self, field: Field) -> RowValue:
        try:
            return take(field.type, field.default, self.known)
        except BadValueError:  # reported by the check of fields
            return field.default

    def _taken(self, field: Field, given: RowValue, row: Row) -> RowValue:
        try:
            return take(field.type, given, self.known)
        except BadValueError as error:
            message = f"{shown(field.name)}: {error.message}"
            span = row.spans.get(field.name, row.span)
            kind = KINDS.get(type(field.type))
            cause = error.cause or (Missing(str(given), kind) if kind else None)
            self._note("value", field.name, Fault(span, message, error.hint, cause=cause), row.name)
            return given

    def _unknown(
        self, name: str, span: Span, given: Container[str], row: str = "", severity: Severity | None = None
    ) -> None:
        """Report a name that is not a field, with the most similar field that is not `given` as a hint."""
        hint = did_you_mean(name, [each for each in (*self.fields, *WRITTEN_COPIES) if each not in given]) or (
            f"declare it under 'fields', as '{name}: {self._kind(name)}', or as 'note' if it is for you alone"
        )
        self.miscounted |= severity is None and hint in (f"did you mean {shown(each)}?" for each in WRITTEN_COPIES)
        self._note("unknown", name, Fault(span, f"{shown(name)} is none of the fields", hint, severity), row)

    def _kind(self, name: str) -> str:
        """Return the type that the values of an undeclared field have: numbers, or texts."""
        given = [str(value) for row in self.rows if (value := row.fields.get(name)) not in ("", None)]
        return "number" if given and all(map(_NUMERIC.fullmatch, given)) else "text"

    def _note(self, kind: MisfitKind, name: str, fault: Fault, row: str = "") -> None:
        self.misfits.append(Misfit(kind, name, fault, row))


_NUMERIC = re.compile(r"-?\d{1,9}(?:[.,]\d{1,9})?")


def _needed(field: Field) -> bool:
    """Whether a row must have the field.

    Not if an omitted value means no, and not for a designer's note.
    """
    free = field.optional or isinstance(field.type, TruthType) or field.type == TextType(note=True)
    return not free and field.default is None
