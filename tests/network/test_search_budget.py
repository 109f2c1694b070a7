"""Budgets: verdicts do not depend on the order of requirements, and what can be decided is."""

from __future__ import annotations

from itertools import islice, permutations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from pnp.model.maps.area_map import read_area_map
from pnp.model.maps.tile_map import read_tile_map
from pnp.network import lay_out, lower, prove
from pnp.network.budget import SearchBudget
from pnp.network.lowering import Lowered
from pnp.source import load_schemas, read_document, validate
from tests.network.laying import drawn
from tests.network.replay import PAPER
from tests.pipeline import ROOT

if TYPE_CHECKING:
    from pnp.network import Proof

CITY = (Path(__file__).parent / "city.yaml").read_text(encoding="utf-8")

MORE_TILES = """
  Mole:
    streets:
      Pier: west 46.5 -- east 46.5
      Dock: west 139.5 -- east 139.5
      Sail Lane: north 46.5 -- south 46.5
      Hawser Lane: {from: north 139.5, to: south 139.5, left-out: 2}
    spaces:
      Pier 2: {tags: [start]}
    sites:
      Crane: {at: [93, 93], tags: [goal]}
  Court:
    streets:
      Law Street: west 46.5 -- east 46.5
      Gaol Street: west 139.5 -- east 139.5
      Wig Lane: north 46.5 -> south 46.5
      Robe Lane: north 139.5 -- south 139.5
    spaces:
      Robe Lane 1: {tags: [start]}
    sites:
      Dock: {at: [20, 93], tags: [goal]}
"""


def proofs_of(text: str) -> tuple[Proof, ...]:
    document = validate(read_document(text.encode(), "map.yaml"), load_schemas(ROOT / "schemas"))
    assert document.root is not None
    assert not [finding for finding in document.findings if finding.severity.value == "error"], document.findings
    read = read_tile_map if document.root["kind"].text == "tile-map" else read_area_map
    drawn_map = read(document.root, "map")
    return prove(drawn_map.requirements, lower(drawn_map), lay_out(drawn_map))


def put(cases: tuple[int, ...], order: tuple[int, ...], steps: int) -> list[Proof]:
    """Requirements on the network of the first case, judged in an order, as they are listed without it."""
    case = drawn(Random(cases[0]))
    asked = [replace(drawn(Random(seed)).requirement, name=str(seed)) for seed in cases]
    given = tuple(asked[at] for at in order)
    found = prove(given, Lowered(case.network, case.closures), PAPER, SearchBudget(steps))
    return sorted(found, key=lambda proof: proof.name)


@pytest.mark.slow
def test_verdicts_do_not_depend_on_the_order_of_the_list() -> None:
    undecided = decided = 0
    for seed in range(12):
        random = Random(seed)
        cases = tuple(random.sample(range(2_000), 4))
        for steps in (300, 1_500, 6_000, 30_000):
            first = put(cases, (0, 1, 2, 3), steps)
            undecided += sum(proof.verdict.spent for proof in first)
            decided += sum(proof.holds is not None for proof in first)
            for order in islice(permutations(range(4)), 5, 24, 6):
                assert put(cases, order, steps) == first, (cases, order, steps)
    assert undecided > 20
    assert decided > 20


def test_identical_requirements_get_the_same_verdict() -> None:
    case = drawn(Random(3))
    for steps in (100, 1_000, 10_000, 100_000):
        proofs = prove((case.requirement,) * 5, Lowered(case.network, case.closures), PAPER, SearchBudget(steps))
        assert len({proof.verdict for proof in proofs}) == 1


@pytest.mark.slow
def test_an_easy_requirement_leaves_its_steps_to_a_hard_one() -> None:
    def city(easy: int) -> str:
        count = "  - {count: {of: {tag: goal}, at-least: 0}}\n"
        hard = "  - distance: {from: every place, to: every place, at-most: 64}\n"
        return grid(1_100, 33, (hard.replace("64", "65") + count * easy).strip("\n"))

    assert [proof.holds for proof in proofs_of(city(30))] == [True] * 31


