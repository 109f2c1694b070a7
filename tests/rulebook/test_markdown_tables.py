"""Tables as CSV."""

from __future__ import annotations

import csv
import io
import re

import pytest

from pnp.rulebook.document import Table, TextPiece
from pnp.rulebook.markdown import write_csv
from tests.rulebook.harbour import document_of


def table_of(*cells: str) -> Table:
    return Table("t", 1, (), ((TextPiece("Head"),),), tuple(((TextPiece(cell),),) for cell in cells), ("left",))


def read(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8"), newline="")))


def test_rows_end_as_the_standard_says_and_no_mark_begins_the_file() -> None:
    assert write_csv(table_of("a", "♠")) == "Head\r\na\r\n♠\r\n".encode()


@pytest.mark.parametrize("formula", ["=1+1", "+cmd", "-cmd", "@SUM(A1)", '=HYPERLINK("x")'])
def test_what_a_spreadsheet_would_run_is_text(formula: str) -> None:
    assert read(write_csv(table_of(formula)))[1] == [f"'{formula}"]


@pytest.mark.parametrize("formula", ["x\t=1", "x\r=1", "x;=1", "x\n@SUM(A1)"])
def test_what_a_spreadsheet_would_run_after_it_divides_a_cell_is_text(formula: str) -> None:
    assert read(write_csv(table_of(formula)))[1] == [re.sub("([=@])", r"'\1", formula)]


@pytest.mark.parametrize("text", ["\tcmd", "\r1", "\n", "\t=1"])
def test_a_cell_begins_with_no_tab_or_line_break(text: str) -> None:
    (cell,) = read(write_csv(table_of(text)))[1]
    assert cell.startswith("'")
    assert cell.replace("'", "") == text


@pytest.mark.parametrize("number", ["-3", "+4", "-1.5", "7", "1 1/2", "12,5"])
def test_numbers_stay_numbers(number: str) -> None:
    assert read(write_csv(table_of(number)))[1] == [number]


def test_commas_quotes_and_pipes_come_back() -> None:
    assert read(write_csv(table_of('a | b, "c"')))[1] == ['a | b, "c"']


def test_a_triangle_is_written_whole() -> None:
    ways = next(table for table in document_of().tables if table.id == "ways")
    assert read(write_csv(ways))[1] == ["Market", "0", "1", "2", "3"]
