"""Some setup, or a share of them: counted where that is possible, else sampled, and then never called proved."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import pytest

from pnp.model.maps.area_map import read_area_map
from pnp.model.maps.game_map import Closure
from pnp.network import lower
from pnp.network.closures.supplies import ClosureOption, SpotChoice, Stock, Supply, keeps_apart, stock_of
from pnp.network.sampling import Draws, drawn_closures, wilson
from pnp.report import verdict_of
from pnp.source import read_document
from tests.network.generated import span
from tests.oracle.held import proofs_of

if TYPE_CHECKING:
    from tests.expectation import Expect

GRID = """
kind: area-map
areas: {{{places}}}
roads: [{roads}]
closures: {{rock: {{lies-on: places}}}}
requirements:
  - {{reach: {{from: P0, to: P{last}}}, in: {{at-least: {share} %}}, with: {{rock: {rocks}}}}}
"""


def grid(size: int, share: float, rocks: int) -> str:
    """A square grid of places, from one corner of which the other is asked for."""
    across = [
        f"P{row * size + column} -- P{row * size + column + 1}" for row in range(size) for column in range(size - 1)
    ]
    down = [
        f"P{row * size + column} -- P{(row + 1) * size + column}" for row in range(size - 1) for column in range(size)
    ]
    places = ", ".join(f"P{number}: {{}}" for number in range(size * size))
    return GRID.format(places=places, roads=", ".join(across + down), last=size * size - 1, share=share, rocks=rocks)


@pytest.mark.parametrize(("share", "holds"), [(93.1, True), (93.2, False), (100, False)])
def test_a_share_is_counted_exactly_where_the_steps_suffice(share: float, holds: bool) -> None:
    """On 3 × 3 places two rocks cut a corner off if they lie on both of its neighbours: 2 of 29 setups."""
    (proof,) = proofs_of(grid(3, share, 2))
    asked = sum(comb(7, number) for number in range(3))  # rocks on the other seven places
    assert (proof.holds, proof.setups_covered, proof.setups_total) == (holds, asked, 46)
    assert (proof.method, proof.scope, proof.seed) == ("exhaustive", "share", None)
    good = asked - 2
    assert f"{good} of {asked} setups that it asks about (93.1 %)" in proof.detail or not holds


def test_a_share_that_no_further_setup_can_reach_is_broken_though_the_steps_run_out() -> None:
    """The far corner is never one move away: a few setups of 46 decide on 99 %, but not on 10 %."""
    never = "distance: {from: P0, to: P8, at-most: 1}"
    high, low = (grid(3, share, 2).replace("reach: {from: P0, to: P8}", never) for share in (99, 10))
    (broken,), (open_,) = proofs_of(high, 6_000), proofs_of(low, 6_000)
    assert (broken.holds, broken.method, broken.setups_total) == (False, "example", 46)
    assert 0 < broken.setups_covered < 29
    assert re.search(
        r"it is broken in [1-9]\d* setups? or more of 46, expected to hold in at least 99 %", broken.detail
    )
    assert broken.witness is not None
    assert open_.holds is None


@pytest.mark.slow
def test_a_share_of_too_many_setups_is_sampled_with_a_seed_and_never_called_proved() -> None:
    certain, broken, open_ = (proofs_of(grid(8, share, 4), 3_000_000)[0] for share in (50, 99.9, 99))
    assert {proof.method for proof in (certain, broken, open_)} == {"sampled"}
    assert {proof.seed for proof in (certain, broken, open_)} == {1}
    assert [verdict_of(proof) for proof in (certain, broken, open_)] == ["sampled", "broken", "undecided"]
    assert "sampled (seed 1)" in certain.detail
    assert "99 % confidence" in certain.detail
    assert broken.witness is not None
    assert len(broken.witness.setup) > 1
    assert certain == proofs_of(grid(8, 50, 4), 3_000_000)[0]


@pytest.mark.slow
def test_a_summary_counts_samples_apart(expect: Expect) -> None:
    report = expect(grid(8, 50, 4))
    assert report.verdicts["proved"] == 0
    assert report.verdicts["sampled"] == 1


@pytest.mark.parametrize(
    ("good", "number", "low", "high"),
    [(0, 100, 0.0, 0.0622), (95, 100, 0.8608, 0.9832), (500, 1000, 0.4594, 0.5406), (100, 100, 0.9378, 1.0)],
)
def test_the_confidence_interval_is_that_of_wilson(good: int, number: int, low: float, high: float) -> None:
    assert wilson(good, number) == pytest.approx((low, high), abs=1e-4)


def stock(options: list[list[int]], most: list[int], in_all: int) -> Stock:
    """Kinds of closures on spots with so many options each."""
    supplies = []
    for kind, (spots, limit) in enumerate(zip(options, most, strict=True)):
        choices = tuple(
            SpotChoice(f"K{kind}", f"{at}", span(1), tuple(ClosureOption(f"O{n}", frozenset()) for n in range(number)))
            for at, number in enumerate(spots)
        )
        supplies.append(Supply(Closure(f"K{kind}", span(1), "places"), choices, limit))
    return Stock(tuple(supplies), in_all)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "most", "in_all"),
    [([[1, 1, 1, 1]], [2], 2), ([[2, 2, 2]], [2], 2), ([[1, 2, 2, 1]], [3], 3), ([[1, 1, 1], [2, 1]], [2, 2], 3)],
)
def test_each_setup_is_drawn_with_the_same_probability(options: list[list[int]], most: list[int], in_all: int) -> None:
    """The chi-square statistic of 400 draws a setup is below its quantile of 99.99 % (approximated)."""
    laid = stock(options, most, in_all)
    every = {tuple((each.kind, each.spot, each.option.name) for each in setup) for setup in laid.setups()}
    assert len(every) == laid.total
    draws, number = Draws(7), 400 * laid.total
    found = Counter(
        tuple((each.kind, each.spot, each.option.name) for each in drawn_closures(laid, draws)) for _ in range(number)
    )
    assert set(found) == every
    statistic = sum(Fraction((times - 400) ** 2, 400) for times in found.values())
    free = laid.total - 1
    assert statistic < free + 3.72 * (2 * free) ** 0.5 + 10


def test_arrangements_are_drawn_from_all() -> None:
    city = """
