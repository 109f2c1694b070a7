"""Nets of dice, folded: every edge meets its like, and the faces lie as they should."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from pnp.draw.nets import CORNERS, TAB, Net, cube, tetrahedron
from tests.draw.folding import Solid, corners, folded, outward, sides

TETRAHEDRAL = 180 - math.degrees(math.acos(1 / 3))
"""How far the faces of a tetrahedron are folded."""

SOLIDS = [
    pytest.param(cube(18), 90.0, 8, 12, id="cube"),
    pytest.param(tetrahedron(28), TETRAHEDRAL, 4, 6, id="tetrahedron"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("net", "angle", "points", "edges"), SOLIDS)
def test_the_net_folds_into_the_solid(net: Net, angle: float, points: int, edges: int) -> None:
    solid = folded(net.faces, angle)
    assert len(corners(solid)) == points
    meeting = {frozenset((_index(start, solid), _index(end, solid))) for _, start, end in sides(solid)}
    assert len(meeting) == edges
    lengths = [np.linalg.norm(start - end) for _, start, end in sides(solid)]
    assert np.ptp(lengths) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("net", "angle", "points", "edges"), SOLIDS)
def test_each_edge_of_the_net_meets_one_other_and_one_of_the_two_has_a_tab(
    net: Net, angle: float, points: int, edges: int
) -> None:
    solid = folded(net.faces, angle)
    flat = {(_spot(start), _spot(end)): edge.tab for edge in net.edges for start, end in ((edge.start, edge.end),)}
    met: dict[frozenset[int], list[float]] = {}
    for number, face in enumerate(net.faces):
        for at, (start, end) in enumerate(zip(face, (*face[1:], face[0]), strict=True)):
            if (_spot(start), _spot(end)) in flat:
                ends = solid[number][at], solid[number][(at + 1) % len(face)]
                key = frozenset(_index(point, solid) for point in ends)
                met.setdefault(key, []).append(flat[_spot(start), _spot(end)])
    assert sum(map(len, met.values())) == len(net.edges)
    assert all(sorted(tabs) == [0.0, TAB] for tabs in met.values()), met


@pytest.mark.parametrize(("net", "angle", "points", "edges"), SOLIDS)
def test_every_edge_of_a_face_is_cut_or_folded(net: Net, angle: float, points: int, edges: int) -> None:
    lines = {frozenset((_spot(start), _spot(end))) for start, end in net.folds}
    lines |= {frozenset((_spot(edge.start), _spot(edge.end))) for edge in net.edges}
    for face in net.faces:
        for start, end in zip(face, (*face[1:], face[0]), strict=True):
            assert frozenset((_spot(start), _spot(end))) in lines


@pytest.mark.parametrize(("net", "angle", "points", "edges"), SOLIDS)
def test_nothing_of_the_net_overlaps(net: Net, angle: float, points: int, edges: int) -> None:
    areas = [*net.faces, *(edge.corners for edge in net.edges if edge.tab)]
    whole = sum(map(_area, areas))
    assert _area(net.cut) == pytest.approx(whole)
    assert min(x for x, _ in net.cut) == pytest.approx(0)
    assert min(y for _, y in net.cut) == pytest.approx(0)


def test_opposite_faces_of_a_die_add_up_to_seven() -> None:
    solid = folded(cube(18).faces, 90)
    opposite = {
        (a + 1) + (b + 1) for a, b in combinations(range(6), 2) if np.allclose(outward(solid[a]), -outward(solid[b]))
    }
    pairs = sum(np.allclose(outward(solid[a]), -outward(solid[b])) for a, b in combinations(range(6), 2))
    assert (opposite, pairs) == ({7}, 3)


def test_one_two_and_three_run_anticlockwise_round_their_corner() -> None:
    one, two, three = (outward(face) for face in folded(cube(18).faces, 90)[:3])
    assert np.dot(np.cross(one, two), three) == pytest.approx(1)


def test_the_belt_of_a_die_is_upright_with_one_on_top() -> None:
    solid = folded(cube(18).faces, 90)
    top = outward(solid[0])
    for face in (1, 2, 3, 4):
        up = solid[face][0] - solid[face][3]  # from its lower left corner to its upper left
        assert np.allclose(up / np.linalg.norm(up), top)
    up = solid[0][0] - solid[0][3]
    assert np.allclose(up / np.linalg.norm(up), outward(solid[4])), "the top is upright for who looks at the two"


def test_the_marks_of_a_tetrahedron_meet_at_their_corners() -> None:
    solid = folded(tetrahedron(28).faces, TETRAHEDRAL)
    places: dict[int, list[int]] = {}
    for face, named in zip(solid, CORNERS, strict=True):
        for point, corner in zip(face, named, strict=True):
            places.setdefault(corner, []).append(_index(point, solid))
    assert sorted(places) == [0, 1, 2, 3]
    assert all(len(met) == 3 and len(set(met)) == 1 for met in places.values())


def _index(point: object, solid: Solid) -> int:
    return next(index for index, other in enumerate(corners(solid)) if np.allclose(point, other, atol=1e-6))


def _spot(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 6), round(point[1], 6)


def _area(points: tuple[tuple[float, float], ...]) -> float:
    following = (*points[1:], points[0])
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, following, strict=True))) / 2
