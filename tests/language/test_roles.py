"""The table of names: in step with the schemas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from pnp.language.roles import Role, paths, use_named, use_of
from pnp.loader.target import schema_folder
from pnp.source import load_schemas
from pnp.source.schemas.wording import Schema


def inner(part: Schema, step: str) -> Iterator[Schema]:
    """Yield the schemas of the entries of a value that a step of a path may mean."""
    known = part.get("properties", {})
    if step == "[]":
        found = [part.get("items"), *part.get("prefixItems", ())]
    elif step == "*":
        found = [*known.values(), part.get("additionalProperties")]
    else:
        found = [known.get(step)]
    yield from (each for each in found if isinstance(each, dict))


@pytest.mark.parametrize("kind", sorted({kind for kind, _, _ in paths()}))
def test_each_line_is_a_path_of_the_schema(kind: str) -> None:
    schemas = load_schemas(schema_folder())
    for _, path, said in (line for line in paths() if line[0] == kind):
        assert use_named(said).role in get_args(Role)
        if "**" in path:
            continue  # any depth
        parts = schemas.parts(schemas.schema(kind))
        for step in path.removesuffix("#").split("/"):
            below = {id(each): each for part in parts for each in inner(part, step)}
            parts = tuple({id(each): each for one in below.values() for each in schemas.parts(one)}.values())
        assert parts, f"the schema has no path {path}"


def test_a_path_matches_keys_items_and_any_depth() -> None:
    assert use_of("area-map", ("areas", "Market"), is_key=True)
    assert use_of("area-map", ("areas", "Market")) is None
    within = use_of("area-map", ("requirements", 2, "within", "every", "tag"))
    assert within
    assert within.role == "tag"
    layer = use_of("template", ("layers", 0, "group", 3, "colour"))
    assert layer
    assert layer.role == "colour"
    assert use_of("template", ("size",)) is None
    assert use_of("no-kind", ("areas",)) is None
