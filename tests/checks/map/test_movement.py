"""Movement classes: requirements for them, and each error once, where it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.expectation import Expect

MAP = """
    kind: area-map
    movement:
      army: {on: land, along: [road, land]}
      fleet: {on: [sea, coast], along: [road, sea]}
    closures: {storm: {lies-on: [Gulf]}, snow: {lies-on: [Hill]}}
    areas:
      Gate: {tags: [coast, start]}
      Hill: {}
      Isle: {tags: [coast], parts: {east: {}, west: {}}}
      Gulf: {ground: sea}
      Bay: {ground: sea}
    roads:
      - {from: Gate, to: Hill, kind: land}
      - {from: Hill, to: Isle, kind: land}
      - Gate -- Gulf
      - {from: Gulf, to: Isle/east, kind: sea}
      - {from: Isle/west, to: Bay, kind: sea}
      - Gulf -- Bay
    requirements:
"""


@pytest.mark.parametrize(
    ("requirement", "message"),
    [
        ("{for: army, reach: {from: Gate, to: Gulf}}", "it asks nothing: no 'army' may be on 'Gulf'"),
        ("{for: army, reach: {from: Gate, to: Isle/east}}", "it asks nothing: no 'army' may be on 'Isle/east'"),
        ("{for: fleet, reach: {from: {tag: start}, to: Hill}}", "it asks nothing: no 'fleet' may be on 'Hill'"),
        ("{distance: {from: Gate, to: Isle/east, is: 2}}", "only a movement class tells apart 'Isle/east'"),
        ("{for: army, no-crossing: true}", "how roads are drawn is the same for every class"),
        ("{for: army, connected: true, with: {storm: 1}}", "no 'storm' fits where 'army' may be"),
    ],
)
def test_requirement_that_asks_a_class_of_what_it_has_not(expect: Expect, requirement: str, message: str) -> None:
    report = expect(f"{MAP}      - {requirement}   #! empty-requirement\n")
    assert message in report.findings[0].message


@pytest.mark.parametrize("demand", ["connected: true", "no-dead-end: true", "survives: {closed: 1}"])
@pytest.mark.parametrize("scope", ["", ", in: some setup"])
def test_class_that_only_passes_waypoints_is_asked_nothing(expect: Expect, demand: str, scope: str) -> None:
    report = expect(f"""
        kind: area-map
        movement:
          army: {{on: land}}
          fleet: {{on: sea}}
        areas:
          Ford: {{waypoint: true}}
          Ness: {{waypoint: true}}
          Gulf: {{ground: sea}}
          Bay: {{ground: sea}}
          Sound: {{ground: sea}}
        roads:
          - Ford -- Ness
          - Gulf -- Bay -- Sound -- Gulf
        requirements:
          - {{for: [fleet, army], {demand}{scope}}}   #! empty-requirement
    """)
    assert "'army' may stop" in report.findings[0].message


def test_broken_requirement_names_the_class(expect: Expect) -> None:
    report = expect(f"{MAP}      - {{for: [army, fleet], survives: {{closed: 1}}}}   #! broken-requirement\n")
    assert report.findings[0].message.startswith("'survives': for 'army': ")
    report = expect(
        f"{MAP}      - {{name: near, for: [army, fleet], distance: {{from: Gate, to: Isle, at-most: 2}}}}\n"
        "      - {name: far, for: fleet, distance: {from: Isle/east, to: Isle/west, at-most: 2}}"
        "   #! broken-requirement\n"
    )
    (finding,) = report.findings
    assert finding.message.startswith(
        "'far': for 'fleet': 'Isle/east' to 'Isle/west' takes 3 moves, expected at most 2"
    )
    assert finding.message.endswith(": Isle/east – Gulf – Bay – Isle/west")
    assert [proof.detail.count("for '") for _, proof in report.proofs] == [2, 1]


def test_repair_for_a_class_is_a_road_of_its_kind(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        movement: {cart: {along: paved}}
        areas:
          A: {at: [20, 20]}   #! dead-end
          B: {at: [60, 20]}
          C: {at: [20, 60]}   #! dead-end
          D: {at: [60, 60]}
        roads:
          - {from: A, to: B, kind: paved}
          - {from: B, to: D, kind: paved}
          - {from: D, to: C, kind: paved}
        requirements:
          - {for: cart, distance: {from: A, to: C, at-most: 1}}   #! broken-requirement
          - {for: cart, connected: true}
    """)
    hint = next(finding.hint for finding in report.findings if finding.code == "broken-requirement")
    assert hint == "add the road 'A -- C' of the kind 'paved' (tried: it holds then)"


