"""The schemas, for tests that hold what the tool prints and reads against them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.pipeline import ROOT

FILES = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "schemas").glob("*.json"))}


@cache
def validator(name: str) -> Draft202012Validator:
    """The validator of one schema, to which the others are known."""
    resources = [(file, Resource.from_contents(schema)) for file, schema in FILES.items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(FILES[name], registry=registry)


def breaches(data: object, name: str) -> list[str]:
    """What is wrong with the data by the schema of that name."""
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(data)]
