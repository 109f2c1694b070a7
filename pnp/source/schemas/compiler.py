"""Schemas read and compiled to functions.

This is the part of JSON Schema 2020-12 that documents need; a schema with any other keyword is refused when it is
compiled, never passed over. It is not left to a library: `jsonschema` takes 4 to 11 seconds for a megabyte of small
values, and `jsonschema-rs` collects every error before it gives the first, 20 seconds and 2 GB for a broken megabyte.
Here the search stops at `MENDED`. `jsonschema` is the oracle of the tests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from pnp.source.ledger import MENDED
from pnp.source.schemas.branches import ASSERTIONS, Union
from pnp.source.schemas.breaches import (
    BadKey,
    Breach,
    Breaches,
    DataPath,
    KeysTogether,
    Look,
    Mismatch,
    MissingKey,
    Schema,
    UnknownKey,
)
from pnp.source.tree import Listing, Mapping, Value

# JSON Schemas compiled to functions that find what breaks them.

NONE: Breaches = ()

ANNOTATIONS = frozenset(
    ("$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples", "deprecated", "x-expected")
)

FINAL = frozenset(("type", "maxItems", "maxProperties"))
"""Keywords after whose breach nothing below the value is looked at: it is of the wrong sort, or far too large."""


class SchemaError(Exception):
    """A schema of ours that can't be used: a fault of ours, not of a document."""


def anything(value: Value, path: DataPath) -> Breaches:
    """Nothing breaks the schema `true`."""
    return NONE


class Shapes:
    """Compiles schemas, each once and what stands under a key when it is first met; `resolve` finds the schema that a
    reference names.
    """

    def __init__(self, resolve: Callable[[str], Schema]) -> None:
        self.resolve = resolve
        self._known: dict[str, Look] = {}

    def reference(self, ref: str) -> Look:
        """The shape of the schema that `ref` names, which may lie inside itself."""
        if ref not in self._known:
            self._known[ref] = lambda value, path: self._known[ref](value, path)
            self._known[ref] = self.shape(self.resolve(ref))
        return self._known[ref]

    def shape(self, schema: Schema | bool) -> Look:
        """The function that finds what breaks `schema`."""
        if isinstance(schema, bool):
            return anything if schema else lambda value, path: (Mismatch(path, value, {"not": True}, "not"),)
        strange = schema.keys() - KNOWN
        if strange:
            raise SchemaError(f"the keyword '{min(strange)}' is not supported")
        wanted = {HELPERS.get(keyword, keyword) for keyword in schema}
        tests = [(keyword, make(schema[keyword])) for keyword, make in ASSERTIONS.items() if keyword in schema]
        parts = [part(self, schema) for keyword, part in PARTS.items() if keyword in wanted]
        if not tests and len(parts) <= 1:
            return parts[0] if parts else anything
        return _joined(schema, tests, parts)


def _joined(schema: Schema, tests: list[tuple[str, Callable[[Value], bool]]], parts: list[Look]) -> Look:
    def look(value: Value, path: DataPath) -> Breaches:
        found: Breaches = NONE
        for keyword, holds in tests:
            if not holds(value):
                found = (Mismatch(path, value, schema, keyword),)
                if keyword in FINAL:
                    return found
                break
        for part in parts:
            more = part(value, path)
            if more:
                found = (*found, *more)
        return found

    return look


