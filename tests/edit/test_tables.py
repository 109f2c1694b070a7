"""A cell or a row of a table is changed, and no other byte."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edit.tables import (
    MOST_PASTED,
    add_column,
    add_rows,
    copy_row,
    move_row,
    paste,
    pasted_cells,
    remove_rows,
    set_cells,
    table_cells,
)
from pnp.edit.texts import ByteChange, EditRefused, PackFile
from tests.edit.conftest import changed

CARDS = """\
title,cost, text ,count
Ferry,2,"Cross, once",1
 Crane , 3 ,"say ""hi"" "
"Two
lines",,x,4

Last,5,y,6
"""


def set_cell(file: PackFile, row: int, column: int, value: str) -> list[ByteChange]:
    return set_cells(file, {(row, column): value})


def edited(text: str, change: Any, *rest: Any) -> str:
    file = PackFile(Path(), "cards.csv", text.encode())
    return changed(file.content, change(file, *rest)).decode()


@pytest.mark.parametrize(
    ("row", "column", "value", "old", "new"),
    [
        (0, 0, "Boat", "Ferry", "Boat"),
        (0, 1, "2,5", "Ferry,2,", 'Ferry,"2,5",'),
        (0, 2, "Cross", '"Cross, once"', '"Cross"'),
        (0, 2, 'a "b"', '"Cross, once"', '"a ""b"""'),
        (0, 3, "", 'once",1', 'once",'),
        (1, 0, "Kran", " Crane ,", " Kran ,"),
        (1, 1, "7", ", 3 ,", ", 7 ,"),
        (1, 3, "9", '""hi"" "\n', '""hi"" ",9\n'),
        (2, 0, "One", '"Two\nlines"', '"One"'),
        (2, 1, "a\nb", 'lines",,x', 'lines","a\nb",x'),
        (3, 3, "", "y,6\n", "y,\n"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_cell_is_written_and_nothing_else(
    row: int, column: int, value: str, old: str, new: str, newline: str
) -> None:
    for begin in ("", "\ufeff"):
        text = begin + CARDS.replace("\n", newline)
        expected = text.replace(old.replace("\n", newline), new.replace("\n", newline))
        assert edited(text, set_cell, row, column, value) == expected


def test_rows_are_added_copied_moved_and_removed() -> None:
    assert edited(CARDS, add_rows, [["New", "1", "a, b"]]) == CARDS + 'New,1,"a, b"\n'
    assert edited(CARDS, add_rows, [["New"]], 0) == CARDS.replace("Ferry", "New\nFerry")
    assert edited(CARDS, copy_row, 1).count(' Crane , 3 ,"say ""hi"" "\n') == 2
    assert edited(CARDS, remove_rows, [2]) == CARDS.replace('"Two\nlines",,x,4\n', "")
    assert edited(CARDS.removesuffix("\n"), remove_rows, [3]) == CARDS.replace("\nLast,5,y,6\n", "")
    assert edited(CARDS, remove_rows, [0, 1, 2]) == "title,cost, text ,count\n\nLast,5,y,6\n"
    moved = edited(CARDS, move_row, 3, 0)
    assert moved.startswith("title,cost, text ,count\nLast,5,y,6\nFerry,2,")
    assert edited(moved, move_row, 0, 3) == CARDS
    assert edited("a,b\n1,2", add_rows, [["3", "4"]]) == "a,b\n1,2\n3,4"
    assert edited("a;b\n1;2\n", add_rows, [["3,5", "4;5"]]) == 'a;b\n1;2\n3,5;"4;5"\n'
    assert edited(CARDS, add_column, "note").startswith("title,cost, text ,count,note\nFerry,2")


def test_what_a_spreadsheet_copied_is_pasted() -> None:
    assert pasted_cells('a\tb\r\n"two\nlines"\t"say ""x"""\r\n') == [["a", "b"], ["two\nlines", 'say "x"']]
    assert pasted_cells('5" wide\tb') == [['5" wide', "b"]]
    assert pasted_cells('"open\tb\nc\td') == [['"open', "b"], ["c", "d"]]
    found = edited(CARDS, paste, 3, 0, "Final\t6\tz\nMore\t7\tw, v\n")
    assert found == CARDS.replace("Last,5,y,6\n", 'Final,6,z,6\nMore,7,"w, v",\n')


def test_insertions_at_one_place_are_in_their_order() -> None:
    assert edited("a,b,c\n1,\n", set_cells, {(0, 1): "y", (0, 2): "z"}) == "a,b,c\n1,y,z\n"
    assert edited('a,b\n" x" ,2\n', set_cells, {(0, 1): "5", (0, 0): "y"}) == 'a,b\n" y" ,5\n'
    assert edited("a,b,c\n1,2\n", paste, 0, 0, "x\ty\tz\nu\tv\tw") == "a,b,c\nx,y,z\nu,v,w\n"


@pytest.mark.parametrize(
    ("change", "rest", "message"),
    [
        (set_cell, (9, 0, "x"), "'cards.csv' has no row 10"),
        (set_cell, (0, 9, "x"), "there are 4 columns"),
        (set_cells, ({(0, 0): "", (0, 1): "", (0, 2): "", (0, 3): ""},), "a row without values"),
        (add_rows, ([["", " "]],), "a row without values is not read"),
        (add_rows, ([["#x"]],), "is a comment"),
        (add_rows, ([["a", "b", "c", "d", "e"]],), "there are 4 columns"),
        (paste, (0, 3, "a\tb"), "there are 4 columns, and what is pasted needs more"),
        (add_column, ("cost",), "there is a column 'cost'"),
        (set_cell, (0, 0, "a\x00"), "can't be in a text"),
    ],
)
def test_what_would_be_read_as_something_else_is_refused(change: Any, rest: Any, message: str) -> None:
    with pytest.raises(EditRefused) as refused:
        edited(CARDS, change, *rest)
    assert message in str(refused.value)


@pytest.mark.slow
def test_many_cells_are_set_in_a_moment() -> None:
    text = "a,b\n" + "".join(f"{row},{'é' * 120}\n" for row in range(MOST_PASTED))
    values = {(row, 0): f"m{row}" for row in range(MOST_PASTED)}
    start = time.process_time()
    found = edited(text, set_cells, values)
    assert time.process_time() - start < 6  # takes one second, and twenty if each cell copies the text before it
    assert found == "a,b\n" + "".join(f"m{row},{'é' * 120}\n" for row in range(MOST_PASTED))


@pytest.mark.parametrize("text", ['a,b\n"x,2\n', "", "\n\n", b"\xff\xfea\x00".decode("latin-1")])
def test_a_table_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(EditRefused):
        edited(text, set_cell, 0, 0, "x")


CELL = st.text("ab,;\t\"' \né#=", max_size=8)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(CELL, min_size=3, max_size=3), min_size=1, max_size=5),
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n"]),
    st.data(),
)
def test_any_cell_takes_any_text(rows: list[list[str]], mark: str, newline: str, data: st.DataObject) -> None:
    quoted = [[cell.replace('"', '""') for cell in row] for row in rows]
    lines = [mark.join(("one", "two", "three")), *(mark.join(f'"x{cell}"' for cell in row) for row in quoted)]
    file = PackFile(Path(), "t.csv", newline.join(lines).replace("\n", newline).replace("\r\r", "\r").encode())
    try:
        _, before = table_cells(file)
    except EditRefused:
        return
    row, column = data.draw(st.integers(0, len(before) - 1)), data.draw(st.integers(0, 2))
    value = data.draw(CELL)
    try:
        after = PackFile(Path(), "t.csv", changed(file.content, set_cell(file, row, column, value)))
    except EditRefused:
        return
    _, cells = table_cells(after)
    before[row] += [""] * (column + 1 - len(before[row]))
    before[row][column] = value.strip()
    assert cells == before
