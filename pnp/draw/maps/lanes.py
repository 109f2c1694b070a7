"""Streets of two lanes, arrows, bays, and the colours of the board."""

import math
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import groupby

from msgspec import Struct

from pnp.draw.town.plan import Chance, lines, pen, straight
from pnp.facts.look import Look
from pnp.geometry.block_grid import HEADINGS, LANES, Hand, Heading, Side, Square, Turn, onward, turned
from pnp.geometry.polygons import Ring, rectangle
from pnp.model.maps.block_map import Block, BlockMap
from pnp.model.maps.map_style import PLAIN, BlockStyle, MapStyle
from pnp.model.reference import Ref
from pnp.scene.items import Colour, Command, Group, Item, Path, Rect, Stroke
from pnp.scene.typesetting.fonts import FontError
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

# The board: a block map in one style at one size, with its colours.

Point = tuple[float, float]

DETAILED = 6.0
"""The size of a square in millimetres from which lanes are painted and addresses lettered."""

USUAL = 12.0
"""The size of a square in millimetres from which lines have their full width."""


class Board(Struct, frozen=True, eq=False, dict=True):
    """A block map with its style and look; `unit` is the side of a square in millimetres on the face.

    Details are drawn if squares are at least `least` millimetres large.
    """

    drawn: BlockMap
    style: MapStyle
    look: Look
    unit: float
    least: float = DETAILED

    @cached_property
    def blocks(self) -> BlockStyle:
        """The style of its blocks."""
        return self.style.blocks or PLAIN

    @property
    def chance(self) -> Chance:
        """The random source of this style."""
        return Chance(self.style.seed)

    @property
    def detailed(self) -> bool:
        """Whether squares are large enough for details."""
        return self.unit >= self.least

    @cached_property
    def size(self) -> tuple[float, float]:
        """Its width and height."""
        return self.drawn.grid.width * self.unit, self.drawn.grid.height * self.unit

    def paint(self, thing: str) -> Colour:
        """Return the colour of a thing."""
        return self.look.colour(self.style.colour(thing, self.look.roles.palette))

    def line(self, length: float) -> float:
        """Return a line width or small distance, reduced if squares are small."""
        return round(length * min(1.0, self.unit / USUAL), 4)

    def text(self, role: Ref | None) -> TextStyle | None:
        """Return the style of a text role; None without a role or if its font is missing, which a check reports."""
        if role is None:
            return None
        style = self.look.text(role.name)
        try:
            typeset("N", style)
        except FontError:
            return None
        return style

    def at(self, square: Square | Point) -> Point:
        """Return the top left corner of a square."""
        return square[0] * self.unit, square[1] * self.unit

    def middle(self, square: Square) -> Point:
        """Return the centre of a square."""
        return self.at((square[0] + 0.5, square[1] + 0.5))


def words(text: str, style: TextStyle, at: Point) -> Group:
    """Return a short text with its capitals centred on a point."""
    block = typeset(text, style)
    height = block.cap_top + block.last_baseline
    return block.at(round(at[0] - block.width / 2, 3), round(at[1] - height / 2, 3))


# Arrows on lanes: a stem, and a head for each direction.

STEM = 0.085
"""The width of a stem, as a share of a square."""

HEAD = (0.125, 0.18)
"""Half the width of a head, and its length, as shares of a square."""


@lru_cache(maxsize=256)
def arrow(turns: tuple[Turn, ...], drive: Hand, colour: Colour) -> tuple[Item, ...]:
    """Return the arrow for these turns, in a square of side 1 around (0, 0), for traffic northwards."""
    return tuple(_arrow(turns, drive, colour))


def _arrow(turns: tuple[Turn, ...], drive: Hand, colour: Colour) -> Iterator[Item]:
    far = -1.0 if drive == "right" else 1.0
    stroke = Stroke(colour, STEM)
    for turn in turns:
        match turn:
            case "straight":
                yield Path((("M", 0.0, 0.42), ("L", 0.0, -0.24)), None, stroke)
                yield _head((0.0, -0.24), (0.0, -1.0), colour)
            case "right" | "left":
                side = 1.0 if turn == "right" else -1.0
                bend = -0.02
                yield Path(
                    (("M", 0.0, 0.42), ("L", 0.0, bend + 0.14), ("C", 0.0, bend, 0.0, bend, 0.24 * side, bend)),
                    None,
                    stroke,
                )
                yield _head((0.23 * side, bend), (side, 0.0), colour)
            case _:
                x = 0.28 * far
                hook: tuple[Command, ...] = (
                    ("M", 0.0, 0.42), ("L", 0.0, 0.3), ("C", 0.0, 0.13, x, 0.13, x, 0.25),
                )  # fmt: skip
                yield Path(hook, None, stroke)
                yield _head((x, 0.24), (0.0, 1.0), colour)


