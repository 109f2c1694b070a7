"""Paths for common shapes: each function returns commands in millimetres, y down, ready for a `Path`."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from pnp.scene.geometry import Point, apply
from pnp.scene.items import Affine, Command, Ellipse, Group, Path, Picture, Rect, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pnp.scene.items import Colour, Item
    from pnp.scene.part import Outline

Commands = tuple[Command, ...]

KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""How far, in radii, the controls of a cubic quarter circle stand from its ends."""


def polyline(points: Iterable[Point]) -> Commands:
    """Straight lines from point to point, open."""
    return tuple(("L", x, y) if index else ("M", x, y) for index, (x, y) in enumerate(points))


def polygon(points: Iterable[Point]) -> Commands:
    """Straight lines from point to point and back to the first."""
    return (*polyline(points), ("Z",))


def rectangle(
    x: float, y: float, width: float, height: float, radius: float | tuple[float, float, float, float] = 0.0
) -> Commands:
    """A rectangle, clockwise; four radii are those of its corners from the top left on, half a side at most."""
    right, bottom, k = x + width, y + height, 1 - KAPPA
    if not radius:
        return ("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("L", x, y), ("Z",)
    corners = radius if isinstance(radius, tuple) else (radius,) * 4
    most = min(width, height) / 2
    nw, ne, se, sw = (max(0.0, min(one, most)) for one in corners)
    steps: list[Command] = [("M", x + nw, y), ("L", right - ne, y)]
    if ne:
        steps.append(("C", right - ne * k, y, right, y + ne * k, right, y + ne))
    steps.append(("L", right, bottom - se))
    if se:
        steps.append(("C", right, bottom - se * k, right - se * k, bottom, right - se, bottom))
    steps.append(("L", x + sw, bottom))
    if sw:
        steps.append(("C", x + sw * k, bottom, x, bottom - sw * k, x, bottom - sw))
    steps.append(("L", x, y + nw))
    if nw:
        steps.append(("C", x, y + nw * k, x + nw * k, y, x + nw, y))
    return (*steps, ("Z",))


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Commands:
    """An ellipse round (cx, cy), clockwise from its right; a circle where only one radius is given."""
    down = rx if ry is None else ry
    h, v = rx * KAPPA, down * KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + v, cx + h, cy + down, cx, cy + down),
        ("C", cx - h, cy + down, cx - rx, cy + v, cx - rx, cy),
        ("C", cx - rx, cy - v, cx - h, cy - down, cx, cy - down),
        ("C", cx + h, cy - down, cx + rx, cy - v, cx + rx, cy),
        ("Z",),
    )


def circle(cx: float, cy: float, r: float) -> Commands:
    """A circle round (cx, cy), clockwise from its right."""
    return ellipse(cx, cy, r)


def outline_commands(outline: Outline) -> Commands:
    """The cut line of a part, or the edge of a clip, as a path."""
    match outline:
        case Rect(x, y, width, height, radius):
            return rectangle(x, y, width, height, radius)
        case Ellipse(cx, cy, rx, ry):
            return ellipse(cx, cy, rx, ry)
        case Path(commands):
            return commands
        case _:
            assert_never(outline)


def transformed(commands: Iterable[Command], matrix: Affine) -> Commands:
    """The path where the transform takes it."""
    result: list[Command] = []
    for command in commands:
        match command:
            case ("M", x, y):
                result.append(("M", *apply(matrix, x, y)))
            case ("L", x, y):
                result.append(("L", *apply(matrix, x, y)))
            case ("C", x1, y1, x2, y2, x, y):
                result.append(("C", *apply(matrix, x1, y1), *apply(matrix, x2, y2), *apply(matrix, x, y)))
            case _:
                result.append(command)
    return tuple(result)


def recoloured(items: Iterable[Item], change: Callable[[Colour], Colour]) -> tuple[Item, ...]:
    """The items with every fill, stroke and letter in another colour; pictures stay as they are."""
    return tuple(_recoloured(item, change) for item in items)


def _recoloured(item: Item, change: Callable[[Colour], Colour]) -> Item:
    match item:
        case Rect() | Ellipse() | Path():
            fill = change(item.fill) if item.fill else None
            stroke = replace(item.stroke, colour=change(item.stroke.colour)) if item.stroke else None
            return replace(item, fill=fill, stroke=stroke)
        case Text():
            return replace(item, fill=change(item.fill))
        case Picture():
            return item
        case Group():
            return replace(item, items=recoloured(item.items, change))
        case _:
            assert_never(item)
