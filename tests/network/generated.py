"""Generated networks, and the same as networkx sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
from hypothesis import settings
from hypothesis import strategies as st

from pnp.diagnostics import Span
from pnp.network.network import Network, Place, network_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.network.search import Adjacency

Graph = Any
"""A graph of networkx, which is not typed."""

many_cases = settings(max_examples=300, deadline=None, derandomize=True)
some_cases = settings(max_examples=100, deadline=None, derandomize=True)


def span(line: int) -> Span:
    """A place in a file that is not there."""
    return Span("map.yaml", line)


def arcs(count: int, both_ways: bool) -> st.SearchStrategy[set[tuple[int, int]]]:
    """Some of the arcs between so many states, none from a state to itself."""
    pairs = [(a, b) for a in range(count) for b in range(count) if (a < b if both_ways else a != b)]
    if not pairs:
        return st.just(set())
    found = st.sets(st.sampled_from(pairs), max_size=min(len(pairs), 4 * count))
    return found.map(lambda drawn: drawn | {(b, a) for a, b in drawn}) if both_ways else found


@st.composite
def adjacencies(draw: st.DrawFn, least: int = 1, most: int = 8) -> Adjacency:
    """Moves between a few states, all of them both ways in half of the cases."""
    count = draw(st.integers(least, most))
    found = draw(arcs(count, both_ways=draw(st.booleans())))
    return tuple(tuple(sorted(b for a, b in found if a == state)) for state in range(count))


@st.composite
def plain_networks(draw: st.DrawFn, least: int = 1, most: int = 8, tags: Iterable[str] = ("start", "inn")) -> Network:
    """Networks as area maps have them: a state each place, all of them stops; some places carry tags."""
    after = draw(adjacencies(least, most))
    carried = st.sets(st.sampled_from(sorted(tags)))
    places = [
        Place(f"P{number}", span(number + 1), tuple(sorted(draw(carried))), draw(st.sampled_from(("north", "south"))))
        for number in range(len(after))
    ]
    moves = [(start, end) for start, ends in enumerate(after) for end in ends]
    return network_of(
        places, range(len(after)), ((*move, way) for way, move in enumerate(moves)), (span(99) for _ in moves)
    )


@st.composite
def stately_networks(draw: st.DrawFn) -> Network:
    """Networks whose places have one state or more, cost 0 or 1, and are stops or not; one at least is a stop."""
    count = draw(st.integers(1, 5))
    places = [Place("P0", span(1), ("start",), cost=draw(st.integers(0, 1)))]
    places += (
        Place(f"P{number}", span(number + 1), (), cost=draw(st.integers(0, 1)), stop=draw(st.booleans()))
        for number in range(1, count)
    )
    owners = [number for number in range(count) for _ in range(draw(st.integers(1, 2)))]
    moves = sorted(draw(arcs(len(owners), both_ways=draw(st.booleans()))))
    return network_of(places, owners, ((*move, way) for way, move in enumerate(moves)), (span(99) for _ in moves))


def digraph(after: Adjacency) -> Graph:
    """The moves as a directed graph."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(after)))
    graph.add_edges_from((start, end) for start, ends in enumerate(after) for end in ends)
    return graph


def weighed(network: Network) -> Graph:
    """The states of a network as a directed graph whose arcs weigh what it costs to enter their ends."""
    graph = digraph(network.after)
    for start, end in graph.edges:
        graph[start][end]["weight"] = network.places[network.place_of_state[end]].cost
    return graph


def united_graph(after: Adjacency) -> Graph:
    """The moves as a graph without directions."""
    return digraph(after).to_undirected()