def _head(at: tuple[float, float], to: tuple[float, float], colour: Colour) -> Path:
    (x, y), (u, v), (half, length) = at, to, HEAD
    points = ((x - v * half, y + u * half), (x + u * length, y + v * length), (x + v * half, y - u * half))
    (a, b), (c, d), (e, f) = points
    return Path((("M", a, b), ("L", c, d), ("L", e, f), ("Z",)), colour)


# Streets of two lanes: asphalt, lines between squares and lanes, and arrows at the ends of lanes.

Run = tuple[tuple[float, float], tuple[float, float]]

DIVIDER, CENTRE, STOP, KERB = 0.5, 0.5, 0.9, 0.6
"""Widths of the lines between squares, in the middle of a street and before an intersection, and of kerbs."""

BAR, BAR_LENGTH, FROM_CORNER = 1.1, 2.3, 0.6
"""The width and length of a bar of a crosswalk, and its distance from the intersection."""

INSET = 0.12
"""The distance of the ends of lines from kerbs, as a share of a square."""


def draw_streets(board: Board) -> Iterator[Item]:
    """Yield the asphalt of the whole board and its markings."""
    width, height = board.size
    yield Rect(0.0, 0.0, width, height, 0.0, board.paint("street"))
    yield from _tints(board)
    yield Path(straight(_crossings(board)), board.paint("crossing"))
    if not board.detailed:
        return
    yield Path(lines(*_dividers(board)), None, Stroke(board.paint("dash"), board.line(DIVIDER)))
    yield Path(lines(*_cross(board)), None, Stroke(board.paint("dash"), board.line(DIVIDER), (board.line(1.2),) * 2))
    yield from _centres(board)
    if board.blocks.crosswalks:
        yield Path(lines(*_crosswalks(board)), None, Stroke(board.paint("paint"), board.line(BAR)))
    else:
        yield Path(lines(*_stops(board)), None, Stroke(board.paint("paint"), board.line(STOP)))
    if board.blocks.arrows:
        yield from _arrows(board)


def _tints(board: Board) -> Iterator[Item]:
    """Yield the ground of the squares next to the blocks of each row; the lane around the map keeps the street's."""
    grid = board.drawn.grid
    for row, tint in zip(range(grid.rows), board.blocks.tints, strict=False):
        (left, top), (right, _) = grid.corner((0, row)), grid.corner((grid.columns - 1, row))
        x, y = board.at((left - 1, top - 1))
        width, height = (right - left + grid.squares + 2) * board.unit, (grid.squares + 2) * board.unit
        yield Rect(x, y, width, height, 0.0, board.look.colour(tint.name))


def draw_rim(board: Board) -> Iterator[Item]:
    """Yield the kerb around the board."""
    (width, height), kerb = board.size, board.line(KERB) if board.detailed else KERB / 4
    yield Rect(kerb / 2, kerb / 2, width - kerb, height - kerb, 0.0, None, pen(board.paint("kerb"), kerb))


def _crossings(board: Board) -> Iterator[Ring]:
    """Yield the areas of the intersections."""
    side = LANES * board.unit
    for at in board.drawn.grid.intersections:
        yield rectangle(*board.at(board.drawn.grid.within(at, (0, 0))), side, side)


def _dividers(board: Board) -> Iterator[Run]:
    """Yield the lines between consecutive squares of a lane."""
    for i, j, across in _streets(board):
        first = _first(board, i, j, across)
        for step in range(1, board.drawn.grid.squares):
            for lane in range(LANES):
                yield _laid(board, first, across, (step, lane + INSET), (step, lane + 1 - INSET))


def _cross(board: Board) -> Iterator[Run]:
    """Yield the lines between the squares of an intersection."""
    for at in board.drawn.grid.intersections:
        x, y = board.drawn.grid.within(at, (0, 0))
        yield board.at((x + 1, y + INSET)), board.at((x + 1, y + LANES - INSET))
        yield board.at((x + INSET, y + 1)), board.at((x + LANES - INSET, y + 1))


def _centres(board: Board) -> Iterator[Item]:
    """Yield the line between the lanes: dashed if U-turns in the street are allowed, otherwise double."""
    along = board.drawn.grid.squares
    colour = board.paint("lane-line")
    streets = [(_first(board, i, j, across), across) for i, j, across in _streets(board)]
    if board.drawn.turns_in_street:
        runs = [_laid(board, first, across, (INSET, 1.0), (along - INSET, 1.0)) for first, across in streets]
        yield Path(lines(*runs), None, Stroke(colour, board.line(CENTRE), (board.line(3.0), board.line(2.0))))
        return
    off = board.line(0.42) / board.unit
    sides = (1.0 - off, 1.0 + off)
    ends = board.line(BAR_LENGTH + 2 * FROM_CORNER) / board.unit if board.blocks.crosswalks else 0.0
    runs = [_laid(board, first, across, (ends, y), (along - ends, y)) for first, across in streets for y in sides]
    yield Path(lines(*runs), None, Stroke(colour, board.line(CENTRE)))


