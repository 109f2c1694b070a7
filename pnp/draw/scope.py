"""What a layer is drawn under: the names its formulas know, and how its box lies on the face."""

from __future__ import annotations

from dataclasses import field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeVar

from pnp.draw.look import UnknownNameError
from pnp.expression import ExpressionError, Refusal, parse, parse_template
from pnp.facts.rows import rows_of
from pnp.model.layer import GroupArt, PictureArt, bindings, expressions
from pnp.model.template import Template
from pnp.records import dataclass
from pnp.scene.geometry import Bounds, compose, rotate
from pnp.scene.items import IDENTITY, Affine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pnp.diagnostics import Span
    from pnp.expression import Budget, Environment, Piece, Value, Work
    from pnp.model.component import Component
    from pnp.model.game import Game
    from pnp.model.layer import Layer
    from pnp.model.pack import Entry
    from pnp.model.reference import Formula
    from pnp.scene.placed import TroubleKind

Found = TypeVar("Found")

LAYER_STEPS = 100
"""What drawing one layer once takes off the budget that its formulas share."""


class SpoiltError(Exception):
    """A layer that cannot be drawn, and why; `kind` is None where a check of the documents tells it already.

    `span` is the place to mend, in the row where its words come from there; `home` is the place in the template.
    """

    def __init__(
        self, kind: TroubleKind | None, span: Span, message: str, hint: str | None = None, home: Span | None = None
    ) -> None:
        super().__init__(message)
        self.kind, self.span, self.message, self.hint, self.home = kind, span, message, hint, home or span


@dataclass(frozen=True, slots=True)
class Scope:
    """The row that is drawn, what its formulas know, and the way from the layer's box to the face.

    What formulas spend of the part's `budget` is charged to the `work` of the pack. `spans` are the places of the row's
    fields, `fields` the names that some row has. `trim` is the edge of the face,
    None where the layer is turned.
    """

    environment: Environment
    budget: Budget
    work: Work
    row: str = ""
    spans: Mapping[str, Span] = field(default_factory=dict)
    fields: frozenset[str] = frozenset()
    matrix: Affine = IDENTITY
    trim: Bounds | None = None

    def with_names(self, names: Mapping[str, Value]) -> Scope:
        """This scope with more names."""
        known = self.environment.with_names(names)
        return Scope(known, self.budget, self.work, self.row, self.spans, self.fields, self.matrix, self.trim)

    def turned(self, degrees: float, box: Bounds) -> Scope:
        """This scope turned about the middle of the box."""
        return replace(self, matrix=compose(self.matrix, rotate(degrees, *box.centre)), trim=None)

    def spend(self, steps: int, span: Span) -> None:
        """Takes the steps off the budget; the layer is spoilt where it runs out."""
        before = self.budget.left
        try:
            self.budget.spend(steps)
        except Refusal as refusal:
            kind: Literal["expression"] | None = None if refusal.told else "expression"
            raise SpoiltError(kind, span, refusal.message, refusal.hint) from None
        finally:
            self.work.charge(span, before - self.budget.left)

    def pieces(self, formula: Formula) -> tuple[Piece, ...]:
        """The texts and icons that a text with bindings comes to."""
        template = self._parsed(parse_template, formula)
        return self._worked_out(formula, lambda: template.render(self.environment, self.budget))

    def text(self, formula: Formula) -> str:
        """The text that a text with bindings comes to."""
        if formula.literal is not None:
            return formula.literal
        template = self._parsed(parse_template, formula)
        return self._worked_out(formula, lambda: template.text(self.environment, self.budget)).strip()

    def value(self, formula: Formula) -> Value:
        """What a bare expression comes to."""
        expression = self._parsed(parse, formula)
        return self._worked_out(formula, lambda: expression.evaluate(self.environment, self.budget))

    def named(self, formula: Formula, find: Callable[[str], Found]) -> Found:
        """What `find` has under the name that the formula comes to."""
        name = self.text(formula)
        try:
            return find(name)
        except UnknownNameError as error:
            kind: Literal["value"] | None = None if formula.literal is not None else "value"
            raise SpoiltError(kind, self.source(formula), error.message, error.hint, formula.span) from None

    def source(self, formula: Formula) -> Span:
        """Where the words of a formula come from: the row's field where it binds just that, else the formula itself."""
        name = _only_name(formula.text)
        return self.spans.get(name, formula.span) if name else formula.span

    def _parsed(self, how: Callable[[str], Found], formula: Formula) -> Found:
        try:
            return how(formula.text)
        except ExpressionError as error:
            raise SpoiltError(None, formula.span, error.message) from None

    def _worked_out(self, formula: Formula, work: Callable[[], Found]) -> Found:
        before = self.budget.left
        try:
            return work()
        except ExpressionError as error:
            span, name = formula.part(error.start, error.end), formula.text[error.start : error.end]
            if name in self.fields and not self.environment.has(name):
                hint = f"write {name}: '' where it is to be empty"
                raise SpoiltError("expression", span, f"no '{name}' is given, as other rows do", hint) from None
            raise SpoiltError(None if error.told else "expression", span, error.message, error.hint) from None
        finally:
            self.work.charge(formula, before - self.budget.left)


