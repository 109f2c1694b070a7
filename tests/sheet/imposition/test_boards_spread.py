from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.extent import bounds
from pnp.scene.items import IDENTITY, Affine, BoundingBox, Ellipse, Group, Item, Path, Rect, Text, compose
from pnp.scene.parts import Part, PartSet, Sheet
from pnp.sheet.imposition.boards import GLUE, hatching
from pnp.sheet.imposition.cuts import hand_work
from pnp.sheet.imposition.impose import impose
from pnp.sheet.imposition.single_faces import whole
from pnp.sheet.margins import HOUSE
from pnp.sheet.options import A4, LETTER, PAPERS, Options, Paper
from tests.sheet.samples import as_bounds, card, faces, inside, marks, page, part_set, visible, words

PAIR = [A4, LETTER]


def board(width: float, height: float, overlap: float = 10.0, *, back: float | None = None) -> PartSet:
    return part_set(card("Harbour", width, height, back=back), spread=True, overlap=overlap)


def says(sheet: Sheet) -> list[str]:
    return [each.string for item in sheet.items for each in inside(item) if isinstance(each, Text)]


@pytest.mark.parametrize("paper", PAIR)
def test_a_board_is_split_and_its_sheets_are_named(paper: Paper) -> None:
    sheets = impose(board(360, 360), Options(paper))
    assert [sheet.label for sheet in sheets] == ["Pieces A1", "Pieces B1", "Pieces A2", "Pieces B2"]
    assert [sheet.bookmark for sheet in sheets] == ["Pieces", None, None, None]


def test_each_sheet_says_what_goes_over_and_what_under() -> None:
    one, two, three, four = (
        [word for word in says(sheet) if word.startswith("glue")] for sheet in impose(board(360, 360), Options())
    )
    assert one == ["glue under B1", "glue under A2"]
    assert two == ["glue under B2", "glue over A1"]
    assert three == ["glue under B2", "glue over A1"]
    assert four == ["glue over A2", "glue over B1"]


def test_the_key_is_in_the_strip_if_there_is_no_room_beside_the_tile() -> None:
    for size in ((360, 360), (390, 548)):
        for sheet in impose(board(*size, overlap=0), Options()):
            cells = [each for item in sheet.items for each in inside(item) if isinstance(each, Rect)]
            assert [cell.fill for cell in cells if cell.fill in (HOUSE.accent, HOUSE.paper)].count(HOUSE.accent) == 1


def test_butt_joints_say_so_and_have_nothing_to_glue() -> None:
    sheet, *_ = impose(board(457.2, 372.5, 0), Options())
    assert "butt against B1" in says(sheet)
    assert not any(isinstance(item, Path) and item.stroke == GLUE for item in sheet.items)


def test_the_ticks_stand_where_the_neighbours_edge_comes_to_lie() -> None:
    parts = board(360, 360)
    first, second, *_ = impose(parts, Options())
    (shown,), (next_shown,) = faces(first, parts), faces(second, parts)
    seam_on_board = next_shown.inked.left - next_shown.group.transform[4]
    seam = shown.group.transform[4] + seam_on_board
    assert any(mark.left < seam < mark.right and mark.bottom < shown.box.top for mark in marks(first))


def test_a_tile_bleeds_only_where_the_board_ends() -> None:
    parts = board(360, 360)
    first, *_, last = impose(parts, Options())
    (shown,) = faces(first, parts)
    trim = as_bounds(first.trim)
    assert shown.inked == BoundingBox(trim.left - 2, trim.top - 2, trim.right, trim.bottom)
    assert as_bounds(first.bleed) == shown.inked
    (shown,) = faces(last, parts)
    trim = as_bounds(last.trim)
    assert shown.inked == BoundingBox(trim.left, trim.top, trim.right + 2, trim.bottom + 2)


def test_a_board_that_fits_is_not_split() -> None:
    (sheet,) = impose(board(190, 128), Options())
    assert (sheet.trim.width, sheet.trim.height) == (190, 128)
    assert sheet.label == "Pieces 1/1"


def test_boards_of_one_set_are_split_each_as_it_needs() -> None:
    small, large = card("Small", 190, 128, back=None), card("Large", 360, 360, back=None)
    sheets = impose(part_set(large, small, spread=True), Options(layout="duplex"))
    assert [sheet.label for sheet in sheets if sheet.side == "front"] == [
        "Pieces 1/1",
        *(f"Pieces, Large {tile}" for tile in ("A1", "B1", "A2", "B2")),
    ]
    assert [sheet.side for sheet in sheets] == ["front", "back"] * 4 + ["front"]


