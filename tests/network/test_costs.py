"""Costs of moves: searches, verdicts, figures and hints, held against networkx and counted by hand."""

from __future__ import annotations

import textwrap

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model.maps.area_map import AreaMap, read_area_map
from pnp.network import lay_out, lower, prove
from pnp.network.budget import SearchBudget
from pnp.network.inspection import inspect_map, inspection_text
from pnp.network.inspection.figures import betweenness, distance_figures, distance_table
from pnp.network.network import Network, Place, weighed_network_of
from pnp.network.repair import find_repairs
from pnp.network.requirements import items_at
from pnp.network.search import distances, distances_to, goals_by_distance, shortest_path
from pnp.network.ways import Pairs, count_pairs, measured
from pnp.source import read_document
from tests.network.generated import many_cases, span


@st.composite
def weighed_networks(draw: st.DrawFn) -> Network:
    """Networks whose moves cost 1 to 9 and, into a place that is no stop, 0 to 9; some moves are given twice."""
    count = draw(st.integers(1, 7))
    places = [
        Place(f"P{at}", span(at), cost=int(stop), stop=stop)
        for at in range(count)
        for stop in [at == 0 or draw(st.booleans())]
    ]
    ends = st.integers(0, count - 1)
    arcs = draw(st.lists(st.tuples(ends, ends, st.integers(0, 9)), max_size=24))
    moves = [(start, end, 0, cost if cost or not places[end].stop else 1) for start, end, cost in arcs if start != end]
    return weighed_network_of(places, range(count), moves, (span(99),))


