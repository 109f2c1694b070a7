"""Nets: what they have in common, whatever they fold into: the outline to cut, lines to fold at, areas to glue."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.draw.look import FAMILY, INK, UnknownNameError
from pnp.records import dataclass
from pnp.scene.geometry import apply, compose, rotate, translate
from pnp.scene.items import Group, Path, Rect, Stroke
from pnp.scene.shapes import polygon, polyline
from pnp.scene.typeset import TextStyle, typeset
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pnp.draw.look import Look
    from pnp.scene.geometry import Point
    from pnp.scene.items import Affine, Item, Scene

Corners = tuple["Point", ...]
"""The corners of an area, one after the other."""

TAB = 5.0
"""How deep a tab to glue is, in millimetres."""

TICK = 3.0
"""How long the ticks are that show a fold beside the part."""

OFF = 1.0
"""How far they start from it."""

_PITCH = 1.5
_AROUND = 0.6
_FOLD = Stroke(INK, 0.25, (2.0, 1.5))
_GLUE = Stroke(INK, 0.2)
_WORD = TextStyle(FAMILY, 6.0, INK, weight=600, tracking=0.1)


@dataclass(frozen=True, slots=True)
class Edge:
    """A stretch of a net's edge, the net on its right; a tab of that depth stands on it."""

    start: Point
    end: Point
    tab: float = 0.0

    @property
    def corners(self) -> Corners:
        """The corners of the tab, from the start of the edge to its end; it narrows, so that it slips in."""
        (x1, y1), (x2, y2) = self.start, self.end
        length = math.dist(self.start, self.end)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        slant, depth = min(self.tab, length / 4), self.tab
        out = (dy * depth, -dx * depth)
        first = (x1 + dx * slant + out[0], y1 + dy * slant + out[1])
        last = (x2 - dx * slant + out[0], y2 - dy * slant + out[1])
        return self.start, first, last, self.end


def outline(edges: Iterable[Edge]) -> Corners:
    """The corners of the cut round a net, tabs and all, each once; the edges follow each other."""
    corners = [point for edge in edges for point in (edge.corners if edge.tab else (edge.start, edge.end))]
    return tuple(point for point, after in pairwise((*corners, corners[0])) if math.dist(point, after) > 1e-9)


def placed_face(face: Scene, place: Affine, clip: Rect | None = None) -> Group:
    """A face in its place on the net, cut off at its folds so that it does not bleed into its neighbours.

    It is cut to `clip`, in its own coordinates; to its trim where there is none.
    """
    return Group(face.items, place, clip or Rect(0.0, 0.0, face.width, face.height))


def square_face(face: Scene, place: Affine, corners: Corners, edges: Iterable[Edge]) -> Group:
    """A face on an upright rectangle of the net, cut off at its folds; it bleeds where its side is the cut."""
    cut = {frozenset((edge.start, edge.end)) for edge in edges if not edge.tab}
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    up, right, down, left = (face.bleed if frozenset(side) in cut else 0.0 for side in sides)
    (x1, y1), (x2, y2) = corners[0], corners[2]
    window = Rect(x1 - left, y1 - up, x2 - x1 + left + right, y2 - y1 + up + down)
    return Group((Group(face.items, place),), clip=window)


def fold_lines(folds: Iterable[tuple[Point, Point]], cut: Sequence[Point], look: Look) -> Iterator[Item]:
    """The lines to fold at: dashed over the part, with ticks beside it where they end at its edge."""
    stroke = _stroke(look, "fold", _FOLD)
    tick = Stroke(stroke.colour, stroke.width)
    for start, end in folds:
        yield Path(polyline((start, end)), stroke=stroke)
        for tip, tail in ((start, end), (end, start)):
            points = tuple(_beyond(tip, tail, off) for off in (OFF, OFF + TICK / 2, OFF + TICK))
            if not any(inside(point, cut) for point in points):
                yield Path(polyline((points[0], points[-1])), stroke=tick)


def scored(folds: Iterable[tuple[Point, Point]]) -> tuple[Path, ...]:
    """The lines to fold at alone, for machines that score them."""
    return tuple(Path(polyline(fold)) for fold in folds)


def glue_area(corners: Corners, look: Look, along: tuple[Point, Point]) -> Iterator[Item]:
    """An area to glue: hatched, with the word along a line, on a clear ground and not upside down, if it has room."""
    stroke = _stroke(look, "glue", _GLUE)
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    height = bottom - top
    count = int((right - left + height) / _PITCH)
    starts = (left + index * _PITCH for index in range(1, count + 1))
    lines = tuple(command for x in starts for command in polyline(((x - height, bottom), (x, top))))
    yield Group((Path(lines, stroke=stroke),), clip=Path(polygon(corners)))
    word = typeset("GLUE", _WORD)
    if not _has_room(corners, along, word.width + 2 * _AROUND, word.cap_height + 2 * _AROUND):
        return
    middle = _centre(corners)
    turned = compose(translate(*middle), rotate(_upright(along)))
    x, y = -word.width / 2, -word.cap_height / 2
    ground = Rect(x - _AROUND, y - _AROUND, word.width + 2 * _AROUND, word.cap_height + 2 * _AROUND, fill="#FFFFFF")
    yield Group((ground, word.at(x, y - word.cap_top)), turned)


def tab_areas(edges: Iterable[Edge], look: Look) -> Iterator[Item]:
    """The areas of all tabs."""
    for edge in edges:
        if edge.tab:
            yield from glue_area(edge.corners, look, (edge.start, edge.end))


def inside(point: Point, corners: Sequence[Point]) -> bool:
    """Whether the point lies within the area; on its very edge either may be said."""
    x, y = point
    within = False
    for (x1, y1), (x2, y2) in pairwise((*corners, corners[0])):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            within = not within
    return within


def _beyond(tip: Point, tail: Point, off: float) -> Point:
    """The point on the line from `tail` through `tip`, so far beyond it."""
    length = math.dist(tip, tail)
    return tip[0] + (tip[0] - tail[0]) * off / length, tip[1] + (tip[1] - tail[1]) * off / length


def _has_room(corners: Corners, along: tuple[Point, Point], width: float, height: float) -> bool:
    """Whether a word of that size lies within the area, in its middle along the line."""
    turn = compose(translate(*_centre(corners)), rotate(_upright(along)))
    spots = ((x, y) for x in (-width / 2, width / 2) for y in (-height / 2, height / 2))
    return all(inside(apply(turn, *spot), corners) for spot in spots)


def _centre(corners: Corners) -> Point:
    return total(x for x, _ in corners) / len(corners), total(y for _, y in corners) / len(corners)


def _upright(along: tuple[Point, Point]) -> float:
    """The turn of a word that runs along a line and is not upside down."""
    (x1, y1), (x2, y2) = along
    degrees = round(math.degrees(math.atan2(y2 - y1, x2 - x1)), 6) % 180
    return degrees if degrees <= 90 else degrees - 180


def _stroke(look: Look, role: str, otherwise: Stroke) -> Stroke:
    """The stroke of a role, or one of our own where the theme lacks it."""
    try:
        return look.stroke(role)
    except UnknownNameError:
        return otherwise
