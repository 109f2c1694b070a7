"""The shore: trees between the outermost road and the beach, palms along the land's edge, parasols on the sand."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.draw.town.curves import straight
from pnp.draw.town.polygons import difference, grow, opened, pieces
from pnp.draw.town.rings import Point, Ring, Shape, coarse, spaced
from pnp.draw.town.scattered import Ground
from pnp.draw.town.shades import Paint, pen
from pnp.draw.town.trees import Tree, draw_palm, grove
from pnp.records import dataclass
from pnp.scene.items import Colour, Ellipse, Group, Item, Path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pnp.draw.town.chance import Chance
    from pnp.draw.town.coast import Haven, Lie
    from pnp.draw.town.plan import Plan

PALM_PITCH, PARASOL_PITCH = 11.0, 8.0

PARASOLS = ("parasol-red", "parasol-blue", "parasol-yellow")


@dataclass(frozen=True, slots=True)
class Palm:
    """A palm: its middle, its size and the turn of its first frond."""

    at: Point
    size: float
    turn: float


def palms(plan: Plan, lie: Lie, chance: Chance) -> tuple[Palm, ...]:
    """A loose row of palms along the edge of the land."""
    room = Ground(coarse(difference(grow(lie.land, -0.9), grow(lie.body, 3.2), grow(plan.kept, 3.0))))
    row = enumerate(_along(grow(lie.land, -1.4), PALM_PITCH, chance, "palm"))
    return tuple(
        Palm(at, chance.between(0.95, 1.25, "size", index), chance.between(0, math.tau, "turn", index))
        for index, at in row
        if room.holds(at) and chance.share("palm", index) < 0.75
    )


def shore_trees(plan: Plan, lie: Lie, taken: Sequence[Palm], chance: Chance) -> tuple[Tree, ...]:
    """Trees where the land between road and beach is wide, away from the palms."""
    strip = opened(difference(grow(lie.land, -3.0), grow(lie.body, 1.5), plan.kept), 2.5)
    trees = [tree for index, part in enumerate(pieces(strip)) for tree in grove(part, 0.3, chance, f"shore {index}")]
    return tuple(tree for tree in trees if all(math.dist(tree.at, palm.at) > tree.radius + 2.6 for palm in taken))


def draw_palms(row: Iterable[Palm], paint: Paint) -> Iterator[Item]:
    """Every palm with its shadow."""
    for palm in row:
        yield from draw_palm(palm.at, palm.size, palm.turn, paint)


def draw_parasols(plan: Plan, lie: Lie, paint: Paint, chance: Chance, taken: Sequence[Haven]) -> Iterator[Item]:
    """Parasols in small groups on the sand."""
    room = Ground(coarse(difference(grow(lie.beach, -1.1), grow(lie.land, 1.3), grow(plan.kept, 2.0))))
    for index, at in enumerate(_along(grow(lie.land, 1.5), PARASOL_PITCH, chance, "parasol")):
        busy = chance.share("busy", index // 4) < 0.55
        if busy and room.holds(at) and all(math.dist(at, it.at) > it.radius + 3.0 for it in taken):
            x, y = round(at[0], 3), round(at[1], 3)
            yield Ellipse(x + 0.5, y + 0.5, 1.25, 1.25, paint("sand-shadow"))
            stamp = _parasol(paint(chance.pick(PARASOLS, "cloth", index)), paint("foam"), paint("outline"))
            yield Group(stamp, (1.0, 0.0, 0.0, 1.0, x, y))


def _along(shape: Shape, pitch: float, chance: Chance, key: str) -> Iterator[Point]:
    """Points along the shape's edge, each a little off its place in the row."""
    for number, ring in enumerate(coarse(shape)):
        for index, (x, y) in enumerate(spaced(ring, pitch)):
            sway = pitch * 0.3
            dx, dy = (chance.between(-sway, sway, key, number, index, axis) for axis in "xy")
            yield x + dx, y + dy


@lru_cache(maxsize=16)
def _parasol(cloth: Colour, pale: Colour, line: Colour) -> tuple[Item, ...]:
    """A parasol from above, 1.25 mm in radius round (0, 0), in eight gores."""
    rim: Ring = tuple((1.25 * math.cos(step * math.pi / 4), 1.25 * math.sin(step * math.pi / 4)) for step in range(8))
    gores = tuple(((0.0, 0.0), rim[step], rim[step + 1]) for step in range(0, 8, 2))
    return (
        Path(straight((rim,)), pale, pen(line, 0.25)),
        Path(straight(gores), cloth),
        Path(straight((rim,)), None, pen(line, 0.25)),
    )
