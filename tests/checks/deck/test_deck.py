"""The rows of components: each check fires at the cell that is wrong, and stays silent where nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.report import Report
from tests.pipeline import places, report_on, told, write

PACK = """\
# file: pack.yaml
kind: pack
summary: A game of boats.
title: Harbour
players: 2 to 4
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [deck/tickets.yaml, ticket.yaml, port.yaml, coins.yaml, coin.yaml]
components: [{component: tickets}, {component: coins}]
# file: port.yaml
kind: area-map
areas: {Market: {}, Church: {tags: [drop-off]}, Pier: {tags: [drop-off]}}
roads: [Market -- Church -- Pier -- Market]
# file: coins.yaml
kind: component
makes: token
name: Coins
template: coin
rows: [{name: Penny}, {name: Crown}]
# file: coin.yaml
kind: template
size: 20
layers: [{text: "{name}", style: body}]
# file: ticket.yaml
kind: template
size: mini-euro
layers: [{text: "FACE", where: inset 3, style: body}]
# file: deck/tickets.yaml
kind: component
makes: card
name: Tickets
template: ticket
"""


def report(folder: Path, face: str, component: str, table: str = "") -> Report:
    text = PACK.replace("FACE", face) + component + "\n"
    return report_on(write(folder, text + (f"# file: deck/tickets.csv\n{table}" if table else "")))


def found(folder: Path, face: str, component: str, table: str = "") -> list[str]:
    return places(report(folder, face, component, table))


def test_a_table_without_declared_fields_is_read(tmp_path: Path) -> None:
    result = report(tmp_path, "{title} {fine + 1}", "rows: tickets.csv", "title;fine;copies\nOpera;2;3\nPier;0.5;\n")
    assert places(result) == [], told(result)


def test_declared_fields_make_values_of_cells(tmp_path: Path) -> None:
    fields = (
        "fields: {fine: number, sold: yes or no, stops: list of places of port, line: 'text, optional', idea: note}"
    )
    face = "{fine * 2} {'sold' if sold else ''} {count(stops)} {line}"
    table = "Fine;Sold;Stops;idea\n2,5;x;Pier, Market;draw a boat\n1;;;\n"
    result = report(tmp_path, face, f"{fields}\nrows: tickets.csv", table)
    assert places(result) == [], told(result)


WRONG = {
    "a value": ("fine: whole number 1 to 8", "fine\n2\n9\n", ["tickets.csv:3 bad-field-value"]),
    "two values": (
        "fine: number",
        "fine\nx\n2\ny\n",
        ["tickets.csv:2 bad-field-value", "tickets.csv:4 bad-field-value"],
    ),
    "one value twice": ("fine: number", "fine\nx\n2\nx\n", ["tickets.csv:2 bad-field-value"]),
    "a date in a number": ("fine: number", "fine\n2-Jan\n", ["tickets.csv:2 bad-field-value"]),
    "an empty cell": (
        "fine: number",
        "fine;a\n2;\n;x\n;y\n",
        ["tickets.csv:1 unknown-field", "tickets.csv:3 missing-field"],
    ),
    "no column": ("fine: number", "title\nOpera\n", ["tickets.csv:1 missing-field"]),
    "a place": ("fine: place of port tagged drop-off", "fine\nMarket\nPier\n", ["tickets.csv:2 bad-field-value"]),
    "a row": ("fine: row of coins", "fine\nPeny\nCrown\n", ["tickets.csv:2 bad-field-value"]),
    "copies": (
        "fine: number",
        "fine;count\n2;two\n2;1001\n2;0\n",
        ["tickets.csv:2 bad-field-value", "tickets.csv:3 bad-field-value"],
    ),
    "a range": ("fine: number 8 to 1", "fine\n2\n", ["tickets.yaml:5 bad-field"]),
    "a default": ("fine: {type: number, default: x}", "fine\n2\n", ["tickets.yaml:5 bad-field"]),
    "a tag": ("fine: place of port tagged drop-of", "fine\nPier\n", ["tickets.yaml:5 bad-field"]),
    "a map": ("fine: place of prot", "fine\nPier\n", ["tickets.yaml:5 unknown-map"]),
    "a component": ("fine: row of coin", "fine\nPenny\n", ["tickets.yaml:5 bad-field"]),
}


@pytest.mark.parametrize(("field", "table", "expected"), WRONG.values(), ids=WRONG)
def test_what_does_not_fit_is_told_once(tmp_path: Path, field: str, table: str, expected: list[str]) -> None:
    result = report(tmp_path, "{fine}", f"fields: {{{field}}}\nrows: tickets.csv", table)
    assert places(result) == expected, told(result)


@pytest.mark.parametrize(
    ("field", "hint"),
    [
        ("place of port taged pier", "did you mean 'tagged'?"),
        ("list of places of port drop off", "write 'port tagged drop off'"),
        ("place of prot tagged pier", "did you mean 'port'?"),
    ],
)
def test_the_hint_on_a_place_of_no_map(tmp_path: Path, field: str, hint: str) -> None:
    (finding,) = report(tmp_path, "{fine}", f"fields: {{fine: {field}}}\nrows: [{{fine: Pier}}]").findings
    assert (finding.code, finding.hint) == ("unknown-map", hint)


@pytest.mark.parametrize(
    ("tags", "tag", "hint"),
    [
        ("[drop-off, pier]", "drop-of", "did you mean 'drop-off'?"),
        ("[drop-off, pier]", "start", "tags are drop-off, pier"),
        ("[]", "start", "its places have no tags"),
    ],
)
def test_the_hint_on_a_tag_that_no_place_has(tmp_path: Path, tags: str, tag: str, hint: str) -> None:
    pack = PACK.replace("Church: {tags: [drop-off]}, Pier: {tags: [drop-off]}", f"Church: {{tags: {tags}}}, Pier: {{}}")
    text = f"{pack}fields: {{fine: place of port tagged {tag}}}\nrows: [{{fine: Church}}]\n"
    text = text.replace("FACE", "{fine}")
    (finding,) = [each for each in report_on(write(tmp_path, text)).findings if each.code == "bad-field"]
    assert finding.hint == hint


@pytest.mark.parametrize(
    ("tags", "where", "hint"),
    [
        ("[dropoff]", "port.yaml:2", "did you mean 'drop-off'?"),
        ("[]", "tickets.yaml:6", "name another place, or add the tag 'drop-off' to 'Pier' on the map"),
        ("[fort]", "tickets.yaml:6", "name another place, or add the tag 'drop-off' to 'Pier' on the map"),
    ],
)
def test_a_place_without_the_tag_is_the_fault_of_a_mistyped_one(
    tmp_path: Path, tags: str, where: str, hint: str
) -> None:
    pack = PACK.replace("Pier: {tags: [drop-off]}", f"Pier: {{tags: {tags}}}").replace("FACE", "{fine}")
    text = f"{pack}fields: {{fine: place of port tagged drop-off}}\nrows: [{{fine: Pier}}, {{fine: Church}}]\n"
    found = [each for each in report_on(write(tmp_path, text)).findings if each.code == "bad-field-value"]
    (finding,) = found
    assert (f"{Path(finding.span.file).name}:{finding.span.line}", finding.hint) == (where, hint)


def test_a_finding_names_file_row_and_cell(tmp_path: Path) -> None:
    table = 'title;fine\n"Opera,\nat night";2\n\nPier;twelve\n'
    fields = "fields: {title: text, fine: number}\nrows: tickets.csv"
    (finding,) = report(tmp_path, "{title} {fine}", fields, table).findings
    assert finding.message == "'fine': expected a number, found 'twelve' (row 'Pier')"
    assert Path(finding.span.file).name == "tickets.csv"
    assert (finding.span.line, finding.span.column, finding.span.end_column, finding.span.row) == (5, 6, 12, 4)


def test_two_values_in_the_places_of_each_other_are_one_finding(tmp_path: Path) -> None:
    fields = "fields: {mark: icon, fine: number}\nrows: tickets.csv"
    (finding,) = report(tmp_path, "{icon:{mark}} {fine}", fields, "mark;fine\nstar;2\n3;star\n").findings
    assert finding.message == "'3' and 'star' are in the places of each other (row '3')"
    assert finding.hint == "write star as mark, and 3 as fine"
    wrong = report(tmp_path, "{icon:{mark}} {fine}", fields, "mark;fine\nstar;2\n3;stra\n")
    assert places(wrong) == ["tickets.csv:3 bad-field-value", "tickets.csv:3 bad-field-value"]


def test_an_icon_by_its_file_is_told_its_name(tmp_path: Path) -> None:
    fields = "fields: {mark: icon}\nrows: tickets.csv"
    (finding,) = report(tmp_path, "{icon:{mark}}", fields, "mark\nart/star.svg\n").findings
    assert finding.hint == "did you mean 'star'?"


def test_the_icons_of_a_file_that_is_not_listed_are_not_missing_in_rows(tmp_path: Path) -> None:
    icons = "star\n# file: pebbles.yaml\nkind: icons\nicons: {pebble: [{fill: M3 10H21V21Z}]}\n"
    result = report(tmp_path, "{icon:{mark}}", "fields: {mark: icon}\nrows: tickets.csv", f"mark\npebble\n{icons}")
    assert places(result) == ["pebbles.yaml:1 unlisted-document"], told(result)


def test_fields_of_written_rows_are_told_where_they_stand(tmp_path: Path) -> None:
    rows = "rows:\n  - {title: Opera, fine: 9}\n  - {titel: Pier, fine: 2}\n  - {titel: Gate, fine: 1}"
    result = report(tmp_path, "{title} {fine}", f"fields: {{title: text, fine: number 1 to 8}}\n{rows}")
    assert places(result) == [
        "tickets.yaml:7 bad-field-value",
        "tickets.yaml:8 unknown-field",
    ], told(result)
    assert result.findings[1].hint == "did you mean 'title'?"


def test_a_column_whose_name_is_mistyped_is_told_once(tmp_path: Path) -> None:
    fields = "fields: {title: text, fine: number}\nrows: tickets.csv"
    (finding,) = report(tmp_path, "{title} {fine}", fields, "titel;fine\nOpera;1\n").findings
    assert (finding.code, finding.span.column) == ("missing-field", 1)
    assert (finding.message, finding.hint) == ("there is no column 'title': expected a text", "is it 'titel'?")


def test_the_only_other_column_may_be_the_one_that_is_missing(tmp_path: Path) -> None:
    fields = "fields: {title: text, fine: number}\nrows: tickets.csv"
    (finding,) = report(tmp_path, "{title} {fine}", fields, "title;worth\nOpera;1\n").findings
    assert (finding.code, finding.span.column) == ("missing-field", 7)
    assert finding.hint == "is it 'worth'? Otherwise give it, or make the field optional"
    findings = report(tmp_path / "two", "{title} {fine}", fields, "title;worth;note\nOpera;1;x\n").findings
    assert [(each.code, each.span.column) for each in findings] == [
        ("missing-field", 1),
        ("unknown-field", 7),
        ("unknown-field", 13),
    ]


def test_a_field_whose_column_is_there_is_not_what_another_column_means(tmp_path: Path) -> None:
    fields = "fields: {fine: number}\nrows: tickets.csv"
    (finding,) = report(tmp_path, "{fine}", fields, "fine;finer\n1;2\n").findings
    assert finding.hint == "declare it under 'fields', as 'finer: number', or as 'note' if it is for you alone"


def test_a_table_that_can_not_be_read_is_told_once(tmp_path: Path) -> None:
    fields = "fields: {title: text, fine: number}\nrows: tickets.csv"
    folder = write(tmp_path, PACK.replace("FACE", "{title} {fine}") + fields + "\n")
    for content, line in ((b"PK\x03\x04...", 1), ("title;fine\n".encode("utf-16"), 1), (b"title;fine\nCaf\xe9;1\n", 2)):
        (folder / "deck" / "tickets.csv").write_bytes(content)
        result = report_on(folder)
        assert places(result) == [f"tickets.csv:{line} bad-encoding"], told(result)


def test_rows_with_the_same_id_are_told(tmp_path: Path) -> None:
    table = "Id;fine\na;1\nb;2\na;3\n;4\n;5\n"
    (finding,) = report(tmp_path, "{fine}", "rows: tickets.csv", table).findings
    assert (finding.code, finding.span.line, finding.span.row) == ("duplicate-row", 4, 4)
    assert finding.message == "there is a row 'a' already, in row 2"
    many = "Id;fine\n" + "".join(f"{number // 2};{number}\n" for number in range(40))
    result = report(tmp_path / "c", "{fine}", "rows: tickets.csv", many)
    assert result.errors == 13
    assert result.findings[-1].message == "8 more ids from here on are those of several rows"
    written = report(
        tmp_path / "b",
        "{fine}",
        "rows:\n  - {id: ~, fine: 0}\n  - {id: ~, fine: 0}\n  - {id: a, fine: 1}\n  - {id: a, fine: 2}",
    )
    assert [finding.message for finding in written.findings] == ["there is a row 'a' already, in line 8"]


def test_a_column_or_key_that_misspells_an_optional_field_is_an_error(tmp_path: Path) -> None:
    fields = "fields: {title: text, line: 'text, optional'}"
    column = report(tmp_path / "a", "{title} {line}", f"{fields}\nrows: tickets.csv", "title;lnie\nOpera;x\n")
    key = report(tmp_path / "b", "{title} {line}", f"{fields}\nrows: [{{title: Opera, lnie: x}}]")
    assert (column.errors, column.warnings) == (1, 0)
    assert (key.errors, key.warnings) == (1, 0)
    assert {finding.hint for finding in (*column.findings, *key.findings)} == {"did you mean 'line'?"}


@pytest.mark.parametrize("table", ["title;line;lnie\nOpera;x;y\n", "title;remark\nOpera;x\n"])
def test_a_column_that_can_be_meant_for_no_field_is_a_warning(tmp_path: Path, table: str) -> None:
    fields = "fields: {title: text, line: 'text, optional'}"
    result = report(tmp_path, "{title} {line}", f"{fields}\nrows: tickets.csv", table)
    assert (result.errors, result.warnings) == (0, 1)


def test_many_wrong_values_have_an_end(tmp_path: Path) -> None:
    table = "fine\n" + "".join(f"x{number}\n" for number in range(200))
    result = report(tmp_path, "{fine}", "fields: {fine: number}\nrows: tickets.csv", table)
    assert result.errors == 13
    assert result.findings[-1].message == "'fine' is wrong in 188 more rows, from here on"
    assert len(result.findings[-1].rows) == 188


ODD = {
    "a date": ("rows: tickets.csv", "space\nA\n2-Jan\n3-Feb\n", ["tickets.csv:3 spreadsheet-date"]),
    "a date in a declared text": (
        "fields: {space: text}\nrows: tickets.csv",
        "space\n02.01.2024\n",
        ["tickets.csv:2 spreadsheet-date"],
    ),
    "a date in a date": ("fields: {space: date}\nrows: tickets.csv", "space\n02.01.2024\n", []),
    "a formula": ("rows: tickets.csv", "space\n=B2\n", ["tickets.csv:2 spreadsheet-formula"]),
    "an error": ("rows: tickets.csv", "space\n#REF!\n", ["tickets.csv:2 spreadsheet-formula"]),
    "neither": ("rows: tickets.csv", "space\n1-2\n= x\n", []),
    "a row of YAML": ("rows: [{space: 2-Jan}, {space: =B2}]", "", []),
}


@pytest.mark.parametrize(("component", "table", "expected"), ODD.values(), ids=ODD)
def test_what_a_spreadsheet_made_of_a_cell_is_told(
    tmp_path: Path, component: str, table: str, expected: list[str]
) -> None:
    result = report(tmp_path, "{space}", component, table)
    assert places(result) == expected, told(result)


UNUSED = {
    "a column for the designer": ("rows: tickets.csv", "name;fine;Notes\nA;1;x\n", "{name} {fine}", []),
    "a column": ("rows: tickets.csv", "name;fine;line\nA;1;x\n", "{name} {fine}", ["tickets.csv:1 unused-field"]),
    "a declared field": (
        "fields: {fine: number, line: text}\nrows: [{fine: 1, line: x}]",
        "",
        "{fine}",
        ["tickets.yaml:5 unused-field"],
    ),
    "a key": ("rows: [{fine: 1}, {fine: 2, line: x}]", "", "{fine}", ["tickets.yaml:5 unused-field"]),
    "a note": ("fields: {fine: number, line: note}\nrows: [{fine: 1, line: x}]", "", "{fine}", []),
    "a name that is spelt in another way": ("rows: [{upgrade-lost: 1}]", "", "{upgrade_lost}", []),
    "a field that names the row": ("rows: [{id: a, fine: 1}]", "", "{fine}", []),
    "a mistyped name in the face": ("rows: [{fine: 1}]", "", "{fin}", ["ticket.yaml:3 failed-expression"]),
    "a field that another face asks for": ("rows: [{line: 1}]", "", "{tickets.rows[0].line}", []),
    "a field by its name in brackets": ("rows: [{line: 1}]", "", "{tickets.rows[0]['line']}", []),
}


@pytest.mark.parametrize(("component", "table", "face", "expected"), UNUSED.values(), ids=UNUSED)
def test_a_field_that_nothing_asks_for_is_told(
    tmp_path: Path, component: str, table: str, face: str, expected: list[str]
) -> None:
    result = report(tmp_path, face, component, table)
    assert places(result) == expected, told(result)


ONE_ROW_APART = {
    "a name is mistyped": (
        "{tilte: c, cost: 3}",
        "'tilte' is a field that no face uses, and 'title' is missing (row '3')",
    ),
    "two rows": ("{tilte: c, cost: 3}, {tilte: d, cost: 3}, {title: e, cost: 1}", "(rows '3' and '4')"),
    "another field has its value": (
        "{title: c, toll: 3}",
        "'toll' is a field that no face uses, and 'cost' is missing (row 'c')",
    ),
    "another field is missing": (
        "{title: c, csot: 3}",
        "'csot' is a field that no face uses, and 'cost' is missing (row 'c')",
    ),
}


@pytest.mark.parametrize(("more", "expected"), ONE_ROW_APART.values(), ids=ONE_ROW_APART)
def test_a_field_that_one_row_mistypes_is_found_there_and_once(tmp_path: Path, more: str, expected: str) -> None:
    rows = "[{title: a, cost: 1}, {title: b, cost: 2}, " + more + "]"
    (finding,) = report(tmp_path, "{title} {cost}", f"rows: {rows}").findings
    assert finding.code == "missing-field"
    assert finding.message.endswith(expected)
    assert finding.hint is not None
    assert finding.hint.startswith("did you mean '")
    assert finding.span.column == 7 + rows.index(next(name for name in ("tilte", "csot", "toll") if name in more))


@pytest.mark.parametrize(("row", "codes"), [("copy: 2", ["missing-field"]), ("cops: two", ["unused-field"])])
def test_copies_that_one_row_mistypes_are_found(tmp_path: Path, row: str, codes: list[str]) -> None:
    rows = f"[{{title: a, cost: 1, copies: 2}}, {{title: b, cost: 2, {row}}}]"
    found = report(tmp_path, "{title} {cost}", f"rows: {rows}").findings
    assert [each.code for each in found] == codes
    assert codes == ["unused-field"] or found[0].hint == "did you mean 'copies'?"


@pytest.mark.parametrize(
    "row", ["{title: c, costs: 3, cost: 1}", "{title: c, cost: 1, joke: ha}", "{title: c, joke: ha}"]
)
def test_a_further_field_of_one_row_is_not_taken_for_another(tmp_path: Path, row: str) -> None:
    found = report(tmp_path, "{title} {cost}", f"rows: [{{title: a, cost: 1}}, {{title: b, cost: 2}}, {row}]").findings
    assert "missing-field" not in [each.code for each in found]


def test_a_name_that_can_not_be_asked_for_is_told(tmp_path: Path) -> None:
    (finding,) = report(tmp_path, "{a_b}", "rows: tickets.csv", "a b;Fine ($);Name\n1;2;x\n").findings
    assert finding.message == "nothing uses the field 'Fine ($)'"
    assert finding.hint is not None
    assert finding.hint.startswith("give it a name of letters")


def test_a_back_and_a_rule_use_fields_too(tmp_path: Path) -> None:
    rules = """\
