from __future__ import annotations

from pnp.scene.extent import bounds
from pnp.scene.items import Group, Path, Text
from pnp.scene.parts import Box
from pnp.sheet.margins import HOUSE, captioned, furniture, ruler, stamp
from tests.sheet.samples import inside

LEVEL, UPRIGHT = Box(4, 290, 202, 2.9), Box(4, 4, 2.9, 271.4)


def texts(*items: object) -> list[Text]:
    return [each for item in items for each in inside(item) if isinstance(each, Text)]  # type: ignore[arg-type]


def test_the_words_keep_to_their_strip() -> None:
    for strip in (LEVEL, UPRIGHT):
        box = bounds([furniture(strip, "Harbour · Cards", "sheet 1 of 5 · front", HOUSE, [stamp("DRAFT", HOUSE)])])
        assert box
        assert box.left >= strip.x - 0.1
        assert box.top >= strip.y - 0.1
        assert box.right <= strip.x + strip.width + 0.1
        assert box.bottom <= strip.y + strip.height + 0.1


def test_no_word_is_smaller_than_six_points() -> None:
    assert min(text.size for text in texts(furniture(LEVEL, "Harbour", "sheet 1 of 5", HOUSE))) >= 6


def test_a_ruler_is_as_long_as_it_says() -> None:
    line = ruler(50, 2.9, HOUSE)
    assert isinstance(line, Path)
    ends = [command[1] for command in line.commands if command[0] != "Z"]
    assert (min(ends), max(ends)) == (0, 50)
    assert len(line.commands) == 2 * (1 + 51)


def test_a_long_name_is_shortened_and_the_place_kept() -> None:
    block = captioned("The very long annals of a harbour and its town · Cards", "sheet 1 of 5", HOUSE.notes, 45)
    (line,) = block.lines
    assert line.text.endswith("… · sheet 1 of 5")
    assert line.text.startswith("The very")
    assert 40 < block.width <= 45


def test_a_short_name_is_left_alone() -> None:
    assert captioned("Harbour", "sheet 1 of 5", HOUSE.notes, 45).lines[0].text == "Harbour · sheet 1 of 5"


def test_an_ellipsis_is_in_place_of_things_that_have_no_room() -> None:
    name = "Harbour, a game · Card: Barriers, Cones, One-way tokens, Die"
    shown = [captioned(name, "sheet 1 of 5", HOUSE.notes, width).lines[0].text for width in (200, 64, 50, 42)]
    assert shown[0] == f"{name} · sheet 1 of 5"
    assert shown[1:3] == [
        "Harbour, a game · Card: Barriers, Cones, … · sheet 1 of 5",
        "Harbour, a game · Card: Barriers, … · sheet 1 of 5",
    ]
    assert shown[3].endswith("… · sheet 1 of 5"), "where not even the first thing has room, the name is cut"


def test_nothing_but_the_place_is_left_where_there_is_no_room() -> None:
    assert captioned("Harbour", "sheet 1 of 5", HOUSE.notes, 5).lines[0].text == "… · sheet 1 of 5"


def test_insets_stand_side_by_side() -> None:
    marks = [stamp(word, HOUSE) for word in ("DRAFT", "PROOF", "COPY")]
    strip = furniture(LEVEL, "Harbour", "sheet 1 of 5", HOUSE, marks)
    groups = [item for item in strip.items if isinstance(item, Group)]
    starts = [group.transform[4] for mark in marks for group in groups if group.items == mark.items]
    assert len(starts) == 3
    for start, mark, after in zip(starts, marks, starts[1:], strict=False):
        assert start + mark.width < after < start + mark.width + 10


def test_ticks_of_a_ruler_begin_at_its_line_and_are_longest_at_its_ends() -> None:
    line = ruler(20, 4.0, HOUSE)
    assert isinstance(line, Path)
    ticks = {command[1]: round(command[2], 3) for command in line.commands[2:] if command[0] == "L"}
    assert {ticks[mm] for mm in (0, 20)} == {0.0}
    assert (ticks[10], ticks[5], ticks[15], ticks[3]) == (1.0, 1.8, 1.8, 2.8)
    assert {command[2] for command in line.commands if command[0] == "M"} == {4.0}


def test_lines_of_text_are_a_third_more_than_their_size_apart() -> None:
    assert 1.3 <= HOUSE.leading / HOUSE.body <= 1.4


def test_the_first_line_of_credit_that_has_room_is_before_the_name() -> None:
    lines = ("Designed by " + "Ada Byron, " * 20, "Ada Byron, Grace Hopper", "Ada Byron")
    strings = [text.string for text in texts(furniture(LEVEL, "Harbour", "sheet 1 of 5", HOUSE, credit=lines))]
    assert lines[1] in strings
    assert not {lines[0], lines[2]} & {*strings}
    wide = ("Ada Byron, Grace Hopper and Mary Somerville, for the harbour of the town and all who live there today",)
    long = "The annals of a harbour and its town · Cards of the first ages"
    strip = furniture(LEVEL, long, "sheet 1 of 5", HOUSE, credit=wide)
    assert wide[0] not in [text.string for text in texts(strip)]


def test_a_name_is_shortened_before_the_credit_is_left_out() -> None:
    name = "The annals of a harbour and its town · Cards of the first ages, tokens, coins, notes and the harbour master"
    strip = furniture(LEVEL, name, "sheet 1 of 5", HOUSE, credit=("Ada Byron, Grace Hopper · CC BY 4.0", "CC BY 4.0"))
    strings = [text.string for text in texts(strip)]
    assert "Ada Byron, Grace Hopper · CC BY 4.0" in strings
    assert "The annals of a harbour and its town · Cards of the first ages, tokens, coins, … · sheet 1 of 5" in strings
