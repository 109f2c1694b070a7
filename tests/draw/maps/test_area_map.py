from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path as File

import pytest

from pnp.draw.component import drawing_context
from pnp.draw.maps import area_map as painter
from pnp.draw.maps.area_map import paint_area_map
from pnp.expression import Environment
from pnp.facts.look import UnknownNameError, look_of
from pnp.model.faces.theme import Theme
from pnp.scene.drawings import dump
from pnp.scene.extent import bounds
from pnp.scene.items import Ellipse, Group, Item, Path, Rect, Scene, Text
from pnp.scene.typesetting.lettering import PrintedText
from tests.draw.desk import ROOT, draw_game, elsewhere, game, house
from tests.draw.town.sample import HEIGHT, MAP, STYLE, WIDTH, area_map, look, map_style

MINI = """
kind: map-style
inset: 2
places: {diameter: 2, outline: 0.2}
lit: {diameter: 4, rim: 1}
core: {tag: centre, shape: square, margin: 1}
roads: {width: 0.6}
tints: true
water: {coast: 1, beach: 0.4}
"""


def face(items: tuple[Item, ...]) -> str:
    return dump(Scene(WIDTH, HEIGHT, items))


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from flat(item.items)


def test_a_miniature_is_as_it_was(golden: Callable[[str, str], None]) -> None:
    golden("mini-map.txt", face(paint_area_map(area_map(), map_style(MINI), look(), 40, 30, frozenset({"Pier"}))))


def test_a_board_is_as_it_was(golden: Callable[[str, str], None]) -> None:
    """Every kind of thing on it, by number: the drawing itself is too long to read."""
    counted: dict[str, int] = {}
    for item in flat(paint_area_map(area_map(), map_style(), look(), WIDTH, HEIGHT)):
        colour = "" if isinstance(item, Group) else f" {item.fill}"
        counted[type(item).__name__ + colour] = counted.get(type(item).__name__ + colour, 0) + 1
    golden("board-map.txt", "".join(f"{name}: {count}\n" for name, count in sorted(counted.items())))


@pytest.mark.slow
def test_two_runs_draw_the_same() -> None:
    script = (
        "from tests.draw.town.sample import *; from pnp.draw.maps.area_map import paint_area_map;"
        "from pnp.scene.drawings import dump; from pnp.scene.items import Scene; import hashlib;"
        "items = paint_area_map(area_map(), map_style(), look(), WIDTH, HEIGHT);"
        "print(hashlib.sha256(dump(Scene(WIDTH, HEIGHT, items)).encode()).hexdigest())"
    )
    here = dump(Scene(WIDTH, HEIGHT, paint_area_map(area_map(), map_style(), look(), WIDTH, HEIGHT)))
    assert elsewhere(script) == hashlib.sha256(here.encode()).hexdigest()


def test_a_highlight_changes_its_place_alone() -> None:
    drawn, style = area_map(), map_style(MINI)
    faces = [paint_area_map(drawn, style, look(), 40, 30, frozenset({name})) for name in ("Pier", "Gate")]
    below = [items[0] for items in faces]
    assert isinstance(below[0], Group)
    assert isinstance(below[1], Group)
    assert below[0].items is below[1].items
    at = {}
    for name, items in zip(("Pier", "Gate"), faces, strict=True):
        box = bounds(items[1:])
        assert box
        at[name] = box.centre
        assert box.width == pytest.approx(4)
    scale = min(36 / 150, 26 / 110)
    assert at["Pier"] == pytest.approx(
        ((40 - 150 * scale) / 2 + 125 * scale, (30 - 110 * scale) / 2 + 30 * scale), abs=1e-3
    )


