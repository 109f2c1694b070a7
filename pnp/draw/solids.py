"""How solids unfold: the faces of a cube and of a tetrahedron laid flat, with tabs to glue and lines to fold at."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.net import TAB, Edge, outline
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.draw.net import Corners
    from pnp.scene.geometry import Point


@dataclass(frozen=True, slots=True)
class Net:
    """A solid laid flat, its outside up: each face by its corners, clockwise; the edge of the net, clockwise; and the
    lines that are folded.
    """

    faces: tuple[Corners, ...]
    edges: tuple[Edge, ...]
    folds: tuple[tuple[Point, Point], ...]

    @property
    def cut(self) -> Corners:
        """The corners of the cut, tabs and all."""
        return outline(self.edges)


BELT = (1, 2, 4, 3)
"""The faces of a cube's belt from left to right, of six counted from 0; the first of six lies above, the last below."""

CORNERS = ((0, 1, 2), (3, 1, 0), (0, 2, 3), (1, 3, 2))
"""Which corner of a tetrahedron each corner of its four faces is."""


def cube(edge: float) -> Net:
    """The net of a cube: a belt of four faces, one above the first of them and one below.

    The six are in such an order that those opposite are the first and the last, the second and the fifth, the third and
    the fourth; the first three run anticlockwise round their corner.
    """
    columns = {0: 0, 5: 0, **{face: step for step, face in enumerate(BELT)}}
    rows = {0: 0, 5: 2, **dict.fromkeys(BELT, 1)}
    faces = tuple(_square(columns[face], rows[face], edge) for face in range(6))
    corners = (
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
        (4, 2),
        (3, 2),
        (2, 2),
        (1, 2),
        (1, 3),
        (0, 3),
        (0, 2),
        (0, 1),
    )
    tabbed = {0, 1, 9, 10, 11, 12, 13}
    edges = _round(tuple((x * edge, y * edge) for x, y in corners), tabbed)
    between = (((0, 1), (1, 1)), ((0, 2), (1, 2)), *(((step, 1), (step, 2)) for step in (1, 2, 3)))
    folds = tuple(((x1 * edge, y1 * edge), (x2 * edge, y2 * edge)) for (x1, y1), (x2, y2) in between)
    return _settled(faces, edges, folds)


def tetrahedron(edge: float) -> Net:
    """The net of a tetrahedron: a triangle with edges twice as long, whose corners meet in the fourth of the solid."""
    rise = edge * math.sqrt(3) / 2
    tip, west, east = (edge, 0.0), (edge / 2, rise), (edge * 3 / 2, rise)
    low, south, far = (0.0, 2 * rise), (edge, 2 * rise), (2 * edge, 2 * rise)
    faces = ((west, east, south), (tip, east, west), (west, south, low), (east, far, south))
    edges = _round((tip, east, far, south, low, west), {0, 2, 4})
    return _settled(faces, edges, ((west, east), (east, south), (south, west)))


def _square(column: int, row: int, edge: float) -> Corners:
    left, top, right, bottom = column * edge, row * edge, (column + 1) * edge, (row + 1) * edge
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _round(corners: Corners, tabbed: set[int]) -> tuple[Edge, ...]:
    """The edges from corner to corner, those with these numbers with a tab."""
    following = (*corners[1:], corners[0])
    return tuple(
        Edge(start, end, TAB if index in tabbed else 0.0)
        for index, (start, end) in enumerate(zip(corners, following, strict=True))
    )


def _settled(faces: tuple[Corners, ...], edges: tuple[Edge, ...], folds: tuple[tuple[Point, Point], ...]) -> Net:
    """The net with tabs folded too, moved so that nothing of it is left of 0 or above."""
    cut = outline(edges)
    dx, dy = -min(x for x, _ in cut), -min(y for _, y in cut)

    def moved(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    settled = tuple(Edge(moved(edge.start), moved(edge.end), edge.tab) for edge in edges)
    return Net(
        tuple(tuple(map(moved, face)) for face in faces),
        settled,
        (
            *((moved(start), moved(end)) for start, end in folds),
            *((edge.start, edge.end) for edge in settled if edge.tab),
        ),
    )
