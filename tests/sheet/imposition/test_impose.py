from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from pnp.scene.items import BoundingBox, Ellipse, Group, Path, Text
from pnp.scene.parts import PartSet, Sheet
from pnp.sheet.imposition.impose import DoesNotFit, capacity, impose, misfits
from pnp.sheet.margins import CUT
from pnp.sheet.options import A4, LETTER, PAPERS, Options, Paper
from tests.sheet.samples import (
    THIN,
    card,
    disc,
    faces,
    grounds,
    inside,
    marks,
    options,
    part_set,
    part_sets,
    standee,
    visible,
)
from tests.sheet.soundness import assert_sound

PAIR = [A4, LETTER]


def counts(parts: PartSet, options: Options) -> list[int]:
    return [len(faces(sheet, parts)) for sheet in impose(parts, options)]


POKER = (63.5, 88.9)
"""2.5 × 3.5 inches."""


@pytest.mark.parametrize("paper", PAIR)
@pytest.mark.parametrize("size", [(63, 88), POKER])
def test_nine_cards_fit_on_a_sheet(paper: Paper, size: tuple[float, float]) -> None:
    parts = part_set(card("Quay", *size, copies=54))
    assert counts(parts, Options(paper))[:6] == [9] * 6
    assert_sound(impose(parts, Options(paper)), parts, Options(paper))


def test_cards_share_cuts_only_where_that_saves_a_sheet() -> None:
    for paper, copies, together in ((LETTER, 9, True), (LETTER, 10, False), (A4, 9, False), (A4, 10, False)):
        parts = part_set(card(copies=copies, back=None))
        sheet, *_ = impose(parts, Options(paper))
        assert touching(parts, sheet) == together, (paper.name, copies)


def test_cuts_can_be_shared_or_apart() -> None:
    parts = part_set(card(copies=10, back=None))
    for cuts, expected, together in (("shared", [9, 1], True), ("apart", [8, 2], False)):
        options = Options(LETTER, cuts=cuts)  # type: ignore[arg-type]
        for each, set_options in ((parts, options), (replace(parts, cuts=cuts), Options(LETTER))):
            sheets = impose(each, set_options)
            assert [len(faces(sheet, each)) for sheet in sheets] == expected
            assert touching(each, sheets[0]) == together


def touching(parts: PartSet, sheet: Sheet) -> bool:
    """Whether some faces share a side."""
    return bool(edges(parts, sheet, "left") & edges(parts, sheet, "right")) or bool(
        edges(parts, sheet, "top") & edges(parts, sheet, "bottom")
    )


def test_a_capacity_says_what_would_save_a_sheet() -> None:
    small = part_set(card(width=44, height=68, copies=52, back=None))
    assert str(capacity(small, Options(A4))) == "16 a sheet (18 with --margin 3)"
    assert str(capacity(small, Options(LETTER))) == "12 a sheet (15 with --margin 5)"
    few = part_set(card(width=44, height=68, copies=12, back=None))
    assert str(capacity(few, Options(LETTER))) == "12 a sheet", "more on a sheet would save none"
    nine = part_set(card(copies=9, back=None))
    assert str(capacity(nine, Options(LETTER, cuts="apart"))) == "8 a sheet (9 with --cuts shared)"
    assert str(capacity(nine, Options(LETTER, margin=10))) == "6 a sheet (9 with --margin 5)", "6 with bleed between"
    assert str(capacity(nine, Options(LETTER, margin=24.3))) == "4 a sheet", "a machine cuts no farther out"
    forty = part_set(card(copies=40, back=None))
    roomy = capacity(forty, Options(A4))
    assert str(roomy) == "8 a sheet", "nine that touch would take as many sheets"
    assert roomy
    assert not roomy.touching
    tight = capacity(nine, Options(LETTER, cuts="shared"))
    assert tight
    assert tight.touching
    folded_sheets = part_set(card(copies=9))
    assert str(capacity(folded_sheets, Options(A4, layout="gutterfold"))) == "4 a sheet"
    assert capacity(part_set(card(), disc()), Options()) is None
    assert capacity(part_set(card(), spread=True), Options()) is None
    for parts, chosen in (
        (forty, Options(A4)),
        (nine, Options(LETTER, margin=10)),
        (small, Options(A4)),
        (nine, Options(LETTER)),
        (folded_sheets, Options(A4, "gutterfold")),
    ):
        first = faces(impose(parts, chosen)[0], parts)
        found = capacity(parts, chosen)
        assert found
        assert found.held == sum(face.side == "front" for face in first)