kind: tile-map
tile: 60
city: {rows: 1, columns: 2}
turned: half
tiles: {A: {streets: {Q: west 18 -- east 18}}, B: {streets: {Q: west 18 -- east 18}}, C: {streets: {R: west -- east}}}
"""
    from pnp.network import lower
    from tests.oracle.held import map_of

    arrangements = lower(map_of(city)).arrangements
    assert arrangements is not None
    draws = Draws(1)
    found = Counter(arrangements.drawn(draws.below).setup for _ in range(2_400))
    assert len(found) == arrangements.total == 24
    assert min(found.values()) > 50


def test_some_setup_is_shown(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
        closures: {cone: {lies-on: places, at-most: 1}}
        requirements:
          - {distance: {from: Market, to: Pier, is: 2}, with: {cone: 1}, in: some setup}   #! broken-requirement
          - {name: cut off, degree: {of: Pier, is: 1}, with: {cone: 1}, in: some setup}
    """)
    far, cut_off = (proof for _, proof in report.proofs)
    assert (
        far.detail
        == "it holds in none of 2 setups; as printed, 'Market' to 'Pier' takes 1 move, expected 2: Market – Pier"
    )
    assert cut_off.detail.startswith("it holds when a cone lies on 'Market': ")
    assert cut_off.witness is not None
    assert (cut_off.witness.setup, cut_off.method, cut_off.scope) == ((("Market", "cone"),), "example", "some-setup")


ROW = """
kind: tile-map
tile: 60
city: {rows: 1, columns: 2}
turned: half
tiles:
  Low: {streets: {Q: west 18 -- east 18}, spaces: {Q 1: {tags: [start]}}}
  Ramp: {streets: {R: west 18 -- east 42}, spaces: {R 1: {tags: [well]}}}
accept:
  - {finding: seam-mismatch, because: a test}
"""


def test_only_legal_setups_count(expect: Expect) -> None:
    """Of 8 arrangements the streets meet in 4: where the ramp's low end, at 18, is next to the other tile's 18."""
    report = expect(f"""{ROW}legal:
  - seams-meet: true
requirements:
  - {{connected: true, in: every setup}}
  - {{connected: true, in: {{at-least: 100 %}}}}
  - {{count: {{is: 5}}, in: some setup}}   #! broken-requirement
""")
    every, share, some = (proof for _, proof in report.proofs)
    assert (every.holds, share.holds, some.holds) == (True, True, False)
    assert {proof.setups_total for proof in (every, share, some)} == {4}
    assert every.setups_covered == 4
    assert "each of 4 legal setups" in every.detail


def test_a_legal_setup_that_breaks_it_is_told_though_the_steps_run_out() -> None:
    text = f"{ROW}legal:\n  - seams-meet: true\nrequirements:\n  - {{count: {{is: 5}}, in: every setup}}\n"
    found = [proofs_of(text, steps)[0] for steps in range(600, 900, 20)]
    early = [proof for proof in found if proof.holds is False and proof.setups_covered < 4]
    assert early
    assert {proof.method for proof in early} == {"example"}
    assert all(proof.holds is not True for proof in found)


