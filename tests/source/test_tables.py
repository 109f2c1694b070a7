"""CSV as spreadsheets write it: what is read, where it stands, and what is told."""

from __future__ import annotations

import csv
import io
import time
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.source import read_table
from pnp.source.ledger import COLUMNS, ROWS
from pnp.source.tables import CsvTable, find_delimiter


def cells(text: str | bytes) -> list[tuple[str, ...]]:
    table = read_table(text, "deck.csv")
    assert table.findings == ()
    return [record.cells for record in table.records]


def told(table: CsvTable) -> list[tuple[str, int, int, int | None]]:
    return [(each.code, each.span.line, each.span.column, each.span.row) for each in table.findings]


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("title,fine\n", ","),
        ("title;fine\n", ";"),
        ("title\tfine\n", "\t"),
        ("title;fine, in coins;line\n", ";"),
        ('"one, two, three";fine\n', ";"),
        ("\n;;\ntitle;fine\n", ";"),
        ("sep=,\na;b\n", ","),
        ("SEP=;\na,b,c\n", ";"),
    ],
)
def test_the_delimiter_is_told_from_the_names_of_the_columns(text: str, delimiter: str) -> None:
    assert find_delimiter(text)[0] == delimiter


def test_one_column_needs_no_delimiter() -> None:
    assert cells("title\nMarket, Church and Pier\n") == [("Market, Church and Pier",)]


def test_a_file_as_a_spreadsheet_saves_it() -> None:
    source = "\ufefftitle;line\r\n“Market”;It’s “open”\r\nPier;\r\n".encode()
    table = read_table(source, "deck.csv")
    assert [column.name for column in table.columns] == ["title", "line"]
    assert [record.cells for record in table.records] == [("“Market”", "It’s “open”"), ("Pier", "")]


def test_quotes_hold_delimiters_line_breaks_and_quotes() -> None:
    table = read_table('title,line\n"Market, old","say ""hi""\nand go"\nPier,x\n', "deck.csv")
    first, second = table.records
    assert first.cells == ("Market, old", 'say "hi"\nand go')
    assert (first.number, first.line, second.number, second.line) == (2, 2, 3, 4)
    span = table.cell(first, 1)
    assert (span.line, span.column, span.end_line, span.end_column, span.row) == (2, 16, 3, 7, 2)


def test_blank_rows_and_columns_are_left_out_and_rows_count_as_they_are_shown() -> None:
    table = read_table("title;;fine;;\n\nMarket;;1;;\n;;;;\n;;;;\nPier;;2;;\n;;;;\n", "deck.csv")
    assert table.findings == ()
    assert [column.name for column in table.columns] == ["title", "fine"]
    assert [(record.number, record.cells[0], record.cells[2]) for record in table.records] == [
        (3, "Market", "1"),
        (6, "Pier", "2"),
    ]
    assert table.header.row == 1


def test_blanks_round_a_cell_do_not_count() -> None:
    table = read_table("title,fine\n  Market , 2 \n", "deck.csv")
    (record,) = table.records
    assert record.cells == ("Market", "2")
    assert (table.cell(record, 0).column, table.cell(record, 0).end_column) == (3, 9)


def test_a_row_may_end_before_its_last_columns() -> None:
    table = read_table("title,fine,line\nMarket\n", "deck.csv")
    assert table.findings == ()
    assert table.cell(table.records[0], 2) == table.span(table.records[0])


def test_a_column_can_be_in_another_language() -> None:
    table = read_table("title,title@es-419,Line @ pt-BR,a@b.example\nx,y,z,w\n", "deck.csv")
    assert [(column.name, column.language) for column in table.columns] == [
        ("title", None),
        ("title", "es-419"),
        ("Line", "pt-BR"),
        ("a@b.example", None),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("empty-document", 1, 1, None)]),
        ("\n;;\n", [("empty-document", 1, 1, None)]),
        ("title;fine\n", [("empty-document", 1, 1, 1)]),
        ('title;fine\nMarket;"open\n', [("broken-quotes", 2, 8, 2)]),
        ('title;fine\n"The "old" market";1\nPier;2\n', [("broken-quotes", 2, 2, 2)]),
        ("title;fine;title\nMarket;1;x\n", [("duplicate-column", 1, 12, 1)]),
        ("title,fine\nMarket, old,2\nPier,1\n", [("ragged-row", 2, 1, 2)]),
        ("title;;fine\nMarket;x;1\nPier;y;2\n", [("unnamed-column", 1, 7, 1)]),
        ("title;fine\nMar\x00ket;1\n", [("bad-character", 2, 4, None)]),
        (b"title;fine\nM\xe4rkt;1\n", [("bad-encoding", 2, 2, None)]),
        ("title;fine\n".encode("utf-16"), [("bad-encoding", 1, 1, None)]),
        ("a\n" + ",".join("x" * (COLUMNS + 1)) + "\n", []),
        ("a,b\n" + ",".join("x" * (COLUMNS + 1)) + "\n", [("over-limit", 2, 1, 2)]),
    ],
)
def test_what_is_wrong_is_told_at_its_cell(text: str | bytes, expected: list[tuple[str, int, int, int | None]]) -> None:
    table = read_table(text, "deck.csv")
    assert told(table) == expected
    assert table.damaged == any(code != "unnamed-column" for code, *_ in expected)


