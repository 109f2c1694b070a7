"""Slips in tables that are typed by hand: comments, and texts that their own comma splits."""

from __future__ import annotations

import pytest

from pnp.source import read_table


@pytest.mark.parametrize(
    ("text", "rows", "comments"),
    [
        ("# file: deck.csv\ntitle,fine\nOpera,2\n", [("Opera", "2")], [1]),
        ("title;fine\n# dear ones\nOpera;2\n#more\n", [("Opera", "2")], [2, 4]),
        ("title,fine\n# 1 fan,2\n", [("# 1 fan", "2")], []),
        ("title,fine\n#,2\n#\n", [("#", "2"), ("#",)], []),
        ("# of cards\n2\n3\n", [("2",), ("3",)], []),
        ("title\n#hashtag\n", [("#hashtag",)], []),
        ("#\ttitle\n1\tOpera\n", [("1", "Opera")], []),
    ],
)
def test_a_comment_is_reported_and_not_printed(text: str, rows: list[tuple[str, ...]], comments: list[int]) -> None:
    table = read_table(text, "deck.csv")
    assert [record.cells for record in table.records] == rows
    assert [(each.code, each.span.line) for each in table.findings] == [("comment-row", line) for line in comments]


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        (
            "title,line,fine,copies\nOpera,Hello, world,2,1\n",
            *((2, 7, 19), "row 2 has 5 cells, and there are 4 columns: 'Hello, world' is split at a comma"),
            'quote it: "Hello, world"',
        ),
        (
            "title;line;fine\nOpera;Hello; world;2;\n",
            *((2, 7, 19), "row 2 has 5 cells, and there are 3 columns: 'Hello; world' is split at a semicolon"),
            'quote it: "Hello; world"',
        ),
        (
            "title,line,fine\nOpera,Hello,world,2\n",
            *((2, 19, 20), "row 2 has 4 cells, and there are 3 columns"),
            "quote a text with a comma in it, or name the column",
        ),
        (
            "title,line\nOpera,Hello, world,\n",
            *((2, 7, 19), "row 2 has 4 cells, and there are 2 columns: 'Hello, world' is split at a comma"),
            'quote it: "Hello, world"',
        ),
    ],
)
def test_a_text_that_its_comma_splits_is_named(text: str, place: tuple[int, int, int], message: str, hint: str) -> None:
    (finding,) = read_table(text, "deck.csv").findings
    span = finding.span
    assert (finding.code, (span.line, span.column, span.end_column)) == ("ragged-row", place)
    assert (finding.message, finding.hint) == (message, hint)


def test_blanks_at_the_end_of_rows_are_none_of_the_cells() -> None:
    assert read_table("title,fine\nOpera,2,,\nPier,3,\n", "deck.csv").findings == ()


@pytest.mark.parametrize(
    ("last", "is_total"),
    [
        (",,7", True),
        (",,=SUM(C2:C3)", True),
        (",,8", False),
        (",,many", False),
        ("7,,", False),
        (",Market,7", False),
    ],
)
def test_a_total_at_the_end_is_reported_once_and_not_printed(last: str, is_total: bool) -> None:
    table = read_table(f"title,fine,copies\nOpera,2,3\nMarket,1,4\n{last}\n", "deck.csv")
    assert len(table.records) == (2 if is_total else 3)
    assert [(each.code, each.span.line) for each in table.findings] == ([("total-row", 4)] if is_total else [])
    assert not table.damaged


def test_tables_of_two_columns_or_one_row_have_no_totals() -> None:
    for text in ("title,copies\nOpera,3\nMarket,4\n,7\n", "title,fine,copies\nOpera,1,3\n,,3\n"):
        assert read_table(text, "deck.csv").findings == ()


def test_a_header_with_another_mark_than_its_rows_is_one_finding_and_no_row_is_read() -> None:
    table = read_table("title;fine\nOpera,2\nMarket,3\n", "deck.csv")
    (finding,) = table.findings
    assert (finding.code, finding.span.line, finding.hint) == ("ragged-row", 1, "write commas here too")
    assert finding.message == "the columns are separated by semicolons here, and their values by commas"
    assert table.records == ()


def test_a_quoted_cell_before_another_mark_than_that_of_the_header_says_which_mark_to_write() -> None:
    table = read_table('name;points\n"Cod, the old",2\nEel,3\n', "deck.csv")
    (finding,) = table.findings
    assert (finding.code, finding.span.line) == ("broken-quotes", 2)
    assert finding.hint == "write commas in the first row too: its columns are separated by semicolons"


WHOLE = "title,line,fine\nOpera,Hello,2\nMarket,,1\nPier,Well,3\n"


def test_a_row_that_lacks_a_cell_is_told_where_nearly_all_are_whole() -> None:
    table = read_table(f"{WHOLE}Gate,1\n", "deck.csv")
    (finding,) = table.findings
    assert (finding.code, finding.severity.value, finding.span.line) == ("ragged-row", "warning", 5)
    assert finding.message == "row 5 has 2 cells, and there are 3 columns"
    assert finding.hint == "write commas around empty cells too, also at the end of a row"
    assert len(table.records) == 4


@pytest.mark.parametrize(
    ("row", "column", "hint"),
    [
        ("Gate;Wall,1", 1, "write commas where this cell has semicolons: Gate,Wall"),
        ("Gate,Low;1", 6, "write commas where this cell has semicolons: Low,1"),
        ("Gate; a wall,1", 1, "write commas around empty cells too, also at the end of a row"),
        ("Gate;a;wall,1", 1, "write commas around empty cells too, also at the end of a row"),
    ],
)
def test_a_row_with_another_mark_in_place_of_one_is_told_where_it_is(row: str, column: int, hint: str) -> None:
    (finding,) = read_table(f"{WHOLE}{row}\n", "deck.csv").findings
    assert (finding.code, finding.span.column, finding.hint) == ("ragged-row", column, hint)


@pytest.mark.parametrize("more", ["Gate,,1\n", "Gate\n", "Gate,1\nMill,2\n"])
def test_rows_that_are_whole_comments_or_short_as_others_are_are_read_without_a_word(more: str) -> None:
    assert read_table(WHOLE + more, "deck.csv").findings == ()


def test_a_short_row_with_other_separators_is_one_finding() -> None:
    (finding,) = read_table(f'{WHOLE}Gate;"a, b";1\n', "deck.csv").findings
    assert finding.hint == "separate its values by commas, not by semicolons"
