"""The page on map styles: its examples are valid, and it names every key and every colour of charts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from tests.docs.walk import blocks
from tests.pipeline import ROOT, report_on, write

PAGE = (ROOT / "docs" / "map-styles.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "schemas" / "map-style.schema.json").read_text(encoding="utf-8"))["properties"]
PARTS = ("paper", "sea", "shore", "relief", "title", "scale", "border", "labels")

PACK = """
# file: pack.yaml
kind: pack
title: Charts
uses: [house]
# file: realm.yaml
kind: area-map
size: 120 x 90
areas:
  Market: {at: [30, 45], tags: [capital]}
  Church: {at: [55, 20], tags: [forest]}
  Pier: {at: [80, 45], tags: [port]}
roads: [Market -- Church -- Pier -- Market]
# file: card.yaml
kind: template
size: 130 x 100
layers:
  - {map: realm, style: STYLE, where: fill}
# file: cards.yaml
kind: component
makes: card
template: card
"""


def examples() -> list[str]:
    return [block.text for block in blocks(PAGE) if block.kind == "yaml"]


@pytest.mark.slow
def test_each_example_is_a_style_without_a_finding(tmp_path: Path) -> None:
    parts = [text for text in examples() if not yaml.safe_load(text).get("layers")]
    assert len(parts) == 6
    for number, text in enumerate(parts):
        whole = text if "kind: map-style" in text else f"kind: map-style\nextends: treasure\n{text}"
        pack = PACK.replace("STYLE", "own-style") + "# file: own-style.yaml\n" + re.sub(r"^# file: .*\n", "", whole)
        folder = tmp_path / str(number)
        folder.mkdir()
        found = [each for each in report_on(write(folder, pack)).findings if each.severity.value != "info"]
        assert not [each for each in found if each.code != "unfinished-pack"], found


def test_the_page_names_every_key_of_charts() -> None:
    named = set(re.findall(r"[\w-]+", PAGE))
    for part in PARTS:
        assert {part, *SCHEMA[part]["properties"]} <= named
    assert set(SCHEMA["places"]["properties"]["shape"]["enum"]) <= named


def test_the_page_names_every_colour_of_charts() -> None:
    listed = PAGE.partition("## Colours")[2]
    colours = {key for key in SCHEMA["colours"]["properties"] if re.search(rf"`{key}`", listed)}
    charts = {"paper", "grain", "rhumb", "land", "coast", "relief", "creature", "rose", "border", "ornament", "halo"}
    assert charts <= colours
    assert all(
        key in SCHEMA["colours"]["properties"]
        for key in re.findall(r"`([a-z-]+)`", listed.split("roles of charts are")[1].split(". For")[0])
    )


def test_the_page_names_every_style_of_the_house() -> None:
    styles = {
        path.stem
        for path in (ROOT / "content" / "house").rglob("*.yaml")
        if "kind: map-style" in path.read_text(encoding="utf-8")
    }
    assert styles <= set(re.findall(r"`([\w-]+)`", PAGE))
