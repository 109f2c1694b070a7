"""The schema files: valid, compiled by the gate, of keywords that can be explained, and quick on long texts."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator

from pnp.loader.target import schema_folder
from pnp.source import load_schemas, read_document
from pnp.source.ledger import DEPTH, DIGITS, PATTERN_TEXT
from pnp.source.schemas.explainer import RANKS, fits

SCHEMAS = load_schemas(schema_folder())
FILES = sorted(schema_folder().glob("*.schema.json"))

ANNOTATIONS = {
    "$schema",
    "$id",
    "$defs",
    "$comment",
    "title",
    "description",
    "default",
    "x-expected",
    "x-length",
    "then",
    "else",
}
"""Keywords that break nothing by themselves."""

MAPS = ("properties", "$defs")
LISTS = ("allOf", "anyOf", "oneOf")
PARTS = ("items", "additionalProperties", "propertyNames", "not", "if", "then", "else")


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """The schema and every schema within it."""
    if not isinstance(schema, dict):
        return
    yield schema
    for below in (
        *(part for keyword in MAPS for part in schema.get(keyword, {}).values()),
        *(part for keyword in LISTS for part in schema.get(keyword, ())),
        *(schema[keyword] for keyword in PARTS if keyword in schema),
    ):
        yield from parts(below)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_schema_file_is_a_json_schema(path: Path) -> None:
    Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))
    jsonschema_rs.meta.validate(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("kind", SCHEMAS.kinds)
def test_a_kind_compiles_and_is_named_like_its_file(kind: str) -> None:
    assert not SCHEMAS.accept({"kind": kind, "strange": 1}, SCHEMAS.schema(kind))
    assert SCHEMAS.schema(kind)["$id"] == f"{kind}.schema.json"


@pytest.mark.parametrize("name", sorted({f"{kind}.schema.json" for kind in SCHEMAS.kinds} | {"common.schema.json"}))
def test_a_schema_has_no_keyword_that_the_explainer_does_not_know(name: str) -> None:
    strange = {key for part in parts(SCHEMAS.files[name]) for key in part} - RANKS.keys() - ANNOTATIONS
    assert strange == set(), "what it forbids would pass"


@pytest.mark.parametrize("name", SCHEMAS.files)
def test_a_text_that_has_to_fit_a_pattern_is_bounded(name: str) -> None:
    assert all(part["maxLength"] <= PATTERN_TEXT for part in parts(SCHEMAS.files[name]) if "pattern" in part)


PATTERNS = sorted({part["pattern"] for file in SCHEMAS.files.values() for part in parts(file) if "pattern" in part})


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_text_keeps_a_pattern_busy(pattern: str) -> None:
    gate = jsonschema_rs.Draft202012Validator({"pattern": pattern})
    start = time.process_time()
    for unit in ("a", " ", "1", "a ", "a -", "-", "a-", ", ", "(a", "1.", "x1", "a_"):
        for end in ("", "!", " !", "\n"):
            text = unit * ((PATTERN_TEXT - 2) // len(unit)) + end
            assert fits(pattern, text) == gate.is_valid(text)
    assert time.process_time() - start < 20


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_is_anchored(pattern: str) -> None:
    assert re.match(r"\^.*\$$|\(\?", pattern), "a pattern that looks into a text lets nearly everything pass"


VALUES = [
    "9" * DIGITS,
    "-" + "9" * DIGITS,
    "1.5",
    "0.1",
    "1e300",
    "5e-324",
    "0x1F",
    "2024-01-01",
    "1:30",
    "~",
    "yes",
    "'٣'",
    '"\\U0001F600\\u00e9"',
    "&a [1, *a]",
    "{1: a, true: b, ~: c, [d]: e, {f: 1}: g, 1.5: h}",
    "{? [a] : b}",
    ".nan",
    "-.inf",
    "1e400",
    "9" * 5_000,
    "!!binary aGk=",
    "!x y",
    "!!set {a, b}",
    '"\\0 \\ud800"',
    "{" * 200,
    "[" * (DEPTH - 3) + "]" * (DEPTH - 3),
    "{a: " * (DEPTH - 3) + "1" + "}" * (DEPTH - 3),
]


@pytest.mark.slow
@pytest.mark.parametrize("kind", SCHEMAS.kinds)
def test_whatever_the_reader_yields_is_judged(kind: str) -> None:
    from pnp.source import validate

    for value in VALUES:
        for key in ("name", "strange", "rows", "areas", "size", "layers", "sections"):
            document = validate(read_document(f"kind: {kind}\n{key}: {value}\n", "a.yaml"), SCHEMAS)
            assert document.findings


def test_schemas_are_read_once() -> None:
    assert load_schemas(schema_folder()) is SCHEMAS
