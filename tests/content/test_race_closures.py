"""The destination race under all that may be laid on its board, by brute force and by flows on a graph of our own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product

import networkx as nx
import pytest

from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps.street_map import StreetMap
from pnp.network import lower
from tests.content.test_destination_race import (
    ADDRESSES,
    GRAPH,
    NUMBERS,
    ORANGE,
    RACE,
    RUNS,
    SEGMENTS,
    TOWN,
    moves,
    sinks,
)

BARRIERS, CONES, TOKENS = 7, 5, 12
EXIT, CORNER, FIRST_ORANGE = "Depot Lane 1", "Market Street / Cooper’s Row / Depot Lane", "Cooper’s Row 1"
KEPT = {frozenset(move) for move in (("Depot", EXIT), (EXIT, CORNER), (CORNER, "Cooper’s Row 2"))} | {
    frozenset(("Ropewalk / Depot Lane / Tar Lane", EXIT))
}
"""The moves over red crosswalks, where no barrier stands."""

MOUTHS = [mouth for run in RUNS for mouth in (run.spots[:2], run.spots[-2:]) if frozenset(mouth) not in KEPT]
"""The moves over white ones: a crosswalk lies wherever a street comes to a corner."""

ORDER = sorted(GRAPH)
INDEX = {name: number for number, name in enumerate(ORDER)}
Arc = tuple[int, int]


def arcs(way: Iterable[tuple[str, str]]) -> frozenset[Arc]:
    return frozenset((INDEX[a], INDEX[b]) for a, b in way)


ALL = arcs(GRAPH.edges)
AGAINST = [(arcs(pairwise(run.spots)), arcs(pairwise(run.spots[::-1]))) for run in SEGMENTS]
"""For each stretch with a spot the arcs that a token takes away, by its direction."""


def reached(gone: frozenset[Arc], start: str = "Depot") -> int:
    """The set, in bits, of what a cab gets to."""
    after = [0] * len(ORDER)
    for a, b in ALL - gone:
        after[a] |= 1 << b
    found = front = 1 << INDEX[start]
    while front:
        onward = 0
        while front:
            low = front & -front
            onward |= after[low.bit_length() - 1]
            front ^= low
        front = onward & ~found
        found |= front
    return found


GOALS = {name: 1 << INDEX[space] for name, space in ADDRESSES.items()}


@pytest.mark.slow
def test_each_stretch_lies_between_two_crosswalks_and_only_the_white_ones_are_kept() -> None:
    (target,) = find_targets([str(RACE)])
    drawn = next(found for found in load(target).game.documents if isinstance(found, StreetMap))
    network = lower(drawn).network
    names = [place.id for place in network.places]
    crossed = {
        frozenset((names[a], names[b])): crossing.id for crossing in network.extras.crossings for a, b in crossing.forth
    }
    assert set(crossed) == {frozenset(end) for run in RUNS for end in (run.spots[:2], run.spots[-2:])} | {
        frozenset(("Depot", EXIT))
    }
    assert {crossed[kept] for kept in KEPT} == set(TOWN["closures"]["barrier"]["never"])


def test_nothing_that_the_rules_allow_cuts_the_exit_or_the_way_to_a_card() -> None:
    """Every barrier, cone and token at once, more than the box holds, and tokens that point both ways."""
    left = GRAPH.copy()
    left.remove_edges_from([move for mouth in MOUTHS for move in (mouth, mouth[::-1])])
    left.remove_edges_from([move for run in SEGMENTS for move in moves(run)])
    left.remove_nodes_from(NUMBERS)
    assert {CORNER, FIRST_ORANGE} <= nx.descendants(left, "Depot")
    assert FIRST_ORANGE in ORANGE


def fewest(goal: str, *, cones: bool) -> int | None:
    """The fewest barriers and cones, none on the goal, that cut it off from the depot: a least cut; None for never."""
    flow: nx.DiGraph[tuple[str, str]] = nx.DiGraph()
    closed = {frozenset(mouth) for mouth in MOUTHS}
    shut = NUMBERS - {goal} if cones else set()
    for name in GRAPH:
        flow.add_edge((name, "in"), (name, "out"), **({"capacity": 1} if name in shut else {}))
    for a, b in GRAPH.edges:
        flow.add_edge((a, "out"), (b, "in"), **({"capacity": 1} if frozenset((a, b)) in closed else {}))
    try:
        return int(nx.minimum_cut_value(flow, ("Depot", "out"), (goal, "in")))
    except nx.NetworkXUnbounded:
        return None


@pytest.mark.slow
def test_how_hard_each_address_is_to_cut_off_and_whether_the_box_holds_that_many() -> None:
    for cones in (False, True):
        found = {name: fewest(space, cones=cones) for name, space in ADDRESSES.items()}
        assert Counter(found.values()) == {2: 31, None: 1}  # one barrier at either end of its stretch: in the box
        assert found["Post Office"] is None  # between red crosswalks
    assert BARRIERS >= 2
    coned = reached(arcs(edge for edge in GRAPH.edges if NUMBERS & set(edge)))
    assert not NUMBERS & set(ADDRESSES.values())
    assert all(coned & bit for bit in GOALS.values())  # cones alone never do, all ten of them


def tokens(many: int) -> Iterable[tuple[tuple[int, int], ...]]:
    """Every way to lay so many tokens: the stretches and the directions."""
    for chosen in combinations(range(len(SEGMENTS)), many):
        for ways in product((0, 1), repeat=many):
            yield tuple(zip(chosen, ways, strict=True))


def gone_by(laid: Sequence[tuple[int, int]]) -> frozenset[Arc]:
    return frozenset().union(*(AGAINST[stretch][way] for stretch, way in laid))


@pytest.mark.slow
def test_three_tokens_close_no_address_off_and_four_do() -> None:
    every = sum(GOALS.values())
    assert all(reached(gone_by(laid)) & every == every for many in (1, 2, 3) for laid in tokens(many))
    quay = ("Ropewalk 1", "Ropewalk 3", "Harbour Road 2", "Harbour Road 6")
    four = [number for number, run in enumerate(SEGMENTS) if set(quay) & set(run.spaces)]
    shut = [laid for laid in product((0, 1), repeat=4) if not_all(gone_by(tuple(zip(four, laid, strict=True))))]
    assert shut


def not_all(gone: frozenset[Arc]) -> bool:
    return bool(sum(GOALS.values()) & ~reached(gone))


def test_no_single_token_makes_a_trap() -> None:
    for laid in tokens(1):
        left = GRAPH.copy()
        left.remove_edges_from([(ORDER[a], ORDER[b]) for a, b in gone_by(laid)])
        (town,) = sinks(left)
        assert town == set(GRAPH) - {"Depot"}, laid


@pytest.mark.parametrize("seed", range(4))
def test_traps_of_a_full_box_hold_an_orange_space_unless_barriers_make_them(seed: int) -> None:
    """Sampled: as many tokens and cones as the box holds, anywhere; what barriers then shut in is never the depot."""
    dice = random.Random(seed)
    for _ in range(60):
        left = GRAPH.copy()
        laid = [(stretch, dice.randrange(2)) for stretch in dice.sample(range(len(SEGMENTS)), TOKENS)]
        left.remove_edges_from([(ORDER[a], ORDER[b]) for a, b in gone_by(laid)])
        left.remove_nodes_from(dice.sample(sorted(NUMBERS), CONES))
        assert all(trap & ORANGE for trap in sinks(left)), laid
        for mouth in dice.sample(MOUTHS, BARRIERS):
            left.remove_edges_from([mouth, mouth[::-1]])
        for trap in sinks(left):
            assert trap & ORANGE or not {"Depot", CORNER} & trap
