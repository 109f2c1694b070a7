"""The rows of components as a spreadsheet: columns with types, findings on cells, and changes in CSV, JSON and YAML."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.studio.serving import Page, page, served

ROOT = Path(__file__).parents[2]

CARDS = """\
kind: component
makes: card
template: card
fields: {name: text, cost: number 1 to 5, fast: "yes or no, optional", tags: "list, optional"}
rows: ROWS
"""
LISTED = """
  - {name: Ferry, cost: 2, fast: true}
  # the second
  - name: Crane
    cost: 3
    tags: [a, b]
"""
JSON = '[\n  {"name": "Ferry", "cost": 2, "fast": true},\n  {"name": "Crane", "cost": 3, "tags": ["a", "b"]}\n]\n'
TEMPLATE = "kind: template\nsize: 63 x 88\nlayers:\n  - {text: '{name}', where: 'top, 10 high', style: body}\n"
PACK = "kind: pack\ntitle: T\ndocuments: [card.yaml, cards.yaml]\ncomponents: [{component: cards}]\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))


def deck(folder: Path, rows: str, **files: str) -> Path:
    folder.mkdir()
    written = {"pack.yaml": PACK, "card.yaml": TEMPLATE, "cards.yaml": CARDS.replace(" ROWS", rows)}
    for name, text in {**written, **{name.replace("_", "."): text for name, text in files.items()}}.items():
        (folder / name).write_text(text)
    return folder


def change(opened: Page, **what: Any) -> dict[str, Any]:
    return opened.send("table.change", component="cards", **what)


@pytest.mark.slow
def test_columns_have_types_and_cells_have_findings(tmp_path: Path) -> None:
    pack = shutil.copytree(ROOT / "content" / "starter", tmp_path / "starter")
    (pack / "suppers.csv").write_text((pack / "suppers.csv").read_text().replace("cream,1\n", "cream,9\n", 1))
    with served(pack) as server, page(server) as opened:
        tables = opened.ask("table.list")["tables"]
        assert [(each["id"], each["rows"]) for each in tables] == [("suppers", 24), ("cats", 4)]
        data = opened.ask("table.rows", component="suppers")
        kinds = [(each["name"], each["type"]) for each in data["columns"]]
        assert kinds == [("House", "place"), ("Supper", "text"), ("Kind", "choice"), ("Worth", "number")]
        assert "Bakery" in data["columns"][0]["options"]
        assert data["columns"][2]["options"] == ["fish", "cream", "roast", "cheese"]
        assert data["rows"][0] == ["Bakery", "The cream, left out to settle.", "cream", "9"]
        assert data["findings"] is None, "rows do not wait until the pack is checked"
        (mark,) = opened.ask("table.findings", component="suppers")["findings"]
        assert opened.ask("table.rows", component="suppers")["findings"] == [mark]
        assert (mark["row"], mark["column"], mark["severity"]) == (0, 3, "error")
        shown = opened.ask("table.face", component="suppers", row=0)
        assert [each["side"] for each in shown["faces"]] == ["front", "back"]


@pytest.mark.slow
def test_rows_of_csv_are_changed_and_undone(tmp_path: Path) -> None:
    text = "name,cost,fast\r\nFerry,2,yes\r\nCrane,3,\r\n"
    pack = deck(tmp_path / "deck", " cards.csv", cards_csv="")
    (pack / "cards.csv").write_bytes(text.encode())
    with served(pack) as server, page(server) as opened:
        assert "refused" not in change(opened, cells=[[0, 0, "Boat, old"], [1, 1, "4"]])
        assert (pack / "cards.csv").read_bytes() == b'name,cost,fast\r\n"Boat, old",2,yes\r\nCrane,4,\r\n'
        change(opened, add=1)
        change(opened, paste="Tug\t1\tno\r\nRaft\t5\tyes", row=1, column_index=0)
        change(opened, move=1, to=0)
        change(opened, copy=0)
        assert opened.ask("table.rows", component="cards")["rows"] == [
            ["Tug", "1", "no"],
            ["Tug", "1", "no"],
            ["Boat, old", "2", "yes"],
            ["Raft", "5", "yes"],
        ]
        change(opened, remove=[0, 2])
        change(opened, column="note")
        assert (pack / "cards.csv").read_bytes() == b"name,cost,fast,note\r\nTug,1,no\r\nRaft,5,yes\r\n"
        assert "there is no" in opened.send("table.change", component="none", add=None)["refused"]
        assert "no row 10" in change(opened, cells=[[9, 0, "x"]])["refused"]
        assert "refused" in change(opened, cells=[["a", 0, "x"]])
        for _ in range(7):
            opened.ask("shell.undo")
        assert (pack / "cards.csv").read_bytes() == text.encode()


@pytest.mark.slow
def test_a_row_that_is_another_one_on_disk_is_not_written_to(tmp_path: Path) -> None:
    text = "name,cost\nFerry,2\nCrane,3\n"
    pack = deck(tmp_path / "deck", " cards.csv", cards_csv=text)
    with served(pack) as server, page(server) as opened:
        assert opened.ask("table.rows", component="cards")["numbers"] == [2, 3]
        (pack / "cards.csv").write_text("name,cost\nTug,1\nFerry,2\nCrane,3\n")
        for what in (
            {"cells": [[0, 1, "4"]], "seen": [[0, ["Ferry", "2"]]]},
            {"remove": [1], "seen": [[1, ["Crane", "3"]]]},
            {"move": 1, "to": 0, "seen": [[1, ["Crane", None]]]},
            {"copy": 7, "seen": [[7, ["Crane", "3"]]]},
        ):
            assert "changed on disk" in change(opened, **what)["refused"]
        assert "lists of a row" in change(opened, copy=0, seen=[0])["refused"]
        assert (pack / "cards.csv").read_text() == "name,cost\nTug,1\nFerry,2\nCrane,3\n"
        assert "refused" not in change(opened, cells=[[1, 1, "4"]], seen=[[1, ["Ferry", None]]])
        assert (pack / "cards.csv").read_text() == "name,cost\nTug,1\nFerry,4\nCrane,3\n"


@pytest.mark.slow
def test_a_table_that_prints_nothing_is_edited_too(tmp_path: Path) -> None:
    tides = "kind: component\nmakes: table\nrows: tides.csv\n"
    pack = deck(tmp_path / "deck", LISTED, tides_yaml=tides, tides_csv="name,height\nEbb,2\n")
    (pack / "pack.yaml").write_text("kind: pack\ntitle: T\n")
    with served(pack) as server, page(server) as opened:
        assert {each["id"] for each in opened.ask("table.list")["tables"]} == {"cards", "tides"}
        assert opened.ask("table.rows", component="tides")["rows"] == [["Ebb", "2"]]
        assert opened.ask("table.face", component="tides", row=0)["faces"] == []
        assert "refused" not in opened.send("table.change", component="tides", cells=[[0, 1, "3"]])
        assert (pack / "tides.csv").read_text() == "name,height\nEbb,3\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cards.yaml", "rows.json"])
def test_rows_of_lists_keep_their_types_and_everything_else(tmp_path: Path, name: str) -> None:
    listed = name == "cards.yaml"
    pack = deck(tmp_path / "deck", LISTED if listed else " rows.json", rows_json=JSON)
    before = (pack / name).read_text()
    with served(pack) as server, page(server) as opened:
        data = opened.ask("table.rows", component="cards")
        assert [each["name"] for each in data["columns"]] == ["name", "cost", "fast", "tags"]
        assert data["rows"] == [["Ferry", "2", "yes", ""], ["Crane", "3", "", "a, b"]]
        change(opened, cells=[[0, 1, "4"], [0, 2, "no"], [1, 3, "a, b, c"]])
        after = before.replace("cost: 2, fast: true", "cost: 4, fast: false").replace("[a, b]", "[a, b, c]")
        after = after.replace('"cost": 2, "fast": true', '"cost": 4, "fast": false').replace(
            '["a", "b"]', '["a", "b", "c"]'
        )
        assert (pack / name).read_text() == after
        change(opened, cells=[[0, 2, ""]])
        assert opened.ask("table.rows", component="cards")["rows"][0] == ["Ferry", "4", "", ""]
        change(opened, paste="Tug\t1", row=2, column_index=0)
        change(opened, move=2, to=0)
        assert [row[0] for row in opened.ask("table.rows", component="cards")["rows"]] == ["Tug", "Ferry", "Crane"]
        change(opened, remove=[0])
        change(opened, copy=1)
        assert [row[0] for row in opened.ask("table.rows", component="cards")["rows"]] == ["Ferry", "Crane", "Crane"]
        for _ in range(6):
            opened.ask("shell.undo")
    assert (pack / name).read_text() == before


@pytest.mark.slow
def test_values_say_where_they_come_from(tmp_path: Path) -> None:
    rows = """
  - &ferry {name: &n Ferry, cost: 2, kind: boat}
  - {name: *n, cost: 3, kind: boat}
  - *ferry
