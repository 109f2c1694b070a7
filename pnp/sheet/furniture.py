"""Furniture: what a sheet says of itself in the strip of margin kept for it: a ruler, and which sheet this is."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.items import Affine, Group, Item, Rect, Stroke
from pnp.scene.typeset import Block, typeset
from pnp.sheet.frame import STRIP
from pnp.sheet.marks import Line, lines_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.scene.items import Path
    from pnp.scene.sheet import Box
    from pnp.scene.text import TextStyle
    from pnp.sheet.style import SheetStyle

RULER = 50
"""The length of a sheet's ruler."""

GAP = 1.5
"""What stands between two things in a strip."""

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Inset:
    """Something to stand in a strip after the ruler, drawn from (0, 0) to its width and the strip's depth."""

    items: tuple[Item, ...]
    width: float


def furniture(strip: Box, name: str, place: str, style: SheetStyle, insets: Sequence[Inset] = ()) -> Group:
    """A ruler, the insets and, at the far end, `name` (shortened where it must be) and `place`.

    An upright strip reads upwards.
    """
    length, depth = max(strip.width, strip.height), min(strip.width, strip.height)
    items: list[Item] = [ruler(RULER, depth, style)]
    scale = _scale(style)
    items.append(scale.at(RULER + GAP, (depth - scale.height) / 2))
    x = RULER + GAP + scale.width + 2 * GAP
    for inset in insets:
        items.append(Group(inset.items, (1.0, 0.0, 0.0, 1.0, x, 0.0)))
        x += inset.width + GAP
    caption = captioned(name, place, style.notes, length - x)
    items.append(caption.at(length - caption.width, (depth - caption.height) / 2))
    return along(strip, tuple(items))


def along(strip: Box, items: tuple[Item, ...]) -> Group:
    """Items that were drawn along a level strip from (0, 0), in their place."""
    level: Affine = (1.0, 0.0, 0.0, 1.0, strip.x, strip.y)
    upwards: Affine = (0.0, -1.0, 1.0, 0.0, strip.x, strip.y + strip.height)
    return Group(items, level if strip.width > strip.height else upwards)


@lru_cache(maxsize=16)
def _scale(style: SheetStyle) -> Block:
    return typeset(f"{RULER} mm", style.notes)


@lru_cache(maxsize=16)
def ruler(length: int, height: float, style: SheetStyle) -> Path:
    """A ruler along the foot of a strip of that height: a tick a millimetre, longer at five and ten and at its ends."""
    ticks: list[Line] = [(0.0, height, float(length), height)]
    for mm in range(length + 1):
        rise = 1.0 if mm in (0, length) else 0.75 if mm % 10 == 0 else 0.55 if mm % 5 == 0 else 0.3
        ticks.append((float(mm), height, float(mm), height - rise * height))
    return lines_path(ticks, Stroke(style.ink, 0.15))


def captioned(name: str, place: str, style: TextStyle, width: float) -> Block:
    """Name and place on one line; the name loses its end where the width is short."""
    whole = typeset(f"{name} · {place}", style)
    if whole.width <= width:
        return whole

    def cut(kept: int) -> Block:
        return typeset(f"{name[:kept].rstrip()}{ELLIPSIS} · {place}", style)

    return cut(max(bisect_right(range(len(name)), width, key=lambda kept: cut(kept).width) - 1, 0))


def stamp(words: str, style: SheetStyle) -> Inset:
    """The words in white on a bar of alarm, as deep as the strip."""
    block = typeset(words, replace(style.notes, colour=style.paper, weight=700))
    width = block.width + 2 * GAP
    bar = Rect(0.0, 0.0, width, STRIP, fill=style.alarm)
    return Inset((bar, block.at(GAP, (STRIP - block.height) / 2)), width)
