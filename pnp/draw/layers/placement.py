"""A layer's box, repeats, the safe zone."""

import math
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeVar, assert_never

from msgspec import Struct

from pnp.model.faces.layer import Align, Layer, Repeat, VAlign, fixed, fixed_pair
from pnp.model.faces.template import Extent, Horizontal, Relation, Shape, Template, Vertical, Where
from pnp.scene.items import Affine, BoundingBox, Ellipse, Path, Point, Rect, apply, brought
from pnp.scene.parts import Outline
from pnp.scene.paths import polygon
from pnp.units import total

# Placement: a layer's box within its enclosing box.

Side = TypeVar("Side", bound=str)

_SHARE = {
    "left": 0.0,
    "centre": 0.5,
    "right": 1.0,
    "top": 0.0,
    "middle": 0.5,
    "bottom": 1.0,
    "justify": 0.0,
    "spread": 0.5,
}


_SIDEWAYS: Mapping[Relation, Horizontal] = {"right of": "left", "left of": "right"}
_UPRIGHT: Mapping[Relation, Vertical] = {"below": "top", "above": "bottom"}
"""The default alignment in the space next to another layer: against that layer."""


class AlignedBox(NamedTuple):
    """A box, with the alignment of its content."""

    box: BoundingBox
    align: Align = "centre"
    valign: VAlign = "middle"


def place(layer: Layer, where: Where, within: BoundingBox, named: Mapping[str, BoundingBox]) -> AlignedBox:
    """Return the box of a layer inside `within`; `named` is the boxes of the previous layers.

    A side in the placement aligns the box if it has a size in that direction, otherwise the content. A box with a size
    that is next to another layer touches it, unless the placement names another side.
    """
    room, size = _room(where, within, named), fixed_pair(layer.size) if layer.size else None
    width = size[0] if size else _length(where.width, room.width)
    height = size[1] if size else _length(where.height, room.height)
    align: Align = where.horizontal if where.horizontal and width is None else "centre"
    valign: VAlign = where.vertical if where.vertical and height is None else "middle"
    if layer.at:
        x, y = fixed_pair(layer.at)
        left, top = within.left + x, within.top + y
        right = room.right if width is None else left + width
        bottom = room.bottom if height is None else top + height
        return AlignedBox(BoundingBox(left, top, max(left, right), max(top, bottom)), align, valign)
    left, right = _span(
        room.left, room.right, width, _SHARE[where.horizontal or _against(where, _SIDEWAYS) or "centre"]
    )
    top, bottom = _span(room.top, room.bottom, height, _SHARE[where.vertical or _against(where, _UPRIGHT) or "middle"])
    return AlignedBox(BoundingBox(left, top, right, bottom), align, valign)


def aligned(box: BoundingBox, width: float, height: float, align: Align, valign: VAlign) -> BoundingBox:
    """Return a box of that size inside another, aligned to the given sides."""
    left, right = _span(box.left, box.right, width, _SHARE[align])
    top, bottom = _span(box.top, box.bottom, height, _SHARE[valign])
    return BoundingBox(left, top, right, bottom)


def _room(where: Where, within: BoundingBox, named: Mapping[str, BoundingBox]) -> BoundingBox:
    """Return the space that the named layers leave in the box, reduced by the insets.

    The layer that it is `in` comes first, wherever it is written: `below art, in plate` is a part of the plate.
    """
    room = within
    for relation, name in sorted(where.anchors, key=lambda anchor: anchor[0] != "in"):
        if name in named:  # the check of placements reports a missing layer
            room = _space_left(relation, named[name], room)
    return BoundingBox(
        room.left + where.left, room.top + where.top, room.right - where.right, room.bottom - where.bottom
    )


def _space_left(relation: Relation, box: BoundingBox, room: BoundingBox) -> BoundingBox:
    match relation:
        case "below":
            return BoundingBox(room.left, box.bottom, room.right, room.bottom)
        case "above":
            return BoundingBox(room.left, room.top, room.right, box.top)
        case "left of":
            return BoundingBox(room.left, room.top, box.left, room.bottom)
        case "right of":
            return BoundingBox(box.right, room.top, room.right, room.bottom)
        case "in":
            return box
        case _:
            assert_never(relation)


def _against(where: Where, sides: Mapping[Relation, Side]) -> Side | None:
    """Return the side at which the other layer is; None if there is none, or layers at both sides."""
    found = [sides[relation] for relation, _ in where.anchors if relation in sides]
    return found[-1] if len(set(found)) == 1 else None


