"""What requirements mean: which items are compared, what asks nothing, and what a trap is."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from tests.pipeline import report_on, write

if TYPE_CHECKING:
    from pathlib import Path

    from pnp.network import Proof

STREET = """\
kind: street-map
size: 300 x 120
streets: {High Street: {from: [20, 50], to: [280, 50], spaces: 6}}
tags: {start: [High Street 1]}
sites:
  Lighthouse: {by: High Street 1, tags: [goal]}
  Chapel: {by: High Street 5, tags: [goal]}
  Inn: {by: [High Street 3, High Street 4], tags: [inn]}
requirements:
"""

CROSSING = """\
kind: street-map
size: 200 x 200
streets: {Quay: 20 100 -- 180 100, Mill Lane: 100 20 -- 100 180}
requirements:
"""

LINE = """\
kind: area-map
areas: {A: {tags: [start]}, B: {}, C: {}, D: {}}
roads: [A -- B -- C -- D]
closures:
  pit: {lies-on: [A, B], only: A}
  wall: {lies-on: places, never: every place}
requirements:
"""

ISLANDS = """\
kind: area-map
areas: {A: {}, B: {}, C: {}, D: {}, E: {tags: [inn]}}
roads: [A -- B, C -- D]
requirements:
"""

PITS = """\
kind: area-map
areas: {A: {}, B: {}, C: {}, D: {}, E: {tags: [inn]}}
roads: [A -- B, C -- D, A -> E, B -> C]
requirements:
"""


def proofs(folder: Path, document: str, *demands: str) -> tuple[Proof, ...]:
    text = document + "".join(f"  - {demand}\n" for demand in demands)
    return tuple(proof for _, proof in report_on(write(folder, text)).proofs)


@pytest.mark.parametrize(
    ("document", "demand", "holds"),
    [
        (STREET, "distance: {from: {tag: start}, to: {tag: goal}, at-least: 3}", False),
        (STREET, "distance: {from: High Street 1, to: Lighthouse, is: 0}", True),
        (STREET, "distance: {from: High Street 1, to: High Street 1, is: 0}", True),
        (STREET, "distance: {from: {tag: inn}, to: [Inn, Chapel], at-least: 1}", True),
        (STREET, "adjacent: [High Street 1, Lighthouse]", False),
        (STREET, "not-adjacent: [High Street 1, Lighthouse]", True),
        (STREET, "fair-starts: {from: [Inn], to: {tag: goal}, at-most: 0}", None),
        (STREET, "fair-starts: {from: [Inn, Chapel], to: Inn, at-most: 0}", None),
        (STREET, "fair-starts: {from: [Lighthouse, Chapel], to: [Lighthouse, Chapel], at-most: 0}", True),
        (STREET, "distance: {from: High Street 1, to: Chapel, at-least: 3, reachable: true}", True),
        (CROSSING, "adjacent: [Quay 1, Quay 1]", None),
        (CROSSING, "not-adjacent: [Quay 1, Quay 1]", None),
        (LINE, "isolation: {of: A, from: every place, at-least: 2}", False),
        (LINE, "isolation: {of: A, from: [A, B, C, D], at-least: 2}", False),
        (LINE, "fair-starts: {from: every place, to: A, at-most: 0}", False),
        (LINE, "{reach: {from: A, to: D}, with: {pit: 1}}", True),
        (ISLANDS, "no-trap: true", True),
        (ISLANDS, "no-trap: {unless: every place}", None),
        (ISLANDS, "distance: {from: A, to: D, at-least: 5}", None),
        (ISLANDS, "distance: {from: A, to: [B, D], at-least: 1}", True),
        (ISLANDS, "distance: {from: A, to: [B, D], at-least: 1, reachable: true}", False),
        (ISLANDS, "reach: {from: A, to: A}", None),
        (ISLANDS, "fair-starts: {from: [A, B], to: A, at-most: 0}", None),
        (ISLANDS, "fair-starts: {from: [A], to: C, at-most: 0}", False),
        (ISLANDS, "isolation: {of: E, from: {tag: inn}, at-least: 1}", None),
        (PITS, "no-trap: true", False),
        (PITS, "no-trap: {unless: {tag: inn}}", False),
        (PITS, "no-trap: {unless: [C, E]}", True),
    ],
)
def test_verdict_is_that_of_the_definition(tmp_path: Path, document: str, demand: str, holds: bool | None) -> None:
    (proof,) = proofs(tmp_path, document, demand)
    assert proof.holds is holds, proof.detail
    assert proof.is_empty is (holds is None)


@pytest.mark.parametrize(
    ("closure", "demand"),
    [
        ("{lies-on: places, never: every place}", "{reach: {from: A, to: D}, with: {wall: 1}}"),
        ("{lies-on: [B], only: [C]}", "{reach: {from: A, to: D}, with: {wall: 1}, in: every setup}"),
        ("{lies-on: crossings}", "{distance: {from: A, to: D, is: 3}, with: {wall: 9}}"),
        ("{lies-on: [B], never: [B]}", "isolation: {of: D, from: A, by: wall, at-least: 1}"),
    ],
)
def test_nothing_is_proved_of_a_closure_that_fits_nowhere(tmp_path: Path, closure: str, demand: str) -> None:
    document = LINE.replace("{lies-on: places, never: every place}", closure)
    report = report_on(write(tmp_path, f"{document}  - {demand}\n  - {{reach: {{from: A, to: D}}}}\n"))
    assert [(proof.holds, proof.asked) for _, proof in report.proofs] == [(None, False), (True, True)]
    (finding,) = (each for each in report.findings if each.severity.value == "error")
    assert (finding.code, finding.span.line) == ("unplaceable-closure", 6)


def test_what_is_broken_stays_so_if_a_closure_fits_nowhere(tmp_path: Path) -> None:
    (proof,) = proofs(tmp_path, LINE, "{distance: {from: A, to: D, is: 2}, with: {wall: 1}}")
    assert proof.holds is False


def test_a_closure_that_is_on_no_printed_tile_asks_nothing_there(tmp_path: Path) -> None:
    tiles = """\
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 1}
        turned: never
        tiles:
          One: {streets: {Lane: west 50 -- east 50}, spaces: {a: {at: [25, 50]}, b: {at: [75, 50]}}}
          Two: {streets: {Road: west 50 -- east 50}, spaces: {c: {at: [25, 50]}, d: {at: [75, 50], tags: [inn]}}}
        closures:
          cone: {lies-on: {tag: inn}}
        requirements:
        """
    every, printed = proofs(
        tmp_path,
        dedent(tiles),
        "{count: {of: every place, at-least: 1}, with: {cone: 1}, in: every setup}",
        "{count: {of: every place, at-least: 1}, with: {cone: 1}}",
    )
    assert (every.holds, printed.holds, printed.is_empty) == (True, None, True)
    assert "no 'cone' fits on the map as printed" in printed.detail


def test_a_least_distance_says_where_no_way_leads(tmp_path: Path) -> None:
    (proof,) = proofs(tmp_path, ISLANDS, "distance: {from: A, to: [B, C, D], at-least: 1}")
    no_way = "no way leads from 'A' to 'C' (and 1 other pair)"
    assert proof.detail == f"every distance asked about is at least 1 move; {no_way}"


def test_setups_in_which_nothing_is_asked_are_not_covered(tmp_path: Path) -> None:
    two = LINE.replace("pit: {lies-on: [A, B], only: A}", "pit: {lies-on: [A, D], at-most: 2}")
    reached, counted = proofs(
        tmp_path, two, "{reach: {from: A, to: D}, with: {pit: 2}}", "{count: {of: A, at-most: 1}, with: {pit: 2}}"
    )
    assert (reached.holds, reached.setups_total, reached.setups_covered) == (True, 4, 1)
    assert (counted.holds, counted.setups_total, counted.setups_covered) == (True, 4, 4)


def test_reports_of_all_formats_count_alike(tmp_path: Path) -> None:
    text = LINE + "".join(
        f"  - {demand}\n"
        for demand in (
            "connected: true",
            "{name: one, survives: {closed: 1}}",
            "{name: two, survives: {closed: 2}}",
            "{name: itself, adjacent: [A, A]}",
            "{name: drawn, no-crossing: true}",
        )
    )
    report = report_on(write(tmp_path, text))
    assert report.verdicts == {"proved": 1, "broken": 2, "undecided": 1, "empty": 1, "not_asked": 0}
    codes = [finding.code for finding in report.findings]
    assert [codes.count(f"{verdict}-requirement") for verdict in ("broken", "undecided", "empty")] == [2, 1, 1]


def test_no_road_is_proposed_on_a_map_without_positions(tmp_path: Path) -> None:
    text = LINE + "  - distance: {from: A, to: D, at-most: 1}\n"
    (finding,) = [each for each in report_on(write(tmp_path, text)).findings if each.code == "broken-requirement"]
    assert finding.hint is None


def test_a_square_that_moves_only_leave_may_be_unused(tmp_path: Path) -> None:
    text = "kind: block-map\nblocks: {rows: 2, columns: 2}\nturns: [right]\nunused: [5/1, 4/1]\nrequirements:\n"
    report = report_on(write(tmp_path, text + "  - degree: {of: 5/1, at-least: 1}\n"))
    used = [finding.message for finding in report.findings if finding.code == "used-square"]
    assert used == ["'4/1' is said to be unused, and moves lead onto it"]
    ((_, proof),) = report.proofs
    assert "'5/1' has 0 neighbours" in proof.detail  # it is no stop


@pytest.mark.parametrize(("goal", "most", "holds"), [("A", 0, True), ("B", 0, False), ("B", 1, True), ("C", 1, False)])
def test_with_closures_within_no_moves_is_the_place_itself(goal: str, most: int, holds: bool, tmp_path: Path) -> None:
    text = f"""
        kind: area-map
        areas: {{A: {{}}, B: {{}}, C: {{}}, D: {{}}}}
        roads: [A -- B -- C]
        closures: {{pit: {{lies-on: places, only: D}}}}
        requirements:
          - {{within: {{every: A, a: {goal}, at-most: {most}}}, with: {{pit: 1}}}}
    """
    (proof,) = [proof for _, proof in report_on(write(tmp_path, text)).proofs]
    assert proof.holds == holds, proof


def test_a_within_whose_closure_fits_on_another_tile_is_not_proved(tmp_path: Path) -> None:
    text = """
kind: tile-map
tile: 60
city: {rows: 1, columns: 1}
tiles:
  T0: {spaces: {a: {at: [5, 8]}}, sites: {Well: {by: a}}}
  T2: {streets: {R: west 42 -- east 42}}
closures:
  cone: {lies-on: places, never: Well}
requirements:
  - {name: near, within: {a: Well, at-most: 1}, with: {cone: 1}}
  - {name: near at all, within: {a: Well, at-most: 1}}
"""
    (near, at_all) = (proof for _, proof in report_on(write(tmp_path, text, "town.yaml")).proofs)
    assert (near.holds, near.asked, at_all.holds) == (None, True, True)
    assert near.is_empty
    assert "no 'cone' fits on the map as printed" in near.detail
