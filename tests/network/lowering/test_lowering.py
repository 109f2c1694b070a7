"""A map as a setup leaves it: its printed network is that of the arrangement, and its tiles lie turned."""

from __future__ import annotations

import textwrap

import pytest

from pnp.model.maps.area_map import read_area_map
from pnp.model.maps.tile_map import TileMap, read_tile_map, turned
from pnp.network import Network, lower, whereabouts
from pnp.network.lowering import as_set_up
from pnp.source import read_document
from tests.network.lanes import city as block_town

CITY = """
kind: tile-map
tile: 100
space: 20
city: {rows: 1, columns: 2}
tiles:
  Harbour:
    streets: {Quay: west 30 -- east 50, Mast: north 50 -> south 60}
    sites: {Light: {at: [80, 20]}}
  Park: {streets: {Elm: west 50 -- east 50, Oak: {from: north 30, via: [[30, 70]], to: [70, 70]}}}
  Mill:
    spaces: {Yard: {at: [50, 20], heading: 90}}
    intersections: {X: {at: [50, 50]}}
    roads: [Yard -- X]
    exits: {west 50: X, south 50: {to: X, way: out}}
"""


def city() -> TileMap:
    root = read_document(CITY.encode(), "city.yaml").root
    assert root is not None
    return read_tile_map(root, "city")


def moves(network: Network) -> set[tuple[str, str]]:
    names = [network.places[place].id for place in network.place_of_state]
    return {(names[start], names[end]) for start, ends in enumerate(network.after) for end in ends}


def test_the_map_is_that_of_each_arrangement() -> None:
    drawn = city()
    lowered = lower(drawn)
    assert lowered.network.whole
    assert lowered.arrangements is not None
    seen = 0
    for arrangement in lowered.arrangements.each():
        shown = lower(as_set_up(drawn, arrangement.setup)).network
        assert moves(shown) == moves(arrangement.network), arrangement.setup
        assert {it.id for it in shown.extras.sites} == {it.id for it in arrangement.network.extras.sites}
        seen += 1
    assert seen > 10


def test_closures_of_a_setup_lay_no_tile_whatever_they_are_called() -> None:
    drawn = city()
    tiles = (("row 1, column 1", "Mill"), ("row 1, column 2", "Park, turned 90°"))
    shown = as_set_up(drawn, tiles)
    assert shown != drawn
    assert as_set_up(drawn, (*tiles, ("Harbour Quay 1", "Park"), ("row 3", "cone"))) == shown
    assert as_set_up(drawn, tiles[:1]) == drawn


@pytest.mark.parametrize(
    ("quarters", "at"), [(0, (80.0, 20.0)), (1, (80.0, 80.0)), (2, (20.0, 80.0)), (3, (20.0, 20.0))]
)
def test_a_tile_turns_clockwise(quarters: int, at: tuple[float, float]) -> None:
    assert turned(city().tiles[0], quarters).sites[0].at == at


def test_what_lies_on_the_table_is_where_it_was_laid() -> None:
    shown = as_set_up(city(), (("row 1, column 1", "Mill"), ("row 1, column 2", "Harbour, turned 90°")))
    spots = whereabouts(shown, lower(shown).network)
    assert spots["Mill Yard"] == (50.0, 20.0)
    assert spots["Light"] == (180.0, 80.0)
    assert "Park Elm 1" not in spots


def test_blocks_are_where_their_middles_are() -> None:
    lanes = block_town(2, 3, 3)
    spots = whereabouts(lanes, lower(lanes).network)
    side, square = lanes.side, lanes.square
    assert spots["A1"] == pytest.approx((2 * square + side / 2, 2 * square + side / 2))
    assert spots["B2"] == pytest.approx((4 * square + 1.5 * side, 4 * square + 1.5 * side))


def test_other_maps_stay_as_they_are() -> None:
    root = read_document(textwrap.dedent("areas: {A: {}}").encode(), "map.yaml").root
    assert root is not None
    drawn = read_area_map(root, "map")
    assert as_set_up(drawn, (("A", "closed"),)) is drawn
    assert as_set_up(city(), (("row 1, column 1", "Mill"),)).places == city().places