def grid(places: int, columns: int, requirements: str) -> str:
    """Places in rows and columns, each with those next to it, eight of them but at the edges."""
    lines = ["kind: area-map", "areas:"]
    lines += [f"  P{at}: {{tags: [{tag_of(at)}]}}" for at in range(places)]
    lines.append("roads:")
    for at in range(places):
        lines += [f"  - [P{at}, P{at + columns}]"] if at + columns < places else []
        lines += [f"  - [P{at}, P{at + 1}]"] if (at + 1) % columns and at + 1 < places else []
    return "\n".join([*lines, "closures: {pit: {lies-on: places, at-most: 3}}", "requirements:", requirements, ""])


def tag_of(at: int) -> str:
    return "start" if at in (18, 19, 20) else "goal" if at in (27, 28, 29, 35) else "other"


@pytest.mark.slow
def test_what_inspect_prints_is_decided() -> None:
    diameter = "  - distance: {from: every place, to: every place, at-most: 65}"
    shorter = diameter.replace("65", "64")
    proofs = proofs_of(grid(1_100, 33, "\n".join([diameter] * 3 + [shorter])))
    assert [proof.holds for proof in proofs] == [True, True, True, False]


@pytest.mark.slow
def test_all_pairs_that_break_a_requirement_are_counted() -> None:
    near = "\n".join(f"  - distance: {{from: every place, to: every place, at-most: {most}}}" for most in (3, 4, 5))
    proofs = proofs_of(grid(1_100, 33, near))
    assert [proof.holds for proof in proofs] == [False, False, False]
    assert f"(and {1_100 * 1_099 - pairs_within(3) - 1:,} other pairs)" in proofs[0].verdict.detail


def pairs_within(most: int) -> int:
    """How many pairs of the grid of 1,100 places are at most so far apart: steps across and down."""
    steps = [(x, y) for x in range(-most, most + 1) for y in range(-most, most + 1) if 0 < abs(x) + abs(y) <= most]
    return sum(0 <= at % 33 + x < 33 and 0 <= at + x + 33 * y < 1_100 for at in range(1_100) for x, y in steps)


@pytest.mark.parametrize("pits", [1, 2, 3])
def test_fair_starts_with_closures_are_decided(pits: int) -> None:
    fair = "fair-starts: {from: {tag: start}, to: {tag: goal}, at-most: 9}"
    (proof,) = proofs_of(grid(52, 8, f"  - {{{fair}, with: {{pit: {pits}}}}}"))
    assert proof.holds is True
    assert proof.setups_total == (53, 1_379, 23_479)[pits - 1]


DEMANDS = (
    "connected: true",
    "seams-meet: true",
    "no-dead-end: true",
    "no-trap: true",
    "degree: {of: every place, at-least: 1}",
    "count: {of: {tag: goal}, at-least: 2}",
    "reach: {from: every place, to: {tag: goal}}",
    "distance: {from: {tag: start}, to: {tag: goal}, at-most: 14}",
    "distance: {from: every place, to: every place, at-most: 18}",
    "distance: {from: every place, to: {tag: goal}, at-least: 1}",
    "within: {every: every place, a: {tag: start}, at-most: 12}",
    "adjacent: [Harbour Quay 1, Harbour Quay 2]",
    "not-adjacent: [Harbour Quay 1, Market High Street 1]",
)


@pytest.mark.slow
@pytest.mark.parametrize("rows", [2, 3])
def test_every_demand_on_a_city_from_six_tiles_is_decided(rows: int) -> None:
    head, _ = CITY.split("requirements:")
    city = head.replace("rows: 2", f"rows: {rows}") + MORE_TILES.strip("\n") + "\nrequirements:\n"
    demands = DEMANDS if rows == 3 else (*DEMANDS, "fair-starts: {from: {tag: start}, to: {tag: goal}, at-most: 6}")
    proofs = proofs_of(city + "".join(f"  - {{{demand}, in: every setup}}\n" for demand in demands))
    assert [proof.demand for proof in proofs if proof.holds is None] == []


def test_a_requirement_whose_steps_are_spent_says_so() -> None:
    case = drawn(Random(3))
    (proof,) = prove((case.requirement,), Lowered(case.network, case.closures), PAPER, SearchBudget(10))
    assert proof.verdict.spent
    assert proof.detail.endswith("its share of the map's steps, 7, was used up")