def test_where_marks_have_no_room_outside_they_are_on_white_ground_in_the_bleed() -> None:
    parts = part_set(card("Quay", *POKER, copies=9, back=None))
    (sheet,) = impose(parts, Options(LETTER))
    box = BoundingBox(0, 0, sheet.width, sheet.height)
    top = [mark for mark in marks(sheet) if mark.bottom < 6.35]
    assert len(top) == 4
    assert [(round(mark.top, 3), round(mark.bottom, 3)) for mark in top] == [(5, 5.95)] * 4
    upper = [face for face in faces(sheet, parts) if face.box.top < 7]
    assert [round(face.inked.top, 3) for face in upper] == [5, 5, 5]
    assert box.grown(-5, -5).contains(upper[0].inked)
    white = [ground for ground in grounds(sheet) if ground.top < 6]
    assert [ground.width for ground in white] == pytest.approx([1.6] * 4)
    assert {(ground.top, round(ground.bottom, 2)) for ground in white} == {(5, 6.35)}


@pytest.mark.parametrize(("paper", "counted"), [(A4, [16, 16, 16, 4]), (LETTER, [12, 12, 12, 12, 4])])
def test_a_paper_that_holds_more_takes_fewer_sheets(paper: Paper, counted: list[int]) -> None:
    parts = part_set(*(card(f"Quay {n}", 44, 68, back=None) for n in range(52)))
    assert counts(parts, Options(paper)) == counted


def test_each_back_follows_its_front() -> None:
    sheets = impose(part_set(card(copies=10)), Options())
    assert [sheet.side for sheet in sheets] == ["front", "back", "front", "back"]
    assert [sheet.label for sheet in sheets] == ["Pieces 1/2", "Pieces 1/2", "Pieces 2/2", "Pieces 2/2"]


def test_a_sheet_names_its_side_where_its_parts_have_two() -> None:
    for back, sides in ((0.5, ["front", "back"]), (None, [])):
        sheets = impose(part_set(card(back=back)), Options())
        said = [item.string for sheet in sheets for item in inside(sheet.items[-1]) if isinstance(item, Text)]
        places = [words for words in said if "sheet 1 of 1" in words]
        assert [words.rpartition(" · ")[2] for words in places] == (sides or ["sheet 1 of 1"])


def test_duplex_gives_front_and_back_in_turn() -> None:
    sheets = impose(part_set(card(copies=10)), Options(layout="duplex"))
    assert [sheet.side for sheet in sheets] == ["front", "back", "front", "back"]


def test_in_duplex_a_front_without_back_has_a_blank_behind_it_unless_it_is_last() -> None:
    parts = part_set(card(copies=20, back=None))
    sheets = impose(parts, Options(layout="duplex"))
    assert [(sheet.side, len(faces(sheet, parts))) for sheet in sheets] == [
        ("front", 8),
        ("back", 0),
        ("front", 8),
        ("back", 0),
        ("front", 4),
    ]


def test_a_gutterfold_has_fronts_and_backs_on_one_side() -> None:
    parts = part_set(card(copies=5))
    sheets = impose(parts, Options(layout="gutterfold"))
    assert [Counter(face.side for face in faces(sheet, parts)) for sheet in sheets] == [
        {"front": 4, "back": 4},
        {"front": 1, "back": 1},
    ]


def test_a_gutterfold_leaves_flat_what_has_no_back_or_fits_no_half() -> None:
    parts = part_set(card("Pier"), card("Quay", back=None), card("Mat", 190, 180))
    sheets = impose(parts, Options(layout="gutterfold"))
    found = [[(face.part.name, face.side) for face in faces(sheet, parts)] for sheet in sheets]
    assert found[0] == [("Pier", "front"), ("Pier", "back")]
    assert [("Mat", "back")] in found
    assert ("Quay", "front") in found[1]


def test_rows_keep_their_order_and_equal_backs_come_together() -> None:
    named = [card(name, back=back) for name, back in zip("abcdef", (0.5, 0.6, 0.5, 0.7, 0.6, 0.5), strict=True)]
    parts = part_set(*named)
    (sheet, _) = impose(parts, Options())
    assert [face.part.name for face in faces(sheet, parts)] == ["a", "c", "f", "b", "e", "d"]


def test_sizes_share_a_sheet_where_there_is_room() -> None:
    parts = part_set(card(copies=3, back=None), disc(copies=12), standee(copies=2))
    assert counts(parts, Options()) == [17]


def test_a_stack_of_sheets_has_its_cards_in_one_place() -> None:
    parts = part_set(card(copies=10, back=None))
    first, second = impose(parts, Options())
    assert faces(first, parts)[0].box == faces(second, parts)[0].box


