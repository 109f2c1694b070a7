from __future__ import annotations

import pytest

from pnp.scene.items import BoundingBox
from pnp.sheet.imposition.grid import Overhang, Size, best_grid, grid
from tests.sheet.samples import as_bounds

ROOM = (196.0, 265.4)


def test_nine_cards_fit_without_a_gap() -> None:
    nine = grid(Size(63, 88, 2), *ROOM)
    assert nine.capacity == 9
    assert nine.columns.pitch == 63


def test_a_bleed_gets_its_gap_where_it_costs_no_part() -> None:
    twelve = grid(Size(44, 68, 2), *ROOM)
    assert (twelve.columns.count, twelve.rows.count) == (4, 3)
    assert (twelve.columns.pitch, twelve.rows.pitch) == (48, 72)


def test_each_direction_decides_on_its_gap_alone() -> None:
    tiles = grid(Size(36, 36, 2), *ROOM)
    assert (tiles.columns.count, tiles.columns.pitch) == (5, 40)
    assert (tiles.rows.count, tiles.rows.pitch) == (7, 36)


def test_no_bleed_no_gap() -> None:
    assert grid(Size(44, 68, 0), *ROOM).columns.pitch == 44


def test_outlined_parts_keep_room_for_scissors() -> None:
    assert grid(Size(12, 12, 0, outlined=True), *ROOM).columns.pitch == 14


def test_the_turn_that_takes_more_is_taken() -> None:
    mats = best_grid(Size(128, 63, 0), *ROOM, 8)
    assert (mats.turn, mats.capacity) == (90, 6)


def test_upright_is_taken_where_both_are_alike() -> None:
    assert best_grid(Size(44, 68, 0), *ROOM, 12).turn == 0


def test_guides_of_neighbours_do_not_meet() -> None:
    size = Size(20, 50, 0, Overhang(5, 0, 3, 0))
    row = grid(size, 196, 60)
    assert row.columns.pitch == 28
    first, second = list(row.boxes(2, 0, 0))
    assert first.x == 5
    assert second.x - (first.x + first.width) == 8


def test_an_overhang_turns_with_its_part() -> None:
    assert Size(20, 50, 0, overhang=Overhang(1, 2, 3, 4)).turned.overhang == Overhang(4, 1, 2, 3)


def test_an_exact_fit_survives_floating_point() -> None:
    assert grid(Size(0.1, 0.1, 0), 0.3, 0.3).capacity == 9
    assert grid(Size(63.5, 88.9, 0), 3 * 63.5, 3 * 88.9).capacity == 9


@pytest.mark.parametrize("size", [Size(197, 10, 0), Size(10, 266, 0)])
def test_what_is_too_large_gives_an_empty_grid(size: Size) -> None:
    assert grid(size, *ROOM).capacity == 0


def test_boxes_run_row_by_row_and_fill_the_extent() -> None:
    four = grid(Size(63, 88, 0), *ROOM)
    boxes = [as_bounds(box) for box in four.boxes(4, 10, 20)]
    assert [(box.left, box.top) for box in boxes] == [(10, 20), (73, 20), (136, 20), (10, 108)]
    assert four.extent(4) == (189, 176)
    assert boxes[0].joined(boxes[2]).joined(boxes[3]) == BoundingBox(10, 20, 199, 196)
