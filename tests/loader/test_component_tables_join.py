"""Decks over several tables, in workbooks and JSON too, whose columns need no declaration."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.examine import examine
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.component import Component
from pnp.model.row import Row
from tests.pipeline import report_on, told, write
from tests.workbooks import xlsx

PACK = """\
# file: pack.yaml
kind: pack
summary: A game of boats.
title: Harbour
players: 2
minutes: 20
credit: {designers: [Ada Byron]}
licence: {name: CC0}
documents: [cards.yaml, card.yaml]
components: [{component: cards}]
# file: card.yaml
kind: template
size: mini-euro
layers: [{text: "{title} {fine} {copies}", style: body, where: inset 4}]
# file: cards.csv
Title,Kind
Opera,a
Market,b
Pier,A
# file: fines.csv
kind,Fine,copies
a,2,3
b,4,1
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
rows: cards.csv
"""


def pack(folder: Path, line: str = "join: {table: fines.csv, by: kind}", **files: str | bytes) -> Path:
    place = write(folder, f"{PACK}{line}\n")
    for name, content in files.items():
        path = place / name.replace("_", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return place


def rows(place: Path) -> tuple[Row, ...]:
    game = load(find_targets([str(place)])[0]).game
    (cards,) = game.all(Component)
    assert not cards.damaged, cards.misfits
    return cards.rows


def test_rows_get_the_fields_and_copies_of_the_other_table(tmp_path: Path) -> None:
    place = pack(tmp_path)
    assert [(row.name, row.fields["fine"], row.copies) for row in rows(place)] == [
        *(("Opera", 2, 3), ("Market", 4, 1)),
        ("Pier", 2, 3),
    ]
    assert report_on(place).findings == (), told(report_on(place))


@pytest.mark.parametrize(
    ("files", "line", "code", "place", "message", "hint"),
    [
        (
            {"fines_csv": "kind,fine\na,2\nbb,4\n"},
            "join: {table: fines.csv, by: kind}",
            *("bad-join", "cards.csv:3:8", "fines.csv has no row with 'kind' 'b' (row 'Market')", "did you mean 'bb'?"),
        ),
        (
            {"fines_csv": "kind,fine\na,2\nb,4\nA,4\n"},
            "join: {table: fines.csv, by: kind}",
            *(
                "bad-join",
                "fines.csv:4:1",
                "fines.csv has two rows with 'kind' 'a'",
                "delete one, or give it another value",
            ),
        ),
        (
            {"fines_csv": "kind,fine\nA,2\nBB,4\n"},
            "join: {table: fines.csv, by: kind}",
            *("bad-join", "cards.csv:3:8", "fines.csv has no row with 'kind' 'b' (row 'Market')", "did you mean 'BB'?"),
        ),
        (
            {},
            "join: {table: fines.csv, by: kidn}",
            *("bad-join", "cards.yaml:6:30", "the rows have no field 'kidn'", "did you mean 'Kind'?"),
        ),
        (
            {},
            "join: {table: fines.csv, by: kind, key: sort}",
            *("bad-join", "cards.yaml:6:41", "fines.csv has no column 'sort'", "there are 'kind' and 'Fine'"),
        ),
        (
            {},
            "join: {table: fine.csv, by: kind}",
            *("missing-file", "cards.yaml:6:15", "the pack has no file 'fine.csv'", "did you mean 'fines.csv'?"),
        ),
    ],
)
def test_what_does_not_match_is_one_finding(
    tmp_path: Path, files: dict[str, str], line: str, code: str, place: str, message: str, hint: str
) -> None:
    report = report_on(pack(tmp_path, line, **files))
    found = [each for each in report.findings if each.severity.value == "error"]
    assert [(each.code, str(each.span).rpartition("/")[2], each.message, each.hint) for each in found] in (
        [(code, place, message, hint)],
        [(code, place, message, "there are 'kind', 'Fine' and 'copies'")],
    ), told(report)


def test_rows_without_a_match_may_be_allowed(tmp_path: Path) -> None:
    line = "join: {table: fines.csv, by: kind, optional: true}"
    place = pack(tmp_path, line, fines_csv="kind,fine\na,2\n")
    assert [row.fields["fine"] for row in rows(place)] == [2, "", 2]


def test_sheets_of_a_workbook_are_tables(tmp_path: Path) -> None:
    book = xlsx({"Cards": [["title", "kind"], ["Opera", "a"]], "Fines": [["name", "fine"], ["a", "<c><v>0.5</v></c>"]]})
    line = "join: {table: book.xlsx, sheet: fines, by: kind, key: name}"
    place = pack(tmp_path, line, book_xlsx=book)
    document = (place / "cards.yaml").read_text("utf-8").replace("rows: cards.csv", "rows: book.xlsx")
    (place / "cards.yaml").write_text(document, "utf-8")
    assert [str(row.fields["fine"]) for row in rows(place)] == ["1/2"]
    (place / "cards.csv").write_text("Title,Kind\nOpera,Bb\n", "utf-8")
    (place / "cards.yaml").write_text(document.replace("rows: book.xlsx", "rows: cards.csv"), "utf-8")
    (missing,) = report_on(place).findings
    assert missing.message == "sheet 'fines' of book.xlsx has no row with 'name' 'Bb' (row 'Opera')"
    (place / "cards.yaml").write_text(document.replace("book.xlsx\n", "{table: book.xlsx, sheet: Crads}\n"), "utf-8")
    (finding,) = report_on(place).findings
    assert (str(finding.span).rpartition("/")[2], finding.code, finding.hint) == (
        *("cards.yaml:5:33", "missing-file"),
        "did you mean 'Cards'?",
    )


def test_findings_of_a_workbook_name_the_sheet_and_the_cell(tmp_path: Path) -> None:
    book = xlsx(
        {"Spells": [["title", "fine", "copies"], ["Opera", '<c t="e"><v>#REF!</v></c>', 1], ["Pier", 2, "many"]]}
    )
    place = pack(tmp_path, "", book_xlsx=book)
    document = (place / "cards.yaml").read_text("utf-8").replace("cards.csv", "book.xlsx")
    (place / "cards.yaml").write_text(document, "utf-8")
    found = {each.code: each for each in report_on(place).findings}
    assert str(found["spreadsheet-formula"].span).endswith("book.xlsx, sheet Spells, cell B2")
    assert str(found["bad-field-value"].span).endswith("book.xlsx, sheet Spells, cell C3")


def test_a_list_in_json_is_a_table(tmp_path: Path) -> None:
    text = '[{"title": "Opera", "fine": 0.5, "Qty": 2}, {"title": "Pier", "fine": [1, 2]}]'
    place = pack(tmp_path, "", cards_json=text)
    document = (place / "cards.yaml").read_text("utf-8").replace("cards.csv", "cards.json")
    (place / "cards.yaml").write_text(document, "utf-8")
    assert [(row.name, str(row.fields["fine"]), row.copies) for row in rows(place)] == [
        *(("Opera", "1/2", 2), ("Pier", "(1, 2)", 1)),
    ]
    drawn = examine(load(find_targets([str(place)])[0]))
    assert drawn.report.errors == 0, told(drawn.report)
    (place / "cards.json").write_text('[{"title": "Opera", "fine": 1, "qty": "two"}]', "utf-8")
    (finding,) = report_on(place).findings
    assert (finding.code, str(finding.span).rpartition("/")[2]) == ("bad-field-value", "cards.json:1:39")


def test_columns_are_found_under_the_names_that_faces_use(tmp_path: Path) -> None:
    place = pack(tmp_path, "", cards_csv="TITLE,Fine \nOpera,2\n")
    assert [dict(row.fields) for row in rows(place)] == [{"title": "Opera", "fine": 2}]
    assert report_on(place).findings == ()
    ambiguous = pack(tmp_path / "b", "", cards_csv="TITLE,Title,fine\nOpera,Market,2\n")
    assert [each.code for each in report_on(ambiguous).findings] == ["missing-field"]


@pytest.mark.parametrize("face", ["title", "fine"])
def test_a_mistyped_column_that_faces_use_is_one_error_at_the_column(tmp_path: Path, face: str) -> None:
    names = {"title": "title", "fine": "fine"} | {face: {"title": "Titel", "fine": "fien"}[face]}
    place = pack(tmp_path, "", cards_csv=f"{names['title']},{names['fine']}\nOpera,2\nPier,3\n")
    template = (place / "card.yaml").read_text("utf-8")
    more = '  - {text: "{title} {fine}", style: body, where: "bottom, inset 4, 9 high"}\n'
    layers = template.replace("layers: [", "layers:\n  - ").replace("}]", "}")
    (place / "card.yaml").write_text(layers + more, "utf-8")
    (finding,) = report_on(place).findings
    assert (finding.code, finding.severity.value, str(finding.span).rpartition("/")[2]) == (
        *("missing-field", "error"),
        "cards.csv:1:1" if face == "title" else "cards.csv:1:7",
    )
    assert (finding.message, finding.hint) == (
        f"there is no column '{face}', which the faces use",
        f"is it '{names[face]}'?",
    )


def test_a_computed_field_is_no_mistyped_column(tmp_path: Path) -> None:
    place = pack(tmp_path, "computed: {fin: number + 1}", cards_csv="title,number,fine\nOpera,2,3\n")
    template = (place / "card.yaml").read_text("utf-8").replace("{fine}", "{fin}").replace("{title}", "{title} {fin}")
    (place / "card.yaml").write_text(template, "utf-8")
    assert "missing-field" not in {each.code for each in report_on(place).findings}


def test_the_name_of_a_style_is_no_column_that_a_face_uses(tmp_path: Path) -> None:
    place = pack(tmp_path, "", cards_csv="title,fine\nOpera,2\n")
    layers = 'layers:\n  - {text: "{titles} {fine}", style: card-title, where: "bottom, inset 4, 9 high"}\n'
    template = (place / "card.yaml").read_text("utf-8").partition("layers:")[0]
    (place / "card.yaml").write_text(template + layers, "utf-8")
    (finding,) = (each for each in report_on(place).findings if each.severity.value == "error")
    assert "card_title" not in finding.message
    assert (finding.code, finding.hint) == ("missing-field", "is it 'title'?")


def test_a_text_in_the_column_of_copies_may_be_the_rest_of_another(tmp_path: Path) -> None:
    place = pack(tmp_path, "", cards_csv="title,fine,copies\nOpera,Hello, world\n")
    (finding,) = report_on(place).findings
    assert finding.hint == "is 'Hello, world' one text? Then quote it"
