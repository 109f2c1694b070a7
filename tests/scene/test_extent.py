"""Items through a window."""

from __future__ import annotations

from io import BytesIO
from math import cos, sin, tau

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from pnp.render.pdf import render_png
from pnp.scene.extent import bounds, with_whole_words, within
from pnp.scene.items import BoundingBox, Group, Item, Path, Rect, Scene, Stroke
from pnp.scene.paths import polygon
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

WINDOW = Rect(0, 0, 10, 10)


def box(x: float, y: float) -> Rect:
    return Rect(x, y, 2, 2, fill="#000000")


def test_what_lies_outside_is_left_out() -> None:
    inside, across, outside = box(4, 4), box(9, 9), box(11, 4)
    assert within((inside, across, outside), WINDOW) == (inside, across)


def test_a_stroke_may_reach_in() -> None:
    thick = Rect(11, 0, 5, 5, stroke=Stroke("#000000", 3))
    assert within((thick,), WINDOW) == (thick,)


def test_groups_are_seen_through_their_transform() -> None:
    moved: tuple[Item, ...] = (box(0, 0), box(50, 0))
    (group,) = within((Group(moved, (2.0, 0.0, 0.0, 2.0, 4.0, 4.0)),), WINDOW)
    assert isinstance(group, Group)
    assert group.items == (box(0, 0),)


def test_what_lies_wholly_inside_stays_the_same() -> None:
    shared = (box(1, 1), box(3, 3))
    (group,) = within((Group(shared),), WINDOW)
    assert isinstance(group, Group)
    assert group.items is shared, "drawn twice, written once"


def ring(*points: tuple[float, float]) -> Path:
    return Path(polygon(points), fill="#112233")


def test_an_outline_is_cut_off_around_the_window() -> None:
    far = [(100 * cos(turn / 500 * tau) + 5, 100 * sin(turn / 500 * tau) + 5) for turn in range(500)]
    (cut,) = within((ring(*far),), WINDOW)
    assert isinstance(cut, Path)
    assert len(cut.commands) == 5, "what is left of a great circle round the window is a square"
    box = bounds((cut,))
    assert box is not None
    assert box.contains(BoundingBox(0, 0, 10, 10))


def test_rings_that_lie_outside_are_left_out() -> None:
    two = Path((*polygon(((1, 1), (9, 1), (5, 30))), *polygon(((40, 40), (50, 40), (45, 50)))), fill="#112233")
    (cut,) = within((two,), WINDOW)
    assert isinstance(cut, Path)
    assert sum(command[0] == "M" for command in cut.commands) == 1


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(-30, 40), st.integers(-30, 40)), min_size=3, max_size=9), st.booleans())
@settings(deadline=None, derandomize=True, max_examples=40)
def test_in_the_window_nothing_changes(points: list[tuple[int, int]], even_odd: bool) -> None:
    whole = Path(polygon([(float(x), float(y)) for x, y in points]), "#112233", Stroke("#AA0000", 0.7), even_odd)
    shown = [
        render_png(Scene(10, 10, (Group(items, clip=WINDOW),)), 90) for items in ((whole,), within((whole,), WINDOW))
    ]
    pixels = [np.asarray(Image.open(BytesIO(picture)).convert("RGB"), dtype=int) for picture in shown]
    assert np.abs(pixels[0] - pixels[1]).max() <= 24, "but for the rounding at the edges of pixels"


def test_a_text_that_the_window_cuts_is_left_out_and_a_block_of_lines_as_a_whole() -> None:
    words = typeset("Quay", TextStyle("Fira Sans", 6.0, "#000000"))  # 4 mm wide
    plate, inside, cut = Rect(1.0, 1.0, 4.0, 2.0, fill="#777777"), words.at(3.0, 5.0), words.at(8.0, 5.0)
    block = typeset("Quay\nPier", TextStyle("Fira Sans", 6.0, "#000000")).at(
        3.0, 7.0
    )  # its second line is below the window
    mixed = Group((*cut.items, plate), cut.transform)
    assert with_whole_words((plate, inside, cut, block), WINDOW) == (plate, inside)
    assert with_whole_words((mixed,), WINDOW) == (replace(mixed, items=(plate,)),)
    upwards = replace(words.at(0.0, 0.0), transform=(0.0, -1.0, 1.0, 0.0, 2.0, 3.0))
    assert with_whole_words((upwards,), WINDOW) == (), "it is read upwards, out of the window"
