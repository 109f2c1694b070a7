"""The language's own functions. None of them has a method, an attribute or an effect."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from pnp.expression.arguments import items, number, text, whole
from pnp.expression.budget import too_long_a_list, too_long_a_text
from pnp.expression.dice import chance, dice, dice_cost, expected, odds
from pnp.expression.errors import Refusal
from pnp.expression.function import Function
from pnp.expression.limits import LARGEST_BOUND, LONGEST_LIST, LONGEST_NUMBER, LONGEST_TEXT, MOST_PLACES
from pnp.expression.operators import before
from pnp.expression.show import decimal, described, half_up, shown
from pnp.expression.values import Number, Value, is_number, normal

if TYPE_CHECKING:
    from collections.abc import Callable

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"([-−]?)(?:(?:(\d+) )?(\d+)/(\d*[1-9]\d*)|(\d+(?:\.\d+)?))", re.ASCII)


def _rounded(value: Value, places: Value = 0) -> Value:
    scale = 10 ** whole(places, 0, MOST_PLACES)
    return normal(Fraction(half_up(number(value) * scale), scale))


def _extreme(pick: Callable[..., Value], name: str) -> Callable[..., Value]:
    def call(*values: Value) -> Value:
        several = items(values[0]) if len(values) == 1 else values
        if not several:
            raise Refusal(f"an empty list has no '{name}'", f"{name}([0] + a) is 0 where the list a is empty")
        return pick(_ordered(several))

    return call


def _ordered(values: tuple[Value, ...]) -> tuple[Any, ...]:
    """The values, all of which must be numbers, or all texts."""
    for value in values:
        before(values[0], value)
    return values


def _sum(values: Value) -> Value:
    total: Number = 0
    for value in items(values):
        total = normal(total + number(value))
    return total


def _length(value: Value) -> Value:
    return len(value) if isinstance(value, str) else len(items(value))


def _range(*bounds: Value) -> Value:
    numbers = range(*(whole(bound, -LARGEST_BOUND, LARGEST_BOUND) for bound in _stepped(bounds)))
    if len(numbers) > LONGEST_LIST:
        raise too_long_a_list()
    return tuple(numbers)


def _stepped(bounds: tuple[Value, ...]) -> tuple[Value, ...]:
    if bounds[2:] == (0,):
        raise Refusal("a range cannot go on in steps of 0")
    return bounds


def _unique(values: Value) -> Value:
    return tuple(dict.fromkeys(items(values)))


def _distinct(values: Value) -> Value:
    return len(set(items(values))) == len(items(values))


def _text(value: Value, places: Value = None) -> Value:
    return shown(value) if places is None else decimal(number(value), whole(places, 0, MOST_PLACES))


def _number(value: Value) -> Value:
    if is_number(value):
        return normal(value)
    written = text(value).strip()
    match = _NUMBER.fullmatch(written) if len(written) <= LONGEST_NUMBER else None
    if match is None:
        raise Refusal(f"{described(value)} is no number", "numbers are written 3, 2.5, 1/2 or 1 1/2")
    sign, units, over, under, plain = match.groups()
    size = Fraction(plain) if plain else int(units or 0) + Fraction(int(over), int(under))
    return normal(-size if sign else size)


def _join(values: Value, between: Value = ", ") -> Value:
    parts, separator = [shown(value) for value in items(values)], text(between)
    if sum(map(len, parts)) + len(separator) * len(parts) > LONGEST_TEXT + len(separator):
        raise too_long_a_text()
    return separator.join(parts)


def _title(value: Value) -> Value:
    return _WORD.sub(lambda word: word[0][:1].upper() + word[0][1:], text(value))


_ALL = (
    Function("abs(number)", lambda value: normal(abs(number(value)))),
    Function("floor(number)", lambda value: floor(number(value))),
    Function("ceil(number)", lambda value: ceil(number(value))),
    Function("round(number, places?)", _rounded),
    Function("min(values...)", _extreme(min, "min")),
    Function("max(values...)", _extreme(max, "max")),
    Function("sum(list)", _sum),
    Function("count(list)", lambda values: len(items(values))),
    Function("len(value)", _length),
    Function("any(list)", lambda values: any(items(values))),
    Function("all(list)", lambda values: all(items(values))),
    Function("list(list)", items),
    Function("range(first, end?, step?)", _range),
    Function("sorted(list)", lambda values: tuple(sorted(_ordered(items(values))))),
    Function("unique(list)", _unique),
    Function("distinct(list)", _distinct),
    Function("text(value, places?)", _text),
    Function("number(value)", _number),
    Function("join(list, between?)", _join),
    Function("upper(text)", lambda value: text(value).upper()),
    Function("lower(text)", lambda value: text(value).lower()),
    Function("title(text)", _title),
    Function("dice(count, sides)", dice, dice_cost),
    Function("odds(list)", odds),
    Function("chance(distribution, value)", chance),
    Function("expected(distribution)", expected),
)

FUNCTIONS = {function.name: function for function in _ALL}
"""The language's functions by name."""
