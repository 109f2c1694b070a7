"""Charts: what each key of a style draws, that styles extend each other, and that nothing covers what it must not."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path as FilePath
from typing import Any

import pytest
import yaml
from msgspec.structs import replace
from PIL import Image

from pnp.draw.maps.area_map import _painting, crowded_labels, label_boxes, paint_area_map
from pnp.draw.maps.chart import Chart
from pnp.draw.maps.grid_map import paint_grid_map
from pnp.draw.maps.ornaments import CORNERS
from pnp.draw.maps.road_lines import bent_ways, stub_names
from pnp.draw.town.plan import lay_out
from pnp.facts.look import Look, look_of
from pnp.geometry.polygons import inside
from pnp.loader.reader import read_content
from pnp.model.game import Game
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.grid_map import read_grid_map
from pnp.model.maps.map_style import MapStyle
from pnp.render.pdf import render_png
from pnp.scene.items import BoundingBox, Group, Item, Path, Same, Scene, Text
from pnp.scene.vision import contrast
from pnp.source import load_schemas, read_document, validate
from pnp.source.tree import Node, Overlay
from tests.draw.desk import ROOT, read
from tests.draw.town.sample import area_map
from tests.games import GALLERY, loaded
from tests.pipeline import report_on, write

STYLES = ("atlas", "political", "wargame", "treasure", "transit")
WIDTH, HEIGHT = 250.0, 170.0


@cache
def gallery() -> Game:
    return loaded(GALLERY).game


@cache
def realm() -> AreaMap:
    found = gallery().find(AreaMap, "realm")
    assert found
    return found


@cache
def towns() -> AreaMap:
    """The same towns without outlines."""
    found = gallery().find(AreaMap, "towns")
    assert found
    return found


@cache
def look(variant: str | None = None) -> Look:
    return look_of(gallery(), variant)


def named(name: str) -> MapStyle:
    found = gallery().find(MapStyle, name)
    assert found
    return found


def root(text: str) -> Node:
    document = validate(read_document(text, "style.yaml"), load_schemas(ROOT / "schemas"))
    assert not document.findings, document.findings
    assert document.root
    return document.root


def style(base: str, more: str = "") -> MapStyle:
    """A style of the house with what `more` changes in it."""
    text = (ROOT / "content" / "house" / "styles" / f"{base}.yaml").read_text(encoding="utf-8")
    below = root(text)
    above = root(f"kind: map-style\nextends: {base}\n{more}")
    found = read_content("map-style", Overlay.of(above, below, deep=True), "it", damaged=False)
    assert isinstance(found, MapStyle)
    return found


def drawn(it: MapStyle, area_map: AreaMap | None = None) -> tuple[Item, ...]:
    return paint_area_map(area_map or realm(), it, look(), WIDTH, HEIGHT)


def chart(it: MapStyle, area_map: AreaMap | None = None) -> Chart:
    found = _painting(Same(area_map or realm()), Same(it), Same(look()), WIDTH, HEIGHT).chart
    assert found
    return found


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from flat(item.items)


def inner_square(box: BoundingBox) -> BoundingBox:
    """The square inside a disc, if the box is that of a disc, such as a rose; any other box as it is."""
    return box.grown(-0.147 * box.width) if math.isclose(box.width, box.height) else box


# The styles of the house.


@pytest.mark.parametrize("of", [realm, towns])
@pytest.mark.parametrize("name", STYLES)
def test_a_style_draws_every_label_and_covers_nothing(name: str, of: Callable[[], AreaMap]) -> None:
    it = named(name)
    assert not crowded_labels(of(), it, look(), WIDTH, HEIGHT)
    found = chart(it, of())
    assert {key for key in found.labels if not key.startswith("district ")} == {area.id for area in of().areas}
    boxes = [box for _, box in found._ornaments]
    for placed in found.labels.values():
        for ground in placed.position.ground:
            assert found.frame.contains(ground.bounds)
            assert not any(inner.overlaps(ground.bounds) for inner in (inner_square(box) for box in boxes))
    for spot in found.canvas.plan.spots:
        assert not any(box.grown(-0.5).overlaps(BoundingBox(*spot.at, *spot.at).grown(spot.reach)) for box in boxes)
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))


@pytest.mark.slow
@pytest.mark.parametrize("name", STYLES)
def test_two_runs_draw_the_same_style(name: str) -> None:
    before = drawn(named(name))
    _painting.cache_clear()
    assert drawn(named(name)) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", STYLES)
def test_a_style_needs_little_ink(name: str) -> None:
    """In the variant low-ink the mean darkness of the page is at most 13 %, as of every page of a game."""
    items = paint_area_map(realm(), named(name), look("low-ink"), WIDTH, HEIGHT)
    picture = Image.open(BytesIO(render_png(Scene(WIDTH, HEIGHT, items), 50)))
    histogram = picture.convert("L").histogram()
    assert sum(count * (255 - level) for level, count in enumerate(histogram)) / 255 / sum(histogram) <= 0.13


GROUNDS = {
    "atlas": {"atlas-town": "atlas-land", "atlas-city": "atlas-land", "atlas-water": "atlas-sea"},
    "political": {"political-town": "political-land", "political-water": "political-sea"},
    "wargame": {"wargame-town": "wargame-land", "wargame-water": "wargame-sea"},
    "treasure": {"treasure-town": "treasure-land", "treasure-water": "treasure-edge"},
    "transit": {"transit-stop": "paper"},
}


@pytest.mark.parametrize("name", STYLES)
def test_letters_stand_out_from_their_ground_and_are_large_enough(name: str) -> None:
    for role, ground in GROUNDS[name].items():
        assert contrast(look().text(role).colour, look().colour(ground)) >= 4.5
    for role in named(name).texts():
        least = 6 if role.name == "cell-number" else 8  # numbers of cells are looked up, not read
        assert look().text(role.name).size >= least
    for item in flat(drawn(named(name))):
        assert not isinstance(item, Text) or item.size >= 7.99


@pytest.mark.parametrize("name", STYLES)
def test_places_are_told_apart_by_shape_or_size_and_not_by_colour_alone(name: str) -> None:
    places = named(name).places
    assert places
    forms = {(each.shape or places.shape, each.diameter or places.diameter) for each in places.tags.values()}
    assert len({*forms, (places.shape, places.diameter)}) == len(places.tags) + 1


# Each key changes the drawing.

KEYS = (
    ("treasure", "paper: {grain: 0}"),
    ("treasure", "paper: {edge: 0}"),
    ("atlas", "paper: {graticule: 60}"),
    ("atlas", "paper: {bend: 0.3}"),
    ("treasure", "paper: {rhumb-lines: 8}"),
    ("treasure", "paper: {centres: [[20, 20]]}"),
    ("treasure", "sea: {fill: true}"),
    ("atlas", "sea: {bands: 2}"),
    ("atlas", "sea: {band: 3}"),
    ("treasure", "sea: {lines: 4}"),
    ("treasure", "sea: {apart: 2}"),
    ("treasure", "sea: {waves: 0.8}"),
    ("treasure", "sea: {creatures: 1}"),
    ("treasure", "shore: {line: 1}"),
    ("treasure", "shore: {strokes: 0}"),
    ("atlas", "shore: {shadow: 1}"),
    ("treasure", "relief: {tags: {mountains: {form: dune}}}"),
    ("treasure", "relief: {tags: {mountains: {form: mountain, size: 5}}}"),
    ("treasure", "relief: {tags: {mountains: {form: mountain, apart: 4}}}"),
    ("treasure", "relief: {wild: [pine]}"),
    ("treasure", "relief: {share: 0.9}"),
    ("treasure", "relief: {size: 8}"),
    ("treasure", "compass: {size: 20}"),
    ("treasure", "compass: {form: plain}"),
    ("treasure", "compass: {at: [30, 140]}"),
    ("atlas", "border: {width: 9}"),
    ("atlas", "border: {form: lines}"),
    ("atlas", "border: {check: 30}"),
    ("atlas", "title: {style: atlas-town}"),
    ("atlas", "title: {form: plain}"),
    ("atlas", "title: {form: ribbon}"),
    ("atlas", "title: {at: [100, 150]}"),
    *(("atlas", f"title: {{corner: {corner}}}") for corner in CORNERS if corner != "top right"),
    ("atlas", "scale: {length: 30}"),
    ("atlas", "places: {shape: diamond}"),
    ("atlas", "places: {fill: amber}"),
    ("atlas", "places: {tags: {capital: {diameter: 8}}}"),
    ("atlas", "places: {tags: {capital: {outline: 1}}}"),
    ("atlas", "places: {tags: {capital: {icon: star}}}"),
    ("atlas", "places: {tags: {capital: {fill: amber}}}"),
    *(
        ("atlas", f"places: {{tags: {{capital: {{shape: {shape}}}}}}}")
        for shape in ("disc", "square", "diamond", "triangle", "star", "castle", "dot", "cross")
    ),
    ("treasure", "roads: {broken: [2, 2]}"),
    ("transit", "roads: {angles: 0}"),
    ("atlas", "labels: {places: {style: transit-stop}}"),
    ("atlas", "labels: {places: {side: above}}"),
    ("atlas", "labels: {places: {halo: 0}}"),
    ("atlas", "labels: {places: {plate: true}}"),
    ("atlas", "labels: {places: {least: 10.4}, tags: {port: {style: atlas-city}}}"),
    ("atlas", "labels: {tags: {port: {style: atlas-city, rank: 2}}}"),
    ("atlas", "labels: {land: {style: atlas-town}}"),
    ("atlas", "labels: {land: {bent: false, spread: 0, style: chart-title}}"),
    ("atlas", "labels: {sea: {spread: 0}}"),
    ("atlas", "labels: {lake: {style: atlas-town}}"),
    ("atlas", "labels: {districts: {style: atlas-town}}"),
)


@pytest.mark.nightly
@pytest.mark.parametrize(("base", "more"), KEYS)
def test_a_key_changes_the_drawing(base: str, more: str) -> None:
    assert drawn(style(base, more)) != drawn(style(base))


def used_keys(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}/{key}"
            yield from used_keys(inner, f"{path}/*" if path.endswith("tags") else f"{path}/{key}")


def test_no_key_of_a_chart_is_untested() -> None:
    """Keys of the schema that no case above changes have a test of their own below."""
    schema = json.loads((ROOT / "schemas" / "map-style.schema.json").read_text(encoding="utf-8"))
    parts = ("paper", "sea", "shore", "relief", "title", "scale", "border", "labels")
    offered = {f"/{part}/{key}" for part in parts for key in schema["properties"][part]["properties"]}
    cases = {key for _, more in KEYS for key in used_keys(yaml.safe_load(more))}
    own = {f"/scale/{key}" for key in ("parts", "text", "style", "at", "corner")}
    own |= {"/labels/leader", "/labels/rivers"}
    assert offered - cases - own == set()


@pytest.mark.slow
def test_a_scale_has_parts_a_text_and_a_place() -> None:
    plain = style("atlas", "scale: {length: 30}")
    base = drawn(plain)
    for more in ("parts: 6", "text: 100 miles, style: atlas-town", "at: [60, 150]", "corner: bottom left"):
        assert drawn(style("atlas", f"scale: {{length: 30, {more}}}")) != base
    with_text = drawn(style("atlas", "scale: {length: 30, text: 100 miles, style: atlas-town}"))
    assert any(isinstance(it, Text) and it.string == "100 miles" for it in flat(with_text))


def test_a_label_without_a_text_role_is_not_printed_and_neither_is_a_title() -> None:
    quiet = read("quiet.yaml", "kind: map-style\npaper: {}\ntitle: {form: plate}\nlabels: {}")
    assert isinstance(quiet, MapStyle)
    assert not [it for it in flat(drawn(quiet)) if isinstance(it, Text)]


def test_an_area_with_an_outline_has_a_symbol_only_for_a_road_or_a_tag() -> None:
    found = {spot.area.id: spot.radius for spot in chart(named("atlas")).canvas.plan.spots}
    assert found["Kell"] > 0
    assert found["Pell"] == found["The Mere"] == found["The Grey Water"] == 0
    assert {spot.area.id: spot.radius for spot in chart(named("treasure")).canvas.plan.spots}["Pell"] > 0


@pytest.mark.slow
def test_a_place_with_a_tag_has_an_icon_instead_of_a_shape() -> None:
    assert any(tag.name == "port" for area in towns().areas for tag in area.tags)

    def drawn_groups(it: MapStyle) -> set[tuple[Item, ...]]:
        return {item.items for item in flat(drawn(it, towns())) if isinstance(item, Group)}

    icon = look().icon("star", 0, 0, 5.0, look().colour("amber")).items
    assert icon in drawn_groups(style("atlas", "places: {tags: {port: {icon: star, diameter: 5, fill: amber}}}"))
    assert icon not in drawn_groups(style("atlas"))


@pytest.mark.slow
@pytest.mark.parametrize("name", STYLES)
def test_a_place_without_outline_has_its_own_colour(name: str) -> None:
    text = "kind: area-map\nsize: 90 x 60\nareas: {Aldo: {at: [20, 30], colour: '#12AB34'}, Bree: {at: [70, 30]}}\n"
    text += "roads: [Aldo -- Bree]\n"
    items = [item for item in flat(drawn(named(name), area_map(text))) if getattr(item, "fill", None) == "#12AB34"]
    assert len(items) == 1
    plain = drawn(named(name), area_map(text.replace(", colour: '#12AB34'", "")))
    assert not any(getattr(item, "fill", None) == "#12AB34" for item in flat(plain))


@pytest.mark.parametrize("name", STYLES)
def test_a_grid_map_has_names_and_numbers_in_every_style(name: str) -> None:
    cells = read_grid_map(root("kind: grid-map\ncells: hex-flat\nextent: 3 x 2\nplaces: {Mill: {at: B1}}\n"), "hexes")
    items = paint_grid_map(cells, named(name), look(), 60.0, 40.0, frozenset())
    assert {"Mill", "A1", "C2"} <= {item.string for item in flat(items) if isinstance(item, Text)}
    for variant in (None, "low-ink"):
        line, ground = (
            look(variant).colour(named(name).colour(f"cell-{it}", look(variant).roles.palette))
            for it in ("line", "plain")
        )
        assert contrast(line, ground) > 1.25


@pytest.mark.slow
def test_names_of_districts_are_inside_of_them_and_left_out_without_room() -> None:
    names = {key: placed for key, placed in chart(named("atlas")).labels.items() if key.startswith("district ")}
    assert len(names) >= 3
    for key, placed in names.items():
        areas = [area.id for area in realm().areas if area.district and f"district {area.district}" == key]
        shapes = [chart(named("atlas")).outlines[name] for name in areas]
        assert all(any(inside(shape, box.at) for shape in shapes) for box in placed.position.ground)
    large = style("atlas", "labels: {districts: {style: chart-title, least: 72}}")
    assert not crowded_labels(realm(), large, look(), WIDTH, HEIGHT)


@pytest.mark.slow
@pytest.mark.parametrize("name", STYLES)
def test_labels_with_a_position_are_there_in_every_style(name: str) -> None:
    moved = {"Dunmere": (190.0, 20.0), "Farrow": (140.0, 60.0)}
    areas = tuple(replace(area, label_at=moved.get(area.id)) for area in realm().areas)
    districts = tuple(
        replace(each, label_at=(200.0, 150.0) if each.id == "north" else None) for each in realm().districts
    )
    it = chart(named(name), replace(realm(), areas=areas, districts=districts))
    moved["district north"] = (200.0, 150.0)
    found = {key: placed.position.at for key, placed in it.labels.items() if key in moved}
    assert set(found) >= {"Dunmere", "Farrow"}
    for key, at in found.items():
        assert at == pytest.approx(it.canvas.onto_face(moved[key]))


@pytest.mark.slow
def test_boxes_of_labels_are_where_they_are_drawn() -> None:
    areas = tuple(replace(area, label_at=(190.0, 20.0) if area.id == "Dunmere" else None) for area in realm().areas)
    moved, it = replace(realm(), areas=areas), named("atlas")
    found = {(kind, name): box for kind, name, box in label_boxes(moved, it, look(), WIDTH, HEIGHT)}
    assert {kind for kind, _ in found} == {"place", "district"}
    expected = chart(it, moved).canvas.onto_face((190.0, 20.0))
    assert found["place", "Dunmere"].centre == pytest.approx(expected)
    assert all(box.width > 0 < box.height for box in found.values())


RIVERS = """
kind: area-map
size: 180 x 120
adjacency: drawn
areas:
  Northmark: {outline: [[10, 12], [70, 8], [80, 40], [62, 58], [14, 52]], tags: [capital]}
  Vale: {outline: [[14, 52], [62, 58], [70, 100], [30, 110], [8, 84]]}
  Estholm: {outline: [[70, 8], [150, 14], [168, 48], [110, 52], [80, 40]]}
  Sundale: {outline: [[62, 58], [80, 40], [110, 52], [120, 88], [70, 100]]}
  Cape: {outline: [[110, 52], [168, 48], [160, 84], [120, 88]]}
