"""Networks whose places have several states, cost nothing, or are no stops."""

from __future__ import annotations

import pytest
from hypothesis import given

from pnp.network.judge import judge_no_trap
from pnp.network.network import Network, Place, network_of, weighed_network_of
from pnp.network.requirements import Witness
from tests.network.generated import digraph, many_cases, plain_networks, span, stately_networks


def crossroads() -> Network:
    """Three streets that meet at a crossing which is no space, one of them one way out; the square has two headings."""
    places = (
        Place("North", span(1)),
        Place("crossing", span(2), cost=0, stop=False),
        Place("South", span(3)),
        Place("Square", span(4)),
    )
    moves = [(0, 1), (1, 0), (1, 2), (1, 3), (3, 4), (4, 1)]
    return network_of(places, (0, 1, 2, 3, 3), ((*move, 0) for move in moves), (span(9),))


def test_stops_around_a_crossing_are_neighbours() -> None:
    network = crossroads()
    assert network.onward == ((2, 3), (), (), (0, 2))
    assert network.backward == ((3,), (), (0, 3), (0,))
    assert network.joined == ((2, 3), (), (0, 3), (0, 2))
    assert (network.single, network.stops) == (False, (0, 2, 3))


def test_crossing_costs_nothing_and_a_place_is_left_from_its_worst_state() -> None:
    network = crossroads()
    assert network.distance("North", "South") == 1
    assert network.distance("Square", "North") == 2
    assert network.distance("North", "Square") == 1
    assert network.path(3, (0,)) == ("Square", "crossing", "North")


def test_the_trap_with_the_fewest_places_is_told_however_many_headings_they_have() -> None:
    places = [Place(name, span(1)) for name in ("Gate", "Yard", "Pit", "Well", "Den", "Cave")]
    rings = ((1, 2), (2, 3), (3, 4), (4, 1), (5, 6), (6, 7), (7, 5))
    moves = ((*move, 0) for move in ((0, 1), (0, 5), *rings))
    network = network_of(places, (0, 1, 1, 2, 2, 3, 4, 5), moves, (span(1),))
    assert judge_no_trap(network).witness == Witness(places=("Yard", "Pit"))


def test_a_step_is_the_cheapest_move_from_one_place_to_that_other() -> None:
    places = [Place(name, span(1)) for name in ("A", "B", "C", "D")]
    moves = ((0, 1, 0, 5), (0, 2, 0, 7), (0, 3, 0, 2), (2, 3, 0, 9), (2, 0, 0, 1), (4, 1, 0, 3))
    network = weighed_network_of(places, (0, 1, 2, 3, 0), moves, (span(1),))
    steps = {(one, other): network.step(one, other) for one in "AC" for other in "ABCD" if one != other}
    assert steps == {
        ("A", "B"): 3, ("A", "C"): 7, ("A", "D"): 2, ("C", "A"): 1, ("C", "B"): 0, ("C", "D"): 9,
    }  # fmt: skip


@pytest.mark.slow
@many_cases
@given(plain_networks())
def test_places_with_one_state_are_as_their_moves(network: Network) -> None:
    assert network.single
    assert network.onward == network.after
    graph = digraph(network.after)
    assert all(set(network.backward[place]) == set(graph.predecessors(place)) for place in graph)
    assert network.size == graph.number_of_nodes() + graph.number_of_edges()


@pytest.mark.slow
@many_cases
@given(stately_networks())
def test_strides_lead_where_a_walk_through_no_stop_leads(network: Network) -> None:
    stop = [network.places[place].stop for place in network.place_of_state]
    for state, ends in enumerate(network.strides):
        walk, seen = [state], {state}
        found = set()
        while walk and stop[state]:
            for end in network.after[walk.pop()]:
                if stop[end]:
                    found.add(end)
                elif end not in seen:
                    seen.add(end)
                    walk.append(end)
        assert set(ends) == found
