"""The lie of the land: the ground within the outermost roads, the land round it, the beach, and the water beyond."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.town.polygons import closed, difference, filled, grow, opened, swept, union
from pnp.draw.town.rings import Point, Ring, Shape, circle, coarse, spaced
from pnp.records import dataclass
from pnp.units import total

if TYPE_CHECKING:
    from pnp.draw.town.chance import Chance
    from pnp.draw.town.plan import Plan
    from pnp.model.map_style import WaterStyle

STEP = 5.0
"""How far apart the points of a wavering coast lie."""

BAY = 40.0
"""Half the width of the bays that the coast cuts across."""

WAVES = (3, 5, 8, 13, 21)
"""How often each wave of a coast rises and falls on its way round."""

AWAY = {"north": (0.0, -1.0), "east": (1.0, 0.0), "south": (0.0, 1.0), "west": (-1.0, 0.0)}

MOST_HAVENS = 4

ROOMS = (11.0, 10.0, 9.0, 8.0, 7.0, 6.0)
"""The radii that a haven may have, widest first."""


@dataclass(frozen=True, slots=True)
class Haven:
    """A round stretch of open water before the town."""

    at: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Lie:
    """The body of the town, on land, within its beach, within the water; `havens` are quiet stretches of the water."""

    body: Shape
    land: Shape
    beach: Shape
    water: Shape
    havens: tuple[Haven, ...] = ()


def lie_of_the_land(plan: Plan, style: WaterStyle | None, chance: Chance) -> Lie:
    """Land that keeps all places and roads dry, with a wavering coast on the sides that have water."""
    body = filled(closed(plan.ground, 1.0))
    if style is None or not body:
        return Lie(body, plan.face, plan.face, ())
    havens = _havens(plan, _inland(body, plan, style), style, chance)
    carved = tuple(circle(haven.at, haven.radius + 1.6 * style.beach) for haven in havens)
    easy = opened(closed(grow(body, style.coast), BAY), 2 * style.coast)
    wide = _inland(_wavering(easy, style.coast * 0.8, chance), plan, style)
    land = _rounded(union(grow(body, style.coast * 0.6), difference(wide, carved)), style.coast)
    beach = _beach(land, style.beach, chance) if style.beach else land
    return Lie(body, land, beach, difference(plan.face, beach), havens)


def _inland(shape: Shape, plan: Plan, style: WaterStyle) -> Shape:
    """The shape drawn out over the sides of the face that have no water."""
    for side, (dx, dy) in AWAY.items():
        if side not in style.sides:
            shape = filled(swept(shape, dx * plan.width * 1.5, dy * plan.height * 1.5))
    return shape


def _beach(land: Shape, width: float, chance: Chance) -> Shape:
    wide = _wavering(grow(land, width * 0.8), width * 0.7, chance)
    return _rounded(union(grow(land, width * 0.5), wide), width)


def _rounded(shape: Shape, radius: float) -> Shape:
    return filled(opened(closed(shape, radius), radius))


def _wavering(shape: Shape, sway: float, chance: Chance) -> Shape:
    """The shape with its edge pushed in and out along slow waves."""
    return union(*((_swayed(ring, sway, chance, f"{index} {sway:.2f}"),) for index, ring in enumerate(filled(shape))))


def _swayed(ring: Ring, sway: float, chance: Chance, key: str) -> Ring:
    points = spaced(ring, STEP)
    heights = [chance.between(0.4, 1.0, "height", key, turns) / (1 + turns / 12) for turns in WAVES]
    phases = [chance.between(0.0, math.tau, "phase", key, turns) for turns in WAVES]
    result: list[Point] = []
    for step, (x, y) in enumerate(points):
        along = step / len(points) * math.tau
        rise = total(
            height * math.sin(turns * along + phase)
            for height, phase, turns in zip(heights, phases, WAVES, strict=True)
        )
        push = 2 * sway * rise / total(heights)
        (x0, y0), (x1, y1) = points[step - 1], points[(step + 1) % len(points)]
        length = math.dist((x0, y0), (x1, y1)) or 1.0
        result.append((x + (y1 - y0) / length * push, y - (x1 - x0) / length * push))
    return tuple(result)


def _havens(plan: Plan, dry: Shape, style: WaterStyle, chance: Chance) -> tuple[Haven, ...]:
    """Up to four stretches of water as wide as can be had, well apart from each other."""
    apart = 0.4 * min(plan.width, plan.height)
    found: list[Haven] = []
    for radius in ROOMS:
        if len(found) == MOST_HAVENS:
            break
        inner = grow(plan.face, -radius - 2.5, "miter")
        shore = grow(dry, radius + style.coast * 0.6 + style.beach)
        open_water = coarse(difference(inner, shore, grow(plan.kept, radius + 1.0)))
        points = [point for ring in open_water for point in spaced(ring, 4.0)]
        for point in sorted(points, key=lambda point: chance.share("haven", *point)):
            if len(found) < MOST_HAVENS and all(math.dist(point, haven.at) > apart for haven in found):
                found.append(Haven(point, radius))
    return tuple(found)
