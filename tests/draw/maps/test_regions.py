"""Areas with outlines: tints of neighbours, borders by kind, edges, straits, slots and marks inside of their areas."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from pnp.draw.maps.area_map import paint_area_map
from pnp.draw.maps.regions import Regions, deepened
from pnp.draw.town.plan import Canvas, lay_out, onto_face
from pnp.geometry.outlines import grown_outlines, ribbon
from pnp.geometry.polygons import inside, signed_area
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.map_style import MapStyle
from pnp.scene.items import Ellipse, Group, Path
from tests.draw.maps.test_area_map import flat
from tests.draw.town.sample import area_map, look, map_style
from tests.geometry.test_subdivision import SQUARE, scattered

FOUR = """
kind: area-map
size: 120 x 80
districts: {north: {tint: region-1}, south: {tint: region-3}}
areas:
  Mora: {outline: [[10, 10], [50, 10], [50, 40], [10, 40]], in: north, tags: [port]}
  Sela: {outline: [[50, 10], [90, 10], [90, 40], [50, 40]], in: north}
  Kesh: {outline: [[10, 40], [90, 40], [90, 70], [10, 70]], in: south}
  Tarn: {outline: [[30, 50], [40, 50], [40, 60], [30, 60]], ground: lake}
  Rock: {outline: [[70, 50], [80, 50], [75, 60]], ground: waste}
  Isle: {outline: [[100, 30], [115, 30], [115, 50], [100, 50]], colour: amber}
  Deep: {outline: [[92, 5], [118, 5], [118, 20], [92, 20]], ground: sea}
roads:
  - Mora -- Sela -- Kesh -- Mora
  - {from: Sela, to: Isle, kind: strait}
borders: [{between: [Mora, Sela], kind: river}, {between: [Mora, Kesh], kind: wall}]
"""
STYLE = """
kind: map-style
labels: {places: {style: area-label}}
regions: {%s}
"""


def style(regions: str = "") -> MapStyle:
    return map_style(STYLE % regions)


def regions(text: str = FOUR, more: str = "", size: tuple[float, float] = (120, 80)) -> Regions:
    drawn, chosen = area_map(text), style(more)
    assert chosen.regions
    canvas = Canvas(drawn, chosen, look(), lay_out(drawn, chosen, *size))
    return Regions(drawn, canvas, chosen.regions, onto_face(drawn, chosen, *size))


def strokes(found: Regions, role: str) -> list[Path]:
    colour = look().colour(role)
    return [
        item
        for item in flat(tuple(found.draw()))
        if isinstance(item, Path) and item.stroke and item.stroke.colour == colour and not item.fill
    ]


def test_areas_wear_their_colour_their_district_or_their_ground() -> None:
    fills = regions().fills
    colour = look().colour
    assert fills == {
        "Mora": colour("region-1"), "Sela": colour("region-1"), "Kesh": colour("region-3"),
        "Tarn": colour("map-lake"), "Rock": colour("map-waste"), "Isle": colour("amber"), "Deep": None,
    }  # fmt: skip
    assert regions(more="sea: true").fills["Deep"] == colour("map-sea")
    assert regions(more="fill: none").fills["Mora"] is None
    assert regions(more="fill: land").fills["Mora"] == colour("map-land")


def test_shades_tell_neighbours_of_a_district_apart() -> None:
    fills = regions(more="shades: 0.5").fills
    assert fills["Mora"] != fills["Sela"]


@pytest.mark.parametrize("seed", range(5))
def test_neighbours_have_different_tints(seed: int) -> None:
    cells = grown_outlines(scattered(60, seed), [SQUARE], 0.0)
    areas = "".join(f"  {name}: {{outline: {[list(point) for point in shape[0]]}}}\n" for name, shape in cells.items())
    found = regions(f"kind: area-map\nsize: 100 x 80\nadjacency: drawn\nareas:\n{areas}", "fill: tint")
    for border in found.drawn.subdivision.borders:
        assert found.fills[border.one] != found.fills[border.other]
    assert len(set(found.fills.values())) <= 6


def test_borders_are_drawn_by_kind_and_a_word_of_the_designer_by_its_look() -> None:
    found = regions(more="district: {width: 0.8}, borders: {wall: {width: 2, colour: heart, ticks: 3}}")
    (river,) = strokes(found, "map-river")
    assert river.commands == (("M", 50, 10), ("L", 50, 40)) or river.commands == (("M", 50, 40), ("L", 50, 10))
    ticks, wall = strokes(found, "heart")
    assert ticks.stroke
    assert wall.stroke
    assert (ticks.stroke.width, wall.stroke.width) == (3, 2)
    (district,) = [item for item in strokes(found, "map-district-border") if item.stroke and item.stroke.width == 0.8]
    assert {step[1:] for step in district.commands} == {(50, 40), (90, 40)}


def test_a_strait_leads_from_coast_to_coast() -> None:
    (strait,) = [item for item in strokes(regions(), "map-strait") if item.stroke and item.stroke.dash]
    (_, x0, y0), (_, x1, y1) = strait.commands
    assert (x0, x1) == (pytest.approx(88.8, abs=0.3), pytest.approx(101.2, abs=0.3))
    assert y0 == pytest.approx(y1, abs=12)


def test_a_strait_that_wraps_leads_from_each_coast_to_its_edge() -> None:
    text = FOUR.replace("roads:", "roads:\n  - {from: Mora, to: Isle, kind: strait, wraps: west}", 1)
    found = [item for item in strokes(regions(text), "map-strait") if item.stroke and item.stroke.dash]
    ends = {command[1:] for item in found for command in item.commands}
    assert {x for x, _ in ends} >= {0, 120}, ends
    assert not any(50 < x < 85 for x, _ in ends)


def test_a_strait_lands_off_the_corners_where_third_areas_begin() -> None:
    grown = """
