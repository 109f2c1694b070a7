"""What breaks a schema, and its message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Mapping as Table
from typing import Any, assert_never

from msgspec import Struct

from pnp.diagnostics import Rule
from pnp.messages import counted, did_you_mean, series, shown
from pnp.source.rules import MISSING_KEY, UNKNOWN_KEY, WRONG_TYPE, WRONG_VALUE
from pnp.source.tree import Listing, Mapping, Value, found
from pnp.source.yaml.scalars import read_plain, surprise

# What breaks a schema, before it is put into words.

Schema = Table[str, Any]
"""A JSON Schema as it was read."""

DataPath = tuple[Any, str | int] | None
"""The way to a value from its root, as a chain: the path of its parent, and a key or index; None is the root."""


class Mismatch(Struct, frozen=True):
    """The value at `path` breaks the `keyword` of its schema."""

    path: DataPath
    value: Value
    schema: Schema
    keyword: str


class UnknownKey(Struct, frozen=True):
    """The last key of `path` is none of the keys that its mapping may have."""

    path: DataPath
    known: tuple[str, ...]


class BadKey(Struct, frozen=True):
    """The last key of `path` breaks the `keyword` of the schema for keys."""

    path: DataPath
    schema: Schema
    keyword: str


class MissingKey(Struct, frozen=True):
    """The mapping at `path` lacks one of `keys`.

    Where there is one key, `schema` is that of its value, and `needed_by` the other key that asks for it, if one does.
    """

    path: DataPath
    keys: tuple[str, ...]
    schema: Schema
    needed_by: str | None = None


class KeysTogether(Struct, frozen=True):
    """The mapping at `path` has several of `keys`, of which one may stand."""

    path: DataPath
    keys: tuple[str, ...]


class NoBranch(Struct, frozen=True):
    """The value at `path` is none of the things that `choices` describe; `schema` is that of the union.

    `fits` says whether it is at least of the right type for them.
    """

    path: DataPath
    value: Value
    schema: Schema
    choices: tuple[Schema, ...]
    fits: bool


Breach = Mismatch | UnknownKey | BadKey | MissingKey | KeysTogether | NoBranch
Breaches = Sequence[Breach]

Look = Callable[[Value, DataPath], Breaches]
"""Finds what breaks a schema in a value that stands at a path."""


def steps(path: DataPath) -> tuple[str | int, ...]:
    """The keys and indices from the root to the end of `path`."""
    found: list[str | int] = []
    while path is not None:
        path, step = path
        found.append(step)
    return tuple(reversed(found))


# Breaches of a schema in a designer's words.

TYPES = {
    "null": "nothing",
    "boolean": "true or false",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "array": "a list",
    "object": "a mapping",
}
CHOICES = 12
"""Words to choose from that a message lists."""


class Wording(Struct, frozen=True):
    """How a breach is told: what is wrong, and the way out."""

    message: str
    hint: str | None = None


def rule_of(breach: Breach) -> Rule:
    """The rule under which the breach is told."""
    match breach:
        case UnknownKey():
            return UNKNOWN_KEY
        case MissingKey():
            return MISSING_KEY
        case Mismatch():
            return WRONG_TYPE if breach.keyword == "type" else WRONG_VALUE
        case NoBranch():
            return WRONG_VALUE if breach.fits else WRONG_TYPE
        case BadKey() | KeysTogether():
            return WRONG_VALUE
        case _:
            assert_never(breach)


def word(breach: Breach) -> Wording:
    """The breach in words."""
    match breach:
        case Mismatch():
            return _mismatch(breach)
        case NoBranch():
            return _no_branch(breach)
        case UnknownKey():
            return _unknown_key(breach)
        case MissingKey():
            return _missing_key(breach)
        case BadKey():
            return _bad_key(breach)
        case KeysTogether():
            keys = series(map(shown, breach.keys), "and")
            return Wording(f"{keys} can't stand together", "keep one of them")
        case _:
            assert_never(breach)


def expected(schema: Schema) -> str:
    """What a schema asks for: in its own words, else by its keywords."""
    if "x-expected" in schema:
        return str(schema["x-expected"])
    if "const" in schema or "enum" in schema:
        return _listed([schema["const"]] if "const" in schema else schema["enum"])
    if "properties" in schema and "required" in schema:
        return f"a mapping with {series(map(shown, schema['required']), 'and')}"
    if "type" in schema:
        names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        return series((TYPES[name] for name in names), "or")
    return str(schema.get("title", "something else")).lower()


def _mismatch(breach: Mismatch) -> Wording:
    hint = _remedy(breach.value, breach.schema) or _about(breach.schema)
    if breach.keyword == "not":
        return Wording(f"{_place(breach.path)}{found(breach.value)} can't stand here", hint)
    has = _size(breach.value) if breach.keyword in SIZES else found(breach.value)
    return Wording(f"{_place(breach.path)}expected {_asked(breach.keyword, breach.schema)}, found {has}", hint)


def _no_branch(breach: NoBranch) -> Wording:
    choices = dict.fromkeys(map(expected, breach.choices))
    wanted = breach.schema["x-expected"] if "x-expected" in breach.schema else series(choices, "or")
    message = f"{_place(breach.path)}expected {wanted}, found {found(breach.value)}"
    words = [word for choice in breach.choices for word in choice.get("enum", ()) if isinstance(word, str)]
    meant = did_you_mean(breach.value, words) if isinstance(breach.value, str) else None
    return Wording(message, meant or _about(breach.schema))


def _unknown_key(breach: UnknownKey) -> Wording:
    key = str(steps(breach.path)[-1])
    hint = did_you_mean(key, breach.known) or (_known(breach.known) if breach.known else "nothing may stand here")
    return Wording(f"unknown key {shown(key)}", hint)


def _known(keys: tuple[str, ...]) -> str:
    more = ["…"] if len(keys) > CHOICES else []
    return f"known here: {', '.join([*keys[:CHOICES], *more])}"


def _missing_key(breach: MissingKey) -> Wording:
    needed = f", which {shown(breach.needed_by)} needs" if breach.needed_by else ""
    if len(breach.keys) > 1:
        message = f"{_place(breach.path)}one of {series(map(shown, breach.keys), 'and')} is missing"
        return Wording(message, "add one of them")
    key = breach.keys[0]
    about = _about(breach.schema) or (expected(breach.schema) if breach.schema else None)
    hint = f"add '{key}: …'" + (f" ({about})" if about else "")
    return Wording(f"{_place(breach.path)}{shown(key)} is missing{needed}", hint)


def _bad_key(breach: BadKey) -> Wording:
    key = str(steps(breach.path)[-1])
    return Wording(f"expected {_asked(breach.keyword, breach.schema)} as a key, found {shown(key)}")


SIZES = frozenset(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"))
UNITS = {"Length": ("character", "characters"), "Items": ("item", "items"), "Properties": ("entry", "entries")}


def _asked(keyword: str, schema: Schema) -> str:
    """What the value should have been, for a keyword that it breaks."""
    if "x-expected" in schema and keyword not in SIZES:
        return str(schema["x-expected"])
    if keyword in SIZES:
        return _sized(keyword[3:], schema)
    match keyword:
        case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
            return _bounded(schema)
        case "multipleOf":
            return f"a multiple of {schema['multipleOf']}"
        case "oneOf":
            return "just one of the things that may stand here"
        case "uniqueItems":
            return "items that all differ"
        case "pattern":
            return f"a text that fits {schema['pattern']}"
        case _:
            return expected(schema)


def _sized(of: str, schema: Schema) -> str:
    least, most = schema.get(f"min{of}"), schema.get(f"max{of}")
    one, many = UNITS[of]
    if least is None:
        return f"at most {counted(most or 0, one, many)}"
    if least == most:
        return counted(least, one, many)
    return f"at least {counted(least, one, many)}" if most is None else f"{least} to {counted(most, one, many)}"


def _bounded(schema: Schema) -> str:
    kind = "a whole number" if schema.get("type") == "integer" else "a number"
    words = (
        ("minimum", "of at least"),
        ("exclusiveMinimum", "above"),
        ("maximum", "of at most"),
        ("exclusiveMaximum", "below"),
    )
    limits = [f"{text} {schema[keyword]}" for keyword, text in words if keyword in schema]
    return f"{kind} {' and '.join(limits)}"


def _size(value: Value) -> str:
    size = len(value) if isinstance(value, str | Listing | Mapping) else 0
    return "none" if not size else str(size)


def _listed(values: list[Any]) -> str:
    words = [_bare(value) for value in values]
    some = [*words[:CHOICES], "…"] if len(words) > CHOICES else words
    return f"one of {series(some, 'or')}" if len(words) > 1 else words[0]


def _place(path: DataPath) -> str:
    """The beginning of a message that says which value it is about."""
    way = steps(path)
    if not way:
        return ""
    if isinstance(way[-1], str):
        return f"{shown(way[-1])}: "
    key = next((step for step in reversed(way) if isinstance(step, str)), None)
    return f"item {way[-1] + 1} of {shown(key)}: " if key is not None else f"item {way[-1] + 1}: "


def _about(schema: Schema) -> str | None:
    """What the schema says that the value is, as a hint."""
    text = str(schema.get("description", "")).partition(";")[0].rstrip(".")
    return f"{text[0].lower()}{text[1:]}" if text else None


def _remedy(value: Value, schema: Schema) -> str | None:
    """What to write instead, where the value shows what was meant."""
    types = schema.get("type", ())
    match value:
        case str() if "enum" in schema:
            return did_you_mean(value, [word for word in schema["enum"] if isinstance(word, str)])
        case str() | bool() | int() | float() if types == "array" and schema.get("minItems", 0) < 2:
            return f"write it in brackets: [{_bare(value)}]"
        case str():
            return _unquoted(value, types)
        case bool() | int() | float() if types == "string" and "pattern" not in schema:
            return f"quote it: '{_bare(value)}'"
        case Mapping() if types == "array":
            return "begin each item of a list with '- '"
        case _:
            return None


def _bare(value: Value) -> str:
    """The value as it is written, if it is short."""
    return shown(value)[1:-1] if isinstance(value, str) else found(value).removeprefix("the number ")


def _unquoted(text: str, types: str | list[str]) -> str | None:
    """The hint to write a number, or true or false, without quotes or in plain figures."""
    taken = surprise(text)
    plain = taken.instead if taken and taken.instead else text
    meant = read_plain(plain)
    if isinstance(meant, bool):
        return f"write {plain} without quotes" if "boolean" in types else None
    number = isinstance(meant, int | float) and ("number" in types or "integer" in types)
    return f"write {plain} without quotes" if number else None
