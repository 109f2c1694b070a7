"""Block maps: blocks, corners, emphasized squares; and diagrams of their turns and addresses."""

from collections.abc import Iterator, Sequence
from math import hypot

from msgspec.structs import replace

from pnp.draw.maps.lanes import Board, Point, draw_bays, draw_rim, draw_streets, words
from pnp.draw.town.blocks import CORNER, YARD, GroundFace, TownBlock
from pnp.draw.town.buildings import Building, buildings, draw_buildings, yard
from pnp.draw.town.coast import draw_compass
from pnp.draw.town.greenery import Tree, draw_trees, grove, park
from pnp.draw.town.plan import TownSpot, line, lines, lit, pen, straight
from pnp.facts.look import Look
from pnp.geometry.block_grid import LANES, STEPS, BlockGrid, Square, Turn, onward, square_name, turned
from pnp.geometry.polygons import Shape, box, difference, grow, opened, rectangle
from pnp.model.maps import block_map
from pnp.model.maps.block_map import Address, BlockMap
from pnp.model.maps.game_map import Area
from pnp.model.maps.map_style import PLAIN, MapStyle, TownStyle
from pnp.model.reference import Ref
from pnp.scene.items import Colour, Ellipse, Group, Item, Path, Rect, Stroke
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset
from pnp.scene.vision import contrast
from pnp.units import MM_PER_POINT

# Blocks: empty for tiles, or with buildings. Each has its name, and the letters of its addresses at its rim.

ROUND = 2.5
"""The radius of the corners of a pavement."""

RIM = 4.4
"""The width of a pavement with letters."""

PLATE = 1.6
"""The padding around a name on its plate."""

ROW, COURT, LOT_GAP = 11.0, 14.0, 1.2
"""The depth of a row of buildings, the minimum side of a court between rows, and the gap between two rows."""


def draw_blocks(board: Board) -> Iterator[Item]:
    """Yield all blocks."""
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
    """Yield the names of the blocks: on plates over roofs, or large and pale where tiles are laid."""
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
    """Yield the letters of a block's addresses at its rim."""
    style = board.text(board.blocks.letters)
    if style is None:
        return
    x, y, side = _box(board, block)
    reach = side / 2 - RIM / 2
    for name in sorted(board.drawn.sides, key=lambda side: STEPS[side][::-1]):  # in reading order
        across, down = STEPS[name]
        inner = 0.6 if across and down else 0.0  # the corners are rounded, and their names are wider
        yield words(name, style, (x + side / 2 + across * (reach - inner), y + side / 2 + down * (reach - inner / 3)))


def _town(board: Board, style: TownStyle) -> Iterator[Item]:
    """Yield buildings and parks on all blocks: ground, then shadows and roofs, then trees."""
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
            yield from grown.items[1:]  # the lawn is already drawn, also under the name
            trees += grown.trees
            continue
        stand = buildings(plot, style, board.chance)
        trees += grove(yard(plot, stand), 0.22, board.chance, plot.key)
        roofed += [(it, board.look.colour(style.roofs[it.colour].name)) for it in stand]
    yield from draw_buildings(roofed, style, board.paint)
    yield from draw_trees(trees, board.paint, board.chance)


def _ground(board: Board, block: block_map.Block) -> Shape:
    """Return the ground of a block inside its pavement."""
    x, y, side = _box(board, block)
    inset = RIM if board.blocks.letters else 1.5
    return grow((rectangle(x + inset + CORNER, y + inset + CORNER, *(side - 2 * inset - 2 * CORNER,) * 2),), CORNER)


def _plot(board: Board, block: block_map.Block) -> TownBlock:
    """Return the ground of a block for the town's generator.

    The plate of the block's name is left free. The site has a court if there is room.
    """
    x, y, side = _box(board, block)
    middle = x + side / 2, y + side / 2
    whole = _ground(board, block)
    free = difference(whole, *_name_plate(board, block, middle))
    face = GroundFace(block.id, free, middle, (), TownSpot(Area(block.id, "", block.id, block.span), middle, 0.0))
    return TownBlock(block.id, face, opened(free, CORNER), _site(whole, free))


def _site(whole: Shape, free: Shape) -> Shape:
    """Return the building sites: four rows around a court, or the whole of a block that is too small for a court."""
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


def _name_plate(board: Board, block: block_map.Block, middle: Point) -> Sequence[Shape]:
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


# Unused squares: greens in the corners of the map, one of them with the compass.

TREES = ((0.3, 0.34, 0.13), (0.66, 0.3, 0.1), (0.5, 0.68, 0.15))
"""The positions of trees on a green, and the radii of their crowns, as shares of its side."""


def draw_corners(board: Board) -> Iterator[Item]:
    """Yield the greens with trees. The first one has the compass instead, unless the style gives it a position."""
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


# Emphasized squares, blocks and addresses of a drawn block map.


def draw_marks(board: Board, names: frozenset[str]) -> Iterator[Item]:
    """Yield the named blocks and squares filled, and a disc at each named address."""
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


# The painter of block maps: from a map and a style to the items of a face, for boards and miniatures.


def paint_block_map(
    drawn: BlockMap,
    style: MapStyle,
    look: Look,
    width: float,
    height: float,
    highlight: frozenset[str] = frozenset(),
) -> tuple[Item, ...]:
    """Return the map, centred in a box with (0, 0) at its top left corner; items in `highlight` are emphasized.

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
    """Yield the whole board, from the bottom up."""
    yield from draw_streets(board)
    yield from draw_corners(board)
    yield from draw_blocks(board)
    if board.blocks.bays and board.detailed:
        yield from draw_bays(board, board.drawn.blocks)
    yield from draw_names(board)
    yield from draw_rim(board)


# Diagrams of turns at an intersection, and of the addresses of a block.

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
    board = _diagram_board(cut, style, look, unit, letters=False)
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
    board = _diagram_board(cut, style, look, unit, letters=True)
    items = (*draw_streets(board), *draw_blocks(board), *draw_bays(board, cut.blocks), *_served(board))
    return _window(items, (1, 1), across, unit, width, height)


def _diagram_board(cut: BlockMap, style: MapStyle, look: Look, unit: float, *, letters: bool) -> Board:
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