def test_a_boards_back_is_split_like_its_front() -> None:
    sheets = impose(board(255, 255, back=0.5), Options())
    assert [sheet.label for sheet in sheets] == [
        "Pieces A1",
        "Pieces B1",
        "Pieces, Harbour back A1",
        "Pieces, Harbour back B1",
    ]


def test_hatching_fills_its_box_at_an_angle_of_45() -> None:
    from pnp.scene.parts import Box

    lines = list(hatching(Box(10, 20, 10, 4)))
    assert len(lines) == 9
    assert all(10 <= x <= 20 and 20 <= y <= 24 for x1, y1, x2, y2 in lines for x, y in ((x1, y1), (x2, y2)))
    assert all(x1 - x2 == pytest.approx(y2 - y1) for x1, y1, x2, y2 in lines)
    assert all(b[0] + b[1] - a[0] - a[1] == pytest.approx(1.5) for a, b in pairwise(lines))


@pytest.mark.slow
@given(
    width=st.floats(150, 700),
    height=st.floats(150, 700),
    overlap=st.sampled_from([0.0, 10.0]),
    paper=st.sampled_from([PAPERS[name] for name in ("a4", "letter", "a3", "legal")]),
)
@settings(deadline=None, derandomize=True, max_examples=40)
def test_nothing_but_the_tile_itself_stands_on_a_tile(
    width: float, height: float, overlap: float, paper: Paper
) -> None:
    parts = board(width, height, overlap)
    for sheet in impose(parts, Options(paper)):
        (face,) = faces(sheet, parts)
        extras = [bounds([item]) for item in sheet.items if item is not face.group]
        assert not any(isinstance(item, Group) and item is face.group for item in sheet.items[1:])
        assert all(box and page(sheet).contains(box) for box in extras)
        pieces = [deep for item in visible(sheet)[1:] for deep in leaf_boxes(item)]
        assert not any(box.overlaps(as_bounds(sheet.trim), 0.05) for box in pieces)


def leaf_boxes(item: object) -> list[BoundingBox]:
    """The boxes of what an item is made of, each line of a path for itself."""
    if isinstance(item, Path):
        pairs = zip(item.commands[::2], item.commands[1::2], strict=True)
        found = [bounds([Path(pair, stroke=item.stroke)]) for pair in pairs]
    else:
        found = [bounds([item])]  # type: ignore[list-item]
    return [box for box in found if box]


def test_a_whole_board_has_its_bleed_and_marks_beyond() -> None:
    parts = board(360, 360)
    (sheet,) = whole(parts, Options())
    trim, bleed = as_bounds(sheet.trim), as_bounds(sheet.bleed)
    assert (trim.width, trim.height) == pytest.approx((360, 360))
    assert bleed == trim.grown(3)
    (face,) = faces(sheet, parts)
    assert face.inked == bleed
    assert len(marks(sheet)) == 8 + 8  # crop marks, and the arms of four targets
    assert not any(mark.overlaps(bleed) for mark in marks(sheet))
    assert all(page(sheet).contains(mark) for mark in marks(sheet))
    assert min(gap(mark, bleed) for mark in marks(sheet)) == pytest.approx(1.0, abs=0.01)


def gap(box: BoundingBox, other: BoundingBox) -> float:
    """How far one box is from another, outside of it."""
    across = max(other.left - box.right, box.left - other.right)
    return max(across, other.top - box.bottom, box.top - other.bottom)


@pytest.mark.parametrize(("bleed", "offset"), [(3.0, 0.0), (3.0, 2.5), (0.0, 1.0), (6.0, 4.0)])
def test_marks_of_a_whole_board_begin_beyond_the_bleed_as_far_as_is_said(bleed: float, offset: float) -> None:
    parts = part_set(card("Sea", 200, 150, back=None, bleed=bleed))
    (sheet,) = whole(parts, Options(), gap=offset)
    away = min(gap(mark, as_bounds(sheet.trim)) for mark in marks(sheet))
    assert away == pytest.approx(max(2.0, bleed + offset), abs=0.01)
    assert all(page(sheet).contains(mark) for mark in marks(sheet))
    assert not any(mark.overlaps(words(sheet)) for mark in marks(sheet))
    assert "200 × 150 mm, bleed" in " ".join(says(sheet))


