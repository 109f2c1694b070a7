"""The cuts of a person with a knife and a ruler."""

from __future__ import annotations

import pytest

from pnp.scene.items import Path
from pnp.scene.parts import Box, PartSet, Sheet
from pnp.scene.paths import circle, polygon
from pnp.sheet.imposition.cuts import SECONDS, HandWork, hand_work, straight_cuts
from pnp.sheet.imposition.impose import impose
from pnp.sheet.options import Options
from tests.sheet.samples import card, disc, part_set


def sheet(*cuts: Path) -> Sheet:
    page = Box(0, 0, 210, 297)
    return Sheet(210, 297, (), page, page, cuts=cuts)


def grid(columns: int, rows: int, gap: float, radius: float = 0.0) -> Sheet:
    boxes = (Box(x * (20 + gap), y * (30 + gap), 20, 30) for y in range(rows) for x in range(columns))
    return sheet(*straight_cuts(tuple(boxes), radius))


@pytest.mark.parametrize(
    ("columns", "rows", "gap", "cuts"),
    [(1, 1, 0, 4), (3, 3, 0, 8), (3, 3, 4, 12), (4, 4, 0, 10), (4, 4, 4, 16)],
)
def test_a_line_through_the_sheet_is_one_cut_and_shared_sides_count_once(
    columns: int, rows: int, gap: float, cuts: int
) -> None:
    assert hand_work(grid(columns, rows, gap)) == HandWork(straight=cuts)
    round_corners = hand_work(grid(columns, rows, gap, radius=3))
    assert (round_corners.straight, round_corners.corners) == (cuts, 4 * columns * rows)


def test_sides_half_a_millimetre_apart_take_two_cuts() -> None:
    apart = (Box(0, 0, 20, 30), Box(24, 0.5, 20, 30))
    assert hand_work(sheet(*straight_cuts(apart))).straight == 8


def test_a_part_in_the_way_ends_a_cut() -> None:
    apart = (Box(0, 0, 20, 30), Box(0, 70, 20, 30))
    assert hand_work(sheet(*straight_cuts(apart))).straight == 6
    assert hand_work(sheet(*straight_cuts((*apart, Box(-10, 35, 60, 30))))).straight == 4 + 4 + 4
    round_one = Path(circle(20, 50, 8))
    assert hand_work(sheet(*straight_cuts(apart), round_one)).straight == 6 + 1


def test_other_outlines_are_cut_out_by_their_sides() -> None:
    hexagon = Path(polygon([(0, 5), (4, 0), (9, 0), (13, 5), (9, 10), (4, 10)]))
    work = hand_work(sheet(hexagon, Path(circle(40, 40, 8))))
    assert (work.straight, work.outlines, work.sides) == (0, 2, 7)


def test_five_straight_cuts_take_a_minute_and_a_round_corner_three_seconds() -> None:
    assert HandWork(straight=5).seconds == 60
    assert HandWork(corners=4).seconds == 12
    assert (HandWork(sides=3).seconds, HandWork(folds=2).seconds) == (24, 12)


def test_work_adds_up_and_takes_time() -> None:
    one, other = HandWork(straight=4, corners=4), HandWork(straight=2, outlines=1, sides=6, folds=3)
    assert one + other == HandWork(6, 1, 6, 4, 3)
    assert (one + other).seconds == sum(
        SECONDS[name] * count for name, count in [("straight", 6), ("sides", 6), ("corners", 4), ("folds", 3)]
    )


def test_imposed_cards_are_cut_as_expected() -> None:
    parts: PartSet = part_set(card(copies=9, back=None))
    (shared,) = impose(parts, Options(cuts="shared"))
    assert hand_work(shared).straight == 8
    (discs,) = impose(part_set(disc(copies=12)), Options())
    assert (hand_work(discs).straight, hand_work(discs).outlines, hand_work(discs).sides) == (0, 12, 12)
