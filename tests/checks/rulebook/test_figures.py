"""Diagrams that are too small for their maps."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from pnp.diagnostics import INFO
from tests.pipeline import report_on, said, write

MAP = """
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2
    credit: {{designers: [Ada]}}
    licence: {{name: CC0}}
    uses: [house]
    documents: [town.yaml, rules.yaml]
    # file: town.yaml
    kind: area-map
    size: 500 x 500
    areas: {{A: {{at: [20, 20]}}, B: {{at: [32, 20]}}, C: {{at: [20, 32]}}, D: {{at: [450, 450]}}}}
    roads: [A -- B -- D -- C -- A]
    # file: rules.yaml
    kind: rulebook
    sections:
      - title: Roads
        text: [diagram: {{map: town, {width}}}]
"""


def findings(folder: Path, width: str) -> list[str]:
    report = report_on(write(folder, textwrap.dedent(MAP.format(width=width)).lstrip("\n")))
    return [said(finding) for finding in report.findings if finding.severity is not INFO]


@pytest.mark.parametrize("width", ["width: 105", "width: 50, around: [A, B, C]"])
def test_a_diagram_that_is_large_enough_is_not_reported(tmp_path: Path, width: str) -> None:
    assert findings(tmp_path, width) == []


def test_a_diagram_that_is_too_small_for_its_map_is_reported_with_the_width_it_needs(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, "width: 80")
    assert "crowded-diagram: the places of 'town' are 1.9 mm apart in a diagram of 80 mm" in found
    assert "write width: 105, or show a part of the map with 'crop' or 'around'" in found
