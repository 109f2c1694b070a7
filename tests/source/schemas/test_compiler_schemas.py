"""Our schema files: sound by the reference implementation, compiled by ours, and quick on long texts."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pnp.loader.target import schema_folder
from pnp.source import load_schemas
from pnp.source.ledger import PATTERN_TEXT
from pnp.source.schemas.branches import fits
from pnp.source.schemas.compiler import Shapes

FILES = sorted(schema_folder().glob("*.schema.json"))
SCHEMAS = load_schemas(schema_folder())


def patterns(schema: Any) -> Iterator[str]:
    """Every pattern in a schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        yield from schema.get("patternProperties", ())
        for value in schema.values():
            yield from patterns(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from patterns(item)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_schema_file_is_a_json_schema(path: Path) -> None:
    Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


def below(schema: Any) -> Iterator[Any]:
    """What a schema says of each key, its own and those of its parts: it is compiled when the key is first met."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}).values()
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from below(part)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_all_of_a_schema_can_be_compiled(path: Path) -> None:
    shapes, found = Shapes(SCHEMAS.resolve), list(below(SCHEMAS.resolve(f"{path.name}#")))
    assert found or path.name == "common.schema.json"
    for part in found:
        shapes.shape(part)


@pytest.mark.parametrize("kind", SCHEMAS.kinds)
def test_a_kind_compiles_and_is_named_like_its_file(kind: str) -> None:
    SCHEMAS.shape(kind)
    assert SCHEMAS.schema(kind)["$id"] == f"{kind}.schema.json"


PATTERNS = sorted({pattern for path in FILES for pattern in patterns(json.loads(path.read_text(encoding="utf-8")))})


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_text_keeps_a_pattern_busy(pattern: str) -> None:
    test = fits(pattern)
    start = time.process_time()
    for unit in ("a", " ", "1", "a ", "a -", "-", "a-", ", ", "(a", "1.", "x1", "a_"):
        for end in ("", "!", " !", "\n"):
            test(unit * ((PATTERN_TEXT - 2) // len(unit)) + end)
    assert time.process_time() - start < 20


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_is_anchored(pattern: str) -> None:
    assert re.match(r"\^.*\$$|\(\?", pattern), "a pattern that looks into a text lets nearly everything pass"


def test_schemas_are_read_once() -> None:
    assert load_schemas(schema_folder()) is SCHEMAS
