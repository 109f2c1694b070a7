"""Ink of text, and the surfaces below it."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from typing import NamedTuple, assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.extent import bounds, shape_bounds
from pnp.scene.items import (
    IDENTITY,
    Affine,
    BlendMode,
    BoundingBox,
    Colour,
    Command,
    Ellipse,
    Gradient,
    Group,
    Item,
    Path,
    Picture,
    Point,
    Rect,
    Same,
    Shadow,
    Text,
    apply,
    brought,
    compose,
    invert,
)
from pnp.scene.paint import Veil, colour_at, inks_of, is_opaque, over
from pnp.scene.parts import Outline, Painted
from pnp.scene.paths import curve_points
from pnp.scene.typesetting.fonts import named
from pnp.units import MM_PER_POINT

# Ink of text on a face: its box, points in its letters, and the overlap of two boxes.

Corners = tuple[Point, Point, Point, Point]

SAMPLED = 40
"""The maximum number of letters sampled in a run; in a longer run they are spread over it."""

_HEIGHTS = (0.1, 0.5, 0.9)


def runs(items: Iterable[Item], matrix: Affine = IDENTITY) -> Iterator[tuple[Text, Affine]]:
    """Yield the runs of text among the items, each with its transform to the face."""
    for item in items:
        match item:
            case Text() if item.string.strip():
                yield item, matrix
            case Group():
                yield from runs(item.items, compose(matrix, item.transform))
            case _:
                pass


def ink_corners(run: Text, matrix: Affine) -> Corners | None:
    """Return the corners of the ink box of a run, on the face; None if it has no ink."""
    ink = _ink(run.string, run.font, run.size, run.tracking)
    return _brought(ink, run, matrix) if ink else None


def letter_points(run: Text, matrix: Affine) -> Iterator[Point]:
    """Yield points in the letters of a run, high, in the middle and low, on the face."""
    for x, y in _points(run.string, run.font, run.size, run.tracking):
        yield apply(matrix, run.x + x, run.y + y)


def letter_box(run: Text, matrix: Affine) -> BoundingBox:
    """Return the bounding box of a run from its baseline to the height of capitals, on the face."""
    height = named(run.font).cap_height * _em(run.size)
    return hull(_brought(BoundingBox(0.0, -height, run.width, 0.0), run, matrix))


def reach(items: Iterable[Item], matrix: Affine = IDENTITY) -> BoundingBox | None:
    """Return a box on the face that contains all ink of the runs.

    It uses the metrics of fonts, without glyph outlines.
    """
    boxes = [_reach(run) if way == IDENTITY else brought(_reach(run), way) for run, way in runs(items, matrix)]
    return reduce(BoundingBox.joined, boxes) if boxes else None


def _reach(run: Text) -> BoundingBox:
    left, top, right, bottom = _overhang(run.font, run.size)
    return BoundingBox(run.x - left, run.y - top, run.x + (run.width + right), run.y + bottom)


def _overhang(font: str, size: float) -> tuple[float, ...]:
    """Return how far the letters of a font extend beyond their advances: left, above the baseline, right and below."""
    return tuple(side * _em(size) for side in named(font).overhang)


def hull(corners: Corners) -> BoundingBox:
    """Return the upright bounding box of the corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return BoundingBox(min(xs), min(ys), max(xs), max(ys))


def overlap(one: Corners, other: Corners) -> float:
    """Return the minimum distance that one box must move to clear the other; 0 if they do not overlap.

    It is found by the separating axis theorem: the smallest overlap of the projections onto the normals of the sides.
    """
    least = math.inf
    for start, end in (*_sides(one), *_sides(other)):
        dx, dy = end[1] - start[1], start[0] - end[0]
        length = math.hypot(dx, dy)
        if length:
            first, second = ([(x * dx + y * dy) / length for x, y in corners] for corners in (one, other))
            least = min(least, max(first) - min(second), max(second) - min(first))
    return max(least, 0.0) if least < math.inf else 0.0


