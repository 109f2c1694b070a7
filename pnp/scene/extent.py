"""Bounding boxes of items; clipping to a window."""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from itertools import pairwise
from operator import is_
from typing import assert_never

from msgspec.structs import replace

from pnp.scene.items import (
    IDENTITY,
    MITRE,
    Affine,
    BoundingBox,
    Command,
    Ellipse,
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
from pnp.scene.paths import polygon
from pnp.scene.typesetting.fonts import named
from pnp.units import MM_PER_POINT

# Bounding boxes: exact for shapes and curves, ink boxes of glyphs for text. Millimetres, y downwards.

SPIKE = MITRE / 2
"""The maximum reach of a stroke with the usual mitre limit beyond its path, in stroke widths: at a mitred corner."""


def bounds(items: Iterable[Item], matrix: Affine = IDENTITY, reach: float = 0.5) -> BoundingBox | None:
    """Return the bounding box of what the items paint; None if they paint nothing.

    It includes strokes, the ink of text, and clips. A stroke reaches `reach` widths beyond its path. Mitred corners and
    square ends may reach farther: by `SPIKE` widths at most, or by the half of a higher mitre limit.
    """
    return _joined(None, items, matrix, reach)


@lru_cache(maxsize=1 << 12)
def own_bounds(items: Same[tuple[Item, ...]], reach: float = 0.5) -> BoundingBox | None:
    """Return the cached bounding box of items that are drawn many times, in their own coordinates."""
    return bounds(items.it, IDENTITY, reach)


def _joined(known: BoundingBox | None, items: Iterable[Item], matrix: Affine, reach: float) -> BoundingBox | None:
    """Return the bounding box of `known` and the items. Items that are obviously inside `known` are skipped."""
    for item in items:
        if isinstance(item, Group) and item.clip is None and item.shadow is None:
            inner = compose(matrix, item.transform)
            own = _placed(own_bounds(Same(item.items), reach), inner)
            if own and not (known and known.contains(own, 0.0)):
                known = _joined(known, item.items, inner, reach) if _is_tilted(inner) else _round_both(known, own)
        elif not (known and isinstance(item, Path) and _is_within(known, _placed(_frame(item, reach), matrix))):
            known = _round_both(known, _box(item, matrix, reach))
    return known


def _is_tilted(matrix: Affine) -> bool:
    """Whether the transform turns upright boxes by an angle other than a multiple of 90°."""
    a, b, c, d, _, _ = matrix
    return bool((b or c) and (a or d))


def _round_both(one: BoundingBox | None, other: BoundingBox | None) -> BoundingBox | None:
    return one.joined(other) if one and other else one or other


def _is_within(known: BoundingBox, box: BoundingBox | None) -> bool:
    return box is None or known.contains(box, 0.0)


def _placed(box: BoundingBox | None, matrix: Affine) -> BoundingBox | None:
    """Return the bounding box of the transformed box."""
    if box is None:
        return None
    a, b, c, d, e, f = matrix
    left, top, right, bottom = box
    return BoundingBox(
        min(a * left, a * right) + min(c * top, c * bottom) + e,
        min(b * left, b * right) + min(d * top, d * bottom) + f,
        max(a * left, a * right) + max(c * top, c * bottom) + e,
        max(b * left, b * right) + max(d * top, d * bottom) + f,
    )


def _frame(path: Path, reach: float) -> BoundingBox | None:
    """Return a box around all points of a path, control points included, and its stroke."""
    box = _round([number for step in path.commands for number in step[1:]])
    return box.grown(_extra(path.stroke, reach)) if box and path.stroke else box


def _extra(stroke: Stroke, reach: float) -> float:
    """Return the distance that a stroke reaches beyond its path: `reach` widths, or more for a higher mitre limit."""
    return stroke.width * (max(reach, stroke.mitre / 2) if reach >= SPIKE else reach)


def _round(numbers: list[float]) -> BoundingBox | None:
    """Return the bounding box of points, listed as x and y in turn."""
    xs, ys = numbers[::2], numbers[1::2]
    return BoundingBox(min(xs), min(ys), max(xs), max(ys)) if numbers else None


@lru_cache(maxsize=1 << 14)
def commands_bounds(commands: tuple[Command, ...], matrix: Affine = IDENTITY) -> BoundingBox | None:
    """Return the exact bounding box of a path's lines and curves; None if it has no point."""
    if matrix == IDENTITY:
        ends = _round([number for step in commands for number in step[1:][-2:]])
        if ends == _round([number for step in commands for number in step[1:]]):
            return ends
    return _hull(_extremes(commands, matrix))


def _box(item: Item, matrix: Affine, reach: float) -> BoundingBox | None:
    """Return the bounding box of one item; None if it paints nothing."""
    match item:
        case Rect() | Ellipse() | Path():
            if item.fill is None and item.stroke is None:
                return None
            box = shape_bounds(item, matrix)
            return box if box is None or item.stroke is None else _stroked(box, _extra(item.stroke, reach), matrix)
        case Text():
            box = _text(item, matrix)
            return box if box is None or item.stroke is None else _stroked(box, _extra(item.stroke, reach), matrix)
        case Picture(x, y, width, height):
            return _placed(BoundingBox(x, y, x + width, y + height), matrix)
        case Group():
            inner = compose(matrix, item.transform)
            if _is_tilted(inner):
                box = bounds(item.items, inner, reach)
            else:  # groups inside each other would each be measured as often as they are deep
                box = _placed(own_bounds(Same(item.items), reach), inner)
            cut = None if item.clip is None else shape_bounds(item.clip, inner)
            box = box if box is None or cut is None else box.common(cut)
            return box if box is None or item.shadow is None else box.joined(_shaded(box, item.shadow, matrix))
        case _:
            assert_never(item)


SOFT = 1.5
"""How far a shadow reaches beyond its group, in widths of its soft edge: three standard deviations of its blur."""


def _shaded(box: BoundingBox, shadow: Shadow, matrix: Affine) -> BoundingBox:
    """Return the bounding box of the shadow of what fills a box."""
    a, b, c, d, _, _ = matrix
    dx, dy, reach = a * shadow.dx + c * shadow.dy, b * shadow.dx + d * shadow.dy, shadow.blur * SOFT
    left, top, right, bottom = box
    return _stroked(BoundingBox(left + dx, top + dy, right + dx, bottom + dy), reach, matrix)


def shape_bounds(shape: Rect | Ellipse | Path, matrix: Affine = IDENTITY) -> BoundingBox | None:
    """Return the exact bounding box of a shape without its stroke; None if it has no point."""
    match shape:
        case Rect(x, y, width, height):
            return _placed(BoundingBox(x, y, x + width, y + height), matrix)
        case Ellipse(cx, cy, rx, ry):
            a, b, c, d, _, _ = matrix
            x, y = apply(matrix, cx, cy)
            return BoundingBox(x, y, x, y).grown(math.hypot(a * rx, c * ry), math.hypot(b * rx, d * ry))
        case Path():
            return commands_bounds(shape.commands, matrix)
        case _:
            assert_never(shape)


def _stroked(box: BoundingBox, reach: float, matrix: Affine) -> BoundingBox:
    a, b, c, d, _, _ = matrix
    return box.grown(math.hypot(a, c) * reach, math.hypot(b, d) * reach)


def _text(text: Text, matrix: Affine) -> BoundingBox | None:
    """Return the bounding box of the ink of a text; None if it has no ink."""
    face, em = named(text.font), text.size * MM_PER_POINT
    x = text.x
    box: BoundingBox | None = None
    for char in text.string:
        ink = face.ink(char)
        if ink is not None:
            glyph = BoundingBox(x + ink[0] * em, text.y + ink[1] * em, x + ink[2] * em, text.y + ink[3] * em)
            box = glyph if box is None else box.joined(glyph)
        x += face.measure(char) * em + text.tracking
    return _placed(box, matrix)


def _extremes(commands: Iterable[Command], matrix: Affine) -> list[Point]:
    """Return the points of the path, and the extreme points of its curves."""
    a, b, c, d, e, f = matrix
    found: list[Point] = []
    at: Point = (0.0, 0.0)
    for command in commands:
        if len(command) == 3:
            _, x, y = command
            at = a * x + c * y + e, b * x + d * y + f
            found.append(at)
        elif len(command) == 7:
            _, x1, y1, x2, y2, x, y = command
            end = a * x + c * y + e, b * x + d * y + f
            found.extend(_turns(at, apply(matrix, x1, y1), apply(matrix, x2, y2), end))
            found.append(end)
            at = end
    return found


def _turns(p0: Point, p1: Point, p2: Point, p3: Point) -> Iterator[Point]:
    """Yield the extreme points of a cubic Bézier curve: those where its derivative is 0 in x or in y.

    A coordinate whose control points are between its end points has no extreme point inside the curve.
    """
    for axis in (0, 1):
        a, b, c, d = p0[axis], p1[axis], p2[axis], p3[axis]
        if min(a, d) <= min(b, c) and max(b, c) <= max(a, d):
            continue
        for t in _roots(-a + 3 * b - 3 * c + d, 2 * (a - 2 * b + c), b - a):
            if 0 < t < 1:
                yield _curve(t, p0[0], p1[0], p2[0], p3[0]), _curve(t, p0[1], p1[1], p2[1], p3[1])


def _roots(a: float, b: float, c: float) -> tuple[float, ...]:
    """Return the real roots of ax² + bx + c by the stable formula, which loses no digits if a is small."""
    under = b * b - 4 * a * c
    if under < 0:
        return ()
    q = -(b + math.copysign(math.sqrt(under), b)) / 2
    return tuple(upper / lower for upper, lower in ((q, a), (c, q)) if lower)


def _curve(t: float, a: float, b: float, c: float, d: float) -> float:
    s = 1 - t
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d


def _hull(points: Iterable[Point]) -> BoundingBox | None:
    found = tuple(points)
    if not found:
        return None
    xs, ys = zip(*found, strict=True)
    return BoundingBox(min(xs), min(ys), max(xs), max(ys))


# Items through a window: items outside are left out, and long outlines are clipped around it.

REACH = 2.0
"""The maximum reach of an item beyond its path, in stroke widths."""

ROOM = 1.0
"""The distance outside the window at which outlines are clipped, in addition to the reach of their strokes."""


def within(items: tuple[Item, ...], window: Rect) -> tuple[Item, ...]:
    """Return the part of the items that is visible in the window, in order.

    Inside the window they look the same; outside it, items are missing or shortened.
    """
    return tuple(_kept(items, BoundingBox(window.x, window.y, window.x + window.width, window.y + window.height)))


def _kept(items: tuple[Item, ...], window: BoundingBox) -> Iterator[Item]:
    """Yield the visible items, groups with only their visible part."""
    for item, box in zip(items, _boxes(Same(items)), strict=True):
        if isinstance(item, Group):
            seen = _seen_through(item, window)
            if seen.items:
                yield seen
        elif box and box.overlaps(window):
            yield _trimmed(item, window) if isinstance(item, Path) and not window.contains(box) else item


@lru_cache(maxsize=1 << 10)  # a board is cut into several windows
def _boxes(items: Same[tuple[Item, ...]]) -> tuple[BoundingBox | None, ...]:
    """Return the box of each item, None for a group."""
    return tuple(None if isinstance(item, Group) else bounds((item,), reach=REACH) for item in items.it)


def _seen_through(group: Group, window: BoundingBox) -> Group:
    """Return the group with its visible items; the window is transformed into its coordinates."""
    corners = Rect(window.left, window.top, window.width, window.height)
    inner = shape_bounds(corners, invert(group.transform))
    assert inner, "a rectangle has bounds"
    cut = shape_bounds(group.clip) if group.clip else None
    kept = tuple(_kept(group.items, inner)) if cut is None or cut.overlaps(inner) else ()
    same = len(kept) == len(group.items) and all(map(is_, kept, group.items))
    return group if same else replace(group, items=kept)


def _trimmed(path: Path, window: BoundingBox) -> Path:
    """Return the path without rings outside the window, the others clipped around it. Dashed paths stay whole."""
    if path.stroke and path.stroke.dash:
        return path
    around = window.grown(ROOM + (_extra(path.stroke, REACH) if path.stroke else 0.0))
    commands = tuple(command for ring in _rings(path.commands) for command in _cut_off(ring, around))
    return path if commands == path.commands else replace(path, commands=commands)


def _rings(commands: tuple[Command, ...]) -> Iterator[tuple[Command, ...]]:
    """Return the subpaths of a path, each from its `M` command."""
    starts = [index for index, command in enumerate(commands) if command[0] == "M"]
    return (commands[start:end] for start, end in pairwise((*starts, len(commands))))


def _cut_off(ring: tuple[Command, ...], around: BoundingBox) -> tuple[Command, ...]:
    """Return a ring clipped to a box, empty outside it. Curves and open lines that reach into the box stay whole."""
    box = commands_bounds(ring)
    if box is None or not box.grown(ROOM).overlaps(around):
        return ()
    closed = ring[-1][0] == "Z" and all(command[0] in "ML" for command in ring[:-1])
    if not closed or around.contains(box):
        return ring
    points = [(command[1], command[2]) for command in ring if command[0] == "M" or command[0] == "L"]
    for side in _sides(around):
        points = list(_clipped(points, side))
    return polygon(points) if len(points) > 2 else ()


def _sides(box: BoundingBox) -> Iterator[Callable[[Point], float]]:
    """Yield a function for each side of the box; it returns how far inside that side a point is."""
    yield lambda point: point[0] - box.left
    yield lambda point: box.right - point[0]
    yield lambda point: point[1] - box.top
    yield lambda point: box.bottom - point[1]


def _clipped(points: list[Point], inside: Callable[[Point], float]) -> Iterator[Point]:
    """Yield the ring clipped at one side of a box (Sutherland and Hodgman, 1974)."""
    for before, point in zip((points[-1:] + points)[:-1], points, strict=True):
        first, second = inside(before), inside(point)
        if (first < 0) != (second < 0):
            share = first / (first - second)
            x, y = (start + (end - start) * share for start, end in zip(before, point, strict=True))
            yield round(x, 3), round(y, 3)
        if second >= 0:
            yield point


# Ink of text on a face: its box, and the overlap of two boxes.

Corners = tuple[Point, Point, Point, Point]


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


def with_whole_words(items: tuple[Item, ...], window: Rect) -> tuple[Item, ...]:
    """Return the part of the items that is visible in the window, without texts that its edges cut.

    Of several lines in one group, and of letters along a curve, all are left out if one is cut.
    """
    box = BoundingBox(window.x, window.y, window.x + window.width, window.y + window.height)
    return tuple(_with_whole_words(within(items, window), box, IDENTITY))


def _with_whole_words(items: tuple[Item, ...], window: BoundingBox, matrix: Affine) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            inner = compose(matrix, item.transform)
            if _is_text(item):
                if all(window.contains(letter_box(run, way)) for run, way in runs(item.items, inner)):
                    yield item
            else:
                kept = tuple(_with_whole_words(item.items, window, inner))
                same = len(kept) == len(item.items) and all(map(is_, kept, item.items))
                yield item if same else replace(item, items=kept)
        elif not isinstance(item, Text) or window.contains(letter_box(item, matrix)):
            yield item


def _is_text(item: Item) -> bool:
    """Whether it is a text, or a group of nothing else."""
    return isinstance(item, Text) or (isinstance(item, Group) and bool(item.items) and all(map(_is_text, item.items)))


def inline_drawings(items: Iterable[Item], matrix: Affine = IDENTITY) -> Iterator[tuple[Group, Affine]]:
    """Yield the drawings that are read as a word, such as icons in a text, each with its transform to the face."""
    for item in items:
        if isinstance(item, Group):
            inner = compose(matrix, item.transform)
            yield from ((item, inner),) if item.alt else inline_drawings(item.items, inner)


def drawing_corners(drawing: Group, matrix: Affine) -> Corners | None:
    """Return the corners of the box of a drawing's ink, on the face; None if it has no ink."""
    box = own_bounds(Same(drawing.items))
    if box is None:
        return None
    first, second = apply(matrix, box.left, box.top), apply(matrix, box.right, box.top)
    return first, second, apply(matrix, box.right, box.bottom), apply(matrix, box.left, box.bottom)


def ink_corners(run: Text, matrix: Affine) -> Corners | None:
    """Return the corners of the ink box of a run, on the face; None if it has no ink."""
    ink = _ink(run.string, run.font, run.size, run.tracking)
    return _brought(ink, run, matrix) if ink else None


def letter_box(run: Text, matrix: Affine) -> BoundingBox:
    """Return the bounding box of a run from its baseline to the height of capitals, on the face."""
    height = named(run.font).cap_height * run.size * MM_PER_POINT
    return hull(_brought(BoundingBox(0.0, -height, run.width, 0.0), run, matrix))


def reach(items: Iterable[Item], matrix: Affine = IDENTITY) -> BoundingBox | None:
    """Return a box on the face that contains all ink of the runs, and of the drawings in them.

    It uses the metrics of fonts, without glyph outlines.
    """
    items = tuple(items)
    boxes = [_reach(run) if way == IDENTITY else brought(_reach(run), way) for run, way in runs(items, matrix)]
    boxes += [hull(found) for each in inline_drawings(items, matrix) if (found := drawing_corners(*each))]
    return reduce(BoundingBox.joined, boxes) if boxes else None


def _reach(run: Text) -> BoundingBox:
    left, top, right, bottom = _overhang(run.font, run.size)
    return BoundingBox(run.x - left, run.y - top, run.x + (run.width + right), run.y + bottom)


def _overhang(font: str, size: float) -> tuple[float, ...]:
    """Return how far the letters of a font extend beyond their advances: left, above the baseline, right and below."""
    return tuple(side * size * MM_PER_POINT for side in named(font).overhang)


def hull(corners: Corners) -> BoundingBox:
    """Return the upright bounding box of the corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return BoundingBox(min(xs), min(ys), max(xs), max(ys))


def overlap(one: Corners, other: Corners) -> float:
    """Return the minimum distance that one box must move to clear the other; 0 if they do not overlap.

    It is found by the separating axis theorem: the smallest overlap of the projections onto the normals of the sides.
    """
    least = math.inf
    for start, end in (*_two_sides(one), *_two_sides(other)):
        dx, dy = end[1] - start[1], start[0] - end[0]
        length = math.hypot(dx, dy)
        if length:
            first, second = ([(x * dx + y * dy) / length for x, y in corners] for corners in (one, other))
            least = min(least, max(first) - min(second), max(second) - min(first))
    return max(least, 0.0) if least < math.inf else 0.0


def _two_sides(corners: Corners) -> Iterator[tuple[Point, Point]]:
    """Return two sides of a box; the others are parallel to them."""
    return pairwise(corners[:3])


def _brought(box: BoundingBox, run: Text, matrix: Affine) -> Corners:
    left, right, top, bottom = run.x + box.left, run.x + box.right, run.y + box.top, run.y + box.bottom
    first, second = apply(matrix, left, top), apply(matrix, right, top)
    return first, second, apply(matrix, right, bottom), apply(matrix, left, bottom)


@lru_cache(maxsize=20_000)
def _ink(string: str, font: str, size: float, tracking: float) -> BoundingBox | None:
    """Return the ink box of the characters, relative to the start of their baseline."""
    return bounds((Text(0.0, 0.0, string, font, size, "#000000", 0.0, tracking),))