def test_a_highlighted_place_has_the_label_of_its_own_style() -> None:
    own = "lit: {diameter: 20, rim: 1, label: {style: card-title, where: inside}}"
    plain, labelled = (
        paint_area_map(area_map(), map_style(style), look(), 40, 30, frozenset({"Pier"}))
        for style in (MINI, MINI.replace("lit: {diameter: 4, rim: 1}", own))
    )
    assert not [item for item in flat(plain) if isinstance(item, Text)]
    assert [item for item in flat(labelled[1:]) if isinstance(item, Text)]
    assert not [item for item in flat(labelled[:1]) if isinstance(item, Text)]


def test_a_veil_lies_over_all_but_the_highlighted_places() -> None:
    drawn, veiled = area_map(), map_style(MINI + "veil: 0.4\n")
    items = paint_area_map(drawn, veiled, look(), 40, 30, frozenset({"Pier"}))
    clear = paint_area_map(drawn, map_style(MINI), look(), 40, 30, frozenset({"Pier"}))
    assert len(paint_area_map(drawn, veiled, look(), 40, 30)) == 1
    assert face((items[0], *items[2:])) == face(clear)
    veil = items[1]
    assert isinstance(veil, Group)
    assert veil.opacity == 0.4
    box = bounds([veil])
    assert box
    assert (box.left, box.top, box.right, box.bottom) == (0, 0, 40, 30)


def test_without_a_highlight_nothing_stands_out() -> None:
    assert len(paint_area_map(area_map(), map_style(MINI), look(), 40, 30)) == 1


def test_all_that_is_drawn_stays_in_the_box() -> None:
    (below,) = paint_area_map(area_map(), map_style(), look(), WIDTH, HEIGHT)
    box = bounds((below,))
    assert box
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx((0, 0, WIDTH, HEIGHT))


def test_labels_and_icons_wear_their_districts_colour() -> None:
    texts = [
        item for item in flat(paint_area_map(area_map(), map_style(), look(), WIDTH, HEIGHT)) if isinstance(item, Text)
    ]
    assert {item.string: item.fill for item in texts} == {
        "M": "#D2403F", "C": "#D2403F", "G": "#D2403F", "P": "#2F57AC", "10": "#2F57AC", "Y": "#1E2328",
    }  # fmt: skip


def test_nothing_of_a_place_is_covered() -> None:
    """Places are drawn last: after the first of them only places, icons and labels come."""
    (below,) = paint_area_map(area_map(), map_style(), look(), WIDTH, HEIGHT)
    assert isinstance(below, Group)
    fills = [
        index for index, item in enumerate(below.items) if isinstance(item, Ellipse | Rect) and item.fill == "#FFFFFF"
    ]
    last = below.items[min(index for index in fills if index > len(below.items) - 40) :]
    assert not any(isinstance(item, Path) for item in last)


DRAFTS = {
    "nowhere": "areas: {Market: {}}",
    "lost ends": """
size: 20 x 20
areas: {Market: {at: [10, 10]}, Church: {}}
roads: [Market -- Church, Market -- Nowhere]""",
    "one on the other": """
size: 20 x 20
areas: {Market: {at: [5, 5]}, Church: {at: [5, 5]}}
roads: [Market -- Church, Market -- Market]""",
    "in a row": """
size: 90 x 9
areas: {a: {at: [5, 5]}, b: {at: [45, 5]}, c: {at: [85, 5]}}
roads: [a -- b -- c -> a]""",
    "off the map": """
size: 20 x 20
areas: {Market: {at: [-900, 10]}, Church: {at: [10, 4000]}}
roads: [Market -- Church]""",
}


@pytest.mark.parametrize("text", DRAFTS.values(), ids=DRAFTS)
@pytest.mark.parametrize("style", [STYLE, MINI], ids=["board", "mini"])
@pytest.mark.parametrize("size", [(100, 100), (5, 3), (0, 0)])
def test_a_draft_is_drawn_as_far_as_it_goes(text: str, style: str, size: tuple[float, float]) -> None:
    for item in flat(paint_area_map(area_map("kind: area-map\n" + text), map_style(style), look(), *size)):
        assert not isinstance(item, Path) or item.commands
        assert not isinstance(item, Group) or item.items


