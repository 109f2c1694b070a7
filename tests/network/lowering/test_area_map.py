"""Lowering area maps."""

from __future__ import annotations

import textwrap

import pytest

from pnp.model.maps.area_map import AreaMap, read_area_map
from pnp.network import lower
from pnp.network.inspection import inspect_network
from pnp.network.layout import whereabouts
from pnp.source import read_document


def area_map(text: str, damaged: bool = False) -> AreaMap:
    document = read_document(textwrap.dedent(text).encode(), "map.yaml")
    assert document.root is not None
    return read_area_map(document.root, "map", damaged)


def test_roads_become_moves_and_places_keep_what_they_are() -> None:
    network = lower(
        area_map("""
            areas:
              Market: {tags: [start, inn], in: old}
              Church: {}
              Pier: {}
            roads:
              - Market -- Church
              - Pier <- Market
        """)
    ).network
    assert network.after == ((1, 2), (0,), ())
    assert network.before == ((1,), (0,), (0,))
    assert network.whole
    market = network.places[0]
    assert (market.id, market.tags, market.district) == ("Market", ("start", "inn"), "old")
    assert (market.span.line, market.span.column) == (3, 3)
    assert network.way_between(1, 0).line == 7
    assert network.way_between(2, 0).line == 8
    assert (network.starts, network.tagged("inn"), network.in_district("old")) == ((0,), (0,), (0,))


def test_roads_that_lead_nowhere_are_left_out() -> None:
    network = lower(
        area_map("""
            areas: {Market: {}, Church: {}}
            roads: [[Market, Church], [Church, Market], [Church, Church], [Market, Crypt]]
        """)
    ).network
    assert network.after == ((1,), (0,))
    assert not network.whole


def test_damaged_map_is_not_whole() -> None:
    text = "areas: {Market: {}, Church: {}}\nroads: [[Market, Church]]\n"
    assert lower(area_map(text)).network.whole
    assert not lower(area_map(text, damaged=True)).network.whole


def test_names_are_asked_for_by_name() -> None:
    network = lower(
        area_map("""
            areas: {Market: {}, Church: {}, Pier: {}, Rock: {}}
            roads: [Market -- Church -> Pier]
        """)
    ).network
    assert network.distance("Market", "Pier") == 2
    assert network.distance("Pier", "Market") is None
    assert network.distance("Pier", "Pier") == 0
    assert network.neighbours("Church") == ("Market", "Pier")
    assert network.neighbours("Rock") == ()


ROADS = """
    areas: {Market: {}, Church: {}, Pier: {}, Coast road: {}}
    roads:
      - {from: Market, to: Church, cost: 2, name: Coast road}
      - {from: Market, to: Church, cost: 5, kind: ferry}
      - Church -> Pier
      - Pier -> Market
      - Coast road -- Pier
"""


def test_roads_are_spots_only_where_one_can_be_closed() -> None:
    plain = lower(area_map(ROADS)).network
    closable = lower(area_map(f"{ROADS}    closures: {{flood: {{lies-on: roads}}}}")).network
    asked = lower(area_map(f"{ROADS}    requirements: [{{survives: {{closed: 1, by: roads}}}}]")).network
    assert (len(plain.places), plain.extras.roads) == (4, ())
    assert [(road.id, road.kind) for road in closable.extras.roads] == [
        ("Coast road", "road"), ("Market -- Church", "ferry"), ("Church -- Pier", "road"), ("Pier -- Market", "road"),
        ("Coast road -- Pier", "road"),
    ]  # fmt: skip
    assert [road.id for road in asked.extras.roads] == [road.id for road in closable.extras.roads]


def test_a_parallel_road_has_a_middle_at_which_nobody_stops() -> None:
    plain = lower(area_map(ROADS)).network
    lowered = lower(area_map(f"{ROADS}    closures: {{flood: {{lies-on: roads}}}}"))
    network = lowered.network
    assert [network.places[at].id for at in sorted(network.extras.middles)] == [
        "the road Coast road",
        "Market -- Church",
    ]
    assert network.stops == plain.stops
    assert network.onward[: len(plain.places)] == plain.onward
    for start in ("Market", "Church", "Pier"):
        for goal in ("Market", "Church", "Pier"):
            assert network.distance(start, goal) == plain.distance(start, goal)
    assert "Market -- Church" not in lowered.vocabulary.places
    assert inspect_network(network, "map", "Map").places == inspect_network(plain, "map", "Map").places


def test_a_waypoint_is_no_end_of_a_way() -> None:
    text = """
        areas: {Fork: {waypoint: true}, Alva: {}, Brenn: {}, Corra: {}, Dunes: {}}
        roads: [Alva -- Fork -- Corra, Fork -- Dunes, Alva -- Brenn]
    """
    shares = {each.id: each.betweenness for each in inspect_network(lower(area_map(text)).network, "m", "M").places}
    assert shares == {"Alva": pytest.approx(2 / 3), "Brenn": 0, "Corra": 0, "Dunes": 0}


def test_a_closed_road_is_in_the_middle_of_its_bends() -> None:
    found = area_map("""
        size: 100 x 100
        areas: {Alva: {at: [10, 10]}, Brenn: {at: [90, 10]}}
        roads: [Alva -- Brenn, {from: Alva, to: Brenn, via: [[10, 50], [90, 50]]}]
        closures: {flood: {lies-on: roads}}
    """)
    at = whereabouts(found, lower(found).network)
    assert (at["Alva -- Brenn 1"], at["Alva -- Brenn 2"]) == ((50, 10), (50, 50))
