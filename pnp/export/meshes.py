"""Meshes of dice, standees and boxes: boxes of their true size with a picture on each side, as OBJ files."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pnp.diagnostics import Fault
from pnp.export.pictures import SheetPicture, SpriteGrid, SpriteLimits, SpriteSheet, best_grid
from pnp.export.things import ExportedGame, Piece

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
