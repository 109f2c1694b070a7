"""Rows fitted to the fields that their component declares, once all documents are read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault
from pnp.model.component import Component
from pnp.model.fields import ListType, TextType, TruthType
from pnp.model.known import Known
from pnp.model.misfit import Misfit, MisfitKind
from pnp.model.value import BadValueError, asked, nothing, take
from pnp.source.words import shown, some_of
from pnp.suggest import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from pnp.diagnostics import Severity, Span
    from pnp.model.fields import Field
    from pnp.model.game import Game
    from pnp.model.row import Row, RowValue

FEW = 4
"""How many columns that are no fields are told each by itself."""

WAY_OUT = "give it, or make the field optional"


def fitted(game: Game) -> Game:
    """The game with the rows of each component as its fields take them; damaged where one of them does not fit."""
    known = Known(game)
    documents = (
        _fitted(each, known) if isinstance(each, Component) and each.fields else each for each in game.documents
    )
    return replace(game, documents=tuple(documents))


def _fitted(component: Component, known: Known) -> Component:
    fitting = _Fitting(component, known)
    rows = tuple(map(fitting.row, component.rows))
    wrong = any(misfit.kind != "unknown" for misfit in fitting.misfits)
    misfits = (*component.misfits, *fitting.misfits)
    return replace(component, rows=rows, misfits=misfits, damaged=component.damaged or wrong)


class _Fitting:
    """One component while its rows are fitted; of a table, what is wrong with a whole column is told once."""

    def __init__(self, component: Component, known: Known) -> None:
        self.fields, self.columns, self.known = component.fields, component.columns, known
        self.misfits: list[Misfit] = []
        if component.header and component.columns:
            self._hold(component.header)

    def _hold(self, header: Span) -> None:
        """Tell of columns that are no fields, and of fields that have no column."""
        others = {name: span for name, span in self.columns.items() if name not in self.fields}
        for name, field in self.fields.items():
            if name not in self.columns and _needed(field):
                message, meant = f"there is no column {shown(name)}", nearest(name, others)
                message += f": expected {asked(field.type)}"
                span = others.pop(meant) if meant else header  # told once, as the column that is meant
                self._note("missing", name, Fault(span, message, f"is it {shown(meant)}?" if meant else WAY_OUT))
        free = [name for name in self.fields if name not in self.columns]
        strange = [name for name in others if not nearest(name, free)]
        if len(strange) > FEW:
            message = f"{some_of(strange)} are none of the fields"
            hint = "declare them, as 'note' what is for you alone, or take them out"
            self._note("unknown", strange[0], Fault(others[strange[0]], message, hint, WARNING))
        for name, span in others.items():
            if name not in strange or len(strange) <= FEW:
                # a name near that of a field without a column is mistyped: the field would be printed empty
                self._unknown(name, span, self.columns, severity=WARNING if name in strange else None)

    def row(self, row: Row) -> Row:
        """The row with a value for each field, and what else it has."""
        others = {name: value for name, value in row.fields.items() if name not in self.fields}
        meant = set()
        if not row.from_table:
            for name in others:
                self._unknown(name, row.spans[name], row.fields, row.name)
                meant.add(nearest(name, (each for each in self.fields if each not in row.fields)))
        return replace(row, fields={**dict(self._values(row, meant)), **others})

    def _values(self, row: Row, meant: Container[str | None]) -> Iterator[tuple[str, RowValue]]:
        """The value of each field; a field that is not there because its name is mistyped is told as that."""
        for name, field in self.fields.items():
            given = row.fields.get(name)
            blank = given is None or (given == "" and row.from_table)
            yield name, self._left_out(field, row, name in meant) if blank else self._taken(field, given, row)

    def _left_out(self, field: Field, row: Row, told: bool) -> RowValue:
        """What the row has in place of the field; in a table, an empty cell is an empty list."""
        told = told or (row.from_table and (field.name not in self.columns or isinstance(field.type, ListType)))
        if _needed(field) and not told:
            span = row.spans.get(field.name, row.span)
            message = f"{shown(field.name)} is missing: expected {asked(field.type)}"
            self._note("missing", field.name, Fault(span, message, WAY_OUT), row.name)
        return nothing(field.type) if field.default is None else self._default(field)

    def _default(self, field: Field) -> RowValue:
        try:
            return take(field.type, field.default, self.known)
        except BadValueError:  # told by the check of fields
            return field.default

    def _taken(self, field: Field, given: RowValue, row: Row) -> RowValue:
        try:
            return take(field.type, given, self.known)
        except BadValueError as error:
            message = f"{shown(field.name)}: {error.message}"
            self._note("value", field.name, Fault(row.spans[field.name], message, error.hint), row.name)
            return given

    def _unknown(
        self, name: str, span: Span, given: Container[str], row: str = "", severity: Severity | None = None
    ) -> None:
        """Note a name that is none of the fields; one that is not `given` either may be meant."""
        hint = did_you_mean(name, (each for each in self.fields if each not in given)) or (
            f"declare it, as '{name}: note' where it is for you alone, or take it out"
        )
        self._note("unknown", name, Fault(span, f"{shown(name)} is none of the fields", hint, severity), row)

    def _note(self, kind: MisfitKind, name: str, fault: Fault, row: str = "") -> None:
        self.misfits.append(Misfit(kind, name, fault, row))


def _needed(field: Field) -> bool:
    """Whether a row must have the field; not where no is meant by nothing, nor for a designer's note."""
    free = field.optional or isinstance(field.type, TruthType) or field.type == TextType(note=True)
    return not free and field.default is None
