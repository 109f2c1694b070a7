from __future__ import annotations

import itertools
import math
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon

from pnp.geometry.polygons import (
    Shape,
    area,
    band,
    centre,
    circle,
    closed,
    coarse,
    difference,
    distance,
    edges,
    filled,
    grow,
    inside,
    intersection,
    nearest,
    odd,
    opened,
    pieces,
    rectangle,
    signed_area,
    spaced,
    swept,
    union,
)

SQUARE = (rectangle(0, 0, 10, 10),)
boxes = st.builds(lambda x, y, w, h: (rectangle(x, y, w, h),), *(st.integers(-20, 20),) * 2, *(st.integers(1, 20),) * 2)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(boxes, boxes)
def test_what_is_joined_is_as_large_as_its_parts_less_what_they_share(one: tuple, other: tuple) -> None:  # type: ignore[type-arg]
    whole = area(one) + area(other)
    assert area(union(one, other)) == pytest.approx(whole - area(intersection(one, other)))
    assert area(difference(one, other)) == pytest.approx(area(one) - area(intersection(one, other)))


def test_nothing_comes_of_nothing() -> None:
    assert union() == intersection((), SQUARE) == difference((), SQUARE) == grow((), 3) == ()
    assert union((((0, 0), (1, 1), (2, 2)),)) == ()


def test_every_subject_counts() -> None:
    apart = [(rectangle(20 * step, 0, 10, 10),) for step in range(4)]
    assert area(union(*apart)) == pytest.approx(400)
    assert [centre(part[0])[0] for part in pieces(union(*apart))] == pytest.approx([5, 25, 45, 65])


def test_growing_moves_the_edge() -> None:
    assert area(grow(SQUARE, 1, "miter")) == pytest.approx(144)
    assert area(grow(SQUARE, 1)) == pytest.approx(140 + math.pi, abs=0.1)
    assert area(grow(SQUARE, -2, "miter")) == pytest.approx(36)
    assert grow(SQUARE, -6) == ()


def test_opening_takes_what_is_narrow_and_closing_fills_it() -> None:
    dumb_bell = union(SQUARE, (rectangle(10, 4.5, 10, 1),), (rectangle(20, 0, 10, 10),))
    assert len(pieces(opened(dumb_bell, 1))) == 2
    assert area(closed(dumb_bell, 6)) > area(dumb_bell) + 50


def test_holes_are_told_from_the_ground_round_them() -> None:
    ring = difference(SQUARE, (rectangle(3, 3, 4, 4),))
    assert area(ring) == pytest.approx(84)
    assert area(filled(ring)) == pytest.approx(100)
    assert not inside(ring, (5, 5))
    assert inside(ring, (1, 5))
    assert len(pieces(ring)) == 1


def test_a_band_has_round_ends() -> None:
    assert area(band(((0, 0), (10, 0)), 2)) == pytest.approx(20 + math.pi, abs=0.1)


def test_a_sweep_covers_the_way() -> None:
    assert area(swept(SQUARE, 3, 4)) == pytest.approx(100 + 10 * 3 + 10 * 4)


def test_a_disc_is_touched_by_its_ring() -> None:
    ring = circle((3, 4), 5, 6, 0.3)
    assert distance((ring,), (3, 4)) == pytest.approx(5)
    assert nearest((ring,), (3 + 9 * math.cos(0.3), 4 + 9 * math.sin(0.3))) == pytest.approx(
        (3 + 5 * math.cos(0.3), 4 + 5 * math.sin(0.3))
    )
    assert signed_area(ring) > 0


def test_points_stand_at_even_distances() -> None:
    points = spaced(SQUARE[0], 2)
    assert len(points) == 20
    assert all(math.dist(a, b) == pytest.approx(2) for a, b in itertools.pairwise(points))


def test_a_coarse_shape_has_few_points() -> None:
    fine = (circle((0, 0), 20, 400),)
    assert len(coarse(fine)[0]) < 200
    assert area(coarse(fine)) == pytest.approx(area(fine), rel=0.01)


def test_what_came_of_one_cut_is_cut_again_as_if_it_were_written_down() -> None:
    grown = grow((circle((7.0, 5.0), 3.0),), 1.3)
    assert grow(grown, 0.7) == grow(tuple(map(tuple, grown)), 0.7)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(boxes, boxes, st.integers(-9, 9), st.integers(-9, 9))
def test_a_sweep_covers_what_all_sides_pass_over(one: Shape, other: Shape, dx: int, dy: int) -> None:
    shape = difference(one, other)
    passed = [(a, b, (b[0] + dx, b[1] + dy), (a[0] + dx, a[1] + dy)) for ring in shape for a, b in edges(ring)]
    brute = union(shape, tuple(ring if signed_area(ring) > 0 else ring[::-1] for ring in passed))
    assert area(swept(shape, dx, dy)) == pytest.approx(area(brute))
    assert area(difference(brute, swept(shape, dx, dy))) == pytest.approx(0.0, abs=1e-6)


@pytest.mark.slow
@settings(deadline=None, derandomize=True, max_examples=60)
@given(st.lists(boxes, max_size=8))
def test_what_an_odd_number_of_rings_surround_is_their_symmetric_difference(shapes: list[Shape]) -> None:
    expected = reduce(Polygon.symmetric_difference, (Polygon(shape[0]) for shape in shapes), Polygon())
    assert area(odd(ring for shape in shapes for ring in shape)) == pytest.approx(expected.area, abs=0.01)
    assert area(odd(ring[::-1] for shape in shapes for ring in shape)) == pytest.approx(expected.area, abs=0.01)


def test_a_ring_that_crosses_itself_surrounds_all_of_its_parts() -> None:
    assert area(odd([((0, 0), (10, 0), (10, 10), (5, 10), (5, -5), (0, -5))])) == pytest.approx(75)
