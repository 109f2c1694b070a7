"""Seams: what stands in the margin of a tile to help glue it to its neighbours.

Every tile lies over the one to its left and the one above it. The strip that will be covered is hatched in the
margin, the line that the neighbour's edge comes to lie on has a tick at both ends, and along each seam stands what
goes where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.scene.items import Stroke
from pnp.scene.sheet import Box
from pnp.scene.typeset import typeset
from pnp.sheet.boxes import grown
from pnp.sheet.furniture import along
from pnp.sheet.marks import BLACK, CUT, Line, lines_path, mark_ends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.items import Item
    from pnp.sheet.options import Options
    from pnp.sheet.style import SheetStyle
    from pnp.sheet.tiling import Tile

GLUE = Stroke(BLACK, 0.2)
PITCH = 1.5
HINT_OFFSET = 0.8
"""How far off the trim a hint stands."""


def seams(tile: Tile, box: Box, room: Box, options: Options, style: SheetStyle) -> Iterator[Item]:
    """The hints, ticks and hatching round the tile that stands at `box` on its sheet, marks in their `room`."""
    yield from _hints(tile, box, style)
    if tile.tiling.overlap:
        covered = tuple(_covered(tile, box, room, options))
        if covered:
            yield lines_path((line for _, line in covered), CUT)
            yield lines_path((line for margin, _ in covered for line in hatching(margin)), GLUE)


def _covered(tile: Tile, box: Box, room: Box, options: Options) -> Iterator[tuple[Box, Line]]:
    """Both ends of each strip that a neighbour will cover: a box beside it in the margin, and the tick of its edge."""
    overlap, inner = tile.tiling.overlap, grown(box, options.mark_offset)
    outer = mark_ends(inner, room)
    if tile.neighbour(1, 0):
        x = box.x + box.width - overlap
        for start, end in ((outer.y, inner.y), (inner.y + inner.height, outer.y + outer.height)):
            yield Box(x, start, overlap, end - start), (x, start, x, end)
    if tile.neighbour(0, 1):
        y = box.y + box.height - overlap
        for start, end in ((outer.x, inner.x), (inner.x + inner.width, outer.x + outer.width)):
            yield Box(start, y, end - start, overlap), (start, y, end, y)


def hatching(box: Box) -> Iterator[Line]:
    """Lines at 45° that fill the box."""
    total = box.width + box.height
    for step in range(1, int(total / PITCH) + 1):
        along_edge = step * PITCH
        x1, y1 = min(along_edge, box.width), max(0.0, along_edge - box.width)
        x2, y2 = max(0.0, along_edge - box.height), min(along_edge, box.height)
        yield box.x + x1, box.y + y1, box.x + x2, box.y + y2


def _hints(tile: Tile, box: Box, style: SheetStyle) -> Iterator[Item]:
    butt = not tile.tiling.overlap
    for columns, rows in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        neighbour = tile.neighbour(columns, rows)
        if neighbour:
            way = "butt against" if butt else "glue under" if columns + rows > 0 else "glue over"
            block = typeset(f"{way} {neighbour.label}", style.notes)
            yield along(_beside(box, columns, rows, block.width, block.height), block.items)


def _beside(box: Box, columns: int, rows: int, length: float, depth: float) -> Box:
    """The place of a hint in the middle of that side of the box, just outside."""
    width, height = (depth, length) if columns else (length, depth)
    x = box.x + box.width / 2 + columns * (box.width / 2 + HINT_OFFSET + width / 2) - width / 2
    y = box.y + box.height / 2 + rows * (box.height / 2 + HINT_OFFSET + height / 2) - height / 2
    return Box(x, y, width, height)
