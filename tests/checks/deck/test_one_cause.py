"""One mistake in a table or in what joins two of them is one finding."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline import places, report_on, told, write

PACK = """
# file: pack.yaml
kind: pack
title: Fen
# file: moths.yaml
kind: component
makes: card
name: Moths
template: moth
rows: moths.csv
join: {table: families.csv, by: family}
fields:
  name: text
  family: {one-of: [Tiger, Ghost]}
  worth: whole number 1 to 5
  site: text
  hue: text
  group-name: text
# file: moth.yaml
kind: template
size: poker
layers:
  - {text: "{name} {family} {worth} {site} {hue} {group_name}", style: body, where: inset 5}
# file: moths.csv
Name,Family,Worth,Site,Copies
Ermine,Tiger,2,reed,3
Swift,Ghost,3,lamp,2
Emerald,Ghost,1,net,1
# file: families.csv
Family,Hue,Group name
Tiger,brown,Tigers
Ghost,white,Ghosts
"""


def test_the_pack_of_these_tests_is_right(tmp_path: Path) -> None:
    report = report_on(write(tmp_path, PACK))
    assert places(report) == [], told(report)


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ("{table: families.csv, by: family}", "{table: familes.csv, by: family}", "moths.yaml:6 missing-file"),
        ("by: family}", "by: [family]}", "moths.yaml:6 wrong-type"),
        ("by: family}", "by: familie}", "moths.yaml:6 bad-join"),
        ("Ermine,Tiger", "Ermine,Tigger", "moths.csv:2 bad-field-value"),
        ("reed,3", "reed,-3", "moths.csv:2 bad-field-value"),
        ("  name: text\n", "  name: string\n", "moths.yaml:8 wrong-value"),
        ("Tiger,brown,Tigers\n", "", "moths.csv:2 bad-join"),
        ("Ghost,white,Ghosts\n", "Ghost,white,Ghosts\nGhost,grey,Ghosts\n", "families.csv:4 bad-join"),
        ("net,1\n", "net,1\nTotal,,6,,6\n", "moths.csv:5 missing-field"),
        ("net,1\n", "net,1\nMocha,Ghost,reed,3\n", "moths.csv:5 ragged-row"),
        ("net,1\n", "net,1\nTotal,,,,\n", "moths.csv:5 missing-field"),
        (
            "Name,Family,Worth,Site,Copies\n",
            "The moths,,,,\nName,Family,Worth,Site,Copies\n",
            "moths.csv:1 unnamed-column",
        ),
        ("Name,Family,Worth,Site,Copies\n", "Name,Family,Worth,Name,Copies\n", "moths.csv:1 duplicate-column"),
    ],
)
def test_one_mistake_is_one_finding(tmp_path: Path, right: str, wrong: str, place: str) -> None:
    assert PACK.count(right) == 1
    report = report_on(write(tmp_path, PACK.replace(right, wrong)))
    assert places(report) == [place], told(report)


def test_a_title_above_the_names_of_columns_is_named(tmp_path: Path) -> None:
    title = "The moths,,,,\n,,,,\n"
    report = report_on(write(tmp_path, PACK.replace("Name,Family", f"{title}Name,Family")))
    (finding,) = (each for each in report.findings if each.severity.value == "error")
    assert finding.message == "row 1 has one cell, and the names of the columns seem to be in row 3"
    assert finding.hint == "delete the rows above row 3"


def test_columns_that_bars_separate_are_one_finding(tmp_path: Path) -> None:
    head, _, tail = PACK.partition("Name,Family")
    table, file, rest = f"Name,Family{tail}".partition("# file: families.csv")
    report = report_on(write(tmp_path, head + table.replace(",", "|") + file + rest))
    assert places(report) == ["moths.csv:1 ragged-row"], told(report)
