"""Roads on paper, held against exact arithmetic on every pair."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from math import dist
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model.maps.area_map import read_area_map
from pnp.network import lower
from pnp.network.budget import OutOfStepsError, SearchBudget
from pnp.network.layout import (
    UNIT,
    GridPoint,
    Layout,
    LayoutSpot,
    RoadGrid,
    RoadLine,
    lay_out,
    nearest_before,
    spacing,
    whereabouts,
)
from pnp.source import read_document
from tests.network.generated import many_cases, span
from tests.oracle.held import map_of

Exact = tuple[Fraction, Fraction]
small_points = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
wide_points = st.tuples(st.integers(-400, 400), st.integers(-400, 400))


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Spots and roads between them, with a bend or two, on a small board where much meets or on a wide one."""
    points = draw(st.sampled_from((small_points, wide_points)))
    spots = tuple(
        LayoutSpot(f"P{number}", f"P{number}", None, span(1), at)
        for number, at in enumerate(draw(st.lists(points, min_size=2, max_size=6)))
    )
    numbers = range(len(spots))
    pairs = st.sampled_from([(start, end) for start in numbers for end in numbers if start != end])
    drawn = draw(st.lists(st.tuples(pairs, st.lists(points, max_size=2)), max_size=6))
    lines = tuple(
        RoadLine(start, end, (spots[start].at or (0, 0), *bends, spots[end].at or (0, 0)), span(1))
        for (start, end), bends in drawn
    )
    return Layout("map", span(1), 0, 0, spots, lines)