def graph_of(network: Network) -> nx.DiGraph[int]:
    """The states, with what each move costs."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(network.after)))
    costs = [place.cost for place in network.places]
    for start, ends in enumerate(network.after):
        for at, end in enumerate(ends):
            graph.add_edge(start, end, weight=network.lengths[start][at] if network.lengths else costs[end])
    return graph


def test_a_path_goes_on_after_a_cheaper_way_to_a_place_was_found() -> None:
    """Place 2 is found at a cost of 5 first, then of 2; the goal lies behind place 3, which is farther off."""
    places = [Place(f"P{at}", span(at)) for at in range(5)]
    moves = ((0, 2, 0, 5), (0, 1, 0, 1), (1, 2, 0, 1), (0, 3, 0, 6), (3, 4, 0, 1))
    network = weighed_network_of(places, range(5), moves, (span(1),))
    assert network.path(0, (4,)) == ("P0", "P3", "P4")
    assert network.path(0, (2,)) == ("P0", "P1", "P2")


@pytest.mark.slow
@many_cases
@given(weighed_networks())
def test_distances_are_those_of_dijkstra(network: Network) -> None:
    graph, every = graph_of(network), range(len(network.after))
    rows = [nx.single_source_dijkstra_path_length(graph, source) for source in every]
    for at in every:
        assert distances(network.after, (at,), network.costs, network.lengths) == [rows[at].get(end) for end in every]
        back = distances_to(network.before, (at,), network.costs, network.lengths_before)
        assert back == [rows[start].get(at) for start in every]
        assert network.distances_from(at) == [rows[at].get(end) for end in every]
        for end in every:
            path = shortest_path(network.after, at, {end}, network.costs, network.lengths)
            assert bool(path) == (end in rows[at])
            if path:
                assert nx.path_weight(graph, path, "weight") == rows[at][end]


@pytest.mark.slow
@many_cases
@given(weighed_networks())
def test_levels_are_the_distances_to_each_goal(network: Network) -> None:
    every = range(len(network.after))
    found = {}
    goals = [(at,) for at in every]
    for far, level in enumerate(goals_by_distance(network.before, goals, network.costs, network.lengths_before)):
        for state, bits in level.items():
            found |= {(state, goal): far for goal in every if bits >> goal & 1}
    rows = dict(nx.all_pairs_dijkstra_path_length(graph_of(network)))
    assert found == {(start, goal): rows[start][goal] for start in every for goal in rows[start]}


@pytest.mark.slow
@many_cases
@given(weighed_networks())
def test_betweenness_of_stops_is_that_of_networkx(network: Network) -> None:
    onward: nx.DiGraph[int] = nx.DiGraph()
    onward.add_nodes_from(range(len(network.places)))
    lengths = network.onward_lengths or tuple((1,) * len(ends) for ends in network.onward)
    for start, ends in enumerate(network.onward):
        onward.add_weighted_edges_from((start, end, far) for end, far in zip(ends, lengths[start], strict=True))
    full = dict(nx.all_pairs_dijkstra_path_length(graph_of(network)))
    stops = set(network.stops)
    for start, row in nx.all_pairs_dijkstra_path_length(onward):
        if start in stops:
            assert row == {end: far for end, far in full[start].items() if end in stops}
    shares = betweenness(network.onward, network.onward_lengths)
    assert shares == pytest.approx(list(nx.betweenness_centrality(onward, weight="weight").values()))


def test_betweenness_counts_what_lies_beyond_a_place_to_which_a_shorter_way_was_found() -> None:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_weighted_edges_from([(0, 1, 5), (0, 2, 1), (2, 1, 1), (1, 3, 9), (3, 4, 1)])
    shares = betweenness(((1, 2), (3,), (1,), (4,), ()), ((5, 1), (9,), (1,), (1,), ()))
    expected = nx.betweenness_centrality(graph, weight="weight")
    assert shares == pytest.approx([expected[place] for place in range(5)])


def test_the_bits_of_many_goals_count_what_single_searches_do() -> None:
    size = 6
    across = ((n, n + 1) for n in range(size * size) if n % size < size - 1)
    down = ((n, n + size) for n in range(size * size - size))
    moves = [(*way, 0, 1 + sum(way) % 4) for one in (*across, *down) for way in (one, one[::-1])]
    places = [Place(f"P{at}", span(1)) for at in range(size * size)]
    network = weighed_network_of(places, range(size * size), moves, (span(9),))
    items = items_at(network, range(size * size))
    together = Pairs(lambda far: far is not None and far > 12)
    count_pairs(network, items, items, SearchBudget(10**7), [together])
    singly = [(a, b) for a, b, (far,) in measured(network, items, items, SearchBudget(10**7)) if far and far > 12]
    assert (together.count, together.first) == (len(singly), singly[0])


def area_map(text: str) -> AreaMap:
    document = read_document(textwrap.dedent(text).encode(), "map.yaml")
    assert document.root is not None
    return read_area_map(document.root, "map")


LAKE = """
    areas:
      Alva: {at: [25, 60], tags: [start]}
      Brenn: {at: [90, 25], tags: [harbour]}
      Corra: {at: [155, 60]}
      Dunes: {at: [90, 95]}
    road-kinds: {rail: {cost: 2}, path: {}}
    roads:
      - {from: Alva, to: Brenn, kind: rail}
      - {from: Brenn, to: Corra, kind: rail, cost: 5}
      - {from: Corra, to: Brenn, kind: rail, cost: 4, name: Night line, one-way: true}
      - {from: Brenn, to: Dunes, kind: path}
    closures: {flood: {lies-on: [Dunes]}}
