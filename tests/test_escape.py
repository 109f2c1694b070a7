"""Text made safe for where it is shown: nothing steers a terminal, breaks JSON or starts a formula."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from pnp.escape import STEERING, SafeText, blanked, block, csv_text, escaped, json_text, line, report_again

STEERS = [
    *map(chr, range(0x20)),
    *map(chr, range(0x7F, 0xA0)),
    *map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029, 0x200B, 0xFEFF, 0xE0041)),
    *("\ud800", "\udcff", "\udfff"),
]


@pytest.mark.parametrize("char", STEERS, ids=lambda char: f"U+{ord(char):04X}")
def test_what_steers_or_hides_is_escaped_for_every_reader(char: str) -> None:
    shown = escaped(f"a{char}b")
    assert re.fullmatch(r"a\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|n|r|t)b", shown)
    written = json_text({"file": f"a{char}b"})
    assert STEERING.sub("", written) == written.replace("\n", "")
    written.encode()
    assert json.loads(written)["file"] == (shown if "\ud800" <= char <= "\udfff" else f"a{char}b")
    assert len(blanked(char)) == 1
    assert char == "\t" or not STEERING.search(blanked(char))


@pytest.mark.parametrize("text", ["Gull Bay", "Žižkov ♠ 🚕", "👩\u200d👩\u200d👧", "می\u200cخواهم", "שלום", "a\\b"])
def test_what_scripts_need_stays_as_it_is(text: str) -> None:
    assert escaped(text) == text
    assert json.loads(json_text([text])) == [text]


def test_bytes_of_a_name_that_are_not_utf_8_are_named() -> None:
    assert escaped("p\udcff.yaml") == r"p\xff.yaml"


def test_a_line_escapes_what_is_not_ready_to_print() -> None:
    red = SafeText("\x1b[31mred\x1b[0m")
    assert line("a\n", red, "\x1b[31m") == "a\\n\x1b[31mred\x1b[0m\\x1b[31m"
    assert line(f"{red}") == r"\x1b[31mred\x1b[0m", "an f-string is no longer ready: a mistake shows and harms nobody"
    assert block("a\nb\x07") == "a\nb\\x07"


def test_a_stored_report_keeps_colours_and_nothing_else() -> None:
    assert report_again("\x1b[1;31ma\x1b[0m\nb\x1b[2J\x9b2J") == "\x1b[1;31ma\x1b[0m\nb\\x1b[2J\\x9b2J"


SIGNS = ("=", "+", "-", "@", "\uff1d")
CELLS = [
    f"{before}{gap}{sign}cmd|'/c calc'!A0{after}"
    for before in ("", "x;", "x\t", "x\n", "x\r\n", 'x";', "x;;", 'x",', ";", "\n")
    for gap in ("", " ", '"', '""', "\t", "' ")
    for sign in SIGNS
    for after in ("", ";y", '"', "\n")
]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_spreadsheet_finds_a_formula_whatever_its_list_separator_is(separator: str) -> None:
    for cell in CELLS:
        text = csv_text([["a", cell, "b"], [cell, "c", cell]], "\r\n")
        found = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
        for read in (found, plainly(text, separator) if separator != "," else []):
            for row in read:
                assert not [each for each in row if each.strip("\"' \t").startswith(SIGNS) and not guarded(each)], text


def plainly(text: str, separator: str) -> list[list[str]]:
    """The cells for a reader that knows no quotes."""
    return [row.split(separator) for row in re.split("[\r\n]+", text)]


def guarded(cell: str) -> bool:
    return cell.strip('"').lstrip().startswith("'")


@pytest.mark.parametrize("cell", ["x;=cmd|y!A0", "x\t=1+1", "x\n=1+1", 'x;"=1+1"', "x; @SUM(A1)"])
def test_a_formula_inside_a_cell_is_marked_as_text(cell: str) -> None:
    written = csv_text([["a", cell]], "\n")
    (row,) = csv.reader(io.StringIO(written, newline=""))
    assert row[1] != cell
    assert row[1].replace("'", "", 1) == cell
    assert written.startswith('"a","'), "each cell is quoted where one could be divided"


@pytest.mark.parametrize("number", ["-3", "+4", "-1.5", "7", "12,5", "1 1/2", "-3;-4", "0", "x;-3", "2\n-3"])
def test_plain_numbers_stay_numbers(number: str) -> None:
    assert list(csv.reader(io.StringIO(csv_text([[number]], "\n"), newline=""))) == [[number]]


def test_a_plain_table_is_written_plainly() -> None:
    assert csv_text([["a b", 1, -2.5], ["c, d", "e", 'f"g']], "\n") == 'a b,1,-2.5\n"c, d",e,"f""g"\n'


def test_cells_steer_no_terminal() -> None:
    assert csv_text([["a\x1b[31m\u202e", "\udcff"]], "\n") == "a\\x1b[31m\\u202e,\\xff\n"
