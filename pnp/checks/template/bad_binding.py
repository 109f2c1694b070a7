"""An expression of a template that can't be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import grounds_of, layers_of
from pnp.diagnostics import ERROR, Fault, check
from pnp.expression import ExpressionError, parse, parse_template
from pnp.model.faces.layer import bindings, expressions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pnp.model.game import Game
    from pnp.model.reference import Formula


@check("bad-binding", severity=ERROR)
def bad_binding(game: Game) -> Iterator[Fault]:
    """An expression of a template can't be read.

    Texts, colours, icons and maps may hold expressions in braces, such as `{title}`; `show-when`, `highlight` and
    the list of a `repeat` are expressions as they stand.

    Fix: correct the expression at the place that is shown; write `{{` where a brace is meant to be printed.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{text: "{title", style: card-title}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title}]
    """
    for ground in grounds_of(game):
        yield from _faults(ground, parse_template)
    for layer in layers_of(game):
        for formula in bindings(layer):
            yield from _faults(formula, parse_template)
        for formula in expressions(layer):
            yield from _faults(formula, parse)


def _faults(formula: Formula, read: Callable[[str], object]) -> Iterator[Fault]:
    try:
        read(formula.text)
    except ExpressionError as error:
        yield Fault(formula.part(error.start, error.end), error.message, error.hint)
