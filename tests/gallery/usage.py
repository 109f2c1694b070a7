"""Which keys and choices of a schema documents use: the schema walked along with each document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tests.pipeline import ROOT

SCHEMAS = {
    path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "schemas").glob("*.json"))
}

Spot = tuple[str, str]
"""A place in a schema, such as `template/layers/repeat/as`, and a key or a choice there."""

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
}


def offered(kind: str) -> frozenset[Spot]:
    """Every key and every choice that documents of a kind may have."""
    return frozenset(_offered(SCHEMAS[f"{kind}.schema.json"], f"{kind}.schema.json", kind, frozenset()))


def used(kind: str, document: Any) -> frozenset[Spot]:
    """The keys and choices that a document has."""
    return frozenset(_used(document, SCHEMAS[f"{kind}.schema.json"], f"{kind}.schema.json", kind, {}))


def _offered(schema: Any, file: str, path: str, above: frozenset[str]) -> Iterator[Spot]:
    schema, file, place = _resolved(schema, file)
    if place in above:  # layers hold layers
        return
    inner = above | {place} if place else above
    yield from ((path, str(choice)) for choice in schema.get("enum", ()))
    for key, below in schema.get("properties", {}).items():
        yield path, key
        yield from _offered(below, file, f"{path}/{key}", inner)
    for below in _branches(schema):
        yield from _offered(below, file, path, inner)


def _used(value: Any, schema: Any, file: str, path: str, above: Mapping[str, str]) -> Iterator[Spot]:
    schema, file, place = _resolved(schema, file)
    path = above.get(place, path)  # a layer in a layer is a layer
    inner = {**above, place: path} if place else above
    if "type" in schema and not any(isinstance(value, TYPES[name]) for name in _types(schema)):
        return
    if value in schema.get("enum", ()):
        yield path, str(value)
    if isinstance(value, dict):
        yield from ((path, key) for key in value if key in schema.get("properties", {}))
    for part, below, key in _parts(value, schema):
        yield from _used(part, below, file, f"{path}/{key}" if key else path, inner)


def _parts(value: Any, schema: Any) -> Iterator[tuple[Any, Any, str]]:
    """What a value is made of, each with its schema and its key where it has one of its own."""
    properties, others = schema.get("properties", {}), schema.get("additionalProperties")
    for key, part in value.items() if isinstance(value, dict) else ():
        if key in properties:
            yield part, properties[key], key
        elif others:
            yield part, others, ""
        yield key, schema.get("propertyNames", True), ""
    for part in value if isinstance(value, list) else ():
        yield part, schema.get("items", True), ""
    for below in (*_alternatives(schema), *(schema[key] for key in ("then", "else") if key in schema)):
        yield value, below, ""


def _branches(schema: Any) -> Iterator[Any]:
    for key in ("items", "additionalProperties", "propertyNames", "then", "else"):
        if isinstance(schema.get(key), dict):
            yield schema[key]
    yield from _alternatives(schema)


def _alternatives(schema: Any) -> Iterator[Any]:
    for key in ("anyOf", "oneOf", "allOf"):
        yield from schema.get(key, ())


def _types(schema: Any) -> list[str]:
    types = schema["type"]
    return types if isinstance(types, list) else [types]


def _resolved(schema: Any, file: str) -> tuple[Any, str, str]:
    """The schema that is referred to, its file, and where it stands there; a reference has nothing beside it to use."""
    if isinstance(schema, bool):
        return {}, file, ""
    place = ""
    while "$ref" in schema:
        name, _, pointer = schema["$ref"].partition("#")
        file = name or file
        place = f"{file}#{pointer}"
        schema = SCHEMAS[file]
        for step in filter(None, pointer.split("/")):
            schema = schema[step]
    return schema, file, place
