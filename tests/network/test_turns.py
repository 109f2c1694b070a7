"""Distances in turns and routes through stops, compared with every path on small networks."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.model.maps.requirements import Bounds, Requirement
from pnp.network.network import Network, Place, weighed_network_of
from pnp.network.turns import TurnNetwork, arrival, in_turns, turns_as_moves
from tests.network.generated import arcs, bits, many_cases, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.expectation import Expect


@st.composite
def weighed(draw: st.DrawFn) -> Network:
    """Networks of a few places with costs of 1 to 5, some of which are passed without stopping."""
    count = draw(st.integers(2, 6))
    joined = draw(arcs(count))
    stops = draw(bits(count)) | 1
    places = [Place(f"P{at}", span(at), stop=bool(stops >> at & 1)) for at in range(count)]
    costs = draw(st.lists(st.integers(1, 5), min_size=len(joined), max_size=len(joined)))
    moves = ((*pair, 0, cost) for pair, cost in zip(joined, costs, strict=True))
    return weighed_network_of(places, range(count), moves, (span(1),))


def ways(network: Network, path: tuple[int, ...], goal: int) -> Iterator[tuple[int, ...]]:
    """Every path without a place twice to a place."""
    if path[-1] == goal:
        yield path
        return
    for end in network.after[path[-1]]:
        if end not in path:
            yield from ways(network, (*path, end), goal)


def turns_of(network: Network, path: tuple[int, ...], speed: int) -> int:
    """In how few turns a path can be followed: each piece between two stops is made whole, in one turn."""
    assert network.lengths is not None or speed
    steps, open_step = [], 0
    for start, end in pairwise(path):
        lengths = network.lengths
        open_step += lengths[start][network.after[start].index(end)] if lengths else network.places[end].cost
        if network.places[end].stop:
            steps.append(min(open_step, speed))
            open_step = 0
    best = [0] + [10**6] * len(steps)  # the turns for the first so many steps, however they are divided into turns
    for last in range(1, len(steps) + 1):
        for first in range(last):
            if sum(steps[first:last]) <= speed:
                best[last] = min(best[last], best[first] + 1)
    return best[-1]


@pytest.mark.slow
@given(network=weighed(), speed=st.integers(1, 7))
@many_cases
def test_distances_in_turns_are_those_of_the_best_of_all_paths(network: Network, speed: int) -> None:
    counted = in_turns(network, speed)
    for goal in network.stops:
        there = counted.distances_to((goal,))
        for start in network.stops:
            found = [turns_of(network, path, speed) for path in ways(network, (start,), goal)]
            least = min(found, default=None)
            assert there[start] == least
            assert counted.distances_from(start)[goal] == least
            names = counted.path(start, (goal,))
            assert bool(names) is (least is not None)
            if names:
                path = tuple(network.index[name] for name in names)
                assert turns_of(network, path, speed) == least


def test_a_way_past_a_waypoint_goes_on_after_a_shorter_way_to_it_was_found() -> None:
    """Waypoint 2 is found at a cost of 5 first, then of 2; behind waypoint 3, which is farther off, lies the goal."""
    places = [Place(f"P{at}", span(at), stop=at in (0, 4)) for at in range(5)]
    moves = ((0, 2, 0, 5), (0, 1, 0, 1), (1, 2, 0, 1), (0, 3, 0, 6), (3, 4, 0, 1))
    network = weighed_network_of(places, range(5), moves, (span(1),))
    assert in_turns(network, 9).distances_to((network.stops[-1],))[network.stops[0]] == 1


def test_points_that_do_not_suffice_are_lost() -> None:
    assert [arrival(0, 3, 4), arrival(3, 3, 4), arrival(3, 1, 4), arrival(4, 9, 4)] == [3, 7, 4, 8]


@pytest.mark.slow
@given(moves=st.integers(0, 30), speed=st.integers(1, 6), limit=st.integers(-1, 6), half=st.booleans())
def test_turns_are_moves_divided_by_the_speed_where_each_costs_one(
    moves: int, speed: int, limit: int, half: bool
) -> None:
    number = limit + 0.5 if half else limit
    for bounds in (Bounds(most=number), Bounds(least=number), Bounds(exactly=number)):  # type: ignore[arg-type]
        asked = Requirement("distance", "it", span(1), bounds=bounds, speed=speed)
        assert turns_as_moves(asked).bounds.hold(moves) is bounds.hold(-(-moves // speed))


def test_turns_are_counted_as_moves_where_each_move_costs_one() -> None:
    """A place where no piece may stop takes that away if it can be entered: a turn cannot end there."""
    moves = [(0, 1, 0, 1), (1, 2, 0, 1)]
    stops = [Place(name, span(1)) for name in "ABC"]
    passed = [Place(name, span(1), stop=name != "B") for name in "ABC"]
    assert in_turns(weighed_network_of(stops, range(3), moves, (span(1),)), 2).is_plain
    assert not in_turns(weighed_network_of(passed, range(3), moves, (span(1),)), 2).is_plain
    assert in_turns(weighed_network_of(passed, range(3), [(1, 2, 0, 1)], (span(1),)), 2).is_plain


def test_a_network_with_closures_still_counts_turns() -> None:
    network = weighed_network_of([Place("A", span(1)), Place("B", span(1))], range(2), [(0, 1, 0, 2)], (span(1),))
    closed = replace(in_turns(network, 1), after=((), ()), lengths=((), ()))
    assert isinstance(closed, TurnNetwork)
    assert (closed.speed, closed.distances_from(0)[1]) == (1, None)


TOWN = """
kind: area-map
areas: {Home: {tags: [start]}, Inn: {tags: [inn]}, Pier: {}, Mill: {tags: [shop]}, Farm: {tags: [shop, inn]}, Isle: {}}
roads:
  - {from: Home, to: Inn, cost: 3}
  - {from: Inn, to: Pier, cost: 3}
  - {from: Pier, to: Mill, cost: 2}
  - {from: Pier, to: Farm, cost: 9}
  - {from: Isle, to: Home, one-way: true}
