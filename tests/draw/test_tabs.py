"""Tabs, strips and flaps: each comes to lie inside the face whose edge its own edge meets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from pnp.draw.carton import carton
from pnp.draw.nets import Edge, cube, tetrahedron
from tests.draw.folding import Flat, Solid, folded
from tests.draw.test_nets_solids import TETRAHEDRAL

BOXES = [carton(45, 69, 10), carton(64, 89, 22), carton(71, 121, 4), carton(30, 30, 40), carton(45.5, 69.5, 3.42)]
NETS = [
    *((net.faces, net.edges, 90.0) for net in (cube(18), cube(12), cube(40))),
    *((net.faces, net.edges, TETRAHEDRAL) for net in (tetrahedron(28), tetrahedron(20))),
    *((tuple(net.sides.values()), net.edges, 90.0) for net in BOXES),
]


@pytest.mark.parametrize(("faces", "edges", "angle"), NETS)
def test_every_tab_lies_inside_the_face_that_it_meets(
    faces: tuple[Flat, ...], edges: tuple[Edge, ...], angle: float
) -> None:
    solid = folded(faces, angle)
    tabs = [edge for edge in edges if edge.tab]
    assert tabs
    for tab in tabs:
        (face,) = meeting(tab, faces, solid)
        for along, deep in spots(tab):
            assert within(laid(along, deep, face), face), (tab, along, deep)


def meeting(tab: Edge, faces: Sequence[Flat], solid: Solid) -> Iterator[Flat]:
    """The face that the tab's edge meets, its corners in such an order that the edge is the first."""
    ends = [point for face, flat in zip(solid, faces, strict=True) for point in on(tab, face, flat)]
    for face, flat in zip(solid, faces, strict=True):
        if list(on(tab, face, flat)):
            continue
        for at in range(len(flat)):
            there = face[at], face[(at + 1) % len(flat)]
            # seen from outside both faces run clockwise: the edge runs the other way there
            if np.allclose(there[0], ends[1], atol=1e-6) and np.allclose(there[1], ends[0], atol=1e-6):
                yield (*flat[at:], *flat[:at])


def on(tab: Edge, face: Sequence[Any], flat: Flat) -> Iterator[Any]:
    """The ends of the tab's edge in space, where it is an edge of this face."""
    for at in range(len(flat)):
        if math.dist(flat[at], tab.start) + math.dist(flat[(at + 1) % len(flat)], tab.end) < 1e-9:
            yield from (face[at], face[(at + 1) % len(flat)])


def spots(tab: Edge) -> Iterator[tuple[float, float]]:
    """The corners of the tab: how far along its edge, and how far off it."""
    length = math.dist(tab.start, tab.end)
    ux, uy = (tab.end[0] - tab.start[0]) / length, (tab.end[1] - tab.start[1]) / length
    for x, y in tab.corners:
        dx, dy = x - tab.start[0], y - tab.start[1]
        yield dx * ux + dy * uy, abs(dy * ux - dx * uy)


def laid(along: float, deep: float, face: Flat) -> tuple[float, float]:
    """The spot on the face behind which it comes to lie; its first edge runs against the tab's."""
    (x1, y1), (x2, y2) = face[1], face[0]
    length = math.dist(face[0], face[1])
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    return x1 + ux * along + uy * deep, y1 + uy * along - ux * deep


def within(point: tuple[float, float], face: Flat) -> bool:
    """Whether the point lies in the face, whose corners run clockwise, or on its edge."""
    sides = zip(face, (*face[1:], face[0]), strict=True)
    return all(
        (x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1) >= -1e-6 * math.dist((x1, y1), (x2, y2))
        for (x1, y1), (x2, y2) in sides
    )