def common(one: tuple[GridPoint, GridPoint], other: tuple[GridPoint, GridPoint]) -> tuple[Exact, Exact] | None:
    """The ends of what two stretches have in common, twice the same where it is a point."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    u, v = (bx - ax, by - ay), (dx - cx, dy - cy)
    cross = u[0] * v[1] - u[1] * v[0]
    if cross:
        t = Fraction((cx - ax) * v[1] - (cy - ay) * v[0], cross)
        s = Fraction((cx - ax) * u[1] - (cy - ay) * u[0], cross)
        at = (ax + t * u[0], ay + t * u[1])
        return (at, at) if 0 <= t <= 1 and 0 <= s <= 1 else None
    axis = next((axis for axis in (u, v) if axis != (0, 0)), (1, 1))
    if (cx - ax) * axis[1] != (cy - ay) * axis[0] or (axis == (1, 1) and one[0] != other[0]):
        return None
    first, second = sorted(one), sorted(other)
    low, high = max(first[0], second[0]), min(first[1], second[1])
    return (_exact(low), _exact(high)) if low <= high else None


def _exact(point: GridPoint) -> Exact:
    return Fraction(point[0]), Fraction(point[1])


def meet(layout: Layout, one: RoadLine, other: RoadLine) -> bool:
    """Whether two roads have a point in common that is not the middle of a place where both end."""
    shared = {_exact(layout.spots[end].at or (0, 0)) for end in {one.start, one.end} & {other.start, other.end}}
    return any(
        both is not None and (both[0] != both[1] or both[0] not in shared)
        for first in pairwise(one.points)
        for second in pairwise(other.points)
        for both in [common(first, second)]
    )


@pytest.mark.slow
@many_cases
@given(layouts(), st.sampled_from((1, 7, 1000)))
def test_meetings_are_those_of_every_pair(layout: Layout, least: int) -> None:
    expected = [
        (lower, upper)
        for (lower, one), (upper, other) in combinations(enumerate(layout.lines), 2)
        if {one.start, one.end} != {other.start, other.end} and meet(layout, one, other)
    ]
    found = RoadGrid(layout.lines, least).meetings(SearchBudget(10**6))
    assert [(meeting.lower, meeting.upper) for meeting in found] == expected


@pytest.mark.slow
@many_cases
@given(layouts(), st.integers(1, 60))
def test_spots_beside_roads_are_found(layout: Layout, within: int) -> None:
    expected = [
        (number, spot)
        for number, line in enumerate(layout.lines)
        for spot, at in layout.placed
        if spot not in (line.start, line.end)
        and any(_away(at, *stretch) < within**2 for stretch in pairwise(line.points))
    ]
    assert list(RoadGrid(layout.lines, within).runs_through(layout.placed, within, SearchBudget(10**6))) == expected


def _away(at: GridPoint, first: GridPoint, last: GridPoint) -> Fraction:
    """The square of the distance of a point from a stretch."""
    u = (last[0] - first[0], last[1] - first[1])
    length = u[0] ** 2 + u[1] ** 2
    share = Fraction((at[0] - first[0]) * u[0] + (at[1] - first[1]) * u[1], length) if length else Fraction(0)
    share = min(max(share, Fraction(0)), Fraction(1))
    return (at[0] - first[0] - share * u[0]) ** 2 + (at[1] - first[1] - share * u[1]) ** 2


@many_cases
@given(st.lists(small_points, max_size=8), st.integers(2, 12))
def test_each_point_with_one_near_before_it_is_found(points: list[GridPoint], within: int) -> None:
    expected = [
        (number, near)
        for number, at in enumerate(points)
        for near in [min((dist(at, before) for before in points[:number]), default=within)]
        if near < within
    ]
    found = list(nearest_before(enumerate(points), within))
    assert [(number, distance) for number, _, distance in found] == expected
    assert all(dist(points[number], points[other]) == distance for number, other, distance in found)


def test_only_points_in_one_spot_are_left_out() -> None:
    square = [(x, y) for x in (0, 45, 90) for y in (0, 45, 90)]
    found = list(nearest_before(enumerate([*square, (164, 90)]), 100))
    assert found[-1] == (9, 8, 74)


def test_star_of_roads_costs_no_more_than_its_budget() -> None:
    lines = tuple(RoadLine(0, end, ((0, 0), (end, end % 7)), span(1)) for end in range(1, 200))
    with pytest.raises(OutOfStepsError):
        RoadGrid(lines, 100).meetings(SearchBudget(1000))


@pytest.mark.parametrize(("bend", "near"), [((128, 128), True), ((133, 128), False)])
def test_a_bend_is_as_near_as_it_is(bend: GridPoint, near: bool) -> None:
    corners = [(0, 400), (300, 400), (127, 127)]
    spots = tuple(LayoutSpot(f"P{n}", f"P{n}", None, span(1), at) for n, at in enumerate(corners))
    lines = (RoadLine(0, 1, (corners[0], bend, corners[1]), span(1)),)
    layout = Layout("map", span(1), 0, 0, spots, lines)
    found = RoadGrid(layout.lines, 5).runs_through(layout.placed, 5, SearchBudget(10**6))
    assert found == (((0, 2),) if near else ())


def test_spacing_is_the_median_distance_to_the_nearest_neighbour() -> None:
    places = {
        "A": (0.0, 0.0),
        "B": (3.0, 0.0),
        "C": (40.0, 0.0),
        "D": (40.0, 4.0),
        "E": (100.0, 90.0),
        "A again": (0.0, 0.0),
    }
    assert spacing(places) == 4.0  # 3, 3, 4, 4, and far
    assert spacing({"A": (0.0, 0.0), "B": (0.0, 5.0), "C": (1.0, 40.0), "D": (2.0, 5.5)}) == 5.0
    assert spacing({"A": (1.0, 2.0)}) == spacing({}) == 20.0


def test_what_is_between_places_is_in_their_middle() -> None:
    drawn = map_of("kind: block-map\nblocks: {rows: 1, columns: 2, squares: 2}\naddresses: [NE, S]\n")
    network = lower(drawn).network
    found = whereabouts(drawn, network)
    named = [(each.id, each.places) for each in (*network.stretches, *network.extras.sites)]
    assert network.stretches
    for name, places in named:
        points = [found[place] for place in network.names(places)]
        assert found[name] == pytest.approx((mean(x for x, _ in points), mean(y for _, y in points))), name


def test_roads_that_meet_too_often_for_the_steps_have_no_list_of_meetings(monkeypatch: pytest.MonkeyPatch) -> None:
    corners = [(0, 0), (9, 9), (0, 9), (9, 0)]
    spots = tuple(LayoutSpot(f"P{n}", f"P{n}", None, span(1), at) for n, at in enumerate(corners))
    lines = (RoadLine(0, 1, (corners[0], corners[1]), span(1)), RoadLine(2, 3, (corners[2], corners[3]), span(1)))
    assert Layout("map", span(1), 0, 0, spots, lines).meetings
    monkeypatch.setattr("pnp.network.layout.COMPARED", 0)
    assert Layout("map", span(1), 0, 0, spots, lines).meetings is None


def test_a_part_without_a_position_is_where_its_area_is() -> None:
    text = """
areas:
  Spain: {at: [10, 20], parts: {north: {at: [12, 15]}, south: {}}}
  Pier: {at: [40, 20]}
roads: [Spain -- Pier]
"""
    root = read_document(text.encode(), "map.yaml").root
    assert root is not None
    layout = lay_out(read_area_map(root, "map"))
    assert layout.unplaced == ()
    assert {spot.id: spot.at for spot in layout.spots if "/" in spot.id} == {
        "Spain/north": (12 * UNIT, 15 * UNIT),
        "Spain/south": (10 * UNIT, 20 * UNIT),
    }
