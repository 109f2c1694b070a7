"""The page on street maps: its map is sound, its style draws it, and its layer prints a tile."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.draw.maps import paint_map_of_any_kind
from pnp.facts.look import look_of
from pnp.model.maps.map_style import MapStyle
from pnp.model.maps.street_map import StreetMap
from pnp.network import lower
from tests.draw.desk import game, read
from tests.pipeline import ROOT, report_on, told, write

PAGE = (ROOT / "docs" / "street-maps.md").read_text(encoding="utf-8")
MAP, STYLE, LAYERS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
TILES = """
# file: tiles.yaml
kind: component
makes: tile
name: Tiles
template: face
each-tile-of: city
# file: face.yaml
kind: template
size: 100 x 100
bleed: 3
{layers}
# file: city.yaml
kind: tile-map
tile: 100
city: {{rows: 1, columns: 2}}
tiles: {{North: {{streets: {{Quay: west -- east}}}}, South: {{streets: {{Quay: west -- east}}}}}}
# file: pack.yaml
kind: pack
title: Tiles
summary: Lay tiles.
players: 2 to 4
minutes: 60
credit: {{designers: [Ada Byron]}}
licence: {{name: CC BY 4.0, link: "https://creativecommons.org/licenses/by/4.0/"}}
uses: [house]
documents: [city.yaml, tiles.yaml, face.yaml]
components: [{{component: tiles, expect: 2}}]
"""


def town() -> StreetMap:
    found = read("town.yaml", MAP)
    assert isinstance(found, StreetMap)
    return found


def test_the_map_of_the_page_is_sound(tmp_path: Path) -> None:
    report = report_on(write(tmp_path, MAP))
    assert not report.findings, told(report)
    assert [proof.holds for _, proof in report.proofs] == [True]


def test_the_names_of_the_page_are_those_of_its_map() -> None:
    network = lower(town()).network
    crossings = {crossing.id for crossing in network.crossings}
    assert {"High Street 3", "High Street / West Road"} <= set(network.index)
    assert {"High Street / West Road to High Street 1", "Garage exit"} <= crossings
    assert "High Street 3-4" in {segment.id for segment in network.segments}


@pytest.mark.slow
def test_the_style_of_the_page_draws_it() -> None:
    style = read("style.yaml", STYLE)
    assert isinstance(style, MapStyle)
    look = look_of(game("# file: town.yaml\n" + MAP))
    assert paint_map_of_any_kind(town(), style, look, 200, 260, frozenset())


def test_the_layer_of_the_page_prints_a_tile(tmp_path: Path) -> None:
    report = report_on(write(tmp_path, TILES.format(layers=LAYERS)))
    assert not [finding for finding in report.findings if finding.severity.value == "error"], told(report)
