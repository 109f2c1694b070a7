"""Shapes and lines that reach the edge of a face, extended to its bleed."""

import math
from collections.abc import Iterator

from pnp.scene.items import BoundingBox, Command, Point

SLACK = 1e-6
"""The distance from the edge up to which something is on it, in millimetres."""


def bled(box: BoundingBox, trim: BoundingBox | None, bleed: float) -> BoundingBox:
    """Return the box, with each side on the trim moved out to the bleed."""
    if trim is None or not bleed:
        return box
    return BoundingBox(
        box.left - bleed if box.left <= trim.left + SLACK else box.left,
        box.top - bleed if box.top <= trim.top + SLACK else box.top,
        box.right + bleed if box.right >= trim.right - SLACK else box.right,
        box.bottom + bleed if box.bottom >= trim.bottom - SLACK else box.bottom,
    )


def bled_line(start: Point, end: Point, trim: BoundingBox | None, bleed: float) -> tuple[Point, Point]:
    """Return the ends of a line, of which those on the trim are moved out to the bleed, in the line's direction."""
    if trim is None or not bleed or start == end:
        return start, end
    return _moved(start, end, trim, bleed), _moved(end, start, trim, bleed)


def _moved(end: Point, other: Point, trim: BoundingBox, bleed: float) -> Point:
    """Return one end of a line, moved until it is at the bleed of a side on which it is and which the line leaves."""
    dx, dy = end[0] - other[0], end[1] - other[1]
    length = math.hypot(dx, dy)
    leaving = [
        speed / length
        for speed, is_on in zip((-dx, dx, -dy, dy), _sides(end, trim), strict=True)
        if is_on and speed > SLACK * length
    ]
    if not leaving:
        return end
    reach = bleed / max(leaving)  # out of the side that it leaves first
    return round(end[0] + dx / length * reach, 6), round(end[1] + dy / length * reach, 6)


def _sides(point: Point, trim: BoundingBox) -> tuple[bool, bool, bool, bool]:
    """Whether a point is on the left, right, top and bottom side."""
    x, y = point
    return x <= trim.left + SLACK, x >= trim.right - SLACK, y <= trim.top + SLACK, y >= trim.bottom - SLACK


_OUT = ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))


def bled_area(commands: tuple[Command, ...], trim: BoundingBox | None, bleed: float) -> tuple[Command, ...]:
    """Return the outline of an area with a rectangle in the bleed at each straight edge on the trim.

    A rectangle has the direction of the outline, so that the non-zero rule fills both as one area.
    """
    if trim is None or not bleed:
        return commands
    return (*commands, *(step for start, end in _edges(commands) for step in _strip(start, end, trim, bleed)))


def _edges(commands: tuple[Command, ...]) -> Iterator[tuple[Point, Point]]:
    """Yield the straight edges of an area, whose subpaths are closed."""
    first = at = (0.0, 0.0)
    for step in commands:
        match step:
            case ("M", x, y):
                yield at, first
                first = at = (x, y)
            case ("L", x, y):
                yield at, (x, y)
                at = (x, y)
            case ("C", _, _, _, _, x, y):
                at = (x, y)
            case _:
                yield at, first
                at = first
    yield at, first


def _strip(start: Point, end: Point, trim: BoundingBox, bleed: float) -> Iterator[Command]:
    """Yield a rectangle in the bleed along an edge on the trim; at a corner of the trim it fills the corner too."""
    if math.dist(start, end) <= SLACK:
        return
    for here, there, (out_x, out_y) in zip(_sides(start, trim), _sides(end, trim), _OUT, strict=True):
        if not (here and there):
            continue
        (ax, ay), (bx, by) = bled_line(start, end, trim, bleed)
        dx, dy = out_x * bleed, out_y * bleed
        yield from (("M", bx, by), ("L", ax, ay), ("L", ax + dx, ay + dy), ("L", bx + dx, by + dy), ("Z",))
