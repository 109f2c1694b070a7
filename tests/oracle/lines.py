"""Lines on paper: where streets meet, how far along they do, where kerbs meet; in floats, and never by a hair."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import acos, dist, tan

from tests.oracle.board import Data, TooCloseError

Point = tuple[float, float]

HAIR = 0.02
"""Millimetres by which two lengths must differ to be told apart."""


@dataclass(frozen=True)
class Line:
    """A line through points."""

    points: tuple[Point, ...]

    @property
    def parts(self) -> list[tuple[Point, Point, float]]:
        """Its straight parts, each with how far along the line it begins."""
        found, along = [], 0.0
        for start, end in pairwise(self.points):
            found.append((start, end, along))
            along += dist(start, end)
        return found

    @property
    def length(self) -> float:
        """How long it is."""
        return sum(dist(start, end) for start, end in pairwise(self.points))

    @property
    def ring(self) -> bool:
        """Whether it ends where it begins."""
        return len(self.points) > 2 and self.points[0] == self.points[-1]

    def at(self, along: float) -> Point:
        """The point so far along."""
        for start, end, begin in self.parts:
            size = dist(start, end)
            if along <= begin + size + 1e-9:
                share = min(max((along - begin) / size, 0.0), 1.0)
                return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        return self.points[-1]

    def heading(self, along: float, onward: bool) -> Point:
        """The direction in which it leads on from there, or back."""
        ends = self.parts
        if onward:
            start, end, _ = next((part for part in reversed(ends) if part[2] <= along + 1e-6), ends[0])
            return end[0] - start[0], end[1] - start[1]
        start, end, _ = next((part for part in ends if along - 1e-6 <= part[2] + dist(part[0], part[1])), ends[-1])
        return start[0] - end[0], start[1] - end[1]

    def foot(self, point: Point) -> tuple[float, float]:
        """How far away the nearest point of the line lies, and how far along."""
        found = []
        for start, end, begin in self.parts:
            away, share = foot(start, end, point)
            found.append((away, begin + share * dist(start, end)))
        return min(found)


def foot(start: Point, end: Point, point: Point) -> tuple[float, float]:
    """How far a point lies from a straight part, and at which share of that the nearest point is."""
    across, down = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / (across**2 + down**2)
    share = min(max(share, 0.0), 1.0)
    return dist(point, (start[0] + across * share, start[1] + down * share)), share


def crossing(one: tuple[Point, Point], two: tuple[Point, Point]) -> tuple[float, float] | None:
    """At which share of each of two straight parts they cross; None where they don't."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = two
    turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(turn) < 1e-9:
        return None
    first = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn
    second = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / turn
    inside = -1e-9 <= first <= 1 + 1e-9 and -1e-9 <= second <= 1 + 1e-9
    return (first, second) if inside else None


def clear(value: float, limit: float, hair: float = HAIR) -> bool:
    """Whether a value is at most a limit; raises TooCloseError where that hangs on a hair."""
    if abs(value - limit) < hair:
        raise TooCloseError
    return value < limit


def kerbs_meet(arm: Point, other: Point, half: float) -> float:
    """How far along an arm from a junction its kerb meets that of another arm."""
    sizes = dist((0, 0), arm) * dist((0, 0), other)
    cosine = min(max((arm[0] * other[0] + arm[1] * other[1]) / sizes, -1.0), 1.0)
    angle = acos(cosine)
    if angle > 3.14159 or angle < 0.0001:
        return 0.0
    return min(half / tan(angle / 2), 4 * half)


def spot(text: Data, width: float, height: float) -> Point:
    """The point that `west 46.5`, `93 60` or `[93, 60]` names on a ground of that size."""
    if isinstance(text, list):
        return float(text[0]), float(text[1])
    first, *rest = text.split()
    if first in ("north", "south"):
        return float(rest[0]) if rest else width / 2, 0.0 if first == "north" else height
    if first in ("west", "east"):
        return 0.0 if first == "west" else width, float(rest[0]) if rest else height / 2
    return float(first), float(rest[0])
