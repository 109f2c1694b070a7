"""Rings and lines as paths: straight from point to point, or as one smooth curve through all points."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pnp.draw.town.rings import Point, Ring
    from pnp.scene.items import Command


def straight(rings: Iterable[Ring]) -> tuple[Command, ...]:
    """Every ring with straight sides."""
    commands: list[Command] = []
    for ring in rings:
        commands += line(ring)
        commands.append(("Z",))
    return tuple(commands)


def line(points: Sequence[Point]) -> tuple[Command, ...]:
    """An open line through the points."""
    return ("M", *_at(points[0])), *[("L", round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points[1:]]


def lines(*runs: Sequence[Point]) -> tuple[Command, ...]:
    """Several open lines as one path."""
    return tuple(command for run in runs for command in line(run))


def smooth(points: Sequence[Point], *, ring: bool = True) -> tuple[Command, ...]:
    """One curve through all the points, closed where they are a ring (Catmull and Rom's, as cubic curves)."""
    count = len(points)
    last = count if ring else count - 1
    commands: list[Command] = [("M", *_at(points[0]))]
    for index in range(last):
        before, start, end, after = (_pick(points, index + step, ring) for step in (-1, 0, 1, 2))
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        commands.append(("C", *_at(one), *_at(two), *_at(end)))
    if ring:
        commands.append(("Z",))
    return tuple(commands)


def _pick(points: Sequence[Point], index: int, ring: bool) -> Point:
    return points[index % len(points)] if ring else points[max(0, min(len(points) - 1, index))]


def _at(point: Point) -> tuple[float, float]:
    """The point to a micrometre: finer says nothing on paper and fills the file."""
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0
