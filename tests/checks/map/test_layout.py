"""Maps on paper: what is not placed, lies off the map, too close, or in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.expectation import Expect


def test_draft_without_positions_is_silent_and_half_a_map_is_not(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 80 x 80
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
    """)
    expect("""
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20]}
          Church: {}   #! unplaced-area
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """)


def test_position_that_could_not_be_read_is_not_missing(expect: Expect) -> None:
    expect("""
        kind: area-map
        areas:
          Market: {at: [20, 20]}
          Church: {at: north}   #! wrong-type
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """)


def test_places_and_bends_off_the_map(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        size: 80 x 60
        areas:
          Market: {at: [0, 60]}
          Church: {at: [60, 20]}
          Pier: {at: [40, 60.1]}   #! off-map
        roads:
          - [Market, Church]
          - {from: Church, to: Pier, via: [[81, 30], [70, 40]]}   #! off-map
          - [Pier, Market]
    """)
    assert report.findings[0].message == "'Pier' at [40, 60.1] lies outside of the map of 80 × 60 mm"
    assert report.findings[0].hint == "write at most 80 across and 60 down, and nothing below 0"


def test_a_label_off_the_map(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        size: 80 x 60
        areas:
          Market: {at: [10, 50], label-at: [80, 60]}
          Church: {at: [60, 20], label-at: [60, -1]}   #! off-map
          Pier: {at: [40, 50], label: "", label-at: [90, 50]}
        roads: [Market -- Church -- Pier -- Market]
    """)
    assert report.findings[0].message == "the label of 'Church' at [60, -1] lies outside of the map of 80 × 60 mm"
    assert (report.findings[0].hint or "").endswith("or leave 'label-at' out")


def test_labels_too_close_are_compared_where_they_are_written(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20], label: Market of the fishermen}
          Church: {at: [35, 20], label: Church of Saint Nicholas, label-at: [35, 30]}
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """)


def test_every_bend_of_a_road_is_looked_at(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 80 x 60
        areas:
          Market: {at: [10, 50]}
          Church: {at: [60, 20]}
          Pier: {at: [40, 50]}
        roads:
          - [Market, Church]
          - {from: Church, to: Pier, via: [[70, 40], [81, 50]]}   #! off-map
          - [Pier, Market]
    """)


def test_what_a_road_to_a_place_off_the_map_meets_is_not_told(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [10, 20]}
          Church: {at: [40, 20]}
          Pier: {at: [60, 10]}
          Gate: {at: [60, 60]}
          Quay: {at: [700, 20]}   #! off-map
        roads:
          - [Market, Church, Pier, Gate, Market]
          - [Market, Quay, Gate]
    """)


def test_places_too_close_are_told_at_the_later_one(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20], label: The fish market}
          Church: {at: [24, 23], label: The great church}   #! places-too-close
          Pier: {at: [40, 60]}
          Quay: {at: [48, 60]}
        roads: [[Market, Church, Quay, Pier, Market]]
    """)
    assert report.findings[0].message == "'Church' lies 5 mm from 'Market', expected at least 8 mm"


@pytest.mark.slow
def test_heap_of_places_is_looked_through_soon(expect: Expect) -> None:
    areas = "".join(f"  P{number}: {{at: [20, 20]}}   #! places-too-close\n" for number in range(120))
    heap = f"kind: area-map\nsize: 80 x 80\nareas:\n  First: {{at: [20, 20]}}\n{areas}"
    roads = f"roads: [[{', '.join(['First', *(f'P{number}' for number in range(120)), 'First'])}]]\n"
    expect(heap + roads)


def test_labels_that_run_into_each_other(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20], label: Market of the fishermen}
          Church: {at: [35, 21], label: Church of Saint Nicholas}   #! labels-too-close
          Quay: {at: [29, 30], label: Quay of the merchant ships}
          Pier: {at: [60, 60]}
        roads: [[Market, Church, Pier, Quay, Market]]
    """)
    assert "'Church of Saint Nicholas' runs into 'Market of the fishermen'" in report.findings[0].message


def test_labels_with_room_between_them_are_not_told(expect: Expect) -> None:
    """In 6 points, 22 letters are 19 mm wide."""
    expect("""
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20], label: Market of the fishermen}
          Church: {at: [42, 20], label: Church of Saint Nicola}
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """)


def test_same_label_in_one_district_only(expect: Expect) -> None:
    expect("""
        kind: area-map
        districts: {north: {}, south: {}}
        areas:
          Market: {in: north, label: A}
          Church: {in: south, label: A}
          Pier: {in: south, label: A}   #! same-label
        roads: [[Market, Church, Pier, Market]]
    """)


def test_road_through_a_place_is_not_also_a_crossing(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [10, 20]}
          Church: {at: [40, 20]}
          Pier: {at: [70, 20]}
          Gate: {at: [40, 60]}
        roads:
          - [Market, Gate]
          - [Gate, Church]
          - [Church, Market]
          - [Market, Pier]   #! road-through-place
          - [Pier, Gate]
    """)
    assert report.findings[0].message == "the road 'Market' – 'Pier' runs through 'Church'"


