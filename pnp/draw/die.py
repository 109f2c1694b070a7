"""Dice: nets of a cube whose faces are drawn, or of a tetrahedron whose corners are.

The faces of a cube's belt are upright when its first face lies on top. A tetrahedron shows the same mark at the corner
of three faces, upright when that corner points up: this is what was thrown.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.draw.face import draw_face
from pnp.draw.net import fold_lines, placed_face, scored, square_face, tab_areas
from pnp.draw.solids import CORNERS, Net, cube, tetrahedron
from pnp.scene.geometry import compose, rotate, translate
from pnp.scene.items import Path, Scene
from pnp.scene.part import Part
from pnp.scene.shapes import polygon
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.draw.scope import Scope
    from pnp.draw.studio import Studio
    from pnp.model.template import Template
    from pnp.scene.geometry import Point
    from pnp.scene.items import Affine, Group

EDGES = {6: 18.0, 4: 28.0}
"""How long the edges of a die are where nothing says it, by its number of sides, in millimetres."""


def draw_die(template: Template, edge: float, name: str, scopes: Sequence[Scope], studio: Studio, copies: int) -> Part:
    """The net of a die with a side for each scope: six, or four."""
    if len(scopes) == 6:
        net = cube(edge)
        panels = tuple(_cube_faces(template, edge, net, scopes, studio))
    else:
        net = tetrahedron(edge)
        panels = tuple(_corner_marks(template, edge, net, scopes, studio))
    cut = net.cut
    front = Scene(max(x for x, _ in cut), max(y for _, y in cut), panels, template.bleed, name)
    guides = (*fold_lines(net.folds, cut, studio.look), *tab_areas(net.edges, studio.look))
    return Part(name, front, None, Path(polygon(cut)), copies, guides, scored(net.folds))


def edge_of(template: Template, sides: int, said: float | None) -> float:
    """How long the edges of a die are: as it is said, else as wide as a square template for a cube."""
    if said is None and sides == 6 and template.width == template.height:
        return template.width
    return EDGES[sides] if said is None else said


def mark_size(edge: float) -> float:
    """The side of the square in which the mark at the corner of a tetrahedron stands.

    What is nearer to this corner of a face than to its others holds a circle, and the circle the square.
    """
    return _reach(edge) * math.sqrt(2)


def _reach(edge: float) -> float:
    """The radius of that circle: it touches the edges of the face and the lines halfway between the corners."""
    half, inner = edge / 2, edge / (2 * math.sqrt(3))
    return half * inner / (half + inner)


def _cube_faces(template: Template, edge: float, net: Net, scopes: Sequence[Scope], studio: Studio) -> Iterator[Group]:
    sized = replace(template, width=edge, height=edge, shape="rectangle")
    for corners, scope in zip(net.faces, scopes, strict=True):
        face = draw_face(sized, scope, studio, scope.row)
        yield square_face(face, translate(*corners[0]), corners, net.edges)


def _corner_marks(
    template: Template, edge: float, net: Net, scopes: Sequence[Scope], studio: Studio
) -> Iterator[Group]:
    side = mark_size(edge)
    sized = replace(template, width=side, height=side, shape="rectangle", safe=0.0, bleed=0.0)
    marks = [draw_face(sized, scope, studio, scope.row) for scope in scopes]
    for corners, named in zip(net.faces, CORNERS, strict=True):
        middle = total(x for x, _ in corners) / 3, total(y for _, y in corners) / 3
        for corner, number in zip(corners, named, strict=True):
            yield placed_face(marks[number], _towards(corner, middle, 2 * _reach(edge), side))


def _towards(corner: Point, middle: Point, off: float, side: float) -> Affine:
    """The place of a square whose top points to the corner and whose middle is so far from it."""
    away = math.dist(corner, middle)
    ux, uy = (corner[0] - middle[0]) / away, (corner[1] - middle[1]) / away
    turn = rotate(round(math.degrees(math.atan2(ux, -uy)), 6))
    at = translate(corner[0] - ux * off, corner[1] - uy * off)
    return compose(compose(at, turn), translate(-side / 2, -side / 2))
