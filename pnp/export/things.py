"""A game as things on a table: pieces with pictures and meshes, piles, seats and set-ups, for every target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians, sin
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Fault, Span
from pnp.export.pictures import SheetPicture, SpriteGrid, SpriteLimits, SpriteSheet, best_grid, picture_of
from pnp.facts.table import Edge
from pnp.scene.items import Group, Path, Rect, Scene, apply, compose, rotate, translate
from pnp.scene.parts import Part
from pnp.scene.paths import outline_commands, transformed

# Pieces.

PieceKind = Literal["card", "tile", "board", "mat", "token", "standee", "die", "box", "money", "counter"]
"""What a piece is on the table."""

PieceOutline = Literal["rect", "round", "hex", "path"]
"""The shape of a piece: a rectangle with rounded corners, an ellipse, a hexagon, or a polygon."""

Facing = Literal["up", "down"]


class Snap(Struct, frozen=True):
    """A point of a piece that others snap to: a place of a map, or a slot of a mat or track.

    `x` and `y` are in millimetres from the top left corner of the piece. `turn` is the direction that a piece has
    there, in degrees clockwise from upwards, None if any. `map` is the map that has the place; `tags` are the place's.
    `size_mm` is the width and height of a slot. `place` is the place of the map that a slot is a part of, such as a lot
    with bays; empty for others.
    """

    name: str
    x: float
    y: float
    turn: float | None = None
    tags: tuple[str, ...] = ()
    kind: Literal["place", "slot"] = "place"
    map: str = ""
    size_mm: tuple[float, float] | None = None
    place: str = ""


class CellsOnPiece(Struct, frozen=True):
    """A grid of cells on a piece: their shape, the distance of their centres, and the centre of one of them, in mm."""

    shape: Literal["square", "hex-flat", "hex-pointy"]
    pitch: float
    x: float
    y: float


class Piece(Struct, frozen=True, eq=False):
    """One kind of thing that players can pick up, of which the game has `count`.

    `id` is stable: the names of its component and its row. `text` is what its faces say, for searching. `size_mm` is
    its width and height on the table (of a standee: upright), `thickness_mm` its third dimension. `points` are the
    corners of its outline if that is `hex` or `path`. `faces` are the sides of a die, or those of a box in the order
    front, back, left, right, top, bottom; None is a blank side. If the pack says which way it heads, its pictures are
    turned so that it heads upwards, by `turned` degrees anticlockwise.
    """

    id: str
    name: str
    kind: PieceKind
    component: str
    row: str
    size_mm: tuple[float, float]
    thickness_mm: float
    front: SheetPicture | None = None
    back: SheetPicture | None = None
    text: str = ""
    outline: PieceOutline = "rect"
    corner_mm: float = 0.0
    points: tuple[tuple[float, float], ...] = ()
    faces: tuple[SheetPicture | None, ...] = ()
    values: tuple[str, ...] = ()
    snaps: tuple[Snap, ...] = ()
    count: int = 1
    grid: CellsOnPiece | None = None
    title: str = ""
    turned: float | None = None

    @property
    def pictures(self) -> tuple[SheetPicture, ...]:
        """All of its pictures."""
        return tuple(each for each in (self.front, self.back, *self.faces) if each)


def heading_up(piece: Piece, part: Part, heading: int) -> Piece:
    """Return a piece whose picture heads upwards: programs turn pieces on places as if they did."""
    if not heading:
        return replace(piece, turned=0.0)
    wide, tall = piece.size_mm
    size = (tall, wide) if heading % 180 else (wide, tall)
    to = compose(translate(size[0] / 2, size[1] / 2), compose(rotate(-heading), translate(-wide / 2, -tall / 2)))

    rect = isinstance(part.outline, Rect)
    cut = part.outline if rect else Path(transformed(outline_commands(part.outline), to))

    def turned(side: str, scene: Scene | None) -> SheetPicture | None:
        upright = Scene(*size, (Group(scene.items, to),)) if scene else None
        return picture_of(f"{piece.id}-{side}", upright, cut) if upright else None

    def moved(snap: Snap) -> Snap:
        (x, y), turn = apply(to, snap.x, snap.y), None if snap.turn is None else (snap.turn - heading) % 360
        return replace(snap, x=round(x, 3), y=round(y, 3), turn=turn)

    return replace(
        piece,
        size_mm=size,
        front=turned("front", part.front),
        back=turned("back", part.back),
        points=tuple((round(x, 3), round(y, 3)) for x, y in (apply(to, *point) for point in piece.points)),
        snaps=tuple(map(moved, piece.snaps)),
        turned=float(heading),
    )


# What lies where.


class Pile(Struct, frozen=True):
    """Several pieces in one place: ids of pieces, the top one first. An `endless` one never runs out.

    A deck is a stack of cards or of other flat pieces. A bag holds pieces that are not stacked. A supply holds pieces
    that are all alike.
    """

    id: str
    name: str
    pieces: tuple[str, ...]
    shuffled: bool = False
    face: Facing = "up"
    kind: Literal["deck", "bag", "supply"] = "deck"
    endless: bool = False


class Laid(Struct, frozen=True):
    """A piece or a pile on the table, by its id.

    `x` and `y` are the position of its middle in millimetres from the middle of the table, y downwards. `turn` is in
    degrees clockwise. `seat` is the number of the player that it belongs to, 0 for none. A `locked` one is not moved
    during play. `place` is the place of a map that the set-up lays it on. The field before `pools` marks what the
    set-up does not use.

    `pools` has a name for each of its pieces, empty for those that are always there: pieces of one pool are shuffled
    together at the beginning of each game, such as those of a deck and the cards that are dealt from it. There are none
    where `Pile.shuffled` is enough.
    """

    what: str
    x: float
    y: float
    turn: float = 0.0
    face: Facing = "up"
    seat: int = 0
    locked: bool = False
    place: str = ""
    beside: bool = False
    pools: tuple[str, ...] = ()


class EmptySpace(Struct, frozen=True):
    """An empty space of a set-up, such as that of a player's discard pile: what is put there becomes a pile.

    `x`, `y` and `turn` are those of its middle, as for what lies on the table. `seat` is the player's number, 0 for
    none; `thing` is the name in the document, which is the same at all seats.
    """

    id: str
    thing: str
    name: str
    x: float
    y: float
    turn: float
    size_mm: tuple[float, float]
    seat: int = 0

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its corners on the table, clockwise from the top left one."""
        turn, wide, tall = radians(self.turn), self.size_mm[0] / 2, self.size_mm[1] / 2
        around = ((-wide, -tall), (wide, -tall), (wide, tall), (-wide, tall))
        return tuple(
            (self.x + x * cos(turn) - y * sin(turn), self.y + x * sin(turn) + y * cos(turn)) for x, y in around
        )


