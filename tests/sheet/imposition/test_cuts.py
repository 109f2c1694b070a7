"""What a machine cuts: every side of every part, each once, and nothing else."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.render.pdf import images, render_pdf
from pnp.render.prepress import PdfInfo
from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Ellipse, Item, Path, Rect, Stroke
from pnp.scene.parts import Box, PartSet, Sheet
from pnp.sheet.imposition.cuts import around_cuts, parting_lines, straight_cuts
from pnp.sheet.imposition.impose import impose, impose_together
from pnp.sheet.margins import PARTING
from pnp.sheet.options import A4, LETTER, PAPERS, Options, Paper, Registration, registration_marks
from tests.sheet.samples import card, disc, faces, inside, options, part_set, part_sets, standee
from tests.sheet.soundness import assert_sound

Segment = tuple[float, float, float, float]
MACHINE = Options(registration="silhouette")


def segments(paths: tuple[Path, ...]) -> list[Segment]:
    """The straight cuts."""
    found = []
    for path in paths:
        if [step[0] for step in path.commands] == ["M", "L"]:
            (_, x1, y1), (_, x2, y2) = path.commands  # type: ignore[misc]
            found.append((x1, y1, x2, y2))
    return found


def covered(side: Segment, cuts: list[Segment]) -> bool:
    """Whether one cut runs along all of a side."""
    x1, y1, x2, y2 = side
    return any(
        abs(one[0] - x1) < 1e-3 and abs(one[2] - x2) < 1e-3 and one[1] <= y1 + 1e-3 and one[3] >= y2 - 1e-3
        if x1 == x2
        else abs(one[1] - y1) < 1e-3 and abs(one[3] - y2) < 1e-3 and one[0] <= x1 + 1e-3 and one[2] >= x2 - 1e-3
        for one in cuts
    )


def sides(box: BoundingBox) -> list[Segment]:
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    return [
        (left, top, left, bottom),
        (right, top, right, bottom),
        (left, top, right, top),
        (left, bottom, right, bottom),
    ]


def test_parts_that_abut_share_their_cuts() -> None:
    boxes = tuple(Box(x, y, 20, 30) for y in (0, 30) for x in (0, 20, 40))
    assert segments(straight_cuts(boxes)) == [
        *((x, 0, x, 60) for x in (0, 20, 40, 60)),
        *((0, y, 60, y) for y in (0, 30, 60)),
    ]


def test_parts_apart_are_not_joined_by_a_cut() -> None:
    assert segments(straight_cuts((Box(0, 0, 20, 30), Box(24, 0, 20, 30)))) == [
        *((x, 0, x, 30) for x in (0, 20, 24, 44)),
        *((start, y, start + 20, y) for y in (0, 30) for start in (0, 24)),
    ]


@pytest.mark.slow
@given(parts=part_sets(), options=options())
@settings(deadline=None, derandomize=True, max_examples=40)
def test_every_side_of_every_part_is_cut_once(parts: PartSet, options: Options) -> None:
    for sheet in impose(parts, options):
        fronts = [face for face in faces(sheet, parts) if face.side == "front"]
        cuts = segments(sheet.cuts)
        plain = [face for face in fronts if isinstance(face.part.outline, Rect)]
        assert all(covered(side, cuts) for face in plain for side in sides(face.box))
        length = sum(abs(x2 - x1) + abs(y2 - y1) for x1, y1, x2, y2 in cuts)
        assert length <= sum(2 * (face.box.width + face.box.height) for face in plain) + 1e-6
        assert len(set(cuts)) == len(cuts)
        assert len(sheet.cuts) - len(cuts) == len(fronts) - len(plain)


def test_backs_and_blanks_are_not_cut() -> None:
    sheets = impose(part_set(card(copies=20)), Options(layout="duplex"))
    assert [bool(sheet.cuts) for sheet in sheets] == [True, False] * 3
    blank = impose(part_set(card(copies=20, back=None)), Options(layout="duplex"))[1]
    assert (blank.cuts, blank.folds) == ((), ())


def test_an_outline_is_cut_where_the_part_lies() -> None:
    parts = part_set(disc(copies=3))
    (sheet,) = impose(parts, Options())
    boxes = [box for cut in sheet.cuts if (box := bounds([replace(cut, stroke=Stroke("#000000", 0.0))]))]
    assert sorted((box.left, box.top) for box in boxes) == [
        pytest.approx((face.box.left, face.box.top)) for face in faces(sheet, parts)
    ]


def test_rounded_corners_are_cut_round() -> None:
    rounded = replace(card(back=None), outline=Rect(0, 0, 63, 88, 3))
    (sheet,) = impose(part_set(rounded), Options())
    (cut,) = sheet.cuts
    assert [step[0] for step in cut.commands].count("C") == 4


def test_folds_turn_with_their_part() -> None:
    crane = replace(standee(), folds=(Path((("M", 0, 16), ("L", 20, 16))),))
    (sheet,) = impose(part_set(crane), Options())
    (face,) = faces(sheet, part_set(crane))
    (fold,) = sheet.folds
    box = bounds([replace(fold, stroke=Stroke("#000000", 0.0))])
    assert box
    assert face.box.contains(box)
    assert max(box.width, box.height) == pytest.approx(20)


def test_a_gutterfold_is_folded_once_and_only_its_fronts_are_cut() -> None:
    parts = part_set(card(copies=4))
    (sheet,) = impose(parts, Options(layout="gutterfold"))
    fronts = [face.box for face in faces(sheet, parts) if face.side == "front"]
    assert len(sheet.folds) == 1
    for x1, y1, x2, y2 in segments(sheet.cuts):
        assert min(box.left for box in fronts) - 1e-3 <= x1 <= x2 <= max(box.right for box in fronts) + 1e-3
        assert min(box.top for box in fronts) - 1e-3 <= y1 <= y2 <= max(box.bottom for box in fronts) + 1e-3


def test_a_tile_of_a_board_is_cut_at_its_marks() -> None:
    sheets = impose(part_set(card(width=360, height=300, back=None), spread=True), Options())
    assert all(bounds([replace(sheet.cuts[0], stroke=Stroke("#000000", 0))]) for sheet in sheets)
    assert [len(sheet.cuts) for sheet in sheets] == [1] * len(sheets)


def marks(sheet: Sheet) -> list[BoundingBox]:
    """The square, and each arm of the corners."""
    paper = Paper("x", "x", sheet.width, sheet.height)
    kind = "silhouette" if any(isinstance(each, Rect) and each.fill == "#000000" for each in sheet.items) else FOUR
    wanted = black_marks(paper, kind)
    assert all(mark in sheet.items for mark in wanted)
    arms = [
        Path((("M", *start[1:]), ("L", *end[1:])), stroke=mark.stroke)  # type: ignore[misc]
        for mark in wanted
        if isinstance(mark, Path)
        for start, end in zip(mark.commands, mark.commands[1:], strict=False)
    ]
    squares = [mark for mark in wanted if isinstance(mark, Rect)]
    return [box for mark in (*squares, *arms) if (box := bounds([mark]))]


FOUR: Registration = "silhouette-4"


def black_marks(paper: Paper, kind: Registration = "silhouette", inset: float = 10.0) -> list[Item]:
    """The marks without their white grounds."""
    every = registration_marks(paper, kind, inset)
    return [mark for mark in every if not (isinstance(mark, Rect) and mark.fill == "#FFFFFF")]


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_eight_cards_fit_between_the_marks_of_a_machine(paper: Paper) -> None:
    parts = part_set(card(copies=8, back=None))
    assert [len(faces(sheet, parts)) for sheet in impose(parts, replace(MACHINE, paper=paper))] == [8]


def test_a_machine_cuts_round_corners_one_part_at_a_time() -> None:
    round_card = replace(card(copies=8, back=None), outline=Rect(0, 0, 63, 88, 3))
    for paper, expected in ((A4, [8]), (LETTER, [6, 2])):
        sheets = impose(part_set(round_card), replace(MACHINE, paper=paper))
        boxes = [[face.box for face in faces(sheet, part_set(round_card))] for sheet in sheets]
        assert [len(each) for each in boxes] == expected
        assert not any(one.grown(1.9).overlaps(other) for each in boxes for one, other in combinations(each, 2))


def test_what_the_marks_leave_no_room_for_is_cut_by_hand() -> None:
    sheets = impose(part_set(card(copies=2, back=None), card("Chart", 190, 200, back=None)), MACHINE)
    marked = [all(mark in sheet.items for mark in black_marks(A4)) for sheet in sheets]
    assert marked == [True, False]
    assert [bool(sheet.cuts) for sheet in sheets] == [True, True]


@pytest.mark.slow
@given(parts=part_sets(), options=options(), kind=st.sampled_from(["silhouette", FOUR]))
@settings(deadline=None, derandomize=True, max_examples=40)
def test_nothing_stands_near_the_marks_of_a_machine(parts: PartSet, options: Options, kind: Registration) -> None:
    options = replace(options, registration=kind, paper=PAPERS["a4"])
    sheets = impose(parts, options)
    assert_sound(sheets, parts, options)
    for sheet in sheets:
        if sheet.side == "front":
            words = bounds(sheet.items[-1:])
            assert words
            for mark in marks(sheet):
                assert not mark.grown(1.4).overlaps(words)
                assert not any(mark.grown(1.4).overlaps(face.box) for face in faces(sheet, parts))


def test_marks_stand_in_three_corners_at_one_distance() -> None:
    (square, upper, lower) = (bounds([mark]) for mark in black_marks(A4))
    assert square == BoundingBox(10, 10, 15, 15)
    assert upper
    assert lower
    assert (upper.right, upper.top) == pytest.approx((200, 10))
    assert (lower.left, lower.bottom) == pytest.approx((10, 287))
    assert not any(isinstance(item, Ellipse) for mark in black_marks(A4) for item in inside(mark))


def test_four_corners_stand_at_one_distance() -> None:
    found = [bounds([mark]) for mark in black_marks(LETTER, FOUR, 15.9)]
    outer = [box for box in found if box]
    assert [round(box.left, 3) for box in outer[::2]] == [15.9, 15.9]
    assert [round(box.top, 3) for box in outer[:2]] == [15.9, 15.9]
    assert [round(LETTER.width - box.right, 3) for box in outer[1::2]] == [15.9, 15.9]
    assert [round(LETTER.height - box.bottom, 3) for box in outer[2:]] == [15.9, 15.9]
    assert all(8.4 <= side <= 9 for box in outer for side in (box.width, box.height))


def test_bleed_stays_away_from_the_marks() -> None:
    """What is printed within two millimetres of a mark is white."""
    for kind in ("silhouette", FOUR):
        parts = part_set(card(copies=8, back=None))
        (sheet, *_) = impose(parts, replace(MACHINE, registration=kind))  # type: ignore[arg-type]
        pixels = next(images(render_pdf([sheet], PdfInfo("")), 254)).convert("L")
        for box in marks(sheet):
            around = box.grown(1.9)
            frame = pixels.crop(
                tuple(round(10 * side) for side in (around.left, around.top, around.right, around.bottom))
            )
            dark = sum(1 for value in frame.tobytes() if value < 200)
            light = sum(1 for value in frame.tobytes() if 60 < value < 250)
            assert dark > 50
            assert light < 0.08 * frame.width * frame.height, (kind, box)


def test_round_corners_that_touch_share_their_sides() -> None:
    round_card = replace(card(copies=9, back=None), outline=Rect(0, 0, 63, 88, 3))
    (sheet,) = impose(part_set(round_card), Options(LETTER, cuts="shared"))
    straight = segments(sheet.cuts)
    assert len(straight) == 2 * 3 * 4
    assert len(sheet.cuts) - len(straight) == 9 * 4, "a curve at each corner"
    assert len(set(straight)) == len(straight)
    assert all(abs(x2 - x1) + abs(y2 - y1) in (pytest.approx(57), pytest.approx(82)) for x1, y1, x2, y2 in straight)


def test_the_picture_of_a_sheet_is_centred_on_its_cuts() -> None:
    parts = part_set(card(copies=4, back=None))
    (sheet,) = impose(parts, Options(LETTER, margin=24.3, marks=False, cuts="apart"))
    picture = around_cuts(sheet, 2.0)
    found = [face.box for face in faces(sheet, parts)]
    wide = max(box.right for box in found) - min(box.left for box in found)
    high = max(box.bottom for box in found) - min(box.top for box in found)
    assert (picture.width, picture.height) == pytest.approx((wide + 4, high + 4))
    assert picture.width <= 171.45
    assert picture.height <= 234.95
    (pixels,) = images(render_pdf([picture], PdfInfo("")), 254)
    corner = pixels.getpixel((3, 3))
    assert corner == pixels.getpixel((20, 30)), "bleed reaches the corner"


def test_round_parts_on_a_sheet_with_strips_to_fold_over_are_cut() -> None:
    coins, buoys = card("Coin", 25, 25, 6), replace(disc(30, 3), name="Buoy")
    sets = [replace(part_set(part), component=part.name, name=part.name) for part in (coins, buoys)]
    (sheet,) = impose_together("pieces", sets, Options())
    assert sheet.folds
    assert len([path for path in sheet.cuts if any(command[0] == "C" for command in path.commands)]) == 3
    assert segments(sheet.cuts)


ROOM = Box(0, 0, 100, 200)


@pytest.mark.parametrize(
    ("groups", "lines"),
    [
        ([Box(10, 10, 80, 40)], []),
        ([Box(10, 10, 80, 40), Box(10, 60, 30, 40)], [(0, 55, 100, 55)]),
        ([Box(10, 10, 80, 40), Box(10, 50.5, 30, 40)], []),  # they nearly touch
        (
            [Box(10, 10, 80, 40), Box(10, 60, 30, 40), Box(48, 60, 40, 20)],
            [(0, 55, 100, 55), (44, 55, 44, 200)],
        ),
        ([Box(0, 0, 60, 20), Box(70, 0, 20, 60), Box(30, 70, 60, 20), Box(0, 30, 20, 60)], []),  # each is in the way
    ],
    ids=["one", "two", "too near", "three", "a pinwheel"],
)
def test_a_line_parts_each_two_groups_that_a_straight_cut_divides(
    groups: list[Box], lines: list[tuple[float, float, float, float]]
) -> None:
    assert list(parting_lines(groups, ROOM)) == lines


@given(
    st.lists(
        st.tuples(*(st.integers(0, 90) for _ in range(2)), *(st.integers(1, 60) for _ in range(2))),
        min_size=2,
        max_size=6,
    )
)
def test_no_line_between_groups_crosses_one(boxes: list[tuple[int, int, int, int]]) -> None:
    groups = [Box(*map(float, box)) for box in boxes]
    for x1, y1, x2, y2 in parting_lines(groups, Box(-10, -10, 200, 200)):
        for box in groups:
            outside_x = max(x1, x2) <= box.x or min(x1, x2) >= box.x + box.width
            outside_y = max(y1, y2) <= box.y or min(y1, y2) >= box.y + box.height
            assert outside_x or outside_y


def test_groups_on_a_sheet_have_a_line_between_them_for_a_person_and_none_for_a_machine() -> None:
    sets = [part_set(card(copies=4, back=None)), part_set(disc(copies=3))]
    by_hand = impose_together("card", sets, Options(A4, "single"))
    machine = impose_together("card", sets, Options(A4, "single", registration="silhouette"))

    def dashed(sheets: tuple[Sheet, ...]) -> int:
        return sum(str(item).count(PARTING.colour) for sheet in sheets for item in sheet.items)

    assert len(by_hand) == 1
    assert dashed(by_hand) == 1
    assert dashed(machine) == 0
