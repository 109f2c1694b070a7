"""Backs lie on their fronts, upright to one who turns the part over, however the sheet is turned or folded."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Path
from pnp.scene.parts import Box, PartSet, Sheet
from pnp.sheet.frame import MIRRORED, Placement
from pnp.sheet.imposition.impose import flip_axis, impose
from pnp.sheet.margins import FOLD, FOLD_TICK
from pnp.sheet.options import A4, LETTER, PAPERS, Flip, Options
from tests.sheet.samples import Face, card, faces, moved, options, part_set, part_sets, visible


def seen(box: BoundingBox, axis: str, at: float) -> BoundingBox:
    """The box in a mirror."""
    if axis == "vertical":
        return BoundingBox(2 * at - box.right, box.top, 2 * at - box.left, box.bottom)
    return BoundingBox(box.left, 2 * at - box.bottom, box.right, 2 * at - box.top)


def assert_registered(fronts: list[Face], backs: list[Face], axis: str, at: float) -> None:
    """Each front with a back has it behind, in the same place, and both tops point the same way."""
    mirrored = {key(seen(back.box, axis, at), back.part.back): back for back in backs}
    with_back = [front for front in fronts if front.part.back]
    assert len(mirrored) == len(backs) == len(with_back)
    for front in with_back:
        back = mirrored[key(front.box, front.part.back)]
        x, y = back.up
        assert front.up == pytest.approx((-x, y) if axis == "vertical" else (x, -y))


def key(box: BoundingBox, back: object) -> tuple[float, float, float, float, object]:
    return round(box.left, 6) + 0, round(box.top, 6) + 0, round(box.right, 6), round(box.bottom, 6), back


def fold_of(sheet: Sheet) -> tuple[str, float] | None:
    for item in visible(sheet):
        if isinstance(item, Path) and item.stroke == FOLD:
            (_, x1, y1), (_, x2, _y2) = item.commands  # type: ignore[misc]
            return ("vertical", x1) if x1 == x2 else ("horizontal", y1)
    return None


def folds_of(sheet: Sheet) -> list[tuple[str, float]]:
    """Every fold of strips."""
    found = []
    for item in visible(sheet):
        if isinstance(item, Path) and item.stroke == FOLD:
            (_, x1, y1), (_, x2, _y2) = item.commands  # type: ignore[misc]
            found.append(("vertical", x1) if x1 == x2 else ("horizontal", y1))
    return found


def assert_over_folds(fronts: list[Face], backs: list[Face], folds: list[tuple[str, float]]) -> None:
    """Each front with a back has it mirrored about a fold, in the strip above it."""
    with_back = [front for front in fronts if front.part.back]
    assert len(with_back) == len(backs)
    for front in with_back:
        mine = [
            (axis, back)
            for back in backs
            for axis, at in folds
            if key(seen(back.box, axis, at), back.part.back) == key(front.box, front.part.back)
            and back.box.joined(front.box).width * back.box.joined(front.box).height
            < 2.5 * front.box.width * front.box.height + 40
        ]
        (axis, back) = mine[0]
        x, y = back.up
        assert front.up == pytest.approx((-x, y) if axis == "vertical" else (x, -y))


def assert_all_registered(sheets: Sequence[Sheet], parts: PartSet, options: Options) -> None:
    """Every back lies behind its front, on the next side or beyond the fold."""
    backs = {sheet.label: sheet for sheet in sheets if sheet.side == "back" and sheet.items}
    for sheet in sheets:
        if sheet.side == "back":
            continue
        here, fold = faces(sheet, parts), fold_of(sheet)
        fronts = [face for face in here if face.side == "front"]
        if options.layout == "single" and any(face.side == "back" for face in here):
            assert_over_folds(fronts, [face for face in here if face.side == "back"], folds_of(sheet))
        elif fold:
            assert_registered(fronts, [face for face in here if face.side == "back"], *fold)
        else:
            axis = flip_axis(options)
            behind = backs.get(sheet.label)
            middle = (sheet.width if axis == "vertical" else sheet.height) / 2
            assert_registered(fronts, faces(behind, parts) if behind else [], axis, middle)


@pytest.mark.slow
@given(parts=part_sets(), options=options())
@settings(deadline=None, derandomize=True, max_examples=60)
def test_every_back_registers_on_its_front(parts: PartSet, options: Options) -> None:
    assert_all_registered(impose(parts, options), parts, options)


@pytest.mark.parametrize(("flip", "up"), [("long", (0, -1)), ("short", (0, 1))])
def test_backs_are_upright_over_the_long_edge_and_upside_down_over_the_short(flip: Flip, up: tuple[int, int]) -> None:
    parts = part_set(card())
    front, back = impose(parts, Options(layout="duplex", flip=flip))
    assert faces(front, parts)[0].up == (0, -1)
    assert faces(back, parts)[0].up == up


def test_a_lying_back_points_the_other_way_over_the_long_edge() -> None:
    parts = part_set(card(width=128, height=63, copies=6))
    front, back = impose(parts, Options(layout="duplex"))
    assert faces(front, parts)[0].up == (1, 0)
    assert faces(back, parts)[0].up == (-1, 0)


def test_the_long_edge_of_lying_paper_is_its_top() -> None:
    assert flip_axis(Options(A4, flip="long")) == "vertical"
    assert flip_axis(Options(A4, flip="short")) == "horizontal"
    assert flip_axis(Options(LETTER.turned, flip="long")) == "horizontal"


def test_the_strip_moves_with_the_sheet() -> None:
    """On Letter the words stand at the left of a front, so at the right of a back flipped on the long edge."""
    parts = part_set(card())
    front, back = impose(parts, Options(LETTER, "duplex"))
    assert front.items[-1].transform[4] < 10  # type: ignore[union-attr]
    assert back.items[-1].transform[4] > 200  # type: ignore[union-attr]


def test_art_stays_five_clear_of_a_fold() -> None:
    parts = part_set(card(copies=4))
    (sheet,) = impose(parts, Options(layout="gutterfold"))
    fold = fold_of(sheet)
    assert fold
    axis, at = fold
    assert axis == "vertical"
    assert min(abs(side - at) for face in faces(sheet, parts) for side in (face.inked.left, face.inked.right)) >= 5


@pytest.mark.parametrize("name", ["a4", "letter", "a3"])
def test_the_fold_is_the_middle_of_the_paper_and_goes_across_all_of_it(name: str) -> None:
    """Halves of one size are folded edge to edge; a short last sheet has as long a fold as the others."""
    paper = PAPERS[name]
    for sheet in impose(part_set(card(copies=17)), Options(paper, "gutterfold")):
        found = fold_of(sheet)
        assert found
        axis, at = found
        length = sheet.height if axis == "vertical" else sheet.width
        assert at == pytest.approx((sheet.width if axis == "vertical" else sheet.height) / 2, abs=0.001)
        drawn = [
            bounds([each]) for each in visible(sheet) if isinstance(each, Path) and each.stroke in (FOLD, FOLD_TICK)
        ]
        spans = [(box.top, box.bottom) if axis == "vertical" else (box.left, box.right) for box in drawn if box]
        assert max(end for _, end in spans) - min(start for start, _ in spans) > length - 25  # all but margins


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_placement_fills_its_box(turn: int) -> None:
    box = Box(10, 20, 30, 50) if turn % 180 == 0 else Box(10, 20, 50, 30)
    placed = Placement(0, 0, box, turn)  # type: ignore[arg-type]
    assert moved(BoundingBox(0, 0, 30, 50), placed.transform) == BoundingBox(10, 20, 10 + box.width, 20 + box.height)


@pytest.mark.parametrize("axis", ["vertical", "horizontal"])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_every_turn_is_mirrored_as_its_top_is(axis: str, turn: int) -> None:
    def up(turn: int) -> tuple[float, float]:
        _, _, c, d, _, _ = Placement(0, 0, Box(0, 0, 1, 1), turn).transform  # type: ignore[arg-type]
        return -c, -d

    x, y = up(turn)
    mirrored = MIRRORED[axis][turn]  # type: ignore[index]
    assert up(mirrored) == ((-x, y) if axis == "vertical" else (x, -y))
