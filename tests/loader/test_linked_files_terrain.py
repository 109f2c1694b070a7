"""Grid maps whose cells are in a table or a workbook: read by words, reported in the table, and never half read."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps.grid_map import GridMap
from tests.pipeline import report_on
from tests.workbooks import ods, ods_table, xlsx

ISLE = """kind: grid-map
name: Isle
cells: square
terrain: isle.csv
legend: {x: {terrain: forest, in: Weald}}
districts: {Weald: {}}
terrains: {sea: {closed: true}, plain: {}, forest: {cost: 2}}
"""


def isle(folder: Path, table: str | bytes, document: str = ISLE) -> Path:
    (folder / "isle.yaml").write_text(document, encoding="utf-8")
    (folder / "isle.csv").write_bytes(table if isinstance(table, bytes) else table.encode())
    return folder / "isle.yaml"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_each_word_is_a_cell_and_an_empty_field_is_none(tmp_path: Path, separator: str) -> None:
    path = isle(tmp_path, "sea,plain,x\r\nplain, forest ,\r\n".replace(",", separator))
    (target,) = find_targets([str(path)])
    (grid_map,) = load(target).game.all(GridMap)
    terrains = [cell.terrain.name if cell.terrain else "" for cell in grid_map.cells]
    assert terrains == ["sea", "plain", "forest", "plain", "forest"]
    assert [cell.number for cell in grid_map.cells] == ["A1", "B1", "C1", "A2", "B2"]
    assert [cell.district.name for cell in grid_map.cells if cell.district] == ["Weald"]
    assert report_on(path).errors == 0


def test_a_word_without_a_meaning_is_reported_in_the_table(tmp_path: Path) -> None:
    report = report_on(isle(tmp_path, "sea,plain\nplain,forrest\n"))
    (found,) = [each for each in report.findings if each.code == "unknown-letter"]
    assert (Path(found.span.file).name, found.span.line, found.span.column) == ("isle.csv", 2, 7)
    assert (found.message, found.hint) == ("'forrest' is no terrain, and not in the legend", "did you mean 'forest'?")


def test_every_word_without_a_meaning_is_reported_in_the_table(tmp_path: Path) -> None:
    report = report_on(isle(tmp_path, "sea,plein\nplain,forrest\n"))
    found = [each for each in report.findings if each.code == "unknown-letter"]
    assert [(each.span.line, each.hint) for each in found] == [
        (1, "did you mean 'plain'?"),
        (2, "did you mean 'forest'?"),
    ]


def test_a_table_that_is_missing_is_one_finding(tmp_path: Path) -> None:
    path = isle(tmp_path, "", ISLE.replace("isle.csv", "isles.csv") + "places: {Home: {at: A1}}\n")
    codes = [each.code for each in report_on(path).findings]
    assert codes == ["missing-file"]


def test_a_table_that_is_no_text_is_one_finding(tmp_path: Path) -> None:
    report = report_on(isle(tmp_path, b"sea\x00,plain\n"))
    assert [each.code for each in report.findings] == ["bad-character"]


GROUND = {"Notes": [["what", "who"]], "Ground": [[], ["", "sea", "plain"], ["", "x", "plain", "plain"]]}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("isle.xlsx", xlsx(GROUND)),
        ("isle.ods", ods("".join(ods_table(*rows, name=name) for name, rows in GROUND.items()))),
    ],
)
def test_a_sheet_of_a_workbook_has_the_cells_where_they_are_in_it(tmp_path: Path, name: str, content: bytes) -> None:
    path = isle(tmp_path, "", ISLE.replace("isle.csv", f"{{table: {name}, sheet: ground}}"))
    (tmp_path / name).write_bytes(content)
    (target,) = find_targets([str(path)])
    (grid_map,) = load(target).game.all(GridMap)
    cells = [(cell.number, cell.terrain.name if cell.terrain else "") for cell in grid_map.cells]
    assert cells == [("B2", "sea"), ("C2", "plain"), ("B3", "forest"), ("C3", "plain"), ("D3", "plain")]
    assert report_on(path).errors == 0


def test_a_word_without_a_meaning_is_reported_in_the_sheet(tmp_path: Path) -> None:
    path = isle(tmp_path, "", ISLE.replace("isle.csv", "isle.xlsx"))
    (tmp_path / "isle.xlsx").write_bytes(xlsx({"Ground": [["sea", "plain"], ["plain", "forrest"]]}))
    (found,) = [each for each in report_on(path).findings if each.code == "unknown-letter"]
    assert (Path(found.span.file).name, found.span.sheet, found.span.row) == ("isle.xlsx", "Ground", 2)
    assert found.hint == "did you mean 'forest'?"


@pytest.mark.parametrize(
    ("terrain", "code", "message"),
    [
        ("{table: isle.xlsx, sheet: Grund}", "missing-file", "the workbook has no sheet 'Grund'"),
        ("{table: isle.csv, sheet: Ground}", "wrong-value", "only workbooks have sheets, and not 'isle.csv'"),
        ("{table: isle.xlsx, sheet: Bare}", "empty-document", "the sheet 'Bare' is empty"),
        ("{table: isle.pdf}", "wrong-value", ""),
    ],
)
def test_a_sheet_that_cannot_be_read_is_one_finding(tmp_path: Path, terrain: str, code: str, message: str) -> None:
    path = isle(tmp_path, "sea,plain\nplain,x\n", ISLE.replace("isle.csv", terrain))
    (tmp_path / "isle.xlsx").write_bytes(xlsx({"Ground": [["sea", "plain", "x"]], "Bare": []}))
    (found,) = report_on(path).findings
    assert (found.code, found.span.line) == (code, 1 if code == "empty-document" else 4)
    assert message in found.message


def test_a_file_that_is_no_workbook_is_one_finding(tmp_path: Path) -> None:
    path = isle(tmp_path, "", ISLE.replace("isle.csv", "isle.xlsx"))
    (tmp_path / "isle.xlsx").write_bytes(b"sea,plain")
    assert [each.code for each in report_on(path).findings] == ["bad-workbook"]
