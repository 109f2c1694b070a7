"""Tiles laid over the cells of grid maps: what they change, how they are counted, and what is proved of them."""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import networkx as nx
import pytest

from pnp.model.maps.grid_map import GridMap, read_grid_map
from pnp.network.arrangements.cell_tiles import CellTileArrangements, option_of
from pnp.network.budget import SearchBudget
from pnp.network.layout import lay_out
from pnp.network.lowering import as_set_up, lower
from pnp.network.lowering.grid_map import lower_grid_map
from pnp.network.prove import prove
from pnp.network.repair import changes_of
from tests.model.reading import root_of

if TYPE_CHECKING:
    from pnp.network.requirements import Proof

LINE = """
cells: hex-flat
names: "0101"
terrain: |
  # # #
  W o E
legend: {"#": rock, o: plain, W: {terrain: town, edges: [NE]}, E: {terrain: town, edges: [NW]}}
terrains: {rock: {closed: true}, plain: {}, town: {}, halt: {}}
places: {West: {at: "0102"}, East: {at: "0302"}}
tiles-on: [rock]
tiles: {TILES}
"""


def map_of(text: str) -> GridMap:
    return read_grid_map(root_of("kind: grid-map\n" + text.lstrip("\n")), "land")


def line(tiles: str, more: str = "") -> GridMap:
    """Two stations with a plain between them, and tiles on the three cells above."""
    return map_of(LINE.replace("{TILES}", tiles) + more)


def proof(text: str, requirement: str, steps: int | None = None) -> Proof:
    found = map_of(text + f"requirements: [{requirement}]\n")
    (proof,) = prove(found.requirements, lower(found), lay_out(found), SearchBudget(steps) if steps else None)
    return proof


def arrangements(found: GridMap) -> CellTileArrangements:
    laid = lower(found).arrangements
    assert isinstance(laid, CellTileArrangements)
    return laid


def moves(found: GridMap, *placed: tuple[int, int]) -> set[tuple[str, str]]:
    network = lower_grid_map(found.with_tiles(placed))
    return {(network.places[a].id, network.places[b].id) for a, ends in enumerate(network.after) for b in ends}


def test_a_piece_moves_where_the_roads_of_both_cells_meet() -> None:
    found = line("{Bend: {copies: 3, edges: {S: road, SE: road}}, End: {edges: {S: road}}}")
    # 0101 is north of West; West leaves towards NE, which is 0201; turned by 120° the bend has roads SW and W-NW
    assert ("West", "0201") not in moves(found, (0, 0), (1, 0), (2, 0))
    turned = moves(found, (0, 0), (1, 1), (2, 0))
    assert {("West", "0201"), ("0201", "West")} <= turned
    assert ("0201", "East") not in turned


def test_roads_of_different_kinds_do_not_meet() -> None:
    for kind, meets in (("road", True), ("rail", False)):
        found = line(f"{{Bend: {{copies: 3, edges: {{SW: {kind}, SE: {kind}}}}}}}", "turned: never\n")
        assert (("West", "0201") in moves(found, (0, 0), (1, 0), (2, 0))) is meets


def test_a_cell_with_edges_is_open_on_closed_terrain() -> None:
    found = line("{Tunnel: {edges: [SW, SE]}, Blank: {copies: 2, edges: []}}", "turned: never\n")
    network = lower_grid_map(found.with_tiles(((1, 0), (0, 0), (2, 0))))
    assert "0201" in network.index
    assert "0101" not in network.index


def test_a_tile_sets_the_terrain_of_its_cell_and_keeps_what_is_said_of_the_cell() -> None:
    found = map_of(
        "cells: square\nterrain: |\n  a b\nlegend: {a: {terrain: sea, tags: [rich]}, b: land}\n"
        "terrains: {sea: {tags: [wet]}, land: {}, wood: {tags: [green], cost: 3}}\n"
        "places: {Port: {at: A1, tags: [x]}}\n"
        "tiles-on: Port\ntiles: {Wood: {terrain: wood, tags: [new]}}\n"
    )
    (cell, _) = found.with_tiles(((0, 0),)).cells
    assert [str(tag) for tag in cell.tags] == ["wood", "green", "rich", "x", "new"]
    assert lower_grid_map(found.with_tiles(((0, 0),))).distance("B1", "Port") == 3


