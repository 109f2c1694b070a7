"""Names of places, tags and districts that are not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.expectation import Expect


def test_sound_map_is_silent(expect: Expect) -> None:
    expect("""
        kind: area-map
        two-way: true
        districts: {old: {}}
        areas: {Gate: {tags: [start], in: old}, Hall: {in: old}, Yard: {}}
        roads: [[Gate, Hall, Yard, Gate]]
        requirements:
          - reach: {from: {tag: start}, to: [Hall, Yard]}
          - count: {of: {in: old}, is: 2}
    """)


def test_road_to_an_unknown_place_is_told_once_and_its_consequences_are_not(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church]
          - [Church, Peer]   #! unknown-place
        requirements:
          - connected: true
          - survives: {closed: 1}
    """)
    (finding,) = report.findings
    assert finding.message == "there is no place 'Peer'"
    assert finding.hint == "did you mean 'Pier'?"
    assert (finding.span.column, finding.span.end_column) == (14, 18)
    assert [proof.holds for _, proof in report.proofs] == [None, None]


def test_name_in_a_written_road_is_pointed_at_within_the_text(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - Market -- Church -- Peer -- Market   #! unknown-place
          - "Chruch -> Pier"   #! unknown-place
    """)
    columns = [(finding.span.column, finding.span.end_column) for finding in report.findings]
    assert columns == [(25, 29), (6, 12)]


def test_a_name_that_many_roads_miss_is_told_once(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Markt: {}, Church: {}, Pier: {}, Gate: {}}
        roads:
          - Market -- Church   #! unknown-place
          - Church -- Pier -- Market -- Gate
          - Pier -- Gate
          - [Church, Gate]
        requirements:
          - adjacent: [Church, Market]
    """)
    (finding,) = report.findings
    assert finding.message == "there is no place 'Market'"
    assert finding.hint == "did you mean 'Markt'?; also on lines 5 and 9"


def test_a_district_that_many_areas_miss_is_told_once(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas:
          Market: {in: harbour}   #! unknown-district
          Church: {in: harbour}
          Pier: {}
        roads: [Market -- Church -- Pier -- Market]
    """)
    assert [finding.hint for finding in report.findings] == ["list it under districts; also on line 4"]


def test_road_to_a_place_that_could_not_be_read_is_silent(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas:
          Market: {}
          Church: 7   #! wrong-type
        roads:
          - [Market, Church]
        requirements:
          - adjacent: [Market, Church]
          - within: {a: {tag: stand}, at-most: 1}
    """)


def test_unknown_words_of_requirements_are_told_and_not_asked(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Market: {tags: [stand]}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - adjacent: [Market, Chruch]   #! unknown-place
          - within: {a: {tag: stnad}, at-most: 1}   #! unknown-tag
          - count: {of: {in: harbour}, is: 2}   #! unknown-district
          - count: {of: {tag: trap}, is: 0}
    """)
    hints = [finding.hint for finding in report.findings]
    assert hints == ["did you mean 'Church'?", "did you mean 'stand'?", None]
    assert [proof.holds for _, proof in report.proofs] == [None, None, None, True]


def test_area_in_an_unknown_district(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        districts: {harbour: {}, empty: {}}
        areas:
          Market: {in: harbour}
          Church: {in: habour}   #! unknown-district
          Pier: {}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - count: {of: {in: empty}, at-least: 1}   #! unknown-district
    """)
    assert report.findings[0].hint == "did you mean 'harbour'?"
    assert report.findings[1].message == "no area lies in district 'empty'"


@pytest.mark.parametrize(
    ("others", "hint"),
    [
        (1, "also on line 6"),
        (2, "also on lines 6 and 8"),
        (5, "also on lines 6, 8, 10, 12 and 14"),
        (6, "also on lines 6, 8, 10, 12, 14 and 1 more"),
        (8, "also on lines 6, 8, 10, 12, 14 and 3 more"),
    ],
)
def test_of_many_lines_with_one_wrong_name_the_first_are_listed(expect: Expect, others: int, hint: str) -> None:
    roads = "".join(f"  - Market -- A{at}\n  - A{at} -- Peer\n" for at in range(others))
    areas = ", ".join(f"A{at}: {{}}" for at in range(others))
    head = f"kind: area-map\nareas: {{Market: {{}}, {areas}}}\nroads:\n  - Market -- Peer   #! unknown-place\n"
    (finding,) = expect(head + roads).findings
    assert finding.hint == hint