def test_a_whole_board_has_a_target_at_the_middle_of_each_side() -> None:
    (sheet,) = whole(board(360, 200), Options())
    discs = [each for item in sheet.items for each in inside(item) if isinstance(each, Ellipse)]
    middle = (sheet.trim.x + 180, sheet.trim.y + 100)
    away = sorted((round(each.cx - middle[0], 3), round(each.cy - middle[1], 3)) for each in discs)
    assert away == [(-186.0, 0.0), (0.0, -106.0), (0.0, 106.0), (186.0, 0.0)]
    (none,) = whole(board(360, 200), Options(marks=False))
    assert marks(none) == []


def test_a_whole_part_with_a_back_takes_two_sheets() -> None:
    parts: tuple[Part, ...] = (card(), card("Pier", back=None))
    assert [sheet.side for sheet in whole(part_set(*parts), Options())] == ["front", "back", "front"]


@pytest.mark.parametrize(
    ("width", "height", "overlap", "said"),
    [
        (360, 360, 10, ["Cut its left edge, no other yet.", "Glue it over A1, up to the ticks there."]),
        (400, 300, 0, ["Cut B1 out at the marks.", "It lies edge to edge with A1", "and B2."]),  # broken
        (500, 390, 0, ["Cut B1 out at the marks.", "It lies edge to edge with A1 and B2."]),  # turned
    ],
)
def test_the_instructions_fit_the_space_around_the_tile(
    width: float, height: float, overlap: float, said: list[str]
) -> None:
    sheet = impose(board(width, height, overlap), Options())[1]
    assert [text for text in says(sheet) if text in said] == said


@pytest.mark.parametrize("paper", PAIR)
@pytest.mark.parametrize("overlap", [0.0, 10.0])
@pytest.mark.parametrize("size", [(360, 360), (390, 548), (521, 392), (500, 360)])
def test_every_sheet_says_what_to_cut(size: tuple[float, float], overlap: float, paper: Paper) -> None:
    """A small plan without words names no edge."""
    for sheet in impose(board(*size, overlap), Options(paper)):
        assert any("Cut " in word for word in says(sheet)), sheet.label


def test_hands_cut_overlapping_sheets_where_they_say_so_and_then_round_the_board() -> None:
    """A1 nothing, B1 its left edge, A2 its upper one, B2 both, then the four sides of the board; edge to edge, all."""
    cuts = [hand_work(sheet).straight for sheet in impose(board(360, 500), Options())]
    assert cuts == [0, 1, 1, 2 + 4]
    assert [hand_work(sheet).straight for sheet in impose(board(360, 500, 0), Options())] == [4, 4, 4, 4]


def plan(sheet: Sheet) -> list[Rect]:
    cells = [each for item in sheet.items for each in inside(item) if isinstance(each, Rect)]
    return [cell for cell in cells if cell.fill in (HOUSE.accent, HOUSE.paper)]


@pytest.mark.parametrize("paper", PAIR)
@pytest.mark.parametrize("overlap", [0.0, 10.0])
@pytest.mark.parametrize("size", [(360, 360), (390, 548), (521, 392), (500, 360)])
def test_the_plan_shows_the_tiles_as_they_lie(size: tuple[float, float], overlap: float, paper: Paper) -> None:
    for sheet in impose(board(*size, overlap), Options(paper)):
        named = {word: box for word, box in texts_of(sheet.items, IDENTITY) if len(word) == 2}
        if {"A1", "A2", "B1"} <= named.keys():
            assert named["A1"].right < named["B1"].left + 0.01, sheet.label
            assert named["A1"].bottom < named["A2"].top + 0.01, sheet.label


def texts_of(items: Sequence[Item], to: Affine) -> Iterator[tuple[str, BoundingBox]]:
    for item in items:
        if isinstance(item, Group):
            yield from texts_of(item.items, compose(to, item.transform))
        elif isinstance(item, Text) and (box := bounds((item,), to)):
            yield item.string, box


def test_a_tile_makes_room_for_a_plan_that_can_be_read() -> None:
    """Centred on A4, these tiles leave 9 mm at their seams; moved to the edge, they leave room for a plan of 12 mm."""
    for sheet in impose(board(517, 360, overlap=0), Options()):
        wide, high = sum(cell.width for cell in plan(sheet)) / 2, sum(cell.height for cell in plan(sheet)) / 2
        assert max(wide, high) >= 12 - 0.01, sheet.label
