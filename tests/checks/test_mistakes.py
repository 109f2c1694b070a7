"""Mistakes that designers make, one at a time: each is told once, at its place, with the way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packs import harbour
from tests.pipeline import places, report_on, told, write

MISTAKES: dict[str, tuple[str, str, str, str | None]] = {
    "a key with a typo": ("districts:", "distrcts:", "bay.yaml:6 unknown-key", "did you mean 'districts'?"),
    "a key of the manifest with a typo": (
        "documents:",
        "document:",
        "pack.yaml:9 unknown-key",
        "did you mean 'documents'?",
    ),
    "definitions with a typo": (
        "definitions:",
        "definition:",
        "pack.yaml:22 unknown-key",
        "did you mean 'definitions'?",
    ),
    "rows with a typo": ("rows:", "row:", "boats.yaml:6 unknown-key", "did you mean 'rows'?"),
    "a missing key": ("title: Harbour\n", "", "pack.yaml:1 missing-key", "add 'title: …' (the game's printed title)"),
    "an area with a typo in a road": (
        "Church -- Pier",
        "Chruch -- Pier",
        "bay.yaml:14 unknown-place",
        "did you mean 'Church'?",
    ),
    "an area with a typo where it is defined": (
        "  Pier: {",
        "  Peir: {",
        "bay.yaml:14 unknown-place",
        "did you mean 'Peir'?; also in maps/customs.yaml",
    ),
    "one dash between two areas": (
        "Market -- Church",
        "Market - Church",
        "bay.yaml:14 unknown-place",
        "write ' -- ' between two places",
    ),
    "an area twice": (
        "  Gate: {",
        "  Market: {",
        "bay.yaml:12 duplicate-key; bay.yaml:14 unknown-place",
        "delete one of them",
    ),
    "a comma as the decimal point": (
        "at: [25, 25]",
        "at: [25,5, 25]",
        "bay.yaml:9 wrong-value",
        "a comma parts two numbers; decimals follow a point, such as 25.5",
    ),
    "a place off the map": ("at: [95, 45]", "at: [950, 45]", "bay.yaml:11 off-map", None),
    "an unknown district": (
        "in: old-town",
        "in: oldtown",
        "bay.yaml:9 unknown-district",
        "did you mean 'old-town'?",
    ),
    "a kept list with a typo": (
        "keeps: [customs]",
        "keeps: [custom]",
        "bay.yaml:5 unknown-requirements",
        "did you mean 'customs'?",
    ),
    "a demand with a typo": (
        "connected: true",
        "conected: true",
        "customs.yaml:4 unknown-key",
        "did you mean 'connected'?",
    ),
    "a distance that is wrong": ("to: Pier, is: 2", "to: Pier, is: 3", "customs.yaml:5 broken-requirement", None),
    "a missing comma": (
        "name: Sloop, sails",
        "name: Sloop sails",
        "boats.yaml:7 syntax-error",
        "quote it: 'Sloop sails: 1', or write a comma before 'sails'",
    ),
    "a quote that is not closed": (
        "name: Sloop,",
        "name: 'Sloop,",
        "boats.yaml:7 syntax-error",
        "close it with ' at the end of the text",
    ),
    "a brace that is not closed": (
        '"{name}"',
        '"{name"',
        "boat.yaml:5 bad-binding",
        "close it with '}', or write '{{' to print a brace",
    ),
    "a tab": ("template: sea", "\ttemplate: sea", "chart.yaml:4 syntax-error", "indent with spaces"),
    "a line indented too deep": (
        "template: sea",
        " template: sea",
        "chart.yaml:4 syntax-error",
        "start it in the same column as the line above, or move that value to a separate line",
    ),
    "text where a number belongs": (
        "expect: 3",
        "expect: three",
        "pack.yaml:20 wrong-type",
        "write 3",
    ),
    "a number where text belongs": ("name: Boats", "name: [Boats]", "boats.yaml:3 wrong-type", None),
    "a range in other words": (
        "players: 2 to 4",
        "players: 2-4",
        "pack.yaml:4 wrong-value",
        "write 2 to 4",
    ),
    "an unquoted no": (
        "name: Sloop,",
        "name: no,",
        "boats.yaml:7 surprising-value",
        "quote it: 'no', or write false",
    ),
    "a count that is wrong": (
        "expect: 3",
        "expect: 4",
        "pack.yaml:20 wrong-count",
        "add 1 to the rows or copies of the component, or correct the count",
    ),
    "a component with a typo": (
        "component: boats,",
        "component: boots,",
        "pack.yaml:20 unknown-component",
        "did you mean 'boats'?",
    ),
    "a template with a typo": (
        "template: boat\n",
        "template: boot\n",
        "boats.yaml:4 unknown-template",
        "did you mean 'boat'?",
    ),
    "a map with a typo": ("{map: bay,", "{map: bey,", "sea.yaml:4 unknown-map", "did you mean 'bay'?"),
    "a file with a typo": ("- boats.yaml", "- boots.yaml", "pack.yaml:12 missing-file", "did you mean 'boats.yaml'?"),
    "a file outside of the pack": (
        "- boats.yaml",
        "- ../boats.yaml",
        "pack.yaml:12 bad-path",
        "name a file inside the pack by its path from there, such as 'maps/harbour.yaml'",
    ),
    "a file that is not listed": (
        "  - maps/customs.yaml\n",
        "",
        "customs.yaml:1 unlisted-document",
        "list it under documents",
    ),
    "a kit with a typo": ("uses: [house]", "uses: [hose]", "pack.yaml:8 unknown-kit", "did you mean 'house'?"),
    "a map of another name": (
        "kind: area-map\nname: The bay",
        "kind: region-map\nname: The bay",
        "bay.yaml:1 unknown-kind",
        "did you mean 'area-map'?",
    ),
    "a number times brackets": (
        "2 * players",
        "2(players)",
        "pack.yaml:23 bad-definition",
        "write '*' to multiply",
    ),
    "a semicolon between two values": (
        "2 * players",
        "max(2; players)",
        "pack.yaml:23 bad-definition",
        "write a comma between two values; there is one expression only",
    ),
    "a function without brackets where a name is near": (
        "crew(players): 2 * players",
        "rounds: 2\n  crew(players): round * players",
        "pack.yaml:24 bad-definition",
        "it is a function: write round(…); or did you mean 'rounds'?",
    ),
    "an apostrophe in single quotes": (
        "name: Sloop,",
        "name: 'Ada's sloop',",
        "boats.yaml:7 syntax-error",
        'use double quotes: "Ada\'s sloop"',
    ),
    "a type without its colon": (
        "template: boat\n",
        "template: boat\nfields: {sails: {one-of [1, 2]}, name: text}\n",
        "boats.yaml:5 syntax-error",
        "write 'one-of: [1, 2]'",
    ),
    "a sign after a quoted text": (
        "holds: crew(players) >= players}",
        "because: x}\n  - holds: 'crew' > 1",
        "pack.yaml:26 syntax-error",
        "quote it: \"'crew' > 1\"",
    ),
    "a type with a range in other words": (
        "template: boat\n",
        "template: boat\nfields: {sails: whole number 1-4, name: text}\n",
        "boats.yaml:5 wrong-value",
        "write whole number 1 to 4",
    ),
    "a number as a word in a row": (
        "rows:\n  - {name: Sloop, sails: 1}",
        "fields: {sails: whole number, name: text}\nrows:\n  - {name: Sloop, sails: two}",
        "boats.yaml:8 bad-field-value",
        "write 2",
    ),
    "a kind with a typo": (
        "kind: component\nmakes: card",
        "kind: componnt\nmakes: card",
        "boats.yaml:1 unknown-kind",
        "did you mean 'component'?",
    ),
    "the kind of another document": (
        "kind: component\nmakes: card",
        "kind: template\nmakes: card",
        "boats.yaml:1 unknown-kind",
        "write 'kind: component'",
    ),
    "a colour with a typo": ("background: ink", "background: inc", "boat-back.yaml:3 unknown-colour", None),
    "a text style with a typo": (
        "style: card-title",
        "style: card-titel",
        "boat.yaml:5 unknown-style",
        "did you mean 'card-title'?",
    ),
    "an icon with a typo": ("icon: anchor", "icon: ancor", "bay.yaml:7 unknown-icon", "did you mean 'anchor'?"),
    "a field with a typo": (
        "{sails} of",
        "{sial} of",
        "boat.yaml:6 failed-expression",
        "did you mean 'sails'?",
    ),
    "a field that one row lacks": (
        "Sloop, sails: 1",
        "Sloop",
        "boat.yaml:6 failed-expression",
        "write sails: '' where it is to be empty",
    ),
    "a definition with a typo where it is used": (
        "holds: crew(players)",
        "holds: crow(players)",
        "pack.yaml:25 broken-rule",
        "did you mean 'crew'?",
    ),
    "an unknown function in a definition": (
        "2 * players",
        "flor(2 * players)",
        "pack.yaml:23 bad-definition",
        "did you mean 'floor'?",
    ),
    "a rule that does not hold": (
        "2 * players",
        "players - 1",
        "pack.yaml:25 broken-rule",
        "crew(players) is 1, players is 2",
    ),
    "a name with a typo in the rules": (
        "Everyone has {crew(1)}",
        "Everyone has {crow(1)}",
        "rules.yaml:4 failed-rule-expression",
        "did you mean 'crew'?",
    ),
    "tables of the rules with a typo": (
        'text: "Everyone has {crew(1)} sailors."',
        "text: [table: crew]\ntable: {crew: {rows: {each: n, in: '[1]'}, columns: [{head: N, cell: n}]}}",
        "rules.yaml:5 unknown-key",
        "did you mean 'tables'?",
    ),
    "a text that is too long for its card": (
        "name: Cutter",
        "name: Cutter with a topsail and a gaff and a very long bowsprit indeed",
        "boats.yaml:8 text-overflow",
        None,
    ),
    "a link without its beginning": (
        '"https://creativecommons.org',
        '"creativecommons.org',
        "pack.yaml:7 wrong-value",
        "write https://creativecommons.org/licenses/by/4.0/",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_once_at_its_place_with_the_way_out(
    mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new, expected, hint = MISTAKES[mistake]
    monkeypatch.chdir(tmp_path)
    report = report_on(write(Path(), harbour((old, new))))
    assert places(report) == expected.split("; "), told(report)
    if hint is not None:
        assert report.findings[0].hint == hint


def test_mistakes_in_several_documents_are_told_together(tmp_path: Path) -> None:
    spoilt = harbour(
        ("minutes: 20", "minuts: 20"),
        ("Church -- Pier", "Chruch -- Pier"),
        ("name: Sloop, sails", "name: Sloop sails"),
        ("style: card-title", "style: card-titel"),
        ("connected: true", "conected: true"),
        ("{crew(1)}", "{1 / 0}"),
    )
    report = report_on(write(tmp_path, spoilt))
    assert set(places(report)) == {
        "bay.yaml:14 unknown-place",
        "boat.yaml:5 unknown-style",
        "boats.yaml:7 syntax-error",
        "customs.yaml:4 unknown-key",
        "pack.yaml:5 unknown-key",
        "rules.yaml:4 failed-rule-expression",
    }, told(report)


def test_where_the_manifest_cannot_be_read_the_documents_are_looked_at_all_the_same(tmp_path: Path) -> None:
    spoilt = harbour(
        ("title: Harbour", "titel: Harbour"),
        ("Church -- Pier", "Chruch -- Pier"),
        ("name: Sloop, sails", "name: Sloop sails"),
    )
    report = report_on(write(tmp_path, spoilt))
    assert places(report) == [
        "boats.yaml:7 syntax-error",
        "bay.yaml:14 unknown-place",
        "pack.yaml:2 unknown-key",
    ], told(report)


def test_where_the_theme_has_errors_nothing_is_said_of_how_things_look(tmp_path: Path) -> None:
    listed = ("  - icons.yaml\n", "  - icons.yaml\n  - look.yaml\n")
    long = ("name: Cutter", "name: Cutter with a topsail and a gaff and a very long bowsprit indeed")
    look = "# file: look.yaml\nkind: theme\nextends: theme\npallete: {ink: '#101010'}\n"
    report = report_on(write(tmp_path, harbour(listed, long) + look))
    assert places(report) == ["look.yaml:3 unknown-key"], told(report)


MOTHS = """\
# file: pack.yaml
kind: pack
title: Moths
documents: [cards.yaml, moth-card.yaml, night-card.yaml]
components: [{component: cards}]
# file: cards.yaml
kind: component
makes: card
name: Cards
template: "{type}-card"
rows: [{title: Hawk, type: Moth}, {title: Dusk, type: Night}]
# file: moth-card.yaml
kind: template
size: poker
layers:
  - {panel: one-way, where: "top, 30 high, inset 4", name: box}
  - {text: "{title}", style: body, where: "in box, top, 8 high", colour: paper}
  - {text: "{title}", style: body, where: "in box, bottom, 8 high", colour: paper}
