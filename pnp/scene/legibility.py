"""Ink of text, and the surfaces below it."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.bitmaps import opacities
from pnp.scene.extent import bounds, shape_bounds
from pnp.scene.items import (
    IDENTITY,
    Affine,
    BlendMode,
    BoundingBox,
    Colour,
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
    Stroke,
    Text,
    apply,
    brought,
    compose,
    invert,
)
from pnp.scene.paint import Veil, colour_at, inks_of, is_opaque, over
from pnp.scene.parts import Outline, Painted
from pnp.scene.paths import outline_commands, straight_lines
from pnp.scene.typesetting.fonts import named
from pnp.units import MM_PER_POINT

# Letters: points in their ink.

SAMPLED = 40
"""The maximum number of letters sampled in a run; in a longer run they are spread over it."""

DOTS = 7
"""The number of rows and columns of the grid of points over a letter whose ink is compared with what covers it."""

_HEIGHTS = (0.1, 0.5, 0.9)


def letter_points(run: Text, matrix: Affine) -> Iterator[Point]:
    """Yield points in the letters of a run, high, in the middle and low, on the face."""
    for x, y in _points(run.string, run.font, run.size, run.tracking):
        yield apply(matrix, run.x + x, run.y + y)


def _points(string: str, font: str, size: float, tracking: float) -> tuple[Point, ...]:
    """Return sample points in the letters, relative to the start of their baseline."""
    face, em = named(font), size * MM_PER_POINT
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


class Letter(NamedTuple):
    """One character of a run: the box of its ink on the face, and its transform from ems to the face."""

    box: BoundingBox
    font: str
    char: str
    matrix: Affine

    @property
    def points(self) -> list[Point]:
        """Points spread evenly over its ink, on the face."""
        return [apply(self.matrix, x, y) for x, y in _dots(self.font, self.char)]


def letters(run: Text, matrix: Affine) -> Iterator[Letter]:
    """Yield the letters of a run that have ink, of a long run only some, spread over it."""
    face, em, x = named(run.font), run.size * MM_PER_POINT, run.x
    step = max(1, len(run.string) // SAMPLED)
    for index, char in enumerate(run.string):
        ink = face.ink(char) if index % step == 0 else None
        if ink:
            place = compose(matrix, (em, 0.0, 0.0, em, x, run.y))
            yield Letter(brought(BoundingBox(*ink), place), run.font, char, place)
        x += face.measure(char) * em + run.tracking


@lru_cache(maxsize=1 << 12)
def _dots(font: str, char: str) -> tuple[Point, ...]:
    """Return the points of a grid over a character that are in its outline, in ems from the start of its baseline."""
    face = named(font)
    ink, lines = face.ink(char), tuple(straight_lines(face.outline(char)))
    if ink is None:
        return ()
    left, top, right, bottom = ink
    grid = [left + (right - left) * (step + 0.5) / DOTS for step in range(DOTS)]
    rows = [top + (bottom - top) * (step + 0.5) / DOTS for step in range(DOTS)]
    found: list[Point] = []
    for y in rows:
        level = y * face.units
        crossed = [
            (at[0] + (level - at[1]) / (to[1] - at[1]) * (to[0] - at[0]), to[1] > at[1])
            for at, to in lines
            if (at[1] <= level) != (to[1] <= level)
        ]
        found += [(x, y) for x in grid if sum(1 if down else -1 for at, down in crossed if at > x * face.units)]
    return tuple(found) or tuple((x, y) for y in rows for x in grid)


# Surfaces: what is below a point of a face. They are the fills of its layers, and areas of several colours.

OPAQUE = 0.85
"""The opacity from which nothing below a veil can be read."""

EDGE = 1e-6
"""The width of the rim of a box that may lie on the edge of an area that covers it."""


class Surface(Struct, frozen=True, eq=False):
    """An area of a face and its colours: one for a fill, several for a pattern or a gradient, none for a picture.

    The area is `box`, or inside it the `shape` under its transform; of a stroke, what is nearer than `line` to the
    shape. With `gaps`, surfaces below it show through between its marks; through a `veil` and a gradient with
    transparent stops, everywhere; through a `picture` with transparency, where it has no ink. A fill may be
    clipped to a `crop` that is no box.
    """

    box: BoundingBox
    colours: frozenset[Colour]
    shape: Rect | Ellipse | Path | None = None
    matrix: Affine = IDENTITY
    restless: bool = False
    gaps: bool = False
    gradient: Gradient | None = None
    veil: Veil | None = None
    line: float = 0.0
    picture: tuple[Picture, Affine] | None = None
    crop: tuple[Outline, Affine] | None = None

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

    def hides(self, x: float, y: float) -> bool:
        """Whether the point is on it, inside its clip, and not on a transparent part of a picture."""
        if not self.holds(x, y) or (self.crop and not _within(self.crop[0], *apply(invert(self.crop[1]), x, y))):
            return False
        return self.picture is None or _is_solid(*self.picture, x, y)

    def holds(self, x: float, y: float) -> bool:
        """Whether the point is on it."""
        box = self.box
        if not (box.left <= x <= box.right and box.top <= y <= box.bottom):
            return False
        if self.line:
            assert isinstance(self.shape, Path), "strokes are paths"
            return _on_line(*apply(invert(self.matrix), x, y), Same(self.shape), self.line)
        if self.shape is None or self._is_its_box():
            return True
        return _within(self.shape, *apply(invert(self.matrix), x, y))

    def covers(self, box: BoundingBox) -> bool:
        """Whether the whole box is on it; False if that cannot be decided easily."""
        if self.line or self.crop or not self.box.contains(box) or (self.picture and not _is_whole(self.picture[0])):
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


def surfaces(painted: Painted, *, strokes: bool = False) -> tuple[Surface, ...]:
    """Return the surfaces that a layer adds to its face, the lowest first; texts add none.

    Lines and outlines are surfaces only with `strokes`, those that are dashed never.
    """
    return _surfaces(painted.kind, Same(painted.items), painted.matrix, painted.box, painted.veil, strokes)


@lru_cache(maxsize=1 << 14)  # faces share the same items
def _surfaces(
    kind: str, items: Same[tuple[Item, ...]], matrix: Affine, box: BoundingBox, veil: Veil | None, strokes: bool
) -> tuple[Surface, ...]:
    match kind:
        case "text":
            return ()
        case "line" if not strokes:
            return ()
        case "map":
            shape = Rect(box.left, box.top, box.width, box.height)
            return (Surface(_shape_box(shape, matrix), frozenset(), shape, matrix, restless=True, veil=veil),)
        case "pattern":
            found = _pattern(items.it, matrix)
            return tuple(replace(each, veil=veil) for each in found) if veil else tuple(found)
        case _:
            return tuple(_fills(items.it, matrix, None, veil, strokes=strokes))


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
    *,
    strokes: bool = False,
) -> Iterator[Surface]:
    """Yield the filled shapes and pictures among the items, and their lines on request.

    Clips are applied as bounding boxes. Fills and pictures also have the last clip that is no upright rectangle.
    """
    a, b, c, d, _, _ = matrix
    for item in items if a * d - b * c else ():  # a transform to a line leaves no area
        match item:
            case Rect() | Ellipse() | Path():
                if item.fill:
                    gradient = None if isinstance(item.fill, str) else item.fill
                    colours, box = frozenset(inks_of(item.fill)), _shape_box(item, matrix)
                    yield from _cut(Surface(box, colours, item, matrix, gradient=gradient, veil=veil, crop=crop), cut)
                line = _line(item, item.stroke, matrix) if strokes and item.stroke else None
                yield from _cut(replace(line, veil=veil, crop=crop), cut) if line else ()
            case Picture(x, y, width, height):
                box = _shape_box(Rect(x, y, width, height), matrix)
                shape, way = crop or (None, IDENTITY)
                clear = (item, invert(matrix)) if item.bitmap.channels in (2, 4) else None
                yield from _cut(Surface(box, frozenset(), shape, way, restless=True, veil=veil, picture=clear), cut)
            case Group(shadow=Shadow(alone=True)):
                reach = bounds((item,), matrix)
                if reach:  # a blurred or masked drawing: its colours are those of a picture
                    yield from _cut(Surface(reach, frozenset(), None, IDENTITY, restless=True, veil=veil), cut)
            case Group():
                inner = compose(matrix, item.transform)
                clip = _shape_box(item.clip, inner) if item.clip else None
                laid = Veil(item.opacity, item.blend).within(veil) if item.is_composited else veil
                kept = (item.clip, inner) if item.clip and not _is_box(item.clip, inner) else crop
                left = cut.common(clip) if cut and clip else cut or clip
                if left or not clip:
                    yield from _fills(item.items, inner, left, laid, kept, strokes=strokes)
            case _:
                pass


def _line(shape: Rect | Ellipse | Path, stroke: Stroke, matrix: Affine) -> Surface | None:
    """Return the stroke of a shape as a surface; None if it is dashed or has no length."""
    box = None if stroke.dash else bounds((replace(shape, fill=None),), matrix)
    gradient = None if isinstance(stroke.colour, str) else stroke.colour
    path = Path(outline_commands(shape))
    colours = frozenset(inks_of(stroke.colour))
    return Surface(box, colours, path, matrix, gradient=gradient, line=stroke.width / 2) if box else None


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
            turns = sum(turn for at, turn in _crossings(Same(shape), y) if at > x)
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
    lines = ((apply(matrix, *start), apply(matrix, *end)) for start, end in straight_lines(path.commands))
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


@lru_cache(maxsize=1 << 10)  # points are tested in rows
def _crossings(path: Same[Path], y: float) -> tuple[tuple[float, int], ...]:
    """Return where the lines of a path cross a height, each with its term of the winding number of points left of it.

    It is 1 for a line that leads down, -1 for one that leads up.
    """
    return tuple(
        (x1 + (y - y1) / (y2 - y1) * (x2 - x1), 1 if y2 > y1 else -1)
        for (x1, y1), (x2, y2) in straight_lines(path.it.commands)
        if (y1 <= y) != (y2 <= y)
    )


def _on_line(x: float, y: float, path: Same[Path], half: float) -> bool:
    """Whether the point is on the stroke of a path of this half width."""
    for (x1, y1), (x2, y2) in _segments(path):
        if min(x1, x2) - half <= x <= max(x1, x2) + half and min(y1, y2) - half <= y <= max(y1, y2) + half:
            dx, dy = x2 - x1, y2 - y1
            along = ((x - x1) * dx + (y - y1) * dy) / ((dx * dx + dy * dy) or 1.0)
            share = min(max(along, 0.0), 1.0)
            if math.hypot(x - x1 - share * dx, y - y1 - share * dy) <= half:
                return True
    return False


@lru_cache(maxsize=1 << 10)
def _segments(path: Same[Path]) -> tuple[tuple[Point, Point], ...]:
    return tuple(straight_lines(path.it.commands, closed=False))


def _is_whole(picture: Picture) -> bool:
    """Whether a picture with transparency hides what is below it everywhere."""
    *_, alpha = opacities(picture.bitmap)
    return min(alpha) >= OPAQUE * 255


def _is_solid(picture: Picture, inverse: Affine, x: float, y: float) -> bool:
    """Whether a picture with transparency hides what is below it at a point of the face."""
    across, down = apply(inverse, x, y)
    wide, high, alpha = opacities(picture.bitmap)
    column = int((across - picture.x) / (picture.width or 1.0) * wide)
    row = int((down - picture.y) / (picture.height or 1.0) * high)
    return alpha[min(max(row, 0), high - 1) * wide + min(max(column, 0), wide - 1)] >= OPAQUE * 255
