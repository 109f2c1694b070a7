"""What a component makes of its rows: computed fields, filter, order, range, and the templates that rows choose."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec.structs import replace

from pnp.diagnostics import Fault, Span
from pnp.expression import (
    Environment,
    Expression,
    ExpressionError,
    Record,
    StepBudget,
    TextTemplate,
    Value,
    described,
    hyphened_names,
    identifier,
    parse,
    parse_template,
    value_of,
)
from pnp.messages import same, shown
from pnp.model.component import Component, RowSelection, SortKey
from pnp.model.faces.effects import fill_formulas
from pnp.model.faces.layer_formulas import bindings, names_of, names_used
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.reference import Formula, Ref
from pnp.model.row import COPIES, Misfit, Row, RowValue

Parsed = TypeVar("Parsed", Expression, TextTemplate)

DIGITS = re.compile(r"([0-9]{1,18})")


def selected(component: Component, templates: Sequence[str], budget: StepBudget) -> Component:
    """Return the component with its rows computed, filtered, sorted and limited, in this order.

    Each row gets the templates that it chooses among `templates`. If an expression fails, the component is damaged.
    """
    how = component.selection
    if how is None or component.damaged:
        return component
    work = _Work(component, budget)
    rows = component.rows
    for name, formula in how.computed:
        rows = work.computed(rows, name.name, formula)
    if how.only:
        rows = work.filtered(rows, how.only)
    rows = work.in_order(rows, how.order)
    if how.take:
        first, last = how.take
        rows = rows[first - 1 : last]
    rows = work.dressed(rows, how, templates)
    misfits = (*component.misfits, *work.misfits)
    fronts, backs = (dict.fromkeys(getattr(row, side) for row in rows) for side in ("template", "back"))
    return replace(
        component,
        rows=rows,
        template=_first(fronts, templates) if how.template else component.template,
        back=_first(backs, templates) if how.back else component.back,
        misfits=misfits,
        damaged=bool(work.misfits),
    )


def _first(chosen: Mapping[Ref | None, None], templates: Sequence[str]) -> Ref | None:
    """Return the first chosen template that exists, otherwise the first one."""
    named = [ref for ref in chosen if ref]
    return next((ref for ref in named if ref.name in templates), named[0] if named else None)


class _Work:
    """Evaluates the expressions of one component over its rows, and collects their errors."""

    def __init__(self, component: Component, budget: StepBudget) -> None:
        self.budget = budget
        self.misfits: list[Misfit] = []
        # Rows in a document need not have the same fields. What one of them lacks is None.
        self.names: dict[str, Value] = dict.fromkeys(name for row in component.rows for name in row.fields)
        self.names.update(dict.fromkeys(component.fields))
        self.names.setdefault("row")
        self.names.setdefault(COPIES[0])

    def computed(self, rows: Sequence[Row], name: str, formula: Formula) -> tuple[Row, ...]:
        """Return the rows with one more field."""
        values = tuple(self._values(rows, name, formula, parse, Expression.evaluate))
        self.names[name] = None
        return tuple(
            replace(row, fields={**row.fields, name: self._data(value, row, name, formula)}) for row, value in values
        )

    def filtered(self, rows: Sequence[Row], formula: Formula) -> tuple[Row, ...]:
        """Return the rows for which the formula is true."""
        return tuple(row for row, value in self._values(rows, "only", formula, parse, Expression.evaluate) if value)

    def in_order(self, rows: Sequence[Row], keys: Sequence[SortKey]) -> tuple[Row, ...]:
        """Return the rows sorted by the first key, equal ones by the next; rows without a value come last."""
        for key in reversed(keys):  # the sort is stable
            if hint := _sorting_hint(key.by.text):
                self._note("order-by", Fault(key.by.span, f"{shown(key.by.text)} is no expression", hint))
                continue
            values = list(self._values(rows, "order-by", key.by, parse, Expression.evaluate))
            for row, value in values:
                if isinstance(value, Record | tuple):
                    message = f"rows can't be sorted by {described(value)}"
                    self._note("order-by", Fault(key.by.span, message, "sort by a number or a text"), row)
            full = [(row, _rank(value)) for row, value in values if value not in (None, "")]
            full.sort(key=lambda each: each[1], reverse=key.descending)
            rows = (*(row for row, _ in full), *(row for row, value in values if value in (None, "")))
        return tuple(rows)

    def dressed(self, rows: Sequence[Row], how: RowSelection, templates: Sequence[str]) -> tuple[Row, ...]:
        """Return the rows with the templates that they choose."""
        for side, formula in (("template", how.template), ("back", how.back)):
            if formula is None:
                continue
            made = []
            for row, value in self._values(rows, side, formula, parse_template, TextTemplate.text):
                name = str(value).strip()
                known = name if name in templates else same(name, templates) or name
                chosen = Ref(known, _source(formula, row))
                made.append(replace(row, template=chosen) if side == "template" else replace(row, back=chosen))
            rows = made
        return tuple(rows)

    def _values(
        self,
        rows: Sequence[Row],
        key: str,
        formula: Formula,
        read: Callable[[str], Parsed],
        evaluate: Callable[[Parsed, Environment, StepBudget], Value],
    ) -> Iterator[tuple[Row, Value]]:
        """Yield each row with the value of the formula; of an error that all rows share, nothing."""
        try:
            parsed = read(formula.text)
            for fault in parsed.faults(Environment(self.names, kind="row")):
                raise fault
        except ExpressionError as error:
            self._note(key, Fault(formula.part(error.start, error.end), error.message, error.hint, cause=error.cause))
            return
        for row in rows:
            names = {**self.names, "row": number_of(row), COPIES[0]: row.copies}
            names.update((name, value_of(value)) for name, value in row.fields.items())
            try:
                yield row, evaluate(parsed, Environment(names), self.budget)
            except ExpressionError as error:
                self._note(
                    key, Fault(formula.part(error.start, error.end), error.message, error.hint, cause=error.cause), row
                )
                if self.budget.exhausted:
                    return

    def _data(self, value: Value, row: Row, name: str, formula: Formula) -> RowValue:
        """Return a computed value as the value of a field. Records have none."""
        if isinstance(value, int | Fraction | str | None):
            return value
        if isinstance(value, tuple) and not any(isinstance(item, Record | tuple) for item in value):
            return value  # type: ignore[return-value]  # no records are left
        message = f"{shown(name)} can't be {described(value)}"
        self._note(name, Fault(formula.span, message, "compute a number, a text, yes or no, or a list of these"), row)
        return None

    def _note(self, key: str, fault: Fault, row: Row | None = None) -> None:
        self.misfits.append(Misfit("expression", key, fault, row.name if row else ""))


def number_of(row: Row) -> int:
    """Return the number of a row as its spreadsheet counts, or its place in the list of the document, from 1."""
    return row.span.row or int(row.span.pointer.rpartition("/")[2] or 0) + 1


def _source(formula: Formula, row: Row) -> Span:
    """Return the span of the field that chooses a template, if it is only one; otherwise that of the formula."""
    names = parse_template(formula.text).names()
    fields = [name for name in row.spans if identifier(name) in names]
    return row.spans[fields[0]] if len(fields) == len(names) == 1 else formula.span


def _rank(value: Value) -> tuple[int, object]:
    """Return the sort key of a value: numbers before texts, texts without regard to case and accents.

    Numbers within texts are compared as numbers, so that `Card 2` is before `Card 10`.
    """
    if isinstance(value, int | Fraction):
        return (0, value)
    letters = unicodedata.normalize("NFKD", str(value)).casefold()
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    pieces = [(0, int(piece), "") if index % 2 else (1, 0, piece) for index, piece in enumerate(DIGITS.split(bare))]
    return (1, (pieces, str(value)))


def pattern_of(formula: Formula) -> re.Pattern[str]:
    """Return a pattern of the names that a formula such as `{type}-card` may have; any name if it cannot be parsed."""
    try:
        parts = parse_template(formula.text).parts
    except ExpressionError:
        return re.compile(".*")
    return re.compile("".join(re.escape(part) if isinstance(part, str) else ".*" for part in parts), re.IGNORECASE)


class RenamedSpans(Mapping[str, "Span"]):
    """The spans of a row's fields, some of which are found under another name; each computed on access."""

    def __init__(self, spans: Mapping[str, Span], old: Mapping[str, str]) -> None:
        self.spans, self.old = spans, old

    def __getitem__(self, name: str) -> Span:
        return self.spans[self.old.get(name, name)]

    def __iter__(self) -> Iterator[str]:
        new = {old: name for name, old in self.old.items()}
        return (new.get(name, name) for name in self.spans)

    def __len__(self) -> int:
        return len(self.spans)


