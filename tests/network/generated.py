"""Generated networks, and the same as networkx sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
from hypothesis import settings
from hypothesis import strategies as st

from pnp.diagnostics import Span
from pnp.network.network import Network, Place, network_of

if TYPE_CHECKING:
    from pnp.network.search import Adjacency

Graph = Any
"""A graph of networkx, which is not typed."""

many_cases = settings(max_examples=100, deadline=None, derandomize=True)
some_cases = settings(max_examples=30, deadline=None, derandomize=True)


def span(line: int) -> Span:
    """A place in a file that is not there."""
    return Span("map.yaml", line)


def bits(count: int) -> st.SearchStrategy[int]:
    """So many bits in one number, which is drawn at once and shrinks to none."""
    return st.integers(0, 2**count - 1)


@st.composite
def arcs(draw: st.DrawFn, count: int) -> list[tuple[int, int]]:
    """Some of the arcs between so many states, none from a state to itself; in half of the cases all go both ways."""
    both_ways = draw(st.booleans())
    pairs = [(a, b) for a in range(count) for b in range(count) if (a < b if both_ways else a != b)]
    taken = draw(bits(len(pairs)))
    for _ in range(draw(st.integers(0, 2))):  # the more often, the fewer arcs
        taken &= draw(bits(len(pairs)))
    found = [pair for number, pair in enumerate(pairs) if taken >> number & 1]
    return sorted({*found, *((b, a) for a, b in found)}) if both_ways else found


def moves(count: int, drawn: list[tuple[int, int]]) -> Adjacency:
    """The arcs by the states they start from."""
    return tuple(tuple(b for a, b in drawn if a == state) for state in range(count))


@st.composite
def adjacencies(draw: st.DrawFn, least: int = 1, most: int = 8) -> Adjacency:
    """Moves between a few states."""
    count = draw(st.integers(least, most))
    return moves(count, draw(arcs(count)))


@st.composite
def plain_networks(draw: st.DrawFn, least: int = 1, most: int = 8, starts: bool = True) -> Network:
    """Networks as area maps have them: a state each place, all of them stops; some are tagged, some as starts."""
    count = draw(st.integers(least, most))
    tagged = {"inn": draw(bits(count)), "start": draw(bits(count)) if starts else 0}
    north = draw(bits(count))
    places = [
        Place(
            f"P{number}",
            span(number + 1),
            tuple(tag for tag, carried in tagged.items() if carried >> number & 1),
            "north" if north >> number & 1 else "south",
        )
        for number in range(count)
    ]
    drawn = draw(arcs(count))
    return network_of(places, range(count), ((*move, way) for way, move in enumerate(drawn)), (span(99) for _ in drawn))


@st.composite
def stately_networks(draw: st.DrawFn) -> Network:
    """Networks whose places have one state or two, cost 0 or 1, and are stops or not; the first one is a stop."""
    count = draw(st.integers(1, 5))
    free, passed, twofold = draw(bits(count)), draw(bits(count)), draw(bits(count))
    places = [
        Place(f"P{at}", span(at), cost=1 - (free >> at & 1), stop=at == 0 or not passed >> at & 1)
        for at in range(count)
    ]
    owners = [at for at in range(count) for _ in range(1 + (twofold >> at & 1))]
    drawn = draw(arcs(len(owners)))
    return network_of(places, owners, ((*move, way) for way, move in enumerate(drawn)), (span(99) for _ in drawn))


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
