"""Texts of a rulebook that cannot be evaluated or read."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import ERROR, Fault, check
from pnp.expression import ExpressionError, parse, parse_template
from pnp.model.game import Game
from pnp.model.rulebook import Rulebook, RuleTroubles, expressions, texts, without_mentions


@check("failed-rule-expression", severity=ERROR)
def failed_rule_expression(troubles: RuleTroubles) -> Iterator[Fault]:
    """An expression in a rulebook can't be computed.

    It names something that the game does not have, asks for what can't be done, or takes too much work. A table is
    computed cell by cell; its first failure is told.

    Fix: correct the expression at the place that is shown.

    Bad:
        kind: rulebook
        sections:
          - title: Boats
            text: "There are {boats} boats."

    Good:
        kind: rulebook
        sections:
          - title: Boats
            text: "There are {2 * 3} boats."
    """
    yield from troubles.expressions


@check("unreadable-rule", severity=ERROR)
def unreadable_rule(game: Game) -> Iterator[Fault]:
    """An expression in a rulebook can't be read.

    Expressions stand in the loops and cells of tables, and in texts in braces. `{{` and `}}` print braces.

    Fix: correct the expression at the place that is shown.

    Bad:
        kind: rulebook
        sections:
          - {title: Boats, text: "There are {2 *} boats."}

    Good:
        kind: rulebook
        sections:
          - {title: Boats, text: "There are {2 * 3} boats."}
    """
    for rulebook in game.all(Rulebook):
        for formula in expressions(rulebook):
            try:
                parse(formula.text)
            except ExpressionError as error:
                yield Fault(formula.part(error.start, error.end), error.message, error.hint)
        for text in texts(rulebook):
            try:
                parse_template(without_mentions(text.text))
            except ExpressionError as error:
                yield Fault(text.part(error.start, error.end), error.message, error.hint)
