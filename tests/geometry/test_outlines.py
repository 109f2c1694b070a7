"""Visual centres, curves as lines, and outlines that are grown from points; shapely is the oracle."""

from __future__ import annotations

import math

import pytest
from shapely.geometry import LineString, Polygon

from pnp.geometry.outlines import flattened, grown_outlines, roomiest, visual_centre
from pnp.geometry.polygons import Ring, Shape, area, inside
from tests.geometry.test_subdivision import SQUARE, box, scattered


def test_the_visual_centre_of_a_crescent_is_in_it() -> None:
    outer = [(10 * math.cos(t / 20), 10 * math.sin(t / 20)) for t in range(-50, 51)]
    inner = [(3 + 8 * math.cos(t / 20), 8 * math.sin(t / 20)) for t in range(50, -51, -1)]
    shape = ((*outer, *inner),)
    at, room = visual_centre(shape)
    assert (
        Polygon(shape[0])
        .buffer(0)
        .contains(Polygon([(at[0] + dx, at[1] + dy) for dx, dy in ((0, 0.1), (0.1, 0), (0, -0.1))]))
    )
    assert room == pytest.approx(Polygon(shape[0]).exterior.distance(LineString([at, (at[0] + 1e-6, at[1])])), abs=0.01)


def test_a_visual_centre_is_rounded_to_thousandths() -> None:
    assert visual_centre(box(0.1234, 0.4567, 10, 10)) == ((5.123, 5.457), pytest.approx(5))


def test_the_visual_centre_is_far_from_holes() -> None:
    at, room = visual_centre((*box(0, 0, 30, 10), tuple(reversed(box(2, 2, 6, 6)[0]))))
    assert at[0] > 10
    assert room == pytest.approx(5, abs=0.3)


def test_the_roomiest_spot_of_a_wedge_is_at_its_broad_end() -> None:
    wedge = (((0, -10), (40, 0), (0, 10)),)
    (x, y), room = roomiest(wedge)
    assert y == pytest.approx(0, abs=0.2)
    assert room == pytest.approx(400 / (20 + 2 * math.hypot(40, 10)) * 2, abs=0.2)
    assert x == pytest.approx(room, abs=0.3)


def test_a_curve_is_the_same_from_both_ends_and_flat_enough() -> None:
    a, b, c, d = (0.0, 0.0), (0.0, 40.0), (60.0, 40.0), (60.0, 0.0)
    there, back = [a, *flattened(a, b, c, d)], [d, *flattened(d, c, b, a)]
    assert [(round(x, 9), round(y, 9)) for x, y in there] == [(round(x, 9), round(y, 9)) for x, y in reversed(back)]
    true = [
        (3 * 60 * t * t * (1 - t) + 60 * t**3, 3 * 40 * t * (1 - t) ** 2 + 3 * 40 * t * t * (1 - t))
        for t in (n / 500 for n in range(501))
    ]
    line = LineString(there)
    assert max(line.distance(LineString([point, (point[0] + 1e-9, point[1])])) for point in true) < 0.1


def test_grown_outlines_hold_their_points_and_fill_the_coast() -> None:
    points = scattered(40, 3)
    coast: Ring = ((5.0, 5.0), (95.0, 8.0), (90.0, 70.0), (50.0, 50.0), (10.0, 75.0))
    on_land = [(name, at) for name, at in points if inside((coast,), at)]
    cells = grown_outlines(on_land, [coast], 0.0)
    assert all(inside(cells[name], at) for name, at in on_land)
    assert sum(map(area, cells.values())) == pytest.approx(area((coast,)), rel=1e-3)
    assert cells == grown_outlines(list(reversed(on_land)), [coast], 0.0)


def test_a_long_rough_side_has_no_more_than_256_pieces() -> None:
    coast = ((0.0, 0.0), (2000.0, 0.0), (2000.0, 2000.0), (0.0, 2000.0))
    cells = grown_outlines([("west", (500.0, 1000.0)), ("east", (1500.0, 1000.0))], [coast], 0.6)
    assert all(50 < len(ring) <= 256 for (ring,) in cells.values())


def test_rough_borders_are_the_same_from_both_sides() -> None:
    cells = grown_outlines(scattered(30, 5), [SQUARE], 1.0)
    assert sum(map(area, cells.values())) == pytest.approx(8000, rel=0.002)
    assert sum(len(ring) for shape in cells.values() for ring in shape) > 600


def test_a_tall_coast_far_to_the_right_is_filled() -> None:
    coast = box(500, 0, 10, 100)[0]
    cells = grown_outlines([("a", (505, 10)), ("b", (505, 90))], [coast], 0.0)
    assert {name: round(area(shape)) for name, shape in cells.items()} == {"a": 500, "b": 500}


def test_the_centroid_of_a_compact_area_is_its_centre_though_another_point_is_a_little_better() -> None:
    shape: Shape = (((35, 6), (84, 17), (74, 56), (54, 58), (11, 41), (1, 42)),)
    at, room = visual_centre(shape)
    assert at == pytest.approx((48.232, 32.403), abs=0.01)
    assert room == pytest.approx(21.684, abs=0.01)


@pytest.mark.parametrize("rough", [0.0, 0.5])
def test_points_far_outside_of_the_coast_have_no_cell(rough: float) -> None:
    points = [("a", (20.0, 20.0)), ("b", (80.0, 60.0)), ("far", (9000.0, 20.0)), ("farther", (9500.0, 20.0))]
    cells = grown_outlines(points, [SQUARE], rough)
    assert cells.keys() == {"a", "b"}
    assert sum(map(area, cells.values())) == pytest.approx(8000, abs=2)