IN_BRACES = re.compile(r"\{(?!icon\b)([^{}]*)\}")
"""An expression in a text; other words with hyphens, such as the name of a style, are no fields."""


def names_asked(component: Component, game: Game) -> frozenset[str]:
    """Return the names that the templates of a component and its own expressions use."""
    how, templates = component.selection, {ref.name for ref in component.templates}
    for pattern in map(pattern_of, filter(None, (how.template, how.back) if how else ())):
        templates |= {name for name in game.names(Template) if pattern.fullmatch(name)}
    names = set(names_in(how)) if how else set()
    for template in filter(None, (game.find(Template, name) for name in templates)):
        layers = tuple(template.every_layer())
        used = {name for formula in fill_formulas(template.background) for name in names_used(formula)}
        used |= {name for layer in layers for name in names_of(layer)}
        braces = (inside for layer in layers for each in bindings(layer) for inside in IN_BRACES.findall(each.text))
        used |= {name for inside in braces for name in hyphened_names(inside)}
        names |= used - {layer.repeat.each for layer in layers if layer.repeat}
    return frozenset(names)


def names_in(how: RowSelection) -> frozenset[str]:
    """Return the names of fields that the expressions of an selection use."""
    plain = (*(formula for _, formula in how.computed), *filter(None, (how.only,)), *(key.by for key in how.order))
    bound = filter(None, (how.template, how.back))
    return frozenset[str]().union(
        *(names_used(formula, parse) for formula in plain), *(names_used(formula, parse_template) for formula in bound)
    )


SORTING = re.compile(r"(?P<field>[\w-]+)\s+(?P<way>desc|asc|ascending|down|up|reverse|reversed)", re.IGNORECASE)


def _sorting_hint(text: str) -> str | None:
    """Return how a sort key in the words of another language is written; None if it is not one."""
    if found := SORTING.fullmatch(text.strip()):
        down = found["way"].casefold() not in ("asc", "ascending", "up")
        return f"write '{found['field']}{' descending' if down else ''}'"
    if re.fullmatch(r"[\w-]+(?:\s*,\s*[\w-]+)+", text.strip()):
        return f"write a list: [{text.strip()}]"
    return None
