"""The one expression language: text in, exact values out, within a budget; or a located error in a designer's words."""

from __future__ import annotations

from pnp.expression.braces import parse_template
from pnp.expression.budget import Budget, Work
from pnp.expression.environment import Environment
from pnp.expression.errors import ExpressionError, Refusal
from pnp.expression.expression import Expression, Side, parse
from pnp.expression.function import Function
from pnp.expression.functions import FUNCTIONS
from pnp.expression.show import described, shown
from pnp.expression.template import Icon, Piece, Template, pieces_of
from pnp.expression.values import Number, Record, Value, identifier, value_of

__all__ = [
    "FUNCTIONS",
    "Budget",
    "Environment",
    "Expression",
    "ExpressionError",
    "Function",
    "Icon",
    "Number",
    "Piece",
    "Record",
    "Refusal",
    "Side",
    "Template",
    "Value",
    "Work",
    "described",
    "identifier",
    "parse",
    "parse_template",
    "pieces_of",
    "shown",
    "value_of",
]
