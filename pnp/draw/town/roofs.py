"""Roofs seen from above: each a few flat facets in the light of its slope, ridges, and an outline."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from pnp.draw.town.curves import lines, straight
from pnp.draw.town.lots import stretch
from pnp.draw.town.polygons import grow, intersection
from pnp.draw.town.rings import Point, Ring, Shape, between, centre, corners, edges, perimeter, rectangle, signed_area
from pnp.draw.town.shades import Paint, lit, mixed, pen
from pnp.scene.items import Colour, Ellipse, Group, Item, Path, Rect

if TYPE_CHECKING:
    from pnp.draw.town.chance import Chance

RIDGE = 0.25

MARKETS = ("parasol-red", "parasol-blue", "parasol-yellow")
"""The cloths of markets."""

MARKET_SHARE = 0.08
"""The share of four-walled buildings of the outskirts that are markets."""

Roof = Callable[[Ring, Colour, Paint], Iterator[Item]]


def draw_roof(ring: Ring, kind: str, colour: Colour, paint: Paint, outline: float) -> Iterator[Item]:
    """The roof of one building, facet by facet, and its outline."""
    yield from ROOFS[kind](ring, colour, paint)
    yield Path(straight((ring,)), None, pen(paint("outline"), outline))


def roof_kind(ring: Ring, high: bool, chance: Chance, key: str, unlike: str) -> str:
    """A kind of roof that a ground plan of this form can carry, other than the one it should be unlike, if it can."""
    if not high and len(ring) == 4 and chance.share("market", key) < MARKET_SHARE:
        return chance.pick(MARKETS, "cloth", key)
    fitting = _fitting(ring, high)
    others = tuple(kind for kind in fitting if kind != unlike)
    return chance.pick(others or fitting, "roof", key)


def _fitting(ring: Ring, high: bool) -> tuple[str, ...]:
    if high and grow((ring,), -3.4, "miter"):
        return ("flat", "stepped", "terrace", "glass", "tower" if _compact(ring) else "terrace")
    if high:
        return ("flat", "stepped", "glass")
    if not _convex(ring):
        return ("flat",)
    return ("gable", "gable", "hip", "flat") if len(ring) == 4 else ("hip", "flat")


def _convex(ring: Ring) -> bool:
    """Whether no corner of the ring points inwards."""
    return all((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 0 for a, b, c in corners(ring))


def _compact(ring: Ring) -> bool:
    """Whether the ring is about as wide as long."""
    return signed_area(ring) * 4 * math.pi / perimeter(ring) ** 2 > 0.6


def _slope(facet: Ring, colour: Colour) -> Path:
    """A facet that falls towards its first side, in the light from the north-west."""
    a, b = facet[:2]
    length = math.dist(a, b) or 1.0
    return Path(straight((facet,)), lit(colour, ((b[0] - a[0]) - (b[1] - a[1])) / length * math.sqrt(0.5)))


def _gable(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    a, b, c, d = _long_first(ring)
    start, end = between(d, a), between(b, c)
    yield _slope((a, b, end, start), colour)
    yield _slope((c, d, start, end), colour)
    yield Path(lines((start, end)), None, pen(paint("outline"), RIDGE))


def _hip(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A roof that falls to every wall, from a ridge along a long building or one point over a compact one."""
    box, (x, y) = stretch(ring), centre(ring)
    ux, uy = box.along
    half = 0.42 * (box.length - box.width) if box.length > 1.3 * box.width else 0.0
    ends = ((x - ux * half, y - uy * half), (x + ux * half, y + uy * half))
    tops = {corner: ends[(corner[0] - x) * ux + (corner[1] - y) * uy > 0] for corner in ring}
    for a, b in edges(ring):
        yield _slope((a, b, tops[b]) if tops[a] == tops[b] else (a, b, tops[b], tops[a]), colour)
    yield Path(lines(ends, *tops.items()), None, pen(paint("outline"), RIDGE))


