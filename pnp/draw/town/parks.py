"""Parks, gardens and squares: blocks that are not built on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.town.curves import lines, smooth, straight
from pnp.draw.town.polygons import difference, roomiest
from pnp.draw.town.rings import Point, Shape, circle
from pnp.draw.town.shades import Paint, mixed, pen
from pnp.draw.town.trees import Tree, grove
from pnp.records import dataclass
from pnp.scene.items import Ellipse, Group, Item, Path, Rect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.town.blocks import Block
    from pnp.draw.town.canvas import Canvas
    from pnp.draw.town.chance import Chance

POND = 5.5
"""The least room for a pond or a playing field."""


@dataclass(frozen=True, slots=True)
class Green:
    """What lies on a green block, and the trees on it."""

    items: tuple[Item, ...]
    trees: tuple[Tree, ...]


def park(block: Block, paint: Paint, chance: Chance) -> Green:
    """A lawn with trees; round a pond or a playing field where there is room."""
    at, room = roomiest(block.ground)
    free: Shape = block.ground
    feature: tuple[Item, ...] = ()
    if room > POND and chance.share("feature", block.key) < 0.7:
        draw = _pond if chance.share("pond", block.key) < 0.6 else _field
        feature = tuple(draw(at, room, paint, chance, block.key))
        free = difference(free, (circle(at, room * 0.8),))
    return Green((*_lawn(block, paint), *feature), grove(free, 0.3, chance, block.key))


def garden(block: Block, canvas: Canvas) -> Green:
    """A lawn round a bed of flowers in the form of the district's icon, large and pale."""
    district, paint, chance = canvas.district(block.face.district), canvas.paint, canvas.chance
    if district is None or district.icon is None:
        return park(block, paint, chance)
    at, room = roomiest(block.ground)
    sign = canvas.sign(district.id, "hedge")
    size = room * 1.66
    left, top = round(at[0] - size / 2, 3), round(at[1] - size / 2, 3)
    bed = canvas.look.icon(district.icon.name, left, top, size, mixed(sign, paint("park"), 0.55))
    free = difference(block.ground, (circle(at, room * 0.92),))
    return Green((*_lawn(block, paint), bed), grove(free, 0.4, chance, block.key))


def square(block: Block, paint: Paint) -> Green:
    """A paved square with a fountain in a ring of trees."""
    (x, y), room = roomiest(block.ground)
    line = pen(paint("outline"), 0.3)
    paving = [Ellipse(x, y, room * share, room * share, None, pen(paint("plaza"), 0.5)) for share in (0.93, 0.72)]
    basin = room * 0.42
    rings = ((basin, "stone"), (basin * 0.8, "pond"), (basin * 0.4, "stone"), (basin * 0.2, "foam"))
    fountain = [Ellipse(x, y, radius, radius, paint(thing), line) for radius, thing in rings]
    shade = Ellipse(x + 0.7, y + 0.7, basin, basin, paint("shadow"))
    turns = [(step + 0.5) * math.tau / 8 for step in range(8)]
    trees = tuple(Tree(f"{block.key} {turn:.1f}", _round(x, y, turn, room * 0.83), 1.5) for turn in turns)
    ground = Path(straight(block.ground), paint("square"), line)
    return Green((ground, *paving, shade, *fountain), trees)


def _lawn(block: Block, paint: Paint) -> Iterator[Item]:
    yield Path(straight(block.ground), paint("park"), pen(paint("hedge"), 0.3))


def _pond(at: Point, room: float, paint: Paint, chance: Chance, key: str) -> Iterator[Item]:
    ring: list[Point] = []
    for step in range(7):
        reach = room * chance.between(0.45, 0.66, "shore", key, step)
        ring.append(_round(*at, step * math.tau / 7, reach))
    yield Path(smooth(ring), paint("pond"), pen(paint("wave"), 0.4))
    x, y = at
    ripple = (
        (x - room * 0.22, y + 0.1),
        (x - room * 0.07, y - 0.4),
        (x + room * 0.07, y + 0.3),
        (x + room * 0.22, y - 0.2),
    )
    yield Path(smooth(ripple, ring=False), None, pen(paint("wave"), 0.4))


def _field(at: Point, room: float, paint: Paint, chance: Chance, key: str) -> Iterator[Item]:
    """A playing field with its lines."""
    long, wide = room * 0.62, room * 0.4
    turn = chance.pick((0.0, 0.5, 1.0, 1.57, 2.2), "turn", key)
    chalk = pen(paint("dash"), 0.3)
    pitch = (
        Rect(-long, -wide, 2 * long, 2 * wide, 0.5, paint("field"), pen(paint("hedge"), 0.3)),
        Rect(-long + 0.6, -wide + 0.6, 2 * long - 1.2, 2 * wide - 1.2, 0.0, None, chalk),
        Path(lines(((0.0, -wide + 0.6), (0.0, wide - 0.6))), None, chalk),
        Ellipse(0.0, 0.0, wide * 0.35, wide * 0.35, None, chalk),
    )
    cos, sin = math.cos(turn), math.sin(turn)
    yield Group(pitch, (cos, sin, -sin, cos, *at))


def _round(x: float, y: float, turn: float, reach: float) -> Point:
    return x + reach * math.cos(turn), y + reach * math.sin(turn)
