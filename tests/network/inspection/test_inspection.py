"""The figures of generated networks, held against networkx, and those of the boards that come with the tool."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING

import networkx as nx
import pytest
from hypothesis import given
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from pnp.loader.target import content_folder, schema_folder
from pnp.model.maps.area_map import read_area_map
from pnp.network import lower
from pnp.network.inspection import inspect_network, inspection_data, inspection_rows, inspection_text
from pnp.network.inspection.figures import Drives
from pnp.network.network import Network
from pnp.source import read_document
from tests.network.generated import digraph, plain_networks, some_cases, united_graph

if TYPE_CHECKING:
    from pnp.network.inspection import Inspection

VALIDATOR = Draft202012Validator(json.loads((schema_folder() / "inspect.schema.json").read_text(encoding="utf-8")))


@pytest.mark.slow
@some_cases
@given(plain_networks())
def test_distances_are_those_of_networkx(network: Network) -> None:
    graph, figures = digraph(network.after), inspect_network(network, "map", "Map")
    lengths = dict(nx.all_pairs_shortest_path_length(graph))
    assert figures.distances.table == tuple(tuple(lengths[start].get(goal) for goal in graph) for start in graph)
    apart = [lengths[a][b] for a in graph for b in lengths[a] if a != b]
    share = 2 if figures.two_way else 1
    assert figures.distances.pairs == tuple(apart.count(far) // share for far in range(1, max(apart, default=0) + 1))
    assert figures.distances.unreachable_pairs == (len(graph) * (len(graph) - 1) - len(apart)) // share
    assert figures.distances.mean_distance == (pytest.approx(sum(apart) / len(apart), abs=1e-6) if apart else None)
    if nx.is_strongly_connected(graph):
        assert (figures.distances.diameter, figures.distances.radius) == (nx.diameter(graph), nx.radius(graph))
    else:
        assert figures.distances.diameter is None


@some_cases
@given(plain_networks())
def test_structure_is_that_of_networkx(network: Network) -> None:
    graph, figures = digraph(network.after), inspect_network(network, "map", "Map")
    assert (figures.moves, figures.links) == (graph.number_of_edges(), united_graph(network.after).number_of_edges())
    if figures.two_way:  # of one-way moves networkx looks in one direction only; test_cuts tries every closure
        assert figures.connectivity == nx.node_connectivity(united_graph(network.after))
    assert figures.parts == nx.number_weakly_connected_components(graph)
    shares = nx.betweenness_centrality(graph)
    assert [place.betweenness for place in figures.places] == [pytest.approx(shares[at], abs=1e-6) for at in graph]
    assert [place.ways_out for place in figures.places] == [graph.out_degree(place) for place in graph]
    assert [place.ways_in for place in figures.places] == [graph.in_degree(place) for place in graph]


@some_cases
@given(plain_networks(most=7))
def test_isolation_is_the_least_of_all_sets_of_closures(network: Network) -> None:
    graph = digraph(network.after)
    for isolation in inspect_network(network, "map", "Map").isolation:
        place = network.index[isolation.place]
        sets = [
            closed
            for number in range(len(graph) - 1)
            for closed in combinations(set(graph) - {place}, number)
            if cuts_off(graph, network.starts, place, set(closed))
        ]
        assert isolation.closures == (len(sets[0]) if sets else None)
        if sets:
            assert cuts_off(graph, network.starts, place, {network.index[name] for name in isolation.cut})


def cuts_off(graph: nx.DiGraph, starts: tuple[int, ...], place: int, closed: set[int]) -> bool:
    rest = graph.subgraph(set(graph) - closed)
    return any(start not in closed | {place} and not nx.has_path(rest, start, place) for start in starts)


@pytest.mark.slow
@some_cases
@given(plain_networks())
def test_data_keep_the_schema_and_rows_are_the_table(network: Network) -> None:
    figures = inspect_network(network, "map", "Map")
    VALIDATOR.validate(json.loads(json.dumps(inspection_data(figures))))
    header, *rows = inspection_rows(figures)
    assert header[1:] == [row[0] for row in rows] == [place.id for place in network.places]
    assert inspection_text(figures).startswith("Map\n")


def test_every_figure_of_the_schema_is_described() -> None:
    def described(schema: dict[str, object]) -> bool:
        below = schema.get("properties", {})
        items = schema.get("items")
        inner = [*below.values(), *([items] if items else [])] if isinstance(below, dict) else []
        return "title" in schema and "description" in schema and all(map(described, inner))

    assert described(VALIDATOR.schema)


def inspected(board: str) -> Inspection:
    file = content_folder() / "bahama-taxi" / "maps" / f"{board}.yaml"
    root = read_document(file.read_bytes(), file.name).root
    assert root is not None
    return inspect_network(lower(read_area_map(root, board)).network, board, board)


@pytest.mark.slow
def test_figures_of_the_first_board_are_those_its_designer_gave_it() -> None:
    board = inspected("nassau")
    assert (len(board.places), board.links, board.two_way, board.parts) == (52, 128, True, 1)
    assert board.degrees == ((3, 4), (4, 16), (5, 12), (6, 20))
    assert (board.connectivity, board.articulation_points, board.bridges) == (3, (), ())
    assert (board.distances.diameter, board.distances.radius) == (8, 5)
    assert board.distances.mean_distance == pytest.approx(3.567, abs=5e-4)
    assert board.distances.pairs == (128, 222, 286, 312, 240, 116, 20, 2)


@pytest.mark.slow
def test_figures_of_the_second_board() -> None:
    board = inspected("andros")
    assert (len(board.places), board.links, board.distances.diameter, board.connectivity) == (52, 112, 8, 4)
    assert {degree for degree, _ in board.degrees} == {4, 5, 6}


def test_text_of_a_small_map() -> None:
    text = """