def test_unknown_word_is_the_only_finding_of_its_class(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        movement:
          army: {on: land}
          fleet: {on: [sae, coast], along: fery}   #! unknown-ground, unknown-ground
          both: {by: [army, navy]}   #! unknown-class
          all: {by: [both, army]}   #! unknown-class
        areas: {A: {tags: [coast]}, B: {}, C: {ground: sea}}
        roads:
          - A -- B -- C -- A
          - {from: A, to: C, kind: ferry}
        requirements:
          - {for: fleet, connected: true}
          - {for: both, reach: {from: A, to: C}}
    """)
    hints = [finding.hint for finding in report.findings if finding.code == "unknown-ground"]
    assert hints == ["did you mean 'sea'?", "did you mean 'ferry'?"]


def test_place_for_nobody_is_told_once_with_its_roads(expect: Expect) -> None:
    expect("""
        kind: area-map
        movement: {army: {on: land}}
        areas: {A: {}, B: {}, C: {ground: waste}, D: {ground: sea}}   #! unentered-place
        roads:
          - A -- B
          - B -- D -- A
          - B -- C -- A
    """)


def test_places_for_nobody_are_one_finding_at_the_first(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        movement: {army: {on: land}}
        areas:
          A: {}
          B: {}
          D: {ground: sea}   #! unentered-place
          E: {ground: sea}
        roads: [A -- B -- D -- E -- A]
    """)
    assert "'D' and 1 other place are open to no movement class" in [finding.message for finding in report.findings]


