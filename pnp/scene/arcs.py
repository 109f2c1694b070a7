"""Elliptical arcs, with the flags that SVG has, as cubic curves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from pnp.scene.geometry import apply, compose, invert, rotate, scale

if TYPE_CHECKING:
    from pnp.scene.geometry import Point
    from pnp.scene.items import Affine, Command

_Curve = tuple[Literal["C"], float, float, float, float, float, float]


def arc(
    start: Point, rx: float, ry: float, rotation: float, large: bool, sweep: bool, end: Point
) -> tuple[Command, ...]:
    """The curves from `start` to `end` on an ellipse turned by `rotation` degrees; they continue a path at `start`.

    `sweep` goes clockwise as seen on the page. Radii too small to reach are enlarged, an arc without a radius is a line
    and one without a length nothing: as SVG says.
    """
    if start == end:
        return ()
    if rx == 0 or ry == 0:
        return (("L", *end),)
    matrix = compose(rotate(rotation), scale(abs(rx), abs(ry)))  # takes the unit circle to the ellipse
    back = invert(matrix)
    (x0, y0), (x1, y1) = apply(back, *start), apply(back, *end)
    half = math.hypot(x1 - x0, y1 - y0) / 2
    if half > 1:
        matrix = compose(matrix, scale(half))
        x0, y0, x1, y1, half = x0 / half, y0 / half, x1 / half, y1 / half, 1.0
    aside = math.sqrt(1 - half * half) / (2 * half) * (1 if large != sweep else -1)
    cx, cy = (x0 + x1) / 2 - aside * (y1 - y0), (y0 + y1) / 2 + aside * (x1 - x0)
    first = math.atan2(y0 - cy, x0 - cx)
    turn = (math.atan2(y1 - cy, x1 - cx) - first) % math.tau
    curves = _circular(cx, cy, first, turn if sweep else turn - math.tau, matrix)
    *before, last = curves
    return (*before, ("C", *last[1:5], *end))  # the end exactly, so that shapes close


def _circular(cx: float, cy: float, first: float, turn: float, matrix: Affine) -> list[_Curve]:
    """The arc of the unit circle round (cx, cy), in curves of a quarter turn at most, taken through `matrix`."""
    count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / count
    reach = 4 / 3 * math.tan(step / 4)
    curves: list[_Curve] = []
    for index in range(count):
        a, b = first + index * step, first + (index + 1) * step
        cos_a, sin_a, cos_b, sin_b = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        leave = apply(matrix, cx + cos_a - reach * sin_a, cy + sin_a + reach * cos_a)
        arrive = apply(matrix, cx + cos_b + reach * sin_b, cy + sin_b - reach * cos_b)
        curves.append(("C", *leave, *arrive, *apply(matrix, cx + cos_b, cy + sin_b)))
    return curves
