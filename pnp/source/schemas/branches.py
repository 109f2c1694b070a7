"""Tests of single values; which branch of a union was meant.

A test passes on values that its keyword is not about, as JSON Schema has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from itertools import chain
from typing import Any

from msgspec import Struct

from pnp.source.ledger import PATTERN_TEXT
from pnp.source.schemas.breaches import Breaches, DataPath, Look, Mismatch, MissingKey, NoBranch, Schema
from pnp.source.tree import Listing, Mapping, Unread, Value

# The JSON Schema keywords that look at one value alone: each makes a test of values from the keyword's argument.

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


# Values that may be one of several things: a breach is told by the branch that the value was meant to be.

Resolve = Callable[[str], Schema]

KINDS = frozenset(chain.from_iterable(TYPES.values()))
"""The Python types of values."""


class Branch(Struct, frozen=True):
    """One of the things that a value may be.

    `kinds` are the Python types it may have. Of a mapping: the keys it must have, those it can have, and the words to
    choose from for those keys that list them.
    """

    look: Look
    schema: Schema
    kinds: frozenset[type]
    required: tuple[str, ...]
    names: tuple[str, ...]
    words: dict[str, tuple[Value, ...]]

    @classmethod
    def of(cls, schema: Schema, look: Look, resolve: Resolve) -> Branch:
        """The branch that `schema` describes."""
        parts = list(_parts(schema, resolve))
        properties: dict[str, Any] = {}
        for part in parts:
            properties |= part.get("properties", {})
        fixed = ((key, _words(below, resolve)) for key, below in properties.items())
        kinds = (frozenset(chain.from_iterable(TYPES[name] for name in _types(part))) for part in parts)
        return cls(
            look,
            {**parts[-1], **schema},
            KINDS.intersection(*kinds),
            tuple(key for part in parts for key in part.get("required", ())),
            tuple(properties),
            {key: words for key, words in fixed if words},
        )

    def likeness(self, mapping: Mapping) -> tuple[int, ...]:
        """How the mapping looks like this branch, the weightiest sign first; the first four are 0 if nothing fits."""
        matches = sum(_is_word(mapping, key, words) for key, words in self.words.items())
        clashes = sum(key in mapping for key in self.words) - matches
        present = sum(key in mapping for key in self.required)
        named = sum(key in mapping for key in self.names)
        return -clashes, matches, present, named, present - len(self.required), named - len(mapping)


class Union(Struct, frozen=True):
    """All the things that a value may be by `schema`, with those that each Python type may come to."""

    schema: Schema
    branches: tuple[Branch, ...]
    by_kind: dict[type, tuple[Branch, ...]]

    @classmethod
    def of(cls, schema: Schema, keyword: str, shape: Callable[[Schema], Look], resolve: Resolve) -> Union:
        """The union under `keyword` of `schema`."""
        branches = tuple(Branch.of(branch, shape(branch), resolve) for branch in schema[keyword])
        by_kind = {kind: tuple(branch for branch in branches if kind in branch.kinds) for kind in KINDS}
        return cls(schema, branches, by_kind)

    def fitting(self, value: Value) -> tuple[Branch, ...]:
        """The branches that a value of this type may come to."""
        return self.by_kind.get(type(value), ())

    def choose(self, value: Value, path: DataPath, tried: list[tuple[Branch, Breaches]]) -> Breaches:
        """The breaches to tell of a value that is none of the branches; `tried` are those of a fitting type."""
        if len(tried) == 1 and not self._says_more(path, tried[0][1]):
            return tried[0][1]
        branches = [branch for branch, _ in tried]
        if isinstance(value, Mapping):
            chosen = _by_word(value, path, branches) or _likest(value, tried)
        else:
            chosen = _fewest(tried)
        return chosen or (self._no_branch(value, path, branches),)

    def _says_more(self, path: DataPath, found: Breaches) -> bool:
        """Whether this schema says what is expected, and the branch that alone fits does not."""
        first = found[0]
        told = isinstance(first, Mismatch) and first.path is path and "x-expected" not in first.schema
        return told and "x-expected" in self.schema

    def _no_branch(self, value: Value, path: DataPath, fitting: list[Branch]) -> NoBranch | MissingKey:
        keys = [branch.required for branch in fitting]
        if isinstance(value, Mapping) and keys and all(keys) and not any(branch.names for branch in fitting):
            return MissingKey(path, tuple(dict.fromkeys(chain.from_iterable(keys))), {})
        choices = tuple(branch.schema for branch in fitting or self.branches)
        return NoBranch(path, value, self.schema, choices, fits=bool(fitting))


def _by_word(value: Mapping, path: DataPath, branches: list[Branch]) -> Breaches | None:
    """The breach of a key by whose words the branches are told apart, if the mapping says none of these words."""
    for key in branches[0].words if branches else ():
        words = [branch.words.get(key, ()) for branch in branches]
        schema: Schema = {"enum": list(dict.fromkeys(chain.from_iterable(words)))}
        if not all(words) or any(_is_word(value, key, some) for some in words):
            continue
        if key in value:
            return (Mismatch((path, key), value[key], schema, "enum"),)
        if all(key in branch.required for branch in branches):
            return (MissingKey(path, (key,), schema),)
    return None


def _likest(value: Mapping, tried: list[tuple[Branch, Breaches]]) -> Breaches | None:
    ranked = sorted(
        ((branch.likeness(value), found) for branch, found in tried), key=lambda item: item[0], reverse=True
    )
    tied = len(ranked) > 1 and ranked[0][0] == ranked[1][0]
    if not ranked or tied or not any(ranked[0][0][:4]):
        return None
    return ranked[0][1]


def _fewest(tried: list[tuple[Branch, Breaches]]) -> Breaches | None:
    """The breaches of the branch that has fewer than any other."""
    ranked = sorted((found for _, found in tried), key=len)
    return ranked[0] if len(ranked) > 1 and len(ranked[0]) < len(ranked[1]) else None


def _parts(schema: Schema, resolve: Resolve, depth: int = 8) -> Iterator[Schema]:
    """The schema and all that it includes by reference or `allOf`; the innermost last."""
    yield schema
    if depth and "$ref" in schema:
        yield from _parts(resolve(schema["$ref"]), resolve, depth - 1)
    for part in schema.get("allOf", ()) if depth else ():
        yield from _parts(part, resolve, depth - 1)


def _types(schema: Schema) -> list[str]:
    """The types that a value may have by this schema's own `type`, `const` or `enum`."""
    if "type" in schema:
        return [schema["type"]] if isinstance(schema["type"], str) else list(schema["type"])
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    return list(TYPES) if values is None else [_type(value) for value in values]


def _type(value: Any) -> str:
    return next(name for name, kinds in TYPES.items() if type(value) in kinds)


def _words(schema: Schema | bool, resolve: Resolve) -> tuple[Value, ...]:
    """The values to choose from where a schema lists them."""
    if isinstance(schema, bool):
        return ()
    for part in _parts(schema, resolve):
        if "const" in part or "enum" in part:
            return (part["const"],) if "const" in part else tuple(part["enum"])
    return ()


def _is_word(mapping: Mapping, key: str, words: tuple[Value, ...]) -> bool:
    return key in mapping and not isinstance(mapping[key], Unread) and identity(mapping[key]) in map(identity, words)
