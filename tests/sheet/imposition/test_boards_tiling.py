from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.parts import Box
from pnp.sheet.imposition.boards import best_tiling, tiling
from pnp.sheet.options import A4, LETTER, PAPERS, Options, Paper
from tests.sheet.samples import as_bounds


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize(
    ("width", "height", "overlap", "columns", "rows"),
    [
        (360, 360, 10, 2, 2),
        (255, 255, 10, 2, 1),
        (360, 500, 10, 2, 2),
        (228.6, 186.25, 0, 1, 1),
        (457.2, 372.5, 0, 2, 2),
    ],
)
def test_boards_take_the_fewest_sheets(
    paper: Paper, width: float, height: float, overlap: float, columns: int, rows: int
) -> None:
    tiles, _ = best_tiling(width, height, overlap, Options(paper))
    assert (tiles.columns, tiles.rows) == (columns, rows)


def test_tiles_are_equal_and_overlap_as_asked() -> None:
    tiles, _ = best_tiling(360, 360, 10, Options())
    assert (tiles.width, tiles.height, tiles.overlap) == (185, 185, 10)
    assert [tile.label for tile in tiles.tiles] == ["A1", "B1", "A2", "B2"]


def test_paper_lies_where_that_saves_sheets() -> None:
    _, frame = best_tiling(255, 190, 10, Options(A4))
    assert frame.paper == A4.turned


def test_neighbours_end_at_the_face() -> None:
    first, *_, last = tiling(360, 360, 10, Box(0, 0, 196, 265)).tiles
    assert first.neighbour(1, 0)
    assert first.neighbour(-1, 0) is None
    assert last.neighbour(0, 1) is None


def test_columns_are_counted_as_spreadsheets_do() -> None:
    labels = [tile.label for tile in tiling(2800, 90, 0, Box(0, 0, 100, 100)).tiles]
    assert labels[25:28] == ["Z1", "AA1", "AB1"]


@given(
    width=st.floats(20, 1200),
    height=st.floats(20, 1200),
    overlap=st.sampled_from([0.0, 5.0, 10.0, 25.0]),
    paper=st.sampled_from([PAPERS[name] for name in ("a4", "letter", "a3", "a5")]),
)
@settings(deadline=None, derandomize=True, max_examples=100)
def test_tiles_cover_the_face_and_share_what_is_asked(
    width: float, height: float, overlap: float, paper: Paper
) -> None:
    tiles, frame = best_tiling(width, height, overlap, Options(paper))
    extent = as_bounds(tiles.extent)
    assert (extent.width, extent.height) == pytest.approx((width, height))
    assert tiles.width <= frame.box.width + 1e-6
    assert tiles.height <= frame.box.height + 1e-6
    assert tiles.overlap == overlap
    for tile in tiles.tiles:
        box = as_bounds(tile.box)
        assert extent.contains(box)
        right, below = tile.neighbour(1, 0), tile.neighbour(0, 1)
        if right:
            assert box.right - right.box.x == pytest.approx(overlap, abs=1e-6)
        if below:
            assert box.bottom - below.box.y == pytest.approx(overlap, abs=1e-6)


def test_one_sheet_fewer_would_not_do() -> None:
    tiles = tiling(360, 360, 10, Box(0, 0, 196, 265))
    assert (360 + (tiles.columns - 2) * 10) / (tiles.columns - 1) > 196
