"""Roads as lines on paper: smooth curves, parallel lines, and spaces of equal size along them; courses of rivers.

All lengths are in one unit; y points down.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from heapq import heappop, heappush
from itertools import pairwise

from msgspec import Struct

from pnp.geometry.polygons import between

Point = tuple[float, float]
Line = tuple[Point, ...]

FLAT = 12
"""Number of straight parts in which each part of a curve is drawn."""

LOOSEST = 0.5
"""Greatest gap between two spaces of a road that is longer than they need, as a share of the length of a space."""


def curved(points: Sequence[Point]) -> Line:
    """Return a smooth line through the points, as short straight parts: a centripetal Catmull–Rom spline.

    Without bends it is the straight line. Unlike a uniform spline it has no loops where points are near each other
    (Yuksel, Schaefer and Keyser 2011).
    """
    line = [point for number, point in enumerate(points) if number == 0 or point != points[number - 1]]
    if len(line) < 3:
        return tuple(line)
    first, last = _mirrored(line[1], line[0]), _mirrored(line[-2], line[-1])
    full = [first, *line, last]
    found = [line[0]]
    for number in range(1, len(full) - 2):
        found += (_between(full[number - 1 : number + 3], step / FLAT) for step in range(1, FLAT + 1))
    return tuple(found)


def _mirrored(point: Point, centre: Point) -> Point:
    return 2 * centre[0] - point[0], 2 * centre[1] - point[1]


def _between(four: Sequence[Point], share: float) -> Point:
    """Return the point of the spline at a share of the way from the second to the third point (Barry and Goldman)."""
    times = [0.0]
    for one, two in pairwise(four):
        times.append(times[-1] + math.sqrt(math.dist(one, two)))
    at = times[1] + share * (times[2] - times[1])
    level, span = list(four), 1
    while len(level) > 1:
        following = []
        for number, (one, two) in enumerate(pairwise(level)):
            begin, end = _knots(times, number, span)
            part = (at - begin) / (end - begin)
            following.append((one[0] + part * (two[0] - one[0]), one[1] + part * (two[1] - one[1])))
        level, span = following, span + 1
    return level[0]


def _knots(times: Sequence[float], number: int, span: int) -> tuple[float, float]:
    """Return between which times a point of a level is interpolated; the last level is between the inner points."""
    return (times[1], times[2]) if span == 3 else (times[number], times[number + span])


def length_of(line: Sequence[Point]) -> float:
    """Return the length of a line."""
    return math.fsum(math.dist(one, two) for one, two in pairwise(line))


def along(line: Sequence[Point], far: float) -> tuple[Point, float]:
    """Return the point at a distance from the start of a line, and the direction there, in radians.

    Before its start and after its end the line continues straight. The line has at least two different points.
    """
    sides = [(one, two) for one, two in pairwise(line) if one != two]
    for number, (one, two) in enumerate(sides):
        length = math.dist(one, two)
        if far <= length or number == len(sides) - 1:
            share = far / length
            turn = math.atan2(two[1] - one[1], two[0] - one[0])
            return (one[0] + share * (two[0] - one[0]), one[1] + share * (two[1] - one[1])), turn
        far -= length
    raise ValueError("a line has two different points at least")


def part(line: Sequence[Point], begin: float, end: float) -> Line:
    """Return the part of a line between two distances from its start; empty if there is none."""
    if end <= begin:
        return ()
    found, gone = [along(line, begin)[0]], 0.0
    for one, two in pairwise(line):
        gone += math.dist(one, two)
        if begin < gone < end:
            found.append(two)
    return (*found, along(line, end)[0])


def shifted(line: Sequence[Point], by: float) -> Line:
    """Return the line moved to its right by a distance (to the left if it is negative), with mitred bends."""
    points = [point for number, point in enumerate(line) if number == 0 or point != line[number - 1]]
    if not by or len(points) < 2:
        return tuple(points)
    normals = []
    for one, two in pairwise(points):
        length = math.dist(one, two)
        normals.append(((one[1] - two[1]) / length, (two[0] - one[0]) / length))
    found = []
    for number, (x, y) in enumerate(points):
        before, after = normals[max(number - 1, 0)], normals[min(number, len(normals) - 1)]
        across, down = before[0] + after[0], before[1] + after[1]
        size = max(across**2 + down**2, 1.0)  # a sharp bend is cut off
        found.append((x + 2 * by * across / size, y + 2 * by * down / size))
    return tuple(found)


# Spaces along a line.


class TrackSpace(Struct, frozen=True):
    """A space: its middle, its direction in radians, and its length."""

    at: Point
    turn: float
    length: float

    def corners(self, width: float) -> Line:
        """Return the corners of the space if it is so wide."""
        cos, sin, far, side = math.cos(self.turn), math.sin(self.turn), self.length / 2, width / 2
        return tuple(
            (self.at[0] + u * cos - v * sin, self.at[1] + u * sin + v * cos)
            for u, v in ((-far, -side), (far, -side), (far, side), (-far, side))
        )


def spaces_along(line: Sequence[Point], number: int, length: float, gap: float) -> tuple[TrackSpace, ...]:
    """Return so many spaces of equal length, in the middle of a line and evenly apart.

    They are at least `gap` apart, and more on a long line. On a line that is too short they are shorter.
    """
    total = length_of(line)
    if number < 1 or total <= 0:
        return ()
    needed = number * length + (number - 1) * gap
    if needed > total:
        squeeze = total / needed
        length, gap = length * squeeze, gap * squeeze
    elif number > 1:
        gap = min((total - number * length) / (number - 1), max(gap, length * LOOSEST))
    begin = (total - number * length - (number - 1) * gap) / 2
    found = []
    for each in range(number):
        start = begin + each * (length + gap)
        one, two = along(line, start)[0], along(line, start + length)[0]
        middle = along(line, start + length / 2)[0]
        # halfway between the chord and the curve, so that the corners stay as near to the line as its middle
        at = ((one[0] + two[0] + 2 * middle[0]) / 4, (one[1] + two[1] + 2 * middle[1]) / 4)
        found.append(TrackSpace(at, math.atan2(two[1] - one[1], two[0] - one[0]), length))
    return tuple(found)


def overlap(one: TrackSpace, two: TrackSpace, width: float, by: float = 0.0) -> bool:
    """Whether two spaces of a width overlap by more than a distance: no line separates them (separating axis)."""
    if math.dist(one.at, two.at) >= (math.hypot(one.length, width) + math.hypot(two.length, width)) / 2 - by:
        return False
    first, second = one.corners(width), two.corners(width)
    for turn in (one.turn, one.turn + math.pi / 2, two.turn, two.turn + math.pi / 2):
        here, there = _shadow(first, turn), _shadow(second, turn)
        if min(here[1], there[1]) - max(here[0], there[0]) <= by:
            return False
    return True


def _shadow(corners: Iterable[Point], turn: float) -> tuple[float, float]:
    """Return the least and greatest coordinate of corners along a direction."""
    cos, sin = math.cos(turn), math.sin(turn)
    found = [x * cos + y * sin for x, y in corners]
    return min(found), max(found)


def to_disc(space: TrackSpace, width: float, centre: Point) -> float:
    """Return the distance from a point to a space; 0 inside it."""
    cos, sin = math.cos(space.turn), math.sin(space.turn)
    x, y = centre[0] - space.at[0], centre[1] - space.at[1]
    u, v = abs(x * cos + y * sin) - space.length / 2, abs(y * cos - x * sin) - width / 2
    return math.hypot(max(u, 0.0), max(v, 0.0))


# The points at which lines end.


class NearestPoint:
    """The nearest of many points, the first of equals, by a k-d tree (Bentley, 1975).

    `steps` is the number of points that were looked at: all of them for each search, if they are on a circle around it.
    """

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = tuple(points)
        first: dict[Point, int] = {}
        for number, point in enumerate(self.points):
            first.setdefault(point, number)
        self.steps = 0
        self._root = _branch(sorted((point, number) for point, number in first.items()), 0)

    def find(self, to: Point) -> tuple[float, int] | None:
        """Return the distance and the number of the point that is nearest to another one; None without points."""
        best: tuple[float, int] | None = None
        pending: list[tuple[float, _Branch | None]] = [(0.0, self._root)]
        while pending:
            away, branch = pending.pop()
            if branch is None or (best is not None and away > best[0]):
                continue
            self.steps += 1
            found = math.dist(branch.point, to), branch.number
            best = found if best is None else min(best, found)
            side = to[branch.axis] - branch.point[branch.axis]
            near, far = (branch.below, branch.above) if side < 0 else (branch.above, branch.below)
            pending += [(abs(side), far), (0.0, near)]
        return best


class _Branch(Struct, frozen=True):
    """A point of a k-d tree, with the points below and above it along an axis."""

    point: Point
    number: int
    axis: int
    below: _Branch | None
    above: _Branch | None


def _branch(points: list[tuple[Point, int]], axis: int) -> _Branch | None:
    if not points:
        return None
    points = sorted(points, key=lambda each: (each[0][axis], each))
    middle = len(points) // 2
    (point, number), other = points[middle], 1 - axis
    return _Branch(point, number, axis, _branch(points[:middle], other), _branch(points[middle + 1 :], other))


# Courses: rivers that swing, and roads with rounded corners.

MEANDER = 0.16
"""How far a river swings between two cells, as a share of the way."""


def meandering(course: Sequence[Point]) -> list[Point]:
    """Return a course with a bend between each two of its points, to the side that a hash of the two says."""
    found = [course[0]]
    for a, b in pairwise(course):
        text = ";".join(f"{each:.2f}" for each in (*a, *b))
        swing = blake2b(text.encode(), digest_size=1).digest()[0] / 255 * 2 - 1
        swing = MEANDER * (swing + (0.4 if swing > 0 else -0.4)) / 1.4
        if math.dist(a, b) > 1.5:
            found.append(((a[0] + b[0]) / 2 - swing * (b[1] - a[1]), (a[1] + b[1]) / 2 + swing * (b[0] - a[0])))
        found.append(b)
    return found


def rounded(line: Sequence[Point]) -> tuple[Point, ...]:
    """Return a line with its corners cut off twice, from its first to its last point (Chaikin 1974).

    It is the same in both directions, so that roads along one route are on each other.
    """
    for _ in range(2):
        cut = [between(a, b, share) for a, b in pairwise(line) for share in (0.25, 0.75)]
        line = (line[0], *cut[1:-1], line[-1])
    return tuple(line)


class RouteNetwork:
    """Routes as spots and ways between them."""

    def __init__(self) -> None:
        self.at: dict[Hashable, Point] = {}
        self.ways: dict[Hashable, dict[Hashable, str]] = {}

    def add(self, kind: str, stops: Sequence[tuple[Hashable, Point]]) -> None:
        """Add a route; where two of them are the same, a road counts and not a trail."""
        self.at.update(stops)
        for (one, _), (other, _) in pairwise(stops):
            for start, end in ((one, other), (other, one)):
                known = self.ways.setdefault(start, {}).get(end)
                self.ways[start][end] = "road" if known == "road" else kind

    def chains(
        self, towns: Mapping[Hashable, str], joined: Collection[tuple[str, str]] = ()
    ) -> tuple[set[tuple[str, str]], list[tuple[str, list[Hashable]]]]:
        """Return the pairs of areas that the network links, and the roads that do so: kinds, and spots along them.

        A link is the shortest way between two areas that no third one is nearer to, unless they are `joined`. Roads
        end at towns, and where three of them meet.
        """
        ways = {pair: way for pair, way in self._links(towns).items() if pair not in joined}
        used: dict[Hashable, dict[Hashable, None]] = {}
        for way in ways.values():
            for one, other in pairwise(way):
                used.setdefault(one, {})[other] = None
                used.setdefault(other, {})[one] = None
        ends = {key for key, others in used.items() if len(others) > 2 or key in towns}
        found: list[tuple[str, list[Hashable]]] = []
        back: set[tuple[Hashable, Hashable]] = set()
        for start in (key for key in used if key in ends):
            for other in used[start]:
                chain = [start, other]
                while chain[-1] not in ends:
                    chain.append(next(key for key in used[chain[-1]] if key != chain[-2]))
                if (start, other) not in back:
                    back.add((chain[-1], chain[-2]))
                    kinds = {self.ways[one][after] for one, after in pairwise(chain)}
                    found.append(("trail" if "trail" in kinds else "road", chain))
        return set(ways), found

    def _links(self, towns: Mapping[Hashable, str]) -> dict[tuple[str, str], list[Hashable]]:
        """Return the shortest way between each two areas that no third one is nearer to.

        All towns are starts of one search (Dijkstra 1959); two areas are linked where their spots meet.
        """
        far, area, before = dict.fromkeys(towns, 0.0), dict(towns), dict[Hashable, Hashable]()
        queue = [(0.0, at, key) for at, key in enumerate(towns)]
        count, done = len(queue), set[Hashable]()
        while queue:
            length, _, key = heappop(queue)
            if key in done:
                continue
            done.add(key)
            for other in self.ways.get(key, ()):
                longer = length + math.dist(self.at[key], self.at[other])
                if other not in far or longer < far[other]:
                    far[other], area[other], before[other] = longer, area[key], key
                    heappush(queue, (longer, count, other))
                    count += 1
        best: dict[tuple[str, str], tuple[float, Hashable, Hashable]] = {}
        for start, ends in self.ways.items():
            for end in ends:
                if start in area and end in area and area[start] < area[end]:
                    length = far[start] + math.dist(self.at[start], self.at[end]) + far[end]
                    pair = area[start], area[end]
                    if pair not in best or length < best[pair][0]:
                        best[pair] = length, start, end
        return {
            pair: [*reversed(list(_back(before, start))), *_back(before, end)]
            for pair, (_, start, end) in sorted(best.items())
        }


def _back(before: Mapping[Hashable, Hashable], key: Hashable) -> Iterator[Hashable]:
    """Yield the spots from one back to the town that is nearest to it."""
    yield key
    while key in before:
        key = before[key]
        yield key
