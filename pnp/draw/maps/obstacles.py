"""What labels of maps avoid: discs, lines and polygons with a weight, and labels that are already placed.

A label covers upright or turned boxes. Obstacles are sorted into square cells, so that a box is compared only with what
is near. Lengths are millimetres on paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from pnp.geometry.polygons import Point, Ring, Shape, edges, inside
from pnp.scene.items import BoundingBox
from pnp.units import total

FIRM = math.inf
"""The weight of an obstacle that no label may cover."""

CELL = 8.0
"""The side of a cell of the index."""

GRAZE = 0.35
"""The overlap with an obstacle or another label that is tolerated."""

LONGEST = 40
"""The maximum number of cells along a side in which an obstacle is entered; a larger one is compared with all boxes."""


class LabelBox(Struct, frozen=True):
    """A rectangle of half the width `across` and half the height `down` around `at`, turned clockwise by an angle."""

    at: Point
    across: float
    down: float
    cos: float = 1.0
    sin: float = 0.0

    @classmethod
    def turned(cls, at: Point, across: float, down: float, turn: float) -> LabelBox:
        """Return the rectangle turned by `turn` radians."""
        return cls(at, across, down, math.cos(turn), math.sin(turn)) if turn else cls(at, across, down)

    @property
    def bounds(self) -> BoundingBox:
        """The upright bounding box."""
        wide = self.across * abs(self.cos) + self.down * abs(self.sin)
        tall = self.across * abs(self.sin) + self.down * abs(self.cos)
        return BoundingBox(self.at[0] - wide, self.at[1] - tall, self.at[0] + wide, self.at[1] + tall)

    @property
    def corners(self) -> Ring:
        """The corners in order."""
        sides = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        return tuple(self.outwards(i * self.across, j * self.down) for i, j in sides)

    def outwards(self, u: float, v: float) -> Point:
        """Return the point at (u, v) of the rectangle's own axes."""
        return self.at[0] + u * self.cos - v * self.sin, self.at[1] + u * self.sin + v * self.cos

    def inwards(self, point: Point) -> Point:
        """Return the point in the rectangle's own axes, which start at its centre."""
        x, y = point[0] - self.at[0], point[1] - self.at[1]
        return x * self.cos + y * self.sin, y * self.cos - x * self.sin

    def nearest(self, point: Point) -> Point:
        """Return the point of the rectangle that is nearest to a point."""
        u, v = self.inwards(point)
        return self.outwards(max(-self.across, min(u, self.across)), max(-self.down, min(v, self.down)))

    def overlap(self, other: LabelBox) -> float:
        """Return how far two rectangles overlap, 0 if they do not: the least of the four axes (separating axes)."""
        dx, dy = other.at[0] - self.at[0], other.at[1] - self.at[1]
        cos, sin = abs(self.cos * other.cos + self.sin * other.sin), abs(self.cos * other.sin - self.sin * other.cos)
        depths = (
            self.across + other.across * cos + other.down * sin - abs(dx * self.cos + dy * self.sin),
            self.down + other.across * sin + other.down * cos - abs(dy * self.cos - dx * self.sin),
            other.across + self.across * cos + self.down * sin - abs(dx * other.cos + dy * other.sin),
            other.down + self.across * sin + self.down * cos - abs(dy * other.cos - dx * other.sin),
        )
        return max(0.0, min(depths))

    def covered_of(self, start: Point, end: Point, half: float) -> float:
        """Return the length of a line of half the width `half` that is inside (Liang and Barsky, 1984)."""
        (u0, v0), (u1, v1) = self.inwards(start), self.inwards(end)
        first, last = 0.0, 1.0
        for begin, step, most in ((u0, u1 - u0, self.across + half), (v0, v1 - v0, self.down + half)):
            if abs(step) < 1e-9:
                if abs(begin) >= most:
                    return 0.0
                continue
            low, high = (-most - begin) / step, (most - begin) / step
            first, last = max(first, min(low, high)), min(last, max(low, high))
            if first >= last:
                return 0.0
        return (last - first) * math.dist(start, end)


