"""Tables of content to tables of the document: rows × columns × formula."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.diagnostics import Fault
from pnp.expression import Refusal, described, value_of
from pnp.expression.values import is_number
from pnp.model.rule_table import Column, Loop, Matrix, RuleTable
from pnp.records import dataclass
from pnp.rulebook.document import Align, Line, Table, plain, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.expression import Value
    from pnp.model.reference import Formula
    from pnp.rulebook.scribe import Scribe

MOST_CELLS = 20_000
"""How many cells a table may have: a hundred and forty rows by as many columns."""


@dataclass(frozen=True, slots=True)
class _Axis:
    """A row, or a column of a matrix: the names that it gives to the expressions of its cells, and its head."""

    names: Mapping[str, Value]
    head: Line


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of the document's table; `total` is what stands in the last row, where there are sums."""

    head: Line
    cells: tuple[Line, ...]
    align: Align
    total: Line = ()


def derive_table(table: RuleTable, number: int, scribe: Scribe) -> Table:
    """The table with every cell computed; what cannot be computed is a fault of the scribe's."""
    rows = _rows(table, scribe)
    if isinstance(table.columns, Matrix):
        columns = _matrix(table, table.columns, rows, scribe)
        stub = True
    else:
        columns = [_listed(column, rows, scribe) for column in table.columns]
        stub = isinstance(table.rows, Loop) and table.rows.head is not None
    total = not isinstance(table.columns, Matrix) and any(column.total for column in table.columns)
    if stub:
        columns.insert(0, _Column(_text(table.corner, scribe), tuple(row.head for row in rows), "left"))
    if total and not columns[0].total:
        columns[0] = replace(columns[0], total=text(scribe.words.total))
    sums = [tuple(column.total for column in columns)] if total else []
    return Table(
        id=table.id,
        number=number,
        title=scribe.line(table.title),
        heads=tuple(column.head for column in columns),
        rows=(*zip(*(column.cells for column in columns), strict=True), *sums),
        aligns=tuple(column.align for column in columns),
        caption=_text(table.caption, scribe),
        stub=stub,
        total=total,
        triangle=table.triangle and _symmetric(table, columns, scribe),
    )


def _rows(table: RuleTable, scribe: Scribe) -> tuple[_Axis, ...]:
    if isinstance(table.rows, Loop):
        return tuple(_loop(table.rows, scribe))
    fields = [{key: value_of(value) for key, value in row.fields.items()} for row in table.rows]
    heads = [str(next(iter(names.values()))) for names in fields]
    if isinstance(table.columns, Matrix):  # which prints them
        for row, head in zip(table.rows, heads, strict=True):
            scribe.look_through(head, row.span)
    return tuple(_Axis(names, text(head)) for names, head in zip(fields, heads, strict=True))


def _loop(loop: Loop, scribe: Scribe) -> list[_Axis]:
    values = scribe.value(loop.values)
    if not isinstance(values, tuple):
        wrong = f"a table goes through a list, and this is {described(values)}"
        scribe.refuse(loop.values, Refusal(wrong, "give a list, such as town.areas or range(2, 6)"))
        return []
    axes = []
    for value in values:
        environment = scribe.environment.with_names({loop.name: value})
        if loop.when is not None and scribe.value(loop.when, environment) is not True:
            continue
        head = value if loop.head is None else scribe.value(loop.head, environment)
        axes.append(_Axis({loop.name: value}, scribe.shown(head, loop.head or loop.values)))
    return axes


def _matrix(table: RuleTable, matrix: Matrix, rows: tuple[_Axis, ...], scribe: Scribe) -> list[_Column]:
    columns = _loop(matrix.loop, scribe)
    count = len(rows) * len(columns)
    if count > MOST_CELLS:
        message = f"table '{table.id}' has {count:,} cells; no more than {MOST_CELLS:,} fit on paper"
        scribe.table_faults.append(Fault(table.span, message, "go through fewer rows or columns"))
        columns = []
    outer, cell = scribe.environment, matrix.cell
    return [
        _Column(
            column.head,
            tuple(
                scribe.shown(scribe.value(cell, outer.with_names({**row.names, **column.names})), cell) for row in rows
            ),
            "centre",
        )
        for column in columns
    ]


def _listed(column: Column, rows: tuple[_Axis, ...], scribe: Scribe) -> _Column:
    head, cell = scribe.line(column.head), column.cell
    around = [scribe.environment.with_names(row.names) for row in rows]
    if column.marked:
        return _Column(head, tuple(scribe.line(cell, environment) for environment in around), column.align or "left")
    values = [scribe.value(cell, environment) for environment in around]
    numbers = [value for value in values if is_number(value)]
    total: Line = ()
    if column.total and len(numbers) < len(values):
        odd = next(value for value in values if not is_number(value))
        scribe.refuse(cell, Refusal(f"a total adds numbers, and this is {described(odd)}", "leave out 'total'"))
    elif column.total:
        total = scribe.shown(value_of(sum(numbers)), cell)
    align: Align = "right" if len(numbers) == len(values) else "left"
    return _Column(head, tuple(scribe.shown(value, cell) for value in values), column.align or align, total)


def _symmetric(table: RuleTable, columns: list[_Column], scribe: Scribe) -> bool:
    """Whether the lower half of the table says all; a fault where it does not."""
    message = _lopsided(columns)
    if message:
        hint = "leave out 'triangle' to print the whole table"
        scribe.table_faults.append(Fault(table.span, f"triangle '{table.id}' {message}", hint))
    return message is None


def _lopsided(columns: list[_Column]) -> str | None:
    """What keeps the lower half from saying all, None where nothing does."""
    heads, *body = columns
    if heads.cells != tuple(column.head for column in body):
        return "has other rows than columns"
    for down in range(len(body)):
        for across in range(down):
            below, above = body[across].cells[down], body[down].cells[across]
            if below != above:
                names = f"'{plain(heads.cells[down])}' and '{plain(heads.cells[across])}'"
                return f"is not the same both ways: {names} have '{plain(below)}' and '{plain(above)}'"
    return None


def _text(formula: Formula | None, scribe: Scribe) -> Line:
    return scribe.line(formula) if formula else ()
