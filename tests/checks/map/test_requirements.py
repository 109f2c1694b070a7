"""Requirements: what a breach says, how much it weighs, and what else is then not told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pnp.diagnostics import INFO, WARNING
from tests.pipeline import report_on

if TYPE_CHECKING:
    from tests.expectation import Expect

SQUARE = """
kind: area-map
areas: {Market: {tags: [start]}, Church: {tags: [inn]}, Pier: {}, Gate: {tags: [inn]}}
roads: [[Market, Church, Pier, Gate, Market]]
requirements:
"""

STREET = """
kind: area-map
areas: {Market: {tags: [start]}, Church: {tags: [inn]}, Pier: {}, Gate: {}}
roads: [Market -- Church -- Pier -> Gate -> Church]
requirements:
"""


@pytest.mark.parametrize(
    ("town", "demand", "message"),
    [
        (
            SQUARE,
            "distance: {from: Market, to: Pier, is: 3}",
            "'Market' to 'Pier' takes 2 moves, expected 3: Market – Church – Pier",
        ),
        (
            SQUARE,
            "distance: {from: Market, to: {tag: inn}, at-least: 2}",
            "'Market' to 'Church' takes 1 move, expected at least 2: Market – Church (and 1 other pair)",
        ),
        (
            STREET,
            "distance: {from: Gate, to: Market, at-most: 1}",
            "'Gate' to 'Market' takes 2 moves, expected at most 1: Gate – Church – Market",
        ),
        (
            SQUARE,
            "adjacent: [Market, Pier]",
            "no move leads from 'Market' to 'Pier'; the shortest way is Market – Church – Pier",
        ),
        (
            STREET,
            "adjacent: [Gate, Pier]",
            "no move leads from 'Gate' to 'Pier'; the shortest way is Gate – Church – Pier",
        ),
        (STREET, "not-adjacent: [Pier, Gate]", "a move leads from 'Pier' to 'Gate'"),
        (SQUARE, "degree: {is: 3}", "'Market' has 2 neighbours, expected 3; 'Church', 'Pier' and 'Gate' miss it too"),
        (STREET, "degree: {of: Gate, counts: in, at-least: 2}", "'Gate' has 1 way in, expected at least 2"),
        (STREET, "degree: {of: [Pier, Gate], counts: out, is: 2}", "'Gate' has 1 way out, expected 2"),
        (STREET, "no-dead-end: true", "'Market' is a dead end"),
        (STREET, "survives: {closed: 1}", "'Pier' and 1 other place are cut off when 'Church' is closed"),
        (SQUARE, "survives: {closed: 3}", "'Gate' is cut off when 'Market' and 'Pier' are closed"),
        (SQUARE, "count: {of: {tag: inn}, at-most: 1}", "there are 2 places tagged 'inn', expected at most 1"),
        (SQUARE, "count: {is: 5}", "there are 4 places, expected 5"),
        (
            STREET,
            "within: {every: {tag: start}, a: [Pier, Gate], at-most: 1}",
            (
                "'Market' has no place among 'Pier' and 'Gate' within 1 move; "
                "the nearest is 2 moves away: Market – Church – Pier"
            ),
        ),
        (
            STREET,
            "within: {every: {tag: start}, a: Gate, at-most: 1}",
            "'Market' is 3 moves away from 'Gate', not within 1 move: Market – Church – Pier – Gate",
        ),
        (
            STREET,
            "within: {a: {tag: start}, at-most: 1}",
            (
                "'Pier' has no place tagged 'start' within 1 move; "
                "the nearest is 2 moves away: Pier – Church – Market (and 1 other place)"
            ),
        ),
        (STREET, "fair-starts: {from: [Market, Gate], to: Pier, at-most: 0}", None),
        (
            STREET,
            "fair-starts: {from: [Church, Market], to: Pier, at-most: 0.5}",
            (
                "the starts differ by 0.67 of the mean: 'Church' is 1 move away from the goals on average, "
                "'Market' 2; expected at most 0.5"
            ),
        ),
    ],
)
def test_breach_says_what_is_wrong(expect: Expect, town: str, demand: str, message: str | None) -> None:
    mark = "#! broken-requirement" if message else ""
    dead_end = "   #! dead-end" if town is STREET and "no-dead-end" not in demand else ""
    text = town.replace("\nroads", f"{dead_end}\nroads") + f"  - {demand}   {mark}\n"
    report = expect(text)
    found = [finding.message for finding in report.findings if finding.code == "broken-requirement"]
    assert found == ([f"'{demand.partition(':')[0]}': {message}"] if message else [])


def test_severity_of_a_requirement_is_that_of_its_breach(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {degree: {at-least: 3}, severity: info, name: no piece is boxed in}
          - {degree: {at-least: 3}, severity: warning}   #! broken-requirement
    """)
    assert [finding.severity for finding in report.findings] == [INFO, WARNING]
    assert report.findings[0].message.startswith("'no piece is boxed in': 'Market' has 2 neighbours")