def test_an_unknown_role_is_named() -> None:
    style = map_style(MINI + "colours: {street: asfalt}")
    with pytest.raises(UnknownNameError, match="unknown colour 'asfalt'"):
        paint_area_map(area_map(), style, look(), 40, 30)


def test_a_style_may_say_what_wears_which_colour() -> None:
    items = paint_area_map(area_map(), map_style(MINI + "colours: {water: amber}"), look(), 40, 30)
    assert isinstance(items[0], Group)
    assert items[0].items[0] == Rect(0, 0, 40, 30, 0.0, "#F2A900")


def test_crowded_places_are_drawn_smaller() -> None:
    crowded = "kind: area-map\nsize: 60 x 20\nareas: {a: {at: [20, 10]}, b: {at: [40, 10]}, c: {at: [40, 10]}}"
    style = map_style("kind: map-style\nplaces: {diameter: 25}")
    (whole,) = paint_area_map(area_map(crowded), style, look(), 60, 20)
    assert isinstance(whole, Group)
    assert whole.transform[0] == pytest.approx(20 / (25 * 1.04))
    box = bounds((whole,))
    assert box
    assert (box.width, box.height) == pytest.approx((60, 20))
    discs = [item for item in flat((whole,)) if isinstance(item, Ellipse)]
    assert discs[1].cx - discs[0].cx > 25


BOARD = """
# file: harbour.yaml
{map}
# file: night.yaml
kind: map-style
places: {{diameter: 9, label: {{style: area-label}}}}
# file: face.yaml
kind: template
size: 40 x 30
layers: [{{map: harbour, style: night}}]
# file: board.yaml
kind: component
makes: board
name: Board
template: face
{more}
"""


def errors(board: str) -> list[str]:
    written = game(board)
    drawings = draw_game(written, Environment(), drawing_context(written))
    return [error.fault.message for drawing in drawings for error in drawing.errors]


def test_a_theme_without_the_colours_of_the_kits_styles_is_told() -> None:
    roles = 'palette: {ink: "#101010", heart: ink, diamond: ink}\ntype: {area-label: {size: 9}}'
    own = f"# file: own.yaml\nkind: theme\n{roles}"
    (message,) = errors(BOARD.format(map=MAP.strip(), more=own))
    assert message.startswith("the map style 'night' needs the colour 'map-")


VARIANT = """
# file: mine.yaml
kind: theme
extends: theme
variants: {dark: {map-styles: {night: dusk}}, other: {palette: {accent: ink}}}
# file: dusk.yaml
kind: map-style
places: {diameter: 5}
"""


@pytest.mark.parametrize(("variant", "diameter"), [(None, 9), ("other", 9), ("dark", 5)])
def test_a_variant_replaces_a_map_style(variant: str | None, diameter: float) -> None:
    written = game(BOARD.format(map=MAP.strip(), more=VARIANT))
    (drawn,) = draw_game(written, Environment(), drawing_context(written, variant))
    discs = {2 * item.rx for item in flat(drawn.parts.parts[0].front.items) if isinstance(item, Ellipse)}
    assert diameter in discs
    assert 14 - diameter not in discs


def test_a_letter_that_no_font_has_is_told() -> None:
    (text,) = labels('label: "P🚀"')
    assert (text.text, text.missing) == ("P🚀", ("🚀",))


def labels(label: str) -> list[PrintedText]:
    """The labels of a board that do not print as they are written."""
    written = game(BOARD.format(map=MAP.strip().replace("label: P", label), more=""))
    (drawn,) = draw_game(written, Environment(), drawing_context(written))
    return [text for each in drawn.labels for text in each.texts]


