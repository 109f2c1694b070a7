"""Mistakes that leave a game valid, or that show elsewhere than where they are made: one finding each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline import places, report_on, told, write

APIARY = """
# file: pack.yaml
kind: pack
title: {en: Apiary, de: Imkerei}
summary: {en: Gather honey., de: Sammelt Honig.}
players: 2
credit: {designers: [Ida]}
licence: CC0
languages: [en, de]
documents:
  [look.yaml, glyphs.yaml, heath.yaml, blooms.yaml, bloom.yaml, skeps.yaml, skep.yaml, rules.yaml, regeln.yaml,
  table.yaml]
components: [{component: blooms, expect: 3}, {component: skeps}]
definitions: {shape(place): "'bell' if place == 'Rise' else 'cup'"}
requirements:
  - {name: a skep each, for: {players: 1 to 2}, holds: players <= skeps.count}
  - name: no rich bloom is near
    holds: "[b for b in blooms.rows if b.worth > 3 and distance(heath, 'Hut', b.grows) < 2] == []"
# file: look.yaml
kind: theme
extends: theme
palette: {map-water: "#93B7D2", honey: "#7A4E00"}
variants: {low-ink: {palette: {honey: "#B08A40"}}}
# file: glyphs.yaml
kind: icons
icons: {bloom-bell: [{fill: M2 2H22V22H2Z}], bloom-cup: [{fill: M2 12L12 2L22 12L12 22Z}]}
# file: heath.yaml
kind: area-map
size: 120 x 80
areas: {Hut: {at: [20, 40]}, Mire: {at: [60, 40]}, Rise: {at: [100, 40]}}
roads: [Hut -- Mire, Mire -- Rise]
requirements: [{name: all is reached, connected: true}]
accept:
  - {finding: dead-end, because: bees turn round}
# file: blooms.yaml
kind: component
makes: card
name: {en: Blooms, de: Blüten}
template: bloom
fields: {title: text, sign: icon, worth: whole number, grows: place of heath, note: "text, optional", rare: yes or no}
rows: blooms.csv
# file: blooms.csv
Title,Title@de,Sign,Worth,Grows,Note,Note@de,Rare,Copies
Heather,Heide,bloom-bell,4,Rise,,,yes,1
Clover,Klee,bloom-cup,2,Mire,Sweet.,Süß.,no,2
# file: bloom.yaml
kind: template
size: poker
layers:
  - {text: "{title} {worth}", style: card-title, colour: honey, where: "top, 10 high, inset 5", name: head}
  - {icon: "{sign}", where: "middle, 20 x 20", name: sign}
  - {icon: bloom-cup, where: "middle right, 6 x 6, 5 from right", show-when: rare}
  - {icon: "bloom-{shape(grows)}", where: "below sign, 9 x 9"}
  - {text: "{note}", style: body, where: "bottom, 12 high, inset 5", show-when: note != '', name: note}
# file: skeps.yaml
kind: component
makes: token
name: {en: Skeps, de: Körbe}
template: skep
rows:
  - {name: Ash, hold: 2, coat: paper}
  - {name: Elm, hold: 3, coat: player-yellow}
# file: skep.yaml
kind: template
size: 18
shape: circle
background: "{coat}"
layers:
  - where: inset 4
    text: "{name} {hold}"
    style: body
    fit: shrink to 6 pt
