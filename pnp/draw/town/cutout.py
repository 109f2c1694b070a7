"""Cut-outs: a drawing with a rim of paper round its outline and a flat shadow, as if it were cut out and stuck on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.town.curves import straight
from pnp.draw.town.polygons import band, filled, grow, swept, union
from pnp.draw.town.rings import signed_area
from pnp.scene.items import Item, Path
from pnp.scene.shapes import transformed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.draw.town.rings import Point, Ring, Shape
    from pnp.draw.town.shades import Paint
    from pnp.scene.items import Affine, Command, Group

RIM = 0.9
"""How wide the rim of paper is."""

SHADOW = 0.9
"""How far the shadow falls to the south-east."""

STEPS = 8
"""In how many straight pieces a curve is taken."""


def draw_cut_out(drawing: Group, paint: Paint) -> Iterator[Item]:
    """The shadow and the rim of a drawing, and the drawing on them."""
    ground = filled(grow(union(*_grounds(drawing.items, drawing.transform)), RIM))
    yield Path(straight(swept(ground, SHADOW, SHADOW)), paint("shadow"))
    yield Path(straight(ground), paint("sign"))
    yield drawing


def _grounds(items: Iterable[Item], matrix: Affine) -> Iterator[Shape]:
    """The ground of each fill and each line of a drawing, holes and all."""
    for item in items:
        if not isinstance(item, Path):
            continue
        for line in _lines(transformed(item.commands, matrix)):
            if item.fill and len(line) > 2:
                yield (_outward(line),)
            if item.stroke and len(line) > 1:
                yield band(line, item.stroke.width * matrix[0])


def _outward(line: Ring) -> Ring:
    return line if signed_area(line) >= 0 else line[::-1]


def _lines(commands: Iterable[Command]) -> Iterator[Ring]:
    """The lines of a path from point to point, each closed one ending where it began."""
    line: list[Point] = []
    for command in commands:
        match command:
            case ("M", x, y):
                if line:
                    yield tuple(line)
                line = [(x, y)]
            case ("L", x, y):
                line.append((x, y))
            case ("C", x1, y1, x2, y2, x, y):
                line += _curve(line[-1], (x1, y1), (x2, y2), (x, y))
            case _:
                line.append(line[0])
    if line:
        yield tuple(line)


def _curve(start: Point, one: Point, two: Point, end: Point) -> Iterator[Point]:
    for step in range(1, STEPS + 1):
        t = step / STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * start[0] + b * one[0] + c * two[0] + d * end[0], a * start[1] + b * one[1] + c * two[1] + d * end[1]