requirements:
"""


@pytest.mark.parametrize(
    ("demand", "message"),
    [
        ("distance: {from: Home, to: Mill, is: 8}", None),
        ("distance: {from: Home, to: Mill, is: 3, speed: 4}", None),
        ("distance: {from: Home, to: Mill, is: 2, speed: 5}", None),
        ("distance: {from: Home, to: Farm, is: 3, speed: 4}", None),
        ("distance: {from: Home, to: Mill, is: 2, speed: 2, counts: moves}", None),
        (
            "distance: {from: Home, to: Mill, at-most: 1, speed: 4}",
            "'Home' to 'Mill' takes 3 turns, expected at most 1: Home – Inn – Pier – Mill",
        ),
        (
            "within: {every: Home, a: {tag: shop}, at-most: 1, speed: 4}",
            ("'Home' has no place tagged 'shop' within 1 turn; the nearest is 3 turns away: Home – Inn – Pier – Mill"),
        ),
        ("route: {through: [Home, {tag: inn}, {tag: shop}], is: 8}", None),
        ("route: {through: [Home, {tag: inn}, {tag: shop}], is: 3, speed: 4}", None),
        ("route: {through: [Home, {tag: inn}, {tag: shop}], is: 16, round: true}", None),
        ("route: {through: [Farm, {tag: inn}, {tag: shop}], is: 0}", None),
        (
            "route: {through: [Home, Farm, Mill], at-most: 3, speed: 4, round: true}",
            (
                "the route from 'Home' through 'Farm' and 'Mill' and back takes 7 turns, expected at most 3: "
                "Home – Inn – Pier – Farm – Pier – Mill – Pier – Inn – Home"
            ),
        ),
        (
            "route: {through: [Home, {tag: shop}, Isle], at-most: 30}",
            "no route leads from 'Home' through a place tagged 'shop', then 'Isle', expected at most 30 points of cost",
        ),
        ("route: {through: [Home, Farm, Mill], at-least: 3, counts: moves, reachable: true}", None),
    ],
)
def test_breach_says_how_long_it_takes(expect: Expect, demand: str, message: str | None) -> None:
    text = TOWN.replace("Mill: {tags", "Mill:  {tags")
    report = expect(f"{text}  - {demand}" + ("   #! broken-requirement" if message else "") + WARNED)
    found = [finding.message for finding in report.findings if finding.code == "broken-requirement"]
    assert found == ([f"'{demand.partition(':')[0]}': {message}"] if message else [])


WARNED = """
accept:
  - {finding: dead-end, because: a test}
  - {finding: unreachable-place, because: a test}
"""


def test_a_route_that_never_exists_asks_nothing(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Home: {}, Inn: {}, Pier: {}, Mill: {}}
        roads: [Home -> Inn -> Pier -> Mill -> Inn]
        requirements:
          - route: {through: [Pier, Home], at-least: 3}   #! empty-requirement
        accept:
          - {finding: trap, because: a test}
    """)
    (empty,) = (finding for finding in report.findings if finding.code == "empty-requirement")
    assert "no route leads from 'Pier' through its stops" in empty.message