def _length(extent: Extent | None, available: float) -> float | None:
    return extent.of(available) if extent else None


def _span(first: float, last: float, length: float | None, share: float) -> tuple[float, float]:
    if length is None:
        return (first, last) if first <= last else ((first + last) / 2,) * 2
    start = first + (last - first - length) * share
    return start, start + length


# Arrangement: the cells of a repeated layer.

_DEPTH = 12.0


def cells(repeat: Repeat, count: int, place: AlignedBox) -> tuple[BoundingBox, ...]:
    """Return `count` boxes inside the place, in the order of the items."""
    if count <= 0:
        return ()
    match repeat.arrangement:
        case "row":
            return _grid(repeat, count, count, place)
        case "column":
            return _grid(repeat, count, 1, place)
        case "grid":
            return _grid(repeat, count, repeat.columns or math.ceil(math.sqrt(count)), place)
        case "ring":
            return _ring(place.box, count, repeat.depth or _DEPTH, fixed(repeat.gap))
        case "circle":
            return _circle(repeat, count, place.box)
        case "stack":
            return (place.box,) * count
        case _:
            assert_never(repeat.arrangement)


def _grid(repeat: Repeat, count: int, columns: int, place: AlignedBox) -> tuple[BoundingBox, ...]:
    """Return cells row by row; those with a stated size form a block, aligned as the place says."""
    columns = min(columns, count)
    rows, gap, box = math.ceil(count / columns), fixed(repeat.gap), place.box
    size = fixed_pair(repeat.cell) if repeat.cell else None
    width = size[0] if size else (box.width - gap * (columns - 1)) / columns
    height = size[1] if size else (box.height - gap * (rows - 1)) / rows
    whole = columns * width + gap * (columns - 1), rows * height + gap * (rows - 1)
    block = aligned(box, *whole, place.align, place.valign)

    def cell(index: int) -> BoundingBox:
        left = block.left + index % columns * (width + gap)
        top = block.top + index // columns * (height + gap)
        return BoundingBox(left, top, left + width, top + height)

    return tuple(map(cell, range(count)))


