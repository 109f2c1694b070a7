from __future__ import annotations

from pnp.scene.items import Ellipse, Path, Rect
from pnp.scene.parts import Box
from pnp.sheet.margins import HOUSE, crop_lines, cut_line, ruler


def test_a_box_has_eight_marks_four_long_and_off_its_trim() -> None:
    lines = crop_lines([Box(10, 20, 63, 88)], 2.0)
    assert len(lines) == 8
    assert (10, 14, 10, 18) in lines
    assert (73, 110, 73, 114) in lines
    assert (4, 20, 8, 20) in lines
    assert (75, 108, 79, 108) in lines


def test_a_mark_ends_where_its_room_does_and_begins_at_the_trim_if_that_is_near() -> None:
    lines = crop_lines([Box(7, 15, 63, 88)], 2.0, Box(5, 5, 200, 287))
    assert (7, 9, 7, 13) in lines, "with room it is 4 long"
    assert (5, 15, 6.6, 15) in lines, "without room it begins at the trim"
    lines = crop_lines([Box(10, 15, 63, 88)], 2.0, Box(5, 5, 200, 287))
    assert (5, 15, 8, 15) in lines, "else as long as there is room"


def test_shared_cuts_are_marked_once() -> None:
    abutting = [Box(10, 20, 63, 88), Box(73, 20, 63, 88)]
    assert len(crop_lines(abutting, 2.0)) == 2 * 3 + 2 * 2
    apart = [Box(10, 20, 63, 88), Box(77, 20, 63, 88)]
    assert len(crop_lines(apart, 2.0)) == 2 * 4 + 2 * 2


def test_floating_dust_does_not_double_a_mark() -> None:
    assert len(crop_lines([Box(0.1 + 0.2, 0, 10, 10), Box(0.3, 10, 10, 10)], 2.0)) == 2 * 2 + 2 * 3


def test_a_cut_line_has_the_outline_and_no_fill() -> None:
    for outline in (Rect(0, 0, 9, 9, 2, "#FFFFFF"), Ellipse(5, 5, 5, 4, "#FFFFFF"), Path((("M", 0, 0), ("Z",)))):
        line = cut_line(outline)
        assert type(line) is type(outline)
        assert line.fill is None  # type: ignore[union-attr]
        assert line.stroke.width == 0.15  # type: ignore[union-attr]


def test_a_ruler_has_a_tick_for_each_millimetre_and_both_ends() -> None:
    for length in (7, 10):
        drawn = ruler(length, 5.0, HOUSE)
        starts = [command for command in drawn.commands if command[0] == "M"]
        assert len(starts) == length + 2, "the ticks, and the line that they stand on"
        assert drawn.stroke is not None
        assert 0.1 <= drawn.stroke.width <= 0.3
