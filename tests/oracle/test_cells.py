"""The generator draws everything that the schemas admit, and a new key of a requirement can't be forgotten."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import pytest

from tests.oracle import cells
from tests.oracle.__main__ import coverage
from tests.oracle.cases import cases_of_a_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

CACHED = (cells.kinds, cells.demands, cells.scopes, cells.roles, cells.choices, cells.selector_forms, cells.cells,
          cells.features, cells.lies_on)  # fmt: skip


@pytest.mark.nightly
def test_every_cell_and_every_feature_is_drawn() -> None:
    filled, had = coverage(2, range(cases_of_a_turn()))
    empty = [cell for cell in cells.cells() if not filled[cell] and not cells.reason(cell)]
    assert not empty, f"{len(empty)} cells are never drawn, the first is {empty[0]}"
    assert not [feature for feature in cells.features() if not had[feature]]
    assert not [cell for cell in filled if cells.reason(cell)], "what is said to be impossible is drawn"
    assert filled.keys() <= set(cells.cells())


@pytest.fixture
def common(monkeypatch: pytest.MonkeyPatch) -> Iterator[cells.Data]:
    """The common schema, to be changed, with all that is read from it read again before and after."""
    changed = deepcopy(cells.schema("common"))
    read = cells.schema
    monkeypatch.setattr(cells, "schema", lambda name: changed if name == "common" else read(name))
    for each in CACHED:
        each.cache_clear()
    yield changed
    for each in CACHED:
        each.cache_clear()


def test_a_new_demand_is_a_new_cell(common: cells.Data) -> None:
    requirement = common["$defs"]["requirement"]
    requirement["oneOf"].append({"required": ["near"]})
    requirement["properties"]["near"] = {
        "type": "object",
        "properties": {"whom": {"$ref": "#/$defs/selector"}, "at-most": {"type": "number"}},
        "required": ["whom"],
    }
    new = [cell for cell in cells.cells() if cell.demand == "near"]
    assert {(cell.role, cell.scope, cell.kind) for cell in new} == {
        ("whom", scope, kind) for scope in cells.scopes() for kind in cells.kinds()
    }
    assert "near at-most" in cells.features()


def test_a_new_selector_of_a_demand_is_a_new_cell(common: cells.Data) -> None:
    common["$defs"]["requirement"]["properties"]["degree"]["properties"]["towards"] = {"$ref": "#/$defs/selector"}
    assert {cell.form for cell in cells.cells() if cell.role == "towards"} == {"not given", *cells.selector_forms()}


def test_a_new_form_of_a_selector_needs_a_generator(common: cells.Data) -> None:
    common["$defs"]["selector"]["anyOf"].append({"type": "object", "title": "Near places"})
    with pytest.raises(KeyError, match="Near places"):
        cells.selector_forms()


def test_a_new_key_beside_the_demand_needs_a_scope(common: cells.Data) -> None:
    common["$defs"]["requirement"]["properties"]["share"] = {"type": "number"}
    with pytest.raises(AssertionError, match="new key"):
        cells.scopes()
