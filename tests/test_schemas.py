"""The schemas: valid, described for an editor, safe to match, and in step with the code and the content."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import sre_parse

from pnp.loader.reader import READERS
from pnp.model.maps.requirements import DEMANDS
from pnp.source import load_schemas
from tests.pipeline import ROOT
from tests.schemas import FILES, breaches

KINDS = {*READERS, "pack", "kit"}
PRINTED = {"report", "list", "inspect", "plan"}
"""What the tool prints has schemas too, beside those of what it reads."""

CONTENT = sorted(path for path in (ROOT / "content").rglob("*.yaml"))
LINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")


def nodes(schema: object, pointer: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema below this one, with its pointer."""
    if isinstance(schema, dict):
        yield pointer, schema
        for key, value in schema.items():
            if key not in ("enum", "const", "default", "examples"):
                yield from nodes(value, f"{pointer}/{key}")
    elif isinstance(schema, list):
        for index, value in enumerate(schema):
            yield from nodes(value, f"{pointer}/{index}")


def resolved(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """What a schema of that file says, with what it refers to beneath."""
    if "$ref" not in schema:
        return schema
    file, _, pointer = schema["$ref"].partition("#")
    found: Any = FILES[file or name]
    for key in pointer.strip("/").split("/"):
        found = found[key] if key else found
    return {**resolved(found, file or name), **schema}


@pytest.mark.parametrize("name", FILES)
def test_a_schema_is_valid(name: str) -> None:
    schema = FILES[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == name


@pytest.mark.parametrize("name", FILES)
def test_every_reference_leads_somewhere(name: str) -> None:
    for _, schema in nodes(FILES[name]):
        if isinstance(schema.get("$ref"), str):
            assert resolved(schema, name)


@pytest.mark.parametrize("name", FILES)
def test_every_property_has_a_title_and_a_description(name: str) -> None:
    lacking = []
    for pointer, schema in nodes(FILES[name]):
        if pointer.endswith("/properties") or not isinstance(schema.get("properties"), dict):
            continue
        for key, below in schema["properties"].items():
            if not isinstance(below, dict):
                continue
            told = resolved(below, name)
            if not (told.get("title") and told.get("description")):
                lacking.append(f"{pointer}/properties/{key}")
    assert lacking == []


@pytest.mark.parametrize("name", FILES)
def test_no_list_of_mappings_has_to_be_compared_pair_by_pair(name: str) -> None:
    for pointer, schema in nodes(FILES[name]):
        if schema.get("uniqueItems") is True:
            items = resolved(schema["items"], name)
            assert items.get("type") in ("string", "integer"), pointer


def patterns(name: str) -> Iterator[str]:
    for pointer, schema in nodes(FILES[name]):
        if isinstance(schema.get("pattern"), str) and not pointer.endswith("/properties"):
            yield schema["pattern"]
        if isinstance(schema.get("patternProperties"), dict):
            yield from schema["patternProperties"]


@pytest.mark.parametrize("name", FILES)
def test_patterns_match_in_linear_time(name: str) -> None:
    for pattern in patterns(name):
        re.compile(pattern)
        assert not list(_nested_repeats(sre_parse.parse(pattern))), f"{pattern} repeats what is repeated"


def _nested_repeats(tree: Any, within: bool = False) -> Iterator[Any]:
    """Repeats without end inside of such, where the outer one has nothing that parts its rounds."""
    for operator, argument in tree:
        name = str(operator)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            _, most, body = argument
            endless = most == sre_parse.MAXREPEAT
            if endless and within:
                yield body
            yield from _nested_repeats(body, within or (endless and not _parted(body)))
        elif name == "SUBPATTERN":
            yield from _nested_repeats(argument[-1], within)
        elif name == "BRANCH":
            for branch in argument[1]:
                yield from _nested_repeats(branch, within)


def _parted(body: Any) -> bool:
    """Whether every round begins or ends with a character of its own."""
    pieces = list(body)
    while len(pieces) == 1 and str(pieces[0][0]) == "SUBPATTERN":
        pieces = list(pieces[0][1][-1])
    return any(str(operator) == "LITERAL" for operator, _ in pieces)


def test_every_kind_has_a_schema_that_says_so() -> None:
    assert {name.removesuffix(".schema.json") for name in FILES} == KINDS | PRINTED | {"common"}
    assert set(load_schemas(ROOT / "schemas").kinds) == KINDS
    for kind in KINDS:
        schema = FILES[f"{kind}.schema.json"]
        assert schema["properties"]["kind"]["const"] == kind
        assert "kind" in schema["required"]


def test_the_demands_of_the_model_are_those_of_the_schema() -> None:
    (requirement,) = [
        schema
        for pointer, schema in nodes(FILES["common.schema.json"])
        if pointer == "#/$defs/requirement" and "properties" in schema
    ]
    others = {"name", "because", "severity", "in", "with", "for"}
    assert set(requirement["properties"]) - others == set(DEMANDS)


@pytest.mark.parametrize("path", CONTENT, ids=lambda path: path.relative_to(ROOT / "content").as_posix())
def test_a_document_names_its_schema_for_editors_and_keeps_to_it(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    line = LINE.match(text)
    assert line, "the first line names the schema"
    target = (path.parent / line[1]).resolve()
    kind = re.search(r"^kind: (\S+)$", text, re.MULTILINE)
    assert kind
    assert target == ROOT / "schemas" / f"{kind[1]}.schema.json"
    assert breaches(yaml.load(text, _Plain), target.name) == [], "by the reference implementation"


class _Plain(yaml.SafeLoader):
    """Reads scalars as the tool does, with the scanner that PyYAML has everywhere."""


_Plain.yaml_implicit_resolvers = {}
_Plain.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), list("tf"))
_Plain.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(null|~|)$"), ["n", "~", ""])
_Plain.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^-?(0|[1-9][0-9]*)$"), list("-0123456789"))
_Plain.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^-?[0-9]+\.[0-9]+$"), list("-0123456789"))