@pytest.mark.parametrize(
    ("tiles", "more", "total", "distinct"),
    [
        ("{A: {copies: 3, edges: [N, S]}}", "", 6 * 6**3, 27),  # three turns of a straight differ
        ("{A: {copies: 3, edges: [N, S]}}", "turned: half\n", 6 * 8, 1),
        ("{A: {copies: 3, edges: [N]}}", "turned: never\n", 6, 1),
        ("{A: {terrain: halt}, B: {terrain: plain}, C: {terrain: town}, D: {terrain: town}}", "", 24, 12),
        ("{A: {edges: [N]}, B: {edges: [N]}, C: {edges: [N]}}", "shuffled: false\nturned: half\n", 8, 8),
    ],
)
def test_arrangements_are_counted_with_equal_tiles_apart_and_judged_once(
    tiles: str, more: str, total: int, distinct: int
) -> None:
    laid = arrangements(line(tiles, more))
    found = [*laid.each()]
    assert laid.total == total == sum(each.alike for each in found)
    assert len(found) == distinct


@pytest.mark.slow
def test_the_network_of_an_arrangement_is_that_of_the_set_up_map() -> None:
    found = line("{Bend: {copies: 2, edges: [S, SE]}, End: {edges: [S], terrain: halt}}", "shuffled: true\n")
    for each in [*arrangements(found).each()][::7]:
        laid = as_set_up(found, each.setup)
        assert laid is not found
        assert lower(laid).network.after == each.network.after


CROSSING = """
cells: square
terrain: |
  W o o
  # o E
legend: {W: {terrain: town, edges: [E]}, E: {terrain: town, edges: [N, W]}, o: plain, "#": rock}
terrains: {rock: {closed: true}, plain: {}, town: {}}
places: {West: {at: A1}, East: {at: C2}}
tiles-on: plain
tiles: {Straight: {edges: [N, S]}, Bend: {copies: 2, edges: [N, E]}}
"""


def joined_setups() -> tuple[int, int]:
    """In how many arrangements of `CROSSING` the stations are joined, by networkx; and how many there are."""
    sides = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
    order = "NESW"
    tiles = ("NS", "NE", "NE")
    cells = ((1, 0), (2, 0), (1, 1))
    joined = total = 0
    for laid, turns in product(permutations(range(3)), product(range(4), repeat=3)):
        open_sides = {(0, 0): {"E"}, (2, 1): {"N", "W"}}
        for cell, tile, turn in zip(cells, laid, turns, strict=True):
            open_sides[cell] = {order[(order.index(side) + turn) % 4] for side in tiles[tile]}
        graph = nx.Graph()
        graph.add_nodes_from(open_sides)
        for (x, y), names in open_sides.items():
            for name in names:
                beyond = x + sides[name][0], y + sides[name][1]
                if order[(order.index(name) + 2) % 4] in open_sides.get(beyond, ()):
                    graph.add_edge((x, y), beyond)
        total += 1
        joined += nx.has_path(graph, (0, 0), (2, 1))
    return joined, total


def test_the_share_of_arrangements_that_join_the_stations_is_exact() -> None:
    joined, total = joined_setups()
    assert 0 < joined < total == 384
    share = proof(CROSSING, "{reach: {from: West, to: East}, in: {at-least: 99 %}}")
    assert share.holds is False
    assert f"in only {joined} of {total} setups" in share.detail
    assert proof(CROSSING, "{reach: {from: West, to: East}, in: some setup}").holds is True


def test_a_counterexample_names_the_tiles_and_their_turns() -> None:
    found = proof(CROSSING, "{reach: {from: West, to: East}, in: every setup}")
    assert found.holds is False
    assert found.witness is not None
    assert dict(found.witness.setup).keys() == {"B1", "C1", "B2"}
    assert "with 'Straight' in B1" in found.detail


def test_past_the_budget_a_verdict_is_unknown() -> None:
    found = proof(CROSSING, "{count: {of: every place, is: 5}, in: every setup}", steps=1_500)
    assert found.holds is None
    assert "could be looked at" in found.detail


def test_with_too_few_tiles_nothing_is_asked() -> None:
    short = CROSSING.replace("{copies: 2, edges", "{edges")
    assert lower(map_of(short)).arrangements is None
    assert not lower(map_of(short)).network.whole


def test_roads_that_meet_none_are_found_by_seams_meet() -> None:
    tiles = "tiles: {A: {edges: [W, E]}, B: {edges: [W, S]}, C: {edges: [E]}}\nshuffled: false\nturned: never\n"
    text = CROSSING[: CROSSING.index("tiles: {")] + tiles
    assert proof(text, "{seams-meet: true, in: every setup}").holds is True
    faulty = proof(text.replace("B: {edges: [W, S]}", "B: {edges: [S]}"), "{seams-meet: true, in: every setup}")
    assert faulty.holds is False
    assert "'B1'" in faulty.detail


