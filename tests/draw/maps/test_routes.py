"""Routes on paper: spaces, double routes, kinds, costs, stubs, and what does not fit."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator

import pytest

from pnp.draw.maps.area_map import paint_area_map, roads_that_do_not_fit
from pnp.draw.maps.road_lines import DrawnRoad, drawn_roads
from pnp.draw.maps.routes import TrackPainter
from pnp.draw.town.plan import Canvas, lay_out
from pnp.facts.look import UnknownNameError, look_of
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.map_style import COLOUR_MARKS, MapStyle
from pnp.scene.drawings import dump
from pnp.scene.items import Group, Item, Path, Scene, Text
from tests.draw.desk import ROOT
from tests.draw.town.sample import area_map, look, map_style
from tests.games import GALLERY, loaded

MAP = """
kind: area-map
size: 200 x 120
ground: none
areas:
  Alva: {at: [30, 60]}
  Brenn: {at: [100, 20]}
  Corra: {at: [170, 60]}
  Dunes: {at: [100, 100]}
  Fork: {at: [100, 60], waypoint: true}
road-kinds: {rail: {}, ferry: {cost: 4}}
roads:
  - {from: Alva, to: Brenn, kind: rail, spaces: 4, colour: [red, blue]}
  - {from: Brenn, to: Corra, kind: rail, spaces: 4, colour: green, name: East line, one-way: true}
  - {from: Corra, to: Dunes, kind: ferry, via: [[150, 95]], curve: true, name: Night ferry}
  - {from: Alva, to: Fork, spaces: 3}
  - {from: Fork, to: Corra, spaces: 3}
  - {from: Dunes, to: Fork}
  - {from: Alva, to: Corra, wraps: west, spaces: 3, colour: any}
"""

STYLE = """
kind: map-style
places: {diameter: 8, rim: 1, outline: 0.4}
tracks:
  length: 10
  width: 4
  bed: 0.5
  kinds: {rail: {line: rail, width: 1.2}, ferry: {line: dashed, shape: boat, colour: water}}
  colours: {any: {mark: none}, red: {icon: heart, ink: heart}, blue: {fill: diamond-tint, mark: ring}}
  costs: space-number
  names: street-name
  stubs: street-name