def _sides(corners: Corners) -> Iterator[tuple[Point, Point]]:
    """Return two sides of a box; the others are parallel to them."""
    return pairwise(corners[:3])


def _brought(box: BoundingBox, run: Text, matrix: Affine) -> Corners:
    left, right, top, bottom = run.x + box.left, run.x + box.right, run.y + box.top, run.y + box.bottom
    first, second = apply(matrix, left, top), apply(matrix, right, top)
    return first, second, apply(matrix, right, bottom), apply(matrix, left, bottom)


def _em(size: float) -> float:
    return size * MM_PER_POINT


@lru_cache(maxsize=20_000)
def _ink(string: str, font: str, size: float, tracking: float) -> BoundingBox | None:
    """Return the ink box of the characters, relative to the start of their baseline."""
    return bounds((Text(0.0, 0.0, string, font, size, "#000000", 0.0, tracking),))


def _points(string: str, font: str, size: float, tracking: float) -> tuple[Point, ...]:
    """Return sample points in the letters, relative to the start of their baseline."""
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


# Surfaces: what is below a point of a face. They are the fills of its layers, and areas of several colours.

OPAQUE = 0.85
"""The opacity from which nothing below a veil can be read."""

EDGE = 1e-6
"""The width of the rim of a box that may lie on the edge of an area that covers it."""

_STEPS = 8
"""The number of straight lines that approximate a curve."""


class Surface(Struct, frozen=True, eq=False):
    """An area of a face and its colours: one for a fill, several for a pattern or a gradient, none for a picture.

    The area is `box`, or inside it the `shape` under its transform. With `gaps`, surfaces below it show through between
    its marks; through a `veil` and a gradient with transparent stops, everywhere.
    """

    box: BoundingBox
    colours: frozenset[Colour]
    shape: Rect | Ellipse | Path | None = None
    matrix: Affine = IDENTITY
    restless: bool = False
    gaps: bool = False
    gradient: Gradient | None = None
    veil: Veil | None = None

    @property
    def is_uniform(self) -> bool:
        """Whether its colours are the same everywhere, whatever is below it."""
        return self.gradient is None and self.veil is None

    @property
    def is_opaque(self) -> bool:
        """Whether nothing below it can be seen; a faint rest counts as nothing."""
        solid = self.gradient is None or is_opaque(self.gradient)
        plain = self.veil is None or (self.veil.opacity >= OPAQUE and self.veil.blend == "normal")
        return solid and plain and not self.gaps

    def paint_at(self, x: float, y: float) -> tuple[frozenset[Colour], float]:
        """Return its colours at a point, and the opacity of the gradient there."""
        if self.gradient is None:
            return self.colours, 1.0
        colour, opacity = colour_at(self.gradient, *apply(invert(self.matrix), x, y))
        return frozenset((colour,)), opacity

    def holds(self, x: float, y: float) -> bool:
        """Whether the point is on it."""
        box = self.box
        if not (box.left <= x <= box.right and box.top <= y <= box.bottom):
            return False
        if self.shape is None or self._is_its_box():
            return True
        return _within(self.shape, *apply(invert(self.matrix), x, y))

    def covers(self, box: BoundingBox) -> bool:
        """Whether the whole box is on it; False if that cannot be decided easily."""
        if not self.box.contains(box):
            return False
        if self.shape is None or self._is_its_box():
            return True
        if isinstance(self.shape, Path):
            return _path_covers(self.shape, self.matrix, box)
        corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
        way = invert(self.matrix)
        return all(_within(self.shape, *apply(way, x, y)) for x, y in corners)

    def _is_its_box(self) -> bool:
        """Whether it fills its box: an upright rectangle with sharp corners."""
        _, b, c, _, _, _ = self.matrix
        return isinstance(self.shape, Rect) and not (self.shape.radius or b or c)


class Ground(NamedTuple):
    """What is seen below a point: all the colours that it may have, none if they are unknown.

    It is `restless` where a picture, a map or a pattern shows.
    """

    colours: frozenset[Colour]
    restless: bool