class Obstacle(Struct, frozen=True):
    """Something that labels avoid: its name in messages, and the cost of each millimetre that is covered.

    It is a disc of `radius` around the first of the `points`, or a line through them of that half width, or with `area`
    the polygon inside of them. Labels of its `owner` may cover it.
    """

    points: tuple[Point, ...]
    radius: float = 0.0
    weight: float = FIRM
    what: str = ""
    owner: str = ""
    area: bool = False

    def covered(self, box: LabelBox) -> float:
        """Return how far the rectangle covers it, in millimetres; 0 if by no more than `GRAZE`."""
        if self.area:
            return self._covered_area(box)
        if len(self.points) == 1:
            u, v = box.inwards(self.points[0])
            far = math.hypot(max(abs(u) - box.across, 0.0), max(abs(v) - box.down, 0.0))
            depth = self.radius - far + (min(box.across, box.down) if far == 0.0 else 0.0)
        else:
            return total(box.covered_of(a, b, self.radius - GRAZE) for a, b in _near(box, self.points, self.radius))
        return depth if depth > GRAZE else 0.0

    def _covered_area(self, box: LabelBox) -> float:
        crossed = total(box.covered_of(a, b, -GRAZE) for a, b in _near(box, (*self.points, self.points[0]), 0.0))
        if crossed or inside((self.points,), box.at):
            return max(crossed, 2 * min(box.across, box.down))
        return 0.0

    @property
    def bounds(self) -> BoundingBox:
        """The upright bounding box."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return BoundingBox(min(xs), min(ys), max(xs), max(ys)).grown(self.radius)


def _near(box: LabelBox, points: Sequence[Point], half: float) -> Iterator[tuple[Point, Point]]:
    """Yield the parts of a line of half the width `half` that a rectangle can touch: a coast has hundreds of others."""
    left, top, right, bottom = box.bounds.grown(
        1.5 * half
    )  # 1.5: at a turned corner the line reaches 1.42 times as far
    for start, end in pairwise(points):
        if (
            max(start[0], end[0]) >= left
            and min(start[0], end[0]) <= right
            and max(start[1], end[1]) >= top
            and min(start[1], end[1]) <= bottom
        ):
            yield start, end


def lines_of(shape: Shape, half: float, weight: float, what: str = "", owner: str = "") -> Iterator[Obstacle]:
    """Yield the edges of a shape as obstacles of that half width, each short enough for the index."""
    for ring in shape:
        yield from line_of((*ring, ring[0]), half, weight, what, owner)


def line_of(points: Sequence[Point], half: float, weight: float, what: str = "", owner: str = "") -> Iterator[Obstacle]:
    """Yield an open line in parts of about the size of a cell."""
    part: list[Point] = [points[0]]
    for point in points[1:]:
        part.append(point)
        if math.dist(part[0], point) > CELL:
            yield Obstacle(tuple(part), half, weight, what, owner)
            part = [point]
    if len(part) > 1:
        yield Obstacle(tuple(part), half, weight, what, owner)


class ObstacleIndex:
    """Obstacles and placed labels by the cells that they touch; labels can be taken out again."""

    def __init__(self, obstacles: Iterable[Obstacle] = ()) -> None:
        self._cells: dict[tuple[int, int], list[tuple[BoundingBox, Obstacle]]] = {}
        self._large: list[tuple[BoundingBox, Obstacle]] = []
        self._labels: dict[tuple[int, int], dict[str, None]] = {}
        self._grounds: dict[str, tuple[LabelBox, ...]] = {}
        for obstacle in obstacles:
            self.add(obstacle)

    def add(self, obstacle: Obstacle) -> None:
        """Add an obstacle."""
        bounds = obstacle.bounds
        if max(bounds.width, bounds.height) > LONGEST * CELL:
            self._large.append((bounds, obstacle))
            return
        for cell in cells_of(bounds):
            self._cells.setdefault(cell, []).append((bounds, obstacle))

    def put(self, key: str, ground: Iterable[LabelBox]) -> None:
        """Add the ground of a label, instead of the one that it had."""
        self.take(key)
        self._grounds[key] = tuple(ground)
        for box in self._grounds[key]:
            for cell in cells_of(box.bounds):
                self._labels.setdefault(cell, {})[key] = None

    def take(self, key: str) -> None:
        """Remove the ground of a label, if it has one."""
        for box in self._grounds.pop(key, ()):
            for cell in cells_of(box.bounds):
                self._labels.get(cell, {}).pop(key, None)

    def obstacles(self, box: LabelBox) -> Iterator[tuple[Obstacle, float]]:
        """Yield the obstacles that a rectangle covers, each once, with the extent in millimetres."""
        seen: set[int] = set()
        bounds = box.bounds
        left, top, right, bottom = bounds
        near = [each for cell in cells_of(bounds) for each in self._cells.get(cell, ())]
        for (x0, y0, x1, y1), obstacle in (*near, *self._large):
            if x0 <= right and left <= x1 and y0 <= bottom and top <= y1 and id(obstacle) not in seen:
                seen.add(id(obstacle))
                depth = obstacle.covered(box)
                if depth > 0:
                    yield obstacle, depth

    def labels(self, box: LabelBox, key: str) -> Iterator[tuple[str, float]]:
        """Yield the labels other than `key` that a rectangle covers, each once, with the extent in millimetres."""
        seen = {key}
        for other in (each for cell in cells_of(box.bounds) for each in self._labels.get(cell, ())):
            if other not in seen:
                seen.add(other)
                depth = max(box.overlap(ground) for ground in self._grounds[other])
                if depth > GRAZE:
                    yield other, depth


def cells_of(bounds: BoundingBox) -> list[tuple[int, int]]:
    """Return the cells of the index, by column and row, that a box touches."""
    left, top = math.floor(bounds.left / CELL), math.floor(bounds.top / CELL)
    right, bottom = math.floor(bounds.right / CELL), math.floor(bounds.bottom / CELL)
    if left == right and top == bottom:
        return [(left, top)]
    return [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]


class InnerGround:
    """The inside of a region: tells whether boxes are inside of it; its edges are sorted into horizontal strips."""

    STRIP = 2.5

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._strips: dict[int, list[tuple[Point, Point]]] = {}
        for ring in shape:
            for a, b in edges(ring):
                for strip in self._between(min(a[1], b[1]), max(a[1], b[1])):
                    self._strips.setdefault(strip, []).append((a, b))

    def _between(self, top: float, bottom: float) -> range:
        return range(math.floor(top / self.STRIP), math.floor(bottom / self.STRIP) + 1)

    def holds(self, box: LabelBox, margin: float = 0.0) -> bool:
        """Whether a rectangle with that margin is inside: its centre is, and no edge crosses it."""
        bounds = box.bounds.grown(margin)
        for strip in self._between(bounds.top, bounds.bottom):
            for a, b in self._strips.get(strip, ()):
                if (a[0] < bounds.left and b[0] < bounds.left) or (a[0] > bounds.right and b[0] > bounds.right):
                    continue
                if box.covered_of(a, b, margin) > 0:
                    return False
        return bool(self._wound(box.at))

    def _wound(self, point: Point) -> int:
        found = 0
        for (x0, y0), (x1, y1) in self._strips.get(math.floor(point[1] / self.STRIP), ()):
            if (y0 <= point[1]) != (y1 <= point[1]):
                x = x0 + (point[1] - y0) * (x1 - x0) / (y1 - y0)
                if x > point[0]:
                    found += 1 if y1 > y0 else -1
        return found

    def chords(self, y: float) -> list[tuple[float, float]]:
        """Return the parts of a horizontal line at `y` that are inside, as pairs of x, from the left."""
        found: list[tuple[float, int]] = []
        for (x0, y0), (x1, y1) in self._strips.get(math.floor(y / self.STRIP), ()):
            if (y0 <= y) != (y1 <= y):
                found.append((x0 + (y - y0) * (x1 - x0) / (y1 - y0), 1 if y1 > y0 else -1))
        pairs, wound, start = [], 0, 0.0
        for x, way in sorted(found):
            if wound == 0:
                start = x
            wound += way
            if wound == 0:
                pairs.append((start, x))
        return pairs


# Boxes that labels and their lines avoid.

DASH = 1.0
"""The distance between the boxes that stand for a line, in millimetres."""


TRIED = 5
"""The number of points in each direction at which a line may end on a box."""


class BoxIndex:
    """Boxes by the cells of a grid that they touch inside `reach`."""

    def __init__(self, boxes: Iterable[BoundingBox], reach: BoundingBox) -> None:
        self._boxes: list[BoundingBox] = []
        self._cells: dict[tuple[int, int], list[int]] = {}
        for box in boxes:
            if inside := box.common(reach):
                for cell in cells_of(inside):
                    self._cells.setdefault(cell, []).append(len(self._boxes))
                self._boxes.append(box)

    def near(self, box: BoundingBox) -> list[BoundingBox]:
        """Return those that share a cell with a box inside the reach, in the order given."""
        found = {number for cell in cells_of(box) for number in self._cells.get(cell, ())}
        return [self._boxes[number] for number in sorted(found)]


def along(line: tuple[Point, Point]) -> Iterator[BoundingBox]:
    """Yield small boxes along a line, which other labels and lines avoid."""
    (x, y), (u, v) = line
    count = math.ceil(math.dist((x, y), (u, v)) / DASH)
    for step in range(1, count + 1):
        share = step / count
        at = x + share * (u - x), y + share * (v - y)
        yield BoundingBox(*at, *at).grown(DASH / 2)


def length_inside(line: tuple[Point, Point], box: BoundingBox) -> float:
    """Return the length of a line inside a box (Liang and Barsky, 1984)."""
    (x, y), (u, v) = line
    across, down = u - x, v - y
    first, last = 0.0, 1.0
    for step, room in ((-across, x - box.left), (across, box.right - x), (-down, y - box.top), (down, box.bottom - y)):
        if not step:
            if room < 0:
                return 0.0
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    return max(0.0, last - first) * math.hypot(across, down)


def points_from(nearest: Point, inner: BoundingBox) -> Iterator[Point]:
    """Yield the point of a box that is nearest to a label, then others, from near to far."""
    yield nearest
    steps = [step / (TRIED - 1) for step in range(TRIED)]
    points = ((inner.left + a * inner.width, inner.top + b * inner.height) for a in steps for b in steps)
    yield from sorted(points, key=lambda point: (round(math.dist(point, nearest), 6), point))