# file: pack.yaml
kind: pack
summary: A game of boats.
title: Harbour
players: 2
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [tickets.yaml, ticket.yaml, back.yaml]
components: [{component: tickets}]
requirements: [{name: fines are small, holds: all(t.fine < 9 for t in tickets.rows)}]
# file: ticket.yaml
kind: template
size: mini-euro
layers: [{text: "{title}", where: inset 3, style: body}]
# file: back.yaml
kind: template
size: mini-euro
layers: [{panel: "{tint}", show-when: dark}]
# file: tickets.yaml
kind: component
makes: card
name: Tickets
template: ticket
back: back
rows: [{title: Opera, fine: 2, tint: amber, dark: true}]
"""
    result = report_on(write(tmp_path, rules))
    assert places(result) == [], told(result)


SHARED = """\
# file: pack.yaml
kind: pack
title: Harbour
documents: [cards.yaml, stickers.yaml, card.yaml, sticker.yaml]
# file: card.yaml
kind: template
size: poker
layers: [{text: "{title}", where: inset 6, style: body}]
# file: sticker.yaml
kind: template
size: 20 x 10
layers: [{text: "{price}", where: inset 3, style: body}]
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
rows: boats.csv
# file: stickers.yaml
kind: component
makes: token
name: Stickers
template: sticker
rows: OTHER
# file: boats.csv
title,price
Opera,2
# file: prices.csv
title,price
Opera,2
"""


def test_a_column_is_used_by_any_component_of_its_table(tmp_path: Path) -> None:
    shared = report_on(write(tmp_path / "a", SHARED.replace("OTHER", "boats.csv")))
    assert places(shared) == [], told(shared)
    apart = report_on(write(tmp_path / "b", SHARED.replace("OTHER", "prices.csv")))
    assert places(apart) == ["boats.csv:1 unused-field"], told(apart)


THINGS = """\
# file: pack.yaml
kind: pack
summary: A game of boats.
title: Harbour
players: 2
credit: {{designers: [Ada]}}
licence: {{name: CC0}}
documents: [thing.yaml, face.yaml, other.yaml, cards.yaml, spare.yaml]
components: [{{component: thing}}, {{component: cards}}, {{component: spare}}]
# file: cards.yaml
kind: component
makes: {makes}
name: Cards
template: face
# file: face.yaml
kind: template
size: 18
layers: []
# file: other.yaml
kind: template
size: {size}
layers: []
# file: spare.yaml
kind: component
makes: card
name: Spare
template: other
# file: thing.yaml
kind: component
name: Thing
{thing}
"""

BROKEN = {
    "nothing to print": ("makes: card\ntemplate: face\nrows: [{copies: 0}]", ["thing.yaml:1 empty-component"]),
    "an empty list of rows": ("makes: card\ntemplate: face\nrows: []", []),
    "a tag without a map": ("makes: card\ntemplate: face\ntagged: pier", ["thing.yaml:1 missing-key"]),
    "a box": ("makes: box\nholds: cards", []),
    "a box for nothing that is there": ("makes: box\nholds: [cards, crads]", ["thing.yaml:4 bad-box"]),
    "a box in a box": ("makes: box\nholds: thing", ["thing.yaml:4 bad-box"]),
    "a box with a panel that is not there": (
        "makes: box\nholds: cards\npanels: {front: faec}",
        ["thing.yaml:5 unknown-template"],
    ),
    "a box without what it holds": ("makes: box", ["thing.yaml:1 missing-key"]),
    "a box with a template": ("makes: box\nholds: cards\ntemplate: face", ["thing.yaml:5 wrong-value"]),
    "a card that holds": ("makes: card\ntemplate: face\nholds: cards", ["thing.yaml:5 wrong-value"]),
    "a card without a template": ("makes: card", ["thing.yaml:1 missing-key"]),
    "a die": ("makes: die\ntemplate: face\nrows: [{copies: 6}]", []),
    "a die with too few faces": ("makes: die\ntemplate: face\nrows: [{copies: 5}]", ["thing.yaml:1 bad-die"]),
    "a die of four sides with six": (
        "makes: die\nsides: 4\ntemplate: face\nrows: [{copies: 6}]",
        ["thing.yaml:1 bad-die"],
    ),
    "a die of five sides": ("makes: die\nsides: 5\ntemplate: face\nrows: [{copies: 5}]", ["thing.yaml:4 wrong-value"]),
    "a card with sides": ("makes: card\nsides: 6\ntemplate: face", ["thing.yaml:4 wrong-value"]),
    "a back that fits": ("makes: coin\ntemplate: face\nback: face", []),
    "a back that does not": ("makes: coin\ntemplate: face\nback: other", ["thing.yaml:5 mismatched-back"]),
}


@pytest.mark.parametrize(("thing", "expected"), BROKEN.values(), ids=BROKEN)
def test_what_is_folded_or_backed_is_held_to_its_measures(tmp_path: Path, thing: str, expected: list[str]) -> None:
    result = report_on(write(tmp_path, THINGS.format(thing=thing, makes="card", size="20")))
    assert places(result) == expected, told(result)


def test_a_box_holds_only_what_lies_flat(tmp_path: Path) -> None:
    result = report_on(write(tmp_path, THINGS.format(thing="makes: box\nholds: cards", makes="standee", size="20")))
    assert places(result) == ["thing.yaml:4 bad-box"], told(result)
    (finding,) = result.findings
    assert finding.message == "'cards' makes a standee, and that does not lie flat"


def test_dice_are_counted_against_the_manifest(tmp_path: Path) -> None:
    text = THINGS.format(thing="makes: die\ntemplate: face\nrows: [{copies: 12}]", makes="card", size="20")
    text = text.replace("{component: thing}", "{component: thing, expect: 2}")
    assert places(report_on(write(tmp_path, text))) == []


def test_what_a_table_holds_is_accepted_in_its_document(tmp_path: Path) -> None:
    accept = "accept: [{finding: spreadsheet-date, at: 2-Jan, because: it is called so}]\n"
    result = report(tmp_path, "{space}", f"{accept}rows: tickets.csv", "space\n2-Jan\n")
    assert places(result) == [], told(result)
    assert result.suppressed == 1


@pytest.mark.parametrize("asked", ["deck/tickets.yaml", "deck/tickets.csv"])
def test_a_document_is_looked_at_with_its_table_and_a_table_alone(tmp_path: Path, asked: str) -> None:
    report(tmp_path, "{fine} {nothing}", "fields: {fine: number}\nrows: tickets.csv", "fine\nx\n")
    assert places(report_on(tmp_path / asked)) == ["tickets.csv:2 bad-field-value"]


def test_an_icon_that_is_not_there_is_told_at_its_cell(tmp_path: Path) -> None:
    face = "{icon:{mark}}"
    result = report(tmp_path, face, "rows: tickets.csv", "mark\nstar\nstra\n")
    assert places(result) == ["tickets.csv:3 unusable-value"], told(result)


def test_a_column_of_quantities_is_told_how_it_is_called_here(tmp_path: Path) -> None:
    (finding,) = report(tmp_path, "{title}", "rows: tickets.csv", "title;Anzahl\nOpera;2\n").findings
    assert (finding.code, finding.hint) == (
        "unused-field",
        "if it says how many of a row are printed, call it 'copies'",
    )


def test_many_columns_that_nobody_wants_are_told_once(tmp_path: Path) -> None:
    table = "title;a1;b2;c3;d4;e5;amount\nOpera;1;2;3;4;5;6\n"
    declared = report(tmp_path / "a", "{title}", "fields: {title: text}\nrows: tickets.csv", table)
    (finding,) = declared.findings
    assert (finding.severity.value, finding.message) == ("warning", "'a1', 'b2' and 4 more are none of the fields")
    undeclared = report(tmp_path / "b", "{title}", "rows: tickets.csv", table)
    assert [each.message for each in undeclared.findings] == [
        "nothing uses the fields 'a1', 'b2' and 4 more",
        "nothing uses the field 'amount'",
    ]


@pytest.mark.parametrize(("front", "back"), [("circle", "hexagon"), ("hexagon", "circle"), ("circle", "rectangle")])
def test_a_back_of_another_shape_is_reported_whichever_it_is(front: str, back: str, tmp_path: Path) -> None:
    files = "".join(
        f"# file: {name}.yaml\nkind: template\nsize: 20 x 20\nshape: {shape}\nlayers: []\n"
        for name, shape in (("front", front), ("back", back), ("same", front))
    )
    head = "# file: pack.yaml\nkind: pack\ntitle: Harbour\nplayers: 2 to 4\n"
    head += (
        "documents: [a.yaml, b.yaml, front.yaml, back.yaml, same.yaml]\ncomponents: [{component: a}, {component: b}]\n"
    )
    for name, other in (("a", "back"), ("b", "same")):
        head += f"# file: {name}.yaml\nkind: component\nmakes: token\nname: {name}\ntemplate: front\nback: {other}\n"
    found = [place for place in places(report_on(write(tmp_path, head + files))) if "mismatched" in place]
    assert found == ["a.yaml:5 mismatched-back"]


def test_html_is_one_finding_a_column_and_says_what_to_write(tmp_path: Path) -> None:
    table = (
        "title,rule\n<b>Opera</b>,a<br/>b\nMarket,&amp; <FONT COLOR=red>c</FONT>\nPier,&nbsp;d\n"
        "Gate,x < y > z & e; <cost> {b}\n"
    )
    deck = "kind: component\nmakes: card\ntemplate: ticket\nrows: tickets.csv\n"
    face = "kind: template\nsize: mini-euro\nlayers: [{text: '{title} {rule}', style: body, where: inset 3}]\n"
    files = f"# file: deck.yaml\n{deck}# file: ticket.yaml\n{face}# file: tickets.csv\n{table}"
    write(tmp_path, f"# file: pack.yaml\nkind: pack\ntitle: Harbour\n{files}")
    found = [each for each in report_on(tmp_path).findings if each.code == "html-markup"]
    assert [(each.span.line, each.span.column, each.rows) for each in found] == [
        (2, 1, ("<b>Opera</b>",)),
        (2, 14, ("<b>Opera</b>", "Market", "Pier")),
    ]
    assert found[0].message == "'title' has HTML, which is printed as it is: '<b>' (row '<b>Opera</b>')"
    assert "'<br/>', '&amp;' and 2 more" in found[1].message
    assert found[1].hint == (
        "write a line break in the cell for a new line, the character itself and [words]{.style} for another style"
    )


def test_html_in_a_column_that_is_not_printed_is_no_finding(tmp_path: Path) -> None:
    deck = "kind: component\nmakes: card\ntemplate: ticket\nrows: tickets.csv\n"
    face = "kind: template\nsize: mini-euro\nlayers: [{text: '{title}', style: body, where: inset 3}]\n"
    table = "title,range\nOpera,2&ndash;8\n"
    files = f"# file: deck.yaml\n{deck}# file: ticket.yaml\n{face}# file: tickets.csv\n{table}"
    write(tmp_path, f"# file: pack.yaml\nkind: pack\ntitle: Harbour\n{files}")
    assert "html-markup" not in {each.code for each in report_on(tmp_path).findings}


def test_html_in_a_text_of_a_template_is_told_at_the_layer(tmp_path: Path) -> None:
    write(tmp_path, "kind: template\nsize: mini-euro\nlayers: [{text: '<i>x</i>', style: body, where: inset 3}]\n")
    (found,) = [each for each in report_on(tmp_path).findings if each.code == "html-markup"]
    assert (found.code, found.hint) == ("html-markup", "write *words* for italic")


def test_a_value_that_its_field_does_not_take_is_not_also_too_wide(tmp_path: Path) -> None:
    deck = "kind: component\nmakes: card\ntemplate: ticket\nfields: {cost: whole number}\nrows: tickets.csv\n"
    face = "kind: template\nsize: mini-euro\nlayers: [{text: '{cost}', style: card-title, where: 'middle, 6 x 6'}]\n"
    files = f"# file: deck.yaml\n{deck}# file: ticket.yaml\n{face}# file: tickets.csv\ncost\n3\ntwenty-three\n"
    write(tmp_path, f"# file: pack.yaml\nkind: pack\ntitle: Harbour\n{files}")
    found = [each.code for each in report_on(tmp_path).findings if each.severity.value != "info"]
    assert found == ["bad-field-value"]


def test_asterisks_without_a_partner_are_told_in_rows_templates_and_rules(tmp_path: Path) -> None:
    write(
        tmp_path,
        """
