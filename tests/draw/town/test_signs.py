"""Landmarks as drawings of their own, and what keeps off what else is printed."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from pnp.draw.maps.street_map import Streetscape, compose, scape_of
from pnp.draw.maps.tile_map import _painting
from pnp.draw.town.names import draw_frame
from pnp.draw.town.signs import RIM, SHADOW, draw_cut_out, draw_paths, draw_pointers, draw_signs
from pnp.draw.town.street_layout import overlap
from pnp.draw.town.streets import draw_ground
from pnp.geometry.polygons import inside, rectangle
from pnp.model.maps.map_style import Clearing, MapStyle
from pnp.model.reference import Ref
from pnp.scene.extent import bounds
from pnp.scene.items import Ellipse, Group, Path, Rect, Same
from tests.draw.maps.test_street_map import texts
from tests.draw.town.sample import map_style
from tests.draw.town.street_sample import CITY, TILES, house_style, look, street_map, tile_map


def city(style: MapStyle) -> Streetscape:
    drawn = street_map()
    return compose(scape_of(drawn, drawn.width, drawn.height), drawn, style, look())


def test_a_cut_out_has_a_rim_all_round_and_a_shadow() -> None:
    drawing = look().icon("crown", 10.0, 20.0, 24.0)
    shadow, rim, picture = draw_cut_out(drawing, lambda thing: {"shadow": "#111111", "sign": "#EEEEEE"}[thing])
    assert picture is drawing
    assert isinstance(rim, Path)
    assert isinstance(shadow, Path)
    assert (shadow.fill, rim.fill) == ("#111111", "#EEEEEE")
    inner, outer, below = bounds((drawing,)), bounds((rim,)), bounds((shadow,))
    assert inner
    assert outer
    assert below
    assert abs(inner.left - outer.left - RIM) < 0.1
    assert abs(outer.bottom - inner.bottom - RIM) < 0.1
    assert abs(below.right - outer.right - SHADOW) < 0.1
    assert sum(command[0] == "M" for command in rim.commands) == 1  # the gap above the crown's band is filled


@pytest.mark.slow
def test_landmarks_are_cut_out_where_the_style_says_so() -> None:
    style = house_style("board-style")
    assert style.sites
    bold = replace(style, sites=replace(style.sites, cut_out=True))
    discs, stands = ([item for item in city(it).items if isinstance(item, Ellipse)] for it in (style, bold))
    assert len(discs) - len(stands) == 3 * sum(site.landmark for site in street_map().served)


@pytest.mark.slow
def test_a_mark_with_a_frame_leaves_the_middle_of_its_spaces_free() -> None:
    style = house_style("board-style")
    assert style.streets
    special = replace(style.streets.marks[0], frame=2.0)
    framed = city(replace(style, streets=replace(style.streets, marks=(special,))))
    assert framed.canvas.style.streets
    fill, count = look().colour("map-special"), sum("special" in slot.tags for slot in framed.scape.slots)
    ground = list(draw_ground(framed.scape, framed.canvas.style.streets, framed.canvas))
    (rims,) = [item for item in ground if isinstance(item, Path) and item.fill == fill]
    assert sum(command[0] == "M" for command in rims.commands) == 2 * count  # an outer and an inner edge of each


@pytest.mark.slow
def test_names_are_on_flags_where_the_style_says_so() -> None:
    style = house_style("board-style")
    assert style.sites
    bold = replace(style, sites=replace(style.sites, flags=True))
    plain, flags = (Counter(it.fill for it in city(each).items if isinstance(it, Rect)) for each in (style, bold))
    assert (
        sum((flags - plain).values())
        == sum((plain - flags).values())
        == sum(bool(post.name) for post in city(style).posts)
    )


@pytest.mark.slow
def test_badges_and_names_keep_off_what_the_style_keeps_clear() -> None:
    style = house_style("board-style")
    badge = city(style).badges[0]
    x, y = badge.at
    kept = replace(style, clear=(Clearing((x - 10, y - 10), (20, 20)),))
    box = rectangle(x - 10, y - 10, 20, 20)
    moved = city(kept)
    assert badge.district in [it.district for it in moved.badges]
    assert not any(overlap(it.name.ground(0.0), box) for it in (*moved.badges,))
    assert not any(overlap(name.ground(0.0), box) for name in moved.names)


@pytest.mark.slow
def test_hidden_names_keep_their_ground() -> None:
    named = city(house_style("board-style"))
    bare = city(replace(house_style("board-style"), hide_names=True))
    assert named.names
    assert not bare.names
    assert not any(post.name for post in bare.posts)
    assert not any(badge.name for badge in bare.badges)
    assert [face.ground for face in bare.found] == [face.ground for face in named.found]
    assert bare.canvas.plan.kept == named.canvas.plan.kept
    assert [post.at for post in bare.posts] == [post.at for post in named.posts]
    said = set(texts(bare.items))
    assert not said & {"Fish market", "Lighthouse", "Docks", "LONG AVENUE"}
    assert "GARAGE" not in said
    assert {"12", "A"} <= said


def scene(site: str) -> Streetscape:
    streets = "streets: {High: {from: [5, 60], to: [115, 60], spaces: 4}}"
    drawn = street_map(f"kind: street-map\nsize: 120 x 90\n{streets}\nsites:\n  {site}\n")
    return compose(scape_of(drawn, drawn.width, drawn.height), drawn, house_style("board-style"), look())


def test_a_site_without_an_arrow_does_not_point_at_its_space() -> None:
    site = "Mill: {by: High 2, at: [50, 20], icon: meter%s}"
    pointing, plain = scene(site % ""), scene(site % ", arrow: false")
    heads = [list(draw_pointers(it.posts, it.scape, it.canvas)) for it in (pointing, plain)]
    paths = [list(draw_paths(it.posts, it.scape, it.canvas)) for it in (pointing, plain)]
    assert [len(each) for each in heads] == [1, 0]
    assert [len(each) for each in paths] == [2, 0]


def test_the_path_from_a_plot_is_straight_although_its_middle_is_past_the_end_of_the_space() -> None:
    drawn = tile_map(TILES.replace("Mill: {by: [C", "Mill: {at: [16, 99], plot: 20 x 70, by: [C"))
    mill = _painting(Same(drawn), Same(house_style("board-style")), Same(look()))[3]
    (post,) = mill.posts
    assert post.sign.plot == (20, 70)
    outline, inside = draw_paths((post,), mill.scape, mill.canvas)
    assert isinstance(outline, Path)
    assert isinstance(inside, Path)
    (_, x, y), (_, to_x, to_y) = outline.commands
    assert x > to_x
    assert y == to_y
    assert abs(y - post.at[1]) > 1


def test_rows_and_columns_of_a_frame_may_meet_at_given_lines() -> None:
    def drawn(grid: str) -> tuple[set[float], set[float]]:
        text = f"kind: map-style\nstreets: {{}}\nframe: {{width: 8, {grid}, names: space-number}}\n"
        frame = map_style(text).frame
        assert frame
        return set(frame.column_edges(100)), set(frame.row_edges(200))

    assert drawn("grid: 2 x 4") == ({8, 50, 92}, {8, 54, 100, 146, 192})
    assert drawn("grid: 2 x 4, row-lines: [90, 1 in]") == ({8, 50, 92}, {8, 25.4, 90, 192})
    assert drawn("column-lines: [20, 70], row-lines: [40]") == ({8, 20, 70, 92}, {8, 40, 192})


def test_the_numbers_of_a_frame_stand_in_the_middle_of_their_rows() -> None:
    style = house_style("board-style")
    assert style.frame
    scape, canvas = city(style).scape, city(style).canvas
    frame = replace(style.frame, rows=3, row_lines=(100.0, 120.0))
    middles = [
        round((box.top + box.bottom) / 2, 0)
        for item in draw_frame(scape, frame, canvas)
        if isinstance(item, Group) and (box := bounds((item,))) and box.right < frame.width
    ]
    assert middles == [54, 110, round((120 + scape.height - frame.width) / 2)]


def test_the_numbers_of_a_frame_may_be_level_with_the_only_street_of_their_row() -> None:
    style = house_style("board-style")
    assert style.frame
    scape, canvas = city(style).scape, city(style).canvas
    streets = sorted({x.points[0][1] for x in scape.streets if len({y for _, y in x.points}) == 1})
    lines = tuple(round(street + 12, 1) for street in streets[:2])
    frame = replace(style.frame, rows=3, row_lines=lines, row_labels="street")
    found = [
        (box.top + box.bottom) / 2
        for item in draw_frame(scape, frame, canvas)
        if isinstance(item, Group) and (box := bounds((item,))) and box.right < frame.width
    ]
    assert found[:2] == pytest.approx(streets[:2], abs=0.3)
    inside = [y for y in streets if y > lines[1]]
    assert len(inside) != 1
    assert found[2] == pytest.approx((lines[1] + scape.height - frame.width) / 2, abs=0.3)


def test_the_bar_of_a_frame_is_dark_and_light_by_turns() -> None:
    style = house_style("board-style")
    assert style.frame
    scape, canvas = city(style).scape, city(style).canvas
    frame = replace(style.frame, bar=2.0, columns=2, column_lines=(70.0,), rows=2, row_lines=(50.0,), names=None)
    _, _, *parts = (item for item in draw_frame(scape, frame, canvas) if isinstance(item, Rect | Path))
    rects = [item for item in parts if isinstance(item, Rect)]
    assert [(rect.x, rect.y, rect.width, rect.height) for rect in rects[:3]] == [
        (frame.width, frame.width - 2, 70 - frame.width, 2),
        (frame.width, scape.height - frame.width, 70 - frame.width, 2),
        (70, frame.width - 2, scape.width - frame.width - 70, 2),
    ]
    dark, light = canvas.paint("outline"), canvas.paint("frame")
    assert [rect.fill for rect in rects] == [light, light, dark, dark] * 2


@pytest.mark.slow
def test_boats_lie_inside_of_the_frame() -> None:
    style = house_style("board-style")
    assert style.frame
    edge, drawn = style.frame.width, street_map()
    boats = [item for item in city(style).items if isinstance(item, Group) and len(item.items) == 5]
    assert boats
    for boat in boats:
        around = bounds((boat,))
        assert around
        assert edge < around.left < around.right < drawn.width - edge
        assert edge < around.top < around.bottom < drawn.height - edge


@pytest.mark.slow
def test_crosswalks_that_are_never_closed_have_a_colour_of_their_own_where_it_is_given() -> None:
    text = CITY + "closures: {barrier: {lies-on: crossings, never: [Garage exit]}}\n"
    drawn, style = street_map(text), house_style("board-style")
    crosswalks = [lot.kept for lot in scape_of(drawn, drawn.width, drawn.height).lots]
    assert crosswalks == [True]
    bars = {}
    for apart in ({}, {"kept-crosswalk": Ref("club", style.span)}):
        scape = compose(scape_of(drawn, 360, 500), drawn, replace(style, colours=apart), look())
        fills = Counter(item.fill for item in scape.items if isinstance(item, Path))
        bars[bool(apart)] = fills[look().colour("club")]
    assert bars[True] == bars[False] + 1


def district_at(scape: Streetscape, x: float, y: float) -> str:
    """The district whose tint the ground at this point has."""
    return next(face.district for face in scape.found if inside(face.ground, (x, y)))


@pytest.mark.slow
def test_the_ground_of_a_block_is_of_the_district_of_its_sites() -> None:
    plain = city(house_style("board-style"))
    assert {district_at(plain, x, 132) for x in (115, 168)} == {"Old town"}
    text = CITY.replace("Chapel: {by: Church Street 2,", "Chapel: {by: Church Street 2, at: [46, 140], in: Mills,")
    drawn = street_map(text)
    whole = compose(scape_of(drawn, 360, 500), drawn, house_style("board-style"), look())
    assert {district_at(whole, x, 132) for x in (40, 85)} == {"Mills"}


@pytest.mark.slow
def test_a_block_with_sites_of_two_districts_is_shared_between_them() -> None:
    chapel, bakery = "Chapel: {by: Church Street 2,", "Bakery: {by: West Road 6,"
    text = CITY.replace(chapel, f"{chapel} at: [85, 140], in: Mills,").replace(bakery, f"{bakery} at: [44, 140],")
    drawn = street_map(text.replace("at: [44, 140],", "at: [44, 140], in: Docks,"))
    apart = compose(scape_of(drawn, 360, 500), drawn, house_style("board-style"), look())
    assert (district_at(apart, 44, 132), district_at(apart, 88, 132)) == ("Docks", "Mills")


@pytest.mark.slow
def test_only_names_of_landmarks_are_framed() -> None:
    scape = city(house_style("board-style"))
    named = [post for post in scape.posts if post.name]
    framed = [item for item in draw_signs(scape.posts, scape.canvas) if isinstance(item, Rect) and item.stroke]
    assert len(framed) == sum(post.sign.landmark for post in named) > 0
