from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pnp.scene.items import Group, Item, Rect
from pnp.sheet.flow import FlowSection, Slab, TextArea, flow

ROOM = TextArea(10, 50, 20, 120, 120)


def slab(height: float, tag: float = 0.0, *, gap: float = 0.0, keep_with_next: bool = False) -> Slab:
    return Slab((Rect(0, 0, 10, height, tag),), height, gap, keep_with_next)


def section(
    slabs: tuple[Slab, ...], gap: float = 0.0, head: Slab | None = None, columns: int = 1, pitch: float = 0.0
) -> FlowSection:
    return FlowSection(slabs, gap, head, columns, pitch)


def places(items: tuple[Item, ...]) -> list[tuple[float, float]]:
    return [item.transform[4:] for item in items if isinstance(item, Group)]


def test_slabs_stand_below_one_another_and_gaps_only_between_them() -> None:
    (page,) = flow([section((slab(10, gap=3), slab(10, gap=3)), gap=7)], ROOM)
    assert places(page) == [(10, 50), (10, 63)]


def test_what_does_not_fit_goes_on_at_the_top_of_the_next_page() -> None:
    first, second = flow([section((slab(60), slab(20), slab(5)))], ROOM)
    assert places(first) == [(10, 50)]
    assert places(second) == [(10, 20), (10, 40)]


def test_a_section_keeps_its_head() -> None:
    first, second = flow([section((slab(50),)), section((slab(15),), gap=2, head=slab(8))], ROOM)
    assert places(first) == [(10, 50)]
    assert places(second) == [(10, 20), (10, 28)]


def test_a_whole_section_is_not_divided_if_a_page_has_room_for_it() -> None:
    before, both = section((slab(40),)), (slab(20), slab(20))
    divided = flow([before, section(both)], ROOM)
    whole = flow([before, replace(section(both), whole=True)], ROOM)
    assert [len(page) for page in divided] == [2, 1]
    assert [len(page) for page in whole] == [1, 2]
    long = tuple(slab(20) for _ in range(6))
    assert flow([before, replace(section(long), whole=True)], ROOM) == flow([before, section(long)], ROOM)


def test_the_head_of_a_table_is_repeated_on_another_page() -> None:
    table = replace(section((slab(50), slab(50)), head=slab(8)), again=slab(5))
    first, second = flow([table], ROOM)
    assert places(first) == [(10, 50), (10, 58)]
    assert places(second) == [(10, 20), (10, 25)]
    moved = flow([section((slab(50),)), table], ROOM)
    assert [len(page) for page in moved] == [1, 2, 2]
    assert places(moved[1]) == [(10, 20), (10, 28)], "its own head, where nothing of it is on the page before"


def test_a_slab_that_keeps_goes_with_the_next() -> None:
    first, second = flow([section((slab(50), slab(10, keep_with_next=True), slab(30)))], ROOM)
    assert len(first) == 1
    assert places(second) == [(10, 20), (10, 30)]


def test_two_columns_are_level_and_the_first_the_fuller() -> None:
    (page,) = flow([section((slab(10), slab(10), slab(10)), columns=2, pitch=40)], ROOM)
    assert places(page) == [(10, 50), (10, 60), (50, 50)]


def test_a_column_does_not_end_with_a_slab_that_keeps() -> None:
    (page,) = flow([section((slab(10), slab(10, keep_with_next=True), slab(10)), columns=2, pitch=40)], ROOM)
    assert places(page) == [(10, 50), (50, 50), (50, 60)]


def test_two_columns_that_overflow_are_filled_in_turn() -> None:
    first, second = flow([section(tuple(slab(30) for _ in range(5)), columns=2, pitch=40)], ROOM)
    assert places(first) == [(10, 50), (10, 80), (50, 50), (50, 80)]
    assert places(second) == [(10, 20)]


def test_the_first_page_may_end_higher_than_the_others() -> None:
    first, second = flow([section((slab(10), slab(10), slab(90)))], TextArea(10, 50, 20, 65, 120))
    assert places(first) == [(10, 50)]
    assert places(second) == [(10, 20), (10, 30)]


def test_even_what_no_page_holds_comes_to_an_end() -> None:
    assert len(flow([section((slab(500), slab(500)))], ROOM)) == 3


@pytest.mark.slow
@given(
    heights=st.lists(st.tuples(st.floats(1, 90), st.floats(0, 5), st.booleans()), max_size=25),
    columns=st.sampled_from([1, 2]),
)
@settings(deadline=None, derandomize=True, max_examples=100)
def test_every_slab_is_set_once_and_none_is_cut(heights: list[tuple[float, float, bool]], columns: int) -> None:
    slabs = tuple(
        slab(height, tag, gap=gap, keep_with_next=sticks) for tag, (height, gap, sticks) in enumerate(heights)
    )
    pages = flow([section(slabs, 2, slab(6, -1), columns, 40)], ROOM)
    placed = [group for page in pages for group in page if isinstance(group, Group)]
    rects = [rect for group in placed for rect in group.items if isinstance(rect, Rect)]
    assert [rect.radius for rect in rects if rect.radius >= 0] == list(range(len(slabs)))
    for group, rect in zip(placed, rects, strict=True):
        assert group.transform[5] + rect.height <= ROOM.bottom + 1e-6
