"""What `jsonschema` finds with our keywords: something exactly where `jsonschema-rs` says so, and within its steps."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.loader.target import content_folder, schema_folder
from pnp.source import load_schemas, read_document
from pnp.source.ledger import DEPTH, EXPLAINED, MENDED, PATTERN_TEXT
from pnp.source.schemas.explainer import Explainer, explainer
from pnp.source.schemas.gate import Schemas
from pnp.source.schemas.wording import MISSING, Breach, rule_of, word
from tests.source.reading import plain

SCHEMAS: list[Any] = [
    {"type": "integer"},
    {"type": ["string", "null"]},
    {"enum": ["a", 1, True, None, [1], {"a": 1}]},
    {"const": 1},
    {"const": False},
    {"minimum": 1, "exclusiveMaximum": 3},
    {"exclusiveMinimum": 0, "maximum": 2},
    {"minLength": 1, "maxLength": 2},
    {"pattern": "^a.b?$"},
    {"minItems": 1, "maxItems": 2, "uniqueItems": True, "items": {"type": "string"}},
    {"minProperties": 1, "maxProperties": 2},
    {"properties": {"a": {"type": "number"}, "b": False}, "required": ["a"], "additionalProperties": False},
    {"properties": {"a": True}, "additionalProperties": {"const": 1}},
    {"additionalProperties": {"type": "string"}},
    {"propertyNames": {"maxLength": 1}},
    {"propertyNames": {"anyOf": [{"const": "a"}, {"const": "b"}]}},
    {"dependentRequired": {"a": ["b", "c"]}},
    {"items": {"type": "boolean"}, "maxItems": 1},
    {"items": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "array", "items": {"const": "a"}}]}},
    {"allOf": [{"required": ["a"]}, {"properties": {"a": {"type": "integer"}}}]},
    {"anyOf": [{"type": "null"}, {"type": "object", "required": ["a"]}, {"enum": ["a", 1]}]},
    {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
    {"oneOf": [{"type": "integer"}, {"minimum": 1}]},
    {
        "oneOf": [{"$ref": "a.schema.json#/$defs/a"}, {"type": "array"}],
        "$defs": {"a": {"properties": {"a": {"const": "a"}}}},
    },
    {"not": {"required": ["a", "b"]}},
    {"not": {"type": "string"}, "type": ["string", "integer"]},
    {
        "if": {"properties": {"a": {"const": "a"}}, "required": ["a"]},
        "then": {"required": ["b"]},
        "else": {"type": "array"},
    },
    {"if": {"type": "integer"}, "then": {"minimum": 1}},
    {"then": {"type": "null"}},
    {
        "$ref": "a.schema.json#/$defs/tree",
        "$defs": {"tree": {"type": ["array", "integer"], "items": {"$ref": "a.schema.json#/$defs/tree"}}},
    },
    {"properties": {"a": {"$ref": "a.schema.json#"}}, "additionalProperties": False},
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


@pytest.mark.slow
@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
@given(VALUES)
@settings(max_examples=18, deadline=None, derandomize=True)
def test_something_breaks_a_schema_where_the_gate_says_so(schema: Any, value: Any) -> None:
    schemas = Schemas({"a.schema.json": schema})
    found, left = Explainer(schemas).breaches(tree(value), schema, EXPLAINED)
    assert (not found) == schemas.accept(tree(value), schema)
    assert left


TOLD: list[Any] = [
    *(None, True, 0, 1, 2, 3, 2.5, 1.1, 10**9, "", "a", "abc", "3", "no", "true", "1e5", "a" * 200),
    *([], [1], [1, 2, 3], ["a", "a"], [1, "b", True, 2], [[1], 0], {}, {"a": 1}, {"a": "a"}, {"a": "a", "b": 1}),
    *({"b": 1}, {"b": "x", "c": 2}, {"ab": "x", "x": {"a": 1}}, {"a": {"a": {"b": 1}}}, {"a": 1, "b": 2, "c": 3}),
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_each_value_that_the_gate_refuses_is_explained_and_no_other(schema: Any) -> None:
    schemas = Schemas({"a.schema.json": schema})
    for value in TOLD:
        found, _ = Explainer(schemas).breaches(tree(value), schema, EXPLAINED)
        assert (not found) == schemas.accept(tree(value), schema), value


MORE: list[Any] = [
    {"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}], "type": "object"},
    {"oneOf": [{"properties": {"a": {"const": "a"}}, "required": ["a"]}, {"properties": {"a": {"const": "b"}}}]},
    {"type": "array", "minItems": 2, "description": "Two of them; no more."},
    {"type": "array", "minItems": 1, "items": {"type": "string", "maxLength": 3}},
    {"type": "string", "enum": ["abd", "abc", "b"], "description": "One."},
    {"type": ["integer", "boolean"], "x-expected": "a number or a word"},
    {"anyOf": [{"type": "string", "pattern": "^x"}, {"type": "number", "minimum": 5}], "x-expected": "x or five"},
    {"anyOf": [{"type": "string", "minLength": 2}, {"type": "array", "items": {"type": "integer", "maximum": 1}}]},
    {"type": "string", "minLength": 2, "maxLength": PATTERN_TEXT, "pattern": "^a"},
    {"type": "string", "minLength": 2, "maxLength": 3, "pattern": "^a"},
    {"type": "string", "minLength": 2, "maxLength": 3},
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
    found, _ = Explainer(Schemas({"a.schema.json": schema})).breaches(tree(value), schema, EXPLAINED)
    first = {(each.path, each.argument if each.keyword in MISSING else None): each for each in reversed(found)}
    told = ((each.path, rule_of(each).code, word(each)) for each in reversed(first.values()))
    return " | ".join(f"{at} {code}: {words.message} ({words.hint})" for at, code, words in told)


@pytest.mark.slow
def test_what_is_said_of_values_is_as_before(golden: Callable[[str, str], None]) -> None:
    lines = []
    for schema in (*(each for each in SCHEMAS if "None" not in str(each)), *MORE):
        said_of = [(value, said(schema, value)) for value in TOLD]
        lines += [f"== {schema}", *(f"{value!r}: {words}" for value, words in said_of if words)]
    golden("said.txt", "\n".join(lines) + "\n")


CONTENT = sorted(path for path in content_folder().rglob("*.yaml"))
FRAGMENTS: list[Any] = [None, True, 0, -1, 2.5, "", "x", "44 x 68", "a -- b", [], [1], ["a", "b"], {}, {"at": [1, 2]}]


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


@pytest.mark.nightly
@pytest.mark.parametrize("path", CONTENT, ids=lambda path: path.name)
@given(st.data())
@settings(max_examples=8, deadline=None, derandomize=True)
def test_something_breaks_spoilt_content_where_the_gate_says_so(path: Path, data: st.DataObject) -> None:
    root = read_document(path.read_bytes(), path.name).root
    assert root is not None
    value = mutated(plain(root.value), data)
    if not isinstance(value, dict) or "kind" not in value:
        return
    schemas = load_schemas(schema_folder())
    schema = schemas.schema(value["kind"])
    found, _ = explainer(schemas).breaches(tree(value), schema, EXPLAINED)
    assert (not found) == schemas.accept(tree(value), schema)


def searched(value: Any) -> tuple[list[Breach], int]:
    """What breaks the schema of a document, and the steps that finding it takes."""
    schemas = load_schemas(schema_folder())
    found, left = explainer(schemas).breaches(value, schemas.schema(value["kind"]), EXPLAINED)
    return found, EXPLAINED - left


@pytest.mark.slow
def test_one_fault_among_ten_thousand_places_is_found_in_few_steps() -> None:
    areas: dict[str, Any] = {f"Place {number}": {"at": [number % 90, 1], "tags": ["port"]} for number in range(10_000)}
    areas["Place 7777"]["at"] = ["x", 1]
    found, taken = searched({"kind": "area-map", "areas": areas, "roads": [["Place 1", "Place 2"]] * 10_000})
    assert [breach.path for breach in found] == [("areas", "Place 7777", "at", 0)]
    assert taken < 50


@pytest.mark.slow
def test_no_more_is_looked_for_past_a_number_of_breaches() -> None:
    found, taken = searched({"kind": "area-map", "areas": {"Market": {}}, "roads": [{}] * 100_000})
    assert len(found) == MENDED
    assert taken < EXPLAINED


@pytest.mark.parametrize("steps", [1, 2, 20, 200, 2_000])
def test_what_was_found_when_the_steps_were_spent_is_told(steps: int) -> None:
    schemas = load_schemas(schema_folder())
    value: Any = {"kind": "area-map", "areas": {f"a{number}": {"tags": [1] * 9} for number in range(1_000)}}
    found, left = explainer(schemas).breaches(value, schemas.schema("area-map"), steps)
    assert left == 0
    assert steps / 20 - 2 < len(found) < steps
    assert {breach.keyword for breach in found} <= {"type"}


DEEP = [
    ("template", {"layers": [{"text": [1]}]}, lambda below: {"layers": [{"where": "x", "group": below["layers"]}]}),
    ("rulebook", {"text": [3]}, lambda below: {"text": [{"example": below["text"]}]}),
]


@pytest.mark.parametrize(("kind", "value", "wrapped"), DEEP, ids=[case[0] for case in DEEP])
def test_what_is_wrong_in_the_deepest_place_of_all_is_found(kind: str, value: Any, wrapped: Any) -> None:
    for _ in range(DEPTH // 2):
        value = wrapped(value)
    if kind == "rulebook":
        value = {"sections": [{"title": "x", **value}]}
    found, taken = searched({"kind": kind, **value})
    assert max(len(breach.path) for breach in found) > DEPTH
    assert taken < EXPLAINED


@pytest.mark.parametrize("turned", [False, True])
def test_of_two_branches_that_fit_alike_the_one_that_lacks_less_is_meant(turned: bool) -> None:
    two = {"type": "object", "properties": {"a": {}, "b": {}}, "required": ["a", "b"]}
    three = {"type": "object", "properties": {"a": {}, "c": {}, "d": {}}, "required": ["a", "c", "d"]}
    assert said({"anyOf": [three, two] if turned else [two, three]}, {"a": 1}) == said(two, {"a": 1})


def test_branches_are_told_apart_by_a_word_that_all_of_them_have() -> None:
    """The words of `b` are those of one branch alone: they say nothing about the others."""
    one = {"properties": {"b": {"enum": ["x"]}, "a": {"enum": ["fish"]}}, "required": ["a"]}
    other = {"properties": {"a": {"enum": ["cream"]}}, "required": ["a"]}
    words = said({"type": "object", "anyOf": [one, other]}, {"a": "fsh"})
    assert (
        words == "('a',) wrong-value: 'a': expected one of fish or cream, found the text 'fsh' (did you mean 'fish'?)"
    )


@pytest.mark.slow
def test_what_a_branch_lacks_is_told_however_few_steps_are_left() -> None:
    schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}
    value = ["x"] * 40
    counts = []
    for steps in range(1, 60):
        found, _ = Explainer(Schemas({"a.schema.json": schema})).breaches(value, schema, steps)
        counts.append(len(found))
    assert counts == sorted(counts), counts
    assert counts[20] > 0, counts
