"""Where in a file an expression is at fault."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.diagnostics import Span
    from pnp.expression import ExpressionError
    from pnp.model.reference import Formula


def at_offset(formula: Formula, error: ExpressionError) -> Span:
    """The part of the formula's span that the error is about; the whole of it where quotes or line breaks hide the
    columns.
    """
    span = formula.span
    if span.line != span.end_line or span.end_column - span.column != len(formula.text):
        return span
    start = span.column + error.start
    return replace(span, column=start, end_column=max(start + 1, span.column + error.end))