UNKNOWN = ("#000000", "#404040", "#808080", "#C0C0C0", "#FFFFFF")
"""Samples of the colours that a picture may have."""

MOST_MIXED = 64
"""The maximum number of colours of a ground of veils; of more, the first in order are taken."""


def grounds_at(x: float, y: float, near: Iterable[Surface]) -> Iterator[Ground]:
    """Yield what is seen at a point, given the surfaces from top to bottom, of which the last is opaque."""
    veils: list[tuple[frozenset[Colour], float, BlendMode, bool]] = []
    laid: list[Veil] = []
    for surface in near:
        if not surface.holds(x, y) or any(surface.veil is veil for veil in laid):
            continue  # of a group, only the topmost surface is seen
        colours, opacity = (surface.colours, 1.0) if surface.gradient is None else surface.paint_at(x, y)
        veil = surface.veil
        if veil is None and opacity >= 1:
            yield _veiled(Ground(colours, surface.restless), veils)
            if not surface.gaps:
                return
            continue
        if veil is not None:
            laid.append(veil)
        veil = veil or Veil()
        veils.append((colours, opacity * veil.opacity, veil.blend, surface.restless))


def _veiled(ground: Ground, veils: Sequence[tuple[frozenset[Colour], float, BlendMode, bool]]) -> Ground:
    """Return the ground as it is seen through the veils, which are listed from top to bottom."""
    for colours, opacity, blend, restless in reversed(veils):
        below, above = (each or UNKNOWN for each in (ground.colours, colours))
        mixed = sorted({over(top, low, opacity, blend) for top in above for low in below})
        ground = Ground(frozenset(mixed[:MOST_MIXED]), restless or ground.restless)
    return ground


def surfaces(painted: Painted) -> tuple[Surface, ...]:
    """Return the surfaces that a layer adds to its face, the lowest first; texts and lines add none."""
    return _surfaces(painted.kind, Same(painted.items), painted.matrix, painted.box, painted.veil)


@lru_cache(maxsize=1 << 14)  # faces share the same items
def _surfaces(
    kind: str, items: Same[tuple[Item, ...]], matrix: Affine, box: BoundingBox, veil: Veil | None
) -> tuple[Surface, ...]:
    match kind:
        case "text" | "line":
            return ()
        case "map":
            shape = Rect(box.left, box.top, box.width, box.height)
            return (Surface(_shape_box(shape, matrix), frozenset(), shape, matrix, restless=True, veil=veil),)
        case "pattern":
            found = _pattern(items.it, matrix)
            return tuple(replace(each, veil=veil) for each in found) if veil else tuple(found)
        case _:
            return tuple(_fills(items.it, matrix, None, veil))


def _pattern(items: Iterable[Item], way: Affine) -> Iterator[Surface]:
    """Yield a pattern as one surface with all its colours. A plain pattern is the same as a fill."""
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


def _fills(
    items: Iterable[Item],
    matrix: Affine,
    cut: BoundingBox | None,
    veil: Veil | None = None,
    crop: tuple[Outline, Affine] | None = None,
) -> Iterator[Surface]:
    """Yield the filled shapes and pictures among the items.

    Clips are applied as bounding boxes. A picture also has the shape of the last clip that is no upright rectangle.
    """
    a, b, c, d, _, _ = matrix
    for item in items if a * d - b * c else ():  # a transform to a line leaves no area
        match item:
            case Rect() | Ellipse() | Path() if item.fill:
                gradient = None if isinstance(item.fill, str) else item.fill
                colours, box = frozenset(inks_of(item.fill)), _shape_box(item, matrix)
                yield from _cut(Surface(box, colours, item, matrix, gradient=gradient, veil=veil), cut)
            case Picture(x, y, width, height):
                box = _shape_box(Rect(x, y, width, height), matrix)
                shape, way = crop or (None, IDENTITY)
                yield from _cut(Surface(box, frozenset(), shape, way, restless=True, veil=veil), cut)
            case Group(shadow=Shadow(alone=True)):
                reach = bounds((item,), matrix)
                if reach:  # a blurred or masked drawing: its colours are those of a picture
                    yield from _cut(Surface(reach, frozenset(), None, IDENTITY, restless=True, veil=veil), cut)
            case Group():
                inner = compose(matrix, item.transform)
                clip = _shape_box(item.clip, inner) if item.clip else None
                laid = Veil(item.opacity, item.blend).within(veil) if item.is_composited else veil
                kept = (item.clip, inner) if item.clip and not _is_box(item.clip, inner) else crop
                yield from _fills(item.items, inner, cut.common(clip) if cut and clip else cut or clip, laid, kept)
            case _:
                pass


