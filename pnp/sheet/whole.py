"""Whole parts for a print shop: each face on a page of its own size, with all its bleed and marks outside that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.scene.sheet import Box, Side
from pnp.sheet.compose import Job, composed
from pnp.sheet.frame import STRIP
from pnp.sheet.leaf import Block, Leaf, Placement
from pnp.sheet.lots import is_trim
from pnp.sheet.outline import outlined_by
from pnp.sheet.paper import Paper
from pnp.sheet.style import HOUSE, SheetStyle

if TYPE_CHECKING:
    from pnp.scene.items import Scene
    from pnp.scene.part import PartSet
    from pnp.scene.sheet import Sheet
    from pnp.sheet.options import Options

CLEAR = 1.0
"""What stays free on both sides of the strip."""


def whole(parts: PartSet, options: Options, style: SheetStyle = HOUSE) -> tuple[Sheet, ...]:
    """Every face of the set at full size, copies left aside; the sheet's trim is the part's and its bleed the art's."""
    faces = tuple(
        (index, side, scene) for index, part in enumerate(parts.parts) for side, scene in _sides(part.front, part.back)
    )
    sheets = []
    for number, (index, side, scene) in enumerate(faces, 1):
        own = replace(options, bleed=scene.bleed, margin=0.0)
        leaf = _leaf(index, side, scene, own, outlined=not is_trim(parts.parts[index]))
        sheets.append(composed(Job(parts, own, style), leaf, number, len(faces)))
    return outlined_by(parts, sheets, [index for index, _, _ in faces])


def _sides(front: Scene, back: Scene | None) -> tuple[tuple[Side, Scene], ...]:
    return (("front", front), ("back", back)) if back else (("front", front),)


def _leaf(index: int, side: Side, scene: Scene, options: Options, *, outlined: bool) -> Leaf:
    margin = options.mark_reach + CLEAR + STRIP + CLEAR
    paper = Paper("whole", "whole", scene.width + 2 * margin, scene.height + 2 * margin)
    trim = Box(margin, margin, scene.width, scene.height)
    strip = Box(margin, paper.height - CLEAR - STRIP, scene.width, STRIP)
    return Leaf(paper, (Block((Placement(index, 0, trim, 0, side),), outlined),), strip, side=side)
