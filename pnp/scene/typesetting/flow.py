"""Blocks of text arranged: in columns, spread over a height, along a curve."""

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.extent import bounds
from pnp.scene.items import BoundingBox, Command, Group, Item, Point, Text, compose, rotate, translate
from pnp.scene.paths import curve_points, parse_path
from pnp.scene.typesetting.fonts import named
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, TextLine
from pnp.units import MM_PER_POINT

# Columns, and lines spread over a height.


def in_columns(block: TextBlock, style: TextStyle, columns: int, gap: float) -> TextBlock:
    """Return the lines of a block in so many columns, `gap` millimetres apart.

    Columns are balanced: they are as low as the lines allow, filled from the left. A blank line does not begin a
    column.
    """
    heights = [style.line * line.scale for line in block.lines]
    if columns == 1 or not heights:
        return block
    low, high = max(max(heights), sum(heights) / columns), sum(heights)
    for _ in range(40):  # binary search of the smallest height; each step halves the error
        middle = (low + high) / 2
        low, high = (low, middle) if len(_filled(block.lines, heights, middle)) <= columns else (middle, high)
    found = _filled(block.lines, heights, high)
    tops = [sum(heights[:index]) for index in range(len(heights))]
    items: list[Item] = []
    lines: list[TextLine] = []
    ends: list[int] = []
    for number, (first, last) in enumerate(found):
        dx, dy = number * (block.width + gap), -tops[first]
        for index in range(first, last):
            start = block.ends[index - 1] if index else 0
            items.extend(_moved(block.items[start : block.ends[index]], dx, dy))
            ends.append(len(items))
            line = block.lines[index]
            lines.append(replace(line, x=line.x + dx, baseline=line.baseline + dy))
    height = max(sum(heights[first:last]) for first, last in found)
    width = columns * block.width + (columns - 1) * gap
    return replace(block, items=tuple(items), lines=tuple(lines), height=height, width=width, ends=tuple(ends))


def _filled(lines: Sequence[TextLine], heights: Sequence[float], most: float) -> list[tuple[int, int]]:
    """Return the first line and the end of each column, filled up to a height."""
    columns: list[tuple[int, int]] = []
    start, used = 0, 0.0
    for index, height in enumerate(heights):
        if used and used + height > most + 1e-9:
            columns.append((start, index))
            start, used = index, 0.0
        if not used and columns and not lines[index].width and start == index:
            start = index + 1  # a blank line
            continue
        used += height
    return [*columns, (start, len(heights))] if start < len(heights) else columns


def spread(block: TextBlock, height: float) -> TextBlock:
    """Return the block with its lines spread from the top of a box of that height to its bottom.

    The capitals of the first line touch the top and the last baseline of the longest column the bottom. In other
    columns the lines are as far apart, so that they are level with each other. A single line stays as it is.
    """
    if not block.ends:
        return block
    places = _places(block.lines)
    room = (
        (height - (line.baseline - block.cap_top)) / place
        for line, place in zip(block.lines, places, strict=True)
        if place
    )
    extra = min(room, default=0.0)
    if extra <= 0.0:
        return block
    items: list[Item] = []
    lines: list[TextLine] = []
    for index, (line, place) in enumerate(zip(block.lines, places, strict=True)):
        start = block.ends[index - 1] if index else 0
        items.extend(_moved(block.items[start : block.ends[index]], 0.0, place * extra))
        lines.append(replace(line, baseline=line.baseline + place * extra))
    return replace(block, items=tuple(items), lines=tuple(lines))


def _places(lines: Sequence[TextLine]) -> list[int]:
    """Return the place of each line in its column, from 0; a column begins where a line is not below the last one."""
    places: list[int] = []
    for index, line in enumerate(lines):
        goes_on = index > 0 and line.baseline > lines[index - 1].baseline
        places.append(places[-1] + 1 if goes_on else 0)
    return places


def _moved(items: Sequence[Item], dx: float, dy: float) -> Iterator[Item]:
    for item in items:
        match item:
            case Text():
                yield replace(item, x=item.x + dx, y=item.y + dy)
            case Group():
                yield replace(item, transform=compose(translate(dx, dy), item.transform))
            case _:
                yield Group((item,), translate(dx, dy))


# Text along a curve: each letter by itself, turned as the curve runs at its middle.

STEPS = 24
"""The number of straight lines that approximate a curve of path data."""

TURNS = 180
"""The number of straight lines that approximate an arc."""

CurveKind = Literal["circle top", "circle bottom", "arc", "path"]


