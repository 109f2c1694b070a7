"""What checks find on block maps, and what single faults in a sound one bring about."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from pnp.diagnostics import INFO
from tests.expectation import Expect
from tests.network.lanes import TURNS
from tests.pipeline import report_on, write

SOUND = """\
kind: block-map
blocks: {rows: 2, columns: 3}
turns: [right, straight, left]
unused: [1/1, 17/1, 1/12, 17/12]
address-table:
  rows: [1, 2, 3]
  columns: [1, 2, 3]
  cells:
    - [NW, N, NE]
    - [W, C, E]
    - [SW, S, SE]
requirements:
  - {name: joined, connected: true}
  - {name: near, distance: {from: every place, to: {tag: address}, at-most: 34}}
"""


def codes(folder: Path, text: str) -> list[str]:
    return sorted({finding.code for finding in report_on(write(folder, text)).findings if finding.severity is not INFO})


def test_a_sound_city_is_silent(expect: Expect) -> None:
    report = expect(SOUND)
    assert [proof.holds for _, proof in report.proofs] == [True, True]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("[1/1, 17/1,", "[17/1,", ["broken-requirement"]),
        ("17/12]", "17/12, 5/5]", ["unknown-place"]),
        ("17/12]", "17/12, 16/12]", ["used-square"]),
        ("columns: 3}", "columns: 3, names: [[A, B, C], [D, E, A]]}", ["duplicate-block"]),
        ("columns: 3}", "columns: 3, names: [[A, B, C], [D, E]]}", ["uneven-block-names"]),
        ("columns: 3}", "columns: 3, side: 20}", ["squares-too-small"]),
        ("[W, C, E]", "[W, C]", ["uneven-address-table"]),
        ("columns: [1, 2, 3]", "columns: [1, 2]", ["uneven-address-table"]),
        ("[W, C, E]", "[W, C, Q]", ["unknown-side"]),
        ("[W, C, E]", "[W, N, N]", ["undrawn-address"]),
        ("at-most: 34}", "at-most: 33}", ["broken-requirement"]),
        ("straight, left]", "left]", ["broken-requirement"]),
        ("straight, left]", "straight]", ["broken-requirement", "stuck-lane"]),
    ],
)
def test_each_single_fault_is_found(old: str, new: str, found: list[str], tmp_path: Path) -> None:
    assert old in SOUND
    assert codes(tmp_path, SOUND.replace(old, new, 1)) == found


def test_requirements_are_not_asked_of_a_map_with_an_unknown_square(tmp_path: Path) -> None:
    broken = SOUND.replace("at-most: 34}", "at-most: 33}")
    assert codes(tmp_path, broken) == ["broken-requirement"]
    report = report_on(write(tmp_path, broken.replace("17/12]", "17/12, 5/5]")))
    assert {finding.code for finding in report.findings if finding.severity is not INFO} == {"unknown-place"}
    assert not any(proof.asked for _, proof in report.proofs)


def test_a_square_that_nobody_enters_is_told_where_the_map_does_not_say_so(expect: Expect) -> None:
    expect("""
        kind: block-map
        blocks: {rows: 1, columns: 2}  #! unreachable-place
        unused: [1/1, 12/1, 1/7]
    """)


@pytest.mark.slow
def test_a_law_that_lets_lanes_end_is_one_finding(tmp_path: Path) -> None:
    for count in range(1, 5):
        for turns in combinations(TURNS, count):
            text = f"kind: block-map\nblocks: {{rows: 2, columns: 2, squares: 1}}\nturns: [{', '.join(turns)}]\n"
            found = codes(tmp_path, text)
            if "stuck-lane" in found:
                assert found == ["stuck-lane"], turns


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("[1/1, 17/1,", "[17/1,", "name '1/1' under unused (tried: it holds then)"),
        ("straight, left]", "straight]", "allow 'left' among the turns (tried: it holds then)"),
    ],
)
def test_a_broken_requirement_comes_with_what_mends_it(old: str, new: str, hint: str, tmp_path: Path) -> None:
    report = report_on(write(tmp_path, SOUND.replace(old, new, 1)))
    hints = [finding.hint for finding in report.findings if finding.code == "broken-requirement"]
    assert hint in hints


def test_a_street_that_is_not_there_is_told(expect: Expect) -> None:
    expect("""
        kind: block-map
        blocks: {rows: 1, columns: 2}
        unused: [1/1, 12/1, 1/7, 12/7]
        closures:
          jam: {lies-on: stretches, never: [street E of A1]}
          dig:
            lies-on: stretches
            only: [street E of C1, crossing SE of A1]  #! unknown-spot
          cone: {lies-on: {tag: B2}}  #! unknown-spot
          flood: {lies-on: [A1 N, 3/2]}
    """)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("[[A, B]]", None),
        ("[[A, B, C]]", "row 1 has 3 names for 2 blocks"),
        ("[[A]]", "row 1 has 1 name for 2 blocks"),
        ("[[A, B], [C, D]]", "2 rows of names for 1 row of blocks"),
    ],
)
def test_the_names_of_blocks_are_as_many_as_these(tmp_path: Path, names: str, message: str | None) -> None:
    text = f"kind: block-map\nblocks: {{rows: 1, columns: 2, names: {names}}}\nunused: [1/1, 12/1, 1/7, 12/7]\n"
    errors = [each.message for each in report_on(write(tmp_path, text)).findings if each.severity.value == "error"]
    assert errors == ([message] if message else [])
