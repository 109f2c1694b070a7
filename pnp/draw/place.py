"""Placement: a layer's box within the box that it stands in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar, assert_never

from pnp.scene.geometry import Bounds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.model.layer import Align, Layer, VAlign
    from pnp.model.where import Extent, Horizontal, Relation, Vertical, Where

Side = TypeVar("Side", bound=str)

_SHARE = {"left": 0.0, "centre": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1.0}


_BESIDE: Mapping[Relation, Horizontal] = {"right of": "left", "left of": "right"}
_ABOVE: Mapping[Relation, Vertical] = {"below": "top", "above": "bottom"}
"""The side of what is left of a box at which the layer lies that a placement names."""


class Place(NamedTuple):
    """A box, and to which of its sides what stands in it leans."""

    box: Bounds
    align: Align = "centre"
    valign: VAlign = "middle"


def place(layer: Layer, where: Where, within: Bounds, named: Mapping[str, Bounds]) -> Place:
    """The place of a layer in the box `within`; `named` are the boxes of the layers before it.

    A side that the words name takes the box there if it has a size that way; if not, what stands in it leans there.
    A box with a size that is beside a layer lies against it, unless the words name another side.
    """
    room = _room(where, within, named)
    width = layer.size[0] if layer.size else _length(where.width, room.width)
    height = layer.size[1] if layer.size else _length(where.height, room.height)
    align: Align = where.horizontal if where.horizontal and width is None else "centre"
    valign: VAlign = where.vertical if where.vertical and height is None else "middle"
    if layer.at:
        left, top = within.left + layer.at[0], within.top + layer.at[1]
        right = room.right if width is None else left + width
        bottom = room.bottom if height is None else top + height
        return Place(Bounds(left, top, max(left, right), max(top, bottom)), align, valign)
    left, right = _span(room.left, room.right, width, _SHARE[where.horizontal or _against(where, _BESIDE) or "centre"])
    top, bottom = _span(room.top, room.bottom, height, _SHARE[where.vertical or _against(where, _ABOVE) or "middle"])
    return Place(Bounds(left, top, right, bottom), align, valign)


def aligned(box: Bounds, width: float, height: float, align: Align, valign: VAlign) -> Bounds:
    """A box of that size within another, leaning to the sides named."""
    left, right = _span(box.left, box.right, width, _SHARE[align])
    top, bottom = _span(box.top, box.bottom, height, _SHARE[valign])
    return Bounds(left, top, right, bottom)


def _room(where: Where, within: Bounds, named: Mapping[str, Bounds]) -> Bounds:
    """What the layers that the words name leave of the box, inside the insets."""
    room = within
    for relation, name in where.anchors:
        if name in named:  # a layer that is not there is told by the check of placements
            room = _beside(relation, named[name], room)
    return Bounds(room.left + where.left, room.top + where.top, room.right - where.right, room.bottom - where.bottom)


def _beside(relation: Relation, box: Bounds, room: Bounds) -> Bounds:
    match relation:
        case "below":
            return Bounds(room.left, box.bottom, room.right, room.bottom)
        case "above":
            return Bounds(room.left, room.top, room.right, box.top)
        case "left of":
            return Bounds(room.left, room.top, box.left, room.bottom)
        case "right of":
            return Bounds(box.right, room.top, room.right, room.bottom)
        case "in":
            return box
        case _:
            assert_never(relation)


def _against(where: Where, sides: Mapping[Relation, Side]) -> Side | None:
    """The side at which a layer lies that the words name; None where they name none, or one at either side."""
    found = [sides[relation] for relation, _ in where.anchors if relation in sides]
    return found[-1] if len(set(found)) == 1 else None


def _length(extent: Extent | None, available: float) -> float | None:
    return extent.of(available) if extent else None


def _span(first: float, last: float, length: float | None, share: float) -> tuple[float, float]:
    if length is None:
        return (first, last) if first <= last else ((first + last) / 2,) * 2
    start = first + (last - first - length) * share
    return start, start + length
