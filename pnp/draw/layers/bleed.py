"""Shapes, lines and pictures that reach the edge of a face, extended to its bleed."""

import math
from collections.abc import Iterator

from msgspec import Struct

from pnp.scene.items import BoundingBox, Command, Ellipse, Path, Point, apply, compose, rotate, scale, translate
from pnp.scene.parts import Outline
from pnp.scene.paths import transformed

SLACK = 1e-6
"""The distance from a level or upright edge up to which something is on it, in millimetres."""

LOOSE = 0.05
"""The same for faces with slanted or round edges, whose points designers round."""

_LEVEL = 1e-9
"""The maximum difference of the cosine of an angle from 1 that counts as level or upright."""


class TrimSide(Struct, frozen=True):
    """A straight side of a face: the line through (x, y), and the direction of length 1 that leads out of the face."""

    x: float
    y: float
    out: Point
    slack: float = SLACK

    def has(self, point: Point) -> bool:
        """Whether the point is on the side or beyond it."""
        return (point[0] - self.x) * self.out[0] + (point[1] - self.y) * self.out[1] >= -self.slack


class Trim(Struct, frozen=True):
    """The edge of a face, in the coordinates of a layer: straight sides, and an ellipse on a round face.

    `box` is what a layer has to fill to fill the face; None if the layer is turned, but not by quarter turns.
    """

    sides: tuple[TrimSide, ...]
    box: BoundingBox | None
    ring: Ellipse | None = None

    def turned(self, degrees: float, about: Point) -> "Trim":
        """Return the edge in the coordinates of a layer that is turned about a point."""
        back = rotate(-degrees, *about)
        spin = rotate(-degrees)
        sides = tuple(TrimSide(*apply(back, side.x, side.y), apply(spin, *side.out), side.slack) for side in self.sides)
        box = ring = None
        if degrees % 90 == 0 and self.box:
            xs, ys = zip(apply(back, *self.box[:2]), apply(back, *self.box[2:]), strict=True)
            box = BoundingBox(min(xs), min(ys), max(xs), max(ys))
        if self.ring and (self.ring.rx == self.ring.ry or degrees % 180 == 0):
            ring = Ellipse(*apply(back, self.ring.cx, self.ring.cy), self.ring.rx, self.ring.ry)
            box = box or BoundingBox(ring.cx - ring.rx, ring.cy - ring.ry, ring.cx + ring.rx, ring.cy + ring.ry)
        return Trim(sides, box, ring)

    def is_ring(self, box: BoundingBox) -> bool:
        """Whether an ellipse in the box has the shape of the face."""
        whole = self.box
        return self.ring is not None and whole is not None and max(map(_off, box, whole)) <= SLACK

    def leaving(self, point: Point) -> Iterator[Point]:
        """Yield the directions out of the face at a point on its edge."""
        yield from (side.out for side in self.sides if side.has(point))
        if self.ring and _on_ring(point, self.ring):
            ring = self.ring
            dx, dy = (point[0] - ring.cx) / ring.rx**2, (point[1] - ring.cy) / ring.ry**2
            length = math.hypot(dx, dy)
            yield dx / length, dy / length


def _off(one: float, other: float) -> float:
    return abs(one - other)


def _on_ring(point: Point, ring: Ellipse) -> bool:
    """Whether a point is on the ellipse or outside of it."""
    away = math.hypot((point[0] - ring.cx) / ring.rx, (point[1] - ring.cy) / ring.ry)
    return away >= 1 - LOOSE / min(ring.rx, ring.ry)


def trim_of(width: float, height: float, corners: tuple[Point, ...] = (), is_round: bool = False) -> Trim:
    """Return the edge of a face of that size: its box, and the `corners` of a face that is no rectangle."""
    box = BoundingBox(0.0, 0.0, width, height)
    slack = LOOSE if corners else SLACK
    sides = [
        TrimSide(0.0, 0.0, (-1.0, 0.0), slack),
        TrimSide(width, 0.0, (1.0, 0.0), slack),
        TrimSide(0.0, 0.0, (0.0, -1.0), slack),
        TrimSide(0.0, height, (0.0, 1.0), slack),
    ]
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], *corners[:1]), strict=True):  # clockwise
        length = math.dist((ax, ay), (bx, by))
        out = (by - ay) / length, (ax - bx) / length
        if all(abs(part) > _LEVEL for part in out):
            sides.append(TrimSide(ax, ay, out, LOOSE))
    ring = Ellipse(*box.centre, width / 2, height / 2) if is_round else None
    return Trim(tuple(sides), box, ring)


def bled(box: BoundingBox, trim: Trim | None, bleed: float) -> BoundingBox:
    """Return the box, with each side on the trim moved out to the bleed."""
    if trim is None or not bleed:
        return box
    left, top, right, bottom = box
    for side in trim.sides:
        across, down = side.out
        if across < _LEVEL - 1 and left <= side.x + side.slack:
            left = box.left - bleed
        elif across > 1 - _LEVEL and right >= side.x - side.slack:
            right = box.right + bleed
        elif down < _LEVEL - 1 and top <= side.y + side.slack:
            top = box.top - bleed
        elif down > 1 - _LEVEL and bottom >= side.y - side.slack:
            bottom = box.bottom + bleed
    return BoundingBox(left, top, right, bottom)


def bled_line(start: Point, end: Point, trim: Trim | None, bleed: float) -> tuple[Point, Point]:
    """Return the ends of a line, of which those on the trim are moved out to the bleed, in the line's direction."""
    if trim is None or not bleed or start == end:
        return start, end
    return _moved(start, end, trim, bleed), _moved(end, start, trim, bleed)


