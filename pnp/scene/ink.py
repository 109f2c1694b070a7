"""Where the ink of a run of text lies on a face: its box, points in its letters, and how far two of them overlap."""

from __future__ import annotations

import math
from functools import lru_cache, reduce
from itertools import pairwise
from typing import TYPE_CHECKING

from pnp.scene.extent import bounds
from pnp.scene.fonts import named
from pnp.scene.geometry import Bounds, Point, apply, brought, compose
from pnp.scene.items import IDENTITY, Group, Text
from pnp.units import MM_PER_POINT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.scene.items import Affine, Item

Corners = tuple[Point, Point, Point, Point]

SAMPLED = 40
"""Letters of a run that are looked at; of a longer one, so many spread over it."""

_HEIGHTS = (0.1, 0.5, 0.9)


def runs(items: Iterable[Item], matrix: Affine = IDENTITY) -> Iterator[tuple[Text, Affine]]:
    """The runs among the items, each with its way to the face."""
    for item in items:
        match item:
            case Text() if item.string.strip():
                yield item, matrix
            case Group():
                yield from runs(item.items, compose(matrix, item.transform))
            case _:
                pass


def ink_corners(run: Text, matrix: Affine) -> Corners | None:
    """The corners of the box round the ink of a run, brought to the face; None where there is none."""
    ink = _ink(run.string, run.font, run.size, run.tracking)
    return _brought(ink, run, matrix) if ink else None


def letter_points(run: Text, matrix: Affine) -> Iterator[Point]:
    """Points in the letters of a run, high, in the middle and low, brought to the face."""
    for x, y in _points(run.string, run.font, run.size, run.tracking):
        yield apply(matrix, run.x + x, run.y + y)


def letter_box(run: Text, matrix: Affine) -> Bounds:
    """The box round those points."""
    height = named(run.font).cap_height * _em(run.size)
    return hull(_brought(Bounds(0.0, -height, run.width, 0.0), run, matrix))


def reach(items: Iterable[Item], matrix: Affine = IDENTITY) -> Bounds | None:
    """A box, on the face, out of which no ink of the runs reaches; found without a look at their letters."""
    boxes = [_reach(run) if way == IDENTITY else brought(_reach(run), way) for run, way in runs(items, matrix)]
    return reduce(Bounds.joined, boxes) if boxes else None


def _reach(run: Text) -> Bounds:
    left, top, right, bottom = _overhang(run.font, run.size)
    return Bounds(run.x - left, run.y - top, run.x + (run.width + right), run.y + bottom)


@lru_cache(maxsize=256)
def _overhang(font: str, size: float) -> tuple[float, ...]:
    """How far the letters of a font reach beyond their advances: left, up from the baseline, right and down."""
    return tuple(side * _em(size) for side in named(font).overhang)


def hull(corners: Corners) -> Bounds:
    """The upright box round the corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def overlap(one: Corners, other: Corners) -> float:
    """How far one box would have to move to clear the other; 0 where they do not overlap."""
    least = math.inf
    for start, end in (*_sides(one), *_sides(other)):
        dx, dy = end[1] - start[1], start[0] - end[0]
        length = math.hypot(dx, dy)
        if length:
            first, second = ([(x * dx + y * dy) / length for x, y in corners] for corners in (one, other))
            least = min(least, max(first) - min(second), max(second) - min(first))
    return max(least, 0.0) if least < math.inf else 0.0


def _sides(corners: Corners) -> Iterator[tuple[Point, Point]]:
    """Two sides of a box; the others are parallel to them."""
    return pairwise(corners[:3])


def _brought(box: Bounds, run: Text, matrix: Affine) -> Corners:
    left, right, top, bottom = run.x + box.left, run.x + box.right, run.y + box.top, run.y + box.bottom
    first, second = apply(matrix, left, top), apply(matrix, right, top)
    return first, second, apply(matrix, right, bottom), apply(matrix, left, bottom)


def _em(size: float) -> float:
    return size * MM_PER_POINT


@lru_cache(maxsize=20_000)
def _ink(string: str, font: str, size: float, tracking: float) -> Bounds | None:
    """The box round the ink of the characters, from the start of their baseline."""
    return bounds((Text(0.0, 0.0, string, font, size, "#000000", 0.0, tracking),))


@lru_cache(maxsize=20_000)
def _points(string: str, font: str, size: float, tracking: float) -> tuple[Point, ...]:
    """Points in the letters, from the start of their baseline."""
    face, em = named(font), _em(size)
    step = max(1, len(string) // SAMPLED)
    points: list[Point] = []
    x = 0.0
    for index, char in enumerate(string):
        advance = face.measure(char) * em
        if index % step == 0 and not char.isspace():
            height = (face.x_height if char.islower() else face.cap_height) * em
            points.extend((x + advance / 2, -height * share) for share in _HEIGHTS)
        x += advance + tracking
    return tuple(points)
