"""An expression that can't be computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.rulebook import RuleTroubles


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
