"""Items through a window: what lies wholly outside it is left out."""

from __future__ import annotations

from dataclasses import replace
from operator import is_
from typing import TYPE_CHECKING

from pnp.scene.geometry import Bounds, bounds, invert, shape_bounds
from pnp.scene.items import Group, Rect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.items import Item

REACH = 2.0
"""How many widths of its stroke an item may reach beyond its path."""


def within(items: tuple[Item, ...], window: Rect) -> tuple[Item, ...]:
    """The items that show in the window, in order; groups without those of their items that do not."""
    return tuple(_kept(items, Bounds(window.x, window.y, window.x + window.width, window.y + window.height)))


def _kept(items: tuple[Item, ...], window: Bounds) -> Iterator[Item]:
    for item in items:
        box = bounds((item,), reach=REACH)
        if box is None or not box.overlaps(window):
            continue
        if isinstance(item, Group) and not window.contains(box):
            item = _cut(item, window)
        yield item


def _cut(group: Group, window: Bounds) -> Group:
    """The group with what shows of it; the window is seen through its transform."""
    corners = Rect(window.left, window.top, window.width, window.height)
    inner = shape_bounds(corners, invert(group.transform))
    kept = tuple(_kept(group.items, inner)) if inner else group.items
    same = len(kept) == len(group.items) and all(map(is_, kept, group.items))
    return group if same else replace(group, items=kept)