def test_too_many_roads_on_top_of_each_other_are_reported(expect: Expect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.network.layout.COMPARED", 0)
    expect("""
        kind: area-map   #! crossing-roads, road-through-place
        size: 80 x 80
        areas: {Market: {at: [10, 20]}, Church: {at: [40, 20]}, Pier: {at: [70, 20]}, Gate: {at: [40, 60]}}
        roads: [[Market, Gate, Church, Market], [Market, Pier, Gate]]
    """)


def test_crossing_is_told_at_the_later_road(expect: Expect) -> None:
    report = expect("""
        kind: area-map
        areas:
          Market: {at: [20, 20]}
          Church: {at: [60, 20]}
          Pier: {at: [60, 60]}
          Gate: {at: [20, 60]}
        roads:
          - [Market, Pier]
          - [Church, Gate]   #! crossing-roads
          - [Market, Church]
          - {from: Pier, to: Gate, via: [[50, 10]]}   #! crossing-roads
    """)
    assert report.findings[0].message == "the road 'Church' – 'Gate' crosses 'Market' – 'Pier'"
    assert report.findings[1].message == "the road 'Pier' – 'Gate' crosses 'Market' – 'Pier' and 2 other roads"


CROWDED = """
    kind: area-map
    size: 120 x 90
    areas:
      Market: {at: [30, 45], label: Market of the fishermen}       #! crowded-label
      Church: {at: [55, 45], label: Church of Saint Nicholas}      #! crowded-label
      Pier: {at: [80, 45], label: Pier of the big white boats}     #! crowded-label
      Inn: {at: [55, 20], label: Inn at the end of the world}
      Mill: {at: [55, 70], label: Mill in the old town centre}
    roads: [Market -- Church -- Pier -- Inn -- Market -- Mill -- Pier]
"""


def test_labels_that_cover_places_are_told(expect: Expect) -> None:
    report = expect(CROWDED)
    assert next(each.message for each in report.findings if each.code == "crowded-label") == (
        "the label 'Market of the fishermen' runs into the place 'Mill' on the map 'test' at 120 × 90 mm"
    )


def test_a_label_that_is_too_close_at_any_size_is_told_once(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 60 x 60
        areas:
          Market: {at: [15, 30], label: Market of the fishermen}
          Church: {at: [30, 30], label: Church of Saint Nicholas}  #! labels-too-close
          Pier: {at: [45, 30], label: Pier of the big white boats} #! labels-too-close
        roads: [Market -- Church -- Pier, {from: Pier, to: Market, via: [[30, 55]]}]
    """)


def test_labels_of_six_points_are_two_millimetres_high(expect: Expect) -> None:
    text = """
        kind: area-map
        size: 80 x 80
        areas:
          Market: {at: [20, 20], label: Market of the fishermen}
          Church: {at: [35, DOWN], label: Church of Saint Nicholas} MARK
          Pier: {at: [40, 60]}
        roads: [[Market, Church, Pier, Market]]
    """
    expect(text.replace("DOWN", "22").replace("MARK", "#! labels-too-close"))
    expect(text.replace("DOWN", "22.5").replace("MARK", ""))


def test_an_area_of_which_nothing_is_left_is_the_only_finding(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 60 x 40
        outlines: {snap: 1, grow: false}
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
          Spit: {outline: [[5, 35], [55, 35], [55, 35.6], [5, 35.6]]}   #! vanished-outline
          Line: {outline: [[10, 38], [20, 38], [30, 38]]}   #! vanished-outline
        roads: [Mora -- Sela -- Kesh -- Mora, Mora -- Spit -- Kesh -- Line -- Mora]
    """)


def test_a_narrow_area_is_there_with_a_smaller_snap(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 60 x 40
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
          Spit: {outline: [[5, 35], [55, 35], [55, 35.6], [5, 35.6]]}
        roads: [Mora -- Sela -- Kesh -- Mora, {from: Mora, to: Spit, kind: strait}, Spit -- Kesh]
    """)


def test_an_area_of_which_nothing_is_left_is_not_also_a_part_of_its_own(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 60 x 40
        adjacency: drawn
        areas:
          Mora: {outline: [[5, 5], [30, 5], [30, 20], [5, 20]]}
          Sela: {outline: [[30, 5], [55, 5], [55, 20], [30, 20]]}
          Kesh: {outline: [[5, 20], [55, 20], [55, 35], [5, 35]]}
          Dot: {outline: [[5, 38], [5.1, 38], [5.1, 38.1]]}   #! vanished-outline
        roads: []
    """)


def test_a_map_without_room_for_most_of_its_places_is_one_finding(expect: Expect) -> None:
    expect(
        """
        kind: area-map
        size: 20 x 20
        areas:
          A: {at: [10, 10]}
          B: {at: [900, 10]}   #! off-map
          C: {at: [900, 800]}
          D: {at: [10, 800]}
          E: {at: [400, 800]}
        roads: [A -- B -- C -- D -- E -- A]
        """
    )


def test_a_road_of_an_unknown_kind_is_not_also_unusable(expect: Expect) -> None:
    expect(
        """
        kind: area-map
        movement: {boat: {along: water}, cart: {along: road}}
        areas: {A: {}, B: {}, C: {}}
        road-kinds: {water: {cost: 1}, road: {cost: 1}}
        roads:
          - {from: A, to: B, kind: road}
          - {from: B, to: C, kind: rood}   #! unknown-road-kind
          - {from: C, to: A, kind: water}
          - {from: A, to: B, kind: water}
          - {from: C, to: A, kind: road}
        """
    )