"""


def drawn(text: str = MAP, style: str = STYLE) -> tuple[AreaMap, MapStyle]:
    return area_map(text), map_style(style)


def roads(text: str = MAP, style: str = STYLE) -> tuple[DrawnRoad, ...]:
    of_map, of_style = drawn(text, style)
    assert of_style.tracks
    return drawn_roads(lay_out(of_map, of_style, 200, 120), of_style.tracks)


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from flat(item.items)


def test_routes_are_as_they_were(golden: Callable[[str, str], None]) -> None:
    items = paint_area_map(*drawn(), look(), 200, 120)
    golden("routes.txt", dump(Scene(200, 120, items)))


def test_every_road_has_its_spaces_between_the_rims_of_its_places() -> None:
    of_map, _ = drawn()
    found = roads()
    assert [len(each.spaces) for each in found] == [4, 4, 4, 0, 3, 3, 0, 2, 1]
    middles = {area.id: area.at for area in of_map.areas}
    for each in found:
        assert each.squeezed == 1
        for end in (each.road.start.name, each.road.end.name):
            middle = middles[end]
            assert middle
            if end != "Fork" and each.road.wraps is None:
                assert min(math.dist(middle, point) for point in each.line) >= 5.2 - 1e-6


def test_a_double_route_has_its_roads_side_by_side() -> None:
    one, two, *_ = roads()
    assert (one.road.colour, two.road.colour) == (one.road.colour, two.road.colour)
    for here, there in zip(one.spaces, two.spaces, strict=True):
        assert math.dist(here.at, there.at) == pytest.approx(5, abs=0.2)  # the width and the gap between them


def test_a_road_that_wraps_is_two_stubs_with_the_names_of_the_far_ends() -> None:
    *_, west, east = roads()
    assert west.way.points == ((30, 60), (0, 60))
    assert east.way.points == ((200, 60), (170, 60))
    texts = {item.string for item in flat(paint_area_map(*drawn(), look(), 200, 120)) if isinstance(item, Text)}
    assert {"CORRA", "ALVA", "EAST LINE", "NIGHT FERRY", "4"} <= texts
    assert "FORK" not in texts


def test_equal_spaces_are_the_same_items() -> None:
    spaces = [
        item.items
        for item in flat(paint_area_map(*drawn(), look(), 200, 120))
        if isinstance(item, Group) and item.transform[:4] != (1.0, 0.0, 0.0, 1.0)
    ]
    assert len({id(each) for each in spaces}) < len(spaces) / 2


def test_each_colour_has_another_mark_unless_the_style_says_so() -> None:
    colours = [f"c{number}" for number in range(5)]
    text = "\n".join(f"  - {{from: A, to: B, spaces: 2, colour: {each}}}" for each in colours)
    of_map = area_map(
        f"kind: area-map\nareas: {{A: {{at: [9, 9]}}, B: {{at: [90, 90]}}}}\nsize: 99 x 99\nroads:\n{text}"
    )
    style = map_style("kind: map-style\ntracks: {colours: {c3: {mark: disc}}}")
    assert style.tracks
    painter = TrackPainter(of_map, Canvas(of_map, style, look(), lay_out(of_map, style, 99, 99)), style.tracks)
    marks = [painter.mark(each) for each in colours]
    assert marks == [*COLOUR_MARKS[1:4], "disc", COLOUR_MARKS[4]]


def test_a_colour_that_the_theme_lacks_is_reported() -> None:
    text = MAP.replace("[red, blue]", "octarine")
    with pytest.raises(UnknownNameError, match="map-track-octarine"):
        paint_area_map(*drawn(text), look(), 200, 120)


def messages(text: str, style: str = STYLE) -> list[str]:
    return [each.message for each in roads_that_do_not_fit(*drawn(text, style), look(), 200, 120)]


def test_what_fits_is_no_finding() -> None:
    assert messages(MAP) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "kind: rail, spaces: 4, colour: [red",
            "kind: rail, spaces: 9, colour: [red",
            "'Alva' – 'Brenn' (blue) has room",
        ),
        ("[100, 100]", "[120, 64]", "spaces of the road 'Fork' – 'Corra' lie on the place 'Dunes'"),
        ("[100, 60], w", "[80, 36], w", "overlap those of the road 'Alva' – 'Brenn'"),
    ],
)
def test_what_does_not_fit_is_named(old: str, new: str, message: str) -> None:
    assert old in MAP
    assert any(message in each for each in messages(MAP.replace(old, new)))


def test_colours_that_look_alike_need_different_marks() -> None:
    style = STYLE.replace("blue: {fill: diamond-tint, mark: ring}", "blue: {fill: map-track-green, mark: ring}")
    assert messages(MAP, style) == []
    same = style.replace("any: {mark: none}", "any: {mark: none}, green: {mark: ring}")
    assert messages(MAP, same) == ["the spaces of the colours 'blue' and 'green' look alike"]


def test_every_key_of_tracks_changes_the_drawing() -> None:
    properties = json.loads((ROOT / "schemas" / "map-style.schema.json").read_text(encoding="utf-8"))["properties"]
    changed = {
        "length": 7, "width": 3, "gap": 2, "apart": 3, "margin": 4, "bed": 1, "outline": 0.1, "corner": 0,
        "shape": "dot",
        "marks": False, "line": {"line": "double"}, "kinds": {}, "colours": {}, "costs": "card-title",
        "names": "card-title", "stubs": "card-title",
    }  # fmt: skip
    assert set(changed) == set(properties["tracks"]["properties"])
    before = dump(Scene(200, 120, paint_area_map(*drawn(), look(), 200, 120)))
    own = {line.split(":")[0].strip(): line for line in STYLE.splitlines() if line.startswith("  ")}
    for key, value in changed.items():
        style = STYLE.replace(own.get(key, "\0"), "").rstrip() + f"\n  {key}: {json.dumps(value)}\n"
        assert dump(Scene(200, 120, paint_area_map(*drawn(style=style), look(), 200, 120))) != before, key


@pytest.mark.parametrize("line", ["solid", "dashed", "dotted", "double", "rail"])
def test_lines_are_drawn_for_roads_without_spaces(line: str) -> None:
    style = f"kind: map-style\ntracks: {{line: {{line: {line}, width: 1}}}}"
    assert paint_area_map(*drawn(style=style), look(), 200, 120)


def test_a_coloured_road_without_spaces_has_a_line_of_its_colour() -> None:
    """On a transit plan that is how lines are told apart."""
    game = loaded(GALLERY).game
    plan, style, house = game.find(AreaMap, "realm"), game.find(MapStyle, "transit"), look_of(game)
    assert plan
    assert style
    items = paint_area_map(plan, style, house, 250.0, 170.0)
    wide = [it.stroke for it in _leaves(items) if isinstance(it, Path) and it.stroke and it.stroke.width == 2.2]
    colours = {house.colour(f"map-track-{word}") for word in ("red", "blue", "green", "purple", "orange", "brown")}
    assert colours <= {stroke.colour for stroke in wide}


def _leaves(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from _leaves(item.items)
        else:
            yield item