# file: rules.yaml
kind: rulebook
sections: [{title: Parts, text: [{components: {blooms: To gather., skeps: To fill.}}]}]
# file: regeln.yaml
kind: rulebook
language: de
sections: [{title: Teile, text: [{components: {blooms: Zum Sammeln., skeps: Zum Füllen.}}]}]
# file: table.yaml
kind: table
things: {heap: {component: skeps, at: middle}, deck: {component: blooms, as: pile, at: right of heap}}
"""


def test_the_pack_of_these_tests_is_right(tmp_path: Path) -> None:
    report = report_on(write(tmp_path, APIARY))
    assert places(report) == [], told(report)


@pytest.mark.parametrize(
    ("file", "right", "wrong", "place", "message", "hint"),
    [
        ("look", "map-water", "map-watter", "look.yaml:3 unused-role", "colour 'map-watter'", "'map-water'?"),
        ("look", '{honey: "#B0', '{hunny: "#B0', "look.yaml:4 unused-role", "no colour 'hunny'", "'honey'?"),
        ("pack", "[en, de]", "[en, ger]", "pack.yaml:7 missing-translation", "no text is in 'ger'", "'de'?"),
        (
            "pack",
            "{shape(place): \"'bell'",
            "{shape(place): \"'bull'",
            "bloom.yaml:7 unusable-value",
            "'bloom-bull'",
            "",
        ),
        ("bloom", "note != ''", "note == ''", "bloom.yaml:8 unused-layer", "where its text is empty", "note != ''?"),
        (
            "bloom",
            "note != ''",
            "worth > 4",
            "bloom.yaml:8 unused-layer",
            "no row shows the layer",
            "'worth' is 2 to 4",
        ),
        ("bloom", 'icon: "{sign', 'picture: "{sign', "bloom.yaml:5 missing-picture", "an icon", 'icon: "{sign}"'),
        ("blooms", "worth: whole", "worths: whole", "blooms.yaml:5 missing-field", "no face uses it", "'worth'?"),
        ("blooms", "template: bloom", "template: flower", "blooms.yaml:4 unknown-template", "'flower'", "flower.yaml"),
        (
            "skep",
            "    text:",
            "  - text:",
            "skep.yaml:7 missing-key",
            "of line 6 is incomplete",
            "in place of this dash",
        ),
        ("skeps", "coat: paper", "coat: “paper”", "skeps.yaml:6 unusable-value", "'“paper”'", '"paper" with straight'),
        ("skeps", "{en: Skeps,", "{en: Skeps [2],", "skeps.yaml:3 syntax-error", "'[' in it", "'Skeps [2]'"),
        ("skeps", "hold: 2,", "hold: 2", "skeps.yaml:6 syntax-error", "has no quotes", "write a comma before 'coat'"),
        (
            "skeps",
            "player-yellow",
            "player-mauve",
            "skeps.yaml:7 unusable-value",
            "'player-mauve'",
            "there are player-",
        ),
        ("skep", '"{coat}"', "coat", "skep.yaml:4 unknown-colour", "'coat'", 'write "{coat}"'),
        ("bloom", "{worth}", "{worth / 2 round}", "bloom.yaml:4 bad-binding", "'round'", "write round(worth / 2)"),
        ("look", "low-ink:", "lowink:", "look.yaml:4 unused-role", "variant 'lowink'", "'low-ink'?"),
        ("regeln", "language: de", "language: german", "regeln.yaml:2 wrong-value", "'german'", "write de"),
        ("regeln", "{blooms: ", "{Blüten: ", "regeln.yaml:3 undrawable-diagram", "'Blüten'", "'blooms'?"),
        ("table", "right of heap", "right of skeps", "table.yaml:2 unknown-on-table", "'skeps'", "'heap'?"),
        ("pack", "1 to 2", "1-2", "pack.yaml:14 wrong-value", "'1-2'", "write 1 to 2"),
        ("blooms.csv", ",Copies", ",Copy", "blooms.csv:1 unknown-field", "'Copy'", "'copies'?"),
        ("blooms.csv", ",Rise,", ",Top,", "blooms.csv:2 bad-field-value", "'Top'", "there are Hut, Mire and Rise"),
        ("blooms.csv", ",yes,", ",sure,", "blooms.csv:2 bad-field-value", "'sure'", "write yes or no"),
        ("heath", ", Mire -- Rise]", "]", "heath.yaml:5 broken-requirement", "'Rise'", "Rise'"),
    ],
)
def test_a_mistake_is_one_finding_at_its_place(
    tmp_path: Path, file: str, right: str, wrong: str, place: str, message: str, hint: str
) -> None:
    folder = write(tmp_path, APIARY)
    path = folder / (file if "." in file else f"{file}.yaml")
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    report = report_on(folder)
    assert places(report) == [place], told(report)
    (finding,) = report.findings
    assert message in finding.message
    assert hint in (finding.hint or "")
