"""What nets share: tabs, the outline round them, folds with ticks, areas to glue."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from pnp.draw.nets import OFF, TICK, Edge, fold_lines, glue_area, inside, outline, tab_areas
from pnp.facts.look import Look
from pnp.model.faces.theme import Roles
from pnp.scene.items import Group, Path

LOOK = Look(Roles())
SQUARE = (Edge((5, 5), (25, 5), 5), Edge((25, 5), (25, 25)), Edge((25, 25), (5, 25), 2), Edge((5, 25), (5, 5)))


def test_a_tab_stands_outside_and_narrows() -> None:
    assert SQUARE[0].corners == ((5, 5), (10, 0), (20, 0), (25, 5))
    assert SQUARE[2].corners == ((25, 25), (23, 27), (7, 27), (5, 25))


def test_a_short_edge_has_a_steeper_tab() -> None:
    assert Edge((0, 0), (8, 0), 5).corners == ((0, 0), (2, -5), (6, -5), (8, 0))


def test_the_outline_goes_round_tabs_and_names_each_corner_once() -> None:
    assert outline(SQUARE) == ((5, 5), (10, 0), (20, 0), (25, 5), (25, 25), (23, 27), (7, 27), (5, 25))


@pytest.mark.parametrize(("point", "within"), [((15, 15), True), ((15, 2), True), ((6, 2), False), ((30, 15), False)])
def test_inside_is_within_the_cut(point: tuple[float, float], within: bool) -> None:
    assert inside(point, outline(SQUARE)) == within


def test_a_fold_is_dashed_and_has_ticks_where_it_ends_at_the_edge() -> None:
    cut = outline(SQUARE)
    fold, *ticks = fold_lines([((5, 15), (25, 15))], cut, LOOK)
    assert isinstance(fold, Path)
    assert fold.stroke
    assert (fold.stroke.width, fold.stroke.dash) == (0.25, (2.0, 1.5))
    assert [tick.commands for tick in ticks if isinstance(tick, Path)] == [
        (("M", 5 - OFF, 15), ("L", 5 - OFF - TICK, 15)),
        (("M", 25 + OFF, 15), ("L", 25 + OFF + TICK, 15)),
    ]


def test_a_fold_that_ends_within_the_part_has_no_tick_there() -> None:
    lines = list(fold_lines([((15, 5), (15, 25))], outline((*SQUARE[:2], Edge((25, 25), (5, 25), 5), SQUARE[3])), LOOK))
    assert len(lines) == 1, "both ends run into a tab"


@pytest.mark.parametrize(
    ("along", "degrees"),
    [
        (((0, 0), (9, 0)), 0),
        (((9, 0), (0, 0)), 0),
        (((0, 0), (0, 9)), 90),
        (((0, 9), (0, 0)), 90),
        (((0, 0), (5, -5)), -45),
    ],
)
def test_the_word_runs_along_its_edge_and_is_never_upside_down(
    along: tuple[tuple[float, float], tuple[float, float]], degrees: float
) -> None:
    hatch, word = glue_area(((0, 0), (20, 0), (20, 20), (0, 20)), LOOK, along)
    assert isinstance(hatch, Group)
    assert hatch.clip is not None
    assert isinstance(word, Group)
    a, b, *_ = word.transform
    assert math.degrees(math.atan2(b, a)) == pytest.approx(degrees)
    assert word.transform[4:] == pytest.approx((10, 10))


def test_the_hatch_covers_its_area() -> None:
    hatch, _ = glue_area(((10, 10), (30, 10), (30, 15), (10, 15)), LOOK, ((10, 10), (30, 10)))
    assert isinstance(hatch, Group)
    (lines,) = hatch.items
    assert isinstance(lines, Path)
    assert lines.stroke
    assert lines.stroke.width == 0.2
    tops = [x for _, x, y in lines.commands if y == 10]  # type: ignore[misc]
    assert tops[0] < 12
    assert tops[-1] > 33
    assert all(later - earlier == pytest.approx(1.5) for earlier, later in pairwise(tops))


def test_a_word_without_room_is_left_out() -> None:
    assert len(list(glue_area(((0, 0), (20, 0), (20, 2), (0, 2)), LOOK, ((0, 0), (20, 0))))) == 1
    assert len(list(glue_area(((0, 0), (4, 0), (4, 20), (0, 20)), LOOK, ((0, 0), (4, 0))))) == 1
    assert len(list(glue_area(((0, 0), (4, 0), (4, 20), (0, 20)), LOOK, ((0, 0), (0, 20))))) == 2


def test_only_tabs_are_glued() -> None:
    assert len(list(tab_areas(SQUARE, LOOK))) == 3, "two tabs, and the word on the deeper one"
