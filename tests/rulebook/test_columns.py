"""Strips into columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from pnp.rulebook.document import AnySketch, Figure, Panel, RulebookWords
from pnp.rulebook.pages.blocks import Galley, Setter
from pnp.rulebook.pages.filling import LOW, SIDE, Press
from pnp.rulebook.pages.strips import LONGEST_EMPTY, PageColumn, Strip, balance, fill
from pnp.rulebook.style import BOOK
from pnp.scene.extent import bounds
from pnp.scene.items import Group, Item, Rect, Scene
from pnp.scene.parts import Anchor

HEAD = Strip(3.0)


class Wide(Struct):
    """What a picture shows, of that width."""

    width: float


def strips_of(*heights: float, before: float = 0.0, sticks: bool = False) -> list[Strip]:
    return [Strip(height, before=before, sticks=sticks) for height in heights]


def heights(columns: list[PageColumn]) -> list[float]:
    return [column.height for column in columns]


def test_columns_are_filled_from_the_left() -> None:
    columns, rest = fill(strips_of(4, 4, 4, 4, 4), 2, 10)
    assert heights(columns) == [8, 8]
    assert len(rest) == 1


def test_the_gap_above_counts_within_a_column_and_not_at_its_top() -> None:
    columns, rest = fill(strips_of(4, 4, 4, before=2), 2, 10)
    assert [[y for y, _ in column.placed] for column in columns] == [[0, 6], [0]]
    assert not rest


def test_what_sticks_together_moves_together() -> None:
    strips = [*strips_of(4), *strips_of(3, 3, sticks=True), *strips_of(3)]
    columns, rest = fill(strips, 2, 10)
    assert heights(columns) == [4, 9]
    assert not rest


def test_what_is_taller_than_a_column_is_parted_only_by_force() -> None:
    strips = [*strips_of(4, 4, 4, sticks=True), *strips_of(4)]
    assert heights(fill(strips, 2, 10)[0]) == [0, 0]
    columns, rest = fill(strips, 2, 10, force=True)
    assert heights(columns) == [8, 8]
    assert not rest


def test_a_picture_at_the_end_of_a_column_is_reduced_as_little_as_fits() -> None:
    picture = Strip(6, before=1, smaller=(Strip(5.5), Strip(5), Strip(4)))
    strips = [*strips_of(4), *strips_of(1, sticks=True), picture, *strips_of(3)]
    columns, _ = fill(strips, 2, 11)
    assert heights(columns) == [4, 11]
    columns, rest = fill(strips, 2, 11, full=True)
    assert [[(y, strip.height) for y, strip in column.placed] for column in columns] == [
        [(0, 4), (4, 1), (6, 5)],
        [(0, 3)],
    ]
    assert not rest
    assert heights(fill(strips, 2, 9.5, full=True)[0]) == [4, 8]


def test_heads_of_a_parted_table_come_again() -> None:
    rows = [Strip(4, repeat=(HEAD,)) for _ in range(4)]
    columns, rest = fill(rows, 2, 11)
    assert [[strip.height for _, strip in column.placed] for column in columns] == [[3, 4, 4], [3, 4, 4]]
    assert not rest


def test_columns_are_balanced() -> None:
    columns = balance(strips_of(15, 15, 15, 15, 15, 15, before=1), 2, 100)
    assert columns is not None
    assert heights(columns) == [47, 47]
    assert balance(strips_of(60, 60, 60), 2, 100) is None


def test_balanced_columns_end_before_a_heading_if_that_costs_little() -> None:
    heading = Strip(6, before=4, sticks=True, anchors=(Anchor("b", 0.0, "B", 0),))
    columns = balance([*strips_of(5, 5, 5, 5, before=2), heading, *strips_of(5, 5)], 2, 100)
    assert columns is not None
    assert [len(column.placed) for column in columns] == [4, 3], "the section is not divided"


def test_a_full_column_ends_early_for_a_better_break() -> None:
    heading = Strip(3, before=2, anchors=(Anchor("b", 0.0, "B", 0),))
    strips = [*strips_of(5, 5, 5, 5), heading, *strips_of(5, 5, 5, 5)]
    assert heights(fill(strips, 1, 25)[0]) == [25]
    assert heights(fill(strips, 1, 25, full=True)[0]) == [20], "no heading at its foot"
    assert heights(fill(strips, 1, 36, full=True)[0]) == [30], "no two lines alone in the next one"


def test_the_space_below_a_table_does_not_begin_the_next_column() -> None:
    row = Strip(5, (Rect(0.0, 0.0, 9.0, 5.0, fill="#222222"),))
    columns, rest = fill([row, row, Strip(1.4), row], 2, 10, full=True)
    assert [[y for y, _ in column.placed] for column in columns] == [[0, 5], [0]]
    assert not rest


STRIPS = st.lists(
    st.builds(
        Strip,
        st.floats(0.5, 30),
        before=st.floats(0, 5),
        sticks=st.booleans(),
        repeat=st.sampled_from([(), (HEAD,)]),
    ),
    min_size=1,
    max_size=25,
)


@pytest.mark.slow
@settings(deadline=None, derandomize=True, max_examples=200)
@given(STRIPS, st.integers(1, 3), st.floats(10, 80))
def test_every_strip_is_placed_once_in_order_and_within_its_column(
    strips: list[Strip], count: int, height: float
) -> None:
    rest, placed = list(strips), []
    for _ in range(len(strips) + 1):
        columns, left = fill(rest, count, height, force=True)
        for column in columns:
            ends = [(y, y + strip.height) for y, strip in column.placed]
            assert all(upper[1] <= lower[0] + 1e-9 for upper, lower in pairwise(ends))
            one = [strip for _, strip in column.placed if strip is not HEAD]
            assert column.height <= height + 1e-6 or len(one) == 1
            placed += one
        rest = list(left)
        if not rest:
            break
    assert [id(strip) for strip in placed] == [id(strip) for strip in strips]


@pytest.mark.slow
@settings(deadline=None, derandomize=True, max_examples=100)
@given(STRIPS, st.integers(2, 3))
def test_balanced_columns_hold_everything_and_are_no_taller_than_one_that_does(strips: list[Strip], count: int) -> None:
    columns = balance(strips, count, 1e4)
    assert columns is not None
    assert sum(len(column.placed) for column in columns) >= len(strips)
    tallest = max(heights(columns))
    assert fill(strips, count, tallest)[1] == []
    assert fill(strips, count, (tallest - LONGEST_EMPTY) * 0.98)[1] or tallest < LONGEST_EMPTY + 1


def test_columns_under_a_heading_are_balanced_and_stay_with_it() -> None:
    heading = [Strip(8.0, (Rect(0.0, 0.0, 170.0, 8.0, fill="#111111"),), sticks=True)]
    entries = [Strip(5.0, (Rect(0.0, 0.0, 20.0, 5.0, fill="#222222"),)) for _ in range(6)]
    press = Press(210.0, 297.0)
    press.set(Galley([Strip(200.0)]))
    press.set(Galley(entries, 2, heading))
    page = press._pages[0]
    tops = [(round(bounds((item,)).left), round(bounds((item,)).top)) for item in page.items]
    assert len({left for left, _ in tops}) == 2
    assert sorted(top for left, top in tops if left != SIDE) == sorted(top for left, top in tops[1:] if left == SIDE)
    full = Press(210.0, 297.0)
    full.set(Galley([Strip(255.0, (Rect(0.0, 0.0, 9.0, 9.0, fill="#333333"),))]))
    full.set(Galley(entries, 2, heading))
    assert [len(each.items) for each in full._pages] == [1, 7]


def test_a_section_does_not_begin_at_the_foot_of_a_page() -> None:
    def line(height: float) -> Strip:
        return Strip(height, (Rect(0.0, 0.0, 5.0, height, fill="#222222"),))

    def pages(*galleys: Galley, foot: float = LOW[0]) -> tuple[list[int], bool]:
        press = Press(210.0, 297.0, foot)
        press.set(Galley([line(200.0)]))
        for galley in galleys:
            press.set(galley)
        return [len(page.items) - (number == 0) for number, page in enumerate(press._pages)], press.low

    title = Strip(9.0, (Rect(0.0, 0.0, 9.0, 9.0, fill="#111111"),), sticks=True, anchors=(Anchor("town", 0.0, "Town"),))
    text = [line(10.0) for _ in range(7)]
    after = Galley([*text, *text[:3], title, *text], 2)  # 64 mm are free: six lines in a column
    assert pages(after, foot=0.0) == ([12, 6], True)
    assert pages(after) == ([10, 8], True), "the section is on the next page, and the columns above it are balanced"
    first = Galley([title, *text, *text], 2)
    assert pages(Galley([line(25.0)]), first, foot=0.0) == ([8, 8], True)
    assert pages(Galley([line(25.0)]), first) == ([1, 15], True), "it is the first of its galley"
    headed = Galley([line(10.0) for _ in range(9)], 2, [Strip(9.0, title.items, sticks=True)])
    above = Galley([line(30.0)])
    assert pages(above, headed, foot=0.0) == ([6, 5], True)
    assert pages(above, headed) == ([1, 10], True)
    assert pages(above, Galley(headed.strips[:4], 2, headed.heading)) == ([6], False), "all of it is on this page"


def test_four_pictures_are_in_one_row_on_the_page_and_fewer_in_a_column() -> None:
    setter = Setter(BOOK, RulebookWords(), page=178.0, columns=2)

    def columns(count: int, wide: float) -> int:
        scene = Scene(wide, 10.0, (Rect(0.0, 0.0, wide, 10.0),))
        panels = tuple(Panel(str(index), cast("AnySketch", Wide(wide)), "", scene=scene) for index in range(count))
        (galley,) = setter.galleys((Figure(panels),))
        return galley.columns

    assert columns(4, 38.0) == 1
    assert columns(4, 18.0) == 2, "they are in one row of a column"
    assert columns(4, 60.0) == 2, "they are in several rows of the page, too"
    assert columns(3, 38.0) == 2


def test_strips_are_on_one_page_each_where_a_picture_shrinks_above_a_low_section() -> None:
    """Filled to the foot, the picture is smaller; whole, it has no room above the section."""

    def strip(height: float, number: int, **more: Any) -> Strip:
        return Strip(height, (Rect(0.0, 0.0, number, height),), **more)

    section = strip(10, 4, anchors=(Anchor("tides", 0.0, "Tides", 0),), sticks=True)
    opening = [strip(150, 1), strip(120, 2, smaller=(strip(90, 3),))]
    press = Press(210.0, 297.0, foot=45.0)
    press.set(Galley([*opening, section, strip(10, 5), *(strip(20, 6 + more) for more in range(5))], 1))
    printed = [box for page in press.sheets("Book", "") for box in _widths(page.items)]
    assert [width for width in printed if width <= 10] == [1, 3, *range(4, 11)]


def _widths(items: Iterable[Item]) -> Iterator[float]:
    for item in items:
        if isinstance(item, Group):
            yield from _widths(item.items)
        elif isinstance(item, Rect) and item.width == round(item.width):
            yield item.width
