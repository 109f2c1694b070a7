"""Components printed once more with other fields."""

from __future__ import annotations

from pathlib import Path

from pnp.build.examine import examine
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.scene.items import Group, Item, Text
from tests.pipeline import report_on, told, write

PACK = """
# file: pack.yaml
kind: pack
title: Harbour
summary: A bay.
players: 2
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [coins.yaml, coin.yaml]
components:
  - {component: coins, expect: 3}
  - {component: coins, id: late-coins, name: Coins of the night, with: {hour: late}, expect: 3}
# file: coins.yaml
kind: component
makes: token
name: Coins
template: coin
rows: [{name: One, hour: early, copies: 2}, {name: Two, hour: early}]
# file: coin.yaml
kind: template
size: 24
layers: [{text: "{name} {hour}", where: inset 2, style: body}]
"""


def words(items: tuple[Item, ...]) -> str:
    return " ".join(
        item.string if isinstance(item, Text) else words(item.items) for item in items if isinstance(item, Text | Group)
    ).strip()


def test_the_given_field_takes_the_place_of_the_rows_own(tmp_path: Path) -> None:
    examined = examine(load(find_targets([str(write(tmp_path, PACK))])[0]))
    assert examined.report.findings == (), told(examined.report)
    early, late = (each.parts for each in examined.drawn)
    assert [words(part.front.items) for part in early.parts] == ["One early", "Two early"]
    assert [words(part.front.items) for part in late.parts] == ["One late", "Two late"]
    assert (late.component, late.name, late.count) == ("late-coins", "Coins of the night", 3)


def test_a_value_that_cannot_be_used_is_told_where_it_stands(tmp_path: Path) -> None:
    text = PACK.replace(
        'layers: [{text: "{name} {hour}", where: inset 2, style: body}]', 'layers: [{icon: "{hour}", where: inset 4}]'
    )
    text = text.replace("hour: early", "hour: star").replace("hour: late", "hour: no-such-star")
    report = report_on(write(tmp_path, text))
    assert [(found.span.file.rpartition("/")[2], found.span.line) for found in report.findings] == [
        ("pack.yaml", 10)
    ], told(report)
