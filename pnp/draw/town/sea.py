"""Water: bands that grow paler towards the beach, and wave lines where it is open."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.town.curves import smooth, straight
from pnp.draw.town.polygons import difference, grow, swept
from pnp.draw.town.rings import Point, coarse
from pnp.draw.town.scattered import Ground
from pnp.draw.town.shades import Paint, pen
from pnp.scene.items import Command, Item, Path, Rect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.draw.town.chance import Chance
    from pnp.draw.town.coast import Haven, Lie
    from pnp.draw.town.plan import Plan

BANDS = ((5.0, "water-mid"), (2.4, "water-shallow"), (0.6, "foam"))
"""How far from the beach each band of paler water reaches, widest first."""

PITCH = 11.0
"""How far apart wave lines lie."""

MOST_WAVES = 10_000
"""Wave lines of one map; on a face that would hold more they lie farther apart."""


def draw_sea(plan: Plan, lie: Lie, paint: Paint, *, bands: bool) -> Iterator[Item]:
    """The water under everything else, with bands that grow paler towards the beach where they are asked for."""
    yield Rect(0.0, 0.0, plan.width, plan.height, 0.0, paint("water"))
    if bands:
        for reach, thing in BANDS:
            yield Path(straight(grow(lie.beach, reach)), paint(thing))
        yield Path(straight(swept(lie.beach, 0.8, 0.8)), paint("water-shadow"))


def draw_waves(
    plan: Plan, lie: Lie, paint: Paint, chance: Chance, taken: Sequence[Haven], edge: float = 0.0
) -> Iterator[Item]:
    """Wave lines, scattered over the open water inside a frame that is `edge` wide but not over what is taken."""
    inner = grow(plan.face, -edge - 4.0, "miter")
    open_water = Ground(coarse(difference(inner, grow(lie.beach, 3.6), grow(plan.kept, 3.0))))
    pitch = max(PITCH, math.sqrt(plan.width * plan.height / MOST_WAVES), max(plan.width, plan.height) / MOST_WAVES)
    commands: list[Command] = []
    for row in range(int(plan.height / pitch) + 1):
        for column in range(int(plan.width / pitch) + 1):
            x = (column + 0.5 * (row % 2) + chance.between(-0.3, 0.3, "x", row, column)) * pitch
            y = (row + chance.between(-0.3, 0.3, "y", row, column)) * pitch
            if open_water.holds((x, y)) and all(math.dist((x, y), it.at) > it.radius + 3.0 for it in taken):
                commands += _ripple(x, y, 2 + int(chance.share("crests", row, column) * 2))
    if commands:
        yield Path(tuple(commands), None, pen(paint("wave"), 0.5))


def _ripple(x: float, y: float, crests: int) -> tuple[Command, ...]:
    """A line of so many crests round (x, y)."""
    start = x - crests * 1.2
    points: list[Point] = [
        (start + index * 1.2, y + (0.0, -0.63, 0.0, 0.63)[index % 4]) for index in range(2 * crests + 1)
    ]
    return smooth(points, ring=False)