class Going(Struct, frozen=True):
    """Where things go after their pieces have been drawn: a plate to the house of the supper that has been drawn.

    `what` are the numbers of the things in the set-up that go somewhere. Each is decided by one piece of `by`: the
    number of a thing, and of the piece in it. `spots` are x, y and turn on the table, and the name of the place.
    `goes` has the spots that each piece may decide for; a thing gets the first one that no other of them has.
    """

    what: tuple[int, ...]
    by: tuple[tuple[int, int], ...]
    spots: tuple[tuple[float, float, float, str], ...]
    goes: Mapping[str, tuple[int, ...]]


class Seat(Struct, frozen=True):
    """A player's place at the table: the middle of their part of its edge, and which way they look, as a turn."""

    number: int
    edge: Edge
    x: float
    y: float
    turn: float
    colour: str
    name: str


class Movement(Struct, frozen=True):
    """The legal moves of a movement class on a map; `mover` is its name, empty for the map as printed.

    Moves join states: a state is a place where a piece may stop, with a heading where that counts. `states` are the
    places of all states. `moves` are the start, the end (both numbers of states) and the length of each move.
    """

    states: tuple[str, ...]
    moves: tuple[tuple[int, int, int], ...]
    mover: str = ""


class Places(Struct, frozen=True):
    """The places of a map where pieces may stop, as the checked network has them.

    `pieces` are the pieces that show the map. `positions` are in millimetres on the map itself; on a piece, the snap of
    the same name has its position there. `movements` begin with that of the map as printed. `sites` are locations with
    the places from which they are reached.
    """

    map: str
    name: str
    names: tuple[str, ...]
    positions: Mapping[str, tuple[float, float]]
    movements: tuple[Movement, ...]
    sites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pieces: tuple[str, ...] = ()


