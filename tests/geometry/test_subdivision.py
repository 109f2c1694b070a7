"""Outlines snapped to each other: borders, coasts, gaps, overlaps, corners; shapely is the oracle."""

from __future__ import annotations

import math
import random
from itertools import combinations, pairwise

import pytest
from shapely.geometry import Polygon
from shapely.ops import unary_union

from pnp.geometry import outline_contacts
from pnp.geometry.outlines import grown_outlines
from pnp.geometry.polygons import Point, Ring, Shape, area, inside
from pnp.geometry.subdivision import Outlined, Subdivision, subdivide

SQUARE: Ring = ((0.0, 0.0), (100.0, 0.0), (100.0, 80.0), (0.0, 80.0))


def box(x: float, y: float, width: float, height: float) -> Shape:
    return (((x, y), (x + width, y), (x + width, y + height), (x, y + height)),)


def pairs(found: Subdivision) -> dict[tuple[str, str], float]:
    return {(each.one, each.other): each.length for each in found.borders}


def polygon(shape: Shape) -> Polygon:
    outers = [Polygon(ring) for ring in shape if Polygon(ring).exterior.is_ccw]
    holes = [Polygon(ring) for ring in shape if not Polygon(ring).exterior.is_ccw]
    return unary_union(outers).difference(unary_union(holes))


