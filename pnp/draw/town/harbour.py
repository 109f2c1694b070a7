"""What lies in the havens: a compass, a lighthouse on its rock, jetties with boats; and boats out on the water."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.draw.town.curves import lines, smooth, straight
from pnp.draw.town.polygons import difference, grow
from pnp.draw.town.rings import Point, Shape, between, coarse, nearest, rectangle
from pnp.draw.town.scattered import Ground
from pnp.draw.town.shades import Paint, lit, pen
from pnp.scene.items import Affine, Colour, Command, Ellipse, Group, Item, Path, Rect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.draw.town.chance import Chance
    from pnp.draw.town.coast import Haven, Lie
    from pnp.draw.town.plan import Plan


LONGEST = 19.0
"""The length of the longest jetty."""


def draw_boats(
    plan: Plan, lie: Lie, paint: Paint, chance: Chance, taken: Sequence[Haven], edge: float = 0.0
) -> Iterator[tuple[Point, Item]]:
    """Boats on the open water inside a frame that is `edge` wide, well apart, each with where it lies."""
    inner = grow(plan.face, -edge - 7.0, "miter")
    open_water = Ground(coarse(difference(inner, grow(lie.beach, 5.0), grow(plan.kept, 6.0))))
    found: list[Point] = [it.at for it in taken]
    for attempt in range(200):
        at = chance.between(0, plan.width, "boat x", attempt), chance.between(0, plan.height, "boat y", attempt)
        if open_water.holds(at) and all(math.dist(at, other) > 45.0 for other in found):
            found.append(at)
            yield at, boat(at, chance.between(0, math.tau, "boat turn", attempt), 1.25, paint)


def boat(at: Point, turn: float, size: float, paint: Paint) -> Item:
    """A sailing boat from above, its bow towards `turn`."""
    return Group(_boat(paint("hull"), paint("deck"), paint("sail"), paint("outline")), _turned(at, turn, size))


def draw_jetty(haven: Haven, land: Shape, paint: Paint, chance: Chance) -> Iterator[Item]:
    """A jetty from the land to the haven's middle, with a boat on each side."""
    shore = nearest(land, haven.at)
    turn = math.atan2(haven.at[1] - shore[1], haven.at[0] - shore[0])
    start = between(shore, haven.at, -1.5 / (math.dist(shore, haven.at) or 1.0))
    length = min(math.dist(start, haven.at) + 2.5, LONGEST)
    yield Group(_jetty(length, paint("deck"), paint("outline"), paint("water-shadow")), _turned(start, turn, 1.0))
    for side in (-1.0, 1.0):
        far = length - chance.between(5.6, 7.0, "mooring", side)
        at = (
            start[0] + far * math.cos(turn) - side * 2.9 * math.sin(turn),
            start[1] + far * math.sin(turn) + side * 2.9 * math.cos(turn),
        )
        hull = paint("hull" if side < 0 else "sail")
        yield Group(_dinghy(hull, paint("deck"), paint("outline")), _turned(at, turn, 0.95))


def draw_lighthouse(haven: Haven, paint: Paint) -> Iterator[Item]:
    """A lighthouse, seen from the front, on a rock in the water."""
    size = min(1.0, haven.radius / 10.0)
    yield Group(
        _lighthouse(*map(paint, ("stone", "foam", "parasol-red", "core", "outline"))), _turned(haven.at, 0.0, size)
    )


def _turned(at: Point, turn: float, size: float) -> Affine:
    cos, sin = round(size * math.cos(turn), 5), round(size * math.sin(turn), 5)
    return cos, sin, -sin, cos, round(at[0], 3), round(at[1], 3)


@lru_cache(maxsize=8)
def _boat(hull: Colour, deck: Colour, sail: Colour, line: Colour) -> tuple[Item, ...]:
    """A sailing boat round (0, 0) with its bow to the right, 8 mm long."""
    side = ((-3.8, -0.9), (-3.8, 0.9), (-0.8, 1.5), (1.8, 1.1), (4.2, 0.0), (1.8, -1.1), (-0.8, -1.5))
    main: tuple[Command, ...] = (("M", 1.2, -0.1), ("L", -4.4, 1.5), ("C", -3.2, 2.9, -0.6, 2.6, 1.2, -0.1), ("Z",))
    jib: tuple[Command, ...] = (("M", 4.0, 0.0), ("L", 1.3, 0.4), ("C", 1.6, 1.5, 3.0, 1.3, 4.0, 0.0), ("Z",))
    return (
        Path(smooth(side), hull, pen(line, 0.35)),
        Rect(-3.0, -0.75, 3.4, 1.5, 0.6, deck, pen(line, 0.25)),
        Path(main, sail, pen(line, 0.3)),
        Path(jib, hull, pen(line, 0.3)),
        Ellipse(1.2, 0.0, 0.3, 0.3, line),
    )