# file: pack.yaml
kind: pack
title: Harbour
documents: [deck.yaml, face.yaml, rules.yaml]
components: [{component: deck}]
# file: deck.yaml
kind: component
makes: card
template: face
fields: {rule: text}
rows:
  - {rule: "Take **two** coins, 2 ** 3 times, and a \\\\**star"}
  - {rule: "Take **two coins"}
  - {rule: "Take two** coins"}
# file: face.yaml
kind: template
size: 63 x 88
layers:
  - {text: "**{2**3 * 4}: {rule}**", where: "middle, 50 x 60"}
  - {text: "***Odd**", where: "top, 50 x 10"}
# file: rules.yaml
kind: rulebook
sections: [{title: Turn, text: "A **boat costs {2**3 * 2} and *sinks* it."}]
""",
    )
    found = [each for each in report_on(tmp_path).findings if each.code == "unclosed-markup"]
    assert [(each.span.file.rpartition("/")[2], each.span.line, each.message) for each in found] == [
        ("deck.yaml", 7, "'rule': '**two coins' is printed with its asterisks (row '2')"),
        ("deck.yaml", 8, "'rule': 'Take two**' is printed with its asterisks (row '3')"),
        ("face.yaml", 5, "'***Odd**' is printed with its asterisks"),
        ("rules.yaml", 2, "'**boat costs {2**3 * 2' is printed with its asterisks"),
    ]


def test_a_deck_that_its_condition_empties_is_reported_at_the_condition(tmp_path: Path) -> None:
    report = report_on(
        write(
            tmp_path,
            """
