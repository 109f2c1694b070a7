"""Texts as names of files: safe on every system, and no two alike."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.escape import LONGEST_NAME, file_name, file_names


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("Market", "market"),
        ("8♠", "8-spade"),
        ("10♥", "10-heart"),
        ("Old market (north)", "old-market-north"),
        ("Święta Łódź", "swieta-lodz"),
        ("Straße", "strasse"),
        ("a/b\\c:d", "a-b-c-d"),
        ("../../etc", "etc"),
        ("Ångström & Çelik", "angstrom-celik"),
        ("smørbrød", "smorbrod"),
        ("", "row"),
        ("…", "row"),
        ("\x00\x1b", "row"),
        ("Ω", "greek-omega"),
        ("x" * 200, "x" * LONGEST_NAME),
    ],
)
def test_a_row_as_the_name_of_a_file(row: str, name: str) -> None:
    assert file_name(row) == name


@pytest.mark.nightly
@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.lists(st.text(max_size=12), max_size=12))
def test_names_of_files_are_safe_everywhere_and_no_two_alike(rows: list[str]) -> None:
    names = file_names(rows)
    assert len(set(names)) == len(names) == len(rows)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)
    assert names == file_names(rows)


def test_rows_of_one_name_are_numbered() -> None:
    assert file_names(["Pier", "pier", "Pier 2", "PIER"]) == ("pier", "pier-2", "pier-2-2", "pier-3")
