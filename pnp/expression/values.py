"""Values and how they are printed."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias, TypeGuard

from msgspec import Struct

from pnp.expression.limits import LARGEST_BITS, LONGEST_LIST, Refusal

# Values: whole numbers, exact fractions, texts, true and false, None, lists and records.

Number: TypeAlias = int | Fraction

Value: TypeAlias = "int | Fraction | str | bool | tuple[Value, ...] | Record | None"

_TOO_LARGE = 1 << LARGEST_BITS


class Record(Struct, frozen=True, eq=False):
    """Fields by name: a row, a card, a place.

    A record is equal only to itself; `text` is its printed form, `kind` its name in messages.
    """

    fields: Mapping[str, Value]
    kind: str = "row"
    text: str = ""


def identifier(name: str) -> str:
    """Return a field's name as spelled in expressions: `_` replaces hyphens and spaces."""
    return name.replace("-", "_").replace(" ", "_")


def key_of(name: str, names: Mapping[str, Value]) -> str | None:
    """Return the key of `names` that an expression spells as `name`, or None."""
    if name in names:
        return name
    if "_" not in name:
        return None
    return next((key for key in names if len(key) == len(name) and identifier(key) == name), None)


def value_of(plain: object) -> Value:
    """Return the value for plain data: floats become the exact fractions as written, mappings become records.

    Raises ValueError for infinite numbers and for anything else.
    """
    match plain:
        case str() | int() | None:
            return plain
        case float():
            return _exact(plain)
        case Fraction():
            return normal(plain)
        case list() | tuple():
            return tuple(value_of(item) for item in plain)
        case Mapping():
            return Record({str(key): value_of(item) for key, item in plain.items()})
        case Record():
            return plain
        case _:
            raise ValueError(f"{type(plain).__name__} is no value of an expression")


def _exact(number: float) -> Number:
    digits = Decimal(repr(number))
    if not digits.is_finite():
        raise ValueError(f"{number} is no value of an expression")
    return normal(Fraction(digits))


def is_number(value: Value) -> TypeGuard[Number]:
    """Whether the value can be used as a number; True counts as 1 and False as 0."""
    return isinstance(value, int) or type(value) is Fraction  # isinstance is slow where a class is abstract


def normal(number: Number) -> Number:
    """Return the number, as an int if it is whole. Raises Refusal if it is too large."""
    if isinstance(number, int):
        if -_TOO_LARGE < number < _TOO_LARGE:
            return int(number)
    elif number.denominator == 1:
        return normal(number.numerator)
    elif -_TOO_LARGE < number.numerator < _TOO_LARGE and number.denominator < _TOO_LARGE:
        return number
    raise too_large_a_number()


def too_large_a_number() -> Refusal:
    """Return the error of a number beyond the limit."""
    return Refusal("the number has more than 308 digits")


_LIGHT = frozenset((int, bool, type(None), Record))
"""Types that cost one step."""


def weight(value: Value) -> int:
    """Return the number of steps to walk through the value; counting stops soon after the limit of lists."""
    if isinstance(value, str):
        return 1 + (len(value) >> 6)
    if isinstance(value, tuple):
        steps = 1
        for item in value:
            steps += 1 if type(item) in _LIGHT else weight(item)
            if steps > LONGEST_LIST + 1:
                break
        return steps
    if type(value) is Fraction:
        return 4 + (value.denominator.bit_length() >> 5)
    return 1


# Values in print and in messages.

_LONGEST_QUOTE = 40

POINT = "."
"""The decimal mark of English, and of values in files and messages."""

MOST_DECIMALS = 12
"""Maximum number of decimal places of a number that is printed as a decimal; others are printed as fractions."""


def shown(value: Value, mark: str = POINT) -> str:
    """Return the value as printed: `1.5`, `1/3`, yes or no, an empty text for None, items of a list with commas.

    `mark` is the decimal mark. Raises Refusal for a record without a text.
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
        return _decimal_or_mixed(value, mark)
    if isinstance(value, tuple):
        return ", ".join(shown(item, mark) for item in value)
    return _printed(value)


PLACES = 6
"""Decimal places of numbers that a parser reads: a millionth of a millimetre."""


def figures(value: Value) -> str:
    """Return the value as text for a parser: numbers as decimals such as 1.5, items of a list separated by commas.

    Raises Refusal for a record without a text.
    """
    if type(value) is Fraction:
        text = decimal(value, PLACES).rstrip("0").rstrip(".")
        return text if text.strip("-0") else "0"
    return ", ".join(map(figures, value)) if isinstance(value, tuple) else shown(value)


def _decimal_or_mixed(number: Fraction, mark: str) -> str:
    """Return 1.5 for 3/2, and 1 1/3 for 4/3, which is no decimal of few places."""
    if 10**MOST_DECIMALS % number.denominator:
        return mixed(number)
    return decimal(number, MOST_DECIMALS, mark).rstrip("0")


def mixed(number: Number) -> str:
    """Return 1 1/2 for 3/2."""
    if isinstance(number, int):
        return str(number)
    whole, rest = divmod(abs(number.numerator), number.denominator)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole} {rest}/{number.denominator}" if whole else f"{sign}{rest}/{number.denominator}"


def _printed(record: Record) -> str:
    if record.text:
        return record.text
    fields = ", ".join(list(record.fields)[:8])
    raise Refusal(f"{described(record)} cannot be printed as a whole", f"name one of its fields: {fields}")


def decimal(number: Number, places: int, mark: str = POINT) -> str:
    """Return the number with that many decimal places, halves rounded away from zero."""
    digits = str(abs(half_up(number * 10**places))).rjust(places + 1, "0")
    point = len(digits) - places
    text = f"{digits[:point]}{mark}{digits[point:]}" if places else digits
    return f"-{text}" if number < 0 and text.strip(f"0{mark}") else text


def half_up(number: Number) -> int:
    """Return the nearest whole number; halves are rounded away from zero, as in school."""
    nearest = int((abs(Fraction(number)) * 2 + 1) // 2)
    return -nearest if number < 0 else nearest


def described(value: Value) -> str:
    """Return a short description of the value for messages."""
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
    """Return the text, shortened if it is long."""
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
