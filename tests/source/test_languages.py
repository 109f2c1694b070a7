"""Texts keyed by language: one is chosen, and what is missing is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pnp.loader.target import schema_folder
from pnp.source import read_document
from pnp.source.languages import PLACES, Languages, Places, in_language, meant_code, read_languages
from pnp.source.tree import Node

GERMAN = Languages("de", "en", ("en", "de"))


def root(text: str) -> Node:
    document = read_document(text, "deck.yaml")
    assert document.root is not None
    return document.root


def test_a_text_is_taken_in_the_language_that_is_chosen() -> None:
    node, faults = in_language(root("name: {en: Market, de: Markt}"), "component", GERMAN)
    assert node["name"].value == "Markt"
    assert (node["name"].span.line, node["name"].span.column) == (1, 24)
    assert faults == ()


@pytest.mark.parametrize(
    ("text", "expected"), [("{en: Market, pl: Rynek}", "Market"), ("{pl: Rynek, fr: Marché}", "Rynek")]
)
def test_the_own_language_stands_in_else_the_first(text: str, expected: str) -> None:
    node, _ = in_language(root(f"name: {text}"), "component", GERMAN)
    assert node["name"].value == expected


def test_texts_of_rows_are_keyed_at_any_depth() -> None:
    rows = "rows: [{title: {en: a, de: b}, lines: [{en: c, de: d}, x], more: {head: {en: e, de: f}}}]"
    node, _ = in_language(root(rows), "component", GERMAN)
    assert json.dumps(node["rows"].value) == '[{"title": "b", "lines": ["d", "x"], "more": {"head": "f"}}]'


@pytest.mark.parametrize(
    "row", ["{art: fox.png}", "{cost: {red: two, tan: one}}", "{cost: {en: 2, de: 1}}", "{en: {}}"]
)
def test_a_mapping_that_is_data_stays_as_it_is(row: str) -> None:
    document = root(f"rows: [{row}]")
    node, faults = in_language(document, "component", GERMAN)
    assert node.value is document.value
    assert faults == ()


def test_texts_of_layers_are_keyed_within_groups_too() -> None:
    text = "layers: [{text: {en: a, de: b}}, {group: [{text: {en: c, de: d}}]}, {panel: ink}]"
    node, _ = in_language(root(text), "template", GERMAN)
    assert json.dumps(node["layers"].value) == '[{"text": "b"}, {"group": [{"text": "d"}]}, {"panel": "ink"}]'


@pytest.mark.parametrize(
    ("kind", "text", "way"),
    [
        ("component", "steps: [{en: a, de: b}]", ("steps", 0)),
        ("pack", "credit: {line: {en: a, de: b}}", ("credit", "line")),
        ("pack", "licence: {en: a, de: b}", ("licence",)),
        ("pack", "licence: {name: {en: a, de: b}, link: 'https://a.b'}", ("licence", "name")),
        ("table", "things: {discard: {name: {en: a, de: b}}}", ("things", "discard", "name")),
    ],
)
def test_texts_next_to_the_faces_are_keyed_and_their_missing_languages_are_reported(
    kind: str, text: str, way: tuple[str | int, ...]
) -> None:
    node, faults = in_language(root(text), kind, GERMAN)
    value: Any = node.value
    for step in way:
        value = value[step]
    assert (value, faults) == ("b", ())
    (fault,) = in_language(root(text.replace(", de: b", "")), kind, GERMAN)[1]
    assert fault.message == "there is no text in 'de'"


def test_a_language_that_is_missing_is_told_once_a_text() -> None:
    wanted = Languages("en", "en", ("en", "de", "pl"))
    (fault,) = in_language(root("name: {en: Market}"), "component", wanted)[1]
    assert fault.message == "there is no text in 'de' or 'pl'"
    assert fault.hint == "key it by language, with de: …, pl: …"


@pytest.mark.parametrize("code", ["dr", "ed", "ger", "deutsch"])
def test_a_mistyped_language_is_told_with_the_one_that_is_missing(code: str) -> None:
    assert meant_code(code, ["de"]) == "de"
    assert meant_code(code, ["cs"]) is None


def test_the_hint_for_a_missing_language_names_the_mistyped_one() -> None:
    (fault,) = in_language(root("name: {en: Market, dr: Markt}"), "component", GERMAN)[1]
    assert fault.hint == "did you mean 'de'? 'dr' is none of the pack's languages"


def test_a_language_that_was_taken_out_as_invalid_is_not_missing_as_well() -> None:
    node = root("name: {en: Market}")
    node["name"].mapping.lost = frozenset(("De",))
    assert in_language(node, "component", GERMAN)[1] == ()


def test_a_text_that_other_rows_key_is_told() -> None:
    rows = "rows:\n- {title: {en: Market, de: Markt}, n: x}\n- {title: Pier, n: y}\n- {title: '', n: z}"
    (fault,) = in_language(root(rows), "component", GERMAN)[1]
    assert (fault.span.line, fault.span.column) == (3, 11)


def test_words_that_a_keyword_prints_in_all_languages_are_told() -> None:
    keywords = "keywords: {gold: {text: gold}, plus: {text: +1}, T: {text: {en: Tap, de: Tippe}}, Flying: {style: x}}"
    (fault,) = in_language(root(keywords), "theme", GERMAN)[1]
    assert (fault.span.column, fault.message) == (25, "there is no text in 'de'")
    assert in_language(root(keywords), "theme", Languages("en"))[1] == ()


def test_without_a_list_of_languages_nothing_is_missing() -> None:
    rows = "rows:\n- {title: {en: Market, de: Markt}}\n- {title: Pier}\n- {title: {en: Gate}}"
    assert in_language(root(rows), "component", Languages("de"))[1] == ()


def test_a_pack_says_its_languages() -> None:
    assert read_languages(root("language: pl\nlanguages: [pl, en]")) == Languages("pl", "pl", ("pl", "en"))
    assert read_languages(root("title: x"), "de") == Languages("de", "en", ())


def keyed(schema: Any, schemas: dict[str, Any], own: str, depth: int = 12) -> Iterator[tuple[str, ...]]:
    """The ways to the values that a schema lets be keyed by language."""
    if not isinstance(schema, dict) or not depth:
        return
    if schema.get("propertyNames", {}).get("x-expected") == "a language code such as en":
        yield ()
    if "$ref" in schema:
        file, _, name = schema["$ref"].partition("#/$defs/")
        yield from keyed(schemas[file or own]["$defs"][name], schemas, file or own, depth - 1)
    for part in schema.get("anyOf", ()):
        yield from keyed(part, schemas, own, depth)
    for name, below in schema.get("properties", {}).items():
        yield from ((name, *way) for way in keyed(below, schemas, own, depth - 1))
    yield from (("*", *way) for way in keyed(schema.get("additionalProperties"), schemas, own, depth - 1))
    yield from (("*", *way) for way in keyed(schema.get("items"), schemas, own, depth - 1))


def is_read(places: Places, way: tuple[str, ...]) -> bool:
    for step in way:
        below = places.get(step, places.get("*"))
        if below is None:
            return False
        places = below
    return True


def test_all_that_a_schema_lets_be_keyed_is_read_in_the_language() -> None:
    schemas = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in schema_folder().glob("*.json")}
    found = {
        (name.removesuffix(".schema.json"), way)
        for name, schema in schemas.items()
        for way in keyed(schema, schemas, name)
    }
    assert ("pack", ("components", "*", "name")) in found
    assert ("template", ("layers", "*", "group", "*", "text")) in found
    assert {("component", ("stock",)), ("component", ("steps", "*"))} <= found
    assert {("pack", ("credit", "line")), ("table", ("things", "*", "name"))} <= found
    assert [(kind, way) for kind, way in sorted(found) if not is_read(PLACES.get(kind, {}), way)] == []