roads: []
rivers:
  - course: [[20, 20], [26, 26], [24, 34], [32, 40], [30, 48], [38, 54], [36, 64], [44, 72], [42, 84], [46, 116]]
    width: 1.6
    name: Silverrun
  - {course: [[140, 20], [118, 24], [98, 34], [95, 44], [90, 52], [94, 62], [90, 74], [94, 84], [92, 96]], name: Amber}
  - {course: [[150, 60], [142, 66], [140, 74]], name: Amber}
  - {course: [[20, 70], [28, 80], [24, 90]]}
"""


def rivers(text: str = RIVERS) -> AreaMap:
    found = read("rivers.yaml", text)
    assert isinstance(found, AreaMap)
    return found


@pytest.mark.parametrize("name", ["atlas", "political", "wargame", "treasure"])
def test_names_of_rivers_are_beside_them_and_cover_nothing(name: str) -> None:
    it, drawn_rivers = named(name), rivers()
    assert not crowded_labels(drawn_rivers, it, look(), WIDTH, HEIGHT)
    found = chart(it, drawn_rivers)
    names = {key: placed for key, placed in found.labels.items() if key.startswith("river ")}
    assert list(names) == ["river Silverrun", "river Amber", "river Amber 2"]
    for placed, river in zip(names.values(), found.rivers, strict=False):
        assert placed.position.letters
        assert min(math.dist(ground.at, point) for ground in placed.position.ground for point in river.course) < 5
        assert not any(
            ground.covered_of(a, b, 0) for ground in placed.position.ground for a, b in pairwise(river.course)
        )
        lefts = [ground.at[0] for ground in placed.position.ground]
        assert all(after > before - 0.5 for before, after in pairwise(lefts)), "read from the left, or from above"
    shown = [it.alt.string for it in flat(drawn(it, drawn_rivers)) if isinstance(it, Group) and it.alt]
    assert shown.count("Amber") == 2


@pytest.mark.slow
def test_names_of_rivers_follow_their_text_role_and_can_be_left_out() -> None:
    assert drawn(style("atlas", "labels: {rivers: {style: atlas-town}}"), rivers()) != drawn(style("atlas"), rivers())
    assert not [key for key in chart(named("transit"), rivers()).labels if key.startswith("river ")]
    silent = chart(style("atlas", "labels: {rivers: false, districts: false}"), rivers()).labels
    assert set(silent) == {"Northmark", "Vale", "Estholm", "Sundale", "Cape"}


def test_a_name_of_a_river_without_room_is_reported_where_the_river_is_written() -> None:
    small = rivers("""
        kind: area-map
        size: 24 x 16
        areas: {Mora: {outline: [[1, 1], [23, 1], [23, 15], [1, 15]]}}
        roads: []
        rivers: [{course: [[12, 2], [12, 6]], name: A river of a very long name}]
    """)
    found = crowded_labels(small, style("atlas", "border: {width: 1}"), look(), 24, 16)
    assert ("A river of a very long name", 6) in [(each.label, each.span.line) for each in found]


def test_drawings_of_relief_leave_rivers_free() -> None:
    found = chart(named("treasure"), rivers())
    river = found.rivers[0].course
    assert all(not inside(found._open_land, point) for point in river)


# Styles that extend others.


def test_a_style_inherits_keys_and_the_keys_inside_of_them() -> None:
    own = style("treasure", "seed: other\nplaces: {tags: {capital: {diameter: 9}}}\ncolours: {land: paper}")
    base = style("treasure")
    assert own.seed == "other"
    assert own.places
    assert base.places
    assert own.places.diameter == base.places.diameter
    assert (own.places.tags["capital"].diameter, own.places.tags["capital"].shape) == (9, "castle")
    assert own.places.tags["treasure"] == base.places.tags["treasure"]
    assert own.colour("land") == "paper"
    assert own.colour("coast") == base.colour("coast")


def test_a_chain_of_styles_merges_all_of_them() -> None:
    first = root("kind: map-style\npaper: {grain: 0.5, edge: 20}")
    second = Overlay.of(root("kind: map-style\nextends: a\npaper: {edge: 30}\nsea: {bands: 2}"), first, deep=True)
    third = Overlay.of(root("kind: map-style\nextends: b\nsea: {band: 4}"), second, deep=True)
    found = read_content("map-style", third, "c", damaged=False)
    assert isinstance(found, MapStyle)
    assert found.paper
    assert found.sea
    assert (found.paper.grain, found.paper.edge, found.sea.bands, found.sea.band) == (0.5, 30, 2, 4)


PACK = """
# file: pack.yaml
kind: pack
title: Charts
players: 2
summary: A map.
minutes: 10
credit: {designers: [Ada]}
licence: {name: CC0}
uses: [house]
documents: [night.yaml]
"""


@pytest.mark.parametrize(
    ("base", "message", "hint"),
    [
        ("atlass", "there is no map style 'atlass' before this one", "did you mean 'atlas'?"),
        ("theme", "there is no map style 'theme' before this one", "list the map style that it extends before it"),
    ],
)
def test_a_base_that_does_not_exist_is_reported(base: str, message: str, hint: str, tmp_path: FilePath) -> None:
    folder = write(tmp_path, PACK + f"# file: night.yaml\nkind: map-style\nextends: {base}\n")
    findings = report_on(folder).findings
    found = [(each.message, each.hint) for each in findings if each.code == "unknown-map-base"]
    assert found == [(message, hint)]


# What is placed where it is free.


@pytest.mark.slow
def test_a_label_that_has_no_room_is_reported() -> None:
    crowd = "\n".join(f"  Bridgewater {n}: {{at: [{20 + 3 * (n % 8)}, {20 + 3 * (n // 8)}]}}" for n in range(48))
    packed = read("packed.yaml", f"kind: area-map\nsize: 60 x 60\nareas:\n{crowd}\nroads: []\n")
    assert isinstance(packed, AreaMap)
    found = crowded_labels(packed, named("transit"), look(), 60, 60)
    assert found
    assert all(each.over for each in found)


def test_roads_of_a_plan_run_level_upright_or_diagonally() -> None:
    it = named("transit")
    plan = lay_out(realm(), it, WIDTH, HEIGHT)
    bent = bent_ways(plan)
    for way, before in zip(bent.ways, plan.ways, strict=True):
        assert (way.points[0], way.points[-1]) == (before.points[0], before.points[-1])
        long = [(a, b) for a, b in pairwise(way.points) if math.dist(a, b) > 2.5]
        turns = [math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 45 for a, b in long]
        assert all(min(turn, 45 - turn) < 0.1 for turn in turns)
    places = [spot.at for spot in plan.spots]
    for way in bent.ways:
        ends = {way.points[0], way.points[-1]}
        assert not any(math.dist(at, point) < 3 for at in places for point in way.points if at not in ends)


ROUND_THE_MAP = """
kind: area-map
name: Out
size: 160 x 90
areas: {Aldo: {at: [50, 30]}, Bree: {at: [120, 60]}, Cole: {at: [50, 60]}, Dune: {at: [120, 30]}}
roads:
  - {from: Aldo, to: Dune, wraps: west}
  - {from: Cole, to: Aldo, wraps: south}
  - Cole -- Bree