class ExportedGame(Struct, frozen=True, eq=False):
    """A game for virtual tables.

    `players` is the minimum and the maximum number of players. `layouts`, `seats` and `tables` (left, top, right and
    bottom of the table top in millimetres) are keyed by the number of players. `rulebook` is a PDF file, `notes` the
    rules as plain text. `left_out` is what cannot be exported, and why. `spans` is where the pack says what the
    components and piles are, by their ids; the empty id is the pack. `goings` and `spaces` are keyed by the number of
    players. `words` are the texts of pnp in the language of the game, by their keys.
    """

    name: str
    title: str
    language: str
    players: tuple[int, int]
    pieces: tuple[Piece, ...]
    piles: tuple[Pile, ...]
    layouts: Mapping[int, tuple[Laid, ...]]
    seats: Mapping[int, tuple[Seat, ...]]
    tables: Mapping[int, tuple[float, float, float, float]]
    rulebook: bytes | None = None
    notes: str = ""
    places: tuple[Places, ...] = ()
    summary: str = ""
    minutes: str = ""
    licence: str = ""
    credit: str = ""
    left_out: tuple[Fault, ...] = ()
    spans: Mapping[str, Span] = field(default_factory=dict)
    goings: Mapping[int, tuple[Going, ...]] = field(default_factory=dict)
    spaces: Mapping[int, tuple[EmptySpace, ...]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)

    def fault(self, name: str, message: str, hint: str) -> Fault:
        """Return a fault of the component or pile of that id, or of the whole game."""
        return Fault(self.spans.get(name) or self.spans.get("") or Span(""), message, hint)

    def pools(self, players: int) -> dict[str, list[tuple[int, int]]]:
        """Return where the pieces of each pool are: the number of a thing of the set-up, and of the piece in it."""
        found: dict[str, list[tuple[int, int]]] = {}
        for number, laid in enumerate(self.layouts[players]):
            for at, pool in enumerate(laid.pools):
                if pool:
                    found.setdefault(pool, []).append((number, at))
        return found

    def pool_pieces(self) -> Iterator[set[str]]:
        """Yield the pieces of each pool of each set-up."""
        piles = {pile.id: pile for pile in self.piles}
        for number, layout in self.layouts.items():
            names = [piles[laid.what].pieces if laid.what in piles else (laid.what,) for laid in layout]
            for spots in self.pools(number).values():
                yield {names[at][place] for at, place in spots}

    def piece(self, name: str) -> Piece:
        """Return the piece of that id. Raises KeyError if there is none."""
        return {each.id: each for each in self.pieces}[name]

    def pile(self, name: str) -> Pile | None:
        """Return the pile of that id, None if there is none."""
        return next((each for each in self.piles if each.id == name), None)


# Meshes of dice, standees and boxes: boxes of their true size with a picture on each side, as OBJ files.

Cell = tuple[float, float, float, float]
"""A part of a picture: left, bottom, right and top in shares of its width and height, from its lower left corner."""

RIM: Cell = (0.002, 0.998, 0.002, 0.998)
"""A point in the corner of a picture: the colour of sides without one."""

DIE_SIDES = (4, 2, 0, 1, 3, 5)
"""On which side of the box the faces of a cube are: the first on top, the last below, the others around."""

DIE_TURNS = ((0.0, 0.0), (0.0, 270.0), (270.0, 0.0), (90.0, 0.0), (0.0, 90.0), (180.0, 0.0))
"""The rotations about x and z, in degrees, at which each face of a cube is on top."""


class BoxModel(Struct, frozen=True, eq=False):
    """A box: its size in millimetres along x, y (upwards) and z, its pictures, and which part each side shows.

    The sides are front (towards the viewer), back, left, right, top and bottom. It `repeats` pictures if it stands for
    a solid with other sides.
    """

    size_mm: tuple[float, float, float]
    sheet: SpriteSheet
    cells: tuple[Cell, ...]
    repeats: bool = False

    def obj(self, millimetres: float) -> bytes:
        """Return the mesh as an OBJ file, in units of that many millimetres."""
        wide, tall, deep = (side / millimetres for side in self.size_mm)
        return box_mesh(wide, tall, deep, self.cells)


