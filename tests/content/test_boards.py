"""The two boards of Bahama Taxi, their facts worked out anew from the text by another library."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

import networkx as nx
import pytest
import yaml

from tests.pipeline import ROOT

MAPS = ROOT / "content" / "bahama-taxi" / "maps"
SUITS, RANKS = "♠♥♣♦", ("A", "K", "Q", "J", *map(str, range(10, 1, -1)))
TOWN = {"A", "K", "Q", "J"}


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((MAPS / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


def graph_of(name: str) -> nx.Graph[str]:
    """The areas and roads of a board, from its text alone."""
    text = read(name)
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(map(str, text["areas"]))
    for road in text["roads"]:
        stops = road.split(" -- ")
        assert len(stops) >= 2, road
        for start, end in pairwise(stops):
            assert start in graph, start
            assert end in graph, end
            assert not graph.has_edge(start, end), f"{start} -- {end} stands twice"
            graph.add_edge(start, end)
    return graph


BOARDS = {name: graph_of(name) for name in ("nassau", "andros")}
EACH = pytest.mark.parametrize("board", BOARDS)


def turned(area: str) -> str:
    """The same rank in the next suit clockwise."""
    return area[:-1] + SUITS[(SUITS.index(area[-1]) + 1) % 4]


@EACH
def test_the_areas_are_the_cards_of_a_deck(board: str) -> None:
    assert set(BOARDS[board]) == {rank + suit for rank in RANKS for suit in SUITS}
    areas = read(board)["areas"]
    assert {area for area, says in areas.items() if "downtown" in says.get("tags", ())} == {
        rank + suit for rank in TOWN for suit in SUITS
    }
    suits = dict(zip(SUITS, ("spades", "hearts", "clubs", "diamonds"), strict=True))
    assert all(says["in"] == suits[area[-1]] for area, says in areas.items())
    assert all(says.get("label", area) == area[:-1] for area, says in areas.items())


@pytest.mark.parametrize(
    ("board", "links", "degrees", "connectivity"),
    [("nassau", 128, {3: 4, 4: 16, 5: 12, 6: 20}, 3), ("andros", 112, None, 4)],
)
def test_links_and_degrees(board: str, links: int, degrees: dict[int, int] | None, connectivity: int) -> None:
    graph = BOARDS[board]
    assert graph.number_of_edges() == links
    found = Counter(degree for _, degree in graph.degree())
    assert set(found) <= {4, 5, 6} if degrees is None else found == degrees
    assert nx.node_connectivity(graph) == connectivity


@EACH
def test_no_place_and_no_road_holds_a_board_together(board: str) -> None:
    graph = BOARDS[board]
    assert nx.is_connected(graph)
    assert not list(nx.articulation_points(graph))
    assert not list(nx.bridges(graph))
    assert nx.check_planarity(graph)[0]


def test_the_fives_alone_have_three_neighbours_on_the_designers_board() -> None:
    graph = BOARDS["nassau"]
    assert {area for area in graph if graph.degree(area) == 3} == {"5" + suit for suit in SUITS}


@EACH
def test_how_far_apart_areas_are(board: str) -> None:
    assert nx.diameter(BOARDS[board]) == 8


def test_the_figures_of_the_designers_board() -> None:
    graph = BOARDS["nassau"]
    distances = dict(nx.all_pairs_shortest_path_length(graph))
    pairs = Counter(distances[start][goal] for start, goal in combinations(sorted(graph), 2))
    assert [pairs[fare] for fare in range(1, 9)] == [128, 222, 286, 312, 240, 116, 20, 2]
    assert nx.radius(graph) == 5
    total = sum(fare * count for fare, count in pairs.items())
    assert round(float(Fraction(total, pairs.total())), 3) == 3.567


@EACH
@pytest.mark.parametrize(
    ("start", "goal", "fare"),
    [
        ("8♠", "8♥", 3),
        ("10♠", "10♣", 4),
        ("K♣", "10♥", 2),
        ("3♣", "A♦", 5),
        ("K♦", "9♣", 3),
        ("5♦", "2♠", 1),
        ("2♦", "2♥", 7),
        ("6♦", "8♦", 2),
    ],
)
def test_the_example_fares(board: str, start: str, goal: str, fare: int) -> None:
    assert nx.shortest_path_length(BOARDS[board], start, goal) == fare


@EACH
def test_the_examples_of_what_is_adjacent(board: str) -> None:
    graph = BOARDS[board]
    assert all(graph.has_edge(*pair) for pair in (("5♦", "2♠"), ("Q♠", "A♠"), ("A♣", "K♣")))
    assert not any(graph.has_edge(*pair) for pair in (("3♥", "5♥"), ("A♠", "A♣")))


def test_the_example_of_play_on_the_designers_board() -> None:
    graph = BOARDS["nassau"]
    assert set(graph["6♦"]) & set(graph["9♠"]) == {"8♠", "10♦"}
    assert graph.has_edge("10♦", "8♠")
    assert set(graph["2♦"]) == {"3♦", "8♦", "5♣", "6♣"}


LINKS = {
    "A": "A' A` K Q K'",
    "K": "A A` J Q Q`",
    "Q": "A K J K' J' 10",
    "J": "9 K Q Q`",
    "10": "Q 9 7 6 8' 9'",
    "9": "J 7 8 10 10`",
    "8": "2 3 7 9 6` 10`",
    "7": "3 4 6 8 9 10",
    "6": "4 5 7 10 2' 8'",
    "5": "4 6 2'",
    "4": "3 5 6 7",
    "3": "2 4 7 8",
    "2": "3 8 5` 6`",
}
"""The roads of one suit on the designer's board; ' is the next suit clockwise, ` the one before."""


def test_every_road_of_the_designers_board() -> None:
    expected: nx.Graph[str] = nx.Graph()
    for number, suit in enumerate(SUITS):
        for rank, ends in LINKS.items():
            for end in ends.split():
                turn = {"'": 1, "`": -1}.get(end[-1], 0)
                expected.add_edge(rank + suit, end.strip("'`") + SUITS[(number + turn) % 4])
    assert nx.utils.graphs_equal(expected, BOARDS["nassau"])


def test_a_quarter_turn_maps_the_designers_board_to_itself() -> None:
    graph = BOARDS["nassau"]
    assert all(graph.has_edge(turned(start), turned(end)) for start, end in graph.edges)
    distances = dict(nx.all_pairs_shortest_path_length(graph))
    assert all(distances[a][b] == distances[turned(a)][turned(b)] for a, b in permutations(sorted(graph)[:12], 2))


@EACH
def test_roads_drawn_straight_do_not_cross(board: str) -> None:
    text = read(board)
    at = {area: says["at"] for area, says in text["areas"].items()}
    roads = [(at[a], at[b], {a, b}) for a, b in BOARDS[board].edges]
    crossing = [
        (ends, others)
        for (a, b, ends), (c, d, others) in combinations(roads, 2)
        if not ends & others and _side(a, b, c) != _side(a, b, d) and _side(c, d, a) != _side(c, d, b)
    ]
    assert crossing == []


def _side(start: list[float], end: list[float], point: list[float]) -> bool:
    (x, y), (x2, y2), (px, py) = start, end, point
    return (x2 - x) * (py - y) > (y2 - y) * (px - x)