"""
    cards = (
        "kind: component\nmakes: card\ntemplate: card\nfields: {name: text, cost: number, kind: text, "
        "speed: {type: number, default: 4}}\njoin: {table: kinds.csv, by: kind}\ncomputed: {double: cost * 2}\n"
        f"rows:{rows}"
    )
    pack = deck(tmp_path / "pack", "", cards_yaml=cards, kinds_csv="kind,wheels\nboat,0\n")
    with served(pack) as server, page(server) as opened:
        shown = opened.ask("table.rows", component="cards")
        assert shown["computed"].endswith("computed in 'cards.yaml'")
        assert {(each["row"], each["says"]) for each in shown["origins"] if each["says"].startswith("*")} == {
            (1, "*n, an alias"),
            (2, "*ferry, an alias"),
        }
        at = {each["name"]: each for each in opened.ask("table.face", component="cards", row=1)["fields"]}
        assert {name: at[name]["origin"] for name in ("cost", "name", "wheels", "double", "speed")} == {
            "cost": None,
            "name": "*n, an alias",
            "wheels": "from kinds.csv",
            "double": "computed by a formula",
            "speed": "the default of this field",
        }
        lines = cards.splitlines()
        assert lines[at["name"]["at"]["line"] - 1][at["name"]["at"]["column"] - 1 :].startswith("&n Ferry")
        assert "double:" in lines[at["double"]["at"]["line"] - 1]
        assert "speed:" in lines[at["speed"]["at"]["line"] - 1]
        assert (at["wheels"]["at"]["file"].endswith("kinds.csv"), at["wheels"]["at"]["line"]) == (True, 2)
        refused = opened.send("table.change", component="cards", cells=[[1, 0, "Barge"]])
        assert "which line 8 writes as '&n'" in refused["refused"]
        place = refused["at"]
        assert place["file"] == shown["file"]
        assert lines[place["line"] - 1][place["column"] - 1 :].startswith("Ferry"), "the page offers to go there"
        face = opened.ask("faces.list")["faces"][1]["id"]
        fields = {each["name"]: each["origin"] for each in opened.ask("faces.one", face=face)["fields"]}
        assert fields["name"] == "*n, an alias"