def model_of(piece: Piece, dpi: float) -> BoxModel:
    """Return the box of an upright die or standee, or of a box on its back."""
    (wide, tall), deep = piece.size_mm, piece.thickness_mm
    size, repeats = (wide, tall, deep), False
    shown: list[SheetPicture | None]
    if piece.kind == "die":
        repeats = len(piece.faces) != len(DIE_SIDES)
        sides = (piece.faces * len(DIE_SIDES))[: len(DIE_SIDES)]
        shown = [sides[DIE_SIDES.index(side)] for side in range(len(DIE_SIDES))]
    elif piece.kind == "box":
        front, back, left, right, top, bottom = piece.faces
        shown, size = [bottom, top, left, right, front, back], (wide, deep, tall)
    else:
        shown = [piece.front, piece.back or piece.front, None, None, None, None]
    pictures = tuple(dict.fromkeys([each for each in shown if each] or [each for each in (piece.front,) if each]))
    sheet = SpriteSheet(f"{piece.id}-sides", _grid(pictures, dpi), pictures)
    return BoxModel(size, sheet, tuple(_cell(sheet, each) for each in shown), repeats)


def repeating(game: ExportedGame, die: Piece) -> Fault:
    """Return the fault of a die that is a cube although it has another number of sides."""
    message = f"the die '{die.id}' with {len(die.faces)} sides is a cube that shows some of them twice"
    return game.fault(die.component, message, "roll it again if it shows a side for the second time")


def _grid(pictures: Sequence[SheetPicture], dpi: float) -> SpriteGrid:
    """Return the grid for the sides of a box, with the size of the largest."""
    size = max(each.size_mm[0] for each in pictures), max(each.size_mm[1] for each in pictures)
    return best_grid(len(pictures), size, SpriteLimits(3, 2, 6, 2048), dpi)


def _cell(sheet: SpriteSheet, picture: SheetPicture | None) -> Cell:
    """Return the part of a sheet that shows a picture."""
    if picture is None:
        return RIM
    grid = sheet.grid
    row, column = divmod(sheet.pictures.index(picture), grid.columns)
    return column / grid.columns, 1 - (row + 1) / grid.rows, (column + 1) / grid.columns, 1 - row / grid.rows


def box_mesh(width: float, height: float, depth: float, cells: Sequence[Cell]) -> bytes:
    """Return a box as an OBJ file: width along x, height along y, depth along z, around its middle, in units.

    `cells` are the parts of the picture for the sides, in the order of `BoxModel`.
    """
    x, y, z = width / 2, height / 2, depth / 2
    corners = [(a * x, b * y, c * z) for c in (1, -1) for b in (-1, 1) for a in (-1, 1)]
    # each side anticlockwise from its lower left corner, as seen from outside
    sides = ((0, 1, 3, 2), (5, 4, 6, 7), (4, 0, 2, 6), (1, 5, 7, 3), (2, 3, 7, 6), (4, 5, 1, 0))
    normals = ((0, 0, 1), (0, 0, -1), (-1, 0, 0), (1, 0, 0), (0, 1, 0), (0, -1, 0))
    lines = ["# a box; y is up", *(f"v {a:.5f} {b:.5f} {c:.5f}" for a, b, c in corners)]
    for left, bottom, right, top in cells:
        lines += [f"vt {u:.5f} {v:.5f}" for u, v in ((left, bottom), (right, bottom), (right, top), (left, top))]
    lines += [f"vn {a} {b} {c}" for a, b, c in normals]
    for number, side in enumerate(sides):
        points = [f"{corner + 1}/{4 * number + at + 1}/{number + 1}" for at, corner in enumerate(side)]
        lines += [f"f {points[0]} {points[1]} {points[2]}", f"f {points[0]} {points[2]} {points[3]}"]
    return ("\n".join(lines) + "\n").encode()