@lru_cache(maxsize=8)
def _dinghy(hull: Colour, deck: Colour, line: Colour) -> tuple[Item, ...]:
    """A rowing boat round (0, 0) with its bow to the right, 6 mm long."""
    side = ((-2.7, -0.8), (-2.7, 0.8), (-0.3, 1.25), (1.6, 0.8), (3.0, 0.0), (1.6, -0.8), (-0.3, -1.25))
    inner = ((-2.1, -0.45), (-2.1, 0.45), (-0.3, 0.75), (1.2, 0.45), (2.0, 0.0), (1.2, -0.45), (-0.3, -0.75))
    thwarts = (rectangle(-1.5, -0.6, 0.5, 1.2), rectangle(0.2, -0.62, 0.5, 1.24))
    return (
        Path(smooth(side), hull, pen(line, 0.3)),
        Path(smooth(inner), deck, pen(line, 0.2)),
        Path(straight(thwarts), hull, pen(line, 0.2)),
    )


@lru_cache(maxsize=8)
def _jetty(length: float, wood: Colour, line: Colour, shade: Colour) -> tuple[Item, ...]:
    """A jetty from (0, 0) to the right, 2.6 mm wide, with a cross-piece at its end."""
    deck = (
        (0.0, -1.3),
        (length - 2.6, -1.3),
        (length - 2.6, -3.4),
        (length, -3.4),
        (length, 3.4),
        (length - 2.6, 3.4),
        (length - 2.6, 1.3),
        (0.0, 1.3),
    )
    planks = [((x, -1.3), (x, 1.3)) for x in (step * 1.2 for step in range(1, int((length - 2.6) / 1.2) + 1))]
    planks += [((length - 2.6, y), (length, y)) for y in (-2.2, -1.1, 0.0, 1.1, 2.2)]
    return (
        Path(straight((tuple((x + 0.5, y + 0.5) for x, y in deck),)), shade),
        Path(straight((deck,)), wood, pen(line, 0.35)),
        Path(lines(*planks), None, pen(line, 0.2)),
    )


@lru_cache(maxsize=8)
def _lighthouse(stone: Colour, white: Colour, red: Colour, light: Colour, line: Colour) -> tuple[Item, ...]:
    """A lighthouse 17 mm tall round (0, 0)."""
    rock = (
        (-6.4, 5.6),
        (-4.6, 3.4),
        (-1.5, 3.2),
        (1.2, 2.7),
        (4.4, 3.6),
        (6.4, 5.4),
        (4.2, 7.2),
        (0.2, 7.8),
        (-4.0, 7.3),
    )
    tower = ((-2.5, 4.6), (-1.55, -4.2), (1.55, -4.2), (2.5, 4.6))
    stripes = tuple(
        tuple((sign * _half(y), y) for sign, y in ((-1, low), (-1, high), (1, high), (1, low)))
        for low, high in ((-2.4, -0.7), (1.0, 2.8))
    )
    return (
        Path(smooth(rock), stone, pen(line, 0.4)),
        Path(straight((((-4.4, 5.9), (-1.6, 6.4), (-0.2, 5.8)),)), lit(stone, -0.6)),
        Path(straight((tower,)), white),
        Path(straight(stripes), red),
        Path(straight((((0.6, 4.6), (0.35, -4.2), (1.55, -4.2), (2.5, 4.6)),)), lit(white, -0.5)),
        Path(straight(tuple(tuple((max(x, 0.42), y) for x, y in stripe) for stripe in stripes)), lit(red, -0.6)),
        Path(straight((tower,)), None, pen(line, 0.4)),
        Rect(-2.3, -4.9, 4.6, 0.9, 0.2, stone, pen(line, 0.35)),
        Rect(-1.2, -7.0, 2.4, 2.1, 0.1, light, pen(line, 0.35)),
        Path(straight((((-1.8, -7.0), (0.0, -9.2), (1.8, -7.0)),)), red, pen(line, 0.35)),
        Path(straight((rectangle(-0.55, 2.9, 1.1, 1.7),)), line),
    )


def _half(y: float) -> float:
    """Half the width of the lighthouse's tower at that height."""
    return 1.55 + (y + 4.2) / 8.8 * 0.95