def _entries(shapes: Shapes, schema: Schema) -> Look:
    others = schema.get("additionalProperties", True)
    rest = () if others is False else (shapes.shape(others),)
    patterns = [(re.compile(key), shapes.shape(below)) for key, below in schema.get("patternProperties", {}).items()]

    def by_pattern(key: str) -> tuple[Look, ...]:
        return tuple(entry for pattern, entry in patterns if pattern.search(key))

    properties = schema.get("properties", {})
    known: dict[str, tuple[Look, ...]] = {}

    def first(key: str) -> tuple[Look, ...]:
        """What is asked of a key that was not met before; those of the schema are compiled then, few as they are."""
        if key not in properties:
            return by_pattern(key) or rest
        known[key] = (shapes.shape(properties[key]), *by_pattern(key))
        return known[key]

    def look(value: Value, path: DataPath) -> Breaches:
        if not isinstance(value, Mapping):
            return NONE
        found: list[Breach] = []
        for key, item in value.items():
            entries = known.get(key) or first(key)
            if not entries:
                found.append(UnknownKey((path, key), tuple(properties)))
            for entry in entries:
                found += entry(item, (path, key))
            if len(found) >= MENDED:
                break
        return found

    return look


def _required(shapes: Shapes, schema: Schema) -> Look:
    keys, properties = schema["required"], schema.get("properties", {})
    needed = frozenset(keys)

    def look(value: Value, path: DataPath) -> Breaches:
        if not isinstance(value, Mapping) or needed <= value.keys():
            return NONE
        return [MissingKey(path, (key,), properties.get(key, {})) for key in keys if key not in value]

    return look


def _dependent(shapes: Shapes, schema: Schema) -> Look:
    needs, properties = schema["dependentRequired"], schema.get("properties", {})

    def look(value: Value, path: DataPath) -> Breaches:
        if not isinstance(value, Mapping) or value.keys().isdisjoint(needs):  # nearly always
            return NONE
        missing = ((by, key) for by, keys in needs.items() if by in value for key in keys if key not in value)
        return [MissingKey(path, (key,), properties.get(key, {}), by) for by, key in missing]

    return look


def _keys(shapes: Shapes, schema: Schema) -> Look:
    shape = shapes.shape(schema["propertyNames"])

    def bad_key(breach: Breach, path: DataPath) -> Breach:
        match breach:
            case Mismatch():
                return BadKey(path, breach.schema, breach.keyword)
            case _:
                return BadKey(path, schema["propertyNames"], "not")

    def look(value: Value, path: DataPath) -> Breaches:
        if not isinstance(value, Mapping):
            return NONE
        return [bad_key(breach, (path, key)) for key in value for breach in shape(key, None)[:1]]

    return look


def _items(shapes: Shapes, schema: Schema) -> Look:
    first = [shapes.shape(item) for item in schema.get("prefixItems", ())]
    others = schema.get("items", True)
    rest = shapes.shape(others)

    def look(value: Value, path: DataPath) -> Breaches:
        if not isinstance(value, Listing):
            return NONE
        if others is False and len(value) > len(first):
            return (Mismatch(path, value, {**schema, "maxItems": len(first)}, "maxItems"),)
        found: list[Breach] = []
        for index, item in enumerate(value):
            found += (first[index] if index < len(first) else rest)(item, (path, index))
            if len(found) >= MENDED:
                break
        return found

    return look


def _every(shapes: Shapes, schema: Schema) -> Look:
    return _joined(schema, [], [shapes.shape(part) for part in schema["allOf"]])


def _any(shapes: Shapes, schema: Schema) -> Look:
    union = Union.of(schema, "anyOf", shapes.shape, shapes.resolve)

    def look(value: Value, path: DataPath) -> Breaches:
        tried = []
        for branch in union.fitting(value):
            found = branch.look(value, path)
            if not found:
                return NONE
            tried.append((branch, found))
        return union.choose(value, path, tried)

    return look


def _one(shapes: Shapes, schema: Schema) -> Look:
    union = Union.of(schema, "oneOf", shapes.shape, shapes.resolve)

    def look(value: Value, path: DataPath) -> Breaches:
        tried = [(branch, branch.look(value, path)) for branch in union.fitting(value)]
        passed = [branch for branch, found in tried if not found]
        if len(passed) > 1:
            keys = tuple(key for branch in passed for key in branch.required)
            together = keys and isinstance(value, Mapping)
            return (KeysTogether(path, keys),) if together else (Mismatch(path, value, schema, "oneOf"),)
        return NONE if passed else union.choose(value, path, tried)

    return look


