"""Cities of blocks as networks, held against rules of thumb, and the figures of a city of four by five."""

from __future__ import annotations

import json
from itertools import combinations
from math import ceil

import networkx as nx
import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from pnp.geometry.block_grid import square_name
from pnp.loader.target import schema_folder
from pnp.model.maps.block_map import BlockMap
from pnp.network import Network, lower
from pnp.network.inspection import inspect_map, inspection_data, inspection_text
from pnp.network.judge import judge_connected, judge_no_trap
from pnp.network.network import network_of
from tests.network.generated import Graph, digraph, many_cases
from tests.network.lanes import TURNS, Lanes, cities, city, in_order

CORNERS = "[1/1, 27/1, 1/22, 27/22]"
ALL = f"[{', '.join(TURNS)}]"


def networked(drawn: BlockMap) -> Network:
    return lower(drawn).network


def town(**settings: str) -> Network:
    return networked(city(4, 5, 3, **{"turns": ALL, "unused": CORNERS, **settings}))


@pytest.mark.slow
@many_cases
@given(cities())
def test_the_moves_are_those_of_the_rules_of_thumb(drawn: BlockMap) -> None:
    network, lanes = networked(drawn), Lanes(drawn)
    graph = lanes.graph()
    states = in_order(graph)
    numbers = {state: number for number, state in enumerate(states)}
    assert [network.places[place].id for place in network.place_of_state] == [
        square_name((int(state[0].real), int(state[0].imag))) for state in states
    ]
    assert network.after == tuple(tuple(sorted(numbers[end] for end in graph[state])) for state in states)


@pytest.mark.slow
@many_cases
@given(cities())
def test_whether_all_is_joined_is_what_networkx_says(drawn: BlockMap) -> None:
    network = networked(drawn)
    graph = digraph(network.after)
    assert judge_connected(network).holds is _joined(network, graph)
    parts = (graph.subgraph(part) for part in nx.weakly_connected_components(graph))
    assert judge_no_trap(network).holds is all(map(nx.is_strongly_connected, parts))


def _joined(network: Network, graph: Graph) -> bool:
    """Whether every stop is reached from every state."""
    stops = set(network.stops)
    return all(
        stops <= {network.place_of_state[end] for end in (state, *nx.descendants(graph, state))} for state in graph
    )


@pytest.mark.parametrize("drive", ["right", "left"])
def test_every_law_of_turning_gives_the_verdict_of_networkx(drive: str) -> None:
    for count in range(1, 5):
        for turns in combinations(TURNS, count):
            drawn = city(2, 3, 1, drive=drive, turns=f"[{', '.join(turns)}]")
            network = networked(drawn)
            assert judge_connected(network).holds is _joined(network, digraph(network.after)), turns
            stuck = {network.places[network.place_of_state[at]].id for at, ends in enumerate(network.after) if not ends}
            assert stuck == set(drawn.stuck_lanes), turns


@pytest.mark.slow
@many_cases
@given(cities())
def test_addresses_share_no_square_and_lie_round_their_block(drawn: BlockMap) -> None:
    served = [square for address in drawn.addresses.values() for square in address.squares]
    assert len(served) == len(set(served)) == drawn.grid.rows * drawn.grid.columns * 4 * (drawn.grid.squares + 1)
    for address in drawn.addresses.values():
        left, top = drawn.grid.corner(address.block.at)
        for x, y in address.squares:
            away = max(left - x, x - left - drawn.grid.squares + 1, top - y, y - top - drawn.grid.squares + 1)
            assert away == 1


def test_a_city_of_four_by_five_has_the_figures_that_arithmetic_gives() -> None:
    drawn = city(4, 5, turns=ALL, unused=CORNERS)
    network = networked(drawn)
    assert (drawn.grid.width, drawn.grid.height) == (27, 22)
    assert (len(network.places), len(network.stops), len(network.after)) == (414, 410, 490)
    assert len(network.sites) == 160
    served = [place for site in network.sites.values() for place in site.places]
    assert (len(served), len(set(served)), 414 - len(set(served))) == (320, 320, 94)
    assert {len(site.places) for site in network.sites.values()} == {1, 3}
    assert sorted(len(stretch.places) for stretch in network.stretches) == [4] * 30 + [6] * 49
    assert sum(len(stretch.places) for stretch in network.stretches) == 414


@pytest.mark.parametrize("turns", [ALL, "[right, straight, left]"])
@pytest.mark.parametrize("drive", ["right", "left"])
def test_it_is_joined_with_u_turns_and_without_on_either_hand(turns: str, drive: str) -> None:
    network = town(turns=turns, drive=drive)
    assert judge_connected(network).holds is True
    assert len(network.strong_parts) == 1


def test_the_squares_in_its_corners_are_never_entered() -> None:
    network = town(unused="[]")
    never = [network.places[place].id for place, states in enumerate(network.states_of) if not states]
    assert never == ["1/1", "27/1", "1/22", "27/22"]
    verdict = judge_connected(network)
    assert verdict.holds is False
    assert verdict.witness is not None
    assert verdict.witness.places == tuple(never)


