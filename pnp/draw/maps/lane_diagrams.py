"""Diagrams of turns at an intersection, and of the addresses of a block."""

from collections.abc import Iterator, Sequence
from math import hypot

from msgspec.structs import replace

from pnp.draw.maps.block_map import draw_blocks
from pnp.draw.maps.lanes import Board, Point, draw_bays, draw_streets, words
from pnp.draw.town.plan import line, lines, pen, straight
from pnp.facts.look import Look
from pnp.geometry.block_grid import LANES, BlockGrid, Square, Turn, onward, turned
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.map_style import PLAIN, MapStyle
from pnp.model.reference import Ref
from pnp.scene.items import Colour, Ellipse, Group, Item, Path, Rect, Stroke
from pnp.scene.vision import contrast
from pnp.units import MM_PER_POINT

ARM = 2
"""The number of squares of each street shown next to the intersection."""

COLOURS: dict[Turn, str] = {"straight": "rim", "right": "one-way", "left": "north", "u-turn": "trunk"}
"""The style's colour keys of turns that are shown together."""

WIDTH, HEAD, DISC, NUMERAL, SIDE = 0.11, 0.3, 0.38, 0.6, 0.41
"""Sizes as shares of a square: line width, arrow head, disc, number on it, and name of an address.

They are legible from squares of 4 mm on.
"""


def paint_turns(
    drawn: BlockMap, turns: tuple[Turn, ...], style: MapStyle, look: Look, width: float, height: float
) -> tuple[Item, ...]:
    """Return one intersection with the paths of these turns; a turn that is not allowed is crossed out.

    The squares that a single turn enters are numbered.
    """
    squares = min(drawn.grid.squares, ARM)
    cut = replace(drawn, grid=BlockGrid(2, 2, max(drawn.grid.squares, ARM)), names=(), unused=(), tagged=())
    across = LANES + 2 * squares
    unit = min(width, height) / across
    board = _board(cut, style, look, unit, letters=False)
    first = cut.grid.pitch - squares
    allowed = {turn.name for turn in drawn.turns}
    role, alone = _role(style), len(turns) == 1
    ways = [item for turn in turns for item in _way(board, turn, turn in allowed, alone, role)]
    items = (*draw_streets(board), *draw_blocks(board), *(() if alone else _stem(board)), *ways)
    return _window(items, (first, first), across, unit, width, height)


def paint_addresses(drawn: BlockMap, style: MapStyle, look: Look, width: float, height: float) -> tuple[Item, ...]:
    """Return one block with its addresses, and the squares that serve each."""
    cut = replace(drawn, grid=BlockGrid(1, 1, drawn.grid.squares), names=(), unused=(), tagged=())
    across = drawn.grid.squares + 2
    unit = min(width, height) / across
    board = _board(cut, style, look, unit, letters=True)
    items = (*draw_streets(board), *draw_blocks(board), *draw_bays(board, cut.blocks), *_served(board))
    return _window(items, (1, 1), across, unit, width, height)


def _board(cut: BlockMap, style: MapStyle, look: Look, unit: float, *, letters: bool) -> Board:
    """Return a board with blocks for tiles, with all details regardless of its size."""
    known = style.blocks or PLAIN
    blocks = replace(
        known, fill="tiles", names=None, arrows=False, crosswalks=False, letters=known.letters if letters else None
    )
    return Board(cut, replace(style, blocks=blocks), look, unit, 0.0)


def _window(
    items: Sequence[Item], first: Square, across: int, unit: float, width: float, height: float
) -> tuple[Item, ...]:
    """Return `across` squares from the first one on, centred in a box."""
    side = across * unit
    left, top = (width - side) / 2 - first[0] * unit, (height - side) / 2 - first[1] * unit
    clip = Rect(first[0] * unit, first[1] * unit, side, side)
    return (Group(tuple(items), (1.0, 0.0, 0.0, 1.0, round(left, 3), round(top, 3)), clip),)


