"""Lowering grid maps: neighbours, closed terrain, sides, roads, diagonals, crossings."""

from __future__ import annotations

import networkx as nx
import pytest

from pnp.model.maps.grid_map import read_grid_map
from pnp.network.lowering.grid_map import lower_grid_map
from pnp.network.network import Network
from tests.model.reading import root_of


def network(text: str) -> Network:
    return lower_grid_map(read_grid_map(root_of("kind: grid-map\n" + text), "land"))


def moves(found: Network) -> set[tuple[str, str]]:
    return {(found.places[start].id, found.places[end].id) for start, ends in enumerate(found.after) for end in ends}


def both(*pairs: str) -> set[tuple[str, str]]:
    """Moves both ways between cells such as `A1 B1`."""
    return {(one, other) for pair in pairs for one, other in (pair.split(), pair.split()[::-1])}


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (5, 4), (6, 7)])
def test_squares_are_the_grid_graph(columns: int, rows: int) -> None:
    found = network(f"cells: square\nextent: {columns} x {rows}\n")
    expected = nx.grid_2d_graph(columns, rows)
    drawn = nx.Graph()
    drawn.add_nodes_from(range(len(found.places)))
    drawn.add_edges_from((start, end) for start, ends in enumerate(found.after) for end in ends)
    assert nx.is_isomorphic(drawn, expected)


@pytest.mark.parametrize("shape", ["hex-pointy", "hex-flat"])
@pytest.mark.parametrize("offset", ["odd", "even"])
def test_hexes_are_the_triangular_lattice(shape: str, offset: str) -> None:
    found = network(f"cells: {shape}\noffset: {offset}\nextent: 6 x 6\n")
    drawn = nx.Graph((start, end) for start, ends in enumerate(found.after) for end in ends)
    assert max(degree for _, degree in drawn.degree) == 6
    # Euler: each inner corner is a triangle of cells, so there are as many edges as in a triangulation of 6 × 6 points
    assert drawn.number_of_edges() == 3 * 36 - 4 * 6 + 1
    assert sum(nx.triangles(drawn).values()) // 3 == 2 * 5 * 5


def test_closed_terrain_and_closed_sides_have_no_moves() -> None:
    found = network(
        "cells: square\nterrains: {a: {}, x: {closed: true}}\nlegend: {a: a, x: x}\nterrain: |\n  aax\n  aaa\n"
        "sides: [{between: [A1, B1], kind: wall}]\n"
    )
    assert [place.id for place in found.places] == ["A1", "B1", "A2", "B2", "C2"]
    assert moves(found) == both("A1 A2", "B1 B2", "A2 B2", "B2 C2")


def test_a_one_way_side_is_crossed_in_the_order_of_its_cells() -> None:
    found = network("cells: square\nextent: 2 x 1\nsides: [{between: [B1, A1], kind: cliff, one-way: true}]\n"
                    "side-kinds: {cliff: {closed: false}}\n")  # fmt: skip
    assert moves(found) == {("B1", "A1")}


def test_a_road_leads_through_closed_terrain_and_nothing_else_does() -> None:
    found = network(
        "cells: square\nterrains: {a: {}, x: {closed: true}}\nlegend: {a: a, x: x}\n"
        "terrain: |\n  axa\n  axa\nroads: [A1 -- C1]\n"
    )
    assert moves(found) == both("A1 B1", "B1 C1", "A1 A2", "C1 C2")


ROOM = "cells: square\nextent: 2 x 2\ndiagonals: {rule}\nsides:\n{sides}"


@pytest.mark.parametrize(
    ("sides", "one", "two"),
    [
        ((), True, True),
        (("A1 B1 wall",), True, False),
        (("A1 B1 wall", "B1 B2 wall"), True, False),
        (("A1 B1 wall", "A1 A2 wall"), False, False),  # between two walls
        (("A1 B1 wall", "A2 B2 wall"), False, False),  # a wall across both ways
        (("A1 B1 door", "A1 A2 door"), False, False),  # nobody slips diagonally through a door
        (("A1 B1 door",), True, False),
        (("A1 B1 opening", "A1 A2 opening"), True, True),
    ],
)
def test_diagonal_moves_need_a_way_round_the_corner(sides: tuple[str, ...], one: bool, two: bool) -> None:
    entries = "".join(
        f"  - {{between: [{first}, {second}], kind: {kind}}}\n"
        for first, second, kind in (side.split() for side in sides)
    )
    for rule, expected in (("true", one), ("{corners: one}", one), ("{corners: both}", two)):
        found = network(ROOM.format(rule=rule, sides=entries or "  []\n"))
        assert (("A1", "B2") in moves(found), ("B2", "A1") in moves(found)) == (expected, expected)
    assert ("A1", "B2") not in moves(network(ROOM.format(rule="false", sides=entries or "  []\n")))


