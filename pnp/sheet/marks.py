"""Marks: where to cut and where to fold, drawn outside the parts.

Crop marks stand on all four sides of a block, at both edges of every row and column, so that each cut still has its
marks when the cuts before it are made.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.scene.items import Command, Ellipse, Item, Path, Rect, Stroke
from pnp.scene.sheet import Box
from pnp.sheet.boxes import grown, hull
from pnp.sheet.options import MARK_LEAST, MARK_LENGTH, Options
from pnp.units import rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.scene.part import Outline
    from pnp.sheet.frame import Fold
    from pnp.sheet.leaf import Block

BLACK = "#000000"
CUT = Stroke(BLACK, 0.15)
FOLD = Stroke(BLACK, 0.25, (2.0, 1.5))
FOLD_TICK = Stroke(BLACK, 0.25)

Line = tuple[float, float, float, float]
"""From (x, y) to (x, y)."""


def lines_path(lines: Iterable[Line], stroke: Stroke) -> Path:
    """The lines as one path."""
    commands: list[Command] = []
    for x1, y1, x2, y2 in lines:
        commands += [("M", rounded(x1), rounded(y1)), ("L", rounded(x2), rounded(y2))]
    return Path(tuple(commands), stroke=stroke)


def crop_lines(boxes: Iterable[Box], offset: float, room: Box | None = None) -> tuple[Line, ...]:
    """The crop marks of boxes that are cut apart together, each beginning `offset` off the hull of them all."""
    every = tuple(boxes)
    inner = grown(hull(every), offset)
    outer = mark_ends(inner, room)
    columns = sorted({rounded(edge) for box in every for edge in (box.x, box.x + box.width)})
    rows = sorted({rounded(edge) for box in every for edge in (box.y, box.y + box.height)})
    return tuple(_upright(columns, inner, outer)) + tuple(_level(rows, inner, outer))


def mark_ends(inner: Box, room: Box | None = None) -> Box:
    """Where marks end that begin at the sides of the box: 4 mm on or where their room does, though never under 2."""
    most, least = grown(inner, MARK_LENGTH), grown(inner, MARK_LEAST)
    if room is None:
        return most
    left, top = min(max(most.x, room.x), least.x), min(max(most.y, room.y), least.y)
    right = max(min(most.x + most.width, room.x + room.width), least.x + least.width)
    bottom = max(min(most.y + most.height, room.y + room.height), least.y + least.height)
    return Box(left, top, right - left, bottom - top)


def _upright(columns: Iterable[float], inner: Box, outer: Box) -> Iterator[Line]:
    for x in columns:
        yield x, outer.y, x, inner.y
        yield x, inner.y + inner.height, x, outer.y + outer.height


def _level(rows: Iterable[float], inner: Box, outer: Box) -> Iterator[Line]:
    for y in rows:
        yield outer.x, y, inner.x, y
        yield inner.x + inner.width, y, outer.x + outer.width, y


def crop_marks(blocks: Iterable[Block], options: Options, room: Box) -> Iterator[Item]:
    """The crop marks of every block whose parts are cut from mark to mark."""
    for block in blocks:
        if options.marks and not block.outlined:
            yield _marks(tuple([placement.box for placement in block.placements]), options.mark_offset, room)


@lru_cache(maxsize=64)  # most sheets of a deck are alike
def _marks(boxes: tuple[Box, ...], offset: float, room: Box) -> Path:
    return lines_path(crop_lines(boxes, offset, room), CUT)


def cut_line(outline: Outline) -> Item:
    """The line along which an outlined part is cut, in the part's own coordinates."""
    match outline:
        case Rect():
            return Rect(outline.x, outline.y, outline.width, outline.height, outline.radius, stroke=CUT)
        case Ellipse():
            return Ellipse(outline.cx, outline.cy, outline.rx, outline.ry, stroke=CUT)
        case Path():
            return Path(outline.commands, stroke=CUT)


def fold_line(fold: Fold, blocks: Iterable[Block], options: Options, room: Box) -> Iterator[Item]:
    """The fold across the sheet, dashed between the blocks, with a tick beyond each end."""
    box = grown(hull(placement.box for block in blocks for placement in block.placements), options.mark_offset)
    x1, y1, x2, y2 = _along(fold, box)
    start_x, start_y, end_x, end_y = _along(fold, mark_ends(box, room))
    yield lines_path([(x1, y1, x2, y2)], FOLD)
    yield lines_path([(start_x, start_y, x1, y1), (x2, y2, end_x, end_y)], FOLD_TICK)


def _along(fold: Fold, box: Box) -> Line:
    """The fold's way through the box."""
    if fold.axis == "vertical":
        return fold.at, box.y, fold.at, box.y + box.height
    return box.x, fold.at, box.x + box.width, fold.at
