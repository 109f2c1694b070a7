"""Drawings of relief and growth on maps: hills, mountains, trees, marshes, dunes and grass.

Each is drawn around (0, 0), its foot in the middle of the lower side, in a box of one unit, in three forms. The same
form in the same colours is the same tuple of items, which back ends write once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from pnp.draw.town.plan import Canvas, Chance, line, lines, pen, smooth
from pnp.geometry.polygons import Point, PreparedShape, Shape, box
from pnp.model.maps.region_style import ReliefForm
from pnp.scene.items import BoundingBox, Colour, Command, Ellipse, Group, Item, Path

MOST_DRAWINGS = 4_000
"""The maximum number of drawings of one map; on larger maps they are farther apart."""

UNIT = 10.0
"""The side of the box in which a drawing is made."""

CELL = 20.0
"""The side of the cells by which taken boxes are found."""

SHAPES = 3
"""The number of forms of each drawing."""


class ReliefColours(Struct, frozen=True):
    """The colours of the drawings: lines, lit sides, shaded sides, leaves."""

    ink: Colour
    light: Colour
    shade: Colour
    leaf: Colour


def relief_colours(canvas: Canvas) -> ReliefColours:
    """Return the colours of a style."""
    return ReliefColours(*map(canvas.paint, ("relief", "relief-light", "relief-shade", "relief-leaf")))


def relief_drawing(form: ReliefForm, at: Point, size: float, shape: int, colours: ReliefColours) -> Group:
    """Return the drawing of a form with its foot on a point; `shape` chooses one of its forms, odd ones mirrored."""
    items = _drawing(form, shape // 2 % SHAPES, colours)
    unit = round(size / UNIT, 5)
    return Group(items, (-unit if shape % 2 else unit, 0.0, 0.0, unit, round(at[0], 3), round(at[1], 3)))


def scatter(
    ground: Shape, apart: float, chance: Chance, taken: Sequence[BoundingBox], room: float, share: float = 1.0
) -> list[Point]:
    """Return points on the ground at about that distance, from top to bottom, with `room` around each.

    Boxes in `taken` are left out. With a `share` below 1, only some clusters of the points remain.
    """
    if not ground:
        return []
    left, top, right, bottom = box(ground)
    inside, busy = PreparedShape(ground), _by_cell(taken, room)
    pitch = max(apart, math.sqrt((right - left) * (bottom - top) / MOST_DRAWINGS))
    rows = pitch * 0.72
    found: list[Point] = []
    for row in range(int((bottom - top) / rows) + 1):
        for column in range(int((right - left) / pitch) + 1):
            cell = column // 4, row // 5
            if share < 1 and chance.share("cluster", *cell) >= share:
                continue
            x = left + (column + 0.5 * (row % 2) + chance.between(-0.28, 0.28, "x", row, column)) * pitch
            y = top + (row + chance.between(-0.25, 0.25, "y", row, column)) * rows
            corners = ((x - room, y), (x + room, y), (x, y - 1.4 * room), (x, y + 0.3 * room))
            near = busy.get((x // CELL, y // CELL), ())
            if all(map(inside.holds, corners)) and not any(_near(x, y, room, it) for it in near):
                found.append((x, y))
    return sorted(found, key=lambda point: (point[1], point[0]))


def _by_cell(taken: Sequence[BoundingBox], room: float) -> dict[tuple[float, float], list[BoundingBox]]:
    """Return the boxes by the cells that they touch, with room around them."""
    found: dict[tuple[float, float], list[BoundingBox]] = {}
    for it in taken:
        wide = it.grown(2 * room)
        for column in range(int(wide.left // CELL), int(wide.right // CELL) + 1):
            for row in range(int(wide.top // CELL), int(wide.bottom // CELL) + 1):
                found.setdefault((column, row), []).append(it)
    return found


def _near(x: float, y: float, room: float, taken: BoundingBox) -> bool:
    return taken.left - room < x < taken.right + room and taken.top - 0.2 * room < y < taken.bottom + 1.6 * room


def draw_relief(forms: Sequence[ReliefForm], points: Iterable[Point], size: float, canvas: Canvas) -> Iterator[Item]:
    """Yield a drawing on each point, of sizes that differ a little."""
    colours, chance = relief_colours(canvas), canvas.chance.under("relief")
    for x, y in points:
        form = chance.pick(forms, "form", round(x / 25), round(y / 25))
        high = size * chance.between(0.8, 1.15, "size", x, y)
        yield relief_drawing(form, (x, y), high, int(chance.share("shape", x, y) * 2 * SHAPES), colours)


# The drawings, in units of a tenth of their box.


@lru_cache(maxsize=256)
def _drawing(form: ReliefForm, shape: int, colours: ReliefColours) -> tuple[Item, ...]:
    return tuple(_DRAWN[form](shape, colours))


def _hill(shape: int, colours: ReliefColours) -> Iterator[Item]:
    """Yield a round hill, hachured on its right side."""
    high = (4.6, 3.8, 5.2)[shape]
    outline = ((-5.0, 0.0), (-3.4, -0.55 * high), (-0.6, -high), (2.4, -0.66 * high), (5.0, 0.0))
    yield Path((*smooth(outline, ring=False), ("Z",)), colours.light)
    strokes = []
    for number in range(6):
        x = -0.2 + 0.78 * number
        top = -high * (1.0 - (x / 5.6) ** 2) + 0.35
        strokes.append(_bowed((x, top), (x + 0.9 + 0.12 * number, min(-0.2, top + 1.3 + 0.18 * high))))
    yield _joined(strokes, colours.ink, 0.28)
    yield Path(smooth(outline, ring=False), None, pen(colours.ink, 0.5))


def _mountain(shape: int, colours: ReliefColours) -> Iterator[Item]:
    """Yield a peak with a shaded right side and strokes down its slopes."""
    peak = ((-0.4, -9.0), (0.3, -8.0), (-0.8, -9.8))[shape]
    left = ((-5.0, 0.0), (-3.9, -2.2), (-3.0, -3.4), (-1.9, -6.2), peak)
    right = (peak, (0.9, -6.8), (2.0, -4.8), (3.2, -3.4), (5.0, 0.0))
    ridge = (peak, (0.1, -6.4), (-0.6, -4.6), (0.7, -2.2), (0.2, 0.0))
    yield Path((*line((*left, *right[1:])), ("Z",)), colours.light)
    yield Path((*line((*right, *reversed(ridge[1:]))), ("Z",)), colours.shade)
    strokes = [
        _bowed((x, y), (x + dx, y + dy))
        for x, y, dx, dy in (
            (1.0, -6.0, 0.8, 2.4),
            (1.9, -4.4, 1.0, 2.6),
            (0.7, -4.2, 0.9, 2.8),
            (3.0, -3.0, 0.9, 2.2),
            (-2.4, -4.2, -0.8, 2.2),
            (-3.4, -2.4, -0.6, 1.6),
        )
    ]
    yield _joined(strokes, colours.ink, 0.25)
    yield Path(line(ridge), None, pen(colours.ink, 0.3))
    yield Path(line((*left, *right[1:])), None, pen(colours.ink, 0.5))


def _tree(shape: int, colours: ReliefColours) -> Iterator[Item]:
    """Yield a round tree with a trunk and a shaded side."""
    wide = (3.2, 2.8, 3.5)[shape]
    yield Path(lines(((0.0, 0.0), (0.0, -3.4))), None, pen(colours.ink, 0.7))
    yield Ellipse(0.0, -5.4, wide, 3.6, colours.leaf, pen(colours.ink, 0.45))
    strokes = [_bowed((0.2 + 0.7 * n, -7.4 + 0.9 * n), (1.2 + 0.45 * n, -5.6 + 0.9 * n)) for n in range(3)]
    yield _joined(strokes, colours.ink, 0.3)


def _pine(shape: int, colours: ReliefColours) -> Iterator[Item]:
    """Yield a pine of three tiers."""
    high = (9.0, 7.8, 9.8)[shape]
    yield Path(lines(((0.0, 0.0), (0.0, -2.0))), None, pen(colours.ink, 0.7))
    tiers: list[Point] = [(0.0, -high)]
    for low, wide, inner in ((0.62, 1.7, 0.8), (0.38, 2.4, 1.2), (0.16, 3.0, 0.0)):
        tiers += [(wide, -high * low), (inner, -high * low - 0.1)]
    mirrored = [(-x, y) for x, y in reversed(tiers[1:])]
    yield Path((*line((*tiers, *mirrored)), ("Z",)), colours.leaf, pen(colours.ink, 0.4))
    yield _joined(
        [((0.3, -high * 0.8), (0.9, -high * 0.66)), ((0.5, -high * 0.52), (1.3, -high * 0.42))], colours.ink, 0.3
    )


def _marsh(shape: int, colours: ReliefColours) -> Iterator[Item]:
    """Yield tufts of reed over level lines of water."""
    level = [((-4.6, 0.0), (4.6 - shape, 0.0)), ((-3.0 + shape, 1.1), (3.8, 1.1))]
    reeds = [
        ((x, -0.5), (x + 0.55 * lean, -0.5 - high))
        for x, lean, high in (
            (-1.6, -1.2, 2.6),
            (-1.1, -0.4, 3.5),
            (-0.6, 0.4, 3.3),
            (-0.1, 1.2, 2.4),
            (2.2, -0.7, 1.9),
            (2.6, 0.1, 2.5),
            (3.0, 0.9, 1.8),
        )
    ]
    yield _joined(level, colours.ink, 0.3)
    yield _joined(reeds, colours.ink, 0.4)


def _dune(shape: int, colours: ReliefColours) -> Iterator[Item]:
    """Yield a crescent of sand and some grains."""
    crest = smooth(((-4.4, 0.0), (-1.6, -1.9 - 0.3 * shape), (1.2, -1.2), (4.4, 0.2)), ring=False)
    yield Path(crest, None, pen(colours.ink, 0.4))
    grains = [
        ((x, y), (x + 0.25, y)) for x, y in ((-1.4, -0.5), (0.2, -0.2), (1.6, 0.1), (-0.4, 0.6), (2.6, 0.9), (0.9, 1.0))
    ]
    yield _joined(grains, colours.ink, 0.35)


def _grass(shape: int, colours: ReliefColours) -> Iterator[Item]:
    """Yield a tuft of grass."""
    leaves = [_bowed((x, 0.0), (x + lean, -high)) for x, lean, high in
              ((-0.6, -1.4, 1.8 + 0.2 * shape), (0.0, -0.1, 2.8), (0.6, 1.4, 2.0))]  # fmt: skip
    yield _joined(leaves, colours.ink, 0.35)


_DRAWN: dict[ReliefForm, Callable[[int, ReliefColours], Iterator[Item]]] = {
    "hill": _hill,
    "mountain": _mountain,
    "tree": _tree,
    "pine": _pine,
    "marsh": _marsh,
    "dune": _dune,
    "grass": _grass,
}


def _bowed(start: Point, end: Point) -> tuple[Point, ...]:
    """Return three points of a slightly bowed stroke."""
    (x0, y0), (x1, y1) = start, end
    return start, ((x0 + x1) / 2 + 0.12 * (y1 - y0), (y0 + y1) / 2 - 0.12 * (x1 - x0)), end


def _joined(strokes: Iterable[Sequence[Point]], ink: Colour, width: float) -> Item:
    """Return several strokes as one path."""
    commands: list[Command] = []
    for stroke in strokes:
        commands += smooth(stroke, ring=False) if len(stroke) > 2 else line(stroke)
    return Path(tuple(commands), None, pen(ink, width))
