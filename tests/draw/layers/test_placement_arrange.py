from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import Span
from pnp.draw.layers.placement import AlignedBox, cells
from pnp.model.faces.layer import Arrangement, Repeat
from pnp.scene.items import BoundingBox

BOX = BoundingBox(10, 20, 110, 80)


def arranged(arrangement: Arrangement, count: int, **settings: object) -> tuple[BoundingBox, ...]:
    repeat = Repeat("item", (), Span("t"), arrangement, **settings)  # type: ignore[arg-type]
    return cells(repeat, count, AlignedBox(BOX))


def test_a_row_shares_the_box() -> None:
    first, second, third = arranged("row", 3, gap=5)
    assert (first.left, first.right, second.left, third.right) == pytest.approx((10, 40, 45, 110))
    assert {(cell.top, cell.bottom) for cell in (first, second, third)} == {(20, 80)}


def test_a_column_runs_down() -> None:
    first, second = arranged("column", 2)
    assert (first.bottom, second.top, second.bottom) == (50, 50, 80)


def test_cells_of_a_stated_size_stand_in_the_middle() -> None:
    first, second = arranged("row", 2, cell=(12, 10), gap=4)
    assert (first.left, second.right) == (46, 74)
    assert (first.top, first.bottom) == (45, 55)


def test_a_grid_is_filled_line_by_line() -> None:
    grid = arranged("grid", 5, columns=3)
    assert [cell.left for cell in grid] == pytest.approx([10, 10 + 100 / 3, 10 + 200 / 3, 10, 10 + 100 / 3])
    assert [cell.top for cell in grid] == [20, 20, 20, 50, 50]


def test_a_stack_is_all_in_one_place() -> None:
    assert arranged("stack", 3) == (BOX, BOX, BOX)


def test_a_circle_starts_at_the_top() -> None:
    top, right, bottom, left = arranged("circle", 4, cell=(10, 10))
    assert top.centre == pytest.approx((60, 25))
    assert right.centre == pytest.approx((105, 50))
    assert bottom.centre == pytest.approx((60, 75))
    assert left.centre == pytest.approx((15, 50))


def test_a_ring_round_a_square_board_has_equal_sides() -> None:
    repeat = Repeat("n", (), Span("t"), "ring", depth=12)
    ring = cells(repeat, 100, AlignedBox(BoundingBox(0, 0, 360, 360)))
    corners = [index for index, cell in enumerate(ring) if cell.width == cell.height == 12]
    assert corners == [0, 25, 50, 75]
    assert ring[1].width == pytest.approx(14)
    assert ring[0] == BoundingBox(0, 0, 12, 12)
    assert ring[50] == BoundingBox(348, 348, 360, 360)


@pytest.mark.nightly
@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.integers(0, 150), st.floats(60, 300), st.floats(60, 300), st.floats(2, 20))
def test_the_cells_of_a_ring_follow_each_other_without_overlap(
    count: int, width: float, height: float, depth: float
) -> None:
    box = BoundingBox(0, 0, width, height)
    ring = cells(Repeat("n", (), Span("t"), "ring", depth=depth), count, AlignedBox(box))
    assert len(ring) == count
    assert all(box.contains(cell) for cell in ring)
    assert not any(one.overlaps(two, 1e-3) for index, one in enumerate(ring) for two in ring[index + 1 :])


@pytest.mark.slow
@pytest.mark.parametrize("arrangement", ["row", "column", "grid", "ring", "circle", "stack"])
@settings(deadline=None, derandomize=True, max_examples=30)
@given(
    st.integers(0, 40), st.sampled_from([0.0, 1e-9, 1.0, 18.0, 40.0]), st.sampled_from([0.0, 18.0]), st.floats(0.1, 500)
)
def test_there_is_a_cell_for_each_however_little_room_there_is(
    arrangement: Arrangement, count: int, width: float, height: float, depth: float
) -> None:
    repeat = Repeat("n", (), Span("t"), arrangement, depth=depth, gap=depth / 9)
    assert len(cells(repeat, count, AlignedBox(BoundingBox(0, 0, width, height)))) == count


def test_nothing_is_repeated_no_times() -> None:
    for arrangement in ("row", "grid", "ring", "circle", "stack"):
        assert arranged(arrangement, 0) == ()  # type: ignore[arg-type]
