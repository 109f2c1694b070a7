"""Items through a window: what lies outside it is left out, and long outlines are cut off around it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from operator import is_
from typing import TYPE_CHECKING

from pnp.scene.extent import bounds, commands_bounds, shape_bounds
from pnp.scene.geometry import Bounds, invert
from pnp.scene.items import Group, Path, Rect
from pnp.scene.same import Same
from pnp.scene.shapes import polygon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pnp.scene.items import Command, Item

Point = tuple[float, float]

REACH = 2.0
"""How many widths of its stroke an item may reach beyond its path."""

ROOM = 1.0
"""How far outside the window outlines are cut off, beside the reach of their strokes."""


def within(items: tuple[Item, ...], window: Rect) -> tuple[Item, ...]:
    """What of the items shows in the window, in order; in it they look as before, outside it there is less."""
    return tuple(_kept(items, Bounds(window.x, window.y, window.x + window.width, window.y + window.height)))


def _kept(items: tuple[Item, ...], window: Bounds) -> Iterator[Item]:
    for item, box in zip(items, _boxes(Same(items)), strict=True):
        if isinstance(item, Group):
            seen = _seen_through(item, window)
            if seen.items:
                yield seen
        elif box and box.overlaps(window):
            yield _trimmed(item, window) if isinstance(item, Path) and not window.contains(box) else item


@lru_cache(maxsize=1 << 10)  # a board is looked at through several windows
def _boxes(items: Same[tuple[Item, ...]]) -> tuple[Bounds | None, ...]:
    """The box of each item, None for a group."""
    return tuple(None if isinstance(item, Group) else bounds((item,), reach=REACH) for item in items.it)


def _seen_through(group: Group, window: Bounds) -> Group:
    """The group with what shows of it; the window is seen through its transform."""
    corners = Rect(window.left, window.top, window.width, window.height)
    inner = shape_bounds(corners, invert(group.transform))
    assert inner, "a rectangle has bounds"
    cut = shape_bounds(group.clip) if group.clip else None
    kept = tuple(_kept(group.items, inner)) if cut is None or cut.overlaps(inner) else ()
    same = len(kept) == len(group.items) and all(map(is_, kept, group.items))
    return group if same else replace(group, items=kept)


def _trimmed(path: Path, window: Bounds) -> Path:
    """The path without the rings that lie outside, and with the others cut off around the window."""
    if path.stroke and path.stroke.dash:
        return path
    around = window.grown(ROOM + (path.stroke.width * REACH if path.stroke else 0.0))
    commands = tuple(command for ring in _rings(path.commands) for command in _cut_off(ring, around))
    return path if commands == path.commands else replace(path, commands=commands)


def _rings(commands: tuple[Command, ...]) -> Iterator[tuple[Command, ...]]:
    """The parts of a path, each from where the pen is set down."""
    starts = [index for index, command in enumerate(commands) if command[0] == "M"]
    return (commands[start:end] for start, end in pairwise((*starts, len(commands))))


def _cut_off(ring: tuple[Command, ...], around: Bounds) -> tuple[Command, ...]:
    box = commands_bounds(ring)
    if box is None or not box.grown(ROOM).overlaps(around):
        return ()
    closed = ring[-1][0] == "Z" and all(command[0] in "ML" for command in ring[:-1])
    if not closed or around.contains(box):
        return ring
    points = [(command[1], command[2]) for command in ring if command[0] == "M" or command[0] == "L"]
    for side in _sides(around):
        points = list(_beside(points, side))
    return polygon(points) if len(points) > 2 else ()


def _sides(box: Bounds) -> Iterator[Callable[[Point], float]]:
    """How far inside each side of the box a point lies."""
    yield lambda point: point[0] - box.left
    yield lambda point: box.right - point[0]
    yield lambda point: point[1] - box.top
    yield lambda point: box.bottom - point[1]


def _beside(points: list[Point], inside: Callable[[Point], float]) -> Iterator[Point]:
    """The ring cut off at one side of a box: each edge as far as it lies inside (Sutherland and Hodgman 1974)."""
    for before, point in zip((points[-1:] + points)[:-1], points, strict=True):
        first, second = inside(before), inside(point)
        if (first < 0) != (second < 0):
            share = first / (first - second)
            x, y = (start + (end - start) * share for start, end in zip(before, point, strict=True))
            yield round(x, 3), round(y, 3)
        if second >= 0:
            yield point
