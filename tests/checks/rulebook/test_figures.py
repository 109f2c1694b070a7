"""Diagrams that are too small for their maps, and pieces that go to places which no table has."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from pnp.diagnostics import ERROR, INFO
from tests.draw.test_table import PACK, game
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


@pytest.mark.parametrize("width", ["width: 105, style: mini-style", "width: 50, around: [A, B, C]"])
def test_a_diagram_that_is_large_enough_is_not_reported(tmp_path: Path, width: str) -> None:
    assert findings(tmp_path, width) == []


def test_a_diagram_that_is_too_small_for_its_map_is_reported_with_the_width_it_needs(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, "width: 80, style: mini-style")
    assert "crowded-diagram: the places of 'town' are 1.9 mm apart in a diagram of 80 mm" in found
    assert "write width: 105, or show a part of the map with 'crop' or 'around'" in found


def test_a_diagram_whose_places_overlap_in_their_style_is_reported(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, "width: 105, style: compact-board-style")  # discs of 6.1 mm, 2.5 mm apart
    assert "crowded-diagram: the places of 'town' are 2.5 mm apart in a diagram of 105 mm" in found
    assert "it needs 256 mm: take a map style with smaller places, such as style: mini-style" in found
    assert findings(tmp_path, "width: 170, around: A, margin: 30, style: compact-board-style") == []


@pytest.mark.parametrize(
    ("rows", "goes", "line", "message", "hint"),
    [
        ("{port: Market}, {port: Pier}", "port", "", "", ""),
        (
            "{port: Market}, {port: Peer}",
            "port",
            "rows: [{port: Market}",
            "'Peer' is no place on the table, where a piece of 'fleet' would go (row '2')",
            "did you mean 'Pier'?",
        ),
        (
            "{port: Market}, {port: Pier}",
            "'to ' + port",
            "fleet:",
            "'fleet' goes to 'to Market' and 'to Pier', and no place on the table is called so",
            "name a field, or a formula, with places of a board on the table",
        ),
    ],
)
def test_places_to_which_pieces_go_are_on_the_table(
    tmp_path: Path, rows: str, goes: str, line: str, message: str, hint: str
) -> None:
    text = PACK.replace("copies: 16", f"copies: 8\nrows: [{rows}]")
    text = text.replace("places: [Market, Pier]}", f'places: [Market, Pier], goes: "{goes}"}}')
    found = game(tmp_path, text).report.findings
    assert [(each.message, each.hint) for each in found if each.severity is ERROR] == (
        [(message, hint)] if line else []
    )
    for each in found:
        if each.severity is ERROR:
            assert line in Path(each.span.file).read_text(encoding="utf-8").splitlines()[each.span.line - 1]