def _stops(board: Board) -> Iterator[Run]:
    """Yield a line across the end of each lane."""
    grid = board.drawn.grid
    back = board.line(STOP) / 2 / board.unit
    for i, j, across in _streets(board):
        first = _first(board, i, j, across)
        for lane in range(LANES):
            leads_on = board.drawn.traffic.heading(lane, across=across) in ("E", "S")
            at = grid.squares - back if leads_on else back
            yield _laid(board, first, across, (at, lane + INSET), (at, lane + 1 - INSET))


def _crosswalks(board: Board) -> Iterator[Run]:
    """Yield the bars of a crosswalk at both ends of each street, evenly spaced from kerb to kerb."""
    along, gap = board.drawn.grid.squares, board.line(FROM_CORNER) / board.unit
    length, bars = board.line(BAR_LENGTH) / board.unit, max(2, round(LANES * board.unit / board.line(2 * BAR)))
    for i, j, across in _streets(board):
        first = _first(board, i, j, across)
        for bar in range(bars):
            y = LANES * (bar + 0.5) / bars
            for start, end in ((gap, gap + length), (along - gap - length, along - gap)):
                yield _laid(board, first, across, (start, y), (end, y))


def _arrows(board: Board) -> Iterator[Item]:
    """Yield an arrow on the last square of each lane, with all turns allowed at the intersection ahead."""
    grid, traffic, colour = board.drawn.grid, board.drawn.traffic, board.paint("paint")
    for at in grid.intersections:
        for heading in HEADINGS:
            back = turned(heading, "u-turn")
            turns = tuple(turn for turn, _ in board.drawn.ways_out(at, heading))
            if grid.leads(at, back) and turns:
                entry = grid.within(at, traffic.entry(heading))
                yield _turned(arrow(turns, traffic.drive, colour), board, onward(entry, back), heading)


def _turned(stamp: tuple[Item, ...], board: Board, square: Square, heading: Heading) -> Group:
    """Return a stamp on a square of the board. It was drawn for a square of side 1 around (0, 0), heading north.

    Before a crosswalk it is smaller, and a little farther back.
    """
    angle = HEADINGS.index(heading) * math.pi / 2
    size, back = (0.84 * board.unit, 0.06) if board.blocks.crosswalks else (board.unit, 0.0)
    cos, sin = round(math.cos(angle)) * size, round(math.sin(angle)) * size
    x, y = board.middle(square)
    x, y = x - sin * back, y + cos * back
    return Group(stamp, (cos, sin, -sin, cos, round(x, 3), round(y, 3)))


def _streets(board: Board) -> Iterator[tuple[int, int, bool]]:
    """Yield the streets by the intersection from which they run, to the right (True) or downwards."""
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
    """Return a line on the board, given by distances along and across a street from its first square."""
    (a, b), (c, d) = (start, end) if across else (start[::-1], end[::-1])
    return board.at((first[0] + a, first[1] + b)), board.at((first[0] + c, first[1] + d))


# Bays: lines along the kerb that show which squares serve which address.

WIDTH, OFF, GAP = 1.0, 1.5, 1.0
"""The width of a bay's line, its distance from the block, and the gap at either end."""


def draw_bays(board: Board, blocks: tuple[Block, ...]) -> Iterator[Item]:
    """Yield the bays of these blocks; those of corners and of sides have different colours."""
    corners: list[tuple[Point, ...]] = []
    sides: list[tuple[Point, ...]] = []
    for block in blocks:
        for side, first, count in _bays(board, block):
            (corners if len(side) == 2 else sides).append(_line(board, block, first, count))
    for runs, thing in ((sides, "kerb-mark"), (corners, "corner-mark")):
        if runs:
            yield Path(lines(*runs), None, Stroke(board.paint(thing), board.line(WIDTH), (), "butt", "round"))


def _bays(board: Board, block: Block) -> Iterator[tuple[Side, int, int]]:
    """Yield the runs of squares around a block that serve an address: its side, first index, and length.

    Indices are clockwise from the top left corner.
    """
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
    """Yield the squares along the edges of a block, clockwise."""
    left, top = corner
    steps = range(length)
    yield from ((left + step, top - 1) for step in steps)
    yield from ((left + length, top + step) for step in steps)
    yield from ((left + length - 1 - step, top + length) for step in steps)
    yield from ((left - 1, top + length - 1 - step) for step in steps)


def _line(board: Board, block: Block, first: int, count: int) -> tuple[Point, ...]:
    """Return a line along `count` squares of a block's rim, around its corners."""
    length = board.drawn.grid.squares
    gap = board.line(GAP) / board.unit
    start, end = first + gap, first + count - gap
    turns = [at for at in range(0, 9 * length, length) if start < at < end]
    return tuple(_outside(board, block, at) for at in (start, *turns, end))


def _outside(board: Board, block: Block, along: float) -> Point:
    """Return the point outside the rim of a block, `along` squares clockwise from its first corner."""
    length, off = board.drawn.grid.squares, board.line(OFF)
    x, y = board.at(board.drawn.grid.corner(block.at))
    edge, rest = divmod(along % (4 * length), length)
    far = rest * board.unit or -off  # the corner point of the line
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
