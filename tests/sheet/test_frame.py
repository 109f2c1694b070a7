from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.scene.parts import Box
from pnp.sheet.frame import Placement, Turn, centred, folded, mark_room, over_the_fold, tiers
from pnp.sheet.options import A4, LETTER, PAPERS, Options, Paper
from tests.sheet.samples import as_bounds


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_the_box_common_to_a4_and_letter(paper: Paper) -> None:
    (frame,), own = tiers(Options(paper))
    assert (frame.box.width, frame.box.height) == pytest.approx((197, 267.4))
    assert len(own) == 2


def test_the_box_common_to_a4_and_letter_has_room_for_a_wide_bleed() -> None:
    (a4,), (letter,) = (tiers(Options(paper, bleed=15.0))[0] for paper in (A4, LETTER))
    assert (a4.box.width, a4.box.height) == (letter.box.width, letter.box.height)
    assert a4.box.height == pytest.approx(265.1)


def test_a4_gives_its_foot_to_the_strip_and_letter_its_side() -> None:
    (a4,), _ = tiers(Options(A4))
    (letter,), _ = tiers(Options(LETTER))
    assert a4.strip.width > a4.strip.height
    assert letter.strip.width < letter.strip.height


def test_lying_paper_has_the_same_common_box_turned() -> None:
    for paper in (A4, LETTER):
        (frame,), _ = tiers(Options(paper.turned))
        assert (frame.box.width, frame.box.height) == pytest.approx((267.4, 197))


@pytest.mark.parametrize("options", [Options(PAPERS["a3"]), Options(A4, common=False)])
def test_other_papers_are_used_in_full(options: Options) -> None:
    assert len(tiers(options)) == 1


@pytest.mark.slow
@given(
    paper=st.sampled_from([*PAPERS.values(), *(paper.turned for paper in PAPERS.values())]),
    margin=st.sampled_from([5.0, 7.0, 10.0]),
    bleed=st.sampled_from([0.0, 2.0, 3.175]),
)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_a_strip_is_printable_and_leaves_room_for_marks(paper: Paper, margin: float, bleed: float) -> None:
    options = Options(paper, margin=margin, bleed=bleed)
    for tier in tiers(options):
        for frame in tier:
            box, strip = as_bounds(frame.box), as_bounds(frame.strip)
            assert as_bounds(centred(paper.width, paper.height, frame)).width == paper.width
            assert box.left >= margin - 1e-6
            assert box.bottom <= paper.height - margin + 1e-6
            assert min(strip.left, strip.top, paper.width - strip.right, paper.height - strip.bottom) >= options.edge
            assert not box.grown(options.mark_stub).overlaps(strip)


@pytest.mark.parametrize(("margin", "edge"), [(0.0, 0.0), (4.0, 3.0), (5.0, 4.0), (6.0, 5.0), (7.0, 5.0), (10.0, 8.0)])
def test_words_keep_five_millimetres_off_the_edge_where_the_margin_does(margin: float, edge: float) -> None:
    assert Options(margin=margin).edge == edge


@pytest.mark.parametrize(
    "strip", [Box(5, 289.1, 200, 2.9), Box(5, 5, 200, 2.9), Box(5, 5, 2.9, 287), Box(202, 5, 3, 287)]
)
def test_marks_have_room_off_the_edges_and_clear_of_the_strip(strip: Box) -> None:
    room = as_bounds(mark_room(A4, strip, Options()))
    assert min(room.left, room.top, 210 - room.right, 297 - room.bottom) >= 5
    assert not room.overlaps(as_bounds(strip))
    assert room.width * room.height > 190 * 280


def test_a_fold_keeps_its_distance_from_the_art() -> None:
    (frame,), _ = tiers(Options(A4))
    upright, across = folded(frame, 2.0)
    assert upright.fold
    assert across.fold
    assert (upright.fold.at, across.fold.at) == (A4.width / 2, A4.height / 2)
    assert upright.fold.at - upright.box.x - upright.box.width == pytest.approx(7)
    assert across.fold.at - across.box.y - across.box.height == pytest.approx(7)


def test_halves_of_a_folded_paper_are_printed_within_the_frame_once_folded() -> None:
    (frame,), _ = tiers(Options(A4))
    frame = replace(frame, box=Box(20, 30, 170, 240))  # 20 mm are left at the right, 27 at the bottom
    upright, across = folded(frame, 2.0)
    assert (upright.box.x, across.box.y) == (20, 30)
    frame = replace(frame, box=Box(20, 30, 160, 220))
    upright, across = folded(frame, 2.0)
    assert (upright.box.x, across.box.y) == (30, 47)


def test_what_is_centred_stays_in_its_frame() -> None:
    (frame,), _ = tiers(Options(LETTER))
    box = centred(189, 264, frame)
    assert box.x == pytest.approx((215.9 - 189) / 2)
    assert centred(197, 267.4, frame).x == pytest.approx(12.9)


@pytest.mark.parametrize(
    ("turn", "front", "back"),
    [(0, (20, 95, 30, 61), (20, 30, 30, 61)), (90, (20, 30, 13, 126), (37, 30, 13, 126))],
)
def test_a_front_and_its_back_are_at_one_distance_from_the_fold_between_them(
    turn: Turn, front: tuple[float, ...], back: tuple[float, ...]
) -> None:
    found = over_the_fold(Placement(0, 0, Box(20, 30, 30, 126), turn), 4)
    assert [(each.box.x, each.box.y, each.box.width, each.box.height) for each in found] == [front, back]
    assert [each.side for each in found] == ["front", "back"]