@pytest.mark.parametrize("drive", ["right", "left"])
def test_the_longest_drive_to_an_address_takes_six_turns_of_eight(drive: str) -> None:
    network = town(drive=drive)
    rows = [network.distances_to(site.places) for site in network.sites.values()]
    longest = max(distance for row in rows for distance in row if distance is not None)
    assert (longest, ceil(longest / 8)) == (47, 6)
    assert not any(None in row for row in rows)


@pytest.mark.parametrize("drive", ["right", "left"])
def test_every_move_dropped_or_turned_round_gives_the_verdict_of_networkx(drive: str) -> None:
    sound = networked(city(1, 2, 1, drive=drive, turns=ALL))
    moves = [(start, end) for start, ends in enumerate(sound.after) for end in ends]
    verdicts = set()
    for faulty in moves:
        for instead in ((), ((faulty[1], faulty[0]),)):
            kept = [(*move, 0) for move in (*(move for move in moves if move != faulty), *instead)]
            mutant = network_of(sound.places, sound.place_of_state, kept, sound.spans, extras=sound.extras)
            graph = digraph(mutant.after)
            assert judge_connected(mutant).holds is _joined(mutant, graph)
            assert judge_no_trap(mutant).holds is nx.is_strongly_connected(graph)
            verdicts.add(nx.is_strongly_connected(graph))
    assert verdicts == {True, False}


@pytest.mark.nightly
def test_an_inspection_tells_odds_drives_in_turns_and_jams() -> None:
    table = "{rows: [1, 2, 3], columns: [1, 2, 3], cells: [[NW, N, NE], [W, C, E], [SW, S, SE]]}"
    drawn = city(4, 5, 3, turns=ALL, unused=CORNERS, speed="8", address_table=table)
    inspection = inspect_map(drawn, lower(drawn))
    assert {odds.chance for odds in inspection.odds} == {"1/9"}
    assert inspection.drives is not None
    assert (inspection.drives.longest, inspection.drives.turns, inspection.drives.sites) == (47, 6, 160)
    assert len(inspection.jams) == 79
    text = inspection_text(inspection)
    assert "47 moves, 6 turns of 8" in text
    data = inspection_data(inspection)
    assert data["drives"]["turns"] == 6
    assert all(jam["states"] and jam["cut_off"] for jam in data["jams"])
    schema = json.loads((schema_folder() / "inspect.schema.json").read_text(encoding="utf-8"))
    assert not list(Draft202012Validator(schema).iter_errors(json.loads(json.dumps(data))))


def test_merging_headings_would_make_distances_wrong() -> None:
    """Without U-turns one square has two states, and what leads on from the one does not from the other."""
    network = town(turns="[right, straight, left]")
    merged = {
        (network.place_of_state[a], network.place_of_state[b]) for a, ends in enumerate(network.after) for b in ends
    }
    squares = network_of(network.places, range(414), ((a, b, 0) for a, b in sorted(merged)), network.spans)
    pairs = [(start, goal) for start in ("3/2", "12/12") for goal in network.sites]
    shorter = [
        pair
        for pair in pairs
        if min(
            distance
            for place in network.sites[pair[1]].places
            if (distance := squares.distances_to((place,))[squares.index[pair[0]]]) is not None
        )
        < (network.distances_to(network.sites[pair[1]].places)[network.states_of[network.index[pair[0]]][0]] or 0)
    ]
    assert shorter


@pytest.mark.slow
def test_a_city_driven_on_the_left_is_the_mirror_image() -> None:
    right, left = town(), town(drive="left")

    def mirrored(place: int) -> str:
        column, row = left.places[place].id.split("/")
        return f"{28 - int(column)}/{row}"

    def moves(network: Network, name: object) -> list[tuple[object, object]]:
        ends = ((a, b) for a, after in enumerate(network.after) for b in after)
        return sorted((name(network.place_of_state[a]), name(network.place_of_state[b])) for a, b in ends)  # type: ignore[operator]

    assert moves(right, lambda place: right.places[place].id) == moves(left, mirrored)


def test_turning_round_in_a_street_takes_one_to_the_other_lane() -> None:
    network = networked(city(1, 1, 1, turn_in_street="true"))
    start = network.states_of[network.index["3/1"]][0]
    assert [network.places[network.place_of_state[end]].id for end in network.after[start]] == ["2/1", "3/2"]


def test_streets_and_crossings_are_called_after_the_first_block_beside_them() -> None:
    names = [stretch.id for stretch in networked(city(1, 2)).stretches]
    assert names == [
        "crossing NW of A1", "street N of A1", "crossing NE of A1", "street N of B1", "crossing NE of B1",
        "street W of A1", "street E of A1", "street E of B1",
        "crossing SW of A1", "street S of A1", "crossing SE of A1", "street S of B1", "crossing SE of B1",
    ]  # fmt: skip
