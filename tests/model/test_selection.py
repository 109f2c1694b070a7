"""Rows that are computed, filtered, sorted and limited, and that choose their templates."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.component import Component
from pnp.model.row import Row
from tests.pipeline import report_on, told, write

PACK = """\
# file: pack.yaml
kind: pack
title: Harbour
players: 2
minutes: 20
credit: {designers: [Ada Byron]}
licence: {name: CC0}
summary: A bay.
documents: [cards.yaml, spell-card.yaml, trap-card.yaml, dark.yaml]
components: [{component: cards}]
# file: spell-card.yaml
kind: template
size: mini-euro
layers: [{text: "{title} {cost} {copies}", style: body, where: inset 4}]
# file: trap-card.yaml
kind: template
extends: spell-card
layers: []
# file: dark.yaml
kind: template
extends: spell-card
layers: []
# file: cards.csv
title,type,cost,Qty
Bolt,spell,2,3
Pit 10,trap,,1
Pit 9,Trap,1,2
Éclair,spell,5,1
Shield,spell,2,1
# file: cards.yaml
kind: component
makes: card
name: Cards
rows: cards.csv
"""


def pack(folder: Path, *lines: str) -> Path:
    more = "\n".join(lines)
    return write(folder, PACK + (more if "template:" in more else f"template: spell-card\nback: dark\n{more}") + "\n")


def rows(folder: Path, *lines: str) -> tuple[Row, ...]:
    loaded = load(find_targets([str(pack(folder, *lines))])[0])
    (cards,) = loaded.game.all(Component)
    assert not cards.misfits, cards.misfits
    return cards.rows


def titles(folder: Path, *lines: str) -> list[object]:
    return [row.fields["title"] for row in rows(folder, *lines)]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("only: type == 'spell'", ["Bolt", "Éclair", "Shield"]),
        ("only: row >= 3 and row <= 4", ["Pit 10", "Pit 9"]),
        ("only: copies > 1", ["Bolt", "Pit 9"]),
        ("only: Qty == 2", ["Pit 9"]),
        ("order-by: title", ["Bolt", "Éclair", "Pit 9", "Pit 10", "Shield"]),
        ("order-by: cost", ["Pit 9", "Bolt", "Shield", "Éclair", "Pit 10"]),
        ("order-by: cost descending", ["Éclair", "Bolt", "Shield", "Pit 9", "Pit 10"]),
        ("order-by: [type, cost descending, title]", ["Éclair", "Bolt", "Shield", "Pit 9", "Pit 10"]),
        ("take: 2", ["Bolt", "Pit 10"]),
        ("take: 4 to 9", ["Éclair", "Shield"]),
        ("take: from 5", ["Shield"]),
        ("only: type == 'spell'\norder-by: title descending\ntake: 2 to 3", ["Éclair", "Bolt"]),
    ],
)
def test_rows_are_filtered_sorted_and_limited(tmp_path: Path, lines: str, expected: list[str]) -> None:
    assert titles(tmp_path, lines) == expected


def test_computed_fields_are_used_by_later_ones_by_filters_and_faces(tmp_path: Path) -> None:
    lines = "computed: {sum: (cost or 0) * copies, big: sum > 4}\nonly: big"
    found = rows(tmp_path, lines)
    assert [(row.fields["title"], row.fields["sum"]) for row in found] == [("Bolt", 6), ("Éclair", 5)]
    face = (tmp_path / "spell-card.yaml").read_text("utf-8").replace("{cost}", "{sum}")
    (tmp_path / "spell-card.yaml").write_text(face, "utf-8")
    report = report_on(tmp_path)
    assert not [each for each in report.findings if "sum" in each.message], told(report)


def test_each_row_chooses_its_template(tmp_path: Path) -> None:
    found = rows(tmp_path, 'template: "{type}-card"', "back: \"{'dark' if cost else 'trap-card'}\"")
    assert [row.template.name for row in found if row.template] == [
        *("spell-card", "trap-card", "trap-card", "spell-card", "spell-card")
    ]
    assert [row.back.name for row in found if row.back] == ["dark", "trap-card", "dark", "dark", "dark"]
    assert [each.code for each in report_on(tmp_path).findings] == []


def test_a_template_that_no_row_chooses_may_be_chosen_later(tmp_path: Path) -> None:
    place = pack(tmp_path, 'template: "{type}-card"', "back: dark", "only: type == 'spell'")
    assert [each.code for each in report_on(place).findings] == []


def test_an_unknown_template_names_the_row_and_the_cell(tmp_path: Path) -> None:
    place = pack(tmp_path, 'template: "{type}-card"', "back: dark")
    (place / "cards.csv").write_text("title,type,cost\nBolt,spel,1\nPit,trap,2\nArc,spel,1\n", "utf-8")
    (finding,) = report_on(place).findings
    assert (finding.code, Path(finding.span.file).name, finding.span.line, finding.span.column) == (
        *("unknown-template", "cards.csv"),
        *(2, 6),
    )
    assert finding.message == "there is no template 'spel-card' (rows 'Bolt' and 'Arc')"
    assert finding.hint == "did you mean 'spell-card'?"


def test_a_formula_that_chooses_nothing_is_reported_once(tmp_path: Path) -> None:
    (finding,) = report_on(pack(tmp_path, 'template: "{type}-cart"', "back: dark")).findings
    assert (finding.code, Path(finding.span.file).name) == ("unknown-template", "cards.yaml")


def test_templates_of_two_sizes_are_reported_once(tmp_path: Path) -> None:
    place = pack(tmp_path, 'template: "{type}-card"', "back: dark")
    (place / "trap-card.yaml").write_text("kind: template\nextends: spell-card\nsize: poker\nlayers: []\n", "utf-8")
    (finding,) = report_on(place).findings
    assert finding.code == "mixed-templates"
    assert finding.message == "rows choose 'spell-card', which is 44 × 68 mm, and 'trap-card', which is 63.5 × 88.9 mm"


@pytest.mark.parametrize(
    ("lines", "message", "hint"),
    [
        ("only: tpye == 'spell'", "unknown name 'tpye'", "did you mean 'type'? write a text in quotes: 'tpye'"),
        ("only: type ==", "the expression ends too early, after '=='", None),
        (
            "order-by: [type, price]",
            "unknown name 'price'",
            "rows have title, type, cost, Qty",
        ),
        (
            "computed: {twice: 2 * coast}",
            "unknown name 'coast'",
            "did you mean 'cost'?",
        ),
        ("take: none", "'take': expected a number of rows such as 20, or a range such as 21 to 40 or from 21", None),
    ],
)
def test_an_expression_that_fails_is_one_finding(tmp_path: Path, lines: str, message: str, hint: str | None) -> None:
    (finding,) = report_on(pack(tmp_path, 'template: "{type}-card"', "back: dark", lines)).findings
    assert (Path(finding.span.file).name, finding.severity.value) == ("cards.yaml", "error")
    assert finding.message.startswith(message)
    assert hint is None or finding.hint == hint


def test_a_missing_value_in_a_computed_field_names_its_row(tmp_path: Path) -> None:
    (finding,) = report_on(pack(tmp_path, "computed: {twice: cost + 2}")).findings
    assert finding.rows == ("Pit 10",)
    assert (Path(finding.span.file).name, finding.code) == ("cards.yaml", "bad-row-expression")
    assert finding.message == "cannot add the text '' and the number 2 (row 'Pit 10')"


@pytest.mark.parametrize("line", ["only: 1 == 1", "order-by: id", "take: 2", "computed: {a: '1'}"])
def test_rows_of_maps_are_not_filtered(tmp_path: Path, line: str) -> None:
    place = pack(tmp_path, line)
    text = (place / "cards.yaml").read_text("utf-8").replace("rows: cards.csv", "each-area-of: bay")
    (place / "cards.yaml").write_text(text, "utf-8")
    assert "wrong-value" in {each.code for each in report_on(place).findings}
