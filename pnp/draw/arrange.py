"""Arrangement: the cells in which a repeated layer is drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, assert_never

from pnp.draw.place import Place, aligned
from pnp.scene.geometry import Bounds
from pnp.units import total

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.layer import Repeat

_DEPTH = 12.0


def cells(repeat: Repeat, count: int, place: Place) -> tuple[Bounds, ...]:
    """So many boxes within the place, in the order of the items."""
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
            return _ring(place.box, count, repeat.depth or _DEPTH, repeat.gap)
        case "circle":
            return _circle(repeat, count, place.box)
        case "stack":
            return (place.box,) * count
        case _:
            assert_never(repeat.arrangement)


def _grid(repeat: Repeat, count: int, columns: int, place: Place) -> tuple[Bounds, ...]:
    """Cells line by line; those of a stated size stand together, leaning as the place says."""
    columns = min(columns, count)
    rows, gap, box = math.ceil(count / columns), repeat.gap, place.box
    width = repeat.cell[0] if repeat.cell else (box.width - gap * (columns - 1)) / columns
    height = repeat.cell[1] if repeat.cell else (box.height - gap * (rows - 1)) / rows
    whole = columns * width + gap * (columns - 1), rows * height + gap * (rows - 1)
    block = aligned(box, *whole, place.align, place.valign)

    def cell(index: int) -> Bounds:
        left = block.left + index % columns * (width + gap)
        top = block.top + index // columns * (height + gap)
        return Bounds(left, top, left + width, top + height)

    return tuple(map(cell, range(count)))


def _circle(repeat: Repeat, count: int, box: Bounds) -> tuple[Bounds, ...]:
    """Cells with their middles on the largest ellipse that keeps them in the box, clockwise from the top."""
    width, height = repeat.cell or (repeat.depth or _DEPTH,) * 2
    (cx, cy), rx, ry = box.centre, (box.width - width) / 2, (box.height - height) / 2

    def cell(index: int) -> Bounds:
        turn = math.tau * index / count
        x, y = cx + rx * math.sin(turn), cy - ry * math.cos(turn)
        return Bounds(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    return tuple(map(cell, range(count)))


def _ring(box: Bounds, count: int, depth: float, gap: float) -> tuple[Bounds, ...]:
    """Cells along the four sides, clockwise from the top left, with a square one in each corner.

    The cells of one side are equal; those of two sides differ as little as whole numbers allow. A ring is no deeper
    than half of its box, where nothing is left between its corners.
    """
    depth = min(depth, box.width / 2, box.height / 2)
    inner = Bounds(box.left + depth, box.top + depth, box.right - depth, box.bottom - depth)
    corners = (
        Bounds(box.left, box.top, inner.left, inner.top),
        Bounds(inner.right, box.top, box.right, inner.top),
        Bounds(inner.right, inner.bottom, box.right, box.bottom),
        Bounds(box.left, inner.bottom, inner.left, box.bottom),
    )
    shares = _shared(max(count - 4, 0), (inner.width, inner.height, inner.width, inner.height))
    ring: list[Bounds] = []
    for side, (corner, share) in enumerate(zip(corners, shares, strict=True)):
        ring.append(corner)
        ring.extend(_side(box, inner, side, share, gap))
    return tuple(ring[:count])


def _side(box: Bounds, inner: Bounds, side: int, count: int, gap: float) -> Iterator[Bounds]:
    """The cells of one side between its corners: 0 is the top, then clockwise."""
    length = inner.height if side % 2 else inner.width
    step = (length - gap) / count if count else 0.0
    for index in range(count):
        start = gap + index * step
        end = start + step - gap
        match side:
            case 0:
                yield Bounds(inner.left + start, box.top, inner.left + end, inner.top)
            case 1:
                yield Bounds(inner.right, inner.top + start, box.right, inner.top + end)
            case 2:
                yield Bounds(inner.right - end, inner.bottom, inner.right - start, box.bottom)
            case _:
                yield Bounds(box.left, inner.bottom - end, inner.left, inner.bottom - start)


def _shared(count: int, lengths: tuple[float, ...]) -> tuple[int, ...]:
    """The count shared out in proportion; what remains goes to the largest remainders, the first side first."""
    whole = total(lengths)
    exact = [count * length / whole if whole > 0 else count / len(lengths) for length in lengths]
    shares = [math.floor(part + 1e-9) for part in exact]
    order = sorted(range(len(lengths)), key=lambda side: (round(shares[side] - exact[side], 9), side))
    for side in order[: count - sum(shares)]:
        shares[side] += 1
    return tuple(shares)