def test_described_sides_are_crossings_with_names() -> None:
    found = network(
        "cells: square\nextent: 4 x 1\nplaces: {Hall: {at: C1}}\nsides:\n"
        "  - {between: [A1, B1], kind: door}\n  - {between: [B1, C1], kind: bridge, name: Old bridge}\n"
        "  - {between: [C1, D1], kind: wall}\n"
    )
    assert [(each.id, each.forth, each.back) for each in found.crossings] == [
        ("door A1 | B1", ((0, 1),), ((1, 0),)),
        ("Old bridge", ((1, 2),), ((2, 1),)),
    ]
    assert found.sites["C1"].places == (2,)
    assert found.way_between(0, 1).line == 6


def test_a_way_over_a_described_side_is_the_entry_of_that_side() -> None:
    found = network(
        "cells: square\nextent: 3 x 1\nsides:\n"
        "  - {between: [A1, B1], kind: door}\n  - {between: [B1, C1], kind: door}\n"
    )
    assert [found.way_between(0, 1).line, found.way_between(1, 2).line] == [5, 6]


def test_sides_that_share_a_name_are_numbered() -> None:
    found = network("cells: square\nextent: 3 x 1\nsides: [{between: [[A1, C1], B1], kind: ford, name: Ford}]\n")
    assert [each.id for each in found.crossings] == ["Ford 1", "Ford 2"]


def test_a_map_with_unknown_cells_is_not_whole() -> None:
    assert network("cells: square\nextent: 2 x 1\n").whole
    assert not network("cells: square\nextent: 2 x 1\nroads: [A1 -- C1]\n").whole


def test_a_move_costs_the_terrain_that_it_enters_and_the_side() -> None:
    found = network(
        "cells: square\nterrains: {a: {}, f: {cost: 2}, m: {cost: 4}}\nlegend: {a: a, f: f, m: m}\nterrain: |\n  afm\n"
        "side-kinds: {river: {cost: 3}}\nsides: [{between: [B1, C1], kind: river}]\n"
    )
    assert (found.after, found.lengths) == (((1,), (0, 2), (1,)), ((2,), (1, 7), (5,)))
    assert (found.distance("A1", "C1"), found.distance("C1", "A1")) == (9, 6)


def test_a_step_along_a_road_costs_what_its_kind_says() -> None:
    text = (
        "cells: square\nterrains: {f: {cost: 3}, x: {closed: true, cost: 9}}\nlegend: {f: f, x: x}\n"
        "terrain: |\n  ffxf\nside-kinds: {river: {cost: 5}}\nsides: [{between: [A1, B1], kind: river}]\nroads:\n"
    )
    assert network(f"{text}  - A1 -- D1\n").distance("A1", "D1") == 3
    rail = network(f"{text}  - {{through: A1 -- D1, kind: rail}}\nroad-kinds: {{rail: {{cost: 2}}}}\n")
    assert rail.distance("A1", "D1") == 6
    assert network(f"{text}  - {{through: A1 -- B1, kind: stream}}\n").distance("A1", "B1") == 8


def test_diagonal_moves_cost_more_where_the_rule_says_so() -> None:
    text = "cells: square\nterrains: {a: {}, f: {cost: 2}}\nlegend: {a: a, f: f}\nterrain: |\n  aa\n  af\ndiagonals: "
    assert network(f"{text}true\n").distance("A1", "B2") == 2
    assert network(f"{text}{{cost: 3}}\n").distance("A1", "B2") == 3  # two steps are cheaper


def test_a_map_whose_moves_all_cost_one_counts_moves() -> None:
    assert network("cells: hex-flat\nextent: 3 x 3\n").lengths is None


def test_a_road_that_is_met_one_way_only_has_no_loose_end() -> None:
    town = """
cells: square
extent: 2 x 1
terrains: {land: {}}
legend: {e: {terrain: land, edges: [E]}, w: {terrain: land, edges: [W]}}
terrain: |
  ew
"""
    assert moves(network(town)) == both("A1 B1")
    found = network(
        f"{town}sides: [{{between: [B1, A1], kind: cliff, one-way: true}}]\nside-kinds: {{cliff: {{closed: false}}}}\n"
    )
    assert moves(found) == {("B1", "A1")}
    assert found.extras.loose == frozenset()
    assert network(town.replace("  ew", "  we")).extras.loose == {0, 1}