def length(line: tuple[Point, ...]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def scattered(count: int, seed: int) -> list[tuple[str, Point]]:
    chance = random.Random(seed)
    return [(f"p{number}", (chance.uniform(2, 98), chance.uniform(2, 78))) for number in range(count)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rough", [0.0, 0.6])
def test_borders_of_random_tessellations_are_those_of_shapely(seed: int, rough: float) -> None:
    cells = grown_outlines(scattered(25, seed), [SQUARE], rough)
    found = subdivide([Outlined(name, shape) for name, shape in cells.items()], snap=0.01)
    shapes = {name: polygon(shape) for name, shape in cells.items()}
    lengths = pairs(found)
    for one, other in combinations(cells, 2):
        shared = shapes[one].boundary.intersection(shapes[other].boundary.buffer(0.005)).length
        if shared > 2.2 or lengths.get((one, other), 0) > 2.2:
            assert lengths.get((one, other), 0.0) == pytest.approx(shared, abs=0.4 + 0.02 * shared), (one, other)
    assert sum(map(area, found.shapes.values())) == pytest.approx(8000, abs=2)
    assert not found.overlaps
    assert not found.gaps


@pytest.mark.parametrize("seed", range(4))
def test_neighbours_drawn_by_hand_meet(seed: int) -> None:
    """Every corner is moved by up to 0.1 mm in each outline on its own: the borders stay."""
    chance = random.Random(seed)
    cells = grown_outlines(scattered(20, seed), [SQUARE], 0.0)
    exact = subdivide([Outlined(name, shape) for name, shape in cells.items()], snap=0.01)

    def shaken(ring: Ring) -> Ring:
        return tuple((x + chance.uniform(-0.08, 0.08), y + chance.uniform(-0.08, 0.08)) for x, y in ring)

    found = subdivide([Outlined(name, tuple(map(shaken, shape))) for name, shape in cells.items()], snap=0.4)
    for pair, expected in pairs(exact).items():
        if expected > 3:
            assert pairs(found).get(pair, 0) == pytest.approx(expected, abs=1.0), pair
    assert not [pair for pair in pairs(found) if pair not in pairs(exact) and pairs(found)[pair] > 3]


def test_a_side_meets_the_corners_of_several_neighbours() -> None:
    found = subdivide(
        [Outlined("long", box(0, 0, 10, 30)), *(Outlined(f"s{n}", box(10.1, 10 * n, 9, 10)) for n in range(3))]
    )
    assert set(pairs(found)) == {
        ("long", "s0"),
        ("long", "s1"),
        ("long", "s2"),
        ("s0", "s1"),
        ("s1", "s2"),
    }
    assert pairs(found)["long", "s1"] == pytest.approx(10, abs=0.01)


def test_an_area_inside_another_is_cut_out_of_it_and_is_its_neighbour() -> None:
    found = subdivide([Outlined("land", box(0, 0, 40, 40)), Outlined("lake", box(10, 10, 8, 8))])
    assert area(found.shapes["land"]) == pytest.approx(1600 - 64)
    assert pairs(found) == {("land", "lake"): pytest.approx(32)}
    assert not inside(found.shapes["land"], (14, 14))


def test_a_lower_rank_is_cut_by_a_higher_one() -> None:
    sea, land = Outlined("sea", box(0, 0, 40, 40), 0), Outlined("land", box(30, 10, 30, 10), 1)
    found = subdivide([sea, land])
    assert area(found.shapes["sea"]) == pytest.approx(1600 - 100)
    assert area(found.shapes["land"]) == pytest.approx(300)
    assert pairs(found)["sea", "land"] == pytest.approx(30)
    assert not found.overlaps


def test_a_higher_rank_is_not_cut_by_what_is_inside_of_it() -> None:
    found = subdivide([Outlined("sea", box(0, 0, 30, 30), 1), Outlined("isle", box(10, 10, 5, 5))])
    assert area(found.shapes["sea"]) == pytest.approx(900)


def test_an_outline_that_begins_at_the_tip_of_a_spike_loses_only_the_spike() -> None:
    ring = ((-5.0, 0.0), (0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0))
    found = subdivide([Outlined("cape", (ring,)), Outlined("bay", box(20, 0, 9, 9))])
    assert area(found.shapes["cape"]) == pytest.approx(100)
    assert len(found.shapes["cape"][0]) == 4


def test_areas_of_one_rank_that_overlap_are_reported_with_the_area() -> None:
    (contact,) = subdivide([Outlined("a", box(0, 0, 10, 10)), Outlined("b", box(8, 2, 10, 4))]).overlaps
    assert (contact.one, contact.other, contact.size) == ("a", "b", pytest.approx(8))
    assert contact.at == pytest.approx((9, 4), abs=0.5)


def test_the_same_outline_twice_is_an_overlap() -> None:
    found = subdivide([Outlined("a", box(0, 0, 10, 10)), Outlined("b", box(0, 0, 10, 10))])
    assert [contact.size for contact in found.overlaps] == [pytest.approx(100)]


@pytest.mark.parametrize(("gap", "reported"), [(0.1, False), (0.6, True), (0.95, True), (1.3, False)])
def test_a_gap_is_reported_unless_it_is_snapped_or_a_strait(gap: float, reported: bool) -> None:
    found = subdivide([Outlined("a", box(0, 0, 10, 30)), Outlined("b", box(10 + gap, 0, 10, 30))])
    assert [(each.one, each.other) for each in found.gaps] == [("a", "b")] * reported
    assert bool(found.borders) == (gap < 0.25)
    for each in found.gaps:
        assert each.size == pytest.approx(30, abs=2)
        assert each.at == pytest.approx((10, 15), abs=1)


def test_corners_and_short_borders_are_no_borders() -> None:
    found = subdivide(
        [Outlined("a", box(0, 0, 10, 10)), Outlined("b", box(10, 10, 10, 10)), Outlined("c", box(10, -9, 10, 10))]
    )
    assert pairs(found) == {}
    assert [(it.one, it.other, round(it.size, 3)) for it in found.corners] == [("a", "c", 1.0), ("a", "b", 0.0)]


def test_a_border_that_ends_on_a_longer_one_stays_if_the_sea_lies_in_the_slit_between_them() -> None:
    """The corner of `b` is 0.005 mm beside the side of `a`, and the rest of the sea is cut by both."""
    a = (((53.99, 80.0), (55.28, 43.24), (10.0, 43.24), (10.0, 80.0)),)
    b = (((54.43, 67.56), (110.0, 67.56), (110.0, 80.0), (53.99, 80.0)),)
    found = subdivide([Outlined("sea", box(0, 0, 120, 90)), Outlined("a", (a[0][::-1],), 1), Outlined("b", b, 1)])
    assert pairs(found)["a", "b"] == pytest.approx(12.45, abs=0.05)


def test_an_area_that_covers_others_covers_those_whose_sides_are_all_borders() -> None:
    cells = [Outlined(f"{x}/{y}", box(10 * x, 10 * y, 10, 10)) for x in range(3) for y in range(3)]
    found = subdivide([*cells, Outlined("broad", box(-5, -5, 19, 19))])
    assert {(each.one, round(each.size)) for each in found.overlaps} == {
        ("1/0", 40), ("0/1", 40), ("1/1", 16),
    }  # fmt: skip


def test_a_gap_is_as_long_as_its_shorter_side() -> None:
    narrow = subdivide([Outlined("a", box(0, 0, 30, 10)), Outlined("b", box(10, 10.7, 1.4, 10))])
    assert not narrow.gaps
    (gap,) = subdivide([Outlined("a", box(0, 0, 30, 10)), Outlined("b", box(10, 10.7, 6, 10))]).gaps
    assert gap.size == pytest.approx(6, abs=0.6)


@pytest.mark.parametrize("degrees", [30, 90, 135, 200, 290])
def test_a_gap_is_found_in_each_direction(degrees: int) -> None:
    turn = complex(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    turned = [
        tuple(((turn * complex(*at)).real, (turn * complex(*at)).imag) for at in ring)
        for (ring,) in (box(0, 0, 10, 30), box(10.8, 0, 10, 30))
    ]
    (gap,) = subdivide([Outlined("a", (turned[0],)), Outlined("b", (turned[1],))]).gaps
    assert gap.size == pytest.approx(30, abs=2)
    middle = turn * complex(10, 15)
    assert gap.at == pytest.approx((middle.real, middle.imag), abs=1)


def test_a_bow_tie_crosses_itself() -> None:
    bow = (((0.0, 0.0), (10.0, 0.0), (0.0, 10.0), (12.0, 10.0)),)
    ((name, at),) = subdivide([Outlined("bow", bow)]).crossings
    assert name == "bow"
    assert at == pytest.approx((60 / 11, 50 / 11))


def test_coasts_are_what_is_no_border() -> None:
    found = subdivide([Outlined("a", box(0, 0, 10, 10)), Outlined("b", box(10, 0, 10, 10))])
    assert {name: sum(map(length, runs)) for name, runs in found.coasts.items()} == {
        "a": pytest.approx(30), "b": pytest.approx(30),
    }  # fmt: skip
    (border,) = found.borders
    assert border.middle == pytest.approx((10, 5))


def test_as_many_overlaps_are_measured_as_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outline_contacts, "MOST_OVERLAPS", 3)
    three, four = ([Outlined(f"n{each}", box(each, each, 50, 50)) for each in range(count)] for count in (3, 4))
    found = subdivide([*three, Outlined("apart", box(90, 90, 9, 9))])
    assert (len(found.overlaps), found.tangled, found.overlapping) == (3, False, {"n0", "n1", "n2"})
    found = subdivide([*four, Outlined("apart", box(90, 90, 9, 9))])
    assert (len(found.overlaps), found.tangled, len(found.overlapping)) == (3, True, 5)


@pytest.mark.nightly
def test_many_boxes_over_each_other_are_given_up() -> None:
    heap = [Outlined(f"n{number}", box(number * 0.01, number * 0.01, 500, 500)) for number in range(700)]
    assert subdivide(heap).tangled


@pytest.mark.parametrize("seed", range(5))
def test_an_outline_that_is_moved_over_its_neighbour_is_an_overlap(seed: int) -> None:
    """Also where both outlines pass through the same corners, so that no two sides cross."""
    cells = grown_outlines(scattered(16, seed), [SQUARE], 0.7)
    name = min(cells, key=lambda each: min(x for x, _ in cells[each][0]))
    moved = {**cells, name: tuple(tuple((x + 3.0, y + 0.5) for x, y in ring) for ring in cells[name])}
    found = subdivide([Outlined(each, shape) for each, shape in moved.items()])
    covered = {frozenset((it.one, it.other)) for it in found.overlaps}
    expected = {
        frozenset((name, other))
        for other in cells
        if other != name and polygon(moved[name]).intersection(polygon(moved[other])).area > 2
    }
    assert expected
    assert expected <= covered


def test_an_area_in_the_bay_of_another_is_no_hole_in_it() -> None:
    bay = Outlined("bay", (((0, 0), (20, 0), (20, 4), (4, 4), (4, 20), (0, 20)),))
    found = subdivide([bay, Outlined("boat", (((14, 14), (3, 14), (3, 3), (14, 3)),))], snap=0.01)
    assert round(area(found.shapes["bay"])) == 144
    assert [(each.one, each.other) for each in found.overlaps] == [("bay", "boat")]


def _star(number: int, points: int, step: int) -> Outlined:
    """A ring whose sides lead across its middle: it crosses itself about `points * step` times."""
    turns = [2 * math.pi * step * each / points for each in range(points)]
    ring = tuple((500 + number + 400 * math.cos(turn), 500 + 400 * math.sin(turn)) for turn in turns)
    return Outlined(f"R{number}", (ring,), 0)


@pytest.mark.slow
def test_sides_that_cross_are_no_coasts() -> None:
    found = subdivide([_star(number, 151, 67) for number in range(8)])
    assert len(found.crossings) > 1
    assert not found.gaps


@pytest.mark.slow
def test_rings_on_each_other_are_given_up() -> None:
    turns = [2 * math.pi * each / 30 for each in range(30)]
    rings = [
        tuple((500 + n + 400 * math.cos(turn), 500 + n / 2 + 400 * math.sin(turn)) for turn in turns)
        for n in range(120)
    ]
    found = subdivide([Outlined(f"R{number}", (ring,), 0) for number, ring in enumerate(rings)])
    assert found.tangled


@pytest.mark.nightly
def test_sides_that_pass_too_many_corners_are_not_bent_to_all_of_them() -> None:
    found = subdivide([_star(number, 151, 67) for number in range(150)])
    assert found.tangled
