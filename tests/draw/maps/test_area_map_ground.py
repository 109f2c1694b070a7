"""What is below a map: a picture of the pack, nothing, or what the style draws."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from pnp.draw.component import drawing_context
from pnp.draw.maps.area_map import paint_area_map
from pnp.expression import Environment
from pnp.scene.extent import bounds
from pnp.scene.items import Ellipse, Group, Item, Picture
from pnp.scene.parts import Drawn
from tests.draw.desk import draw_game, game
from tests.draw.maps.test_area_map import MINI, flat
from tests.draw.town.sample import MAP, area_map, look, map_style
from tests.expectation import Expect

PNG = File(__file__).parents[3] / "tests/gallery/art/sun.png"
SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 220">
<rect x="30" y="22" width="30" height="22"/></svg>"""
BOARD = """
# file: harbour.yaml
kind: area-map
size: 150 x 110
ground: {ground}
areas: {{Market: {{at: [30, 30]}}, Church: {{at: [75, 55]}}}}
roads: [Market -- Church]
# file: quiet.yaml
kind: map-style
roads: {{width: 2}}
{style}
# file: face.yaml
kind: template
size: 75 x 55
layers: [{{map: harbour, style: quiet}}]
# file: board.yaml
kind: component
makes: board
name: Board
template: face
"""


def board(ground: str, style: str = "", variant: str | None = None) -> Drawn:
    files = {"world.svg": SVG, "world.png": PNG.read_bytes(), "bad.png": b"no picture"}
    written = game(BOARD.format(ground=ground, style=style), files)
    (found,) = draw_game(written, Environment(), drawing_context(written, variant))
    return found


def layer(drawn: Drawn) -> tuple[Item, ...]:
    (whole,) = drawn.parts.parts[0].front.items
    assert isinstance(whole, Group)
    (inner,) = whole.items
    assert isinstance(inner, Group)
    return inner.items


def test_a_map_without_a_ground_has_only_its_roads_and_places() -> None:
    bare = area_map(MAP.replace("size:", "ground: none\nsize:"))
    (below,) = paint_area_map(bare, map_style(MINI), look(), 40, 30)
    kinds = [type(item).__name__ for item in flat((below,))][1:]
    (town,) = paint_area_map(area_map(), map_style(MINI), look(), 40, 30)
    assert kinds[0] == "Path", "roads"
    assert set(kinds[4:]) <= {"Ellipse", "Rect"}, "places"
    assert len(list(flat((town,)))) > len(kinds) + 5


def test_a_drawing_is_stretched_over_the_map_in_its_coordinates() -> None:
    ground, below = layer(board("world.svg"))
    box = bounds((ground,))
    assert box
    assert tuple(box) == pytest.approx((7.5, 5.5, 15, 11))
    assert isinstance(below, Group)
    assert [type(item).__name__ for item in below.items] == ["Path"]


def test_a_picture_keeps_to_the_inset_of_the_style() -> None:
    drawn = board("world.png", "inset: 7.5")
    ground = layer(drawn)[0]
    assert isinstance(ground, Group)
    assert isinstance(ground.items[0], Picture)
    scale = 40 / 110
    box = bounds((ground,))
    assert box
    assert tuple(box) == pytest.approx((37.5 - 75 * scale, 7.5, 37.5 + 75 * scale, 47.5))
    (placed,) = drawn.pictures
    assert (placed.name, placed.width, placed.height) == ("world.png", pytest.approx(150 * scale), pytest.approx(40))


@pytest.mark.parametrize(("file", "kind"), [("nowhere.png", "missing-picture"), ("bad.png", "bad-picture")])
def test_a_picture_that_cannot_be_used_is_reported_at_the_map(file: str, kind: str) -> None:
    drawn = board(file)
    (error,) = drawn.errors
    assert (error.kind, error.fault.span.file, error.fault.span.line) == (kind, "harbour.yaml", 3)
    assert len(layer(drawn)) == 1


def test_a_ground_is_reported_once_by_pnp_check(expect: Expect) -> None:
    expect("""
        kind: area-map
        size: 60 x 40
        ground: art/world.png       #! missing-picture
        areas: {Mora: {at: [10, 10]}, Sela: {at: [50, 30]}, Kesh: {at: [20, 32]}}
        roads: [Mora -- Sela -- Kesh -- Mora]
    """)


def test_a_style_without_places_draws_none_but_those_that_are_highlighted() -> None:
    style = map_style("kind: map-style\nlit: {diameter: 4}")
    plain = paint_area_map(area_map(), style, look(), 40, 30)
    assert not [item for item in flat(plain) if isinstance(item, Ellipse)]
    lit = paint_area_map(area_map(), style, look(), 40, 30, frozenset({"Pier"}))
    assert [item.stroke for item in flat(lit) if isinstance(item, Ellipse)] == [None]