kind: area-map
size: 120 x 80
outlines:
  grow: true
  rough: 0
  coast: [[[10, 10], [50, 10], [50, 70], [10, 70]], [[60, 10], [110, 10], [110, 70], [60, 70]]]
areas: {Aldo: {at: [30, 25]}, Bree: {at: [30, 55]}, Cole: {at: [85, 25]}, Dune: {at: [85, 55]}}
roads: [Aldo -- Bree, Cole -- Dune, {from: Aldo, to: Dune, kind: strait}]
"""
    (strait,) = [item for item in strokes(regions(grown), "map-strait") if item.stroke and item.stroke.dash]
    (_, x0, y0), (_, x1, y1) = strait.commands
    assert 45 < x0 < 50
    assert 60 < x1 < 65
    assert y0 <= 38, "the border with a third area is at 40"
    assert y1 >= 42


def test_grown_areas_share_the_island_on_which_they_are() -> None:
    islands = "[[10, 10], [50, 10], [50, 70], [10, 70]], [[52, 10], [110, 10], [110, 70], [52, 70]]"
    coast = f"[{islands}, [[2, 2], [6, 2], [6, 6]]]"
    text = f"kind: area-map\nsize: 120 x 80\noutlines: {{grow: true, rough: 0, coast: {coast}}}\n"
    found = regions(
        text + "areas: {Aldo: {at: [49, 40]}, Bree: {at: [100, 20]}, Cole: {at: [100, 60]}}\nroads: []\n"
    ).shapes
    assert [round(abs(sum(map(signed_area, found[name])))) for name in ("Aldo", "Bree", "Cole")] == [2408, 1740, 1740]


def test_a_style_without_borders_draws_the_roads_between_areas() -> None:
    of_map = area_map(FOUR)
    hidden = style("fill: none, frontier: {width: 0}")
    shown = lay_out(of_map, style(), 120, 80).ways
    assert len(lay_out(of_map, hidden, 120, 80).ways) == len(of_map.roads) > len(shown)


def test_edges_lie_inside_of_each_district() -> None:
    found = regions(more="edge: 2")
    bands = [
        item
        for item in found.draw()
        if isinstance(item, Group) and isinstance(item.clip, Path) and item.items[0].stroke.width == 4
    ]  # type: ignore[union-attr]
    assert len(bands) == 3, "two districts, and the isle"
    assert deepened("#F0DDA6") < "#F0DDA6"


def test_slots_and_marks_are_inside_of_their_areas_and_apart() -> None:
    found = regions(more="slots: {count: 3, size: 6}, marks: {port: {icon: star, size: 4}}")
    assert {row.area.id for row in found.rows} == {"Mora", "Sela", "Kesh", "Isle", "Deep"}
    assert [len(row.items) for row in found.rows if row.area.id == "Mora"] == [4]
    for row in found.rows:
        for (x, y), size, _ in row.items:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                assert inside(found.shapes[row.area.id], (x + dx * size / 2, y + dy * size / 2))
        for (one, a, _), (other, b, _) in combinations(row.items, 2):
            assert ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5 >= (a + b) / 2
    discs = [item for item in found.draw_slots() if isinstance(item, Ellipse)]
    assert len(discs) == 15


def test_an_area_with_several_tags_has_the_mark_of_each() -> None:
    tagged = FOUR.replace("tags: [port]", "tags: [city, port]")
    assert tagged != FOUR
    found = regions(tagged, "marks: {port: {icon: star, size: 4}, city: {icon: flag}, fort: {icon: coin}}")
    (row,) = (row for row in found.rows if row.area.id == "Mora")
    assert [mark.icon.name for _, _, mark in row.items if mark] == ["star", "flag"]


def test_an_area_too_small_for_its_slots_has_smaller_ones_or_none() -> None:
    small = FOUR.replace("[100, 30], [115, 30], [115, 50], [100, 50]", "[100, 30], [106, 30], [106, 36], [100, 36]")
    rows = {row.area.id: row for row in regions(small, "slots: {count: 1, size: 5.5}").rows}
    assert rows["Isle"].items[0][1] < 5.5
    assert "Isle" not in {row.area.id for row in regions(small, "slots: {count: 4, size: 9}").rows}


def test_only_areas_with_a_tag_have_slots_if_the_style_says_so() -> None:
    assert [row.area.id for row in regions(more="slots: {tags: [port]}").rows] == ["Mora"]


def test_a_map_is_painted_with_its_labels_and_a_lit_area() -> None:
    drawn: AreaMap = area_map(FOUR)
    plain = paint_area_map(drawn, style(), look(), 120, 80)
    lit = paint_area_map(drawn, style("lit: 1.5"), look(), 120, 80, frozenset({"Kesh"}))
    assert not any(isinstance(item, Ellipse) for item in flat(plain))
    line = [item for item in lit[1:] if isinstance(item, Path)]
    assert [item.stroke.width for item in line if item.stroke] == [1.5]


def test_roads_between_areas_with_outlines_are_no_lines() -> None:
    drawn = area_map(FOUR)
    chosen = map_style((STYLE % "") + "roads: {width: 1}")
    assert lay_out(drawn, chosen, 120, 80).ways == ()
    assert len(lay_out(drawn, map_style("kind: map-style\nroads: {width: 1}"), 120, 80).ways) == 4


def test_a_river_widens_from_its_source_to_its_mouth() -> None:
    course = [(10.0, 10.0), (14.0, 20.0), (11.0, 30.0), (20.0, 40.0)]
    outline = ribbon(course, 2.0)
    half = len(outline) // 2
    widths = [math.dist(one, other) for one, other in zip(outline[:half], reversed(outline[half:]), strict=True)]
    assert widths == sorted(widths)
    assert (widths[0], widths[-1]) == (pytest.approx(0.6), pytest.approx(2.0))
    for point in course[1:-1]:
        assert inside((outline,), point)


def test_rivers_are_drawn_below_borders_and_end_at_the_coast() -> None:
    text = FOUR + "rivers: [{course: [[60, 15], [80, 20], [100, 12]], width: 2}, {course: [[15, 45], [30, 60]]}]\n"
    found = regions(text)
    items = list(found.draw())
    (rivers,) = (
        each for each in items if isinstance(each, Group) and each.items[0].fill == found.canvas.paint("river")
    )
    assert isinstance(rivers.clip, Path)
    assert items.index(rivers) < len(items) - 2
    assert sum(command[0] == "Z" for command in rivers.items[0].commands) == 2
    assert len(list(regions().draw())) == len(items) - 1


def test_a_kind_of_roads_with_its_own_line_is_no_plain_road_as_well() -> None:
    text = """
        kind: area-map
        size: 60 x 40
        areas: {Pier: {at: [10, 20]}, Isle: {at: [50, 20]}}
        roads: [{from: Pier, to: Isle, kind: ferry}]
    """
    plain = """
        kind: map-style
        paper: {}
        labels: {places: {style: area-label}}
        roads: {width: 1}
        tracks: {kinds: {%s: {line: dashed}}}
    """

    def strokes(kind: str) -> list[bool]:
        drawn = flat(paint_area_map(area_map(text), map_style(plain % kind), look(), 60, 40))
        return [bool(item.stroke.dash) for item in drawn if isinstance(item, Path) and item.stroke]

    assert strokes("ferry") == [True]
    assert strokes("rail") == [False]


def test_marks_keep_clear_of_a_symbol_that_is_not_in_the_middle() -> None:
    drawn = area_map(FOUR.replace("in: north, tags: [port]}", "in: north, tags: [port], at: [30, 31]}", 1))
    chosen = map_style(
        "kind: map-style\nlabels: {places: {style: area-label}}\nplaces: {diameter: 5, tags: {port: {shape: star}}}\n"
        "regions: {marks: {port: {icon: star, size: 6}}}\n"
    )
    assert chosen.regions
    canvas = Canvas(drawn, chosen, look(), lay_out(drawn, chosen, 120, 80))
    found = Regions(drawn, canvas, chosen.regions, onto_face(drawn, chosen, 120, 80))
    (row,) = (row for row in found.rows if row.area.id == "Mora")
    (spot,) = (spot for spot in canvas.plan.spots if spot.area.id == "Mora")
    ((x, y), size, _) = row.items[0]
    beyond = math.hypot(max(0.0, abs(x - spot.at[0]) - size / 2), max(0.0, abs(y - spot.at[1]) - size / 2))
    assert beyond >= spot.reach - 0.01


def test_slots_without_room_are_reported_and_smaller_ones_once() -> None:
    text = FOUR.replace("[[100, 30], [115, 30], [115, 50], [100, 50]]", "[[100, 30], [104, 30], [104, 34], [100, 34]]")
    said = [each.message for each in regions(text, "slots: {count: 2, size: 16}").crowded_slots()]
    assert said == [
        "'Isle' has no room for its slots, so none are printed",
        "'Deep' has room for slots of 11.2 mm, not of 16 mm",
    ]
    assert not list(regions(more="slots: {count: 1, size: 5}").crowded_slots())
    (mark,) = regions(more="marks: {port: {icon: star, size: 59}}").crowded_slots()
    assert mark.message == "'Mora' has no room for its marks, so none are printed"
