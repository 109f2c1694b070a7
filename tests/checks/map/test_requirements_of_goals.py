"""Requirements with several goals, with goals that may be closed, and with disjoint ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.expectation import Expect

TOWN = """
kind: area-map
areas: {Market: {tags: [start]}, Inn: {tags: [inn]}, Pier: {}, Lodge: {tags: [inn]}, Farm: {tags: [inn]}}
roads: [Market -- Inn -- Pier -- Lodge -- Market, Pier -- Farm -- Lodge]
closures: {cone: {lies-on: places, at-most: 3}}
requirements:
"""


@pytest.mark.parametrize(
    ("demand", "message"),
    [
        ("within: {every: Market, a: {tag: inn}, at-most: 1, goals: 2}", None),
        (
            "within: {every: Market, a: {tag: inn}, at-most: 1, goals: 3}",
            "'Market' has 2 of 3 places tagged 'inn' within 1 move; number 3 is 2 moves away: Market – Lodge – Farm",
        ),
        (
            "within: {every: Pier, a: {tag: inn}, at-most: 9, goals: 4}",
            "'Pier' has 3 of 4 places tagged 'inn' within 9 moves; there are only 3",
        ),
        ("within: {every: Inn, a: {tag: inn}, at-most: 0, goals: 1}", None),
        (
            "within: {every: Market, a: {tag: inn}, at-most: 2, goals: 3}, with: {cone: 1}",
            "'Market' has 2 of 3 places tagged 'inn' within 2 moves; there are only 2 when a cone lies on 'Inn'",
        ),
        ("within: {every: Market, a: Inn, at-most: 2}, with: {cone: 1}", None),
        (
            "within: {every: Market, a: Inn, at-most: 2, even-closed: true}, with: {cone: 1}",
            "no way leads from 'Market' to 'Inn' when a cone lies on 'Inn'",
        ),
        ("within: {every: Market, a: {tag: inn}, at-most: 2, even-closed: true}, with: {cone: 1}", None),
        ("reach: {from: Market, to: Pier}, with: {cone: 1}", None),
        (
            "reach: {from: Market, to: Pier, even-closed: true}, with: {cone: 1}",
            "'Pier' is cut off from 'Market' when a cone lies on 'Pier'",
        ),
        ("distance: {from: Market, to: Pier, at-least: 2, even-closed: true}, with: {cone: 1}", None),
        (
            "distance: {from: Market, to: Pier, at-least: 2, reachable: true, even-closed: true}, with: {cone: 1}",
            "no way leads from 'Market' to 'Pier', expected at least 2 moves when a cone lies on 'Pier'",
        ),
        ("isolation: {of: Pier, at-least: 2}", None),
        (
            "isolation: {of: Pier, at-least: 2, even-closed: true}",
            "'Pier' is cut off from 'Market' when 'Pier' is closed; it should take 2 closures at least",
        ),
        ("ways: {from: Market, to: Pier, disjoint: 2}", None),
        (
            "ways: {from: Market, to: Pier, disjoint: 3}",
            ("only 2 ways from 'Market' to 'Pier' share no place, expected 3; each way passes 'Inn' or 'Lodge'"),
        ),
        (
            "ways: {from: Inn, to: Pier, disjoint: 3, by: roads}",
            (
                "only 2 ways from 'Inn' to 'Pier' share no road, expected 3; "
                "each way passes 'Inn -- Market' or 'Inn -- Pier'"
            ),
        ),
        (
            "ways: {to: Farm, disjoint: 2, by: roads}, with: {cone: 1}",
            (
                "only 1 way from 'Inn' to 'Farm' shares no road, expected 2; "
                "each way passes 'Inn -- Pier' when a cone lies on 'Market'"
            ),
        ),
        ("ways: {disjoint: 2, to: every place}", None),
    ],
)
def test_breach_says_which_goals_are_near_or_closed(expect: Expect, demand: str, message: str | None) -> None:
    report = expect(f"{TOWN}  - {{{demand}}}" + ("   #! broken-requirement" if message else ""))
    found = [finding.message for finding in report.findings if finding.code == "broken-requirement"]
    assert found == ([f"'{demand.partition(':')[0]}': {message}"] if message else [])
    assert [proof.holds for _, proof in report.proofs] == [message is None]


@pytest.mark.parametrize(
    ("goals", "key", "holds", "covered"),
    [
        ("[Inn, Lodge]", "", True, 10),  # of 16 all but 5 in which Pier is closed, and 1 in which both goals are
        ("[Inn, Lodge]", ", even-closed: true", False, 0),
        ("{tag: inn}", "", True, 11),
        ("{tag: inn}", ", even-closed: true", True, 11),
    ],
)
def test_setups_that_close_the_goal_count_where_it_may_be_closed(
    expect: Expect, goals: str, key: str, holds: bool, covered: int
) -> None:
    demand = f"{{within: {{every: Pier, a: {goals}, at-most: 9{key}}}, with: {{cone: 2}}}}"
    report = expect(f"{TOWN}  - {demand}" + ("" if holds else "   #! broken-requirement"))
    ((_, proof),) = report.proofs
    assert (proof.holds, proof.setups_total) == (holds, 16)
    assert not holds or proof.setups_covered == covered