"""


def test_a_road_costs_what_it_says_or_its_kind_or_one_and_the_cheapest_counts() -> None:
    network = lower(area_map(LAKE)).network
    assert network.after == ((1,), (0, 2, 3), (1,), (1,))
    assert network.lengths == ((2,), (2, 5, 1), (4,), (1,))
    assert network.distance("Alva", "Corra") == 7
    assert network.distance("Corra", "Alva") == 6
    assert network.in_moves.distance("Alva", "Corra") == 2
    assert network.spans[network.ways[2][0]].line == 11


def test_a_map_whose_roads_cost_one_has_no_lengths() -> None:
    plain = "areas: {A: {}, B: {}}\nroads: [{from: A, to: B, cost: 1}]"
    assert lower(area_map(plain)).network.lengths is None


EXPECTED = "expected at most 0.5"


def details(text: str) -> list[str]:
    drawn = area_map(text)
    return [proof.detail for proof in prove(drawn.requirements, lower(drawn), lay_out(drawn))]


def test_messages_have_the_cost_and_the_moves() -> None:
    found = details(
        LAKE
        + """
    requirements:
      - {distance: {from: Alva, to: Corra, at-most: 6}}
      - {distance: {from: Alva, to: Corra, at-most: 2, counts: moves}}
      - {distance: {from: Alva, to: Corra, at-most: 1, counts: moves}}
      - {within: {every: Alva, a: Corra, at-most: 6}}
      - {within: {every: Alva, a: {tag: harbour}, at-most: 2}}
      - {fair-starts: {from: [Alva, Dunes], to: Brenn, at-most: 0.5}}
      - {fair-starts: {from: [Alva, Dunes], to: Brenn, at-most: 0.5, counts: moves}}
      - {distance: {from: Alva, to: Corra, is: 7}, with: {flood: 1}}
    """
    )
    assert found == [
        "'Alva' to 'Corra' costs 7 (2 moves), expected at most 6: Alva – Brenn – Corra",
        "'Alva' to 'Corra' is at most 2 moves",
        "'Alva' to 'Corra' takes 2 moves, expected at most 1: Alva – Brenn – Corra",
        "'Alva' is 7 (2 moves) away from 'Corra', not within a cost of 6: Alva – Brenn – Corra",
        "the nearest place tagged 'harbour' is at a cost of at most 2 away from each",
        "the starts differ by 0.67 of the mean: from 'Dunes' the goals cost 1 on average, from 'Alva' 2; " + EXPECTED,
        "the starts are equally far from the goals, 1 on average",
        "'Alva' to 'Corra' is at a cost of 7, with up to 1 flood laid",
    ]


def test_figures_add_up_costs_and_list_the_distances_that_occur() -> None:
    drawn = area_map(LAKE)
    inspection = inspect_map(drawn, lower(drawn))
    assert inspection.distances.costs
    assert (inspection.distances.diameter, inspection.distances.radius) == (7, 5)
    text = str(inspection_text(inspection))
    assert "  7 apart             1 pair\n" in text
    assert "moves" not in text


def test_pairs_at_a_distance_are_not_listed_one_by_one_up_to_a_million() -> None:
    network = weighed_network_of(
        [Place("A", span(1)), Place("B", span(2))], (0, 1), [(0, 1, 0, 999_999), (1, 0, 0, 999_999)], (span(3),)
    )
    figures = distance_figures(distance_table(network, SearchBudget(1000)), two_way=True, costs=True)
    assert (figures.diameter, figures.pairs) == (999_999, ())


def test_a_road_that_is_proposed_costs_what_is_usual_for_its_length() -> None:
    drawn = area_map(LAKE + "    requirements: [{distance: {from: Dunes, to: Corra, at-most: 5}}]\n    new-roads: 140")
    repairs = find_repairs(drawn, drawn.requirements[0], (), 2)
    changes = [change for repair in repairs for change in repair.changes]
    assert changes == ["let the road 'Corra -> Brenn' go both ways", "add the road 'Corra -- Dunes' at a cost of 4"]


def test_a_cheaper_way_through_waypoints_that_is_found_late_leaves_the_others() -> None:
    """The way to W1 by W2 costs less than the road to it, which was found first; C is found after both."""
    drawn = area_map("""
    kind: area-map
    areas: {A: {}, W1: {waypoint: true}, W2: {waypoint: true}, W3: {waypoint: true}, B: {}, C: {}}
    roads:
      - {from: A, to: W1, cost: 5}
      - {from: A, to: W2, cost: 1}
      - {from: W2, to: W1, cost: 1}
      - {from: W1, to: B, cost: 1}
      - {from: A, to: W3, cost: 9}
      - {from: W3, to: C, cost: 1}
    """)
    network = lower(drawn).network
    assert network.onward_lengths is not None
    names = [network.places[place].id for place in network.onward[0]]
    assert dict(zip(names, network.onward_lengths[0], strict=True)) == {"B": 3, "C": 10}
