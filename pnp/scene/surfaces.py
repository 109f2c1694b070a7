"""What lies under a point of a face: the fills of its layers, and what is too restless to be one fill."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from pnp.records import dataclass
from pnp.scene.extent import shape_bounds
from pnp.scene.geometry import Bounds, apply, compose, invert
from pnp.scene.items import IDENTITY, Ellipse, Group, Path, Picture, Rect
from pnp.scene.same import Same

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.scene.geometry import Point
    from pnp.scene.items import Affine, Colour, Command, Item
    from pnp.scene.placed import Painted

_STEPS = 8
"""Into how many straight lines a curve is taken apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A stretch of a face and the colours that it shows: one for a fill, several for a pattern, none for a picture.

    It is the box, or the `shape` in it that the transform brings there. One with gaps shows what lies beneath too.
    """

    box: Bounds
    colours: frozenset[Colour]
    shape: Rect | Ellipse | Path | None = None
    matrix: Affine = IDENTITY
    restless: bool = False
    gaps: bool = False

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies on it."""
        box = self.box
        if not (box.left <= x <= box.right and box.top <= y <= box.bottom):
            return False
        if self.shape is None or self._is_its_box():
            return True
        return _within(self.shape, *apply(invert(self.matrix), x, y))

    def covers(self, box: Bounds) -> bool:
        """Whether the whole box lies on it; where that is hard to tell, it is not said to."""
        if not self.box.contains(box) or isinstance(self.shape, Path):
            return False
        if self.shape is None or self._is_its_box():
            return True
        corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
        way = invert(self.matrix)
        return all(_within(self.shape, *apply(way, x, y)) for x, y in corners)

    def _is_its_box(self) -> bool:
        """Whether it fills its box: an upright rectangle with sharp corners."""
        _, b, c, _, _, _ = self.matrix
        return isinstance(self.shape, Rect) and not (self.shape.radius or b or c)


def surfaces(painted: Painted) -> tuple[Surface, ...]:
    """The surfaces that a layer adds to its face, the lowest first; texts and lines add none."""
    return _surfaces(painted.kind, Same(painted.items), painted.matrix, painted.box)


@lru_cache(maxsize=1 << 12)  # what several faces have in common is the same items
def _surfaces(kind: str, items: Same[tuple[Item, ...]], matrix: Affine, box: Bounds) -> tuple[Surface, ...]:
    match kind:
        case "text" | "line":
            return ()
        case "map":
            shape = Rect(box.left, box.top, box.width, box.height)
            return (Surface(_shape_box(shape, matrix), frozenset(), shape, matrix, restless=True),)
        case "pattern":
            return tuple(_pattern(items.it, matrix))
        case _:
            return tuple(_fills(items.it, matrix, None))


def _pattern(items: Iterable[Item], way: Affine) -> Iterator[Surface]:
    """A pattern as a whole: all its colours at once; a plain one is a fill like any other."""
    for group in items:
        if not isinstance(group, Group) or not isinstance(group.clip, Rect):
            continue
        clip, matrix = group.clip, compose(way, group.transform)
        first = group.items[0] if group.items else None
        grounded = isinstance(first, Rect) and (first.width, first.height) == (clip.width, clip.height)
        colours, marked = frozenset(_colours(group.items)), len(group.items) > grounded
        if colours:
            box = _shape_box(clip, matrix)
            yield Surface(box, colours, clip, matrix, restless=marked, gaps=not grounded)


def _fills(items: Iterable[Item], matrix: Affine, cut: Bounds | None) -> Iterator[Surface]:
    """The filled shapes and pictures among the items; what is cut off is left out as far as boxes tell it."""
    a, b, c, d, _, _ = matrix
    for item in items if a * d - b * c else ():  # what is flattened to a line covers nothing
        match item:
            case Rect() | Ellipse() | Path() if item.fill:
                yield from _cut(Surface(_shape_box(item, matrix), frozenset((item.fill,)), item, matrix), cut)
            case Picture(x, y, width, height):
                box = _shape_box(Rect(x, y, width, height), matrix)
                yield from _cut(Surface(box, frozenset(), restless=True), cut)
            case Group():
                inner = compose(matrix, item.transform)
                clip = _shape_box(item.clip, inner) if item.clip else None
                yield from _fills(item.items, inner, cut.common(clip) if cut and clip else cut or clip)
            case _:
                pass


def _cut(surface: Surface, cut: Bounds | None) -> Iterator[Surface]:
    """What is left of the surface inside the box."""
    left = surface.box.common(cut) if cut else surface.box
    if left:
        yield replace(surface, box=left) if cut else surface


def _colours(items: Iterable[Item]) -> Iterator[Colour]:
    for item in items:
        match item:
            case Rect() | Ellipse() | Path():
                yield from (colour for colour in (item.fill, item.stroke and item.stroke.colour) if colour)
            case Group():
                yield from _colours(item.items)
            case _:
                pass


def _shape_box(shape: Rect | Ellipse | Path, matrix: Affine) -> Bounds:
    return shape_bounds(shape, matrix) or Bounds(0.0, 0.0, 0.0, 0.0)


def _within(shape: Rect | Ellipse | Path, x: float, y: float) -> bool:
    match shape:
        case Rect():
            return _within_rect(shape, x, y)
        case Ellipse(cx, cy, rx, ry):
            return bool(rx and ry) and math.hypot((x - cx) / rx, (y - cy) / ry) <= 1
        case Path():
            turns = sum(_turns(shape.commands, x, y))
            return turns % 2 == 1 if shape.even_odd else turns != 0
        case _:
            assert_never(shape)


def _within_rect(rect: Rect, x: float, y: float) -> bool:
    """Whether the point lies in the rectangle, its corners rounded."""
    radius = min(rect.radius, rect.width / 2, rect.height / 2)
    out = max(rect.x + radius - x, x - (rect.x + rect.width - radius), 0.0)
    down = max(rect.y + radius - y, y - (rect.y + rect.height - radius), 0.0)
    return math.hypot(out, down) <= radius if radius else not (out or down)


def _turns(commands: Iterable[Command], x: float, y: float) -> Iterator[int]:
    """How the path goes round the point: 1 for each line that passes to the right of it downwards, -1 upwards."""
    for (x1, y1), (x2, y2) in _lines(commands):
        if (y1 <= y) != (y2 <= y) and x1 + (y - y1) / (y2 - y1) * (x2 - x1) > x:
            yield 1 if y2 > y1 else -1


def _lines(commands: Iterable[Command]) -> Iterator[tuple[Point, Point]]:
    """The path as straight lines, each part of it closed."""
    start = at = (0.0, 0.0)
    for command in commands:
        match command:
            case ("M", x, y):
                yield at, start
                start = at = (x, y)
            case ("L", x, y):
                yield at, (x, y)
                at = (x, y)
            case ("C", *controls):
                for to in _curve(at, *controls):
                    yield at, to
                    at = to
            case _:
                yield at, start
                at = start
    yield at, start


def _curve(at: Point, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> Iterator[Point]:
    for step in range(1, _STEPS + 1):
        t, s = step / _STEPS, 1 - step / _STEPS
        a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield a * at[0] + b * x1 + c * x2 + d * x3, a * at[1] + b * y1 + c * y2 + d * y3
