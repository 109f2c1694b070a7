"""Lines of roads: curves, parallels, and spaces along them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry.tracks import (
    NearestPoint,
    Point,
    TrackSpace,
    along,
    curved,
    length_of,
    overlap,
    part,
    shifted,
    spaces_along,
    to_disc,
)

LINES = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), min_size=2, max_size=6, unique=True)


@pytest.mark.slow
@given(LINES)
def test_a_curve_goes_through_its_points_and_has_no_sharp_bends(points: list[Point]) -> None:
    line = curved(points)
    assert all(min(math.dist(point, each) for each in line) < 1e-6 for point in points)
    if len(points) == 2:
        assert line == tuple(points)


def test_a_curve_is_smooth() -> None:
    line = curved([(0, 0), (40, 30), (80, 0)])
    turns = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(line)]
    assert max(abs(one - two) for one, two in pairwise(turns)) < math.radians(20)
    assert turns[0] > 0 > turns[-1]


@pytest.mark.slow
@given(LINES, st.integers(1, 12), st.integers(2, 20), st.integers(0, 3))
def test_spaces_are_equal_and_on_the_line_with_equal_gaps(
    points: list[Point], number: int, length: int, gap: int
) -> None:
    spaces = spaces_along(points, number, length, gap)
    assert len(spaces) == number
    total, needed = length_of(points), number * length + (number - 1) * gap
    expected = length if needed <= total else length * total / needed
    assert all(each.length == pytest.approx(expected) for each in spaces)


def test_spaces_of_a_straight_road_are_in_its_middle_and_not_too_far_apart() -> None:
    spaces = spaces_along([(0, 0), (100, 0)], 3, 10, 1)
    assert [each.at[0] for each in spaces] == pytest.approx([35, 50, 65])  # gaps of half a space at most
    tight = spaces_along([(0, 0), (32, 0)], 3, 10, 1)
    assert [each.at[0] for each in tight] == pytest.approx([5, 16, 27])
    short = spaces_along([(0, 0), (16, 0)], 3, 10, 1)
    assert [each.length for each in short] == pytest.approx([5, 5, 5])
    assert spaces_along([(0, 0), (0, 0)], 3, 10, 1) == ()


def test_a_parallel_line_keeps_its_distance() -> None:
    assert shifted([(0, 0), (50, 0)], 3) == ((0, 3), (50, 3))
    bent = shifted([(0, 0), (50, 0), (50, 50)], -2)
    assert bent == ((0, -2), (52, -2), (52, 50))
    assert part([(0, 0), (50, 0), (50, 50)], 20, 70) == ((20, 0), (50, 0), (50, 20))
    assert along([(0, 0), (50, 0), (50, 50)], 60) == ((50, 10), math.pi / 2)


def test_a_space_is_a_rectangle_along_its_line() -> None:
    assert TrackSpace((7, 3), 0, 10).corners(4) == ((2, 1), (12, 1), (12, 5), (2, 5))


def test_spaces_overlap_if_no_line_separates_them() -> None:
    flat = TrackSpace((0, 0), 0, 10)
    assert overlap(flat, TrackSpace((9, 0), 0, 10), 4)
    assert not overlap(flat, TrackSpace((10.1, 0), 0, 10), 4)
    assert not overlap(flat, TrackSpace((0, 4.1), 0, 10), 4)
    assert overlap(flat, TrackSpace((0, 6.5), math.pi / 2, 10), 4)
    assert not overlap(flat, TrackSpace((0, 6.5), math.pi / 2, 10), 4, by=1)
    assert not overlap(TrackSpace((0, 0), math.pi / 4, 10), TrackSpace((7, -7), math.pi / 4, 10), 4)
    assert to_disc(flat, 4, (8, 0)) == 3
    assert to_disc(flat, 4, (1, 1)) == 0


def test_a_point_that_is_there_twice_does_not_bend_a_shifted_line() -> None:
    assert shifted([(0, 0), (0, 0), (50, 0), (50, 0)], 3) == ((0, 3), (50, 3))


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=40),
    st.tuples(st.integers(-3, 12), st.integers(-3, 12)),
)
def test_the_nearest_point_is_the_first_of_the_nearest(points: list[Point], to: Point) -> None:
    assert NearestPoint(points).find(to) == min((math.dist(point, to), at) for at, point in enumerate(points))


def test_a_search_looks_at_few_points() -> None:
    found = NearestPoint([(x * 7 % 997, x * 13 % 991) for x in range(8_000)])
    for number in range(100):
        found.find((number * 10, number * 9.5))
    assert found.steps < 100 * 150
    assert NearestPoint([]).find((0, 0)) is None
