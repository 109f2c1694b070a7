"""Tables: components that print nothing, whose rows other documents read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.cli.main import main
from tests.pipeline import report_on, write

PACK = """\
# file: pack.yaml
kind: pack
title: Bay
# file: tides.yaml
kind: component
makes: table
rows: tides.csv
# file: tides.csv
name,height
Ebb,2
Flood,7
# file: chart.yaml
kind: component
makes: board
name: Tide chart
template: face
# file: face.yaml
kind: template
size: 80 x 60
layers:
  - {text: "{t.name}: {t.height}", style: body, where: inset 6, repeat: {each: t, in: tides.rows}}
"""


def faults(place: Path) -> list[tuple[str, str, str | None]]:
    return [(each.code, each.message, each.hint) for each in report_on(place).findings if each.severity.value != "info"]


def run(*arguments: str) -> int:
    try:
        return main(list(arguments)) or 0
    except SystemExit as left:
        return int(left.code or 0)


def test_it_needs_no_template_and_is_not_printed(tmp_path: Path) -> None:
    place = write(tmp_path / "bay", PACK)
    assert faults(place) == []
    assert run("build", str(place), "--out", str(tmp_path / "out"), "--format", "pdf") == 0
    names = sorted(path.name for path in (tmp_path / "out" / "bay").iterdir())
    assert names == ["bay-a4.pdf", "bay-chart-a4.pdf", "bay-chart-full-size.pdf"]


def test_it_is_listed_as_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = write(tmp_path / "bay", PACK)
    assert run("list", str(place)) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["     1 × Tide chart  chart", " table   Tides  tides: 2 rows"]
    assert run("list", str(place), "--format", "json") == 0
    (pack,) = json.loads(capsys.readouterr().out)["packs"]
    assert pack["tables"] == [{"id": "tides", "name": "Tides", "rows": 2}]
    assert [each["id"] for each in pack["components"]] == ["chart"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("title: Bay", "title: Bay\ncomponents: [{component: chart}]", None),
        (
            "title: Bay",
            "title: Bay\ncomponents: [{component: chart}, {component: tides}]",
            (
                *("unknown-component", "'tides' is a table, which prints nothing"),
                "take the line out: expressions read its rows without it",
            ),
        ),
        (
            "makes: table\n",
            "makes: table\ntemplate: face\n",
            ("wrong-value", "'template': the text 'face' isn't allowed here", "take it out: a table prints nothing"),
        ),
        ("rows: tides.csv", "fields: {name: text}", ("missing-key", "'rows' is missing", "add 'rows: …'")),
    ],
)
def test_what_it_has_instead_is_one_finding(tmp_path: Path, old: str, new: str, told: tuple[str, ...] | None) -> None:
    assert faults(write(tmp_path, PACK.replace(old, new, 1))) == ([told] if told else [])


def test_a_mistyped_field_of_its_rows_is_one_finding(tmp_path: Path) -> None:
    (found,) = faults(write(tmp_path, PACK.replace("{t.height}", "{t.heigth}")))
    assert found == ("failed-expression", "the row 'Ebb' has no field 'heigth' (row '1')", "did you mean 'height'?")


def test_its_name_is_proposed_for_a_mistyped_one(tmp_path: Path) -> None:
    ((code, message, hint), *_) = faults(write(tmp_path, PACK.replace("tides.rows", "tide.rows")))
    assert (code, message) == ("failed-expression", "unknown name 'tide' (row '1')")
    assert hint == "did you mean 'tides'?"


def test_a_mistyped_one_is_one_finding(tmp_path: Path) -> None:
    ((code, message, hint),) = faults(write(tmp_path, PACK.replace("makes: table", "makes: tabel")))
    assert (code, message.partition(":")[0], hint) == ("wrong-value", "'makes'", "did you mean 'table'?")


@pytest.mark.parametrize(("whole", "reason"), [(True, "build the pack"), (False, "only tables, which print nothing")])
def test_a_build_of_tables_alone_says_why_nothing_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], whole: bool, reason: str
) -> None:
    place = write(tmp_path / "bay", PACK if whole else PACK.partition("# file: chart.yaml")[0])
    target = place / "tides.yaml" if whole else place
    assert run("build", str(target), "--out", str(tmp_path / "out")) != 0
    said = capsys.readouterr()
    assert reason in said.out + said.err
