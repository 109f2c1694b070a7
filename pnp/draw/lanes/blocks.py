"""Blocks: places for tiles, or built on, each with its name and the letters of its addresses at its rim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.lanes.board import Board, words
from pnp.draw.town.blocks import CORNER, YARD, Block
from pnp.draw.town.buildings import Building, buildings, draw_buildings, yard
from pnp.draw.town.curves import straight
from pnp.draw.town.faces import Face
from pnp.draw.town.parks import park
from pnp.draw.town.plan import Spot
from pnp.draw.town.polygons import difference, grow, opened
from pnp.draw.town.rings import Shape, box, rectangle
from pnp.draw.town.shades import lit, pen
from pnp.draw.town.trees import Tree, draw_trees, grove
from pnp.model.block_grid import STEPS
from pnp.model.game_map import Area
from pnp.scene.items import Item, Path, Rect
from pnp.scene.typeset import typeset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.draw.lanes.board import Point
    from pnp.model import block_map
    from pnp.model.map_style import TownStyle
    from pnp.scene.items import Colour, Group
    from pnp.scene.text import TextStyle

ROUND = 2.5
"""The radius of the corners of a pavement."""

RIM = 4.4
"""The width of a pavement that is lettered."""

PLATE = 1.6
"""The room round a name on its plate."""

ROW, COURT, LOT_GAP = 11.0, 14.0, 1.2
"""How deep a row of buildings is, the least side of a court between rows, and the gap between two rows."""


def draw_blocks(board: Board) -> Iterator[Item]:
    """Every block."""
    town = board.style.town if board.blocks.fill == "town" and board.detailed else None
    edge = pen(board.paint("kerb"), board.line(0.6) if board.detailed else 0.15)
    for block in board.drawn.blocks:
        x, y, side = _box(board, block)
        if board.blocks.fill == "tiles":
            yield Rect(x, y, side, side, 0.0, board.paint("tile"), edge)
        else:
            yield Rect(x, y, side, side, min(ROUND, side / 8), board.paint("pavement" if town else "block"), edge)
    if town:
        yield from _town(board, town)
    if board.detailed:
        for block in board.drawn.blocks:
            yield from _lettered(board, block)


def draw_names(board: Board) -> Iterator[Item]:
    """The names of the blocks: on plates over the roofs, or large and pale where a tile will lie."""
    style = board.text(board.blocks.names) if board.detailed else None
    if style is None:
        return
    for block in board.drawn.blocks:
        x, y, side = _box(board, block)
        text = words(block.id, style, (x + side / 2, y + side / 2))
        if board.blocks.fill == "town":
            yield _plate(board, block.id, style, (x + side / 2, y + side / 2))
        yield text


def _box(board: Board, block: block_map.Block) -> tuple[float, float, float]:
    x, y = board.at(board.drawn.grid.corner(block.at))
    return x, y, board.drawn.grid.squares * board.unit


def _lettered(board: Board, block: block_map.Block) -> Iterator[Group]:
    """The letters of its addresses at its rim."""
    style = board.text(board.blocks.letters)
    if style is None:
        return
    x, y, side = _box(board, block)
    reach = side / 2 - RIM / 2
    for name in sorted(board.drawn.sides, key=lambda side: STEPS[side][::-1]):  # as they are read
        across, down = STEPS[name]
        inner = 0.6 if across and down else 0.0  # the corners are rounded, and their names are wider
        yield words(name, style, (x + side / 2 + across * (reach - inner), y + side / 2 + down * (reach - inner / 3)))


def _town(board: Board, style: TownStyle) -> Iterator[Item]:
    """Buildings and parks on all blocks: grounds, then shadows and roofs, then trees."""
    roofed: list[tuple[Building, Colour]] = []
    trees: list[Tree] = []
    for block in board.drawn.blocks:
        plot, green = _plot(board, block), board.chance.share("park", block.id) < style.parks
        ground = board.paint("park" if green else "block")
        yield Path(straight(_ground(board, block)), ground, pen(lit(ground, -0.8), 0.3))
        if not plot.ground:  # too small to build on
            continue
        if green:
            grown = park(plot, board.paint, board.chance)
            yield from grown.items[1:]  # the lawn is there, under the name too
            trees += grown.trees
            continue
        stand = buildings(plot, style, board.chance)
        trees += grove(yard(plot, stand), 0.22, board.chance, plot.key)
        roofed += [(it, board.look.colour(style.roofs[it.colour].name)) for it in stand]
    yield from draw_buildings(roofed, style, board.paint)
    yield from draw_trees(trees, board.paint, board.chance)


def _ground(board: Board, block: block_map.Block) -> Shape:
    """The ground of a block within its pavement."""
    x, y, side = _box(board, block)
    inset = RIM if board.blocks.letters else 1.5
    return grow((rectangle(x + inset + CORNER, y + inset + CORNER, *(side - 2 * inset - 2 * CORNER,) * 2),), CORNER)


def _plot(board: Board, block: block_map.Block) -> Block:
    """The ground of a block as the town knows it: its name's plate is left free, and where there is room a court."""
    x, y, side = _box(board, block)
    middle = x + side / 2, y + side / 2
    whole = _ground(board, block)
    free = difference(whole, *_kept(board, block, middle))
    face = Face(block.id, free, middle, (), Spot(Area(block.id, "", block.id, block.span), middle, 0.0))
    return Block(block.id, face, opened(free, CORNER), _site(whole, free))


def _site(whole: Shape, free: Shape) -> Shape:
    """Where buildings stand: in four rows round a court, or all over a block that is too small for one."""
    left, top, right, bottom = box(grow(whole, -YARD))
    court = right - left - 2 * ROW
    if court < COURT:
        return grow(free, -YARD, "miter")
    inner, gap = court + 2 * ROW, LOT_GAP / 2
    return (
        rectangle(left, top, inner, ROW - gap),
        rectangle(left, top + ROW + gap, ROW, court - 2 * gap),
        rectangle(right - ROW, top + ROW + gap, ROW, court - 2 * gap),
        rectangle(left, bottom - ROW + gap, inner, ROW - gap),
    )


def _kept(board: Board, block: block_map.Block, middle: Point) -> Sequence[Shape]:
    style = board.text(board.blocks.names)
    if style is None:
        return ()
    plate = _plate_box(block.id, style, middle)
    return ((rectangle(*plate),),)


def _plate(board: Board, text: str, style: TextStyle, at: Point) -> Rect:
    x, y, width, height = _plate_box(text, style, at)
    return Rect(x, y, width, height, 1.2, board.paint("place"), pen(board.paint("outline"), 0.3))


def _plate_box(text: str, style: TextStyle, at: Point) -> tuple[float, float, float, float]:
    block = typeset(text, style)
    width, height = block.width + 2 * PLATE, block.last_baseline - block.cap_top + 2 * PLATE
    return round(at[0] - width / 2, 3), round(at[1] - height / 2, 3), round(width, 3), round(height, 3)
