"""Roads that are no roads: loops, doubles, and one-way roads where there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.expectation import Expect


def test_loop_is_no_double_and_a_double_is_told_with_the_line_of_the_first(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - [Market, Church, Pier, Market]
          - [Pier, Pier]   #! self-loop
          - [Pier, Pier]   #! self-loop
          - Pier -> Church   #! doubled-road
    """)
    assert report.findings[-1].message == "the road 'Pier' – 'Church' is given already, on line 4"


def test_two_one_way_roads_there_and_back_are_no_double(expect: Expect) -> None:
    expect("""
        kind: area-map
        two-way: true
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - Market -> Church -> Pier -> Market
          - Market -> Pier -> Church -> Market
    """)


def test_one_way_road_where_all_go_both_ways(expect: Expect) -> None:
    expect("""
        kind: area-map
        two-way: true
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - Market -- Church -- Pier
          - Pier -> Market   #! one-way-in-two-way-map
    """)


def test_one_way_road_where_nothing_is_said(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - Market -- Church -- Pier
          - Pier -> Market
    """)


def test_a_waypoint_does_not_hide_borders_without_a_road(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [20, 5], [20, 20], [5, 20]]}
          Sela: {outline: [[20, 5], [40, 5], [40, 20], [20, 20]]}
          Tarn: {outline: [[40, 5], [55, 5], [55, 20], [40, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}  #! undeclared-border
          Ferry: {at: [30, 1], waypoint: true}
        roads:
          - Mora -- Sela -- Tarn -- Kesh -- Mora
          - Mora -- Ferry -- Tarn
    """)