def _way(board: Board, turn: Turn, allowed: bool, alone: bool, role: Ref | None) -> Iterator[Item]:
    """Yield the path of one turn, from the square south of the intersection northwards."""
    squares = _squares(board, turn)
    colour = board.paint("one-way" if alone and allowed else "kerb" if not allowed else COLOURS[turn])
    points = [board.middle(square) for square in squares]
    if not alone:
        points = points[1:]
    (x, y), (u, v) = points[-1], _direction(points[-2], points[-1])
    tip = HEAD * board.unit
    stem = [*points[:-1], (x - u * tip * 0.5, y - v * tip * 0.5)]
    stroke = Stroke(
        colour, WIDTH * board.unit, () if allowed else (board.unit * 0.2, board.unit * 0.12), "butt", "round"
    )
    yield Path(line(stem), None, stroke)
    ring = ((x + u * tip, y + v * tip), (x - v * tip * 0.7 - u * tip * 0.5, y + u * tip * 0.7 - v * tip * 0.5),
            (x + v * tip * 0.7 - u * tip * 0.5, y - u * tip * 0.7 - v * tip * 0.5))  # fmt: skip
    yield Path(straight((ring,)), colour)
    if alone:
        yield from _start(board)
    if not allowed:
        yield _cross(points[len(points) // 2], board.unit * 0.45, board)
    elif alone:
        yield from _counted(board, points[1:-1], colour, role)


def _squares(board: Board, turn: Turn) -> tuple[Square, ...]:
    traffic, grid = board.drawn.traffic, board.drawn.grid
    inner = tuple(grid.within((1, 1), corner) for corner in traffic.way("N", turn))
    return (onward(inner[0], "S"), *inner, onward(inner[-1], turned("N", turn)))


def _direction(start: Point, end: Point) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1])
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _stem(board: Board) -> Iterator[Item]:
    """Yield the common start of all paths: the piece, and its way into the intersection."""
    start, entry, *_ = (board.middle(square) for square in _squares(board, "straight"))
    yield Path(line((start, entry)), None, Stroke(board.paint("rim"), WIDTH * board.unit, (), "butt", "round"))
    yield from _start(board)


def _start(board: Board) -> tuple[Item, ...]:
    """Return an arrow-shaped piece on the square before the intersection."""
    (x, y), unit = board.middle(_squares(board, "straight")[0]), board.unit
    wide, long = 0.2 * unit, 0.3 * unit
    nose = (
        (x - wide, y + long),
        (x - wide, y - long * 0.4),
        (x, y - long),
        (x + wide, y - long * 0.4),
        (x + wide, y + long),
    )
    return (Path(straight((nose,)), board.paint("lit"), pen(board.paint("rim"), unit * 0.03)),)


def _counted(board: Board, points: Sequence[Point], colour: Colour, role: Ref | None) -> Iterator[Item]:
    """Yield numbers on the squares of the intersection in the order in which they are entered."""
    style = board.text(role)
    for number, (x, y) in enumerate(points, start=1):
        radius = DISC * board.unit
        yield Ellipse(x, y, radius, radius, board.paint("place"), Stroke(colour, WIDTH * board.unit * 0.6))
        if style:
            yield words(str(number), replace(style, size=NUMERAL * board.unit / MM_PER_POINT, leading=None), (x, y))


def _cross(at: Point, reach: float, board: Board) -> Path:
    (x, y) = at
    runs = (((x - reach, y - reach), (x + reach, y + reach)), ((x - reach, y + reach), (x + reach, y - reach)))
    return Path(lines(*runs), None, pen(board.paint("north"), WIDTH * board.unit))


def _served(board: Board) -> Iterator[Item]:
    """Yield the name of an address on each of the squares that serve it, in white paint where the asphalt is dark."""
    text = board.text(_role(board.style))
    if text is None:
        return
    colour = max(text.colour, board.paint("paint"), key=lambda colour: contrast(colour, board.paint("street")))
    style = replace(text, size=SIDE * board.unit / MM_PER_POINT, leading=None, colour=colour)
    for address in board.drawn.addresses.values():
        for square in address.squares:
            yield words(address.side, style, board.middle(square))


def _role(style: MapStyle) -> Ref | None:
    """Return the text role of texts in a diagram."""
    blocks = style.blocks or PLAIN
    return blocks.letters or blocks.names
