"""A compass rose: four points and four lesser ones, the north one in a colour of its own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.town.curves import straight
from pnp.draw.town.shades import Paint, pen
from pnp.scene.items import Ellipse, Item, Path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.town.rings import Point
    from pnp.scene.items import Colour


def draw_compass(at: Point, size: float, paint: Paint) -> Iterator[Item]:
    """A rose of so many millimetres from north to south."""
    (x, y), reach = at, size / 2
    line, paper = paint("outline"), paint("place")
    yield Ellipse(x, y, reach * 0.66, reach * 0.66, paper, pen(line, 0.4))
    yield Ellipse(x, y, reach * 0.55, reach * 0.55, None, pen(line, 0.2))
    for quarter in range(4):
        yield from _point(at, quarter * 90 + 45, reach * 0.55, reach * 0.13, paint("core"), paper, line)
    for quarter in range(4):
        dark = paint("north") if quarter == 0 else line
        yield from _point(at, quarter * 90, reach, reach * 0.19, dark, dark if quarter == 0 else paper, line)


def _point(
    at: Point, degrees: float, reach: float, half: float, dark: Colour, light: Colour, line: Colour
) -> Iterator[Item]:
    """One point in two halves, the lighter one anticlockwise."""
    turn = math.radians(degrees - 90)
    ux, uy = math.cos(turn), math.sin(turn)
    tip = at[0] + ux * reach, at[1] + uy * reach
    for side, fill in ((-1.0, light), (1.0, dark)):
        shoulder = at[0] + (ux - side * uy) * half, at[1] + (uy + side * ux) * half
        yield Path(straight(((at, shoulder, tip),)), fill, pen(line, 0.3))
