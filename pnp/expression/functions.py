"""Built-in functions: checks of arguments, dice and odds, lists and texts, geometry."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from math import ceil, floor, isqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.expression.limits import (
    LARGEST_BOUND,
    LARGEST_DICE,
    LARGEST_FACE,
    LONGEST_LIST,
    LONGEST_NUMBER,
    LONGEST_TEXT,
    MOST_PLACES,
    Refusal,
)
from pnp.expression.operators import before, too_long_a_list, too_long_a_text
from pnp.expression.values import (
    POINT,
    Number,
    Record,
    Value,
    decimal,
    described,
    half_up,
    identifier,
    is_number,
    mixed,
    normal,
    shown,
    weight,
)

# A function that expressions may call.


def _walk(*arguments: Value) -> int:
    return sum(map(weight, arguments))


class Function(Struct, frozen=True):
    """A function and its signature: the last argument of `text(value, places?)` is optional, `min(values...)` has one
    or more.

    `call` gets the values in order and raises Refusal for invalid ones; `cost` returns the number of steps in advance.
    If the function `pays` for its steps itself, `call` gets the caller's budget before the values.
    """

    signature: str
    call: Callable[..., Value]
    cost: Callable[..., int] = _walk
    pays: bool = False

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.signature.partition("(")[0]

    def check(self, arguments: int) -> None:
        """Raise Refusal if the signature does not allow that number of arguments."""
        least, most = _arity(self.signature)
        if arguments < least or (most is not None and arguments > most):
            count = "no value" if not arguments else "1 value" if arguments == 1 else f"{arguments} values"
            raise Refusal(f"'{self.name}' got {count}", f"it is written {self.signature}")


def _arity(signature: str) -> tuple[int, int | None]:
    """Return the minimum and the maximum number of arguments; None is no maximum."""
    parameters = [name.strip() for name in signature.partition("(")[2].rstrip(")").split(",") if name.strip()]
    least = sum(not name.endswith("?") for name in parameters)
    return least, None if any(name.endswith("...") for name in parameters) else len(parameters)


# Checks of arguments; a Refusal has a message for designers.


def number(value: Value) -> Number:
    """Return the value, which must be a number. Raises Refusal."""
    if is_number(value):
        return value
    raise _expected("a number", value, "number('1') makes a number of a text" if isinstance(value, str) else None)


def whole(value: Value, least: int, most: int) -> int:
    """Return the value, which must be a whole number from `least` to `most`. Raises Refusal."""
    if isinstance(value, int) and least <= value <= most:
        return int(value)
    raise _expected(f"a whole number from {least:,} to {most:,}", value)


def text(value: Value) -> str:
    """Return the value, which must be a text. Raises Refusal."""
    if isinstance(value, str):
        return value
    raise _expected("a text", value, "text(1) makes a text of a number" if is_number(value) else None)


def items(value: Value) -> tuple[Value, ...]:
    """Return the value, which must be a list. Raises Refusal."""
    if isinstance(value, tuple):
        return value
    hint = "'a or []' is an empty list where a is nothing" if value is None else None
    if isinstance(value, Record) and "rows" in value.fields and value.text:
        hint = f"write {identifier(value.text)}.rows for its rows"
    raise _expected("a list", value, hint)


def record(value: Value) -> Record:
    """Return the value, which must be a record, such as a row. Raises Refusal."""
    if isinstance(value, Record):
        return value
    raise _expected("a row", value)


def _expected(what: str, value: Value, hint: str | None = None) -> Refusal:
    return Refusal(f"expected {what}, not {described(value)}", hint)


# Distributions: lists of outcomes, each a record with a `value` and its exact `chance`.


def dice(count: Value, sides: Value) -> Value:
    """Return the distribution of the sum of `count` equal dice.

    `sides` is the number of sides, or a list of the numbers on them. The counts of sums are convolved die by die.
    """
    faces = _faces(sides)
    ways = {0: 1}
    for _ in range(whole(count, 1, LARGEST_DICE)):
        thrown: dict[int, int] = {}
        for total, so_far in ways.items():
            for face in faces:
                thrown[total + face] = thrown.get(total + face, 0) + so_far
        ways = thrown
    return _distribution({value: ways[value] for value in sorted(ways)})


def dice_cost(count: Value, sides: Value) -> int:
    """Return the steps of `dice`: each die adds each of its faces to each total so far.

    On average there are half as many totals as at the end.
    """
    thrown, faces = whole(count, 1, LARGEST_DICE), _faces(sides)
    totals = min((max(faces) - min(faces)) * thrown + 1, int(len(faces) ** thrown))
    return 1 + len(faces) * thrown * (totals + 1) // 2


def odds(values: Value) -> Value:
    """Return the distribution of equally likely values, in the order of their first appearance."""
    outcomes = items(values)
    if not outcomes:
        raise Refusal("an empty list has no odds")
    return _distribution(Counter(outcomes))


def chance(distribution: Value, value: Value) -> Value:
    """Return the probability of one value, 0 if it is not an outcome."""
    return normal(sum((chance for outcome, chance in _outcomes(distribution) if outcome == value), Fraction(0)))


def expected(distribution: Value) -> Value:
    """Return the mean of a distribution of numbers."""
    return normal(sum((number(outcome) * chance for outcome, chance in _outcomes(distribution)), Fraction(0)))


def _faces(sides: Value) -> tuple[int, ...]:
    if not isinstance(sides, tuple):
        return tuple(range(1, whole(sides, 1, LONGEST_LIST) + 1))
    if not sides:
        raise Refusal("a die needs a face")
    return tuple(whole(face, -LARGEST_FACE, LARGEST_FACE) for face in sides)


def _distribution(ways: Mapping[Value, int] | Mapping[int, int]) -> tuple[Value, ...]:
    total = sum(ways.values())
    return tuple(_outcome(value, normal(Fraction(count, total))) for value, count in ways.items())


def _outcome(value: Value, chance: Number) -> Record:
    return Record({"value": value, "chance": chance}, "outcome", f"{shown(value)}: {mixed(number(chance))}")


def _outcomes(distribution: Value) -> list[tuple[Value, Number]]:
    outcomes = []
    for item in items(distribution):
        fields = record(item).fields
        if not {"value", "chance"} <= fields.keys():
            raise Refusal(f"{described(item)} is no outcome", "dice(2, 6) and odds([…]) make distributions")
        outcomes.append((fields["value"], number(fields["chance"])))
    return outcomes


# The language's own functions. They have no side effects, and values have no methods.

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"([-−]?)(?:(?:(\d+) )?(\d+)/(\d*[1-9]\d*)|(\d+(?:\.\d+|,(?!\d{3}$)\d+)?))", re.ASCII)


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
    """Return the values, which must be all numbers or all texts. Raises Refusal."""
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


def _text(value: Value, places: Value = None, mark: str = POINT) -> Value:
    return shown(value, mark) if places is None else decimal(number(value), whole(places, 0, MOST_PLACES), mark)


def _number(value: Value) -> Value:
    if is_number(value):
        return normal(value)
    written = text(value).strip()
    match = _NUMBER.fullmatch(written) if len(written) <= LONGEST_NUMBER else None
    if match is None:
        raise Refusal(f"{described(value)} is no number", "numbers are written 3, 2.5, 1/2 or 1 1/2")
    sign, units, over, under, plain = match.groups()
    plain = plain and plain.replace(",", ".")
    size = Fraction(plain) if plain else int(units or 0) + Fraction(int(over), int(under))
    return normal(-size if sign else size)


def _join(values: Value, between: Value = ", ", mark: str = POINT) -> Value:
    parts, separator = [shown(value, mark) for value in items(values)], text(between)
    if sum(map(len, parts)) + len(separator) * len(parts) > LONGEST_TEXT + len(separator):
        raise too_long_a_text()
    return separator.join(parts)


def _title(value: Value) -> Value:
    return _WORD.sub(lambda word: word[0][:1].upper() + word[0][1:], text(value))


# Geometry: angles in degrees. Integers compute what floats would compute differently on some machines.

_ONE = 10**24
"""One, in the fixed-point numbers of sines: 24 decimal places, of which 12 are returned."""

_ROUND = 10**12

_RADIANS = 17453292519943295769237
"""One degree in radians, as a fixed-point number."""

PI = Fraction(3141592653589793238462643, _ONE)


def _sine(degrees: Number) -> Number:
    """Return the sine to 12 decimal places, by its Taylor series within 45 degrees; 1/2 for 30 exactly."""
    turn = Fraction(degrees) % 360
    half, sign = (turn, 1) if turn < 180 else (turn - 180, -1)
    quarter = min(half, 180 - half)
    series = _series(quarter, 1) if quarter <= 45 else _series(90 - quarter, 0)
    return normal(Fraction(sign * half_up(Fraction(series * _ROUND, _ONE)), _ROUND))


def _series(degrees: Fraction, power: int) -> int:
    """Return the sum of the Taylor series of the sine (`power` 1) or cosine (0) of 0 to 45 degrees, in fixed point."""
    angle = half_up(degrees * _RADIANS)
    term, total = (angle if power else _ONE), 0
    while term:
        total += term
        power += 2
        term = -(term * angle // _ONE * angle // _ONE // (power * (power - 1)))
    return total


def _root(value: Value) -> Value:
    """Return the square root to 12 decimal places; exact for squares."""
    size = Fraction(number(value))
    if size < 0:
        raise Refusal(f"{described(value)} has no square root", "abs(a) is a without its sign")
    top, below = isqrt(size.numerator), isqrt(size.denominator)
    if top * top == size.numerator and below * below == size.denominator:
        return normal(Fraction(top, below))
    return normal(Fraction(isqrt(size.numerator * _ROUND**2 // size.denominator), _ROUND))


def _trigonometry(*_values: Value) -> int:
    return 30


_ALL = (
    Function("abs(number)", lambda value: normal(abs(number(value)))),
    Function("floor(number)", lambda value: floor(number(value))),
    Function("ceil(number)", lambda value: ceil(number(value))),
    Function("round(number, places?)", _rounded),
    Function("sqrt(number)", _root, _trigonometry),
    Function("sin(degrees)", lambda value: _sine(number(value)), _trigonometry),
    Function("cos(degrees)", lambda value: _sine(90 - number(value)), _trigonometry),
    Function("pi()", lambda: PI),
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
    Function("fraction(number)", lambda value: mixed(normal(number(value)))),
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
"""The built-in functions by name."""


def with_mark(mark: str) -> dict[str, Function]:
    """Return the functions that write numbers with that decimal mark."""
    return {
        "text": replace(FUNCTIONS["text"], call=partial(_text, mark=mark)),
        "join": replace(FUNCTIONS["join"], call=partial(_join, mark=mark)),
    }
