"""Columns, drop caps, justified and spread lines, and letters along curves."""

from __future__ import annotations

import math

import pytest

from pnp.scene.items import BoundingBox, Group, Text, apply
from pnp.scene.typesetting.flow import Curve, along, in_columns, spread
from pnp.scene.typesetting.fonts import named
from pnp.scene.typesetting.text import Run, RunLook, TextStyle
from pnp.scene.typesetting.typeset import DROP_GAP, TextBlock, fit, typeset
from pnp.units import MM_PER_POINT

STYLE = TextStyle("Fira Sans", 10.0, "#000000")
WORDS = "Whoever sails last sets the table and deals the cards to all who came along this evening"


def texts(block: TextBlock) -> list[Text]:
    return [item for item in block.items if isinstance(item, Text)]


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 12])
def test_columns_are_balanced_and_hold_every_line(columns: int) -> None:
    block = typeset(WORDS, STYLE, 30.0)
    set_block = in_columns(block, STYLE, columns, 4.0)
    assert [line.text for line in set_block.lines] == [line.text for line in block.lines]
    per_column = math.ceil(len(block.lines) / columns)
    assert set_block.height == pytest.approx(per_column * STYLE.line)
    assert set_block.width == pytest.approx(columns * 30.0 + (columns - 1) * 4.0)
    for index, item in enumerate(texts(set_block)):
        column, row = divmod(index, per_column)
        assert item.x == pytest.approx(column * 34.0)
        assert item.y == pytest.approx(texts(block)[row].y)


def test_no_column_begins_with_a_blank_line() -> None:
    block = in_columns(typeset("a\nb\n\nc\nd", STYLE, 30.0), STYLE, 2, 4.0)
    first, _, second = (next(line for line in block.lines if line.text == text) for text in "abc")
    assert (second.x, second.baseline) == (pytest.approx(34.0), pytest.approx(first.baseline))


def test_lines_are_spread_from_top_to_bottom() -> None:
    block = spread(typeset("a\nb\nc", STYLE, 30.0), 50.0)
    assert block.last_baseline - block.cap_top == pytest.approx(50.0)
    first, middle, last = (line.baseline for line in block.lines)
    assert middle == pytest.approx((first + last) / 2)
    assert [item.y for item in texts(block)] == [first, middle, last]
    alone = typeset("a", STYLE, 30.0)
    assert spread(alone, 50.0) == alone


def test_lines_of_columns_are_spread_alike() -> None:
    block = spread(in_columns(typeset("a\nb\nc\nd\ne", STYLE, 30.0), STYLE, 2, 4.0), 50.0)
    lines = {line.text: line for line in block.lines}
    assert lines["c"].baseline - block.cap_top == pytest.approx(50.0)
    assert [lines[level].baseline for level in "de"] == pytest.approx([lines[level].baseline for level in "ab"])
    assert [item.y for item in texts(block)] == [line.baseline for line in block.lines]
    assert lines["d"].x == pytest.approx(34.0)


def test_columns_of_one_line_are_not_spread() -> None:
    block = in_columns(typeset("a\nb", STYLE, 30.0), STYLE, 2, 4.0)
    assert spread(block, 50.0) == block


def test_justified_lines_are_as_wide_as_the_box_but_for_the_last() -> None:
    block = typeset(WORDS, STYLE, 40.0, "justify")
    for line in block.lines[:-1]:
        words = [item for item in texts(block) if item.y == line.baseline]
        assert words[0].x == 0.0
        assert words[-1].x + words[-1].width == pytest.approx(40.0)
        assert " ".join(word.string.strip() for word in words) == line.text
    assert block.lines[-1].width < 39.0
    assert len([item for item in texts(block) if item.y == block.lines[-1].baseline]) == 1


def test_a_justified_line_with_far_too_wide_spaces_stays_as_it_is() -> None:
    (first, *_) = texts(typeset("a b Incomprehensibilities", STYLE, 40.0, "justify"))
    assert first.string == "a b"


def test_a_drop_cap_is_as_high_as_its_lines() -> None:
    plain = fit(WORDS, STYLE, 60.0, 100.0, 10.0)
    block = fit(WORDS, STYLE, 60.0, 100.0, 10.0, drop=3)
    letter, first, *_ = texts(block)
    assert (letter.string, first.string[:3]) == ("W", "hoe")
    assert letter.y == block.lines[2].baseline
    cap = plain.cap_height * letter.size / STYLE.size
    assert letter.y - cap == pytest.approx(block.cap_top)
    assert [line.x > 5 for line in block.lines] == [True] * 3 + [False] * (len(block.lines) - 3)
    assert all(line.x + line.width <= 60.0 + 1e-6 for line in block.lines)
    short = fit("Of", STYLE, 60.0, 100.0, 10.0, drop=3)
    assert short.height == pytest.approx(3 * STYLE.line)


