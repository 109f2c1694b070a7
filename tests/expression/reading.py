"""Short forms that the tests of expressions share."""

from __future__ import annotations

import pytest

from pnp.expression import Environment, ExpressionError, StepBudget, Value, parse, parse_template, value_of


def value(text: str, **names: object) -> Value:
    """What the expression comes to, with plain data for names."""
    return parse(text).evaluate(environment(**names))


def environment(**names: object) -> Environment:
    return Environment({name: value_of(plain) for name, plain in names.items()})


def fault(text: str, budget: StepBudget | None = None, **names: object) -> ExpressionError:
    """The error that the expression is refused with."""
    with pytest.raises(ExpressionError) as caught:
        parse(text).evaluate(environment(**names), budget)
    return caught.value


def template_fault(text: str, **names: object) -> ExpressionError:
    with pytest.raises(ExpressionError) as caught:
        parse_template(text).render(environment(**names))
    return caught.value


def place(text: str, error: ExpressionError) -> str:
    """The part of the text that the error is about."""
    return text[error.start : error.end]
