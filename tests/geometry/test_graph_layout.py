"""Coordinates for graphs: what players see of them, and how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import combinations, pairwise
from math import dist
from statistics import mean, pstdev

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.geometry.graph_layout import PlacedNodes, Point, SpringGraph, crossings, place_nodes
from pnp.geometry.untangling import cross, distance_to_segment, is_inside
from tests.importing.boards import BOARDS, board

BOX = (260.0, 190.0)
ISLAND = ((20, 20), (240, 30), (230, 170), (150, 100), (40, 180))
"""An island with a bay from below."""


def numbered(graph: nx.Graph[str]) -> SpringGraph:
    plain = nx.convert_node_labels_to_integers(graph)
    return SpringGraph(len(plain), tuple(plain.edges()))


def lengths(graph: SpringGraph, points: tuple[Point, ...]) -> list[float]:
    return [dist(points[start], points[end]) for start, end in graph.edges]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most"), [*zip(BOARDS, (0, 6, 0), strict=True)])
def test_published_boards_have_few_crossings_and_even_lengths(name: str, most: int) -> None:
    graph = numbered(board(name))
    placed = place_nodes(graph, BOX)
    assert placed.crossings == crossings(placed.points, graph.edges) <= most
    found = lengths(graph, placed.points)
    assert pstdev(found) / mean(found) < 0.5
    assert all(0 < x < BOX[0] and 0 < y < BOX[1] for x, y in placed.points)
    assert min(dist(*pair) for pair in combinations(placed.points, 2)) > 8


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
def test_coordinates_are_as_before(name: str, golden: Callable[[str, str], None]) -> None:
    placed = place_nodes(numbered(board(name)), BOX)
    golden(f"placed-{name.replace(' ', '-')}.txt", "".join(f"{x:.1f} {y:.1f}\n" for x, y in placed.points))


@pytest.mark.slow
def test_coordinates_of_parts_and_in_a_shape_are_as_before(golden: Callable[[str, str], None]) -> None:
    """Parts of several sizes, which are linked as a tree; and a ladder on an island with two fixed nodes."""
    graphs = (
        nx.cycle_graph(5),
        nx.path_graph(4),
        nx.complete_graph(4),
        *(nx.path_graph(n) for n in (3, 2, 2, 1, 1, 1)),
    )
    parts = numbered(nx.disjoint_union_all(graphs))
    fixed = {0: (60.0, 60.0), 7: (200.0, 120.0)}
    for name, placed in (
        ("parts", place_nodes(parts, BOX)),
        ("island", place_nodes(numbered(nx.circular_ladder_graph(4)), BOX, fixed, ISLAND)),
        ("tangle", place_nodes(numbered(nx.complete_bipartite_graph(3, 3)), BOX)),
    ):
        golden(f"placed-{name}.txt", "".join(f"{x:.1f} {y:.1f}\n" for x, y in placed.points))


@pytest.mark.slow
@pytest.mark.parametrize(
    "graph", [nx.dodecahedral_graph(), nx.circular_ladder_graph(12), nx.wheel_graph(12), nx.balanced_tree(3, 3)]
)
def test_what_can_be_drawn_without_crossings_is(graph: nx.Graph[str]) -> None:
    assert nx.check_planarity(graph)[0]
    assert place_nodes(numbered(graph), BOX).crossings == 0


@pytest.mark.nightly
def test_a_street_network_of_1_000_nodes_takes_seconds() -> None:
    graph = numbered(nx.grid_2d_graph(25, 40))
    before = time.process_time()
    placed = place_nodes(graph, (800, 560))
    assert time.process_time() - before < 30
    assert placed.crossings == 0


@pytest.mark.slow
def test_50_nodes_take_less_than_two_seconds() -> None:
    graph = numbered(board("a world of 48 cities"))
    before = time.process_time()
    place_nodes(graph, BOX)
    assert time.process_time() - before < 6  # 1.4 s alone


def test_fixed_nodes_stay_and_others_come_near_their_neighbours() -> None:
    graph = SpringGraph(9, tuple(pairwise(range(9))))
    fixed = {0: (20.0, 100.0), 8: (220.0, 100.0)}
    points = place_nodes(graph, BOX, fixed).points
    assert (points[0], points[8]) == (fixed[0], fixed[8])
    assert all(15 < length < 35 for length in lengths(graph, points))


def test_nodes_are_inside_the_shape() -> None:
    graph = numbered(nx.grid_2d_graph(4, 6))
    assert all(is_inside(point, ISLAND) for point in place_nodes(graph, BOX, shape=ISLAND).points)


def test_unconnected_parts_are_next_to_each_other_and_apart() -> None:
    graph = SpringGraph(12, ((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)))
    points = place_nodes(graph, BOX).points
    assert min(dist(*pair) for pair in combinations(points, 2)) > 12
    assert crossings(points, graph.edges) == 0


@pytest.mark.nightly
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_graph_is_placed_the_same_each_time_and_inside(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 9))
    node = st.integers(0, size - 1)
    edges = tuple(data.draw(st.lists(st.tuples(node, node), max_size=14)))
    fixed = data.draw(st.dictionaries(node, st.sampled_from([(0.0, 0.0), (50.0, 50.0), (99.0, 3.0)]), max_size=3))
    graph = SpringGraph(size, edges)
    placed = place_nodes(graph, (100, 80), fixed)
    assert placed == place_nodes(graph, (100, 80), fixed)
    assert all(0 <= x <= 100 and 0 <= y <= 80 for x, y in placed.points)
    assert all(placed.points[number] == point for number, point in fixed.items())


coordinate = st.integers(0, 12)
point = st.tuples(coordinate, coordinate)


@pytest.mark.slow
@given(point, point, point, point)
def test_crossings_and_distances_are_those_of_exact_arithmetic(a: Point, b: Point, c: Point, d: Point) -> None:
    samples = [(a[0] + (b[0] - a[0]) * k / 200, a[1] + (b[1] - a[1]) * k / 200) for k in range(201)]
    nearest = min(distance_to_segment(each, c, d) for each in samples)
    if cross(a, b, c, d):
        assert nearest < 0.1
    else:
        assert nearest > 1e-9
    assert distance_to_segment(c, a, b) <= min(dist(c, each) for each in samples) + 1e-9


def test_a_crossing_is_counted_once_and_a_common_end_is_none() -> None:
    points = ((0, 0), (10, 10), (0, 10), (10, 0))
    assert crossings(points, ((0, 1), (2, 3))) == 1
    assert crossings(points, ((0, 1), (1, 2), (2, 0))) == 0


def test_a_crossing_is_found_though_an_edge_far_to_the_right_is_listed_between() -> None:
    points = ((0, 0), (10, 10), (50, 5), (60, 5), (0, 10), (10, 0))
    assert crossings(points, ((0, 1), (2, 3), (4, 5))) == 1


def test_a_graph_without_nodes_has_no_places_and_no_crossings() -> None:
    assert place_nodes(SpringGraph(0, ()), BOX) == PlacedNodes((), 0, 0)
