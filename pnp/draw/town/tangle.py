"""Tangles: roads that cross each other so often that no town stands between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.town.rings import Point, box

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FEW = 10_000
"""Roads beside roads, in pairs, that no town minds."""

EACH = 30
"""How many others every road may lie beside besides; on a map of meeting roads it is less than ten."""


def tangled(lines: Sequence[Iterable[Point]]) -> bool:
    """Whether the boxes of so many of the lines share ground that the lines are a tangle."""
    boxes = sorted(box((tuple(line),)) for line in lines)
    left = FEW + EACH * len(boxes)
    for number, (_, top, right, bottom) in enumerate(boxes):
        for other in range(number + 1, len(boxes)):
            begin, high, _, low = boxes[other]
            if begin >= right:
                break
            left -= high < bottom and top < low
        if left < 0:
            return True
    return False
