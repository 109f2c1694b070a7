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


def test_a_road_of_an_unknown_kind_is_reported_for_its_kind_and_the_next_for_its_use(expect: Expect) -> None:
    expect("""
        kind: area-map
        road-kinds: {road: {}, tunnel: {}}
        movement: {army: {along: road}}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads:
          - {from: Market, to: Church, kind: tunel}   #! unknown-road-kind
          - {from: Market, to: Church, kind: road}
          - {from: Church, to: Pier, kind: road}
          - {from: Pier, to: Market, kind: road}
          - {from: Market, to: Pier, kind: tunnel}   #! unusable-road
    """)


def test_a_closure_of_roads_names_roads_and_kinds_that_exist(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        size: 180 x 120
        areas: {Alva: {at: [25, 60]}, Brenn: {at: [90, 25]}, Corra: {at: [155, 60]}}
        roads: [Alva -- Brenn -- Corra -- Alva, {from: Alva, to: Brenn, kind: ferry}]
        closures:
          storm: {lies-on: roads, along: fery}   #! unknown-spot
          dam: {lies-on: places, along: ferry}   #! unknown-spot
          fog: {lies-on: roads, only: [Brenn -- Alva]}   #! unknown-spot
          tide: {lies-on: roads, along: [ferry], only: [Brenn -- Corra]}   #! unplaceable-closure
          fair: {lies-on: roads, only: {tag: inn}}   #! unknown-spot
        requirements: [{reach: {to: Alva -- Brenn 1}}]   #! unknown-place
    """)
    told = {finding.span.line: (finding.message, finding.hint) for finding in report.findings}
    assert told[6] == ("'storm' can't lie along 'fery': the map has no roads of this kind", "did you mean 'ferry'?")
    assert told[7][1] == "write lies-on: roads, or take 'along' out of 'dam'"
    assert told[8] == (
        "'fog' can't lie on 'Brenn -- Alva': the map has no such road",
        "write 'Alva -- Brenn 1' or 'Alva -- Brenn 2'",
    )


def test_a_closed_road_leaves_a_parallel_one_open(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        size: 180 x 120
        areas: {Alva: {at: [25, 60]}, Brenn: {at: [90, 25]}, Corra: {at: [155, 60]}}
        roads:
          - {from: Alva, to: Brenn, cost: 2, name: Old road}
          - {from: Alva, to: Brenn, cost: 5, colour: [red, blue]}
          - Brenn -- Corra
          - {from: Corra, to: Alva, cost: 9}
        closures:
          flood: {lies-on: roads, at-most: 3}
        requirements:
          - survives: {closed: 1, by: roads}
          - {distance: {from: Alva, to: Brenn, at-most: 2}, with: {flood: 1}}   #! broken-requirement
          - {adjacent: [Alva, Brenn], with: {flood: 2}}
          - {adjacent: [Alva, Brenn], with: {flood: 3}}   #! broken-requirement
    """)
    (two, three) = report.findings
    assert two.message.endswith("costs 5 (1 move), expected at most 2: Alva – Brenn when a flood lies on 'Old road'")
    assert "when floods lie on 'Old road', 'Alva -- Brenn 1' and 'Alva -- Brenn 2'" in three.message


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