def test_each_broken_requirement_is_reported_and_takes_in_what_checks_find(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas:
          Gate: {tags: [start]}
          Hall: {}
          Yard: {}
          Crypt: {}
          Cellar: {}
        roads: [[Gate, Hall, Yard, Gate], Yard -> Cellar]
        requirements:
          - survives: {closed: 2}   #! broken-requirement
          - connected: true   #! broken-requirement
          - no-trap: true   #! broken-requirement
    """)
    told = [finding.message for finding in report.findings if finding.severity is not INFO]
    assert told == [
        "'survives': 'Crypt' cannot be reached from 'Gate'",
        "'connected': 'Crypt' cannot be reached from 'Gate'",
        "'no-trap': no move leads out of 'Cellar'",
    ]
    assert [proof.holds for _, proof in report.proofs] == [False, False, False]


def test_requirement_that_weighs_less_leaves_the_check_its_say(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas:
          Market: {}
          Church: {}
          Pier: {}
          Crypt: {}   #! disconnected-part
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {connected: true, severity: warning}   #! broken-requirement
    """)


def test_dead_ends_and_crossings_that_are_forbidden_are_told_once(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [60, 60]}
          Gate: {at: [20, 60]}
        roads: [[Market, Pier, Church, Gate], [Pier, Gate]]
        requirements:
          - no-dead-end: true   #! broken-requirement
          - no-crossing: true   #! broken-requirement
    """)


def test_one_cut_that_breaks_several_requirements_is_reported_for_each(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Gate: {}, Pier: {}, Quay: {}}
        roads: [[Market, Church, Gate, Market], [Gate, Pier, Quay, Gate]]
        requirements:
          - survives: {closed: 1}   #! broken-requirement
          - survives: {closed: 2}   #! broken-requirement
    """)


def test_what_lies_on_paper_is_undecided_before_the_map_is_drawn(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Market: {at: [20, 20]}, Church: {at: [60, 20]}, Pier: {}}   #! unplaced-area
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - no-crossing: true   #! undecided-requirement
    """)
    ((_, proof),) = report.proofs
    assert (proof.holds, proof.setups_checked, proof.setups_covered) == (None, 0, 0)


def test_proof_counts_the_setups_that_it_covers(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Gate: {}, Quay: {}}
        roads: [[Market, Church, Pier, Gate, Quay, Market]]
        requirements:
          - survives: {closed: 1}
          - survives: {closed: 2}   #! broken-requirement
    """)
    held, broken = (proof for _, proof in report.proofs)
    assert (held.scope, held.method, held.setups_total, held.setups_covered) == ("any-n", "theorem", 6, 6)
    assert (broken.setups_total, broken.setups_covered) == (16, 1)
    assert broken.witness is not None
    assert broken.witness.setup == (("Market", "closed"), ("Pier", "closed"))
    assert broken.witness.cut == ("Market", "Pier")
    assert broken.witness.places == ("Church",)


