"""Values in print and in messages."""

from __future__ import annotations

from fractions import Fraction

from pnp.expression.errors import Refusal
from pnp.expression.values import Number, Record, Value

_LONGEST_QUOTE = 40


def shown(value: Value) -> str:
    """The value as it prints: `1 1/2`, yes or no, no text for nothing, the items of a list with commas between.

    Refused for a record that has no text.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return _mixed(value)
    if isinstance(value, tuple):
        return ", ".join(map(shown, value))
    return _printed(value)


def _mixed(number: Fraction) -> str:
    """1 1/2 rather than 3/2."""
    whole, rest = divmod(abs(number.numerator), number.denominator)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole} {rest}/{number.denominator}" if whole else f"{sign}{rest}/{number.denominator}"


def _printed(record: Record) -> str:
    if record.text:
        return record.text
    fields = ", ".join(list(record.fields)[:8])
    raise Refusal(f"{described(record)} cannot be printed as a whole", f"name one of its fields: {fields}")


def decimal(number: Number, places: int) -> str:
    """The number with so many decimal places, halves rounded away from zero."""
    digits = str(abs(half_up(number * 10**places))).rjust(places + 1, "0")
    point = len(digits) - places
    text = f"{digits[:point]}.{digits[point:]}" if places else digits
    return f"-{text}" if number < 0 and text.strip("0.") else text


def half_up(number: Number) -> int:
    """The nearest whole number; halves go away from zero, as on paper."""
    nearest = int((abs(Fraction(number)) * 2 + 1) // 2)
    return -nearest if number < 0 else nearest


def described(value: Value) -> str:
    """The value as a message speaks of it: short, whatever it is."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "'yes'" if value else "'no'"
        case int() | Fraction():
            return f"the number {clipped(shown(value))}"
        case str():
            return f"the text '{clipped(value)}'"
        case tuple():
            return f"a list of {len(value)}"
        case Record(kind=kind, text=text):
            article = "an" if kind[:1] in "aeiou" else "a"
            return f"the {kind} '{clipped(text)}'" if text else f"{article} {kind}"


def clipped(text: str) -> str:
    """The text, or the beginning of a long one."""
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