RAILWAY = (Path(__file__).resolve().parents[2] / "gallery" / "branch-line.yaml").read_text(encoding="utf-8")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("old", "new", "broken"),
    [
        ("", "", []),
        ("Curve: {copies: 3", "Curve: {copies: 1", ["the stations can be joined", "the shortest line has five stops"]),
        (", S: rail}, label: Halt", "}, label: Halt", ["the shortest line has five stops"]),
        (
            "E: {terrain: town, edges: {SW: rail}",
            "E: {terrain: town, edges: {SW: road}",
            ["the stations can be joined", "the shortest line has five stops"],
        ),
    ],
)
def test_the_proofs_of_the_railway_fail_on_planted_faults(old: str, new: str, broken: list[str]) -> None:
    assert old in RAILWAY
    found = read_grid_map(root_of(RAILWAY.replace(old, new) if old else RAILWAY), "branch-line")
    proofs = prove(found.requirements, lower(found), lay_out(found))
    assert [each.name for each in proofs if each.holds is not True] == broken


def test_a_closure_may_have_its_only_spot_in_a_turn_of_a_tile() -> None:
    """The door between the wood and the tile is one only where a road of the tile leaves towards it."""
    wood = """
    cells: hex-pointy
    terrain: |
      . #
      # f
    legend: {".": meadow, f: wood, "#": rock}
    terrains: {rock: {closed: true}, meadow: {}, wood: {}}
    sides: [{kind: door, around: wood}]
    tiles: {R: {edges: {NW: road, NE: rail, E: stream}}}
    tiles-on: [B1]
    turned: any
    shuffled: false
    closures: {barrier: {lies-on: crossings}}
    """
    found = proof(dedent(wood), "{no-trap: true, with: {barrier: 1}, in: every setup}")
    assert (found.holds, found.asked) == (True, True)


@pytest.mark.parametrize(("never", "barred"), [("{tag: dock}", False), ("West", True)])
def test_a_spot_is_not_barred_beside_a_tag_that_depends_on_the_tiles(never: str, barred: bool) -> None:
    """`never` has names or a tag: names would say the same in one arrangement only."""
    found = line(
        "{R: {edges: [NE, SW], tags: [dock], copies: 4}}",
        f"closures: {{cone: {{lies-on: every place, never: {never}}}}}\n"
        "requirements: [{reach: {to: East}, with: {cone: 1}, in: every setup}]\n",
    )
    words = [change.words for change in changes_of(found, found.requirements[0])]
    assert any(each.startswith("let no cone lie at") for each in words) is barred


def test_tiles_that_are_not_shuffled_lie_together_however_they_are_turned() -> None:
    tiles = (
        "tiles: {A: {edges: [W], tags: [inn]}, B: {edges: [W, S], tags: [mill]}, C: {edges: [N]}}\nshuffled: false\n"
    )
    text = CROSSING[: CROSSING.index("tiles: {")] + tiles
    found = proof(text, "{reach: {from: {tag: inn}, to: {tag: mill}}, in: every setup}")
    assert (found.asked, found.holds, found.setups_total) == (True, False, 4**3)


def test_seams_are_those_of_the_tiles_that_are_laid_and_of_the_map_as_printed() -> None:
    closed = CROSSING.replace("edges: [E]", "edges: []").replace("edges: [N, W]", "edges: []")
    printed, laid = proof(closed, "{seams-meet: true}"), proof(closed, "{seams-meet: true, in: every setup}")
    assert "no two tiles lie side by side" in printed.detail
    assert (laid.holds, laid.setups_covered > 0) == (False, True)


def test_turns_are_told_in_degrees_of_the_grid() -> None:
    squares = map_of(CROSSING)
    assert [option_of(squares, (1, turn)) for turn in range(4)] == [
        "Bend 1", "Bend 1, turned 90°", "Bend 1, turned 180°", "Bend 1, turned 270°",
    ]  # fmt: skip
    hexes = line("{A: {copies: 3, edges: [N, S]}}")
    assert option_of(hexes, (2, 1)) == "A 3, turned 60°"


def test_setups_with_closures_are_counted_over_all_arrangements() -> None:
    """A rock on one of the cells that may be entered, or on none, in each of the arrangements."""
    text = CROSSING + "closures: {rock: {lies-on: places, at-most: 1}}\n"
    found = proof(text, "{reach: {from: West, to: East}, with: {rock: 1}, in: every setup}")
    assert found.setups_total == lower(map_of(CROSSING)).arrangements.total * (1 + 5)  # type: ignore[union-attr]