def test_kinds_of_roads_are_listed_for_an_unknown_one_and_not_for_an_unknown_ground(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        movement:
          army:
            on: [xyzzy]      #! unknown-ground
            along: [plugh]   #! unknown-ground
        areas: {A: {}, B: {}, C: {}}
        roads: [A -- B -- C -- A]
    """)
    hints = {finding.message: finding.hint for finding in report.findings if finding.code == "unknown-ground"}
    assert sorted(map(bool, hints.values())) == [False, True]
    assert next(hint for message, hint in hints.items() if "kind of road" in message).startswith(
        "kinds of roads here are"
    )


SEA = """
        kind: grid-map
        cells: square
        terrain: |
          p p s s
          p p s s
        legend: {p: plain, s: sea}
        terrains: {plain: {}, sea: {closed: true}}
        roads: [A1 -- A2]
        places: {Deep: {at: D1, tags: [harbour]}}
"""


def test_a_place_on_closed_terrain_that_a_class_enters_is_no_fault(expect: Expect) -> None:
    expect(
        SEA
        + """
        movement: {army: {on: plain}, boat: {on: sea}}
        requirements: [{for: boat, reach: {from: D1, to: C2}}, {for: boat, count: {of: {tag: harbour}, is: 1}}]
    """
    )


def test_a_wrong_word_of_a_class_is_the_only_fault_of_what_follows(expect: Expect) -> None:
    expect(
        SEA
        + """
        movement:
          army: {on: plain}
          boat: {on: [see, harbour]}   #! unknown-ground
        requirements: [{for: boat, reach: {from: C1, to: C2}}, {for: boat, count: {of: {tag: sea}, is: 4}}]
    """
    )


def test_a_class_on_a_single_cell_goes_nowhere(expect: Expect) -> None:
    report = expect(
        SEA
        + """
        movement:
          army: {on: plain}
          hermit: {on: Deep}   #! idle-class
    """
    )
    hints = {finding.code: finding.hint or "" for finding in report.findings}
    assert hints["idle-class"].startswith("let it be on cells that are neighbours")


def test_an_idle_class_is_told_though_another_one_cannot_be_judged(expect: Expect) -> None:
    expect(
        SEA
        + """
        movement:
          boat: {on: [see, harbour]}   #! unknown-ground
          army: {on: plain}
          hermit: {on: Deep}           #! idle-class
    """
    )


def test_a_road_of_cells_that_no_class_uses_is_reported_and_a_stream_is_not(expect: Expect) -> None:
    expect("""
        kind: grid-map
        cells: square
        terrain: |
          p p s s
          p p s s
        legend: {p: plain, s: sea}
        terrains: {plain: {}, sea: {closed: true}}
        roads:
          - A1 -- A2                     #! unusable-road
          - {through: B1 -- B2, kind: stream}
        places:
          Rock: {at: C2, tags: [reef]}   #! closed-place
        movement: {army: {on: plain, along: open}}
    """)


@pytest.mark.parametrize(
    ("written", "meant"), [("cross: {river: 1}", "crosses"), ("alon: open", "along"), ("byy: [a]", "by")]
)
def test_a_wrong_key_of_a_class_is_told_at_the_key(expect: Expect, written: str, meant: str) -> None:
    report = expect(
        SEA.replace(", tags: [harbour]", "")
        + f"""
        movement:
          army: {{{written}}}   #! unknown-key
    """
    )
    (found,) = report.findings
    assert (found.span.column, found.hint) == (10, f"did you mean '{meant}'?")


RAVINE = """
    kind: grid-map
    cells: square
    terrain: |
      p m p
      p m p
    legend: {p: plain, m: mountains}
    terrains: {plain: {}, mountains: {tags: [high]}}
    roads: [{through: A1 -- A2, kind: trail}]
    sides: [{between: [[A1, A2], [B1, B2]], kind: river}]
    movement: {guns: %s, column: {by: [guns], never: mountains}, scout: {}}
    requirements:
      - {for: %s, reach: {from: A1, to: C1}}   #! broken-requirement
"""


@pytest.mark.parametrize(
    ("guns", "asked", "changes"),
    [
        ("{never: mountains}", "guns", ["let 'guns' enter 'mountains'"]),
        ("{never: {tag: high}}", "guns", ["let 'guns' enter {tag: high}"]),
        ("{never: [{tag: high}, mountains]}", "guns", ["let 'guns' enter {tag: high}", "let 'guns' enter 'mountains'"]),
        (
            "{never: [mountains, {tag: high}, mountains]}",
            "guns",
            ["let 'guns' enter 'mountains'", "let 'guns' enter {tag: high}"],
        ),
        ("{crosses: {river: never}}", "guns", ["let 'guns' cross 'river'"]),
        ("{along: trail}", "guns", ["let 'guns' leave the roads"]),
        ("{}", "column", ["let 'column' enter 'mountains'"]),
        ("{never: mountains}", "column", ["let 'guns' enter 'mountains'", "let 'column' enter 'mountains'"]),
    ],
)
def test_a_hint_says_what_keeps_a_class_out(expect: Expect, guns: str, asked: str, changes: list[str]) -> None:
    hint = next(each.hint for each in expect(RAVINE % (guns, asked)).findings if each.code == "broken-requirement")
    assert hint
    assert re.findall(r"let '\w+' (?:enter |cross |leave )(?:'\w+'|\{tag: high\}|the roads)", hint) == changes


def test_a_hint_says_where_to_change_a_class(expect: Expect) -> None:
    for guns, where in (
        ("{never: mountains}", "(take it out of never)"),
        ("{crosses: {river: never}}", "(take it out of crosses)"),
        ("{along: trail}", "(list 'open' under along)"),
    ):
        hints = [each.hint or "" for each in expect(RAVINE % (guns, "guns")).findings]
        assert any(f"{where} (tried: it holds then)" in hint for hint in hints)


def test_a_hint_names_a_kind_of_road_that_a_class_could_use(expect: Expect) -> None:
    army = MAP.replace("{on: land, along: [road, land]}", "{on: land, along: road}   #! idle-class")
    report = expect(
        f"{army}      - {{for: army, distance: {{from: Gate, to: Hill, at-most: 2}}}}   #! broken-requirement\n"
    )
    hint = next(each.hint for each in report.findings if each.code == "broken-requirement")
    assert hint == "let 'army' move along 'land' too (tried: it holds then)"
