"""Squares that nobody enters: greens in the corners of the map, one of them with the compass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.town.compass import draw_compass
from pnp.draw.town.shades import pen
from pnp.draw.town.trees import Tree, draw_trees
from pnp.model.block_grid import square_name
from pnp.scene.items import Item, Rect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.lanes.board import Board
    from pnp.model.block_grid import Square

TREES = ((0.3, 0.34, 0.13), (0.66, 0.3, 0.1), (0.5, 0.68, 0.15))
"""Where trees stand on a green, and the radii of their crowns, as shares of its side."""


def draw_corners(board: Board) -> Iterator[Item]:
    """The greens, with trees on all but the one of the compass: the first of them, unless the style places it."""
    style, unused = board.style.compass, tuple(_unused(board))
    spare = unused[:1] if style and style.at is None and board.detailed else ()
    for square in unused:
        yield from _green(board, square, bare=square in spare)
    if style and style.at:
        yield from draw_compass(style.at, style.size, board.paint)
    for square in spare:
        yield from draw_compass(board.middle(square), 0.86 * board.unit, board.paint)


def _unused(board: Board) -> Iterator[Square]:
    names = {ref.name for ref in board.drawn.unused}
    return (square for square in board.drawn.grid.road if square_name(square) in names)


def _green(board: Board, square: Square, *, bare: bool) -> Iterator[Item]:
    (x, y), unit = board.at(square), board.unit
    line = pen(board.paint("kerb"), board.line(0.6) if board.detailed else 0.15)
    yield Rect(x, y, unit, unit, unit * 0.16, board.paint("park"), line)
    if board.detailed and not bare:
        key = square_name(square)
        trees = (Tree(f"{key} {n}", (x + a * unit, y + b * unit), r * unit) for n, (a, b, r) in enumerate(TREES))
        yield from draw_trees(trees, board.paint, board.chance)