def _is_box(clip: Outline, matrix: Affine) -> bool:
    return isinstance(clip, Rect) and not (clip.radius or matrix[1] or matrix[2])


def _cut(surface: Surface, cut: BoundingBox | None) -> Iterator[Surface]:
    """Yield the part of the surface inside the box, if any."""
    left = surface.box.common(cut) if cut else surface.box
    if left:
        yield replace(surface, box=left) if cut else surface


def _colours(items: Iterable[Item]) -> Iterator[Colour]:
    for item in items:
        match item:
            case Rect() | Ellipse() | Path():
                yield from (*inks_of(item.fill), *inks_of(item.stroke.colour if item.stroke else None))
            case Group():
                yield from _colours(item.items)
            case _:
                pass


def _shape_box(shape: Rect | Ellipse | Path, matrix: Affine) -> BoundingBox:
    return shape_bounds(shape, matrix) or BoundingBox(0.0, 0.0, 0.0, 0.0)


def _within(shape: Rect | Ellipse | Path, x: float, y: float) -> bool:
    """Whether the point is in the shape; a path is tested by its winding number."""
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


LONGEST = 200
"""The maximum number of commands of a path that is tested for covering a box."""


def _path_covers(path: Path, matrix: Affine, box: BoundingBox) -> bool:
    """Whether a box is in a path: none of its lines crosses the box, and the middle of the box is inside."""
    if len(path.commands) > LONGEST or not _within(path, *apply(invert(matrix), *box.centre)):
        return False
    inner = box.grown(-EDGE)
    lines = ((apply(matrix, *start), apply(matrix, *end)) for start, end in _lines(path.commands))
    return not any(_crosses(start, end, inner) for start, end in lines)


def _crosses(start: Point, end: Point, box: BoundingBox) -> bool:
    """Whether a line has a point in a box (Liang and Barsky, 1984)."""
    (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
    first, last = 0.0, 1.0
    for speed, room in ((-dx, x - box.left), (dx, box.right - x), (-dy, y - box.top), (dy, box.bottom - y)):
        if speed == 0:
            if room < 0:
                return False
        elif speed > 0:
            last = min(last, room / speed)
        else:
            first = max(first, room / speed)
    return first <= last


def _within_rect(rect: Rect, x: float, y: float) -> bool:
    """Whether the point is in the rectangle with its rounded corners."""
    radius = min(rect.radius, rect.width / 2, rect.height / 2)
    out = max(rect.x + radius - x, x - (rect.x + rect.width - radius), 0.0)
    down = max(rect.y + radius - y, y - (rect.y + rect.height - radius), 0.0)
    return math.hypot(out, down) <= radius if radius else not (out or down)


def _turns(commands: Iterable[Command], x: float, y: float) -> Iterator[int]:
    """Yield the terms of the winding number.

    Lines that cross the ray from the point to the right count 1 downwards and -1 upwards.
    """
    for (x1, y1), (x2, y2) in _lines(commands):
        if (y1 <= y) != (y2 <= y) and x1 + (y - y1) / (y2 - y1) * (x2 - x1) > x:
            yield 1 if y2 > y1 else -1


def _lines(commands: Iterable[Command]) -> Iterator[tuple[Point, Point]]:
    """Yield the path as straight lines, with each subpath closed."""
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
                for to in curve_points(at, *controls, steps=_STEPS):
                    yield at, to
                    at = to
            case _:
                yield at, start
                at = start
    yield at, start
