"""Diagrams of rulebooks as they are drawn."""

from __future__ import annotations

from math import dist
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.draw.component import drawing_context
from pnp.draw.overlays import ROUTE, draw_diagram
from pnp.scene.extent import bounds
from pnp.scene.items import Ellipse, Group, Item, Scene, Text
from tests.pipeline import told
from tests.rulebook.charts import examined


def drawn(folder: Path, diagram: str) -> Scene:
    game = examined(folder, f"- diagram: {diagram}")
    assert not game.report.errors, told(game.report)
    (panel,) = game.documents["rules"].panels()
    scene = draw_diagram(panel.sketch, drawing_context(game.game))
    assert scene is not None
    return scene


def strings(items: tuple[Item, ...]) -> list[str]:
    found: list[str] = []
    for item in items:
        found += [item.string] if isinstance(item, Text) else strings(item.items) if isinstance(item, Group) else []
    return found


@pytest.mark.slow
def test_moves_are_counted_and_the_ends_stay_in_sight(tmp_path: Path) -> None:
    scene = drawn(tmp_path, "{map: bay, way: [Market, Ferry]}")
    assert strings(scene.items[1:]) == ["1", "2", "3"]
    assert (scene.width, round(scene.height, 3)) == (80, 53.333)


@pytest.mark.slow
def test_the_last_move_is_counted_on_its_place_like_those_before(tmp_path: Path) -> None:
    scene = drawn(tmp_path, "{map: town, way: [High Street 1, High Street 3]}")
    ring, number = (bounds((item,)) for item in scene.items[-2:])
    assert ring is not None
    assert number is not None
    assert number.centre == pytest.approx(ring.centre, abs=0.01)


def test_a_way_that_comes_back_has_all_its_numbers(tmp_path: Path) -> None:
    marks = drawn(tmp_path, "{map: bay, style: mini-style, way: [Market, Ferry, Market]}").items[1:]
    numbers = {strings((mark,))[0]: box.centre for mark in marks if strings((mark,)) and (box := bounds((mark,)))}
    assert sorted(numbers) == ["1", "2", "3", "4", "5", "6"]
    for one, other in (("1", "5"), ("2", "4")):
        assert dist(numbers[one], numbers[other]) > 3, "at one place, next to each other"


def test_a_part_is_a_part_of_the_board(tmp_path: Path) -> None:
    scene = drawn(tmp_path, "{map: bay, around: Church, margin: 10, width: 60, labels: {Church: Here}}")
    board = scene.items[0]
    assert isinstance(board, Group)
    assert board.transform[0] > 60 / 20, "made larger, as the part is small, and the board has a rim of sea"
    box = bounds(scene.items[:1])
    assert box is not None
    assert (box.left, box.top) == pytest.approx((0, 0), abs=0.01)
    assert (box.right, box.bottom) == pytest.approx((scene.width, scene.height), abs=0.01)
    marks = bounds(scene.items[1:])
    assert marks is not None
    assert marks.centre == pytest.approx((30, 30), abs=2.5), "the label lies in the middle, on the church"
    assert "Here" in strings(scene.items)


@pytest.mark.slow
def test_what_is_laid_shows_its_direction(tmp_path: Path) -> None:
    scene = drawn(tmp_path, "{map: town, laid: {High Street 3: arrow west, West gate: gate}}")
    arrow, gate = scene.items[1:]
    assert bounds((arrow,)) is not None
    assert ROUTE in str(arrow)
    assert ROUTE not in str(gate)


def test_a_style_that_cannot_draw_leaves_no_picture(tmp_path: Path) -> None:
    game = examined(tmp_path, "- diagram: {map: lanes, show: left}")
    (panel,) = game.documents["rules"].panels()
    bare = drawing_context(game.game)
    bare = replace(bare, look=replace(bare.look, roles=replace(bare.look.roles, palette={})))
    assert draw_diagram(panel.sketch, bare) is None


def test_blocks_that_are_too_small_to_build_on_stay_bare(tmp_path: Path) -> None:
    scene = drawn(tmp_path, "{map: lanes, width: 20}")
    assert (scene.width, scene.height) == (20, 20)


@pytest.mark.slow
def test_marks_of_a_way_are_around_the_names_in_places(tmp_path: Path) -> None:
    """The places of the style are 8 mm in radius, at 80 mm for 120; those of `mini-style` are dots."""
    marks = drawn(tmp_path, "{map: bay, way: [Market, Pier]}").items[1:]
    ring = next(item for item in _ellipses(marks) if item.fill is None)
    number = next(item for item in _texts(marks) if item.string == "1")
    assert ring.rx > 8
    assert dist((number.x, number.y), (40, 17.5)) > 8
    dots = drawn(tmp_path, "{map: bay, style: mini-style, way: [Market, Pier]}").items[1:]
    assert 2 < next(item for item in _ellipses(dots) if item.fill is None).rx < 4


def _ellipses(items: tuple[Item, ...]) -> list[Ellipse]:
    nested = (_ellipses(item.items) if isinstance(item, Group) else [item] for item in items)
    return [each for found in nested for each in found if isinstance(each, Ellipse)]


def _texts(items: tuple[Item, ...]) -> list[Text]:
    nested = (_texts(item.items) if isinstance(item, Group) else [item] for item in items)
    return [each for found in nested for each in found if isinstance(each, Text)]