@lru_cache(maxsize=1_000)
def _only_name(text: str) -> str | None:
    """The one name of a row that a text binds, if it is one."""
    names = parse_template(text).names() - {"index"}
    return next(iter(names)) if len(names) == 1 else None


def depends_on(template: Template, fields: frozenset[str]) -> bool:
    """Whether a face of the template may look different for rows with these fields: where in doubt, it may."""
    known = fields | {"index"}
    return any(not known.isdisjoint(names_of(layer)) for layer in template.every_layer()) or (
        template.background is not None and not known.isdisjoint(_template_names(template.background))
    )


def most_steps(entry: Entry, component: Component, game: Game) -> int | None:
    """The steps that drawing a component takes at most; None where a loop, a call or a repetition hides how many.

    What is left are names, numbers and texts: each costs a step, and one more for each 64 letters.
    """
    rows = entry.rows(rows_of(component, game))
    letters = max((len(value) for row in rows for value in row.fields.values() if isinstance(value, str)), default=0)
    total = 0
    for name in component.templates:
        template = game.find(Template, name.name)
        steps = _most_of(template.layers) if template else 0
        if steps is None:
            return None
        total += steps
    return len(rows) * total * (2 + letters // 64)


def _most_of(layers: Iterable[Layer]) -> int | None:
    """The steps of drawing some layers once, those within them included."""
    total = 0
    for layer in layers:
        times = len(layer.repeat.items) if layer.repeat and isinstance(layer.repeat.items, tuple) else 1
        inner = _most_of(layer.art.layers) if isinstance(layer.art, GroupArt) else 0
        if isinstance(layer.art, PictureArt):
            return None  # what it costs to unpack is known once it is read
        texts = tuple(bindings(layer))
        try:
            bound = [each for formula in texts for each in parse_template(formula.text).expressions()]
            bound += [parse(formula.text) for formula in expressions(layer)]
        except ExpressionError:
            continue  # it is not drawn
        if inner is None or (layer.repeat and times == 1) or not all(each.is_plain for each in bound):
            return None
        letters = sum(len(formula.text) for formula in texts)
        total += times * (LAYER_STEPS + inner + letters + sum(2 * each.steps for each in bound))
    return total


def names_of(layer: Layer) -> Iterator[str]:
    """The names that the formulas of a layer ask for."""
    for formula in bindings(layer):
        yield from _template_names(formula)
    for formula in expressions(layer):
        try:
            yield from parse(formula.text).names()
        except ExpressionError:
            continue


def _template_names(formula: Formula) -> frozenset[str]:
    try:
        return parse_template(formula.text).names()
    except ExpressionError:
        return frozenset()
