"""The page on grid maps: its map is sound, and its style draws it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pipeline import ROOT, report_on, told, write

PAGE = (ROOT / "docs" / "grid-maps.md").read_text(encoding="utf-8")
MAP, LEGEND, TABLED, SIDES, CLOSURES, TILES, LEGAL, ROWS, STYLE, LAYERS = re.findall(
    r"```yaml\n(.*?)```", PAGE, re.DOTALL
)
(TABLE,) = re.findall(r"```csv\n# file: isle.csv\n(.*?)```", PAGE, re.DOTALL)

PACK = """
# file: pack.yaml
kind: pack
title: Rivers
summary: Walk along the rivers.
players: 2 to 4
minutes: 60
credit: {{designers: [Ada Byron]}}
licence: {{name: CC BY 4.0, link: "https://creativecommons.org/licenses/by/4.0/"}}
uses: [house]
documents: [land.yaml, cells.yaml, face.yaml, board.yaml]
components: [{{component: board, expect: 1}}]
# file: land.yaml
{map}
# file: cells.yaml
{style}
# file: face.yaml
kind: template
size: 120 x 80
{layers}# file: board.yaml
kind: component
makes: board
name: Board
template: face
"""

ROOMS = """
kind: grid-map
cells: square
terrain: |
  . . h h .
  . . h h .
  . . h h .
  . . h h .
  . . . . .
terrains: {{floor: {{}}}}
districts: {{Great hall: {{}}}}
{legend}  ".": {{terrain: floor, tags: [forest]}}
{sides}
{closures}
requirements:
  - {{connected: true, with: {{locked: 1}}}}
"""


def test_the_map_and_the_style_of_the_page_are_sound(tmp_path: Path) -> None:
    report = report_on(write(tmp_path, PACK.format(map=MAP, style=STYLE, layers=LAYERS)))
    assert not [finding for finding in report.findings if finding.severity.value != "info"], told(report)
    assert [proof.holds for _, proof in report.proofs] == [True, True]


@pytest.mark.slow
def test_the_tiles_of_the_page_are_sound(tmp_path: Path) -> None:
    assert "legal:" in LEGAL
    conditioned = LEGAL.replace("desert", "halt")
    report = report_on(write(tmp_path, TILES + conditioned))
    assert not [finding for finding in report.findings if finding.severity.value != "info"], told(report)
    assert [proof.holds for _, proof in report.proofs] == [True]
    alone = TILES.replace("Curve: {copies: 3", "Curve: {copies: 1")
    report = report_on(write(tmp_path, alone))
    assert [finding.code for finding in report.findings] == ["broken-requirement"], told(report)


@pytest.mark.slow
def test_the_component_of_the_page_has_a_tile_for_each_copy(tmp_path: Path) -> None:
    face = "kind: template\nsize: 25.4 x 22\nshape: hexagon\nlayers: [{map: branch-line, tile: '{id}'}]\n"
    documents = "[branch-line.yaml, cells.yaml, rail-tile.yaml, tiles.yaml]"
    text = PACK.replace("[land.yaml, cells.yaml, face.yaml, board.yaml]", documents)
    head = (
        text[: text.index("# file: land.yaml")]
        .format()
        .replace("component: board, expect: 1", "component: tiles, expect: 6")
    )
    files = (("branch-line", TILES), ("cells", STYLE), ("rail-tile", face), ("tiles", ROWS))
    report = report_on(write(tmp_path, head + "".join(f"# file: {name}.yaml\n{each}" for name, each in files)))
    assert not [finding for finding in report.findings if finding.severity.value != "info"], told(report)


def test_the_parts_of_the_page_are_sound(tmp_path: Path) -> None:
    sides = SIDES.replace("[C4, C5]", "[D4, D5]").replace("NE, E", "E").replace("of: D4", "of: A4")
    text = ROOMS.format(legend=LEGEND, sides=sides, closures=CLOSURES)
    report = report_on(write(tmp_path, text))
    assert [finding.code for finding in report.findings] == ["broken-requirement"], told(report)
    assert [proof.holds for _, proof in report.proofs] == [False]


def test_the_table_of_the_page_is_a_sound_map(tmp_path: Path) -> None:
    (tmp_path / "isle.csv").write_text(TABLE, encoding="utf-8")
    report = report_on(write(tmp_path, TABLED, "isle.yaml"))
    assert not report.errors, told(report)
