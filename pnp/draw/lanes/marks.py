"""What stands out on a drawn block map: squares, blocks and addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.town.shades import pen
from pnp.model.block_grid import STEPS, square_name
from pnp.scene.items import Ellipse, Item, Rect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.lanes.board import Board
    from pnp.model.block_map import Address


def draw_marks(board: Board, names: frozenset[str]) -> Iterator[Item]:
    """The named blocks and squares filled, and a disc at each named address."""
    if not names:
        return
    fill, line, width = board.paint("lit"), board.paint("rim"), min(0.6, board.unit / 8)
    for block in board.drawn.blocks:
        if block.id in names:
            x, y = board.at(board.drawn.grid.corner(block.at))
            side = board.drawn.grid.squares * board.unit
            yield Rect(x, y, side, side, side / 16, fill, pen(line, width))
    for square in board.drawn.grid.road:
        if square_name(square) in names:
            x, y = board.at(square)
            yield Rect(x, y, board.unit, board.unit, 0.0, fill, pen(line, width))
    for address in board.drawn.addresses.values():
        if address.id in names:
            yield _disc(board, address, fill, line)


def _disc(board: Board, address: Address, fill: str, line: str) -> Ellipse:
    x, y = board.at(board.drawn.grid.corner(address.block.at))
    side = board.drawn.grid.squares * board.unit
    across, down = STEPS[address.side]
    radius = max(0.16 * side, 1.1)
    reach = side / 2 - radius * 0.8
    middle = round(x + side / 2 + across * reach, 3), round(y + side / 2 + down * reach, 3)
    return Ellipse(*middle, radius, radius, fill, pen(line, min(0.6, radius / 4)))
