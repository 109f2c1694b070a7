"""Trees: where they stand, and the few crowns and palms that they are all stamped from."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.draw.town.curves import smooth
from pnp.draw.town.polygons import grow
from pnp.draw.town.rings import Point, Shape, area, box
from pnp.draw.town.scattered import Ground
from pnp.draw.town.shades import Paint, lit, pen
from pnp.records import dataclass
from pnp.scene.items import Colour, Ellipse, Group, Item, Path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pnp.draw.town.chance import Chance

RADII = (1.5, 1.9, 2.4)
"""The radii of crowns, the smallest first."""

ATTEMPTS = 40

SPREAD = 1.5
"""How many of its radii a tree stands from the middle of its cluster."""


@dataclass(frozen=True, slots=True)
class Tree:
    """One tree: its middle, and the radius of its crown."""

    key: str
    at: Point
    radius: float


def grove(shape: Shape, share: float, chance: Chance, key: str) -> tuple[Tree, ...]:
    """Trees in clusters of three to five that cover about `share` of the shape and keep within it."""
    rooms = _rooms(shape)
    if not rooms:
        return ()
    left, top, right, bottom = box(rooms[min(rooms)])
    grounds = {radius: Ground(room) for radius, room in rooms.items()}
    wanted = share * area(shape)
    grown: list[Tree] = []
    covered = 0.0
    for attempt in range(ATTEMPTS):
        if covered >= wanted:
            break
        spring = chance.under(key, attempt)
        middle = spring.between(left, right, "x"), spring.between(top, bottom, "y")
        for tree in _cluster(middle, grounds, spring, f"{key} {attempt}"):
            if all(_clear(tree, other) for other in grown):
                grown.append(tree)
                covered += math.pi * tree.radius**2
    return tuple(grown)


def _cluster(middle: Point, rooms: Mapping[float, Ground], chance: Chance, key: str) -> Iterator[Tree]:
    """One tree in the middle and some round it, those that find room."""
    (x, y), radii = middle, tuple(rooms)
    for number in range(3 + int(chance.share("size") * 3)):
        radius = chance.pick(radii, number, "radius")
        if number:
            turn, far = chance.between(0, math.tau, number), radius * SPREAD
            x, y = middle[0] + far * math.cos(turn), middle[1] + far * math.sin(turn)
        if rooms[radius].holds((x, y)):
            yield Tree(f"{key} {number}", (x, y), radius)


def _rooms(shape: Shape) -> dict[float, Shape]:
    """Where crowns of each radius find room, the smallest first; where one finds none, no larger one does."""
    rooms: dict[float, Shape] = {}
    for radius in RADII:
        room = grow(shape, -radius - 0.5, "miter")
        if not room:
            break
        rooms[radius] = room
    return rooms


def _clear(tree: Tree, other: Tree) -> bool:
    return math.dist(tree.at, other.at) > 0.75 * (tree.radius + other.radius)


def draw_trees(standing: Iterable[Tree], paint: Paint, chance: Chance) -> Iterator[Item]:
    """The trees from north to south, all shadows first."""
    ordered = sorted(standing, key=lambda tree: (tree.at[1], tree.at[0]))
    for tree in ordered:
        x, y, radius = round(tree.at[0] + 0.6, 3), round(tree.at[1] + 0.6, 3), tree.radius
        yield Ellipse(x, y, radius, radius, paint("shadow"))
    for tree in ordered:
        colour = paint(chance.pick(("tree", "tree", "bush"), "kind", tree.key))
        stamp = _crown(colour, paint("outline"), chance.pick((7, 8, 9), "lobes", tree.key))
        size = round(tree.radius / 2, 3)
        yield Group(stamp, (size, 0.0, 0.0, size, round(tree.at[0], 3), round(tree.at[1], 3)))


def draw_palm(at: Point, size: float, turn: float, paint: Paint) -> Iterator[Item]:
    """A palm from above, with its shadow."""
    cos, sin = round(size * math.cos(turn), 4), round(size * math.sin(turn), 4)
    x, y = round(at[0], 3), round(at[1], 3)
    shade, line = paint("shadow"), paint("outline")
    yield Group(_fronds(shade, shade, shade), (cos, sin, -sin, cos, x + 0.6, y + 0.6))
    yield Group(_fronds(paint("palm"), line, paint("trunk")), (cos, sin, -sin, cos, x, y))


@lru_cache(maxsize=64)
def _crown(colour: Colour, line: Colour, lobes: int) -> tuple[Item, ...]:
    """A crown from above, 2 mm in radius round (0, 0)."""
    ring: list[Point] = []
    for step in range(2 * lobes):
        angle, reach = (step + lobes * 0.3) * math.pi / lobes, 1.72 if step % 2 else 2.0
        ring.append((reach * math.cos(angle), reach * math.sin(angle)))
    return Path(smooth(ring), colour, pen(line, 0.3)), Ellipse(-0.5, -0.55, 0.95, 0.85, lit(colour, 0.45))


@lru_cache(maxsize=16)
def _fronds(colour: Colour, line: Colour, heart: Colour) -> tuple[Item, ...]:
    """Seven fronds round (0, 0), up to 3.1 mm long."""
    leaves: list[Item] = []
    for index in range(7):
        cos, sin = math.cos(index * math.tau / 7), math.sin(index * math.tau / 7)
        long = 2.5 + 0.3 * (index % 3)
        leaf = ((0.0, 0.0), (long * 0.45, -0.62), (long, 0.25), (long * 0.5, 0.3))
        ring = [(u * cos - v * sin, u * sin + v * cos) for u, v in leaf]
        leaves.append(Path(smooth(ring), colour if colour == line else lit(colour, 0.3 * (index % 2)), pen(line, 0.2)))
    return (*leaves, Ellipse(0.0, 0.0, 0.42, 0.42, heart, pen(line, 0.2)))
