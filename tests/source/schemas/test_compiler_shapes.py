"""Our compiled schemas against the reference implementation, on generated documents and on our own content, mutated."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from pnp.loader.target import content_folder, schema_folder
from pnp.source import Mapping, load_schemas, read_document
from pnp.source.schemas.branches import TYPES
from pnp.source.schemas.breaches import rule_of, steps, word
from pnp.source.schemas.compiler import SchemaError, Schemas, Shapes
from tests.source.reading import plain

SCHEMAS: list[Any] = [
    True,
    False,
    {"type": "integer"},
    {"type": ["string", "null"]},
    {"enum": ["a", 1, True, None, [1], {"a": 1}]},
    {"const": 1},
    {"const": False},
    {"minimum": 1, "exclusiveMaximum": 3},
    {"exclusiveMinimum": 0, "maximum": 2},
    {"multipleOf": 0.5},
    {"minLength": 1, "maxLength": 2},
    {"pattern": "^a.b?$"},
    {"minItems": 1, "maxItems": 2, "uniqueItems": True},
    {"minProperties": 1, "maxProperties": 2},
    {"properties": {"a": {"type": "number"}, "b": False}, "required": ["a"], "additionalProperties": False},
    {"properties": {"a": True}, "patternProperties": {"^a": {"type": "integer"}}, "additionalProperties": {"const": 1}},
    {"patternProperties": {"b": {"minimum": 1}}, "additionalProperties": False},
    {"additionalProperties": {"type": "string"}},
    {"propertyNames": {"maxLength": 1}},
    {"propertyNames": {"anyOf": [{"const": "a"}, {"const": "b"}]}},
    {"dependentRequired": {"a": ["b", "c"]}},
    {"prefixItems": [{"type": "integer"}, {"type": "string"}], "items": {"type": "boolean"}},
    {"prefixItems": [{"type": "integer"}], "items": False},
    {"prefixItems": [{"type": "integer"}]},
    {"items": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "array", "items": {"const": "a"}}]}},
    {"allOf": [{"required": ["a"]}, {"properties": {"a": {"type": "integer"}}}]},
    {"anyOf": [{"type": "null"}, {"type": "object", "required": ["a"]}, {"enum": ["a", 1]}]},
    {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
    {"oneOf": [{"type": "integer"}, {"minimum": 1}]},
    {"oneOf": [{"$ref": "#/$defs/a"}, {"type": "array"}], "$defs": {"a": {"properties": {"a": {"const": "a"}}}}},
    {"not": {"required": ["a", "b"]}},
    {"not": {"type": "string"}, "type": ["string", "integer"]},
    {
        "if": {"properties": {"a": {"const": "a"}}, "required": ["a"]},
        "then": {"required": ["b"]},
        "else": {"type": "array"},
    },
    {"if": {"type": "integer"}, "then": {"minimum": 1}},
    {"then": {"type": "null"}},
    {"$ref": "#/$defs/tree", "$defs": {"tree": {"type": ["array", "integer"], "items": {"$ref": "#/$defs/tree"}}}},
    {"properties": {"a": {"$ref": "#"}}, "additionalProperties": False},
]

SCALARS = st.sampled_from([None, True, False, 0, 1, 2, 3, 1.0, 0.5, 2.5, -1, "", "a", "b", "ab", "axb", "abc", "a\n"])
KEYS = st.sampled_from(["a", "b", "c", "ab", "x"])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)


def tree(value: Any) -> Any:
    """The value as the reader yields it."""
    root = read_document(json.dumps({"value": value}), "value").root
    assert root is not None
    return root["value"].value


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
@given(VALUES)
@settings(max_examples=18, deadline=None, derandomize=True)
def test_a_schema_lets_pass_what_the_reference_lets_pass(schema: Any, value: Any) -> None:
    resolve = {} if isinstance(schema, bool) else schema.get("$defs", {})
    shapes = Shapes(lambda ref: schema if ref == "#" else resolve[ref.rpartition("/")[2]])
    valid = Draft202012Validator(schema).is_valid(value)
    if value == "a\n" and "pattern" in str(schema):
        valid = False  # ECMA-262 and we take $ for the very end
    assert (not shapes.shape(schema)(tree(value), None)) == valid


TOLD: list[Any] = [
    *(None, True, 0, 1, 2, 3, 2.5, 1.1, 10**9, "", "a", "abc", "3", "no", "true", "1e5", "a" * 200),
    *([], [1], [1, 2, 3], ["a", "a"], [1, "b", True, 2], [[1], 0], {}, {"a": 1}, {"a": "a"}, {"a": "a", "b": 1}),
    *({"b": 1}, {"b": "x", "c": 2}, {"ab": "x", "x": {"a": 1}}, {"a": {"a": {"b": 1}}}, {"a": 1, "b": 2, "c": 3}),
]
MORE: list[Any] = [
    {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}], "type": "object"},
    {"oneOf": [{"properties": {"a": {"const": "a"}}, "required": ["a"]}, {"properties": {"a": {"const": "b"}}}]},
    {"type": "array", "minItems": 2, "description": "Two of them; no more."},
    {"type": "array", "minItems": 1, "items": {"type": "string", "maxLength": 3}},
    {"type": "string", "enum": ["abd", "abc", "b"], "description": "One."},
    {"type": ["integer", "boolean"], "x-expected": "a number or a word"},
    {"anyOf": [{"type": "string", "pattern": "^x"}, {"type": "number", "minimum": 5}], "x-expected": "x or five"},
    {"anyOf": [{"type": "string", "minLength": 2}, {"type": "array", "items": {"type": "integer", "maximum": 1}}]},
    {"type": "object", "minProperties": 2, "propertyNames": {"pattern": "^[a-c]$", "x-expected": "a to c"}},
    {"not": {"required": ["a"]}, "oneOf": [{"required": ["b"]}, {"type": "string"}]},
    {
        "anyOf": [
            {"properties": {"a": {"const": 1}, "b": {"enum": ["x"]}}, "required": ["b"]},
            {"properties": {"b": {"enum": ["y"]}}, "required": ["b"]},
        ]
    },
]


def said(schema: Any, value: Any) -> str:
    resolve = {} if isinstance(schema, bool) else schema.get("$defs", {})
    shapes = Shapes(lambda ref: schema if ref == "#" else resolve[ref.rpartition("/")[2]])
    found = shapes.shape(schema)(tree(value), None)
    told = ((steps(each.path), rule_of(each).code, word(each)) for each in found)
    return " | ".join(f"{at} {code}: {words.message} ({words.hint})" for at, code, words in told)


def test_what_is_said_of_values_is_as_before(golden: Callable[[str, str], None]) -> None:
    lines = []
    for schema in (*(each for each in SCHEMAS if "None" not in str(each)), *MORE):
        said_of = [(value, said(schema, value)) for value in TOLD]
        lines += [f"== {schema}", *(f"{value!r}: {words}" for value, words in said_of if words)]
    golden("said.txt", "\n".join(lines) + "\n")


CONTENT = sorted(path for path in content_folder().rglob("*.yaml"))
FRAGMENTS: list[Any] = [None, True, 0, -1, 2.5, "", "x", "44 x 68", "a -- b", [], [1], ["a", "b"], {}, {"at": [1, 2]}]


def reference(kind: str) -> Draft202012Validator:
    """The reference implementation on the schema files of a kind."""
    files = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in schema_folder().glob("*.json")}
    registry: Registry[Any] = Registry().with_resources(
        (name, Resource.from_contents(schema)) for name, schema in files.items()
    )
    chosen = next(s for s in files.values() if s.get("properties", {}).get("kind", {}).get("const") == kind)
    return Draft202012Validator(chosen, registry=registry)


def mutated(value: Any, data: st.DataObject) -> Any:
    """The value with one part of it replaced, removed or added."""
    if not isinstance(value, dict | list) or not value or data.draw(st.integers(0, 5)) == 0:
        return data.draw(st.sampled_from(FRAGMENTS))
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = data.draw(st.sampled_from(keys[:20]))
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    if key == "kind":
        copy["knd"] = 1
    elif data.draw(st.integers(0, 5)) == 0:
        del copy[key]
    else:
        copy[key] = mutated(value[key], data)
    return copy


@pytest.mark.parametrize("path", CONTENT, ids=lambda path: path.name)
@given(st.data())
@settings(max_examples=8, deadline=None, derandomize=True)
def test_our_content_mutated_is_judged_as_the_reference_does(path: Path, data: st.DataObject) -> None:
    root = read_document(path.read_bytes(), path.name).root
    assert root is not None
    value = mutated(plain(root.value), data)
    if not isinstance(value, dict) or "kind" not in value:
        return
    found = load_schemas(schema_folder()).shape(value["kind"])(tree(value), None)
    assert (not found) == reference(value["kind"]).is_valid(value)


def test_a_keyword_that_is_not_supported_is_refused() -> None:
    with pytest.raises(SchemaError, match="'unevaluatedProperties' is not supported"):
        Shapes(lambda ref: {}).shape({"unevaluatedProperties": False})


def test_a_reference_to_nothing_is_refused() -> None:
    schemas = Schemas(
        {"a.schema.json": {"properties": {"kind": {"const": "a"}, "b": {"$ref": "a.schema.json#/$defs/c"}}}}
    )
    with pytest.raises(SchemaError, match="no schema has 'a"):
        schemas.shape("a")(tree({"kind": "a", "b": 1}), None)


def test_every_type_of_json_schema_is_known() -> None:
    assert set(TYPES) == {"null", "boolean", "string", "integer", "number", "array", "object"}
    assert isinstance(tree({"a": 1}), Mapping)