def test_without_conditions_the_other_setups_break_it(expect: Expect) -> None:
    report = expect(f"{ROW}requirements:\n  - {{connected: true, in: every setup}}   #! broken-requirement\n")
    assert report.proofs[0][1].setups_total == 8


def test_conditions_that_no_setup_fulfils_prove_nothing(expect: Expect) -> None:
    report = expect(f"""{ROW}legal:
  - count: {{is: 99}}
requirements:
  - {{connected: true, in: every setup}}   #! empty-requirement
""")
    (empty,) = (finding for finding in report.findings if finding.code == "empty-requirement")
    assert "no legal setup has what it is about" in empty.message


def test_names_in_conditions_must_exist_and_conditions_have_no_setups(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
        closures: {cone: {lies-on: places, at-most: 1}}
        legal:
          - reach: {from: Market, to: Peer}   #! unknown-place
        requirements:
          - {connected: true, with: {cone: 1}}
    """)
    expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
        legal:
          - {connected: true, in: every setup}   #! wrong-value
    """)


RING = """
kind: area-map
areas: {A: {}, B: {}, C: {}, D: {}, E: {}}
roads: [A -- B -- C -- D -- E -- A]
closures:
  rock: {lies-on: places, never: A, apart: 1}
  log: {lies-on: places, never: A, apart: 2}
  fire: {lies-on: places, never: A, apart: 3}
  wall: {lies-on: places, never: A, apart: 9}
requirements:
  - {reach: {from: A, to: C}, with: {rock: 2}}
  - {reach: {from: A, to: C}, with: {log: 2}}
  - {reach: {from: A, to: C}, with: {fire: 2}}
  - {reach: {from: A, to: C}, with: {log: 1, wall: 1}}
"""


def test_setups_with_closures_too_near_to_each_other_do_not_count() -> None:
    """Of the six pairs of B, C, D and E three are neighbours, and none has three moves between its places."""
    rock, log, fire, mixed = proofs_of(RING)
    assert [each.setups_total for each in (rock, log, fire)] == [1 + 4 + 6, 1 + 4 + 3, 1 + 4]
    assert [each.holds for each in (rock, log, fire)] == [False, False, True]
    assert log.witness is not None
    assert log.witness.setup == (("B", "log"), ("D", "log"))
    assert (mixed.holds, mixed.setups_total) == (False, 25), "kinds do not keep away from each other"


CROSSINGS = """
kind: street-map
size: 420 x 120
streets: {High Street: {from: [10, 50], to: [410, 50], spaces: 1}}
crosswalks: {one: [110, 50], two: [210, 50], three: [310, 50]}
closures: {barrier: {lies-on: crossings, apart: APART}}
requirements: [{reach: {from: High Street 1, to: High Street 2}, with: {barrier: 2}}]
"""


@pytest.mark.parametrize(("apart", "total"), [(0, 1 + 3 + 3), (1, 1 + 3 + 1), (2, 1 + 3)])
def test_barriers_are_as_far_apart_as_the_places_at_their_ends(apart: int, total: int) -> None:
    """Of three crossings in a row, those next to each other share a place, and one move is between the other two."""
    text = CROSSINGS.replace("APART", str(apart)) if apart else CROSSINGS.replace(", apart: APART", "")
    (proof,) = proofs_of(text)
    assert (proof.holds, proof.setups_total) == (False, total)


LAID = """
kind: grid-map
cells: square
terrain: ". ."
legend: {".": plain}
terrains: {plain: {}}
places: {Mill: {at: A1, tags: [mill]}}
sides: [{kind: secret door, of: A1, towards: [E]}]
tiles: {Wall: {edges: []}}
tiles-on: [B1]
closures: {bar: {lies-on: crossings}, cone: {lies-on: {tag: mill}}}
requirements: [REQUIREMENT]
LEGAL
"""


@pytest.mark.parametrize(
    ("requirement", "legal", "detail"),
    [
        (
            "{count: {of: Mill, is: 1}, with: {bar: 1}, in: some setup}",
            "",
            "no 'bar' fits where the tiles are laid",
        ),
        (
            "{fair-starts: {from: [A1, B1], to: A1, at-most: 0}, with: {cone: 1}}",
            "legal: [{distance: {from: A1, to: B1, at-least: 2}}]",
            "no legal setup has what it is about",
        ),
    ],
)
def test_what_holds_in_no_setup_that_counts_is_not_proved(requirement: str, legal: str, detail: str) -> None:
    """The wall leaves no way through the door; and where A1 and B1 are next to each other, no setup is legal."""
    (proof,) = proofs_of(LAID.replace("REQUIREMENT", requirement).replace("LEGAL", legal))
    assert (proof.holds, proof.setups_covered) == (None, 0)
    assert detail in proof.detail