def test_only_outlined_parts_have_their_cut_drawn() -> None:
    def outlines(parts: PartSet) -> int:
        (sheet,) = impose(parts, Options())
        return sum(isinstance(item, Ellipse) and item.stroke == CUT for each in sheet.items for item in inside(each))

    assert outlines(part_set(disc(copies=5))) == 5
    (sheet,) = impose(part_set(disc(copies=5)), Options())
    assert marks(sheet) == []
    (sheet,) = impose(part_set(card(back=None)), Options())
    assert len(marks(sheet)) == 8
    assert outlines(part_set(card(back=None))) == 0


def test_guides_are_drawn_over_the_front() -> None:
    crane = standee()
    (sheet,) = impose(part_set(crane), Options())
    over = [group for group in visible(sheet) if isinstance(group, Group) and group.items is crane.guides]
    (face,) = faces(sheet, part_set(crane))
    assert [group.transform for group in over] == [face.group.transform]


def test_a_page_of_one_part_has_its_boxes_and_a_page_of_many_the_papers() -> None:
    (one,) = impose(part_set(card(back=None)), Options())
    assert (one.trim.width, one.trim.height) == (63, 88)
    assert (one.bleed.width, one.bleed.height) == (67, 92)
    (two,) = impose(part_set(card(copies=2, back=None)), Options())
    assert (two.trim.width, two.trim.height) == (210, 297)


def test_the_first_sheet_of_a_component_opens_a_chapter() -> None:
    assert [sheet.bookmark for sheet in impose(part_set(card(copies=10)), Options())] == ["Pieces", None, None, None]


def test_what_is_too_large_says_so() -> None:
    parts = part_set(card(width=63, height=88), card("Mat", 250, 300), card("Map", 400, 20))
    with pytest.raises(DoesNotFit, match="250 × 300 mm does not fit on A4"):
        impose(parts, Options())
    assert [misfit.part.name for misfit in misfits(parts, Options())] == ["Mat", "Map"]
    assert "holds 198.0 × 278.1 or 191.1 × 285.0 mm" in misfits(parts, Options())[0].hint


def test_what_the_common_box_does_not_hold_may_still_fit_the_paper() -> None:
    assert counts(part_set(card(width=190, height=275, back=None)), Options(A4)) == [1]
    with pytest.raises(DoesNotFit):
        impose(part_set(card(width=190, height=275)), Options(LETTER))


def test_parts_that_no_one_frame_holds_get_sheets_apart() -> None:
    parts = part_set(card("Wide", 201, 200, back=None), card("Tall", 150, 264, back=None))
    assert counts(parts, Options(LETTER)) == [1, 1]


def test_a_stamp_stands_on_every_sheet() -> None:
    def says(stamp: str) -> list[int]:
        return [len(inside(sheet.items[-1])) for sheet in impose(part_set(card(copies=10)), Options(stamp=stamp))]

    assert all(more > fewer for more, fewer in zip(says("DRAFT"), says(""), strict=True))


def test_the_same_face_is_the_same_items_everywhere() -> None:
    parts = part_set(card(copies=3))
    front, back = impose(parts, Options())
    assert len({id(face.group.items) for face in faces(front, parts)}) == 1
    assert len(faces(back, parts)) == 3


def test_crop_marks_stand_at_every_row_and_column_on_all_sides() -> None:
    parts = part_set(card(copies=9, back=None))
    (sheet,) = impose(parts, Options(PAPERS["a3"]))
    assert len(marks(sheet)) == 2 * (
        len(edges(parts, sheet, "left", "right")) + len(edges(parts, sheet, "top", "bottom"))
    )


def edges(parts: PartSet, sheet: object, *sides: str) -> set[float]:
    return {round(getattr(face.box, side), 3) for face in faces(sheet, parts) for side in sides}  # type: ignore[arg-type]


def test_there_are_no_marks_where_none_are_wanted() -> None:
    (sheet, _) = impose(part_set(card()), Options(marks=False))
    assert not any(isinstance(item, Path) for item in sheet.items)


def test_neighbours_that_are_nearer_than_both_bleeds_meet_in_the_middle() -> None:
    tick = Path((("M", -1.375, 50), ("L", 97.375, 50)), None, THIN)
    parts = part_set(replace(card(width=96, height=210, copies=2, back=None), guides=(tick,)))
    (sheet,) = impose(parts, Options())
    left, right = (face.inked for face in faces(sheet, parts))
    assert right.left - left.right == pytest.approx(0)
    assert (left.width, right.width) == pytest.approx((96 + 2 + 1.5, 96 + 2 + 1.5))


@pytest.mark.slow
@given(parts=part_sets(), options=options())
@settings(deadline=None, derandomize=True, max_examples=60)
def test_whatever_is_imposed(parts: PartSet, options: Options) -> None:
    assert_sound(impose(parts, options), parts, options)


def test_nothing_takes_no_sheet() -> None:
    assert impose(part_set(), Options(layout="duplex")) == ()
