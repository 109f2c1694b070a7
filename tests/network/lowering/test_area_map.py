"""Lowering area maps."""

from __future__ import annotations

import textwrap

from pnp.model.maps.area_map import AreaMap, read_area_map
from pnp.network import lower
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