def test_a_row_that_falls_apart_says_how() -> None:
    (finding,) = read_table("title;fine\nMarket;old;2;3\n", "deck.csv").findings
    assert finding.message == "row 2 has 4 cells, and there are 2 columns"
    assert finding.hint == "quote a text with a semicolon in it, or name the column"


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        (["a,b,c", "d,e,f"], "rows 2 and 3"),
        (["a,b,c", "d,e", "f,g,h", "i,,j"], "rows 2, 4 and 5"),
        (["a,b,c", "d,e", "f,g,h", "i,j"], None),
        (["a,b,", "c,d,", "e,f,"], None),
    ],
)
def test_a_name_is_missing_if_most_rows_are_longer_than_the_first(rows: list[str], named: str | None) -> None:
    table = read_table("\n".join(["title,fine", *rows]), "deck.csv")
    found = [finding for finding in table.findings if "the first row" in finding.message]
    if named:
        (finding,) = table.findings
        assert finding.message == f"the first row names 2 columns, and {named} have up to 3 cells"
        assert finding.span is not None
        assert finding.span.line == 1
        assert table.damaged
        assert not table.records
    else:
        assert not found
        assert len(table.records) == len(rows)


def test_a_column_without_a_name_is_called_as_the_spreadsheet_does() -> None:
    text = "a" + ";" * 27 + "\n" + "".join("x" + ";" * 27 + "y\n" for _ in range(5))
    (finding,) = read_table(text, "deck.csv").findings
    assert finding.message == "column AB has no name and is not read (rows 2, 3 and 3 more)"


@pytest.mark.slow
def test_findings_have_an_end() -> None:
    table = read_table("a,b\n" + "1,2,3\n" * 5_000 + "1,2\n" * 5_000, "deck.csv")
    assert len(table.findings) == 1_001
    assert table.findings[-1].message == "there are more findings of this kind from here on"


@pytest.mark.slow
def test_a_table_of_too_many_rows_is_not_used() -> None:
    table = read_table("title\n" + "Market\n\n" * ROWS, "deck.csv")
    assert len(table.records) == ROWS
    assert table.findings == ()
    table = read_table("title\n" + "Market\n" * ROWS + "Pier\nChurch\n", "deck.csv")
    assert told(table) == [("over-limit", ROWS + 2, 1, ROWS + 2)]
    assert table.records == ()
    assert table.damaged


TEXTS = st.text(st.sampled_from('ab" ,;\t\n“é'), max_size=8).map(str.strip)


@pytest.mark.slow
@given(st.sampled_from(",;\t"), st.lists(st.lists(TEXTS, min_size=3, max_size=3), min_size=1, max_size=6))
@settings(deadline=None, max_examples=150, derandomize=True)
def test_what_a_writer_of_csv_writes_is_read_as_it_was(delimiter: str, rows: list[list[str]]) -> None:
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(["one", "two", "three"])
    writer.writerows(rows)
    table = read_table(stream.getvalue(), "deck.csv")
    assert [list(record.cells) for record in table.records] == [row for row in rows if any(row)]
    lines = stream.getvalue().replace("\r\n", "\n").split("\n")
    for record in table.records:
        for index, text in enumerate(record.cells):
            span = table.cell(record, index)
            if text and span.line == span.end_line:
                assert lines[span.line - 1][span.column - 1 : span.end_column - 1].replace('""', '"') == text


@pytest.mark.slow
@given(st.text(st.sampled_from('ab",;\t \n\u00a0'), max_size=30))
@settings(deadline=None, max_examples=300, derandomize=True)
def test_what_csv_reads_is_the_same_cell_by_cell(text: str) -> None:
    def read() -> object:
        table = read_table(text, "deck.csv")
        spans = [(table.span(each), table.cell(each, 0)) for each in table.records]
        return table.columns, table.records, table.findings, spans

    by_csv = read()
    with patch("csv.reader", side_effect=csv.Error):
        assert read() == by_csv


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "title,fine\n" + '"Market, old",2\n' * 60_000,
        "," * 1_000_000,
        "\n" * 1_000_000,
        'a,b\n"' + '""' * 500_000,
        '"a' * 500_000,
    ],
    ids=["rows", "commas", "blank", "quotes", "pairs"],
)
def test_reading_takes_time_by_the_length(text: str) -> None:
    start = time.process_time()
    read_table(text, "deck.csv")
    assert time.process_time() - start < 4


def test_a_cell_that_a_row_does_not_have_is_the_row() -> None:
    table = read_table("name,sails\nSloop,1\nCutter\n", "deck.csv")
    short = table.records[1]
    assert table.cell(short, 0).end_column == 7
    assert table.cell(short, 1) == table.cell(short, 2) == table.span(short)


@pytest.mark.parametrize("before", ["sep=;\n", "\n\n", "sep=;\n\n"])
def test_rows_read_cell_by_cell_know_their_lines_below_what_precedes_the_names(before: str) -> None:
    table = read_table(f'{before}name;sails\nSloop;1\n"""Cutter""";2\n', "deck.csv")
    first = before.count("\n") + 1
    assert [record.line for record in table.records] == [first + 1, first + 2]
    assert [table.span(record).line for record in table.records] == [first + 1, first + 2]
