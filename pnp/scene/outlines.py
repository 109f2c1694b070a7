"""Glyph outlines and their boxes, read from the font file when first asked for."""

from __future__ import annotations

import struct
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.scene.truetype import read_boxes

if TYPE_CHECKING:
    from pnp.scene.fonts import Face
    from pnp.scene.items import Command
    from pnp.scene.truetype import Boxes

    Point = tuple[float, float]


@cache
def outline(face: Face, char: str) -> tuple[Command, ...]:
    """The character's outline in font units, y downwards, as lines and cubic curves; empty for a blank."""
    _, cmap, glyphs = _glyphs(face)
    pen = _pen(glyphs)
    if (name := cmap.get(ord(char))) is not None:
        glyphs[name].draw(pen)
    return tuple(pen.commands)


@cache
def ink(face: Face, char: str) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom of the character's ink in ems, y downwards; None for a blank or a missing glyph."""
    boxes = _boxes(face)
    if boxes is None:
        font, cmap, _ = _glyphs(face)
        glyph = font["glyf"][cmap[ord(char)]] if ord(char) in cmap else None
        box = (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax) if glyph and glyph.numberOfContours else None
    else:
        box = boxes.of(char)
    if box is None:
        return None
    left, bottom, right, top = (side / face.units for side in box)
    return left, -top, right, -bottom


@cache
def _boxes(face: Face) -> Boxes | None:
    """Where the boxes of characters are found; None where it takes a library for all fonts."""
    try:
        with BytesIO(face.content) if face.content else Path(face.path).open("rb") as file:
            return read_boxes(file)
    except (OSError, IndexError, ValueError, struct.error):
        return None


@cache
def _glyphs(face: Face) -> tuple[Any, dict[int, str], Any]:
    from fontTools.ttLib import TTFont

    font = TTFont(face.file, lazy=True, fontNumber=0)
    return font, font.getBestCmap() or {}, font.getGlyphSet()


def _pen(glyphs: Any) -> Any:
    """A fontTools pen that collects commands; its base class takes composites apart and turns curves cubic."""
    from fontTools.pens.basePen import BasePen

    class CommandPen(BasePen):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(glyphs)
            self.commands: list[Command] = []

        def _moveTo(self, pt: Point) -> None:  # noqa: N802
            self.commands.append(("M", pt[0], -pt[1]))

        def _lineTo(self, pt: Point) -> None:  # noqa: N802
            self.commands.append(("L", pt[0], -pt[1]))

        def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:  # noqa: N802
            self.commands.append(("C", pt1[0], -pt1[1], pt2[0], -pt2[1], pt3[0], -pt3[1]))

        def _closePath(self) -> None:  # noqa: N802
            self.commands.append(("Z",))

    return CommandPen()
