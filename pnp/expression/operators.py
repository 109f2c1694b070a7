"""What the operators do with values, exactly or not at all."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pnp.expression.budget import too_long_a_list, too_long_a_text
from pnp.expression.errors import Refusal
from pnp.expression.limits import LARGEST_BITS, LONGEST_LIST, LONGEST_TEXT
from pnp.expression.show import clipped, described
from pnp.expression.values import Number, Value, is_number, normal, too_large_a_number

if TYPE_CHECKING:
    from collections.abc import Callable

_CONVERT = "text(1) makes a text of a number, number('1') a number of a text"


def _add(a: Value, b: Value) -> Value:
    if is_number(a) and is_number(b):
        return normal(a + b)
    if isinstance(a, str) and isinstance(b, str):
        return a + b
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) + len(b) > LONGEST_LIST:
            raise too_long_a_list()
        return a + b
    raise Refusal(f"cannot add {described(a)} and {described(b)}", _way_out(a, b))


def _subtract(a: Value, b: Value) -> Value:
    if is_number(a) and is_number(b):
        return normal(a - b)
    raise Refusal(f"cannot take {described(b)} from {described(a)}", _way_out(a, b))


def _multiply(a: Value, b: Value) -> Value:
    if is_number(a) and is_number(b):
        return normal(a * b)
    if isinstance(a, str) and isinstance(b, int):
        return _repeat(a, b)
    if isinstance(a, int) and isinstance(b, str):
        return _repeat(b, a)
    raise Refusal(f"cannot multiply {described(a)} by {described(b)}", _way_out(a, b))


def _repeat(text: str, times: int) -> str:
    if not text or times <= 0:  # Python refuses huge numbers here too
        return ""
    if len(text) * times > LONGEST_TEXT:
        raise too_long_a_text()
    return text * times


def _divide(a: Value, b: Value) -> Value:
    return normal(Fraction(*_division(a, b)))


def _floor_divide(a: Value, b: Value) -> Value:
    dividend, divisor = _division(a, b)
    return normal(dividend // divisor)


def _remainder(a: Value, b: Value) -> Value:
    dividend, divisor = _division(a, b)
    return normal(dividend % divisor)


def _division(a: Value, b: Value) -> tuple[Number, Number]:
    """Dividend and divisor, once it is sure that they are."""
    if not (is_number(a) and is_number(b)):
        raise Refusal(f"cannot divide {described(a)} by {described(b)}", _way_out(a, b))
    if b == 0:
        raise Refusal("cannot divide by zero", "a / b if b else 0 chooses another value")
    return a, b


def _power(base: Value, exponent: Value) -> Value:
    if not (is_number(base) and is_number(exponent)):
        raise Refusal(f"cannot raise {described(base)} to {described(exponent)}", _way_out(base, exponent))
    if not isinstance(exponent, int):
        raise Refusal(f"a power takes a whole number, not {described(exponent)}")
    if base == 0 and exponent < 0:
        raise Refusal("cannot divide by zero")
    longest = max(base.numerator.bit_length(), base.denominator.bit_length())
    if (longest - 1) * abs(exponent) > LARGEST_BITS:
        raise too_large_a_number()
    return normal(Fraction(base) ** exponent)


def _way_out(a: Value, b: Value) -> str | None:
    """The hint that fits two values of which at least one is no number."""
    if a is None or b is None:
        return "'a or 0' is 0 where a is nothing"
    return _CONVERT if isinstance(a, str) != isinstance(b, str) else None


def signed(operator: str, value: Value) -> Value:
    """The number with that sign before it."""
    if not is_number(value):
        raise Refusal(f"'{operator}' stands before a number, not before {described(value)}")
    return normal(-value if operator == "-" else +value)


def item_of(whole: Value, index: Value) -> Value:
    """The item of a list or character of a text, counted from 0 or back from -1."""
    if not isinstance(whole, tuple | str):
        raise Refusal(f"{described(whole)} has no items")
    if not isinstance(index, int):
        raise Refusal(f"items are counted, so {described(index)} picks none", "the first is [0], the last [-1]")
    if not -len(whole) <= index < len(whole):
        parts = "characters" if isinstance(whole, str) else "items"
        raise Refusal(
            f"there is no [{clipped(str(index))}] among {len(whole)} {parts}", "the first is [0], the last [-1]"
        )
    return whole[index]


def _contains(item: Value, whole: Value) -> bool:
    if isinstance(whole, tuple):
        return item in whole
    if isinstance(whole, str) and isinstance(item, str):
        return item in whole
    if isinstance(whole, str):
        raise Refusal(f"cannot look for {described(item)} in {described(whole)}", _CONVERT)
    raise Refusal(f"cannot look into {described(whole)}", "'in' looks into a list or a text")


def before(a: Value, b: Value) -> bool:
    """Whether `a` comes before `b`: numbers by size, texts by alphabet; refused for anything else."""
    if is_number(a) and is_number(b):
        return a < b
    if isinstance(a, str) and isinstance(b, str):
        return a < b
    raise Refusal(f"cannot put {described(a)} and {described(b)} in order", _way_out(a, b))


ARITHMETIC: dict[str, Callable[[Value, Value], Value]] = {
    "+": _add,
    "-": _subtract,
    "*": _multiply,
    "/": _divide,
    "//": _floor_divide,
    "%": _remainder,
    "**": _power,
}

COMPARISONS: dict[str, Callable[[Value, Value], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": before,
    "<=": lambda a, b: not before(b, a),
    ">": lambda a, b: before(b, a),
    ">=": lambda a, b: not before(a, b),
    "in": _contains,
    "not in": lambda a, b: not _contains(a, b),
}
