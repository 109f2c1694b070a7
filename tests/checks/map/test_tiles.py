"""What tile maps get wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.pipeline import report_on, write

if TYPE_CHECKING:
    from pathlib import Path

    from tests.expectation import Expect

SOUND = """
    kind: tile-map
    tile: 100
    city: {rows: 1, columns: 2}
    tiles:
      Harbour:
        streets: {Quay: west -- east, Mill Lane: north -- south}
        spaces: {Quay 1: {tags: [start]}}
        sites: {Lighthouse: {at: [70, 30], tags: [goal]}}
      Market:
        streets: {High Street: west -- east, Well Lane: north -- south}
        sites: {Hall: {by: High Street 1, tags: [goal]}}
    requirements:
      - {connected: true, in: every setup}
      - {reach: {from: {tag: start}, to: {tag: goal}}, in: every setup}
      - {seams-meet: true, in: every setup}
      - {no-trap: true}
"""


def test_a_sound_city_is_silent(expect: Expect) -> None:
    report = expect(SOUND)
    assert [proof.setups_total for _, proof in report.proofs] == [32, 32, 32, 1]
    assert all(proof.holds for _, proof in report.proofs)


def test_one_edge_that_fits_no_other_is_told_once(expect: Expect) -> None:
    report = expect("""
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets:
              Quay: west 40 -- 20 50 -- east   #! seam-mismatch
              Mill Lane: north -- south
          Market:
            copies: 3
            streets: {High Street: west -- east, Well Lane: north -- south}
    """)
    (finding,) = [each for each in report.findings if each.code == "seam-mismatch"]
    assert finding.message == "'Quay' leaves 'Harbour' at west 40, where other tiles may have a kerb"
    assert finding.hint == "other tiles may lead to west 50"


def test_an_edge_that_lacks_a_street_is_told_by_its_tile(expect: Expect) -> None:
    expect("""
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:   #! seam-mismatch
            streets: {Quay: 50 50 -- east, Mill Lane: north -- south}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """)


def test_tiles_that_are_never_turned_need_not_fit_turned(expect: Expect) -> None:
    expect("""
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        turned: never
        tiles:
          Harbour: {streets: {Quay: west 30 -- east 30, Mill Lane: north 20 -- south 20}}
          Market: {streets: {High Street: west 30 -- east 30, Well Lane: north 80 -- south 80}}
    """)


def test_a_broken_demand_says_what_the_check_would(expect: Expect) -> None:
    report = expect("""
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour: {streets: {Quay: west 40 -- 20 50 -- east, Mill Lane: north -- south}}
          Market: {streets: {High Street: west -- east, Well Lane: north -- south}}
        requirements:
          - {name: seams, seams-meet: true, in: every setup}   #! broken-requirement
    """)
    (finding,) = [each for each in report.findings if each.code == "broken-requirement"]
    assert "'Harbour Quay 1' and 'Market High Street 1' lead to the kerb" in finding.message
    assert "with 'Harbour' turned 180° in row 1, column 1; 'Market' in row 1, column 2 (" in finding.message


def test_what_lies_aside_is_asked_of_nothing(expect: Expect) -> None:
    report = expect("""
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 1}
        tiles:
          Harbour: {streets: {Quay: west -- east, Mill Lane: north -- south}, spaces: {Quay 1: {tags: [start]}}}
          Market: {streets: {High Street: west -- east, Well Lane: north -- south}}
        requirements:
          - {distance: {from: Harbour Quay 1, to: Market Well Lane 1, at-most: 1}, in: every setup} #! empty-requirement
          - {distance: {from: Harbour Quay 1, to: Market High Street 1, is: 77}}   #! empty-requirement
          - {degree: {of: Market High Street 1, is: 77}}   #! empty-requirement
          - {reach: {from: Market High Street 1, to: Market Well Lane 1}}   #! empty-requirement
          - {adjacent: [Market High Street 1, Market Well Lane 1], in: every setup}
          - {name: one start, count: {of: {tag: start}, is: 1}, in: every setup}   #! broken-requirement
          - {count: {of: {tag: start}, is: 1}}
    """)
    assert [proof.setups_total for _, proof in report.proofs] == [8, 1, 1, 1, 8, 8, 1]
    assert [proof.setups_covered for _, proof in report.proofs] == [0, 0, 0, 0, 4, 8, 1]
    assert [proof.holds for _, proof in report.proofs] == [None, None, None, None, True, False, True]


@pytest.mark.slow
def test_tiles_with_far_too_many_spaces_are_told_once(expect: Expect) -> None:
    expect(
        """
        kind: tile-map
        tile: 186
        space: 2
        turned: never
        city: {rows: 1, columns: 2}
        tiles:
          Harbour: {streets: {Quay: west 46.5 -- east 46.5, Mole: west 139.5 -- east 139.5}, copies: 50}
          Market: {streets: {High Street: west 46.5 -- east 46.5, Row: west 139.5 -- east 139.5}, copies: 50}
          Mill:  #! too-many-spaces
            {streets: {Race: west 46.5 -- east 46.5, Weir: west 139.5 -- east 139.5}, copies: 50}
        requirements:
          - {connected: true, in: every setup}
        """
    )


@pytest.mark.parametrize(("way", "told"), [("50 130 -- 60 130", "[50, 130]"), ("50 90 -- 60 90", "")])
def test_a_street_that_leaves_its_tile_is_reported_once(way: str, told: str, tmp_path: Path) -> None:
    streets = f"{{High Street: west 50 -- {way} -- east 50}}"
    text = f"kind: tile-map\ntile: 100\ncity: {{rows: 1, columns: 1}}\ntiles:\n  Market: {{streets: {streets}}}\n"
    found = [each for each in report_on(write(tmp_path, text)).findings if each.code == "off-tile"]
    expected = [f"'High Street' at {told} lies outside of the tile of 100 × 100 mm"] if told else []
    assert [each.message for each in found] == expected


@pytest.mark.parametrize(
    ("way", "told"), [("50 52", []), ("20 3 -- 60 3", ["'High Street' runs along the edge of 'Market'"])]
)
def test_a_short_bend_is_no_street_along_the_edge(way: str, told: list[str], tmp_path: Path) -> None:
    streets = f"{{High Street: west 50 -- 48 50 -- {way} -- east 50}}"
    text = f"kind: tile-map\ntile: 100\ncity: {{rows: 1, columns: 1}}\ntiles:\n  Market: {{streets: {streets}}}\n"
    found = report_on(write(tmp_path, text)).findings
    assert [each.message for each in found if each.code == "street-along-edge"] == told


def test_starts_of_tiles_that_never_lie_together_are_not_compared(expect: Expect) -> None:
    """Where one tile is laid, an untagged tile starts on each of its places, but not on those of another one."""
    expect("""
        kind: tile-map
        tile: 60
        city: {rows: 1, columns: 1}
        tiles:
          Pier: {spaces: {a: {at: [5, 8]}}, sites: {Gate: {by: a}}}
          Market: {streets: {Row: west 42 -- east 42}}
          Quay: {streets: {Row: west 42 -- east 42}, spaces: {Row 1: {tags: [start]}}}
        requirements:
          - {fair-starts: {to: [Pier a, Gate], at-most: 0.1}, in: every setup}   #! empty-requirement
    """)
