"""The expression language: texts are parsed and evaluated to exact values, within a budget of steps.

Errors have a position in the text and a message for designers.
"""

from pnp.expression.environment import Environment
from pnp.expression.expression import (
    Expression,
    InlineIcon,
    Piece,
    Side,
    TextTemplate,
    hyphened_names,
    parse,
    parse_template,
    pieces_of,
)
from pnp.expression.functions import Function, with_mark
from pnp.expression.limits import ExpressionError, Refusal
from pnp.expression.operators import StepBudget, Work
from pnp.expression.values import POINT, Record, Value, described, identifier, shown, value_of

__all__ = [
    "POINT",
    "Environment",
    "Expression",
    "ExpressionError",
    "Function",
    "InlineIcon",
    "Piece",
    "Record",
    "Refusal",
    "Side",
    "StepBudget",
    "TextTemplate",
    "Value",
    "Work",
    "described",
    "hyphened_names",
    "identifier",
    "parse",
    "parse_template",
    "pieces_of",
    "shown",
    "value_of",
    "with_mark",
]