def test_a_closure_that_fits_only_where_one_tile_lies_twice_is_not_laid() -> None:
    """Each of the two tiles is there once, and has a way to itself alone."""
    (proof,) = proofs_of("""
    kind: grid-map
    cells: hex-pointy
    terrain: ". . . . ."
    legend: {".": {terrain: plain}}
    sides: [{kind: river, between: [[D1], [C1]]}]
    tiles: {R: {edges: {}}, S: {}}
    tiles-on: [C1, D1]
    places: {Inn: {at: A1}}
    closures: {barrier: {lies-on: crossings}}
    requirements: [{degree: {of: Inn, at-most: 3}, with: {barrier: 1}, in: some setup}]
    """)
    assert (proof.holds, proof.setups_covered) == (None, 0)
    assert "no 'barrier' fits where the tiles are laid" in proof.detail


def test_a_closure_that_fits_where_a_tile_is_turned_for_a_class_is_laid() -> None:
    """On the map as printed, no road crosses a cliff; where the tile is turned, the fleet's does."""
    (proof,) = proofs_of("""
    kind: grid-map
    cells: hex-pointy
    terrain: ". # . f\\nf m . .\\nm # # f"
    legend: {".": plain, f: wood, m: moor, "#": rock}
    sides: [{kind: cliff, around: plain}]
    tiles: {R: {edges: {SE: road}}}
    tiles-on: [A2]
    movement: {fleet: {along: road, crosses: {cliff: 0}}}
    closures: {barrier: {lies-on: crossings}}
    requirements: [{no-trap: true, for: fleet, with: {barrier: 1}, in: {at-least: 2 %}}]
    """)
    assert proof.holds is True


@pytest.mark.parametrize("more", ["", ", with: {cone: 1}"])
def test_a_class_that_may_stop_nowhere_is_in_no_trap_and_has_no_proof(more: str) -> None:
    """An army that may only be on a waypoint, with a closure that has no spot or none."""
    (proof,) = proofs_of(f"""
    kind: area-map
    areas: {{P0: {{}}, P1: {{waypoint: true}}, P4: {{tags: [start]}}}}
    movement: {{army: {{on: [P1]}}}}
    closures: {{cone: {{lies-on: {{tag: start}}, only: [P0]}}}}
    requirements: [{{for: army, no-trap: true{more}}}]
    """)
    assert (proof.asked, proof.holds, proof.setups_covered) == (True, None, 0)
    assert "there is no place on which 'army' may stop" in proof.detail


BLOCKS = """
kind: block-map
blocks: {rows: 2, columns: 2, squares: 2}
turn-in-street: true
closures: {jam: {lies-on: stretches, only: [street E of B1, street S of B2, crossing NE of A1]}}
requirements: [{within: {a: 8/10, at-most: 2.5}, in: {at-least: 66%}}]
legal: [CONDITION]
"""


@pytest.mark.parametrize(
    ("condition", "legal"),
    [
        ("{isolation: {of: [3/1, 3/2, B2 E, 4/2], at-least: 3}}", False),
        ("{isolation: {of: [3/1, 3/2, B2 E, 4/2], at-least: 1}}", True),
        ("{survives: {closed: 2}}", False),
    ],
)
def test_closures_that_broke_a_condition_in_a_setup_are_tried_first_in_the_next(condition: str, legal: bool) -> None:
    """A search for the first of them takes 1.5 to 7.5 million steps in each of the eight setups.

    Without a closure of the condition's own, two setups cut nothing off.
    """
    (proof,) = proofs_of(BLOCKS.replace("CONDITION", condition), 4_000_000)
    assert proof.verdict.method == "exhaustive" if legal else "no legal setup" in proof.detail
    assert (proof.setups_total, proof.setups_covered) == ((2, 2) if legal else (0, 0))


def test_starts_that_are_alone_in_every_legal_setup_are_not_compared() -> None:
    """Only setups that close one of the two starts are legal."""
    (proof,) = proofs_of("""
kind: area-map
areas: {A: {}, B: {}, C: {tags: [goal]}}
roads: [A -- C, B -- C]
closures: {cone: {lies-on: [A]}}
requirements: [{fair-starts: {from: [A, B], to: C, at-most: 0}, with: {cone: 1}}]
legal: [{count: {of: [A, B], at-most: 1}}]
""")
    assert (proof.holds, proof.is_empty) == (None, True)
    assert "only one start" in proof.detail