@pytest.mark.parametrize("label", ['label: ""', 'label: " "'])
def test_an_empty_label_leaves_no_plate(label: str) -> None:
    def shapes(label: str) -> int:
        written = game(BOARD.format(map=MAP.strip().replace("label: P", label), more=""))
        (drawn,) = draw_game(written, Environment(), drawing_context(written))
        assert not drawn.errors
        items = list(flat(drawn.parts.parts[0].front.items))
        assert not any(isinstance(item, Text) and item.string == "P" for item in items) or label == "label: P"
        return len([item for item in items if isinstance(item, Rect | Text)])

    assert shapes(label) < shapes("label: P")


@pytest.mark.nightly
def test_every_thing_that_is_painted_has_a_key_in_the_schema_and_a_role_in_the_theme() -> None:
    schema = json.loads((ROOT / "schemas/map-style.schema.json").read_text(encoding="utf-8"))
    themes = [document for document in house() if isinstance(document, Theme)]
    described = set(schema["properties"]["colours"]["properties"])
    assert described == set(_painted()) | {"place", "lit", "dimmed"}
    assert {f"map-{thing}" for thing in described} <= set(themes[0].roles.palette)


def _painted() -> Iterator[str]:
    """The words that the sources hand to `paint`, or to what falls back on it."""
    folder = File(painter.__file__).parents[1]
    for file in (*sorted((folder / "maps").glob("*.py")), *sorted((folder / "town").glob("*.py"))):
        yield from (
            node.value
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in _known()
        )


def _known() -> set[str]:
    palette = look_of(game("# file: harbour.yaml\n" + MAP)).roles.palette
    return {name.removeprefix("map-") for name in palette if name.startswith("map-")}


def test_a_part_of_an_area_is_a_smaller_disc_that_its_roads_lead_to() -> None:
    text = """
kind: area-map
size: 100 x 80
areas:
  Isle: {at: [50, 40], label: "", parts: {east: {at: [70, 40]}, west: {at: [30, 40], label: W}, inner: {}}}
  Gulf: {at: [90, 70], label: ""}
roads: [Isle/east -- Gulf]
"""
    style = map_style(
        "kind: map-style\nplaces: {diameter: 10, outline: 0, label: {style: area-label, least: 4}}\nroads: {width: 2}\n"
    )
    items = tuple(flat(paint_area_map(area_map(text), style, look(), 100, 80)))
    discs = {(item.cx, item.cy): item.rx for item in items if isinstance(item, Ellipse)}
    assert discs == {(50, 40): 5, (90, 70): 5, (70, 40): 2.25, (30, 40): 2.25}
    assert [item for item in items if isinstance(item, Text | PrintedText)], "a part prints its label, if it has one"


@pytest.mark.slow
def test_pines_may_be_in_the_place_of_palms() -> None:
    def drawn(water: str) -> list[Item]:
        style = map_style(STYLE.replace("life: true", f"life: true{water}"))
        return list(flat(paint_area_map(area_map(), style, look(), WIDTH, HEIGHT)))

    palms, pines = drawn(""), drawn(", trees: pines")
    assert palms == drawn(", trees: palms")
    green = look().colour("map-palm")
    assert [item for item in palms if isinstance(item, Path) and item.fill == green]
    assert not [item for item in pines if isinstance(item, Path) and item.fill == green]
    assert len(pines) < len(palms), "a pine is drawn in fewer items than the fronds of a palm"


@pytest.mark.slow
def test_a_buoy_may_be_in_the_place_of_the_lighthouse() -> None:
    def drawn(water: str) -> list[Item]:
        style = map_style(STYLE.replace("life: true", f"life: true{water}"))
        return list(flat(paint_area_map(area_map(), style, look(), WIDTH, HEIGHT)))

    def own(items: list[Item], others: list[Item]) -> list[Item]:
        return [item for item in items if item not in others and (box := bounds((item,))) and box.right < 20]

    lighthouse, buoy = drawn(""), drawn(", beacon: buoy")
    assert lighthouse == drawn(", beacon: lighthouse")
    tall = bounds(own(lighthouse, buoy))
    low = bounds(own(buoy, lighthouse))
    assert tall
    assert low
    assert low.height < 0.8 * tall.height