# file: pack.yaml
kind: pack
title: Harbour
players: 2 to 4
documents: [deck.yaml, face.yaml]
components: [{component: deck}]
# file: deck.yaml
kind: component
makes: card
template: face
fields: {worth: number}
only: worth > 9
rows: [{worth: 1}, {worth: 2}]
# file: face.yaml
kind: template
size: 63 x 88
layers: [{text: "{worth}", where: "middle, 20 x 10"}]
""",
        )
    )
    assert [each.code for each in report.findings if each.severity.value == "error"] == ["empty-component"]
    assert "'Deck' has nothing to print: no row meets 'worth > 9'" in [each.message for each in report.findings]


BRACKETS = """
# file: pack.yaml
kind: pack
title: Fen
# file: moths.yaml
kind: component
makes: card
name: Moths
template: moth
rows: moths.csv
# file: moth.yaml
kind: template
size: poker
layers:
  - {text: "LAYER", style: body, where: inset 5}
# file: moths.csv
Name,Family name,Text
Ermine,Tigers,At a lamp
"""


@pytest.mark.parametrize(
    ("layer", "hint"),
    [
        ("{family_name} [name] {text}", "write {Name}"),
        ("{family_name} %name% {text}", "write {Name}"),
        ("{family_name} <Name> {text}", "write {Name}"),
        ("{family_name} <<name>> {text}", "write {Name}"),
        ("{family_name} {{name}} {text}", "write {Name}"),
        ("{family_name} @name@ {text}", "write {Name}"),
        ("{name} [family name] {text}", "write {Family_name}"),
        ("{name} [family name]{.body} {family_name} {text}", None),
        ("{name} [other] {family_name} {text}", None),
        ("{name} \\\\[name] {family_name} {text}", None),
    ],
)
def test_a_field_in_other_brackets_is_printed_as_it_is(tmp_path: Path, layer: str, hint: str | None) -> None:
    report = report_on(write(tmp_path, BRACKETS.replace("LAYER", layer)))
    found = [(each.code, each.hint) for each in report.findings if each.severity.value != "info"]
    assert found == ([("unbound-field", hint)] if hint else [])


@pytest.mark.parametrize(
    ("layer", "code", "hint"),
    [
        ("{name} {family-name} {text}", "failed-expression", "a hyphen in a name is written _: Family_name"),
        (
            "{name} {family name} {text}",
            "bad-binding",
            "write family_name",
        ),
    ],
)
def test_a_field_with_a_hyphen_or_a_blank_is_one_finding(tmp_path: Path, layer: str, code: str, hint: str) -> None:
    report = report_on(write(tmp_path, BRACKETS.replace("LAYER", layer)))
    found = [(each.code, (each.hint or "").casefold()) for each in report.findings if each.severity.value != "info"]
    assert found == [(code, hint.casefold())]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("At a {icon:star draw a card.", ["unclosed-markup"]),
        ("At a {icon:star", ["unclosed-markup"]),
        ("At a {icon:star draw {icon:star}.", ["unclosed-markup"]),
        ("At a {icon:star} draw {icon:star}.", []),
    ],
)
def test_an_icon_in_a_cell_that_is_not_closed_is_reported(tmp_path: Path, text: str, found: list[str]) -> None:
    pack = BRACKETS.replace("LAYER", "{name} {family_name} {text}").replace("At a lamp", text)
    report = report_on(write(tmp_path, pack))
    assert [each.code for each in report.findings if each.severity.value != "info"] == found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tickets.csv", "title,cost\nOpera **twice,1\n<b>Pier</b>,2\n"),
        ("tickets.json", '[{"title": "Opera **twice", "cost": 1}, {"title": "<b>Pier</b>", "cost": 2}]'),
        ("", "rows: [{title: Opera **twice, cost: 1}, {title: <b>Pier</b>, cost: 2}]\n"),
    ],
)
def test_checks_of_cells_leave_computed_fields_out(tmp_path: Path, name: str, text: str) -> None:
    rows, table = (f"rows: {name}\n", f"# file: {name}\n{text}") if name else (text, "")
    deck = f"kind: component\nmakes: card\ntemplate: ticket\ncomputed: {{again: title, more: cost * 2}}\n{rows}"
    face = "kind: template\nsize: poker\nlayers: [{text: '{title} {again} {more}', style: body, where: inset 3}]\n"
    files = f"# file: deck.yaml\n{deck}# file: ticket.yaml\n{face}{table}"
    write(tmp_path, f"# file: pack.yaml\nkind: pack\ntitle: Harbour\n{files}")
    found = [each.code for each in report_on(tmp_path).findings if each.severity.value != "info"]
    assert found == ["unclosed-markup", "html-markup"]


def test_an_undeclared_column_is_a_number_as_without_fields(tmp_path: Path) -> None:
    table = "title;power\nOpera;3\n"
    many = report(tmp_path / "a", "{title} {power // 2}", "fields: {title: text}\nrows: tickets.csv", table)
    assert [each.code for each in many.findings] == ["unknown-field"]
    text = report(
        tmp_path / "b", "{title} {power // 2}", "fields: {title: text, power: text}\nrows: tickets.csv", table
    )
    assert [each.code for each in text.findings] == ["failed-expression"]


def test_an_empty_cell_in_a_comparison_has_a_fix(tmp_path: Path) -> None:
    table = "title;power\nOpera;\nJazz;2\n"
    (finding,) = report(tmp_path / "a", "{title} {power}", "rows: tickets.csv\nonly: power > 1\n", table).findings
    assert (finding.code, finding.hint) == ("bad-row-expression", "'a or 0' is 0 where a is empty")
    mended = report(tmp_path / "b", "{title} {power}", "rows: tickets.csv\nonly: (power or 0) > 1\n", table)
    assert not mended.findings, told(mended)


COMPARED = {
    "one of the values": ("show-when: kind == 'fish'", []),
    "none of the values, like one": ("show-when: kind == 'fisch'", ["did you mean 'fish'?"]),
    "the text first": ("show-when: \"'fisch' == kind\"", ["did you mean 'fish'?"]),
    "in a list": ("show-when: \"kind in ['fisch', 'meat']\"", ["did you mean 'fish'?"]),
    "in braces": (
        "name: \"{'a' if kind == 'meet' else 'b'}\", turn: \"{90 if kind == 'meet' else 0}\"",
        ["did you mean 'meat'?"],
    ),
    "none of the values, unlike all": ("show-when: kind == 'X'", []),
    "a number as a text": ("show-when: cost == '2'", ["write 2 without quotes: it is a number"]),
    "a text in a column of numbers": ("show-when: cost == 'X'", []),
    "yes or no": ("show-when: ripe == 'yes'", ["write ripe alone, or not ripe"]),
    "empty": ("show-when: kind != ''", []),
    "a name that is no field": ("show-when: pack.title == 'Harbr'", []),
}


@pytest.mark.parametrize(("setting", "hints"), COMPARED.values(), ids=COMPARED)
def test_a_text_that_no_row_has_is_told_where_it_is_compared(tmp_path: Path, setting: str, hints: list[str]) -> None:
    rows = "rows: [{title: a, kind: fish, cost: 1, ripe: true}, {title: b, kind: meat, cost: 2, ripe: false}]"
    face = '{title} {kind} {cost} {ripe}", where: inset 3, ' + setting + '}, {text: "{title}'
    found = [each for each in report(tmp_path, face, rows).findings if each.code == "unmet-comparison"]
    assert [each.hint for each in found] == hints


@pytest.mark.parametrize(
    ("compared", "hints"),
    [
        ("kind == 'fisch'", ["did you mean 'fish'?"]),
        ("kind in ['roast', 'Meat']", ["did you mean 'meat'?"]),
        ("kind == 'cake'", ["it is fish, meat or roast"]),
        ("title == 'Opra'", ["did you mean 'Opera'?"]),
        ("title != 'Opera' and s.kind != 'fish'", []),
        ("title == 'X'", []),
    ],
)
def test_a_text_that_no_row_has_is_told_in_rules_and_requirements(
    tmp_path: Path, compared: str, hints: list[str]
) -> None:
    fields = "fields: {title: text, kind: {one-of: [fish, meat, roast]}}\nrows: [{title: Opera, kind: fish}]"
    loop = f"s for s in tickets.rows if s.{compared}"
    rules = f'# file: rules.yaml\nkind: rulebook\nsections: [{{title: Do, text: "{{count({loop})}} cards"}}]\n'
    pack = PACK.replace("FACE", "{title} {kind}")
    in_pack = f'requirements: [{{name: enough, holds: "count({loop}) < 99"}}]\n'
    for text in (
        pack.replace("documents: [", "documents: [rules.yaml, ") + f"{fields}\n{rules}",
        pack.replace("documents: [", f"{in_pack}documents: [") + f"{fields}\n",
    ):
        found = [each for each in report_on(write(tmp_path, text)).findings if each.code == "unmet-comparison"]
        assert [each.hint for each in found] == hints


LAYERS = """\
kind: template
size: mini-euro
layers:
  - {text: "{title}", where: "top, 9 high", style: body}
  - {LAYER, where: "bottom, 30 x 9"}