"""


@pytest.mark.parametrize("name", STYLES)
def test_names_at_the_edge_are_inside_of_the_border_and_cover_nothing(name: str) -> None:
    it, out = named(name), area_map(ROUND_THE_MAP)
    found = chart(it, out)
    names = stub_names(found.canvas)
    assert [each.name for each in names] == ["Dune", "Aldo", "Aldo", "Cole"]
    for each in names:
        box = each.ground.bounds
        assert found.frame.left < box.left < box.right < found.frame.right
        assert found.frame.top < box.top < box.bottom < found.frame.bottom
        for placed in found.labels.values():
            assert not any(each.ground.overlap(ground) > 0.4 for ground in placed.position.ground)
    assert not crowded_labels(out, it, look(), WIDTH, HEIGHT)


def test_a_name_at_the_edge_without_room_is_reported() -> None:
    text = ROUND_THE_MAP.replace("Aldo: {at: [50, 30]}", "Aldo: {at: [6, 30]}")
    (crowded,) = crowded_labels(area_map(text), style("wargame", "places: {diameter: 20}"), look(), 160, 90)
    assert (crowded.label, crowded.over) == ("Dune", "the place 'Aldo'")


def test_relief_keeps_off_places_labels_and_water() -> None:
    found = chart(named("treasure"))
    assert found.land
    spots = [BoundingBox(*spot.at, *spot.at).grown(spot.reach) for spot in found.canvas.plan.spots]
    labels = [ground.bounds for placed in found.labels.values() for ground in placed.position.ground]
    feet = [item.transform[4:] for item in found.relief() if isinstance(item, Group)]
    assert len(feet) > 60
    for x, y in feet:
        assert not any(box.left < x < box.right and box.top < y < box.bottom for box in (*spots, *labels))


def test_creatures_swim_on_open_water() -> None:
    found = chart(named("treasure"))
    swum = [item for item in found._creatures() if isinstance(item, Group)]
    assert len(swum) == 3
    boxes = [box for _, box in found._ornaments]
    for item in swum:
        x, y = item.transform[4:]
        assert not any(box.left < x < box.right and box.top < y < box.bottom for box in boxes)


@pytest.mark.slow
def test_a_map_without_water_has_no_land_and_a_map_with_its_own_ground_no_paper() -> None:
    dry = read("d.yaml", "kind: area-map\nsize: 60 x 60\nareas: {A: {at: [9, 9]}}\nroads: []\n")
    assert isinstance(dry, AreaMap)
    assert chart(named("transit"), dry).land is None
    assert chart(named("atlas"), dry).land is not None
    with_ground = read("g.yaml", "kind: area-map\nsize: 60 x 60\nground: none\nareas: {A: {at: [9, 9]}}\nroads: []\n")
    assert isinstance(with_ground, AreaMap)
    papers = {look().colour(named("atlas").colour(thing)) for thing in ("paper", "water", "land")}
    assert not [
        it for it in flat(drawn(named("atlas"), with_ground)) if getattr(it, "fill", None) in papers - {"#FFFFFF"}
    ]


def test_an_emphasized_place_is_drawn_in_its_own_colour_with_its_label() -> None:
    items = paint_area_map(realm(), named("treasure"), look(), WIDTH, HEIGHT, frozenset({"Kell"}))
    above = items[1:]
    assert any(getattr(it, "fill", None) == look().colour("treasure-red") for it in flat(above))
    assert any(isinstance(it, Text) and it.string == "Kell" for it in flat(above))


def test_an_empty_map_is_drawn_in_every_style() -> None:
    empty = read("e.yaml", "kind: area-map\nsize: 60 x 60\nareas: {A: {}}\nroads: []\n")
    assert isinstance(empty, AreaMap)
    for name in STYLES:
        assert any(isinstance(it, Path) for it in flat(drawn(named(name), empty))) or name in ("transit", "political")


EDGES = {
    "Northwestern Lighthouse": [6, 6], "Little Marchington": [194, 8], "Southwold by the Sea": [5, 114],
    "Castle Ravenscourt": [195, 112], "Upper Windermere": [100, 4], "Lower Windermere": [100, 116], "Middle": [100, 60],
}  # fmt: skip
"""Places at every corner and side of a map, with long names."""


def at_the_edges() -> AreaMap:
    areas = "".join(f"  {name}: {{at: {at}}}\n" for name, at in EDGES.items())
    roads = "".join(f"  - {name} -- Middle\n" for name in EDGES if name != "Middle")
    document = root(f"kind: area-map\nname: The Coast\nsize: 200 x 120\nareas:\n{areas}roads:\n{roads}")
    found = read_content("area-map", document, "coast", damaged=False)
    assert isinstance(found, AreaMap)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", STYLES)
def test_a_title_hides_no_place_or_label_where_all_corners_are_taken(name: str) -> None:
    coast = at_the_edges()
    found = chart(named(name), coast)
    (_, title), *_ = found._ornaments
    covered = [key for key, each in found.labels.items() if any(title.common(it.bounds) for it in each.position.ground)]
    assert not covered
    assert not [spot.area.id for spot in found.canvas.plan.spots if title.contains(BoundingBox(*spot.at, *spot.at))]
    assert not [each for each in crowded_labels(coast, named(name), look(), WIDTH, HEIGHT) if each.label == coast.name]


@pytest.mark.slow
def test_a_title_that_hides_a_place_where_the_style_wants_it_is_reported() -> None:
    covering = style("atlas", "title: {style: chart-title, at: [125, 85]}\n")
    (found,) = crowded_labels(at_the_edges(), covering, look(), WIDTH, HEIGHT)
    assert (found.label, found.over) == ("The Coast", "the place 'Middle'")
    assert found.hint.startswith("write title: {at: [x, y]}")
