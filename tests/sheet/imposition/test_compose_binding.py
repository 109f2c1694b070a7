from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.scene.extent import bounds
from pnp.scene.items import Text
from pnp.scene.parts import Box, Sheet
from pnp.sheet.imposition.compose import bound, page_ranges
from pnp.sheet.options import Layout, Options
from tests.sheet.samples import inside, page


def run(name: str, count: int) -> tuple[Sheet, ...]:
    return tuple(
        Sheet(210, 297, (), Box(0, 0, 210, 297), Box(0, 0, 210, 297), label=f"{name}{n}") for n in range(count)
    )


def test_in_duplex_a_run_begins_on_a_new_sheet_of_paper() -> None:
    runs = [run("a", 3), run("b", 1), run("c", 2)]
    sheets = bound(runs, Options(layout="duplex"))
    assert [sheet.label for sheet in sheets] == ["a0", "a1", "a2", "a2 back", "b0", "b0 back", "c0", "c1"]
    assert [sheet.side for sheet in sheets] == ["front", "front", "front", "back", "front", "back", "front", "front"]
    assert page_ranges(runs, Options(layout="duplex")) == ((1, 3), (5, 5), (7, 8))


def test_a_blank_says_that_it_is_one_and_whose() -> None:
    blank = bound([run("a", 1), run("b", 1)], Options(layout="duplex"))[1]
    (words,) = [item for group in blank.items for item in inside(group) if isinstance(item, Text)]
    assert words.string == "the back of a0 stays blank"
    box = bounds(blank.items)
    assert box
    assert page(blank, 4.9).contains(box)


@pytest.mark.parametrize("layout", ["single", "gutterfold"])
def test_otherwise_runs_follow_one_another(layout: Layout) -> None:
    runs = [run("a", 3), (), run("b", 1)]
    assert len(bound(runs, Options(layout=layout))) == 4
    assert page_ranges(runs, Options(layout=layout)) == ((1, 3), (4, 3), (4, 4))


@pytest.mark.slow
@given(counts=st.lists(st.integers(0, 5), max_size=6), layout=st.sampled_from(["single", "duplex"]))
@settings(deadline=None, derandomize=True)
def test_the_ranges_are_where_the_runs_are(counts: list[int], layout: Layout) -> None:
    options = Options(layout=layout)
    runs = [run(f"{index}-", count) for index, count in enumerate(counts)]
    sheets = bound(runs, options)
    for each, (first, last) in zip(runs, page_ranges(runs, options), strict=True):
        assert sheets[first - 1 : last] == each