def _circle(repeat: Repeat, count: int, box: BoundingBox) -> tuple[BoundingBox, ...]:
    """Return cells centred on the largest ellipse that keeps them inside the box, clockwise from the top."""
    width, height = fixed_pair(repeat.cell or (repeat.depth or _DEPTH,) * 2)
    (cx, cy), rx, ry = box.centre, (box.width - width) / 2, (box.height - height) / 2

    def cell(index: int) -> BoundingBox:
        turn = math.tau * index / count
        x, y = cx + rx * math.sin(turn), cy - ry * math.cos(turn)
        return BoundingBox(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    return tuple(map(cell, range(count)))


def _ring(box: BoundingBox, count: int, depth: float, gap: float) -> tuple[BoundingBox, ...]:
    """Return cells along the four sides, clockwise from the top left, with a square in each corner.

    The cells of one side are equal; those of different sides are as similar as whole numbers allow. The depth is at
    most half of the box; then nothing is left between the corners.
    """
    depth = min(depth, box.width / 2, box.height / 2)
    inner = BoundingBox(box.left + depth, box.top + depth, box.right - depth, box.bottom - depth)
    corners = (
        BoundingBox(box.left, box.top, inner.left, inner.top),
        BoundingBox(inner.right, box.top, box.right, inner.top),
        BoundingBox(inner.right, inner.bottom, box.right, box.bottom),
        BoundingBox(box.left, inner.bottom, inner.left, box.bottom),
    )
    shares = _shared(max(count - 4, 0), (inner.width, inner.height, inner.width, inner.height))
    ring: list[BoundingBox] = []
    for side, (corner, share) in enumerate(zip(corners, shares, strict=True)):
        ring.append(corner)
        ring.extend(_side(box, inner, side, share, gap))
    return tuple(ring[:count])


def _side(box: BoundingBox, inner: BoundingBox, side: int, count: int, gap: float) -> Iterator[BoundingBox]:
    """Yield the cells of one side between its corners: 0 is the top, then clockwise."""
    length = inner.height if side % 2 else inner.width
    step = (length - gap) / count if count else 0.0
    for index in range(count):
        start = gap + index * step
        end = start + step - gap
        match side:
            case 0:
                yield BoundingBox(inner.left + start, box.top, inner.left + end, inner.top)
            case 1:
                yield BoundingBox(inner.right, inner.top + start, box.right, inner.top + end)
            case 2:
                yield BoundingBox(inner.right - end, inner.bottom, inner.right - start, box.bottom)
            case _:
                yield BoundingBox(box.left, inner.bottom - end, inner.left, inner.bottom - start)


def _shared(count: int, lengths: tuple[float, ...]) -> tuple[int, ...]:
    """Return the count divided in proportion to the lengths, by the largest-remainder method.

    If remainders are equal, the first side is preferred.
    """
    whole = total(lengths)
    exact = [count * length / whole if whole > 0 else count / len(lengths) for length in lengths]
    shares = [math.floor(part + 1e-9) for part in exact]
    order = sorted(range(len(lengths)), key=lambda side: (round(shares[side] - exact[side], 9), side))
    for side in order[: count - sum(shares)]:
        shares[side] += 1
    return tuple(shares)


# The safe zone of a face, which stays whole despite an inexact cut.


class Zone(Struct, frozen=True):
    """The safe zone of a face: its shape and size; texts and icons must be at least `safe` from its edge."""

    width: float
    height: float
    safe: float
    shape: Shape

    def beyond(self, box: BoundingBox, matrix: Affine) -> float:
        """Return how far the transformed box extends beyond the zone; 0 if it does not."""
        if self.shape == "rectangle":
            left, top, right, bottom = brought(box, matrix)
            return max(0.0, self.safe - min(left, top, self.width - right, self.height - bottom))
        corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
        return max(0.0, *(self._beyond(self.shape, *apply(matrix, *corner)) for corner in corners))

    def _beyond(self, shape: Literal["circle", "hexagon"], x: float, y: float) -> float:
        """Return how far a point is beyond the zone of a round or hexagonal face; negative inside."""
        match shape:
            case "circle":
                rx, ry = self.width / 2, self.height / 2
                return self.safe - (1 - math.hypot((x - rx) / rx, (y - ry) / ry)) * min(rx, ry)
            case "hexagon":
                points = hexagon(self.width, self.height)
                return self.safe - min(map(_inward, points, (*points[1:], points[0]), ((x, y),) * 6))
            case _:
                assert_never(shape)


def _inward(start: Point, end: Point, point: Point) -> float:
    """Return the distance of a point to the right of the line from `start` to `end`.

    It is positive inside a clockwise shape.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (dx * (point[1] - start[1]) - dy * (point[0] - start[0])) / math.hypot(dx, dy)


def hexagon(width: float, height: float) -> tuple[Point, ...]:
    """Return the corners of a hexagon that fills the box, clockwise.

    It points left and right if the box is at least as wide as high, otherwise up and down.
    """
    w, h = width, height
    if width >= height:
        return (w / 4, 0.0), (w * 3 / 4, 0.0), (w, h / 2), (w * 3 / 4, h), (w / 4, h), (0.0, h / 2)
    return (w / 2, 0.0), (w, h / 4), (w, h * 3 / 4), (w / 2, h), (0.0, h * 3 / 4), (0.0, h / 4)


def zone_of(template: Template) -> Zone:
    """Return the safe zone of a template's faces."""
    return Zone(template.width, template.height, template.safe, template.shape)


def outline_of(template: Template) -> Outline:
    """Return the cut line of a template's parts."""
    width, height = template.width, template.height
    match template.shape:
        case "rectangle":
            return Rect(0.0, 0.0, width, height, template.corners)
        case "circle":
            return Ellipse(width / 2, height / 2, width / 2, height / 2)
        case "hexagon":
            return Path(polygon(hexagon(width, height)))
        case _:
            assert_never(template.shape)


def reach_of(template: Template) -> Ellipse | Path | None:
    """Return the printed area of a face that is not a rectangle; None for a rectangle.

    It is the shape enlarged by the bleed.
    """
    width, height, bleed = template.width, template.height, template.bleed
    match template.shape:
        case "rectangle":
            return None
        case "circle":
            return Ellipse(width / 2, height / 2, width / 2 + bleed, height / 2 + bleed)
        case "hexagon":
            more = bleed * 2 / math.sqrt(3)  # so that the slanted sides move out by at least the bleed
            corners = hexagon(width + 2 * more, height + 2 * more)
            return Path(polygon(tuple((x - more, y - more) for x, y in corners)))
        case _:
            assert_never(template.shape)
