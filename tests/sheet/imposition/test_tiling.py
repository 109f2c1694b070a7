from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.scene.items import Ellipse, Rect, Scene
from pnp.scene.parts import Box
from pnp.scene.typesetting.typeset import typeset
from pnp.sheet.imposition.tiling import best_seams, best_tiling, cut_words, tiling
from pnp.sheet.margins import HOUSE
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


@pytest.mark.slow
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


def labelled(*at: tuple[float, float, str], width: float = 360.0, height: float = 200.0) -> Scene:
    """A face with texts of 20 pt, each centred on a point."""
    blocks = [(x, y, typeset(string, replace(HOUSE.notes, size=20.0))) for x, y, string in at]
    words = (block.at(x - block.width / 2, y - block.height / 2) for x, y, block in blocks)
    return Scene(width, height, (Rect(0, 0, width, height, fill="#FFFFFF"), *words))


def test_a_seam_is_moved_off_a_label() -> None:
    equal, frame = best_tiling(360, 200, 10, Options())
    assert (equal.columns, equal.span(1, down=False)) == (2, (175.0, 185.0))
    scene = labelled((175, 50, "Town"))
    moved = best_seams(equal, scene, frame.box)
    assert cut_words(equal, scene) == ("Town",)
    assert cut_words(moved, scene) == ()
    start, length = moved.span(1, down=False)
    assert start != 175
    assert length <= frame.box.width
    first_start, first_length = moved.span(0, down=False)
    assert (first_start, first_start + first_length) == (0, start + 10)
    assert start + length == 360


def test_a_seam_may_be_between_two_words() -> None:
    equal, frame = best_tiling(360, 200, 10, Options())
    title, others = (176, 50, "Harbour of Pellmouth"), [(x, y, "Quays") for x, y in ((166, 100), (190, 150))]
    scene = labelled(title, *others)
    assert cut_words(equal, scene)
    assert cut_words(best_seams(equal, scene, frame.box), scene) == ()


def test_a_seam_cuts_a_house_rather_than_a_label_and_ground_rather_than_a_house() -> None:
    equal, frame = best_tiling(360, 200, 10, Options())
    house = Rect(176, 20, 9, 30, fill="#AA8866")
    scene = labelled((167, 100, "Able"))
    scene = replace(scene, items=(*scene.items, house))
    (_, start) = best_seams(equal, scene, frame.box).across
    assert cut_words(best_seams(equal, scene, frame.box), scene) == ()
    assert not 176.4 < start < 184.6
    everywhere = replace(house, x=140, width=44)
    crowded = labelled((165, 100, "Harbour"))
    (_, start) = best_seams(equal, replace(crowded, items=(*crowded.items, everywhere)), frame.box).across
    assert cut_words(best_seams(equal, crowded, frame.box), crowded) == ()


def test_a_seam_is_moved_off_a_house() -> None:
    equal, frame = best_tiling(360, 200, 10, Options())
    house = Rect(174, 20, 9, 30, fill="#AA8866")
    scene = labelled()
    (_, start) = best_seams(equal, replace(scene, items=(*scene.items, house)), frame.box).across
    assert equal.span(1, down=False)[0] == 175
    assert not 174 < start < 183


def test_a_seam_cuts_several_houses_rather_than_the_disc_of_a_place() -> None:
    equal, frame = best_tiling(360, 200, 10, Options())
    scene = labelled((176, 50, "Inn"))
    disc = Ellipse(176, 50, 8, 8, fill="#FFFFFF")
    houses = [Rect(x, y, 18, 12, fill="#AA8866") for x in (150, 184) for y in (80, 100, 120, 140, 160)]
    (_, start) = best_seams(equal, replace(scene, items=(disc, *houses, *scene.items)), frame.box).across
    assert not 168.4 < start < 183.6
    (_, start) = best_seams(equal, replace(scene, items=(*houses, *scene.items)), frame.box).across
    assert 168.4 < start < 183.6, "without the disc, the seam is between the houses"


def test_a_label_without_a_way_round_is_cut_in_the_middle() -> None:
    equal, frame = best_tiling(360, 200, 10, Options())
    scene = labelled((180, 50, "Harbourmastersconferencehall"))
    seams = best_seams(equal, scene, frame.box)
    assert len(cut_words(seams, scene)) == 1
    assert seams.span(1, down=False)[0] == 175


def test_several_seams_are_placed_together() -> None:
    equal, frame = best_tiling(500, 600, 10, Options())
    names = [(x, y, "Quay") for x in range(12, 490, 30) for y in range(20, 590, 24)]
    scene = labelled(*names, width=500, height=600)
    seams = best_seams(equal, scene, frame.box)
    assert (equal.columns, equal.rows) == (seams.columns, seams.rows)
    assert len(seams.across) == equal.columns
    assert cut_words(seams, scene) == ()
    assert all(tile.box.width <= frame.box.width + 1e-6 for tile in seams.tiles)
    assert all(tile.box.height <= frame.box.height + 1e-6 for tile in seams.tiles)