"""


def layered(tmp_path: Path, layer: str) -> list[tuple[str, str | None]]:
    """The findings on a template with that layer, and their hints."""
    start, end = PACK.index("kind: template\nsize: mini-euro"), PACK.index("# file: deck/tickets.yaml")
    rows = "fields: {title: text, sign: icon, line: text, fine: number}\n"
    rows += "rows: [{title: a, sign: star, line: red, fine: 2}, {title: b, sign: sun, line: blue, fine: 3}]\n"
    found = report_on(write(tmp_path, PACK[:start] + LAYERS.replace("LAYER", layer) + PACK[end:] + rows)).findings
    return [(each.code, each.hint) for each in found if each.code != "unused-field"]


@pytest.mark.parametrize(
    ("layer", "found"),
    [
        ("icon: sign", [("unknown-icon", 'write "{sign}": it is a field of the rows')]),
        ("text: line, style: body", [("unbound-field", "write {line}")]),
        ("text: line, style: body, show-when: line != ''", [("unbound-field", "write {line}")]),
        ("text: Line, style: body", []),
        ("text: the line, style: body", []),
        ("text: title, style: body", []),
    ],
)
def test_a_field_without_braces_is_printed_as_it_is(
    tmp_path: Path, layer: str, found: list[tuple[str, str | None]]
) -> None:
    assert layered(tmp_path, layer) == found


@pytest.mark.parametrize(
    ("items", "hint"),
    [
        ("1-5", 'write "range(1, 6)", with the quotes, for 1 to 5'),
        ("0 - 5", 'write "range(0, 6)", with the quotes, for 0 to 5'),
        ("1 to 5", 'write "range(1, 6)", with the quotes: it ends before 6'),
        ("five", "write 5"),
        ("fine - 5", None),
        ("5 - 1", None),
    ],
)
def test_a_repeat_over_a_range_of_another_language_is_told(tmp_path: Path, items: str, hint: str | None) -> None:
    found = layered(tmp_path, f"panel: ink, repeat: {{each: n, in: {items}, as: row}}")
    assert [each for _, each in found] == ([hint] if hint else [])


def test_a_choice_that_no_row_has_is_told_where_rows_are_chosen(tmp_path: Path) -> None:
    fields = (
        "fields: {title: text, kind: {one-of: [fish, meat]}}\nrows: [{title: a, kind: fish}, {title: b, kind: meat}]"
    )
    found = report(tmp_path, "{title} {kind}", f"{fields}\nonly: kind != 'Meat'").findings
    assert [(each.code, each.hint) for each in found] == [("unmet-comparison", "did you mean 'meat'?")]
    assert not report(tmp_path, "{title} {kind}", f"{fields}\nonly: kind != 'meat' and title != 'aa'").findings


def test_a_text_of_a_choice_that_no_row_has_is_none_of_these(tmp_path: Path) -> None:
    fields = "fields: {title: text, kind: {one-of: [fish, meat, roast]}}\nrows: [{title: a, kind: fish}]"
    face = "{title} {kind}\", where: inset 3, show-when: kind == 'KIND'}, {text: \"{title}"
    assert report(tmp_path, face.replace("KIND", "roast"), fields).findings == ()
    (finding,) = report(tmp_path, face.replace("KIND", "rost"), fields).findings
    assert (finding.code, finding.hint) == ("unmet-comparison", "did you mean 'roast'?")


def test_a_field_of_yes_or_no_without_a_column_is_a_warning_and_the_deck_is_drawn(tmp_path: Path) -> None:
    fields = "fields: {title: text, sold: yes or no}\nrows: tickets.csv"
    face = "{title} {'sold' if sold else ''} {titel}"
    result = report(tmp_path, face, fields, "title,fine\nOpera,2\n")
    assert [(each.code, each.severity.value) for each in result.findings if "sold" in each.message] == [
        ("missing-field", "warning")
    ]
    assert "unknown name 'titel' (row 'Opera')" in [each.message for each in result.findings]


@pytest.mark.parametrize(
    ("cell", "hint"),
    [
        ("NÃ¤gel", "write 'Nägel', or import the table as UTF-8"),
        ("itâ€™s", "write 'it’s', or import the table as UTF-8"),
        ("12Â°", "write '12°', or import the table as UTF-8"),
        ("CAFÉ… „Ä“ IRMÃ – MAÇÃ « NÃO", None),
        ("Nägel, él, ½, 12°, «à»", None),
    ],
)
def test_letters_in_the_wrong_encoding_are_told(tmp_path: Path, cell: str, hint: str | None) -> None:
    found = report(tmp_path, "{title}", "rows: tickets.csv", f"title\n{cell}\n").findings
    assert [(each.code, each.hint) for each in found] == ([("mistaken-encoding", hint)] if hint else [])
