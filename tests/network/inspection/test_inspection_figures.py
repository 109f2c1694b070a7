"""The figures of many small maps as text, rows and data."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pnp.network import lower
from pnp.network.inspection import inspect_map, inspection_data, inspection_rows, inspection_text
from tests.network.many_maps import KINDS, maps_of

FULL = 2
"""Of how many maps of a kind the table and all data are compared."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_figures_are_as_before(kind: str, golden: Callable[[str, str], None]) -> None:
    lines = []
    for number, drawn in enumerate(maps_of(kind), 1):
        inspection = inspect_map(drawn, lower(drawn))
        facts, _, table = str(inspection_text(inspection)).partition("\n\n")
        lines += [f"== {number}", facts]
        if number <= FULL:
            lines.append(table)
            lines += [json.dumps(value) for value in inspection_data(inspection).items() if value[0] != "table"]
            lines += ["|".join(row) for row in inspection_rows(inspection)[:3]]
    golden(f"figures-{kind}.txt", "\n".join(lines) + "\n")
