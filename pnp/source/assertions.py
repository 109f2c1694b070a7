"""The JSON Schema keywords that look at one value alone: each makes a test of values from the keyword's argument.

A test passes on values that its keyword is not about, as JSON Schema has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import Any

from pnp.source.limits import PATTERN_TEXT
from pnp.source.tree import Listing, Mapping, Value

Test = Callable[[Value], bool]

TYPES: dict[str, tuple[type, ...]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "string": (str,),
    "integer": (int, float),
    "number": (int, float),
    "array": (Listing,),
    "object": (Mapping,),
}
"""The Python types in which a value of each type of JSON Schema may come."""


def identity(value: Value) -> Hashable:
    """What two values have in common exactly if JSON Schema calls them equal."""
    match value:
        case bool():
            return ("boolean", value)
        case list():
            return ("array", *map(identity, value))
        case dict():
            return ("object", frozenset((key, identity(item)) for key, item in value.items()))
        case _:
            return value


def is_number(value: Value) -> bool:
    """Whether the value is a number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def of_type(names: str | list[str]) -> Test:
    """Whether a value is of one of the types `names`."""
    wanted = {names} if isinstance(names, str) else set(names)
    kinds = {kind for name in wanted for kind in TYPES[name]}
    whole = "integer" in wanted and "number" not in wanted

    def test(value: Value) -> bool:
        kind = str if isinstance(value, str) else type(value)
        return kind in kinds and not (whole and kind is float and not value.is_integer())  # type: ignore[union-attr]

    return test


def one_of(values: list[Value]) -> Test:
    """Whether a value is one of `values`."""
    known = frozenset(map(identity, values))
    return lambda value: identity(value) in known


def fits(pattern: str) -> Test:
    """Whether a text has the pattern in it; as in ECMA-262, `$` is the very end and `\\w` and `\\d` are ASCII."""
    compiled = re.compile(re.sub(r"(?<!\\)\$$", r"\\Z", pattern), re.ASCII)
    return lambda value: not isinstance(value, str) or (len(value) <= PATTERN_TEXT and bool(compiled.search(value)))


def multiple_of(factor: float) -> Test:
    """Whether a number is a whole multiple of `factor`, to a billionth."""
    return lambda value: not is_number(value) or abs(value / factor - round(value / factor)) < 1e-9  # type: ignore[operator]


def all_different(wanted: bool) -> Test:
    """Whether the items of a list all differ."""
    return lambda value: not wanted or not isinstance(value, Listing) or len(set(map(identity, value))) == len(value)


def number_test(holds: Callable[[Any, Any], bool]) -> Callable[[float], Test]:
    """The keyword that compares a number with its argument."""
    return lambda limit: lambda value: not is_number(value) or holds(value, limit)


def size_test(kind: type, holds: Callable[[int, int], bool]) -> Callable[[int], Test]:
    """The keyword that compares the length of a text, list or mapping with its argument."""
    return lambda limit: lambda value: not isinstance(value, kind) or holds(len(value), limit)  # type: ignore[arg-type]


ASSERTIONS: dict[str, Callable[[Any], Test]] = {
    "type": of_type,
    "const": lambda value: one_of([value]),
    "enum": one_of,
    "minimum": number_test(lambda value, limit: value >= limit),
    "exclusiveMinimum": number_test(lambda value, limit: value > limit),
    "maximum": number_test(lambda value, limit: value <= limit),
    "exclusiveMaximum": number_test(lambda value, limit: value < limit),
    "multipleOf": multiple_of,
    "minLength": size_test(str, lambda size, limit: size >= limit),
    "maxLength": size_test(str, lambda size, limit: size <= limit),
    "pattern": fits,
    "minItems": size_test(Listing, lambda size, limit: size >= limit),
    "maxItems": size_test(Listing, lambda size, limit: size <= limit),
    "uniqueItems": all_different,
    "minProperties": size_test(Mapping, lambda size, limit: size >= limit),
    "maxProperties": size_test(Mapping, lambda size, limit: size <= limit),
}
"""By keyword, in the order in which they are tried: the first that fails is told, the others would be consequences."""
