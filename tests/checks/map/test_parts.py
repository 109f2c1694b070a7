"""What starts lead to, parts, traps, dead ends, and what holds a map together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pnp.diagnostics import INFO
from tests.pipeline import report_on, write

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.report import Report
    from tests.expectation import Expect


def told(report: Report) -> list[str]:
    """What the report says, information aside."""
    return [finding.message for finding in report.findings if finding.severity is not INFO]


def test_area_behind_no_road_is_told_once(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas:
          Gate: {tags: [start]}
          Hall: {}
          Yard: {}
          Crypt: {}   #! unreachable-place
        roads: [[Gate, Hall], [Hall, Yard], [Yard, Gate]]
    """)


def test_places_behind_an_unreachable_place_are_told_with_it(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas:
          Gate: {tags: [start]}
          Hall: {}
          Yard: {}
          Vault: {}
          Crypt: {}   #! unreachable-place
          Tomb: {}   #! unreachable-place
        roads: [[Gate, Hall, Yard, Gate], Crypt -> Vault -> Yard, Tomb -> Hall]
    """)
    assert told(report)[0] == "'Crypt' and 1 other place cannot be reached from any start"


def test_without_starts_a_part_is_told_at_its_first_place(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas:
          Island: {}   #! disconnected-part
          Market: {}
          Church: {}
          Pier: {}
          Rock: {}   #! disconnected-part
          Reef: {}
        roads: [[Market, Church, Pier, Market], [Rock, Reef]]
    """)
    messages = [finding.message for finding in report.findings]
    assert messages == [
        "'Island' is joined to the rest of the map by no road",
        "'Rock' and 1 other place are joined to the rest of the map by no road",
    ]


def test_parts_that_each_have_a_start_are_told_as_parts(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas:
          Market: {tags: [start]}
          Church: {}
          Pier: {}
          Rock: {tags: [start]}   #! disconnected-part
          Reef: {}
          Cave: {}
        roads: [[Market, Church, Pier, Market], [Rock, Reef, Cave, Rock]]
    """)


def test_trap_is_told_and_is_no_dead_end(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas:
          Market: {}
          Church: {}
          Pier: {}
          Pit: {}   #! trap
          Maze: {}   #! trap
          Hedge: {}
          Pond: {}
        roads: [[Market, Church, Pier, Market], Pier -> Pit, Church -> Maze, [Maze, Hedge, Pond, Maze]]
    """)
    assert told(report) == ["no move leads out of 'Pit'", "no move leads out of 'Maze' and 2 other places"]


def test_place_that_is_left_for_good_is_information(expect: Expect) -> None:
    report = expect(
        """
        kind: area-map
        areas:
          Ferry: {}   #! trap
          Market: {}
          Church: {}
          Pier: {}
        roads: [[Market, Church, Pier, Market], Ferry -> Pier]
        """,
        infos=True,
    )
    assert report.findings[0].message == "no way leads back to 'Ferry'"


def test_dead_end_where_it_is_and_not_where_a_part_is_cut_off(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas:
          Market: {}
          Church: {}
          Pier: {}
          Lighthouse: {}   #! dead-end
          Rock: {}   #! disconnected-part
          Reef: {}
        roads: [[Market, Church, Pier, Market], [Pier, Lighthouse], [Rock, Reef]]
    """)
    assert report.findings[0].message == "'Lighthouse' is a dead end: the only way on is back to 'Pier'"


def test_one_way_street_through_is_no_dead_end(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Quay: {}}
        roads: [[Market, Church, Pier, Market], Pier -> Quay -> Church]
    """)


def test_single_place_is_a_map(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas: {Market: {}}
    """)


def test_hinges_are_information(expect: Expect) -> None:
    report = expect(
        """
        kind: area-map
        areas:
          Market: {}
          Church: {}
          Gate: {}   #! articulation-point
          Pier: {}   #! articulation-point
          Beach: {}
          Quay: {}
        roads:
          - [Market, Church, Gate, Market]
          - [Beach, Quay, Pier, Beach]
          - [Gate, Pier]   #! bridge
        """,
        infos=True,
    )
    assert [finding.message for finding in report.findings] == [
        "without 'Gate' the map falls into parts of 3 and 2 places",
        "without 'Pier' the map falls into parts of 3 and 2 places",
        "the road 'Gate' – 'Pier' is the only way between 3 places and 3",
    ]


def test_what_holds_only_a_dead_end_is_not_told_again(expect: Expect) -> None:
    expect(
        """
        kind: area-map
        areas:
          Market: {}
          Church: {}
          Pier: {}
          Lighthouse: {}   #! dead-end
        roads: [[Market, Church, Pier, Market], [Pier, Lighthouse]]
        """,
        infos=True,
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("kind: area-map\nareas: {A: {}, B: {}, C: {}}\nroads: [[A, B, C, A]]\n", "a closure lies on places"),
        ("kind: street-map\nsize: 220 x 160\nstreets: {High: 20 80 -- 200 80, Low: 110 20 -- 110 140}\n", None),
    ],
    ids=["places", "crossings"],
)
def test_only_a_closure_of_places_is_told_where_closures_lie(text: str, hint: str | None, tmp_path: Path) -> None:
    on = "places" if hint else "crossings"
    text += f"closures:\n  fence: {{lies-on: {on}, never: [Zzzzzzzz]}}\n"
    (found,) = [each for each in report_on(write(tmp_path, text)).findings if each.code == "unknown-spot"]
    assert (found.hint or "").startswith(hint or "")
    assert bool(found.hint) == bool(hint)


def test_a_closure_on_a_tag_without_braces_is_told_how_tags_are_written(tmp_path: Path) -> None:
    text = "kind: area-map\nareas: {A: {tags: [quay]}, B: {}, C: {}}\nroads: [[A, B, C, A]]\n"
    text += "closures:\n  fence: {lies-on: quay}\n"
    (found,) = [each for each in report_on(write(tmp_path, text)).findings if each.code == "unknown-spot"]
    assert found.hint == "write {tag: quay}"
