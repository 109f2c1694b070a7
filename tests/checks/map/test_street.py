from __future__ import annotations

from pathlib import Path

import pytest

from tests.expectation import Expect
from tests.pipeline import report_on, told, write

TOWN = """
kind: street-map
size: 240 x 260
mouths: crosswalks
crosswalk-depth: 6
streets:
  High Street: 40 40 -- 200 40
  Mill Street: 40 130 -- 200 130
  Quay: 40 220 -- 200 220
  West Road: 40 40 -- 40 220
  East Road: 200 40 -- 200 220
"""
MORE = """
numbers: {High Street 2: 1, Quay 2: 2}
tags: {special: [Quay 4], start: [High Street 1]}
one-way-spots: [High Street 3, West Road 2]
lots:
  Garage: {at: [120, 85], size: 50 x 40, bays: 3, exit: Mill Street 3, entrance: Mill Street 3}
sites: {Chapel: {by: [Quay 3, East Road 5]}}
"""


def test_a_sound_map_is_silent(expect: Expect) -> None:
    expect(TOWN + MORE, infos=True)


def test_a_space_that_is_not_there_is_told_wherever_it_is_named(expect: Expect) -> None:
    expect(
        TOWN
        + """
numbers: {High Street 20: 1}                #! unknown-place
tags: {special: [Quay 30]}                  #! unknown-place
one-way-spots: [West Road 40]               #! unknown-place
sites: {Chapel: {by: East Road 50}}         #! unknown-place
lots:
  Garage: {at: [120, 85], size: 50 x 40, exit: Mill Street 60}     #! unknown-place
"""
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("  Alley: 120 44 -- 120 60", "street-without-spaces"),
        ("  Alley: {from: [100, 130], to: [140, 130]}", "overlapping-streets"),
        ("  Alley: 120 220 -- 120 144", "loose-end"),
    ],
)
def test_a_street_that_is_laid_badly_is_told(tmp_path: Path, line: str, code: str) -> None:
    report = report_on(write(tmp_path, TOWN.lstrip().replace("mouths: crosswalks\n", "") + line + "\n"))
    assert code in {finding.code for finding in report.findings}, told(report)


def test_two_spots_of_one_segment_are_told_and_those_of_two_are_not(expect: Expect) -> None:
    expect(TOWN + "one-way-spots: [High Street 2, High Street 4, Quay 2]   #! doubled-spot\n")
    crosswalk = "crosswalks: {School: [120, 40]}\n"
    expect(TOWN + crosswalk + "one-way-spots: [High Street 2, High Street 4, Quay 2]\n")


def test_a_spot_on_a_street_that_is_one_way_is_told(expect: Expect) -> None:
    streets = TOWN.replace("Mill Street: 40 130 -- 200 130", "Mill Street: 40 130 -> 200 130")
    expect(streets + "one-way-spots: [Mill Street 2]   #! spot-on-one-way\n")


def test_a_segment_without_crosswalks_is_told_only_where_the_map_has_some(expect: Expect) -> None:
    bare = TOWN.replace("mouths: crosswalks\n", "")
    expect(bare + "one-way-spots: [High Street 2]\n")
    expect(bare + "crosswalks: {School: [120, 40]}\none-way-spots: [High Street 2]   #! open-segment\n")


def test_a_number_that_stands_twice_is_told(expect: Expect) -> None:
    expect(TOWN + "numbers:\n  High Street 2: 7\n  Quay 2: 7   #! doubled-number\n")


def test_a_crosswalk_beside_the_streets_or_on_another_is_told(expect: Expect) -> None:
    expect(
        TOWN
        + """
crosswalks:
  School: [120, 40]
  Church: [122, 40]      #! shared-crosswalk
  Meadow: [120, 85]      #! crosswalk-off-street
"""
    )


def test_a_lot_without_an_exit_is_told_once(expect: Expect) -> None:
    expect(TOWN + "lots:\n  Garage: {at: [120, 85], size: 50 x 40}   #! lot-without-exit\n")


def test_a_site_off_the_map_is_told(expect: Expect) -> None:
    expect(TOWN + "sites:\n  Chapel: {by: Quay 3, at: [300, 20]}   #! off-map\n")


def test_names_of_sites_that_run_into_each_other_are_told(expect: Expect) -> None:
    expect(
        TOWN
        + """
sites:
  Chapel of the holy fishermen: {by: Quay 3, at: [120, 200]}
  Market of the fishermen: {by: Quay 3, at: [130, 200]}   #! labels-too-close
"""
    )


def test_streets_with_more_spaces_than_a_board_has_are_told(expect: Expect) -> None:
    bends = ", ".join(
        f"[{20 + 4960 * (turn % 2)}, {20 + 40 * (turn // 2)}]" for turn in (1, 3, 2, 4, 5, 7, 6, 8, 9, 11)
    )
    expect(f"""
        kind: street-map
        size: 5000 x 400
        space: 1
        streets:
          Bend: {{from: [20, 20], via: [{bends}], to: [20, 380]}}   #! too-many-spaces
          Quay: 20 390 -- 4980 390
        tags: {{start: [Quay 1]}}   #! unknown-place
    """)


def test_spaces_of_no_length_are_told(expect: Expect) -> None:
    expect(TOWN.replace("mouths", "space: 0.00001   #! wrong-value\nmouths"))


def test_scenery_is_served_by_nothing_and_says_where_it_stands(expect: Expect) -> None:
    expect(
        TOWN
        + """
sites:
  Windmill: {by: none, at: [120, 85]}
  Gas works: {by: none}                     #! unplaced-scenery
"""
    )


def test_intersection_that_is_no_space_has_no_tag(expect: Expect) -> None:
    expect(
        """
        kind: street-map
        size: 200 x 200
        streets:
          High Street: 20 20 -- 180 20
          Mill Lane: 20 20 -- 20 180
          Quay: 20 180 -- 180 180
          Bell Lane: 180 20 -- 180 180
        tags: {inn: [High Street / Mill Lane]}  #! unknown-place
        """
    )