def _moved(end: Point, other: Point, trim: Trim, bleed: float) -> Point:
    """Return one end of a line, moved until it is at the bleed of a side on which it is and which the line leaves."""
    dx, dy = end[0] - other[0], end[1] - other[1]
    length = math.hypot(dx, dy)
    speeds = [(dx * across + dy * down) / length for across, down in trim.leaving(end)]
    leaving = [speed for speed in speeds if speed > SLACK]
    if not leaving:
        return end
    reach = bleed / max(leaving)  # out of the side that it leaves first
    return round(end[0] + dx / length * reach, 6), round(end[1] + dy / length * reach, 6)


def bled_ends(commands: tuple[Command, ...], trim: Trim | None, bleed: float) -> tuple[Command, ...]:
    """Return a path whose open ends on the trim are continued to the bleed, in the direction of the path there."""
    if trim is None or not bleed:
        return commands
    starts = [index for index, step in enumerate(commands) if step[0] == "M"]
    runs = [commands[start:stop] for start, stop in zip(starts, [*starts[1:], len(commands)], strict=True)]
    return tuple(step for run in runs for step in _continued(run, trim, bleed))


def _continued(run: tuple[Command, ...], trim: Trim, bleed: float) -> tuple[Command, ...]:
    """Return one subpath with its ends continued; a closed one has none."""
    points: list[Point] = [(x, y) for step in run for x, y in zip(step[1::2], step[2::2], strict=True)]
    first, last = points[0], points[-1]
    second = next((point for point in points if math.dist(point, first) > SLACK), None)
    other = next((point for point in reversed(points) if math.dist(point, last) > SLACK), None)
    if ("Z",) in run or second is None or other is None or math.dist(first, last) <= SLACK:
        return run
    start, end = _moved(first, second, trim, bleed), _moved(last, other, trim, bleed)
    head: tuple[Command, ...] = (("M", *start), ("L", *first)) if start != first else run[:1]
    return (*head, *run[1:], *((("L", *end),) if end != last else ()))


def bled_outline(outline: Outline, trim: Trim | None, bleed: float) -> Outline:
    """Return the outline to which something is clipped, extended where it is on the trim."""
    if trim is None or not bleed:
        return outline
    if isinstance(outline, Ellipse):
        box = BoundingBox(
            outline.cx - outline.rx, outline.cy - outline.ry, outline.cx + outline.rx, outline.cy + outline.ry
        )
        if not trim.is_ring(box):
            return outline
        return Ellipse(outline.cx, outline.cy, outline.rx + bleed, outline.ry + bleed)
    return Path(bled_area(outline.commands, trim, bleed)) if isinstance(outline, Path) else outline


def bled_area(commands: tuple[Command, ...], trim: Trim | None, bleed: float) -> tuple[Command, ...]:
    """Return the outline of an area with a strip in the bleed at each edge on the trim.

    A strip has the direction of the outline, so that the non-zero rule fills both as one area.
    """
    if trim is None or not bleed:
        return commands
    strips = (step for start, end in _edges(commands) for step in _strip(start, end, trim, bleed))
    bends = (step for bend in _bends(commands) for step in _bent_strip(*bend, trim.ring, bleed)) if trim.ring else ()
    return (*commands, *strips, *bends)


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


def _strip(start: Point, end: Point, trim: Trim, bleed: float) -> Iterator[Command]:
    """Yield a rectangle in the bleed along an edge on the trim; at a corner of the trim it fills the corner too."""
    if math.dist(start, end) <= SLACK:
        return
    for side in trim.sides:
        if not (side.has(start) and side.has(end)):
            continue
        (ax, ay), (bx, by) = bled_line(start, end, trim, bleed)
        dx, dy = side.out[0] * bleed, side.out[1] * bleed
        yield from (("M", bx, by), ("L", ax, ay), ("L", ax + dx, ay + dy), ("L", bx + dx, by + dy), ("Z",))


Bend = tuple[Point, Point, Point, Point]
"""A cubic Bézier curve."""


def _bends(commands: tuple[Command, ...]) -> Iterator[Bend]:
    """Yield the curves of an area."""
    first = at = (0.0, 0.0)
    for step in commands:
        match step:
            case ("M", x, y):
                first = at = (x, y)
            case ("L", x, y):
                at = (x, y)
            case ("C", ax, ay, bx, by, x, y):
                yield at, (ax, ay), (bx, by), (x, y)
                at = (x, y)
            case _:
                at = first


def _bent_strip(start: Point, one: Point, two: Point, end: Point, ring: Ellipse, bleed: float) -> Iterator[Command]:
    """Yield a strip in the bleed along a curve on the edge of a round face."""
    middle = tuple((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(start, one, two, end, strict=True))
    if math.dist(start, end) <= SLACK or not all(_on_ring(it, ring) for it in (start, (middle[0], middle[1]), end)):
        return
    bend: tuple[Command, ...] = (("M", *start), ("C", *one, *two, *end))
    larger = scale((ring.rx + bleed) / ring.rx, (ring.ry + bleed) / ring.ry)
    about = compose(translate(ring.cx, ring.cy), compose(larger, translate(-ring.cx, -ring.cy)))
    (_, *outer_start), outer = transformed(bend, about)
    yield from (("M", *end), ("C", *two, *one, *start), ("L", outer_start[0], outer_start[1]), outer, ("Z",))
