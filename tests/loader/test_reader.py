"""Tables beside their documents: found, read, and in the language that is asked for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.build.memo import written
from pnp.loader import find_targets
from pnp.loader.pack import Loaded, load
from pnp.loader.reading import ReadCache
from pnp.loader.target import content_folder
from pnp.model.component import Component
from pnp.model.faces.template import Template
from pnp.model.faces.theme import Theme
from pnp.model.pack import PackDocument
from pnp.model.rulebook import Rulebook
from tests.packs import harbour
from tests.pipeline import write

PACK = """\
# file: pack.yaml
kind: pack
title: {en: Harbour, de: Hafen}
players: 2
language: en
languages: [en, de]
documents: [decks/tickets.yaml]
# file: decks/tickets.yaml
kind: component
makes: card
name: {en: Tickets, de: Strafzettel}
template: ticket
rows: tickets.csv
"""
TABLE = "# file: decks/tickets.csv\nname;name@de;line;line@de;copies\nOpera;Oper;“x”;;3\nPier;Steg;y;z;\nGate;Tor;;;0\n"


def loaded(folder: Path, text: str, language: str | None = None) -> Loaded:
    return load(find_targets([str(write(folder, text))])[0], language)


def tickets(game: Loaded) -> Component:
    found = game.game.find(Component, "tickets")
    assert found
    return found


def codes(game: Loaded) -> list[str]:
    return [f"{Path(each.span.file).name}:{each.span.line} {each.code}" for each in game.findings]


def test_rows_come_from_the_table_beside_the_document(tmp_path: Path) -> None:
    component = tickets(loaded(tmp_path, PACK + TABLE))
    assert [(row.name, row.fields["line"], row.copies) for row in component.rows] == [
        ("Opera", "“x”", 3),
        ("Pier", "y", 1),
        ("Gate", "", 0),
    ]
    first = component.rows[0]
    assert (first.span.row, first.spans["line"].line, first.spans["line"].column) == (2, 2, 12)
    assert not component.damaged


def test_columns_are_picked_by_language_and_an_empty_one_falls_back(tmp_path: Path) -> None:
    game = loaded(tmp_path, PACK + TABLE, "de")
    assert [(row.name, row.fields["line"]) for row in tickets(game).rows] == [
        ("Oper", "“x”"),
        ("Steg", "z"),
        ("Tor", ""),
    ]
    assert tickets(game).name == "Strafzettel"
    pack = game.game.pack
    assert isinstance(pack, PackDocument)
    assert (pack.title, pack.language, pack.languages) == ("Hafen", "de", ("en", "de"))


def test_what_is_missing_in_a_language_is_told_once_a_column(tmp_path: Path) -> None:
    game = loaded(tmp_path, PACK + TABLE)
    assert codes(game) == ["tickets.csv:2 missing-translation"]
    (finding,) = game.findings
    assert (finding.message, finding.span.column, finding.span.row) == ("there is no text in 'de' (row 2)", 16, 2)


def test_a_column_that_is_missing_in_a_language_is_told(tmp_path: Path) -> None:
    table = "# file: decks/tickets.csv\nname;name@de;line@en\nOpera;Oper;x\n"
    game = loaded(tmp_path, PACK + table)
    assert codes(game) == ["tickets.csv:1 missing-translation"]
    assert game.findings[0].hint == "add a column 'line@de'"


def test_a_language_that_the_game_lacks_changes_nothing(tmp_path: Path) -> None:
    game = loaded(tmp_path, PACK + TABLE, "fr")
    assert game.game.pack
    assert (game.game.pack.title, game.game.pack.language) == ("Harbour", "en")


def test_values_of_cells_are_exact(tmp_path: Path) -> None:
    table = "# file: decks/tickets.csv\na;b;c;d;e;f\n2;0.1;007;TRUE;1e5;12345678901234567890\n"
    (row,) = tickets(loaded(tmp_path, PACK + table)).rows
    assert [str(value) for value in row.fields.values()] == ["2", "1/10", "007", "True", "1e5", "12345678901234567890"]


def test_a_row_without_a_name_is_called_by_its_number_in_the_spreadsheet(tmp_path: Path) -> None:
    table = "# file: decks/tickets.csv\nfine\n2\n\n3\n"
    assert [row.name for row in tickets(loaded(tmp_path, PACK + table)).rows] == ["2", "4"]


def test_a_row_is_called_by_its_name_or_by_what_is_named_so(tmp_path: Path) -> None:
    table = (
        "# file: decks/tickets.csv\nfine;Card Name;title;id\n2;Opera;At the opera;o1\n3;Pier;On the pier;\n4;Gate;;\n"
    )
    assert [row.name for row in tickets(loaded(tmp_path, PACK + table)).rows] == ["o1", "On the pier", "Gate"]


@pytest.mark.parametrize(
    ("name", "column"),
    [
        *((name, 3) for name in ("copies", "Copies", "count", "COUNT", "Qty", "quantity", "Number of copies")),
        *((name, 3) for name in ("no. of copies", "Card count")),
        ("amount", 1),
    ],
)
def test_a_column_says_how_many_are_printed(tmp_path: Path, name: str, column: int) -> None:
    (row,) = tickets(loaded(tmp_path, f"{PACK}# file: decks/tickets.csv\nfine;{name}\n2;3\n")).rows
    assert row.copies == column
    assert row.fields.get(name) == {"copies": None, "Copies": None}.get(name, 3)


def test_a_declared_count_is_a_field(tmp_path: Path) -> None:
    pack = PACK.replace("rows:", "fields: {count: number}\nrows:")
    (row,) = tickets(loaded(tmp_path, f"{pack}# file: decks/tickets.csv\nCount;copies\n5;2\n")).rows
    assert (row.fields["count"], row.copies) == (5, 2)


def test_copies_and_count_together_are_copies_and_a_field(tmp_path: Path) -> None:
    (row,) = tickets(loaded(tmp_path, f"{PACK}# file: decks/tickets.csv\ncount;copies\n5;2\n")).rows
    assert (row.fields["count"], row.copies) == (5, 2)


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("tikets.csv", "tickets.yaml:5 missing-file"),
        ("../tickets.csv", "tickets.yaml:5 bad-path"),
        ("/etc/passwd.csv", "tickets.yaml:5 bad-path"),
        ("tickets.docx", "tickets.yaml:5 wrong-value"),
    ],
)
def test_a_table_that_can_not_be_read_is_told_once(tmp_path: Path, rows: str, code: str) -> None:
    pack = PACK.replace("rows: tickets.csv", f"rows: {rows}")
    game = loaded(tmp_path, pack + TABLE)
    assert codes(game) == [code]
    assert tickets(game).damaged


def test_a_table_that_is_broken_damages_its_component(tmp_path: Path) -> None:
    game = loaded(tmp_path, PACK + '# file: decks/tickets.csv\nname;name@de\n"Opera;Oper\n')
    assert codes(game) == ["tickets.csv:2 broken-quotes"]
    assert tickets(game).damaged


def test_the_text_of_a_table_is_at_hand_for_the_report(tmp_path: Path) -> None:
    texts = loaded(tmp_path, PACK + TABLE).texts
    assert [text.splitlines()[1] for name, text in texts.items() if name.endswith(".csv")] == ["Opera;Oper;“x”;;3"]


FIELDS = PACK.replace("rows:", "fields: {title: text, line: 'text, optional'}\nrows:")


def told(game: Loaded) -> list[tuple[str, int, str | None]]:
    return [(str(each.severity), each.span.column, each.hint) for each in game.findings]


@pytest.mark.parametrize(
    ("head", "column", "hint"),
    [
        ("Titel;title@de", 1, "did you mean 'title'?"),
        ("Titel;Title@de;line", 1, "did you mean 'Title'?"),
        ("title;Titel@de", 7, "did you mean 'title@de'?"),
        ("title;title_de", 7, "call it 'title@de'"),
        ("Title;Title (de)", 7, "call it 'Title@de'"),
        ("title;title:de", 7, "call it 'title@de'"),
        ("title;title de", 7, "call it 'title@de'"),
        ("title;title@DE", 7, "call it 'title@de'"),
        ("title;title@german", 7, "call it 'title@de'"),
        ("title;title@", 7, "call it 'title@de'"),
        ("nr;title@de", 4, "add a column 'title'"),
    ],
)
def test_a_mistyped_column_of_a_translated_field_is_one_error(
    tmp_path: Path, head: str, column: int, hint: str
) -> None:
    game = loaded(tmp_path, f"{FIELDS}# file: decks/tickets.csv\n{head}\nOpera;Oper\n")
    assert told(game) == [("error", column, hint)]
    assert {each.code for each in game.findings} == {"missing-translation"}
    assert [each.fault for each in tickets(game).misfits if each.field != "nr"] == []


@pytest.mark.parametrize(
    ("leading", "hint"), [("104", "write 10.4, or leave it out"), ("40", "write 11, or leave it out")]
)
def test_lines_that_are_far_apart_are_one_error(tmp_path: Path, leading: str, hint: str) -> None:
    styles = f"{{body: {{size: 9.2, leading: {leading}}}, small: {{size: 8, leading: 9}}}}"
    theme = f"# file: theme.yaml\nkind: theme\ntype: {styles}\n"
    (finding,) = loaded(tmp_path, f"# file: pack.yaml\nkind: pack\ntitle: Bay\n{theme}").findings
    assert (finding.code, finding.span.line, finding.span.column) == ("wrong-value", 2, 35)
    assert finding.message == f"'leading': lines are {leading} points apart, and their letters have 9.2"
    assert finding.hint == hint


def test_a_sum_below_a_table_lacks_no_translation(tmp_path: Path) -> None:
    pack = FIELDS.replace("title: text,", "title: text, worth: number, kind: text,")
    table = "title;title@de;worth;kind\nOpera;Oper;1;a\nTotal;;;\n"
    game = loaded(tmp_path, f"{pack}# file: decks/tickets.csv\n{table}")
    assert told(game) == []
    assert [each.fault.message for each in tickets(game).misfits] == ["'worth' and 'kind' are missing"]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("Titel;title@de", ("error", 1, "did you mean 'title'? Or call the other one 'Titel@de'")),
        ("nr;title@de", ("error", 4, "add a column 'title'")),
        ("title;title_de", ("warning", 7, "call it 'title@de'")),
        ("title;title@ed", ("warning", 7, "call it 'title@de'")),
    ],
)
def test_a_mistyped_column_is_found_without_declared_fields(
    tmp_path: Path, head: str, expected: tuple[str, int, str]
) -> None:
    assert told(loaded(tmp_path, f"{PACK}# file: decks/tickets.csv\n{head}\nOpera;Oper\n")) == [expected]


def test_a_column_may_end_like_a_language_that_the_game_is_not_in(tmp_path: Path) -> None:
    assert told(loaded(tmp_path, f"{PACK}# file: decks/tickets.csv\ntitle;title id\nOpera;7\n")) == []


def test_a_cell_without_the_own_text_is_an_error(tmp_path: Path) -> None:
    game = loaded(tmp_path, f"{PACK}# file: decks/tickets.csv\ntitle;title@de\nOpera;Oper\n;Steg\n")
    assert told(game) == [("error", 1, "fill in the cell")]


@pytest.mark.parametrize("languages", ["languages: [en, de]\n", ""])
def test_a_text_without_the_own_language_is_an_error(tmp_path: Path, languages: str) -> None:
    pack = PACK.replace("languages: [en, de]\n", languages).replace(
        "{en: Harbour, de: Hafen}", "{ed: Harbour, de: Hafen}"
    )
    hint = "did you mean 'en'? 'ed' is none of the pack's languages" if languages else "key it by language, with en: …"
    assert told(loaded(tmp_path, pack + TABLE.replace("x”;", "x”;x"))) == [("error", 8, hint)]


def test_of_a_kit_and_of_a_document_alone_the_own_language_is_not_known(tmp_path: Path) -> None:
    deck = "kind: component\nmakes: card\nname: {de: Strafzettel}\ntemplate: ticket\nrows: []\n"
    write(tmp_path / "alone", deck)
    assert (
        load(find_targets([str(tmp_path / "alone" / "test.yaml")])[0]).findings[1:] == ()
    )  # the first notes that there is no pack
    write(tmp_path / "kit", "# file: kit.yaml\nkind: kit\ndocuments: [deck.yaml]\n# file: deck.yaml\n" + deck)
    plain = "kind: pack\ntitle: Harbour\nplayers: 2\nuses: [kit]\n"
    assert loaded(tmp_path / "pack", plain).findings == ()
    (finding,) = loaded(tmp_path / "two", f"{plain}languages: [en, de]\n").findings
    assert (finding.code, str(finding.severity)) == ("missing-translation", "warning")


@pytest.mark.slow
def test_packs_share_a_bundled_kit_but_not_a_copy_of_it(tmp_path: Path) -> None:
    def theme(folder: Path) -> Theme:
        game = loaded(folder, PACK + TABLE).game
        return next(each for each in game.all(Theme) if each.id == "theme")

    first = theme(tmp_path / "one" / "game")
    assert theme(tmp_path / "two" / "game") is first
    shutil.copytree(content_folder() / "house", tmp_path / "two" / "house")
    copy = theme(tmp_path / "two" / "game")
    assert copy is not first
    kit = tmp_path / "two" / "house" / "theme.yaml"
    kit.write_text(kit.read_text(encoding="utf-8").replace("size: 30", "size: 31"), encoding="utf-8")
    assert theme(tmp_path / "two" / "game") != copy


def test_a_reading_after_a_change_reads_only_what_changed(tmp_path: Path) -> None:
    (target,) = find_targets([str(write(tmp_path, harbour()))])
    kept = ReadCache(always=True)
    before = load(target, shelf=kept).game
    rules = tmp_path / "rules.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("sailors", "sails"), encoding="utf-8")
    (book,) = before.all(Rulebook)
    after = load(target, shelf=kept).game
    assert after.find(Rulebook, book.id) is not book
    others = [each for each in after.documents if each.id != book.id]
    assert all(any(each is one for one in before.documents) for each in others)
    assert [each.id for each in after.documents] == [each.id for each in before.documents]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("maps/bay.yaml", "at: [60, 20]", "at: [61, 20]"),
        ("maps/customs.yaml", "is: 2}", "is: 3}"),
        ("maps/bay.yaml", "[60, 20]", "[60, 20"),
        ("boat.yaml", "size: 63 x 88", "size: 63 x 8x"),
        ("boats.yaml", "sails: 1", "sails: one"),
        ("pack.yaml", "  - maps/customs.yaml\n", ""),
    ],
)
def test_a_reading_after_a_change_finds_what_a_first_one_finds(tmp_path: Path, name: str, old: str, new: str) -> None:
    (target,) = find_targets([str(write(tmp_path, harbour()))])
    kept = ReadCache(always=True)
    load(target, shelf=kept)
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert old in text
    for content in (text.replace(old, new), text):
        (tmp_path / name).write_text(content, encoding="utf-8")
        again, first = load(target, shelf=kept), load(target)
        assert again.findings == first.findings
        assert [*map(written, again.game.documents)] == [*map(written, first.game.documents)]


def test_a_table_is_read_again_when_it_changes(tmp_path: Path) -> None:
    rows = ("rows:\n  - {name: Sloop, sails: 1}\n  - {name: Cutter, sails: 2, copies: 2}", "rows: {table: boats.csv}")
    (target,) = find_targets([str(write(tmp_path, harbour(rows)))])
    kept = ReadCache(always=True)
    for name in ("Sloop", "Raft"):
        (tmp_path / "boats.csv").write_text(f"name,sails\n{name},1\n", encoding="utf-8")
        boats = load(target, shelf=kept).game.find(Component, "boats")
        assert boats
        assert [row.name for row in boats.rows] == [name]


@pytest.mark.parametrize(
    ("size", "inches"),
    [
        ("2.5 x 3.5", True),
        ("2.5 x 3.5 mm", False),
        ('"2.5 x 3.5 mm"', False),
        ('"2.5 x\n  3.5 mm"', False),
        ("2.5 x\n  3.5 mm", False),
        (">-\n  2.5 x\n  3.5 mm", False),
        ("2.5 x\n  3.5", True),
    ],
)
def test_a_size_with_a_unit_is_not_in_inches_on_whichever_line_it_is(tmp_path: Path, size: str, inches: bool) -> None:
    write(tmp_path, f"# file: stamp.yaml\nkind: template\nsize: {size}\nlayers: []\n")
    loaded = load(find_targets([str(tmp_path / "stamp.yaml")])[0])
    assert [each.code for each in loaded.findings] == (["wrong-value"] if inches else [])
    (template,) = loaded.game.all(Template)
    assert template.width == (63.5 if inches else 2.5)


@pytest.mark.parametrize(
    ("size", "layer", "unit"),
    [
        ("1.8", "inset 0", "centimetres"),
        ("6.35 x 8.89", "inset 0", "centimetres"),
        ("8.8 x 6.3", "inset 0", "centimetres"),
        ("21 x 17", "top, 200 x 140, 5 from top", "centimetres"),
        ("1.75", "inset 0", "inches"),
        ("21 x 17", "top, 20 x 14", None),
        ("21 x 17", "middle, 60 x 17", None),
        ("7 x 9", "inset 0", None),
        ("6.35 x 8.89 mm", "inset 0", None),
    ],
)
def test_a_size_that_is_too_small_is_in_the_likely_unit(
    tmp_path: Path, size: str, layer: str, unit: str | None
) -> None:
    text = f'# file: stamp.yaml\nkind: template\nsize: {size}\nlayers: [{{panel: ink, where: "{layer}"}}]\n'
    write(tmp_path, text)
    found = load(find_targets([str(tmp_path / "stamp.yaml")])[0]).findings
    assert [each.message.partition("that ")[2] for each in found] == ([f"{unit} seem to be meant"] if unit else [])