class Curve(Struct, frozen=True):
    """A curve for a text: the upper or lower half of the ellipse in a box, an arc, or path data.

    An arc spans the box and rises by `rise` millimetres in its middle; it sags if that is negative.
    """

    kind: CurveKind
    rise: float = 0.0
    data: str = ""

    def points(self, box: BoundingBox, cap: float) -> list[Point]:
        """Return the baseline in a box as points, for letters with capitals of the height `cap`.

        On the upper half of an ellipse, capitals touch the ellipse from inside.
        """
        (cx, cy), width = box.centre, box.width
        match self.kind:
            case "circle top":
                return _ellipse(cx, cy, max(width / 2 - cap, 0.01), max(box.height / 2 - cap, 0.01), -1.0)
            case "circle bottom":
                return _ellipse(cx, cy, width / 2, box.height / 2, 1.0)
            case "arc":
                base = box.bottom if self.rise >= 0 else box.bottom + self.rise
                return _arc(box.left, base, width, self.rise)
            case "path":
                return [(x + box.left, y + box.top) for x, y in _flattened(parse_path(self.data))]


def _ellipse(cx: float, cy: float, rx: float, ry: float, side: float) -> list[Point]:
    """Return half of an ellipse from left to right, the upper one if `side` is negative."""
    angles = (math.pi * step / TURNS for step in range(TURNS + 1))
    return [(cx - rx * math.cos(angle), cy + side * ry * math.sin(angle)) for angle in angles]


def _arc(left: float, base: float, width: float, rise: float) -> list[Point]:
    """Return a circular arc from left to right whose middle is `rise` above its ends."""
    if abs(rise) < 1e-6:
        return [(left, base), (left + width, base)]
    radius = (width**2 / 4 + rise**2) / (2 * abs(rise))
    half = 2 * math.atan2(2 * abs(rise), width)
    side, middle = math.copysign(1.0, rise), left + width / 2
    angles = (half * (2 * step / TURNS - 1) for step in range(TURNS + 1))
    return [
        (middle + radius * math.sin(angle), base - rise + side * radius * (1 - math.cos(angle))) for angle in angles
    ]


def _flattened(commands: Sequence[Command]) -> Iterator[Point]:
    """Yield the points of the first subpath."""
    at = start = (0.0, 0.0)
    for index, command in enumerate(commands):
        match command:
            case ("M", x, y):
                if index:
                    return
                at = start = (x, y)
                yield at
            case ("L", x, y):
                at = (x, y)
                yield at
            case ("C", *controls):
                yield from curve_points(at, *controls, steps=STEPS)
                at = controls[-2], controls[-1]
            case _:
                yield start


def along(block: TextBlock, points: Sequence[Point], share: float) -> TextBlock:
    """Return a block of one line with its letters on a curve; `share` is the part of the free length before it.

    If the line is longer than the curve, the block has an overflow, and the letters go on straight at the ends.
    """
    if not block.lines:
        return block
    lengths = [0.0]
    for (x1, y1), (x2, y2) in pairwise(points):
        lengths.append(lengths[-1] + math.hypot(x2 - x1, y2 - y1))
    line = block.lines[0]
    free = lengths[-1] - line.width
    start = free * (share if free > 0 else 0.5) - line.x
    items: list[Item] = []
    for item in block.items:
        for letter, x, width in _letters(item):
            (px, py), angle = _on(points, lengths, start + x + width / 2)
            there = compose(translate(px, py), rotate(angle))
            items.append(Group((letter,), compose(there, translate(-x - width / 2, -line.baseline))))
    return replace(block, items=tuple(items), overflow_x=max(-free, 0.0) if free < -1e-4 else 0.0)


def _letters(item: Item) -> Iterator[tuple[Item, float, float]]:
    """Yield the letters of an item with their positions and widths; a drawing is one letter."""
    if isinstance(item, Text):
        face, x = named(item.font), item.x
        for char in item.string:
            width = face.measure(char) * item.size * MM_PER_POINT
            if not char.isspace():
                yield replace(item, x=x, string=char, width=width, tracking=0.0), x, width
            x += width + item.tracking
    elif isinstance(item, Group):
        ink, left = bounds((item,)), item.transform[4]
        yield item, left, 2 * (ink.centre[0] - left) if ink else 0.0


def _on(points: Sequence[Point], lengths: Sequence[float], distance: float) -> tuple[Point, float]:
    """Return the point of a curve at a distance from its start, and its direction there in degrees."""
    index = min(max(bisect_right(lengths, distance) - 1, 0), len(points) - 2)
    (x1, y1), (x2, y2) = points[index], points[index + 1]
    length = lengths[index + 1] - lengths[index]
    part = (distance - lengths[index]) / length if length else 0.0
    return (x1 + (x2 - x1) * part, y1 + (y2 - y1) * part), math.degrees(math.atan2(y2 - y1, x2 - x1))