def test_a_share_of_setups_with_one_start_each_is_not_proved() -> None:
    """Alone, A is fair to itself, and B has no way to the goal: that is half of the setups, and compares nothing."""
    (proof,) = proofs_of("""
kind: area-map
areas: {A: {}, B: {}, C: {tags: [goal]}}
roads: [A -- C, C -> B]
closures: {cone: {lies-on: [A, B], at-most: 1}}
requirements: [{fair-starts: {from: [A, B], to: C, at-most: 0}, with: {cone: 1}, in: {at-least: 10 %}}]
legal: [{count: {of: [A, B], at-most: 1}}]
""")
    assert (proof.holds, proof.is_empty) == (None, True)


def test_an_example_counts_though_the_steps_do_not_suffice_to_count_what_is_legal() -> None:
    places = ", ".join(f"P{number}: {{}}" for number in range(8))
    roads = " -- ".join(f"P{number}" for number in range(8))
    text = f"""
kind: area-map
areas: {{{places}}}
roads: [{roads}]
closures: {{rock: {{lies-on: places, apart: 2}}}}
requirements: [{{reach: {{from: P0, to: P7}}, with: {{rock: 4}}, in: some setup}}]
"""
    (proof,) = proofs_of(text, 2_500)
    assert (proof.holds, proof.method) == (True, "example")
    assert proof.setups_checked < proof.setups_total


LINE = """
kind: area-map
areas: {A: {}, B: {}, C: {}, D: {}, E: {}}
roads: [A -- B -- C -- D -- E]
closures: {rock: {lies-on: places, apart: APART}, log: {lies-on: places, apart: 2}}
"""


@pytest.mark.parametrize("apart", [1, 2, 3, 4, 5])
def test_all_pairs_of_places_are_held_to_their_distance(apart: int) -> None:
    root = read_document(LINE.replace("APART", str(apart)).encode(), "map.yaml").root
    assert root is not None
    lowered = lower(read_area_map(root, "map"))
    stock = stock_of(lowered.network, lowered.closures, None)
    closings = stock.closings
    for one, other in combinations(closings, 2):
        far = abs("ABCDE".index(one.choice.at) - "ABCDE".index(other.choice.at))
        least = {"rock": apart, "log": 2}[one.option.name] if one.kind == other.kind else 0
        assert keeps_apart(lowered.network, stock, (one, other)) == (far >= least), (one, other)


def test_an_unknown_name_in_a_condition_matters_where_conditions_are_asked() -> None:
    printed, laid = proofs_of("""
    kind: area-map
    areas: {A: {}, B: {}, C: {}}
    roads: [A -- B -- C -- A]
    closures: {rock: {lies-on: places}}
    legal: [{reach: {from: A, to: Peer}}]
    requirements:
      - {reach: {from: A, to: C}}
      - {reach: {from: A, to: C}, with: {rock: 1}}
    """)
    assert printed.holds is True
    assert laid.holds is None


def test_setups_are_those_of_all_classes_that_a_requirement_names() -> None:
    """Three places on which a rock may be, for each of the two classes: four setups, and four."""
    (proof,) = proofs_of("""
    kind: area-map
    areas: {A: {}, B: {}, C: {}}
    roads: [A -- B -- C]
    movement: {army: {}, fleet: {}}
    closures: {rock: {lies-on: places}}
    requirements: [{for: [army, fleet], reach: {from: A, to: C}, with: {rock: 1}}]
    """)
    assert (proof.holds, proof.setups_total) == (False, 8)


def test_large_numbers_are_drawn_from_all_of_their_range() -> None:
    draws, most = Draws(7), 2**100
    found = [draws.below(most) for _ in range(400)]
    assert all(0 <= number < most for number in found)
    assert [sum(number * 4 // most == quarter for number in found) for quarter in range(4)] == [
        pytest.approx(100, abs=35)
    ] * 4


@pytest.mark.slow
def test_a_sample_tells_its_interval_in_per_cent() -> None:
    (proof,) = proofs_of(grid(8, 50, 12))
    found = re.search(r"([\d,]+) of ([\d,]+) setups sampled \(seed \d+\): ([\d.]+) to ([\d.]+) % of all", proof.detail)
    assert found
    good, asked, low, high = (float(each.replace(",", "")) for each in found.groups())
    assert low <= 100 * good / asked <= high <= 100
    assert high - low < 5
