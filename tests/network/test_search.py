"""Searches, held against networkx."""

from __future__ import annotations

import itertools

import networkx as nx
import pytest
from hypothesis import given

from pnp.network.network import Network
from pnp.network.search import Adjacency, distances, distances_to, goals_by_distance, inverted, reached, shortest_path
from tests.network.generated import adjacencies, digraph, many_cases, stately_networks, weighed


@pytest.mark.slow
@many_cases
@given(adjacencies())
def test_distances_are_those_of_networkx(after: Adjacency) -> None:
    graph = digraph(after)
    for source in range(len(after)):
        lengths = nx.single_source_shortest_path_length(graph, source)
        assert distances(after, (source,)) == [lengths.get(state) for state in range(len(after))]
        assert reached(after, (source,)) == set(lengths)


@pytest.mark.slow
@many_cases
@given(stately_networks())
def test_distances_with_costs_are_those_of_networkx(network: Network) -> None:
    graph = weighed(network)
    every = range(len(network.after))
    rows = [nx.single_source_dijkstra_path_length(graph, source) for source in every]
    for goal in every:
        assert [distances(network.after, (source,), network.costs)[goal] for source in every] == [
            row.get(goal) for row in rows
        ]
        assert distances_to(network.before, (goal,), network.costs) == [row.get(goal) for row in rows]


@pytest.mark.slow
@many_cases
@given(stately_networks())
def test_shortest_path_is_a_way_and_as_long_as_the_distance(network: Network) -> None:
    found = distances(network.after, (0,), network.costs)
    for goal, distance in enumerate(found):
        path = shortest_path(network.after, 0, {goal}, network.costs)
        assert (path == []) == (distance is None)
        if path:
            assert (path[0], path[-1]) == (0, goal)
            assert all(end in network.after[start] for start, end in itertools.pairwise(path))
            assert sum(network.places[network.place_of_state[state]].cost for state in path[1:]) == distance


@pytest.mark.slow
@many_cases
@given(adjacencies())
def test_shortest_path_is_the_first_of_all(after: Adjacency) -> None:
    graph = digraph(after)
    for goal in range(len(after)):
        if nx.has_path(graph, 0, goal):
            assert shortest_path(after, 0, {goal}) == min(nx.all_shortest_paths(graph, 0, goal))


def test_shortest_path_takes_what_costs_nothing_though_it_has_more_moves() -> None:
    after = ((1, 2), (5,), (3,), (4,), (5,), ())
    assert shortest_path(after, 0, {5}) == [0, 1, 5]
    assert shortest_path(after, 0, {5}, (1, 1, 0, 0, 0, 1)) == [0, 2, 3, 4, 5]


def test_closed_states_are_not_entered() -> None:
    street = ((1,), (0, 2), (1,))
    assert reached(street, (0,), closed={1}) == {0}
    assert reached(street, (1,), closed={1}) == set()
    assert inverted(((1, 2), (2,), ())) == ((), (0,), (0, 1))


@pytest.mark.slow
@many_cases
@given(stately_networks())
def test_goals_looked_up_together_are_as_far_as_each_alone(network: Network) -> None:
    every = range(len(network.after))
    goals = [(goal,) for goal in every] + [tuple(every[::2])]
    found: dict[tuple[int, int], int] = {}
    for distance, level in enumerate(goals_by_distance(network.before, goals, network.costs)):
        for state, bits in level.items():
            for goal in range(len(goals)):
                if bits >> goal & 1:
                    assert (state, goal) not in found
                    found[state, goal] = distance
    for number, goal in enumerate(goals):
        row = distances_to(network.before, goal, network.costs)
        assert [found.get((state, number)) for state in every] == row
