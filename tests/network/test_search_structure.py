"""Parts and hinges, held against networkx."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given

from pnp.network.search import Adjacency, find_hinges, inverted, sinks, strong_parts, united, weak_parts
from tests.network.generated import adjacencies, digraph, many_cases, united_graph


@pytest.mark.slow
@many_cases
@given(adjacencies(most=10))
def test_strong_parts_are_those_of_networkx_and_follow_what_they_lead_to(after: Adjacency) -> None:
    parts = strong_parts(after)
    assert sorted(parts) == sorted(map(sorted, nx.strongly_connected_components(digraph(after))))
    number = {state: index for index, part in enumerate(parts) for state in part}
    assert all(number[end] <= number[start] for start, ends in enumerate(after) for end in ends)


@pytest.mark.slow
@many_cases
@given(adjacencies(most=10))
def test_sinks_are_the_attracting_components_of_networkx(after: Adjacency) -> None:
    expected = sorted(map(sorted, nx.attracting_components(digraph(after))))
    assert sinks(after, strong_parts(after)) == expected


@pytest.mark.slow
@many_cases
@given(adjacencies(most=10))
def test_weak_parts_are_those_of_networkx(after: Adjacency) -> None:
    joined = united(after, inverted(after))
    assert weak_parts(joined) == sorted(map(sorted, nx.weakly_connected_components(digraph(after))))


@pytest.mark.slow
@many_cases
@given(adjacencies(most=10))
def test_hinges_are_those_of_networkx(after: Adjacency) -> None:
    graph = united_graph(after)
    hinges = find_hinges(united(after, inverted(after)))
    assert set(hinges.places) == set(nx.articulation_points(graph))
    assert {(low, high) for low, high, _, _ in hinges.bridges} == {(min(pair), max(pair)) for pair in nx.bridges(graph)}


@pytest.mark.slow
@many_cases
@given(adjacencies(most=10))
def test_hinges_say_how_large_the_parts_are_that_they_hold(after: Adjacency) -> None:
    graph = united_graph(after)
    hinges = find_hinges(united(after, inverted(after)))
    for place, sizes in hinges.places.items():
        around = nx.node_connected_component(graph, place)
        rest = graph.subgraph(around - {place})
        assert list(sizes) == sorted(map(len, nx.connected_components(rest)), reverse=True)
    for low, high, here, there in hinges.bridges:
        cut = nx.restricted_view(graph, [], [(low, high)])
        assert (here, there) == tuple(len(nx.node_connected_component(cut, end)) for end in (low, high))
