"""Disjoint ways: as many as networkx finds, with a cut that separates; where places have headings, none is missed."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given

from pnp.model.maps.requirements import EVERYWHERE, Requirement, Selector
from pnp.model.reference import Ref
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.judge import DisjointWays, judge_ways
from pnp.network.network import Extras, Network, Place, Site, network_of
from pnp.network.requirements import targets
from tests.network.generated import many_cases, plain_networks, span


def asked(network: Network, start: int, goal: int, wanted: int, by_roads: bool) -> Requirement:
    first, second = (Selector(places=(Ref(network.places[at].id, span(1)),)) for at in (start, goal))
    return Requirement("ways", "ways", span(1), first, second, disjoint=wanted, by_roads=by_roads)


def flow(network: Network, start: int, goal: int, by_roads: bool) -> float:
    """The maximum flow from one place to another, through each place or over each road once."""
    graph = nx.DiGraph()
    graph.add_nodes_from([(start, 1), (goal, 0)])
    for place, ends in enumerate(network.onward):
        graph.add_edge((place, 0), (place, 1), **({} if by_roads or place in (start, goal) else {"capacity": 1}))
        graph.add_edges_from([((place, 1), (end, 0)) for end in ends], capacity=1)
    found: float = nx.maximum_flow_value(graph, (start, 1), (goal, 0))
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("by_roads", [False, True])
@given(network=plain_networks(least=2))
@many_cases
def test_there_are_as_many_as_the_maximum_flow(network: Network, by_roads: bool) -> None:
    for start in range(len(network.places)):
        for goal in range(len(network.places)):
            if start == goal:
                continue
            number = flow(network, start, goal, by_roads)
            for wanted in (1, 2, 3):
                requirement = asked(network, start, goal, wanted, by_roads)
                starts, goals = targets(network, requirement.start), targets(network, requirement.goal)
                verdict = judge_ways(network, starts, goals, requirement, SearchBudget(10**6))
                assert verdict.holds is (number >= wanted)
                if not verdict.holds:
                    assert verdict.witness is not None
                    assert len(verdict.witness.cut) == number


@pytest.mark.slow
@given(network=plain_networks(least=3, most=7))
@many_cases
def test_a_whole_map_that_is_connected_well_enough_has_them_everywhere(network: Network) -> None:
    for wanted in (1, 2, 3):
        ways = DisjointWays(network, by_roads=False, budget=SearchBudget(10**6))
        if ways.hold_everywhere(wanted):
            pairs = [(a, b) for a in range(len(network.places)) for b in range(len(network.places)) if a != b]
            assert min(flow(network, a, b, by_roads=False) for a, b in pairs) >= wanted


@pytest.mark.parametrize("by_roads", [False, True])
@pytest.mark.parametrize(
    ("closed", "wanted", "holds"), [(True, 2, True), (True, 3, False), (False, 1, True), (False, 2, False)]
)
def test_many_pairs_at_once_are_judged_like_each(closed: bool, wanted: int, holds: bool, by_roads: bool) -> None:
    count = 9  # 81 pairs
    joined = [(n, (n + 1) % count) for n in range(count if closed else count - 1)]
    places = [Place(f"P{number}", span(1)) for number in range(count)]
    moves = [(*move, 0) for one in joined for move in (one, one[::-1])]
    network = network_of(places, tuple(range(count)), moves, (span(1),))
    every = targets(network, EVERYWHERE)
    requirement = Requirement(
        "ways", "it", span(1), start=EVERYWHERE, goal=EVERYWHERE, disjoint=wanted, by_roads=by_roads
    )
    assert judge_ways(network, every, every, requirement, SearchBudget(10**6)).holds is holds


def lanes(joined: list[tuple[int, int]], owners: list[int]) -> Network:
    """States that belong to places: a place with two states is entered with two headings."""
    places = [Place("SABCG"[at], span(1)) for at in range(max(owners) + 1)]
    return network_of(places, owners, ((*move, 0) for move in joined), (span(1),))


def test_two_ways_may_not_share_a_place_with_different_headings() -> None:
    # S leads to A heading north and to A heading south, both lead to G: places apart there is one way
    network = lanes([(0, 1), (0, 2), (1, 3), (2, 3)], [0, 1, 1, 2])
    budget = SearchBudget(10**6)
    for by_roads in (False, True):
        ways = DisjointWays(network, by_roads, budget)
        (goal,) = targets(network, Selector(places=(Ref("B", span(1)),)))
        assert ways.fewer(0, goal, 1) is None
        found = ways.fewer(0, goal, 2)
        assert found is not None
        assert found.number == 1


def test_there_is_no_way_through_a_place_that_is_entered_with_another_heading_than_it_is_left_with() -> None:
    network = lanes([(0, 1), (2, 3)], [0, 1, 1, 2])
    (goal,) = targets(network, Selector(places=(Ref("B", span(1)),)))
    for by_roads in (False, True):
        found = DisjointWays(network, by_roads, SearchBudget(10**6)).fewer(0, goal, 1)
        assert found is not None
        assert (found.number, found.names) == (0, ())


def test_a_flow_through_headings_that_no_two_ways_can_follow_is_not_taken_for_two() -> None:
    """Without headings two ways lead on from A and from B; with them each must pass the other's place."""
    # S=0; A: 1 (to B's 4), B: 2 (to A's 3); A's 3 and B's 4 lead to G=5
    network = lanes([(0, 1), (0, 2), (1, 4), (2, 3), (3, 5), (4, 5)], [0, 1, 2, 1, 2, 3])
    (goal,) = targets(network, Selector(places=(Ref("C", span(1)),)))
    ways = DisjointWays(network, by_roads=False, budget=SearchBudget(10**6))
    found = ways.fewer(0, goal, 2)
    assert found is not None
    assert (found.number, found.names) == (1, ())
    assert flow(network, 0, 3, by_roads=False) == 2


def test_a_search_that_runs_out_of_steps_does_not_answer() -> None:
    network = lanes([(0, 1), (0, 2), (1, 4), (2, 3), (3, 5), (4, 5)], [0, 1, 2, 1, 2, 3])
    (goal,) = targets(network, Selector(places=(Ref("C", span(1)),)))
    with pytest.raises(OutOfStepsError):
        DisjointWays(network, by_roads=False, budget=SearchBudget(20)).fewer(0, goal, 2)


def test_roads_straight_to_more_places_of_a_goal_than_are_wanted_are_ways_enough() -> None:
    places = [Place(name, span(at)) for at, name in enumerate(("Lot", "East", "West", "South"))]
    moves = [(0, 1, 0), (0, 2, 0), (0, 3, 0)]
    hall = Site("Hall", span(9), (1, 2, 3), ())
    network = network_of(places, range(4), moves, (span(1),), extras=Extras(sites=(hall,)))
    requirement = Requirement(
        "ways", "ways", span(1), Selector(places=(Ref("Lot", span(1)),)), Selector(places=(Ref("Hall", span(1)),)),
        disjoint=2,
    )  # fmt: skip
    starts, goals = targets(network, requirement.start), targets(network, requirement.goal)
    assert judge_ways(network, starts, goals, requirement, SearchBudget(10**6)).holds is True
