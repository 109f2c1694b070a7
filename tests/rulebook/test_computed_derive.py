"""Tables computed from the game."""

from __future__ import annotations

import textwrap

from pnp.rulebook.document import Table, TextPiece, plain
from tests.rulebook.harbour import built, document_of, rules_with


def tables_of(text: str) -> tuple[dict[str, Table], list[str]]:
    """The tables of a rulebook that has these, and what is at fault."""
    document, errors = built(rules_with("- Row.") + "\ntables:\n" + textwrap.indent(textwrap.dedent(text), "  "))
    faults = (*errors.expressions, *errors.tables)
    return {table.id: table for table in document.tables}, [fault.message for fault in faults]


def grid(table: Table) -> list[list[str]]:
    return [[plain(cell) for cell in row] for row in (table.heads, *table.rows)]


def test_rows_by_columns_by_formula() -> None:
    ways = next(table for table in document_of().tables if table.id == "ways")
    assert grid(ways) == [
        ["", "Market", "Church", "Pier", "Ferry"],
        ["Market", "0", "1", "2", "3"],
        ["Church", "1", "0", "1", "2"],
        ["Pier", "2", "1", "0", "1"],
        ["Ferry", "3", "2", "1", "0"],
    ]
    assert ways.aligns == ("left", "centre", "centre", "centre", "centre")
    assert [len([cell for cell in row[1:] if cell]) for row in ways.printed()] == [1, 2, 3, 4]


def test_columns_one_by_one_with_heads_of_rows_and_sums() -> None:
    boats = next(table for table in document_of().tables if table.id == "boats")
    assert grid(boats) == [
        ["Crew", "Boats", "Crates", "In Old harbour"],
        ["2 players", "4", "10", "2 rowers"],
        ["3 players", "6", "9", "3 rowers"],
        ["4 players", "8", "8", "4 rowers"],
        ["Total", "18", "27", ""],
    ]
    assert boats.rows[0][3] == (TextPiece("2", bold=True), TextPiece(" rowers"))
    assert boats.aligns == ("left", "right", "right", "left")
    assert (boats.stub, boats.total) == (True, True)
    assert plain(boats.caption) == "Nobody rows alone."


def test_only_what_passes_when_becomes_a_row() -> None:
    tables, faults = tables_of("""
        odd:
          title: Odd
          rows: {each: n, in: "range(1, 8)", when: n % 2 == 1}
          columns: {each: m, in: "[1, 2, 3]", when: m != 2, cell: n * m, head: "'times ' + text(m)"}
    """)
    assert not faults
    assert grid(tables["odd"]) == [
        ["", "times 1", "times 3"],
        ["1", "1", "3"],
        ["3", "3", "9"],
        ["5", "5", "15"],
        ["7", "7", "21"],
    ]


def test_a_lopsided_triangle_is_printed_whole_and_told() -> None:
    tables, faults = tables_of("""
        slope:
          title: Slope
          rows: {each: a, in: "[1, 2, 3]"}
          columns: {each: b, in: "[1, 2, 3]", cell: a - b}
          triangle: true
    """)
    assert faults == ["triangle 'slope' is not the same both ways: '2' and '1' have '1' and '-1'"]
    assert not tables["slope"].triangle


def test_a_triangle_needs_rows_and_columns_alike() -> None:
    _, faults = tables_of("""
        oblong: {title: Oblong, triangle: true, rows: {each: a, in: "[1, 2]"}, columns: {each: b, in: "[1]", cell: a}}
    """)
    assert faults == ["triangle 'oblong' has other rows than columns"]


def test_what_is_no_list_makes_no_rows() -> None:
    tables, faults = tables_of("none: {title: None, rows: {each: a, in: 2 + 3}, columns: [{head: A, cell: a}]}")
    assert faults == ["a table goes through a list, and this is the number 5"]
    assert "none" not in tables


def test_a_formula_that_fails_in_every_cell_is_told_once() -> None:
    tables, faults = tables_of("""
        bad: {title: Bad, rows: {each: a, in: "range(0, 5)"}, columns: {each: b, in: "range(0, 5)", cell: a / b}}
    """)
    assert len(faults) == 1
    assert plain(tables["bad"].rows[4][4]) == "?"


def test_only_numbers_have_a_sum() -> None:
    _, faults = tables_of("""
        words: {title: Words, rows: [{word: pier}], columns: [{head: Word, cell: word, total: true}]}
    """)
    assert faults == ["a total adds numbers, and this is the text 'pier'"]


def test_a_table_has_bounds() -> None:
    _, faults = tables_of("""
        vast: {title: Vast, rows: {each: a, in: "range(0, 900)"}, columns: {each: b, in: "range(0, 900)", cell: a}}
    """)
    assert faults == ["table 'vast' has 810,000 cells; no more than 20,000 fit on paper"]


def test_a_table_has_a_cell_for_every_pair() -> None:
    tables, faults = tables_of("""
        far:
          title: Far
          rows: {each: a, in: "range(0, 52)"}
          columns: {each: b, in: "range(0, 52)", cell: "distance(town, town.areas[a % 4], town.areas[b % 4])"}
    """)
    assert not faults
    assert len(tables["far"].rows) * (len(tables["far"].heads) - 1) == 2704


def test_exact_fractions_and_truth_print_as_texts_do() -> None:
    tables, faults = tables_of("""
        kinds: {title: Kinds, rows: [{n: 3}], columns: [{head: Half, cell: n / 2}, {head: Odd, cell: n % 2 == 1}]}
    """)
    assert not faults
    assert grid(tables["kinds"])[1] == ["1.5", "yes"]
