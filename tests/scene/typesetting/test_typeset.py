from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.extent import bounds
from pnp.scene.items import Group, Rect, Text
from pnp.scene.typesetting.fonts import FontMissing, face, named
from pnp.scene.typesetting.line_breaking import breakable
from pnp.scene.typesetting.text import Bullet, Inline, Run, TextStyle
from pnp.scene.typesetting.typeset import TextBlock, fit, typeset
from pnp.units import MM_PER_POINT

BODY = TextStyle("Fira Sans", 10, "#1E2328", leading=12)
ICON = Inline((Rect(0, 0, 3, 2, 0, "#000000"),), 3, 2)


def lines(block: TextBlock) -> list[str]:
    return [line.text for line in block.lines]


def texts(block: TextBlock) -> list[Text]:
    return [item for item in block.items if isinstance(item, Text)]


def width(text: str, style: TextStyle = BODY) -> float:
    return typeset(text, style).width


def test_without_a_width_only_a_newline_ends_a_line() -> None:
    block = typeset("one two\nthree\r\nfour\u2028five", BODY)
    assert lines(block) == ["one two", "three", "four", "five"]
    assert block.width == max(line.width for line in block.lines)


def test_lines_break_at_spaces_as_late_as_they_can() -> None:
    assert lines(typeset("one two three", BODY, width("one two"))) == ["one two", "three"]
    assert lines(typeset("one two three", BODY, width("one two") - 0.01)) == ["one", "two", "three"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("half-made", ["half-", "made"]),
        ("half\u200bmade", ["half", "made"]),
        ("well—known", ["well—", "known"]),
        ("half\u00a0made", ["half made"]),
        ("half\u2011made", ["half‑made"]),
        ("3–4", ["3–4"]),
        ("-made", ["-made"]),
        ("half\u00admade", ["half-", "made"]),
        ("half  \t made ", ["half", "made"]),
        ("\n\nhalf\n\nmade\n", ["", "half", "", "made"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_where_a_line_may_end(text: str, expected: list[str]) -> None:
    assert lines(typeset(text, BODY, 1)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我们（去）「公园」。", ["我", "们", "（去）", "「公", "园」。"]),
        ("手机iPhone！ちょっと", ["手", "机", "iPhone！", "ちょっ", "と"]),
        ("half-made漢字", ["half-", "made", "漢", "字"]),
        ("한국글자", ["한국글자"]),
        ("half", ["half"]),
    ],
)
def test_a_line_may_end_between_ideographs(text: str, expected: list[str]) -> None:
    assert breakable(text) == expected


def test_a_word_wider_than_the_width_stands_alone_and_says_by_how_much() -> None:
    block = typeset("a Wallachian b", BODY, 5)
    assert lines(block) == ["a", "Wallachian", "b"]
    assert block.overflow == pytest.approx(width("Wallachian") - 5)
    assert block.width == 5


@pytest.mark.parametrize(("align", "share"), [("left", 0), ("centre", 0.5), ("right", 1)])
def test_lines_stand_where_they_are_told(align: str, share: float) -> None:
    block = typeset("wide line\nx", BODY, 50, align)  # type: ignore[arg-type]
    for line, text in zip(block.lines, texts(block), strict=True):
        assert line.x == text.x == pytest.approx((50 - line.width) * share)


def test_the_height_is_lines_times_leading_and_capitals_stand_in_the_middle() -> None:
    block = typeset("H\nH", BODY)
    assert block.height == pytest.approx(2 * 12 * MM_PER_POINT)
    assert block.cap_top == pytest.approx(block.height - block.last_baseline)
    assert block.lines[1].baseline - block.lines[0].baseline == pytest.approx(12 * MM_PER_POINT)
    ink = bounds(typeset("H", BODY).items)
    assert ink is not None
    assert ink.centre[1] == pytest.approx(6 * MM_PER_POINT, abs=0.01)


def test_without_a_leading_lines_are_a_fifth_apart() -> None:
    assert typeset("x", TextStyle("Fira Sans", 10, "#000000")).height == pytest.approx(12 * MM_PER_POINT)


def test_a_character_that_the_face_lacks_is_set_in_the_next_that_has_it() -> None:
    block = typeset("see ♥ now", BODY)
    assert [(text.string, text.font) for text in texts(block)] == [
        ("see ", "fira-sans-400"),
        ("♥", "arimo-400"),
        (" now", "fira-sans-400"),
    ]
    for left, right in pairwise(texts(block)):
        assert right.x == pytest.approx(left.x + left.width)


def test_characters_that_no_face_has_are_told_and_not_drawn() -> None:
    block = typeset("a 🚕 b 漢🚕", BODY)
    assert block.missing == ("🚕", "漢")
    assert "".join(lines(block)).split() == ["a", "b"]


def test_control_characters_are_missing_and_marks_of_direction_are_nothing() -> None:
    assert typeset("a\x07\u200e\ufe0fb", BODY).missing == ("\x07",)
    assert lines(typeset("a\x07\u200e\ufe0fb", BODY)) == ["ab"]


def test_text_is_composed_before_it_is_set() -> None:
    assert lines(typeset("Poc\u030cet", BODY)) == ["Počet"]


def test_runs_are_bold_and_italic_faces_and_words_may_run_through_them() -> None:
    block = typeset([Run("un", bold=True), Run("broken word", italic=True)], BODY, width("unbroken"))
    assert lines(block) == ["unbroken", "word"]
    assert [text.font for text in texts(block)] == ["fira-sans-700", "fira-sans-400-italic", "fira-sans-400-italic"]


def test_italic_within_italic_stands_upright() -> None:
    style = TextStyle("Fira Sans", 10, "#000000", italic=True)
    assert [text.font for text in texts(typeset([Run("a", italic=True)], style))] == ["fira-sans-400"]


def test_a_face_heavier_than_bold_stays_so() -> None:
    style = TextStyle("Fira Sans", 10, "#000000", 900)
    assert texts(typeset([Run("a", bold=True)], style))[0].font == "fira-sans-900"


def test_capitals_on_demand() -> None:
    assert lines(typeset("Straße", TextStyle("Fira Sans", 10, "#000000", upper=True))) == ["STRASSE"]


def test_tracking_stands_between_characters_but_not_after_the_last() -> None:
    tracked = TextStyle("Fira Sans", 10, "#000000", tracking=0.1)
    block = typeset("abc", tracked)
    assert block.width == pytest.approx(face("Fira Sans").advance("abc", 10) + 2 * tracked.em * 0.1)
    assert texts(block)[0].tracking == pytest.approx(tracked.em * 0.1)
    assert texts(block)[0].width == pytest.approx(block.width + tracked.em * 0.1)


def test_an_inline_drawing_stands_on_the_baseline_and_clings_to_its_neighbours() -> None:
    block = typeset([Run("pay 2"), ICON, Run(" each")], BODY, width("pay 2") + 1)
    assert lines(block) == ["pay", "2", "each"]
    icon = next(item for item in block.items if isinstance(item, Group))
    assert icon.items is ICON.items
    assert icon.transform == pytest.approx((1, 0, 0, 1, width("2"), block.lines[1].baseline - 2))
    assert block.lines[1].width == pytest.approx(width("2") + 3)


def test_a_block_is_placed_by_its_top_left_corner() -> None:
    block = typeset("x", BODY)
    assert block.at(3, 4) == Group(block.items, (1, 0, 0, 1, 3, 4))


def test_fit_keeps_the_size_where_there_is_room() -> None:
    block = fit("short", BODY, 50, 20, 6)
    assert (block.size, block.overflow) == (10, 0)


def test_fit_shrinks_by_quarter_points_with_leading_and_drawings() -> None:
    full = typeset([Run("Market Hall"), ICON], BODY)
    block = fit([Run("Market Hall"), ICON], BODY, full.width * 0.8, full.height, 6)
    assert block.size == 8
    assert block.height == pytest.approx(full.height * 0.8)
    icon = next(item for item in block.items if isinstance(item, Group))
    assert icon.transform[0] == pytest.approx(0.8)


def test_fit_says_by_how_much_it_failed() -> None:
    block = fit("one two three four", BODY, width("one") / 2, 10, 8.1)
    assert block.size == 8.1
    assert block.overflow_x > 0
    assert block.overflow_y == pytest.approx(block.height - 10)
    assert block.overflow == max(block.overflow_x, block.overflow_y)


def test_fit_never_grows_text() -> None:
    assert fit("x", BODY, 1, 1, 20).size == 10


def test_an_unknown_family_is_told_by_an_exception() -> None:
    with pytest.raises(FontMissing):
        typeset("x", TextStyle("Nowhere", 10, "#000000"))
    with pytest.raises(FontMissing):
        typeset("x", TextStyle("Fira Sans", 10, "#000000", fallback=("Nowhere",)))


WORDS = st.lists(st.text("abHg♠č.", min_size=1, max_size=9), min_size=1, max_size=30)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(WORDS, st.floats(2, 60), st.sampled_from(["left", "centre", "right"]), st.sampled_from([0, 0.06]))
def test_every_word_stands_once_in_order_and_no_line_is_too_wide(
    words: list[str], measure: float, align: str, tracking: float
) -> None:
    style = TextStyle("Fira Sans", 9, "#000000", tracking=tracking)
    block = typeset(" ".join(words), style, measure, align)  # type: ignore[arg-type]
    assert " ".join(lines(block)).split() == words
    for line in block.lines:
        assert line.width <= measure + 1e-4 or " " not in line.text
        assert line.width == pytest.approx(width(line.text, style))
    for line, after in pairwise(block.lines):
        first = after.text.split()[0]
        assert width(f"{line.text} {first}", style) > measure - 1e-4  # no line ends too early
    assert block.overflow == pytest.approx(max(0, max(line.width for line in block.lines) - measure), abs=1e-3)
    for text in texts(block):
        expected = named(text.font).advance(text.string, 9) + len(text.string) * text.tracking
        assert text.width == pytest.approx(expected)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(WORDS, st.floats(5, 60), st.floats(3, 40))
def test_fit_takes_the_greatest_size_that_fits(words: list[str], across: float, down: float) -> None:
    text = " ".join(words)
    block = fit(text, BODY, across, down, 5)
    assert 5 <= block.size <= 10
    assert (block.overflow == 0) == (block.overflow_x == 0 and block.height <= down + 1e-3)
    if block.size < 10:
        larger = min(10, block.size + 0.25)
        style = TextStyle("Fira Sans", larger, "#1E2328", leading=larger * 1.2)
        before = typeset(text, style, across)
        assert before.overflow_x > 0 or before.height > down
    if block.overflow:
        assert block.size == 5


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_any_text_can_be_set(text: str) -> None:
    block = typeset(text, BODY, 20)
    drawn = {char for item in texts(block) for char in item.string}
    assert drawn.isdisjoint(block.missing)
    assert all(named(item.font).has(char) for item in texts(block) for char in item.string)


def test_a_soft_hyphen_shows_where_a_line_ends_at_it() -> None:
    word = "har\u00adbour\u00admas\u00adter"
    assert lines(typeset(word, BODY, 50)) == ["harbourmaster"]
    assert lines(typeset(word, BODY, width("harbourmas-"))) == ["harbourmas-", "ter"]
    assert lines(typeset(word, BODY, width("harbourmas-") - 0.01)) == ["harbour-", "master"]
    assert lines(typeset("a " + word, BODY, width("a har-"))) == ["a har-", "bour-", "mas-", "ter"]
    assert lines(typeset("a " + word, BODY, width("a har-") - 0.01)) == ["a", "har-", "bour-", "mas-", "ter"]
    assert typeset(word, BODY, width("harbour-")).overflow == 0


@pytest.mark.slow
@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text("ab -\u00ad\u200b", max_size=60), st.floats(2, 30))
def test_parted_words_lose_nothing_and_fill_no_more_than_the_width(text: str, wide: float) -> None:
    block = typeset(text, BODY, wide)
    hidden = str.maketrans("", "", " -\u00ad\u200b")
    assert "".join(lines(block)).translate(hidden) == text.translate(hidden)
    for line in block.lines:
        longest = max((width(part) for part in re.split("[ \u00ad\u200b]", text)), default=0.0)
        assert line.width <= max(wide, longest + width("-")) + 1e-6


def test_the_lines_of_an_item_hang_beside_its_marker() -> None:
    pieces = (Run("Take:\n"), Bullet("1."), Run("one or two of them\n"), Bullet("10."), Run("three\nThen go."))
    block = typeset(pieces, BODY, width("one or two") + width("10.") + 0.5 * BODY.em)
    assert lines(block) == ["Take:", "one or two", "of them", "three", "Then go."]
    indent = width("10.") + 0.4 * BODY.em
    assert [line.x for line in block.lines] == pytest.approx([0, indent, indent, indent, 0])
    markers = [item for item in texts(block) if item.string in ("1.", "10.")]
    assert [item.x + item.width for item in markers] == pytest.approx([indent - 0.4 * BODY.em] * 2)


def test_items_stand_on_the_left_of_centred_text_too() -> None:
    block = typeset((Run("Take\n"), Bullet("•"), Run("one")), BODY, 40, "centre")
    assert block.lines[0].x > 15
    assert block.lines[1].x < 3


def test_an_item_too_wide_for_its_box_says_so() -> None:
    assert typeset((Bullet("•"), Run("harbour")), BODY, width("harbour")).overflow_x > 0


def test_a_mark_that_its_font_would_have_to_move_is_told() -> None:
    assert typeset("e\u0301 x\u0302", BODY).strays == ()
    assert typeset("am\u0304 Q\u0307", BODY).strays == ("m\u0304", "Q\u0307")
    assert typeset("x\u0302\u0301", BODY).strays == ("x\u0302\u0301",)
    assert typeset("\u0301x", BODY).strays == ("\u0301",)
