"""Streets: all casings first, then all fills, then the dashes, so that junctions run into each other."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.draw.town.curves import lines, straight
from pnp.draw.town.rings import Point, Ring, between
from pnp.scene.items import Item, Path, Stroke
from pnp.units import total

if TYPE_CHECKING:
    from pnp.draw.town.plan import Plan, Way
    from pnp.draw.town.shades import Paint
    from pnp.model.map_style import Dash, RoadStyle

Line = Sequence[Point]

ARROW = ((-1.0, 0.17), (0.1, 0.17), (0.1, 0.5), (1.0, 0.0), (0.1, -0.5), (0.1, -0.17), (-1.0, -0.17))
"""An arrow to the right, twice as long as wide."""


def draw_streets(plan: Plan, style: RoadStyle, paint: Paint) -> Iterator[Item]:
    """Every road of the plan, with an arrow on those that lead one way only."""
    both = [way.points for way in plan.ways if not way.one_way]
    single = [way.points for way in plan.ways if way.one_way]
    if style.casing and plan.ways:
        yield _all([*both, *single], paint("kerb"), plan.street)
    if both:
        yield _all(both, paint("street"), style.width)
    if single:
        yield _all(single, paint("one-way"), style.width)
        yield Path(straight(_arrow(points, style.width * 0.7) for points in single), paint("arrow"))
    if style.dash and both:
        leaving = _leaving(plan)
        open_road = [_paced(_apart(way, leaving, plan), style.dash) for way in plan.ways if not way.one_way]
        runs = [line for line in open_road if line]
        stroke = Stroke(paint("dash"), style.dash.width, (style.dash.length, style.dash.gap))
        yield from (Path(lines(*runs), None, stroke) for _ in runs[:1])


def _all(runs: Sequence[Line], colour: str, width: float) -> Path:
    return Path(lines(*runs), None, Stroke(colour, width, cap="round", join="round"))


def _arrow(points: Line, size: float) -> Ring:
    """An arrow in the middle of the road's longest stretch, pointing along it."""
    a, b = max(itertools.pairwise(points), key=lambda side: math.dist(*side))
    turn = math.atan2(b[1] - a[1], b[0] - a[0])
    cos, sin, (x, y) = math.cos(turn) * size, math.sin(turn) * size, between(a, b)
    return tuple((x + u * cos - v * sin, y + u * sin + v * cos) for u, v in ARROW)


def _leaving(plan: Plan) -> Mapping[Point, list[tuple[Way, Line]]]:
    """The roads that leave each place, in the direction that they leave it."""
    found: dict[Point, list[tuple[Way, Line]]] = {}
    for way in plan.ways:
        for line in (way.points, way.points[::-1]):
            found.setdefault(line[0], []).append((way, line))
    return found


def _apart(way: Way, leaving: Mapping[Point, list[tuple[Way, Line]]], plan: Plan) -> Line:
    """The part of a road clear of its places and of roads that leave them beside it; nothing where there is none."""
    beside = {
        end: [line for other, line in leaving[end] if other is not way] for end in (way.points[0], way.points[-1])
    }
    start, end = (_shared(points, beside[points[0]], plan) for points in (way.points, way.points[::-1]))
    return _cut(_cut(way.points, start)[::-1], end)[::-1]


def _shared(points: Line, beside: Sequence[Line], plan: Plan) -> float:
    """How far from its first point a road lies under its place or is one with another."""
    far = plan.radii[points[0]] + 1.0
    for line in beside:
        turn = abs((_angle(line) - _angle(points) + math.pi) % math.tau - math.pi)
        if 0.05 < turn < math.pi / 2:
            far = max(far, 0.9 * plan.street / math.sin(turn))
    return far


def _paced(points: Line, dash: Dash) -> Line:
    """As much of the line's middle as whole dashes fill; nothing where not even one has room."""
    length = total(math.dist(a, b) for a, b in itertools.pairwise(points))
    over = (length + dash.gap) % (dash.length + dash.gap)
    return () if length < dash.length else _cut(_cut(points, over / 2)[::-1], over / 2)[::-1]


def _angle(points: Line) -> float:
    return math.atan2(points[1][1] - points[0][1], points[1][0] - points[0][0])


def _cut(points: Line, length: float) -> Line:
    """The line without so much of its start; nothing where nothing is left."""
    for index, (a, b) in enumerate(itertools.pairwise(points), start=1):
        side = math.dist(a, b)
        if side > length:
            return (between(a, b, length / side), *points[index:])
        length -= side
    return ()
