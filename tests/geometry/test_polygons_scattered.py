"""Many places and roads: what is near is found without asking all, and a tangle is seen for what it is."""

from __future__ import annotations

import math
import random

from pnp.draw.town.places import _nearest
from pnp.draw.town.plan import Plan, Way, tangled
from pnp.draw.town.street_layout import STEP, _spots
from pnp.geometry.polygons import STRIPS, Point, Points, PreparedShape, Rings, circle, difference, inside, rectangle


def grid(size: int) -> list[tuple[Point, Point]]:
    """Roads from crossing to crossing of a town, with a diagonal in each block."""
    steps = [(x, y, dx, dy) for x in range(size) for y in range(size) for dx, dy in ((1, 0), (0, 1), (1, 1))]
    return [((x, y), (x + dx, y + dy)) for x, y, dx, dy in steps]


def crossing(count: int) -> list[tuple[Point, Point]]:
    """Roads that all cross each other."""
    return [((number, 0), (count - number, count)) for number in range(count)]


def test_roads_that_meet_at_places_are_no_tangle_however_many() -> None:
    assert not tangled(grid(40))
    assert not tangled(crossing(150))


def test_roads_that_all_cross_each_other_are_a_tangle() -> None:
    assert tangled(crossing(300))


def test_no_ground_is_parted_by_a_tangle() -> None:
    assert Plan(400, 400, (), tuple(map(Way, crossing(300))), 3.0).streets == ()
    assert Plan(400, 400, (), tuple(map(Way, crossing(9))), 3.0).streets


def test_the_nearest_place_is_found_among_those_beside_it() -> None:
    rolls = random.Random(7)
    points = sorted((rolls.randrange(40), rolls.randrange(400)) for _ in range(200))
    brute = [
        min(math.dist(at, it) for other, it in enumerate(points) if other != number) for number, at in enumerate(points)
    ]
    assert list(_nearest([(float(x), float(y)) for x, y in points])) == brute
    assert list(_nearest([(1.0, 1.0)])) == []


def test_points_are_found_by_where_they_are() -> None:
    rolls = random.Random(5)
    at = [(float(rolls.randrange(30)), float(rolls.randrange(30))) for _ in range(90)]
    points = Points(at)
    for x in range(-3, 34, 3):
        for y in range(-3, 34, 3):
            assert points.nearest((x, y)) == min(range(len(at)), key=lambda number: math.dist(at[number], (x, y)))
        assert points.between(x, x + 5) == [number for number, (left, _) in enumerate(at) if x <= left <= x + 5]


def test_spots_are_tried_from_the_middle_outwards_and_no_more_than_are_asked_for() -> None:
    at = 12.3, -4.56
    square = [(at[0] + x * STEP, at[1] + y * STEP) for x in range(-6, 7) for y in range(-6, 7)]
    assert list(_spots(at, 6 * STEP + 1)) == sorted(square, key=lambda spot: (round(math.dist(spot, at), 3), spot))
    assert next(_spots(at, 1e9)) == at


def test_streets_aside_of_a_piece_of_ground_do_not_cut_it() -> None:
    plan = Plan(400, 400, (), tuple(Way(((at, 10.0), (at, 90.0))) for at in range(10, 390, 20)), 3.0)
    ground = (rectangle(45.0, 0.0, 30.0, 100.0),)
    near = plan.street_rings.near(ground)
    assert len(near) == 2
    assert difference(ground, near) == difference(ground, plan.streets)


def test_what_is_as_near_as_asked_is_found() -> None:
    lines = Rings((((0.0, 0.0), (10.0, 0.0)), ((0.0, 5.0), (10.0, 5.0))))
    assert lines.near((((2.0, 2.0), (3.0, 2.0)),)) == ()
    assert len(lines.near((((2.0, 2.0), (3.0, 2.0)),), 2.5)) == 1
    assert len(lines.near((((2.0, 2.0), (3.0, 2.0)),), 3.0)) == 2


def test_a_point_lies_in_a_shape_or_not_however_it_is_asked() -> None:
    hill, pond = circle((40.0, 40.0), 30.0, 5 * STRIPS), circle((50.0, 40.0), 12.0, 7)[::-1]
    for shape in ((hill, pond), (rectangle(10, 10, 30, 20),), ((),), ()):
        ground = PreparedShape(shape)
        rolls = random.Random(3)
        points = [(rolls.uniform(0, 80), rolls.uniform(0, 80)) for _ in range(300)]
        for at in (*points, *(point for ring in shape for point in ring), (10.0, 10.0), (25.0, 30.0)):
            assert ground.holds(at) == inside(shape, at), at
