"""Lots: a site cut into pieces for one building each, along lines square to its longest side."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.town.polygons import grow, intersection, pieces
from pnp.draw.town.rings import Point, Ring, Shape, area, between, edges, signed_area
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.town.chance import Chance

GAP = 1.2
"""The room between two buildings."""

LEAST_GAP = 0.4
"""The room between two buildings where a short wall of one was drawn out to a corner."""

NARROW = 3.4
"""Nothing narrower than this is built."""

LEAST = 14.0
"""Nothing smaller in square millimetres is built."""

WALL = 1.6
"""The shortest wall; shorter ones are merged into their neighbours."""


@dataclass(frozen=True, slots=True)
class Lot:
    """The ground plan of one building: a ring that turns the positive way."""

    key: str
    ring: Ring


@dataclass(frozen=True, slots=True)
class Stretch:
    """The least box round a ring along one of its walls: its middle, its long direction, length and width."""

    middle: Point = (0.0, 0.0)
    along: Point = (1.0, 0.0)
    length: float = 0.0
    width: float = 0.0


def lots(site: Shape, side: float, chance: Chance, key: str) -> tuple[Lot, ...]:
    """The ground plans on a site, each about `side` square."""
    found: list[Lot] = []
    for number, part in enumerate(pieces(site)):
        for index, piece in enumerate(_cut(part, side * side, chance, f"{key}/{number}")):
            broad = grow(grow(piece, -(GAP + NARROW) / 2, "miter"), NARROW / 2, "miter")
            rings = intersection(tuple(map(tidy, broad)), grow(piece, -LEAST_GAP / 2, "miter"))
            found += [
                Lot(f"{key}/{number}/{index}/{n}", ring) for n, ring in enumerate(rings) if signed_area(ring) > LEAST
            ]
    return tuple(found)


def _cut(part: Shape, size: float, chance: Chance, key: str) -> Iterator[Shape]:
    """The part in pieces of about the wanted size, cut in two again and again."""
    box = stretch(part[0])
    wanted = size * chance.between(0.75, 1.35, key)
    enough = 1.7 if box.length < box.width * 1.25 else 1.35
    if area(part) < wanted * enough or box.length < 2 * NARROW + GAP:
        yield part
        return
    off = chance.between(-0.07, 0.07, "cut", key) * box.length
    at = box.middle[0] + box.along[0] * off, box.middle[1] + box.along[1] * off
    for half, turn in enumerate((1.0, -1.0)):
        for number, piece in enumerate(pieces(intersection(part, (_half_plane(at, box.along, turn),)))):
            yield from _cut(piece, size, chance, f"{key}{half}{number}")


def stretch(ring: Ring) -> Stretch:
    """The least box round the ring along one of its walls."""
    boxes = [_along(ring, a, b) for a, b in edges(ring) if math.dist(a, b) >= WALL]
    return min(boxes, key=lambda box: round(box.length * box.width, 6), default=None) or Stretch()


def _along(ring: Ring, a: Point, b: Point) -> Stretch:
    side = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / side, (b[1] - a[1]) / side
    us = [x * ux + y * uy for x, y in ring]
    vs = [y * ux - x * uy for x, y in ring]
    back, front, left, right = min(us), max(us), min(vs), max(vs)
    u, v = (front + back) / 2, (right + left) / 2
    middle = u * ux - v * uy, u * uy + v * ux
    long, wide = front - back, right - left
    return Stretch(middle, (ux, uy), long, wide) if long >= wide else Stretch(middle, (-uy, ux), wide, long)


def _half_plane(at: Point, along: Point, turn: float, far: float = 2000.0) -> Ring:
    """The half of the plane that lies on one side of the line through `at`, square to `along`."""
    ax, ay = along[0] * turn * far, along[1] * turn * far
    return (
        (at[0] - ay, at[1] + ax),
        (at[0] + ay, at[1] - ax),
        (at[0] + ay + ax, at[1] - ax + ay),
        (at[0] - ay + ax, at[1] + ax + ay),
    )


def tidy(ring: Ring, shortest: float = WALL) -> Ring:
    """The ring without walls shorter than `shortest`: their neighbours drawn out until they meet, if that is near."""
    points = list(ring)
    while len(points) > 3:
        count = len(points)
        index = min(range(count), key=lambda step: math.dist(points[step], points[(step + 1) % count]))
        a, b = points[index], points[(index + 1) % count]
        if math.dist(a, b) >= shortest:
            break
        corner = _meeting(points[index - 1], a, b, points[(index + 2) % count])
        points[index] = (
            corner if corner and max(math.dist(corner, a), math.dist(corner, b)) <= shortest else between(a, b)
        )
        del points[(index + 1) % count]
    return tuple(points)


def _meeting(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where the line through a and b meets the one through c and d; None where they are nearly parallel."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = ux * vy - uy * vx
    if abs(cross) <= 0.2 * math.hypot(ux, uy) * math.hypot(vx, vy):
        return None
    return between(a, b, ((c[0] - a[0]) * vy - (c[1] - a[1]) * vx) / cross)