areas:
  Gate: {tags: [start]}
  Market: {}
  Pier: {tags: [inn]}
  Pit: {}
roads: [Gate -- Market -- Pier -- Gate, Pier -> Pit]
"""
    root = read_document(text.encode(), "map.yaml").root
    assert root is not None
    figures = inspect_network(lower(read_area_map(root, "map")).network, "map", "Harbour")
    assert inspection_text(figures) == EXPECTED.strip("\n")


def test_starts_are_no_goals_and_every_other_tag_is() -> None:
    root = read_document(
        b"areas: {A: {tags: [start]}, B: {tags: [inn]}, C: {tags: [zoo]}}\nroads: [A -- B -- C]", "m.yaml"
    ).root
    assert root is not None
    figures = inspect_network(lower(read_area_map(root, "m")).network, "m", "M")
    assert [each.tag for each in figures.fairness] == ["inn", "zoo"]


@pytest.mark.slow
@pytest.mark.parametrize(("speed", "turns"), [(4, ", 3 turns of 4"), (None, "")])
def test_the_longest_way_is_told_in_turns_where_the_map_has_a_speed(speed: int | None, turns: str) -> None:
    figures = replace(inspected("nassau"), drives=Drives(3, 10, "Pier", "Gate", 4.5, speed))
    assert f"longest way         10 moves{turns}, from 'Pier' to 'Gate'" in inspection_text(figures)


EXPECTED = """
Harbour

  places                4
  neighbours            4 pairs, some one way
    of 1 neighbour      1 place
    of 2 neighbours     2 places
    of 3 neighbours     1 place
  mean distance         1.222
  radius, diameter      1, –
    1 move apart        7 pairs
    2 moves apart       2 pairs
    without a way       3 pairs
  parts                 1
  fewest to part it     0 places
  articulation points   'Pier'
  bridges               'Pier – Pit'
  dead ends             'Pit'
  traps                 'Pit'
  choke points          'Pier' 33.3%
  starts                'Gate'
    to 'inn'            1.00 moves from 'Gate' to 1.00 from 'Gate', spread 0.00
  tagged places         'Pier' cannot be cut off

from    Gate  Market  Pier  Pit
Gate       0       1     1    2
Market     1       0     1    2
Pier       1       1     0    1
Pit                           0
"""
