"""Streets of two lanes: asphalt, the lines between squares and between lanes, and arrows where lanes end."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pnp.draw.lanes.arrows import arrow
from pnp.draw.town.curves import lines, straight
from pnp.draw.town.rings import rectangle
from pnp.draw.town.shades import pen
from pnp.model.block_grid import LANES
from pnp.model.traffic import HEADINGS, onward, turned
from pnp.scene.items import Group, Item, Path, Rect, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.draw.lanes.board import Board
    from pnp.draw.town.rings import Ring
    from pnp.model.block_grid import Square
    from pnp.model.traffic import Heading

Run = tuple[tuple[float, float], tuple[float, float]]

DIVIDER, CENTRE, STOP, KERB = 0.35, 0.45, 0.9, 0.6
"""The widths of the lines between squares, along the middle of a street, before an intersection, and of kerbs."""

INSET = 0.12
"""How far the ends of lines stay away from kerbs, as a share of a square."""


def draw_streets(board: Board) -> Iterator[Item]:
    """The asphalt of the whole board, and all that is painted on it."""
    width, height = board.size
    yield Rect(0.0, 0.0, width, height, 0.0, board.paint("street"))
    yield Path(straight(_crossings(board)), board.paint("crossing"))
    if not board.detailed:
        return
    yield Path(lines(*_dividers(board)), None, Stroke(board.paint("dash"), board.line(DIVIDER)))
    yield Path(lines(*_cross(board)), None, Stroke(board.paint("dash"), board.line(DIVIDER), (board.line(1.2),) * 2))
    yield from _centres(board)
    yield Path(lines(*_stops(board)), None, Stroke(board.paint("paint"), board.line(STOP)))
    if board.blocks.arrows:
        yield from _arrows(board)


def draw_rim(board: Board) -> Iterator[Item]:
    """The kerb round the board."""
    (width, height), kerb = board.size, board.line(KERB) if board.detailed else KERB / 4
    yield Rect(kerb / 2, kerb / 2, width - kerb, height - kerb, 0.0, None, pen(board.paint("kerb"), kerb))


def _crossings(board: Board) -> Iterator[Ring]:
    """The grounds of the intersections."""
    side = LANES * board.unit
    for at in board.drawn.grid.intersections:
        yield rectangle(*board.at(board.drawn.grid.within(at, (0, 0))), side, side)


def _dividers(board: Board) -> Iterator[Run]:
    """The lines across the lanes between two squares of a street."""
    for i, j, across in _streets(board):
        first = _first(board, i, j, across)
        for step in range(1, board.drawn.grid.squares):
            for lane in range(LANES):
                yield _laid(board, first, across, (step, lane + INSET), (step, lane + 1 - INSET))


def _cross(board: Board) -> Iterator[Run]:
    """The lines that part the squares of an intersection."""
    for at in board.drawn.grid.intersections:
        x, y = board.drawn.grid.within(at, (0, 0))
        yield board.at((x + 1, y + INSET)), board.at((x + 1, y + LANES - INSET))
        yield board.at((x + INSET, y + 1)), board.at((x + LANES - INSET, y + 1))


def _centres(board: Board) -> Iterator[Item]:
    """The line between the lanes: broken where one may turn round in the street, else double."""
    along = board.drawn.grid.squares
    colour = board.paint("lane-line")
    streets = [(_first(board, i, j, across), across) for i, j, across in _streets(board)]
    if board.drawn.turns_in_street:
        runs = [_laid(board, first, across, (INSET, 1.0), (along - INSET, 1.0)) for first, across in streets]
        yield Path(lines(*runs), None, Stroke(colour, board.line(CENTRE), (board.line(3.0), board.line(2.0))))
        return
    off = board.line(0.42) / board.unit
    sides = (1.0 - off, 1.0 + off)
    runs = [_laid(board, first, across, (0.0, y), (along, y)) for first, across in streets for y in sides]
    yield Path(lines(*runs), None, Stroke(colour, board.line(CENTRE)))


def _stops(board: Board) -> Iterator[Run]:
    """A line across the end of each lane."""
    grid = board.drawn.grid
    back = board.line(STOP) / 2 / board.unit
    for i, j, across in _streets(board):
        first = _first(board, i, j, across)
        for lane in range(LANES):
            leads_on = board.drawn.traffic.heading(lane, across=across) in ("E", "S")
            at = grid.squares - back if leads_on else back
            yield _laid(board, first, across, (at, lane + INSET), (at, lane + 1 - INSET))


def _arrows(board: Board) -> Iterator[Item]:
    """An arrow on the last square of each lane: all ways out of the intersection that it leads into."""
    grid, traffic, colour = board.drawn.grid, board.drawn.traffic, board.paint("paint")
    for at in grid.intersections:
        for heading in HEADINGS:
            back = turned(heading, "u-turn")
            turns = tuple(turn for turn, _ in board.drawn.ways_out(at, heading))
            if grid.leads(at, back) and turns:
                entry = grid.within(at, traffic.entry(heading))
                yield _turned(arrow(turns, traffic.drive, colour), board, onward(entry, back), heading)


def _turned(stamp: tuple[Item, ...], board: Board, square: Square, heading: Heading) -> Group:
    """A stamp, drawn for a square of 1 around (0, 0) that heads north, on a square of the board."""
    angle = HEADINGS.index(heading) * math.pi / 2
    cos, sin = round(math.cos(angle)) * board.unit, round(math.sin(angle)) * board.unit
    x, y = board.middle(square)
    return Group(stamp, (cos, sin, -sin, cos, round(x, 3), round(y, 3)))


def _streets(board: Board) -> Iterator[tuple[int, int, bool]]:
    """The streets by the intersection that they leave, to the right or downwards."""
    grid = board.drawn.grid
    for i, j in grid.intersections:
        if grid.leads((i, j), "E"):
            yield i, j, True
        if grid.leads((i, j), "S"):
            yield i, j, False


def _first(board: Board, i: int, j: int, across: bool) -> Square:
    pitch = board.drawn.grid.pitch
    return (i * pitch + LANES, j * pitch) if across else (i * pitch, j * pitch + LANES)


def _laid(board: Board, first: Square, across: bool, start: tuple[float, float], end: tuple[float, float]) -> Run:
    """A line given along and across a street, from its first square."""
    (a, b), (c, d) = (start, end) if across else (start[::-1], end[::-1])
    return board.at((first[0] + a, first[1] + b)), board.at((first[0] + c, first[1] + d))
