"""The page on block maps: its map is sound, and its style and layers draw it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.pipeline import ROOT, report_on, told, write

PAGE = (ROOT / "docs" / "block-maps.md").read_text(encoding="utf-8")
MAP, STYLE, LAYERS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)

PACK = """
# file: pack.yaml
kind: pack
title: Lanes
summary: Drive round the blocks.
players: 2 to 4
minutes: 60
credit: {{designers: [Ada Byron]}}
licence: {{name: CC BY 4.0, link: "https://creativecommons.org/licenses/by/4.0/"}}
uses: [house]
documents: [town.yaml, tiles.yaml, face.yaml, board.yaml]
components: [{{component: board, expect: 1}}]
# file: town.yaml
{map}
# file: tiles.yaml
{style}
# file: face.yaml
kind: template
size: 228.6 x 186.25
{layers}
# file: board.yaml
kind: component
makes: board
name: Board
template: face
"""


def test_the_map_and_the_layers_of_the_page_are_sound(tmp_path: Path) -> None:
    text = PACK.format(map=MAP, style=STYLE, layers=LAYERS)
    report = report_on(write(tmp_path, text))
    assert not [finding for finding in report.findings if finding.severity.value != "info"], told(report)
    assert [proof.holds for _, proof in report.proofs] == [True, True]
