"""What checks find on grid maps: mistakes as designers make them, each at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.diagnostics import ERROR, INFO, WARNING, Severity
from tests.expectation import Expect
from tests.pipeline import report_on, write

SOUND = """
kind: grid-map
cells: hex-pointy
terrain: |
  . f f ~
   . . . ~
  . f . .
legend: {".": plain, f: forest, "~": sea}
terrains: {plain: {}, forest: {cost: 2}, sea: {closed: true}}
"""


def test_a_sound_map_is_silent(expect: Expect) -> None:
    expect(SOUND)


@pytest.mark.parametrize(
    "more",
    [
        "sides: [{between: [A1, C1], kind: river}] #! no-side",
        "sides: [{of: A1, towards: N, kind: river}] #! no-side",
        "sides: [{around: lake, kind: river}] #! no-side",
        "sides: [{between: [A1, B1], kind: rivver}] #! unknown-side-kind",
        "roads: [{through: A1 -- B1, kind: raod}] #! unknown-side-kind",
        "side-kinds: {pier: {over: harbour}} #! unknown-side-kind",
        "roads: [A1 -- Z1] #! unknown-place",
        "roads: [A1 -- E1] #! unknown-place",
        "places: {Home: {at: A9}} #! unknown-place",
        "places: {Home: {at: A1}, Mill: {at: A1}} #! doubled-cell-name",
        "places: {B1: {at: A1}} #! doubled-cell-name",
        "places: {Home: {at: D1, tags: [start]}} #! closed-place",
        "places: {Loch: {at: D1}}",
        "requirements: [{reach: {from: A1, to: D1}}] #! unknown-place",
        "requirements: [{within: {every: {tag: forest}, a: A1, at-most: 4}}]",
        "mega-hexes: A7 #! unknown-place",
        "places: {Home: {at: A1, in: north}} #! unknown-district",
        "tiles-on: forest\ntiles: {A: {copies: 3, edges: [E, W]}}",
        "tiles-on: forst #! unknown-place\ntiles: {A: {copies: 3}}",
        "tiles-on: forest #! too-few-tiles\ntiles: {A: {copies: 2, edges: [E, W]}}",
        "tiles-on: [B1, Z9] #! unknown-place\ntiles: {A: {copies: 2}}",
        "tiles-on: forest\ntiles: {A: {copies: 3, edges: [N]}} #! no-side",
        "tiles-on: forest\ntiles: {A: {copies: 3, edges: {E: raill}}} #! unknown-side-kind",
        "tiles-on: forest\ntiles: {A: {copies: 3, terrain: marsh}} #! unknown-terrain",
        "tiles-on: forest\nshuffled: false\ntiles:\n  A: {copies: 3}\n  B: {} #! unused-tile",
    ],
)
def test_a_mistake_is_reported_at_its_place(expect: Expect, more: str) -> None:
    expect(SOUND + more + "\n")


def test_cells_that_no_start_leads_to_are_reported_where_the_first_is_drawn(expect: Expect) -> None:
    report = expect(
        """
        kind: grid-map
        cells: square
        terrains: {plain: {}, rock: {closed: true}}
        places: {Home: {at: A1, tags: [start]}}
        legend: {a: plain, "#": rock}
        terrain: "aa#a" #! unreachable-place
        """
    )
    (finding,) = report.findings
    assert (finding.line, finding.column) == (6, 14)


@pytest.mark.parametrize(
    ("named", "severity"),
    [("C2", ERROR), ("B2", WARNING)],
)
def test_a_cell_that_a_short_row_lacks_makes_its_fault_an_error(tmp_path: Path, named: str, severity: Severity) -> None:
    picture = "terrain: |\n  . . .\n  . .\n  . . .\nlegend: {'.': plain}\nterrains: {plain: {}}\n"
    text = f"kind: grid-map\ncells: square\n{picture}places: {{Home: {{at: {named}}}}}\n"
    found = [each for each in report_on(write(tmp_path, text)).findings if each.severity is not INFO]
    assert [(each.code, each.severity) for each in found] == [("ragged-picture", severity)]


def test_a_closed_cell_in_a_requirement_is_named_as_such(expect: Expect) -> None:
    report = expect(SOUND + "requirements: [{reach: {from: A1, to: D1}}] #! unknown-place\n")
    assert [finding.message for finding in report.findings] == ["'D1' is on closed terrain, where no piece can be"]


def test_each_contradiction_is_reported_once_and_none_is_passed_over(expect: Expect) -> None:
    """Two entries that differ on two sides are one finding; the pair after them is another."""
    expect("""
        kind: grid-map
        cells: square
        extent: 4 x 2
        sides:
          - {between: [[A1, A2], [B1, B2]], kind: river}
          - {between: [[A1, A2], [B1, B2]], kind: wall}  #! contradicting-sides
          - {between: [C1, D1], kind: river}
          - {between: [C1, D1], kind: wall}  #! contradicting-sides
    """)


def test_a_road_after_one_with_an_unknown_cell_is_still_followed(expect: Expect) -> None:
    expect("""
        kind: grid-map
        cells: square
        extent: 4 x 2
        sides:
          - {between: [B1, C1], kind: wall}
        roads:
          - A1 -- Z9  #! unknown-place
          - A1 -- D1  #! broken-road
    """)


def test_each_two_entries_that_contradict_are_reported_once_and_none_is_left_out(expect: Expect) -> None:
    """The first two entries contradict each other on two sides; the road to a place that is unknown comes first."""
    expect(
        """
        kind: grid-map
        cells: square
        extent: 4 x 3
        sides:
          - {of: [A1, A2], towards: E, kind: wall}
          - {of: [A1, A2], towards: E, kind: river} #! contradicting-sides
          - {between: [C1, D1], kind: wall}
          - {of: D1, towards: W, kind: river} #! contradicting-sides
        roads:
          - C1 -- Z9 -- D1 #! unknown-place
          - C1 -- D1 #! broken-road
        """
    )


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("North", "write NE, E, SE, SW, W or NW: these are the sides of a cell"),
        ("South-East", "did you mean 'SE'?"),
        ("nw", "did you mean 'NW'?"),
        ("up", "write NE, E, SE, SW, W or NW: these are the sides of a cell"),
    ],
)
def test_directions_in_words_are_those_of_the_cells(tmp_path: Path, word: str, hint: str) -> None:
    found = report_on(write(tmp_path, f'{SOUND}sides: [{{of: "0202", towards: [{word}], kind: cliff}}]\n')).findings
    assert [(each.code, each.hint) for each in found if each.severity is not INFO] == [("wrong-value", hint)]
