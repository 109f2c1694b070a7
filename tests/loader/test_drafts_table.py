"""A bare table as a deck: its columns by their names, what is missing, what is too long, and the pack made of it."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from pnp.build.examine import Examined, examine
from pnp.diagnostics import ERROR, Span
from pnp.loader import find_targets
from pnp.loader.drafts import line_of, short_columns
from pnp.loader.pack import Loaded, load
from pnp.model.component import Component
from pnp.model.row import Row
from tests.cli.conftest import Run, pnp, work
from tests.scene.pictures import file, gradient

__all__ = ["pnp", "work"]


COUNTS = ("copies", "qty")


def deck(folder: Path, table: str, name: str = "cards.csv") -> Loaded:
    (folder / name).write_text(table, encoding="utf-8")
    (target,) = find_targets([str(folder / name)])
    return load(target)


def component(loaded: Loaded) -> Component:
    (found,) = loaded.game.all(Component)
    return found


def codes(examined: Examined) -> list[str]:
    return [each.code for each in examined.report.findings]


def fields(loaded: Loaded) -> dict[str, object]:
    return {
        name: value
        for name, value in component(loaded).rows[0].fields.items()
        if value not in ("", None) and name.casefold() not in COUNTS
    }


@pytest.mark.parametrize(
    "header",
    [
        "Title,Type,Cost,Icon,Text,Flavour,Copies",
        "NAME,kind,PRICE,Symbol,rules text,flavor,Qty",
        "Titel,Typ,Kosten,symbol,Beschreibung,Zitat,Anzahl",
        "Nom,Catégorie,Coût,Icône,Effet,Citation,Quantité",
        "Nombre,Tipo,Coste,Icono,Texto,Cita,Cantidad",
    ],
)
def test_columns_are_known_by_many_names(tmp_path: Path, header: str) -> None:
    loaded = deck(tmp_path, f"{header}\nHat,Everyday,2,hat,Keep it.,Black.,3\n")
    assert fields(loaded) == {
        "title": "Hat",
        "type": "Everyday",
        "cost": "2",
        "icon": "hat",
        "text": "Keep it.",
        "flavour": "Black.",
    }
    assert component(loaded).rows[0].copies == 3
    assert codes(examine(loaded)) == ["bare-table"]


@pytest.mark.parametrize("header", ["Qty.", "Anz.", "Stück", "Nr of copies", "# copies"])
def test_more_names_of_the_number_of_copies(tmp_path: Path, header: str) -> None:
    loaded = deck(tmp_path, f"Title,{header}\nHat,3\n")
    assert component(loaded).rows[0].copies == 3
    assert codes(examine(loaded)) == ["bare-table"]


@pytest.mark.parametrize(
    ("header", "cells", "asks"),
    [
        ("Amount", "2 1 2", True),
        ("How many", "2 1", False),  # as many values as rows: numbers of the cards
        ("Number", "1 2 3", False),
        ("Amount", "1 1 1", False),
        ("Amount", "400 200 400", False),
        ("Power", "2 1 2", False),
    ],
)
def test_a_column_that_may_be_the_number_of_copies_is_asked_about(
    tmp_path: Path, header: str, cells: str, asks: bool
) -> None:
    rows = "".join(f"Hat {at},{cell}\n" for at, cell in enumerate(cells.split()))
    found = [each for each in deck(tmp_path, f"Title,{header}\n{rows}").findings if each.code == "unprinted-cell"]
    assert [(each.message, each.hint) for each in found] == asks * [
        (f"each row is printed once: is '{header}' the number of copies?", "then call that column copies")
    ]


def test_a_column_in_another_language_is_not_called_text(tmp_path: Path) -> None:
    long = "Keep it until the end of the round."
    loaded = deck(tmp_path, f"Name,Text,Text DE,Remarks\nHat,{long},{long},{long}\n")
    assert [each.hint for each in loaded.findings if each.code == "unprinted-cell"] == [
        "if it is 'Text' in another language, call it 'Text@de'",
        "call it Flavour, or make a game of the table",
    ]


def test_the_name_of_a_field_is_preferred_to_its_other_names(tmp_path: Path) -> None:
    loaded = deck(tmp_path, "Name,Title\nA,B\n")
    assert (fields(loaded)["title"], fields(loaded)["more"]) == ("B", "Name A")


def test_without_a_title_the_first_other_column_is_one(tmp_path: Path) -> None:
    assert fields(deck(tmp_path, "Thing,Text\nHat,Keep it.\n"))["title"] == "Hat"


def test_short_columns_are_a_line_and_long_ones_are_named(tmp_path: Path) -> None:
    note = "what only the designer needs to know"
    loaded = deck(tmp_path, f"Title,Attack,Life points,Idea\nTroll,5,7,{note}\nFairy,,1,\n")
    assert [row.fields["more"] for row in component(loaded).rows] == ["Attack 5 · Life points 7", "Life points 1"]
    note, warning = sorted(examine(loaded).report.findings, key=lambda each: each.code)
    assert note.message == "'cards.csv' is printed as a plain deck of cards"
    assert warning.message == "the column 'Idea' is not printed"


def test_a_line_takes_as_many_columns_as_fit() -> None:
    rows = [Row("1", {"a": "1", "b": "x" * 13, "c": "y" * 12, "d": "z" * 12, "e'": "1", "f": "z" * 12}, Span(""))]
    assert list(short_columns(["a", "b", "c", "d", "e'", "f"], rows)) == ["a", "c", "d"]
    assert line_of(["a-b"]) == "join([cell for cell in ['a-b ' + text(a_b) if a_b != '' else ''] if cell != ''], ' · ')"


def test_pictures_that_exist_are_printed_and_others_are_warned_of(tmp_path: Path) -> None:
    (tmp_path / "hat.png").write_bytes(file(gradient(900, 600)))
    loaded = deck(tmp_path, "Title,Picture,Icon\nHat,hat.png,\nCoat,coat.png,rain\nScarf,../scarf.png,sun\n")
    assert [row.fields["art"] for row in component(loaded).rows] == ["hat.png", "", ""]
    found = [(each.code, each.message) for each in loaded.findings if each.code != "bare-table"]
    assert found == [
        ("unprinted-cell", "there is no icon 'rain'"),
        ("unprinted-cell", "there is no picture 'coat.png' and '../scarf.png'"),
    ]
    assert not examine(loaded).report.errors


def test_a_long_text_shrinks_and_one_that_is_too_long_is_found(tmp_path: Path) -> None:
    sentence = "Everybody who sits at this table gives one card to the neighbour on the left. "
    assert codes(examine(deck(tmp_path, f"Title,Text\nHat,{sentence * 5}\n"))) == ["bare-table"]
    assert "text-overflow" in codes(examine(deck(tmp_path, f"Title,Text\nHat,{sentence * 20}\n")))


@pytest.mark.parametrize("table", ["", "Title\n", 'Title\n"', "\ufeff\n\n"])
def test_a_table_without_rows_is_one_finding_and_no_crash(tmp_path: Path, table: str) -> None:
    assert len(examine(deck(tmp_path, table)).report.findings) == 1


@pytest.mark.slow
def test_it_is_printed_and_made_into_a_pack(pnp: Run, work: Path) -> None:
    Path("things.csv").write_text("Thing;Kind;Attack;Effect;Image\nHat;Everyday;3;Keep it.;art/hat.png\n")
    Path("art").mkdir()
    Path("art/hat.png").write_bytes(file(gradient(900, 600)))
    assert pnp("build", "things.csv", "--format", "pdf").status == 0
    made = pnp("new", "my-game", "--from", "things.csv")
    assert made.status == 0
    assert "1 card of 1 row of the table\n  printed: title, type, art, text; on the last line: Attack\n" in made.out
    assert {"things.csv", "art", "card.yaml", "pack.yaml"} < {path.name for path in Path("my-game").iterdir()}
    assert not Path("my-game/cards.csv").exists()
    assert "0 errors, 0 warnings" in pnp("check", "my-game").out
    assert pnp("build", "my-game", "--format", "pdf").status == 0

    def texts(path: str) -> set[str]:
        pages = pypdfium2.PdfDocument(path)
        return {line for page in pages for line in page.get_textpage().get_text_range().splitlines()}

    words = {"Hat", "Keep it.", "Attack 3"}
    assert words <= texts("output/things/things-a4.pdf")
    assert words <= texts("output/my-game/my-game-cards-a4.pdf")


def test_no_pack_is_made_of_what_is_no_table(pnp: Run, work: Path) -> None:
    Path("cards.csv").write_text("")
    ran = pnp("new", "my-game", "--from", "cards.csv")
    assert (ran.status, Path("my-game").exists()) == (2, False)
    assert "'cards.csv' cannot be printed: " in ran.err


def warned(loaded: Loaded) -> list[tuple[int | None, str]]:
    findings = examine(loaded).report.findings
    return [(each.span.row, each.message) for each in findings if each.code == "unprinted-cell"]


def test_a_first_row_that_is_a_card_is_told(tmp_path: Path) -> None:
    ((_, message),) = warned(deck(tmp_path, "Umbrella,1,Keep it,3\nWatch,3,Take another turn,1\n"))
    assert message == "no name of a column of 'cards.csv' is known: is the first row a card?"
    assert warned(deck(tmp_path, "Thing,Effect\nUmbrella,Keep it.\n")) == []


def test_a_row_without_a_text_is_no_card(tmp_path: Path) -> None:
    loaded = deck(tmp_path, "Title,Text,Copies,Idea\nHat,Keep it.,2,\nBag,,3,\n,,5,something for later\n")
    assert [row.copies for row in component(loaded).rows] == [2, 3]
    assert (4, "row 4 has a value in no printed column") in warned(loaded)


def test_a_column_of_long_texts_that_has_no_place_is_told(tmp_path: Path) -> None:
    loaded = deck(tmp_path, "Title,Story\nHat,Nobody knows who left it here.\n")
    assert [message for _, message in warned(loaded)] == ["the column 'Story' is not printed"]


def test_a_row_with_other_separators_is_told(tmp_path: Path) -> None:
    examined = examine(deck(tmp_path, "Title;Cost;Text\nHat;1;Keep it\nUmbrella,1,Keep it\n"))
    (finding,) = (each for each in examined.report.findings if each.severity is ERROR)
    assert (finding.code, finding.span.row) == ("ragged-row", 3)
    assert finding.message == "row 3 has 1 cell, and there are 3 columns"
    assert finding.hint == "separate its values by semicolons, not by commas"


def test_rows_are_counted_as_printed_and_the_last_is_named_with_its_row_in_the_table(pnp: Run, work: Path) -> None:
    Path("cards.csv").write_text("Title,Copies\nHat,1\nCoat,0\nScarf,2\n")
    ran = pnp("build", "cards.csv", "--rows", "9")
    assert ran.status == 2
    assert "--rows counts rows in the order of printing" in ran.err
    assert "the last is 'Scarf', row 4 of cards.csv" in ran.err
