"""Boxes on a sheet: hulls, growth and mirrors."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pnp.scene.sheet import Box

if TYPE_CHECKING:
    from collections.abc import Iterable

Axis = Literal["vertical", "horizontal"]
"""How a line runs about which a sheet is flipped or folded."""


def hull(boxes: Iterable[Box]) -> Box:
    """The smallest box round all boxes, of which there must be one."""
    every = tuple(boxes)
    left, top = min(box.x for box in every), min(box.y for box in every)
    right, bottom = max(box.x + box.width for box in every), max(box.y + box.height for box in every)
    return Box(left, top, right - left, bottom - top)


def grown(box: Box, by: float) -> Box:
    """The box, larger by that much on each side."""
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def mirrored(box: Box, axis: Axis, at: float) -> Box:
    """The box seen in a mirror that stands `at` millimetres from the left or the top."""
    if axis == "vertical":
        return replace(box, x=2 * at - box.x - box.width)
    return replace(box, y=2 * at - box.y - box.height)