# file: night-card.yaml
kind: template
extends: moth-card
layers:
  - {panel: amber, where: "below box, 4 high"}
"""


def moths(folder: Path, old: str = "", new: str = "") -> list[str]:
    assert old in MOTHS
    report = report_on(write(folder / "moths", MOTHS.replace(old, new, 1) if old else MOTHS))
    return [f"{Path(it.span.file).name} {it.code}: {it.hint}" for it in report.findings if it.severity != "info"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("  - {text", "    {text", "moth-card.yaml syntax-error"),  # who names or extends it is silent
        ("extends: moth-card", "extends: moth_card", "night-card.yaml unknown-template: did you mean 'moth-card'?"),
        ("in box, top", "in bax, top", "moth-card.yaml bad-placement: did you mean 'box'?"),
        ("30 high, inset 4", "30 hihg, inset 4", "moth-card.yaml bad-placement"),
    ],
    ids=["a template with a syntax error", "an unknown base", "an unknown layer", "a refused placement"],
)
def test_what_follows_from_a_mistake_in_a_template_is_not_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert moths(tmp_path / "whole") == []
    (finding,) = moths(tmp_path, old, new)
    assert finding.startswith(told)


def test_a_template_that_is_there_and_not_listed_is_named_as_such(tmp_path: Path) -> None:
    found = moths(tmp_path, "moth-card.yaml, night-card.yaml]", "moth-card.yaml]")
    assert found[0].endswith("'night-card.yaml' is in the folder: list it under documents of the pack")