def _flat(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    yield from _parapet(ring, colour, paint)
    box = stretch(ring)
    ux, uy = box.along
    x, y = centre(ring)
    hatch = Rect(-0.9, -0.65, 1.8, 1.3, 0.0, lit(colour, 0.9), pen(paint("outline"), RIDGE))
    for off in (0.0, 2.6) if box.length > 13 else (0.0,):
        yield Group((hatch,), (ux, uy, -uy, ux, round(x + off * ux, 3), round(y + off * uy, 3)))


def _stepped(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    yield Path(straight((ring,)), lit(colour, -0.3))
    for depth, light in ((1.3, 0.3), (2.6, 0.9)):
        yield Path(straight(grow((ring,), -depth, "miter")), lit(colour, light), pen(paint("outline"), RIDGE))


def _tower(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A flat roof where a helicopter can land."""
    yield from _parapet(ring, colour, paint)
    x, y = centre(ring)
    yield Ellipse(round(x, 3), round(y, 3), 2.0, 2.0, lit(colour, 0.9), pen(paint("outline"), RIDGE))
    bars = (((-0.7, -0.9), (-0.7, 0.9)), ((0.7, -0.9), (0.7, 0.9)), ((-0.7, 0.0), (0.7, 0.0)))
    yield Path(lines(*([(x + u, y + v) for u, v in bar] for bar in bars)), None, pen(paint("outline"), 0.35))


def _terrace(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A garden on the roof, with a bush or two."""
    yield Path(straight((ring,)), lit(colour, 0.5))
    yield Path(straight(grow((ring,), -1.5, "miter")), paint("park"), pen(paint("outline"), RIDGE))
    box = stretch(ring)
    x, y = centre(ring)
    for off in (-0.14, 0.14):
        at = x + box.along[0] * box.length * off, y + box.along[1] * box.length * off
        yield Ellipse(round(at[0], 3), round(at[1], 3), 1.1, 1.1, paint("tree"), pen(paint("outline"), RIDGE))


def _glass(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A glass roof over a hall, with bars along its short way."""
    yield Path(straight((ring,)), lit(colour, 0.3))
    pane = grow((ring,), -1.2, "miter")
    yield Path(straight(pane), paint("glass"), pen(paint("outline"), RIDGE))
    yield Path(straight(intersection(pane, _bars(ring, 0.15, 2.0))), paint("outline"))


def _market(cloth: str, ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    """A market under striped cloth."""
    yield Path(straight((ring,)), paint("foam"))
    yield Path(straight(intersection((ring,), _bars(ring, 1.1, 2.2))), mixed(paint(cloth), paint("foam"), 0.35))


def _bars(ring: Ring, width: float, pitch: float) -> Shape:
    """Bars across the ring's long way."""
    box = stretch(ring)
    (ux, uy), (x, y), far = box.along, box.middle, box.length
    count = int(far / 2 / pitch) + 1
    bars = (rectangle(step * pitch - width / 2, -far, width, 2 * far) for step in range(-count, count + 1))
    return tuple(tuple((x + u * ux - v * uy, y + u * uy + v * ux) for u, v in bar) for bar in bars)


def _parapet(ring: Ring, colour: Colour, paint: Paint) -> Iterator[Item]:
    yield Path(straight((ring,)), lit(colour, 0.5))
    yield Path(straight(grow((ring,), -0.8, "miter")), colour, pen(paint("outline"), RIDGE))


def _long_first(ring: Ring) -> tuple[Point, Point, Point, Point]:
    """The four corners, beginning with a long side."""
    a, b, c, d = ring
    return (a, b, c, d) if math.dist(a, b) + math.dist(c, d) >= math.dist(b, c) + math.dist(d, a) else (b, c, d, a)


ROOFS: dict[str, Roof] = {
    "gable": _gable,
    "hip": _hip,
    "flat": _flat,
    "stepped": _stepped,
    "tower": _tower,
    "terrace": _terrace,
    "glass": _glass,
    **{cloth: partial(_market, cloth) for cloth in MARKETS},
}
