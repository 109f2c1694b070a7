"""Bays: lines along the kerb that show which squares serve which address."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from pnp.draw.town.curves import lines
from pnp.scene.items import Item, Path, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.lanes.board import Board, Point
    from pnp.model.block_grid import Side, Square
    from pnp.model.block_map import Block

WIDTH, OFF, GAP = 1.0, 1.5, 1.0
"""The width of a bay's line, how far it runs from the block, and the gap at either end."""


def draw_bays(board: Board, blocks: tuple[Block, ...]) -> Iterator[Item]:
    """The bays of these blocks: those of corners and those of sides in colours of their own."""
    corners: list[tuple[Point, ...]] = []
    sides: list[tuple[Point, ...]] = []
    for block in blocks:
        for side, first, count in _bays(board, block):
            (corners if len(side) == 2 else sides).append(_line(board, block, first, count))
    for runs, thing in ((sides, "kerb-mark"), (corners, "corner-mark")):
        if runs:
            yield Path(lines(*runs), None, Stroke(board.paint(thing), board.line(WIDTH), (), "butt", "round"))


def _bays(board: Board, block: Block) -> Iterator[tuple[Side, int, int]]:
    """The stretches of a block's rim, clockwise from its first corner, that belong to an address: where, how long."""
    grid = board.drawn.grid
    served = {
        square: side
        for side, squares in grid.served_from(block.at, frozenset(board.drawn.sides)).items()
        for square in squares
    }
    rim = [served.get(square) for square in _round(grid.corner(block.at), grid.squares)]
    turn = next((at for at in range(len(rim)) if rim[at] != rim[at - 1]), 0)
    at = turn
    for side, group in groupby(rim[turn:] + rim[:turn]):
        count = len(tuple(group))
        if side:
            yield side, at, count
        at += count


def _round(corner: Square, length: int) -> Iterator[Square]:
    """The squares beside the edges of a block, clockwise."""
    left, top = corner
    steps = range(length)
    yield from ((left + step, top - 1) for step in steps)
    yield from ((left + length, top + step) for step in steps)
    yield from ((left + length - 1 - step, top + length) for step in steps)
    yield from ((left - 1, top + length - 1 - step) for step in steps)


def _line(board: Board, block: Block, first: int, count: int) -> tuple[Point, ...]:
    """A line along so many squares of a block's rim, round its corners."""
    length = board.drawn.grid.squares
    gap = board.line(GAP) / board.unit
    start, end = first + gap, first + count - gap
    turns = [at for at in range(0, 9 * length, length) if start < at < end]
    return tuple(_outside(board, block, at) for at in (start, *turns, end))


def _outside(board: Board, block: Block, along: float) -> Point:
    """The point beside the rim of a block so many squares on from its first corner."""
    length, off = board.drawn.grid.squares, board.line(OFF)
    x, y = board.at(board.drawn.grid.corner(block.at))
    edge, rest = divmod(along % (4 * length), length)
    far = rest * board.unit or -off  # at a corner the line turns
    side = length * board.unit
    match int(edge):
        case 0:
            return x + far, y - off
        case 1:
            return x + side + off, y + far
        case 2:
            return x + side - far, y + side + off
        case _:
            return x - off, y + side - far