def test_accepted_breach_is_counted(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Lighthouse: {}}
        roads: [[Market, Church, Pier, Market], [Pier, Lighthouse]]
        requirements:
          - {degree: {at-least: 2}, name: nobody is boxed in}
        accept:
          - {finding: dead-end, at: Lighthouse, because: it is a lighthouse}
          - {finding: broken-requirement, at: nobody is boxed in, because: it is a lighthouse}
    """)
    assert report.suppressed == 2


def test_fault_of_ours_in_a_proof_leaves_the_checks_their_say(expect: Expect, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr("pnp.checks.map.map_findings.prove", stumble)
    report = expect("""
        kind: area-map   #! crashed-check
        areas:
          Market: {}
          Church: {}
          Pier: {}
          Crypt: {}   #! disconnected-part
        roads: [[Market, Church, Pier, Market]]
        requirements: [{connected: true}]
    """)
    assert report.proofs == ()


def test_isolation_is_not_asked_with_others_laid(expect: Expect) -> None:
    expect(
        """
        kind: area-map
        closures:
          fence: {lies-on: places}
          gate: {lies-on: [Church]}
        areas: {Market: {tags: [start]}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {isolation: {of: Pier, by: fence, at-least: 9}, with: {gate: 1}}  #! laid-isolation
          - {isolation: {of: Pier, by: [fence, gate], at-least: 1}}
        """
    )


def test_closures_keep_off_places_by_tag_and_spots_by_name(expect: Expect) -> None:
    expect(
        """
        kind: street-map
        size: 200 x 200
        mouths: crosswalks
        streets:
          High Street: 20 20 -- 180 20
          Mill Lane: 20 20 -- 20 180
          Quay: 20 180 -- 180 180
          Bell Lane: 180 20 -- 180 180
        tags: {start: [High Street 1], inn: [Quay 1]}
        closures:
          cone: {lies-on: places, never: {tag: inn}, at-most: 1}
          fence: {lies-on: places, never: {tag: nin}, at-most: 1}  #! unknown-spot
          barrier: {lies-on: crossings, never: {tag: inn}, at-most: 1}  #! unknown-spot
          bar: {lies-on: segments, only: {tag: inn}}  #! unknown-spot
        requirements:
          - {count: {of: {tag: inn}, is: 1}, with: {cone: 1}}
        """
    )


def test_each_group_of_what_has_no_tags_is_told(expect: Expect) -> None:
    expect(
        """
        kind: street-map
        size: 200 x 200
        mouths: crosswalks
        streets:
          High Street: 20 20 -- 180 20
          Mill Lane: 20 20 -- 20 180
          Quay: 20 180 -- 180 180
          Bell Lane: 180 20 -- 180 180
        tags: {inn: [Quay 1], shop: [Quay 2]}
        closures:
          barrier:
            lies-on: crossings
            only: {tag: inn}     #! unknown-spot
            never: {tag: shop}   #! unknown-spot
            at-most: 1
        requirements:
          - {count: {of: {tag: inn}, is: 1}}
        """
    )


def test_tag_of_a_space_that_is_not_there_is_told_once(expect: Expect) -> None:
    expect(
        """
        kind: street-map
        size: 200 x 200
        streets:
          High Street: 20 20 -- 180 20
          Mill Lane: 20 20 -- 20 180
          Quay: 20 180 -- 180 180
          Bell Lane: 180 20 -- 180 180
        tags: {inn: [High Street 99]}  #! unknown-place
        closures:
          barrier: {lies-on: crosswalks}  #! unknown-spot
        requirements:
          - {reach: {to: {tag: inn}}}
        """
    )


def test_what_is_laid_on_no_spot_is_told_once(expect: Expect) -> None:
    expect(
        """
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Ferry: {tags: [inn]}}
        roads: [Market -- Church -- Pier -- Ferry -- Market]
        closures:
          fence: {lies-on: places, never: [Chruch], at-most: 1}  #! unknown-spot
          rope: {lies-on: {tag: in}}  #! unknown-spot
          gate: {lies-on: [Church]}
        requirements:
          - {name: fenced, count: {of: Ferry, is: 1}, with: {fence: 1}}
          - {name: alone, isolation: {of: Ferry, by: [gate, rope], at-least: 2}}
          - {name: all at once, count: {of: Church, is: 1}, in: every setup}
          - {name: gated, count: {of: Church, is: 1}, with: {gate: 1}}  #! broken-requirement
        """
    )


def test_what_hangs_on_names_that_are_none_is_not_asked(expect: Expect) -> None:
    for said in ("tags: {inn: [Quay 99, Quay 1]}", "sites: {Inn: {by: [Quay 1, High Street / Mill Lane]}}"):
        expect(
            f"""
            kind: street-map
            size: 200 x 200
            streets:
              High Street: 20 20 -- 180 20
              Mill Lane: 20 20 -- 20 180
              Quay: 20 180 -- 180 180
              Bell Lane: 180 20 -- 180 180
            {said}  #! unknown-place
            requirements:
              - {{count: {{of: Quay 1, is: 2}}}}
            """
        )


def test_what_lies_aside_may_be_closed(expect: Expect) -> None:
    expect(
        """
        kind: tile-map
        tile: 60
        city: {rows: 1, columns: 2}
        turned: never
        tiles:
          Wood: &one {spaces: {glade: {at: [30, 30]}}, exits: {west: glade, east: glade, north: glade, south: glade}}
          Hill: *one
          Ford: *one
        closures: {net: {lies-on: [Ford glade], at-most: 1}}
        requirements:
          - {name: never parted, connected: true, in: every setup}
        """
    )


@pytest.mark.parametrize("group", ["tag: inn", "in: north"])
def test_a_closure_of_crossings_cannot_be_chosen_by_what_only_places_have(group: str, tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_text(
        "kind: street-map\nsize: 200 x 200\nstreets: {High Street: 20 100 -- 180 100, Mill Lane: 100 20 -- 100 180}\n"
        f"tags: {{inn: [High Street 1]}}\nclosures: {{barrier: {{lies-on: crossings, only: {{{group}}}}}}}\n",
        encoding="utf-8",
    )
    kind, name = ("tag", "inn") if "tag" in group else ("district", "north")
    (found,) = [each for each in report_on(path).findings if each.code == "unknown-spot"]
    assert found.message == f"'barrier' lies on crossings, none of which has the {kind} '{name}'"


@pytest.mark.parametrize(
    ("closures", "hint"), [("{fence: {lies-on: places}}", "closures are fence"), ("{}", "list it under closures")]
)
def test_a_closure_that_is_not_there_is_told_with_those_that_are(expect: Expect, closures: str, hint: str) -> None:
    report = expect(f"""
        kind: area-map
        closures: {closures}
        areas: {{Market: {{}}, Church: {{}}, Pier: {{}}}}
        roads: [[Market, Church, Pier, Market]]
        requirements: [{{connected: true, with: {{jam: 1}}}}]  #! unknown-closure
    """)
    assert report.findings[0].hint == hint


def test_a_spot_like_no_other_is_told_with_what_a_closure_lies_on(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        closures: {fence: {lies-on: [Wxyz]}}  #! unknown-spot
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
    """)
    assert report.findings[0].hint == (
        "a closure lies on places, crossings, roads, segments or stretches, or on places by their names"
    )
