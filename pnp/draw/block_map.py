"""The painter of block maps: a map and a style in, the items of a face out, whether a board or a miniature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.lanes.bays import draw_bays
from pnp.draw.lanes.blocks import draw_blocks, draw_names
from pnp.draw.lanes.board import Board
from pnp.draw.lanes.corners import draw_corners
from pnp.draw.lanes.marks import draw_marks
from pnp.draw.lanes.streets import draw_rim, draw_streets
from pnp.scene.items import Group, Rect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.look import Look
    from pnp.model.block_map import BlockMap
    from pnp.model.map_style import MapStyle
    from pnp.scene.items import Item


def paint_block_map(
    drawn: BlockMap,
    style: MapStyle,
    look: Look,
    width: float,
    height: float,
    highlight: frozenset[str] = frozenset(),
) -> tuple[Item, ...]:
    """The map in the middle of a box with (0, 0) at its top left corner, with what `highlight` names standing out.

    Raises UnknownNameError for a role that the look does not have.
    """
    if not (width > 0 and height > 0):
        return ()
    grid = drawn.grid
    unit = min(width / grid.width, height / grid.height)
    board = Board(drawn, style, look, unit)
    left, top = (width - grid.width * unit) / 2, (height - grid.height * unit) / 2
    clip = Rect(0.0, 0.0, grid.width * unit, grid.height * unit)
    items = (*_board(board), *draw_marks(board, highlight))
    return (Group(items, (1.0, 0.0, 0.0, 1.0, round(left, 3), round(top, 3)), clip),)


def _board(board: Board) -> Iterator[Item]:
    """All of the board, from the bottom up."""
    yield from draw_streets(board)
    yield from draw_corners(board)
    yield from draw_blocks(board)
    if board.blocks.bays and board.detailed:
        yield from draw_bays(board, board.drawn.blocks)
    yield from draw_names(board)
    yield from draw_rim(board)
