"""Values as a function wants them, or a refusal in a designer's words."""

from __future__ import annotations

from pnp.expression.errors import Refusal
from pnp.expression.show import described
from pnp.expression.values import Number, Record, Value, is_number


def number(value: Value) -> Number:
    """The value, which must be a number."""
    if is_number(value):
        return value
    raise _expected("a number", value, "number('1') makes a number of a text" if isinstance(value, str) else None)


def whole(value: Value, least: int, most: int) -> int:
    """The value, which must be a whole number from `least` to `most`."""
    if isinstance(value, int) and least <= value <= most:
        return int(value)
    raise _expected(f"a whole number from {least:,} to {most:,}", value)


def text(value: Value) -> str:
    """The value, which must be a text."""
    if isinstance(value, str):
        return value
    raise _expected("a text", value, "text(1) makes a text of a number" if is_number(value) else None)


def items(value: Value) -> tuple[Value, ...]:
    """The value, which must be a list."""
    if isinstance(value, tuple):
        return value
    raise _expected("a list", value, "'a or []' is an empty list where a is nothing" if value is None else None)


def record(value: Value) -> Record:
    """The value, which must be a record, such as a row."""
    if isinstance(value, Record):
        return value
    raise _expected("a row", value)


def _expected(what: str, value: Value, hint: str | None = None) -> Refusal:
    return Refusal(f"expected {what}, not {described(value)}", hint)