def _not(shapes: Shapes, schema: Schema) -> Look:
    shape, keys = shapes.shape(schema["not"]), tuple(_required_keys(schema["not"]))

    def look(value: Value, path: DataPath) -> Breaches:
        if shape(value, path):
            return NONE
        together = keys and isinstance(value, Mapping)
        return (KeysTogether(path, keys),) if together else (Mismatch(path, value, schema, "not"),)

    return look


def _required_keys(schema: Schema | bool) -> list[str]:
    return [] if isinstance(schema, bool) else list(schema.get("required", ()))


def _if(shapes: Shapes, schema: Schema) -> Look:
    condition = shapes.shape(schema["if"])
    then, otherwise = shapes.shape(schema.get("then", True)), shapes.shape(schema.get("else", True))
    return lambda value, path: (otherwise if condition(value, path) else then)(value, path)


def _reference(shapes: Shapes, schema: Schema) -> Look:
    return shapes.reference(schema["$ref"])


PARTS: dict[str, Callable[[Shapes, Any], Look]] = {
    "$ref": _reference,
    "properties": _entries,
    "required": _required,
    "dependentRequired": _dependent,
    "propertyNames": _keys,
    "items": _items,
    "allOf": _every,
    "anyOf": _any,
    "oneOf": _one,
    "not": _not,
    "if": _if,
}
"""The keywords that look further than one value, with what compiles each."""

HELPERS = {
    "patternProperties": "properties",
    "additionalProperties": "properties",
    "prefixItems": "items",
    "then": "then",
    "else": "else",
}
"""Keywords that are compiled together with another; `then` and `else` mean nothing without `if`."""

KNOWN = frozenset((*ANNOTATIONS, *ASSERTIONS, *PARTS, *HELPERS))


# The JSON Schemas of documents: one a kind, read from a folder and compiled when the kind is first met.

_OWN = re.compile(r'"\$ref":\s*"(?=#)')
"""Where a schema refers to a part of itself."""


class Schemas:
    """The schemas in `files`, by file name; those that give `kind` a fixed text are kinds of document.

    Their references name the file that they mean.
    """

    def __init__(self, files: dict[str, Schema]) -> None:
        self._files, self._shapes = files, Shapes(self.resolve)
        self._kinds = {kind: name for name in sorted(files) if (kind := _kind(files[name]))}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of document, in order of the alphabet."""
        return tuple(sorted(self._kinds))

    def schema(self, kind: str) -> Schema:
        """The schema of a kind; its references name files."""
        return self._files[self._kinds[kind]]

    def shape(self, kind: str) -> Look:
        """The function that finds what breaks the schema of `kind`."""
        return self._shapes.reference(f"{self._kinds[kind]}#")

    def resolve(self, ref: str) -> Schema:
        """The schema at a reference such as `common.schema.json#/$defs/name`."""
        file, _, pointer = ref.partition("#")
        try:
            found: Any = self._files[file]
            for token in pointer.split("/")[1:]:
                found = found[token.replace("~1", "/").replace("~0", "~")]
        except KeyError as error:
            raise SchemaError(f"no schema has '{ref}'") from error
        return cast("Schema", found)


@lru_cache(maxsize=8)
def load_schemas(folder: Path) -> Schemas:
    """The schemas of all `*.schema.json` in `folder`; read once."""
    return Schemas({file.name: _read(file) for file in sorted(folder.glob("*.schema.json"))})


def _read(file: Path) -> Schema:
    """The schema in a file, with each reference to itself naming it."""
    text = _OWN.sub(rf"\g<0>{file.name}", file.read_text(encoding="utf-8"))
    return cast("Schema", json.loads(text))


def _kind(schema: Schema) -> str | None:
    kind = schema.get("properties", {}).get("kind")
    return kind.get("const") if isinstance(kind, dict) else None