@pytest.mark.parametrize("scale", [0.6, 1.0, 1.6])
@pytest.mark.parametrize("only_letter", [False, True])
def test_a_drop_cap_of_a_styled_word_is_as_high_as_its_lines(scale: float, only_letter: bool) -> None:
    """Of the style it has the font and the colour, not the size, the tracking and the raising."""
    look = RunLook(weight=700, colour="#FF0000", scale=scale, tracking=0.5, raised=0.4)
    styled = Run("W" if only_letter else "Whoever", look=look)
    pieces = (styled, Run(WORDS[len(styled.text) :]))
    block = fit(pieces, STYLE, 60.0, 100.0, 10.0, drop=3)
    letter, first, *_ = texts(block)
    assert (letter.string, letter.fill, letter.tracking) == ("W", "#FF0000", 0.0)
    assert letter.y == pytest.approx(block.lines[2].baseline)
    face = named(letter.font)
    cap = face.cap_height * letter.size * MM_PER_POINT
    assert letter.y - cap == pytest.approx(block.cap_top)
    assert letter.width == pytest.approx(face.measure("W") * letter.size * MM_PER_POINT)
    assert first.x - letter.width == pytest.approx(DROP_GAP * STYLE.em)


def test_lines_next_to_a_drop_cap_may_be_higher_than_others() -> None:
    look = RunLook(scale=2.0)
    pieces = (Run("Whoever sails "), Run("last", look=look), Run(" sets the table and deals the cards to all"))
    block = fit(pieces, STYLE, 60.0, 100.0, 10.0, drop=2)
    letter, *_ = texts(block)
    assert letter.y == pytest.approx(block.lines[1].baseline)
    cap = named(letter.font).cap_height * letter.size * MM_PER_POINT
    assert letter.y - cap == pytest.approx(block.cap_top)


def test_what_does_not_begin_with_a_letter_has_no_drop_cap() -> None:
    assert fit("“Ahoy”", STYLE, 60.0, 100.0, 10.0, drop=3) == fit("“Ahoy”", STYLE, 60.0, 100.0, 10.0)


BOX = BoundingBox(0.0, 0.0, 40.0, 30.0)


def middles(block: TextBlock) -> list[tuple[float, float]]:
    """Where the middles of the letters' baselines are."""
    found = []
    for group in block.items:
        assert isinstance(group, Group)
        (item,) = group.items
        assert isinstance(item, Text)
        found.append(apply(group.transform, item.x + item.width / 2, item.y))
    return found


@pytest.mark.parametrize("text", ["o", "Harbour of old", "i"])
def test_letters_stand_on_the_ellipse(text: str) -> None:
    line = typeset(text, STYLE)
    cap = line.cap_height
    above = along(line, Curve("circle top").points(BOX, cap), 0.5)
    below = along(line, Curve("circle bottom").points(BOX, cap), 0.5)
    for (x, y), (u, v) in zip(middles(above), middles(below), strict=True):
        assert ((x - 20) / (20 - cap)) ** 2 + ((y - 15) / (15 - cap)) ** 2 == pytest.approx(1, abs=2e-3)
        assert ((u - 20) / 20) ** 2 + ((v - 15) / 15) ** 2 == pytest.approx(1, abs=2e-3)
        assert y < 15 < v
    assert sum(x for x, _ in middles(above)) / len(middles(above)) == pytest.approx(20, abs=1.5)


@pytest.mark.parametrize(("rise", "top", "base"), [(6.0, 24.0, 30.0), (-6.0, 30.0, 24.0)])
def test_an_arc_rises_in_its_middle(rise: float, top: float, base: float) -> None:
    points = Curve("arc", rise).points(BOX, 2.0)
    assert points[0] == pytest.approx((0.0, base))
    assert points[-1] == pytest.approx((40.0, base))
    assert points[len(points) // 2] == pytest.approx((20.0, top))
    assert Curve("arc", 0.0).points(BOX, 2.0) == [(0.0, 30.0), (40.0, 30.0)]


def test_letters_follow_path_data_from_its_start() -> None:
    line = typeset("ab", STYLE)
    block = along(line, Curve("path", data="M0 10H5V30M50 50H90").points(BOX, 2.0), 0.0)
    assert middles(block)[0] == pytest.approx((typeset("a", STYLE).width / 2, 10.0))
    assert block.overflow == 0
    longer = along(typeset("Harbourmaster of the port", STYLE), Curve("path", data="M0 10H5").points(BOX, 2.0), 0.5)
    assert longer.overflow_x == pytest.approx(typeset("Harbourmaster of the port", STYLE).width - 5, abs=0.1)


def test_letters_on_a_straight_curve_stand_as_in_a_line() -> None:
    line = typeset((Run("Harbour "), Run("master", bold=True)), STYLE)
    block = along(line, [(0.0, 7.0), (200.0, 7.0)], 0.0)
    letters = [item for group in block.items if isinstance(group, Group) for item in group.items]
    placed = "".join(item.string for item in letters if isinstance(item, Text))
    assert placed == "Harbourmaster"
    assert {round(y, 6) for _, y in middles(block)} == {7.0}
    last = line.items[-1]
    assert isinstance(last, Text)
    assert middles(block)[-1][0] < last.x + last.width < middles(block)[-1][0] + 3
