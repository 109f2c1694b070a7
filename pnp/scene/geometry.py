"""Points, upright boxes and affine transforms: arithmetic in millimetres, y down."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pnp.scene.items import Affine

Point = tuple[float, float]


class Bounds(NamedTuple):
    """An upright box by its four sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From side to side."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        """The point in its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float, down: float | None = None) -> Bounds:
        """The box with each side moved outwards by as much; `down` is for top and bottom where they differ."""
        tall = by if down is None else down
        return Bounds(self.left - by, self.top - tall, self.right + by, self.bottom + tall)

    def joined(self, other: Bounds) -> Bounds:
        """The least box round both."""
        return Bounds(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def common(self, other: Bounds) -> Bounds | None:
        """What lies in both, None where they do not meet."""
        both = Bounds(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )
        return both if both.left <= both.right and both.top <= both.bottom else None

    def contains(self, other: Bounds, slack: float = 1e-6) -> bool:
        """Whether the other lies within, or no more than `slack` outside."""
        return (
            other.left >= self.left - slack
            and other.top >= self.top - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: Bounds, slack: float = 1e-6) -> bool:
        """Whether the two share more than `slack` both ways; boxes that only touch do not."""
        left, top, right, bottom = self
        x0, y0, x1, y1 = other
        across = right - x0 > slack and x1 - left > slack and right - left > slack and x1 - x0 > slack
        return across and bottom - y0 > slack and y1 - top > slack and bottom - top > slack and y1 - y0 > slack


def translate(dx: float, dy: float) -> Affine:
    """The transform that moves by (dx, dy)."""
    return (1.0, 0.0, 0.0, 1.0, dx, dy)


def rotate(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Affine:
    """The transform that turns clockwise, as seen on the page, round (cx, cy); quarter turns are exact."""
    cos, sin = _QUARTERS.get(degrees % 360) or (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    return (cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy)


def scale(sx: float, sy: float | None = None, cx: float = 0.0, cy: float = 0.0) -> Affine:
    """The transform that stretches from (cx, cy), alike both ways unless `sy` is given; -1 mirrors."""
    down = sx if sy is None else sy
    return (sx, 0.0, 0.0, down, cx - sx * cx, cy - down * cy)


_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


def compose(outer: Affine, inner: Affine) -> Affine:
    """The transform that does `inner` first and `outer` then."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def brought(box: Bounds, matrix: Affine) -> Bounds:
    """The least upright box round the box where the transform takes it."""
    a, b, c, d, e, f = matrix
    left, top, right, bottom = box
    xs = a * left + c * top + e, a * right + c * top + e, a * right + c * bottom + e, a * left + c * bottom + e
    ys = b * left + d * top + f, b * right + d * top + f, b * right + d * bottom + f, b * left + d * bottom + f
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def invert(matrix: Affine) -> Affine:
    """The transform that undoes this one; ZeroDivisionError where it flattens the plane."""
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)


def apply(matrix: Affine, x: float, y: float) -> Point:
    """Where the transform takes the point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
