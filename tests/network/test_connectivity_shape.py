"""Dead ends, traps, what is not reached and what is not joined, held against networkx."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given

from pnp.network.connectivity import dead_ends, detached_parts, traps, unreached_places
from pnp.network.network import Network
from tests.network.generated import digraph, many_cases, plain_networks


@pytest.mark.slow
@many_cases
@given(plain_networks(most=10))
def test_unreached_places_are_told_once_each_behind_what_would_mend_them(network: Network) -> None:
    graph = digraph(network.after)
    led_to = set(network.starts).union(*(nx.descendants(graph, start) for start in network.starts))
    groups = unreached_places(network)
    assert sorted(place for group in groups for place in group) == sorted(set(graph) - led_to)
    rest = graph.subgraph(set(graph) - led_to)
    sources = [part for part in nx.strongly_connected_components(rest) if not led_into(rest, part)]
    assert len(groups) == len(sources)
    assert all(set(group) <= {group[0]} | nx.descendants(rest, group[0]) for group in groups)


def led_into(graph: nx.DiGraph, part: set[int]) -> bool:
    return any(set(graph.predecessors(place)) - part for place in part)


@pytest.mark.slow
@many_cases
@given(plain_networks(most=10, starts=False))
def test_without_starts_all_parts_but_the_greatest_are_detached(network: Network) -> None:
    parts = sorted(map(sorted, nx.weakly_connected_components(digraph(network.after))))
    greatest = max(parts, key=len)
    assert detached_parts(network) == [part for part in parts if part != greatest]
    assert unreached_places(network) == []


@pytest.mark.slow
@many_cases
@given(plain_networks(most=10, starts=False))
def test_traps_are_the_attracting_components_that_a_move_enters(network: Network) -> None:
    graph = digraph(network.after)
    around = {place: part for part in nx.weakly_connected_components(graph) for place in part}
    expected = {
        (tuple(sorted(part)), tuple(sorted(around[min(part)] - part)))
        for part in nx.attracting_components(graph)
        if led_into(graph, part)
    }
    assert {(trap.places, trap.outside) for trap in traps(network)} == expected


@pytest.mark.slow
@many_cases
@given(plain_networks(most=10))
def test_dead_ends_have_only_the_way_back_or_none(network: Network) -> None:
    graph = digraph(network.after)
    expected = [
        place
        for place in graph
        if graph.out_degree(place) == 0
        or (graph.out_degree(place) == 1 and list(graph.successors(place)) == list(graph.predecessors(place)))
    ]
    assert list(dead_ends(network)) == expected
