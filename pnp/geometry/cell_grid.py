"""The geometry of hexes and squares: centres, corners, sides and neighbours of the cells of a grid; knows no documents.

A cell is its column and row, from 0 at the top left. Sides and corners are numbered clockwise. Side `i` runs from
corner `i` to corner `i + 1`, so the opposite side is half a turn on. The offset coordinates, and their conversion to
axial ones, are those of Red Blob Games, "Hexagonal Grids".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Literal

from msgspec import Struct

from pnp.diagnostics import column_letters

CellShape = Literal["hex-pointy", "hex-flat", "square"]
"""A hex with a corner at its top, a hex with a side at its top, or a square."""

Cell = tuple[int, int]
"""A cell, as column and row."""

Spot = tuple[float, float]
"""A point in millimetres, x to the right and y downwards."""

SIDE_NAMES: dict[CellShape, tuple[str, ...]] = {
    "hex-pointy": ("NE", "E", "SE", "SW", "W", "NW"),
    "hex-flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "square": ("N", "E", "S", "W"),
}
"""The names of the sides of a cell, clockwise."""

_POINTY = (
    ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
    ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1)),
)
_FLAT = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)
_SQUARE = ((0, -1), (1, 0), (0, 1), (-1, 0))

STEPS: dict[CellShape, tuple[tuple[Cell, ...], tuple[Cell, ...]]] = {
    "hex-pointy": _POINTY,
    "hex-flat": _FLAT,
    "square": (_SQUARE, _SQUARE),
}
"""The steps to the neighbours beyond each side: of a cell in a line that is not shifted, and of one in a shifted line.
"""

CORNERS: dict[CellShape, tuple[Cell, ...]] = {
    "hex-pointy": ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
    "hex-flat": ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)),
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
}
"""The corners of a cell from its centre, clockwise, in units of the lattice of centres and corners."""

CORNER_STEPS: tuple[Cell, ...] = ((1, -1), (1, 1), (-1, 1), (-1, -1))
"""The steps from a square to those that share only a corner with it: beyond its corners 1, 2, 3 and 0."""

ROUND = 3
"""Decimal places of millimetres to which points are rounded, so that cells that meet have the same corners."""


class CellGrid(Struct, frozen=True):
    """Cells of one shape; `pitch` is the distance in millimetres between the centres of neighbours.

    Hexes have shifted lines, half a cell to the right (rows of pointy hexes) or down (columns of flat ones): the lines
    with odd numbers, or with even numbers if not `odd`.
    """

    shape: CellShape
    pitch: float
    odd: bool = True

    @property
    def count(self) -> int:
        """The number of sides of a cell."""
        return len(SIDE_NAMES[self.shape])

    @property
    def side_names(self) -> tuple[str, ...]:
        """The names of the sides of a cell, clockwise."""
        return SIDE_NAMES[self.shape]

    @property
    def radius(self) -> float:
        """The distance from the centre of a cell to its corners, in millimetres."""
        return self.pitch / (sqrt(2) if self.shape == "square" else sqrt(3))

    @property
    def edge(self) -> float:
        """The length of a side, in millimetres."""
        return self.pitch if self.shape == "square" else self.radius

    def is_shifted(self, cell: Cell) -> bool:
        """Whether the cell is in a shifted line."""
        column, row = cell
        match self.shape:
            case "hex-pointy":
                return bool(row & 1) is self.odd
            case "hex-flat":
                return bool(column & 1) is self.odd
            case "square":
                return False

    @property
    def unit(self) -> Spot:
        """The size of the lattice of all centres and corners, across and down, in millimetres."""
        match self.shape:
            case "hex-pointy":
                return self.pitch / 2, self.radius / 2
            case "hex-flat":
                return self.radius / 2, self.pitch / 2
            case "square":
                return self.pitch / 2, self.pitch / 2

    @property
    def outline(self) -> tuple[Spot, ...]:
        """The corners of a cell around (0, 0), clockwise, in millimetres."""
        return tuple(map(self.at, CORNERS[self.shape]))

    def node(self, cell: Cell) -> Cell:
        """Return the centre of a cell in units of the lattice; cell (0, 0), not shifted, touches both axes."""
        (column, row), shift = cell, int(self.is_shifted(cell))
        match self.shape:
            case "hex-pointy":
                return 2 * column + 1 + shift, 2 + 3 * row
            case "hex-flat":
                return 2 + 3 * column, 2 * row + 1 + shift
            case "square":
                return 2 * column + 1, 2 * row + 1

    def corner_nodes(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the corners of a cell in units of the lattice, clockwise: equal for all cells that share a corner."""
        x, y = self.node(cell)
        return tuple((x + across, y + down) for across, down in CORNERS[self.shape])

    def at(self, node: Cell) -> Spot:
        """Return a node of the lattice in millimetres."""
        (x, y), (across, down) = node, self.unit
        return round(x * across, ROUND) + 0.0, round(y * down, ROUND) + 0.0

    def centre(self, cell: Cell) -> Spot:
        """Return the centre of a cell, in millimetres."""
        return self.at(self.node(cell))

    def corners(self, cell: Cell) -> tuple[Spot, ...]:
        """Return the corners of a cell in millimetres, clockwise."""
        return tuple(map(self.at, self.corner_nodes(cell)))

    def side(self, cell: Cell, side: int) -> tuple[Cell, Cell]:
        """Return the two ends of a side in units of the lattice, clockwise."""
        nodes = self.corner_nodes(cell)
        return nodes[side], nodes[(side + 1) % len(nodes)]

    def opposite(self, side: int) -> int:
        """Return the number of the same side as the neighbour beyond it counts."""
        return (side + self.count // 2) % self.count

    def beyond(self, cell: Cell, side: int) -> Cell:
        """Return the cell on the other side of a side."""
        across, down = STEPS[self.shape][self.is_shifted(cell)][side]
        return cell[0] + across, cell[1] + down

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells beyond the sides of a cell, clockwise."""
        column, row = cell
        return ((column + across, row + down) for across, down in STEPS[self.shape][self.is_shifted(cell)])

    def shared_side(self, cell: Cell, other: Cell) -> int | None:
        """Return the side of `cell` on which the other one is; None if they share no side."""
        step = other[0] - cell[0], other[1] - cell[1]
        steps = STEPS[self.shape][self.is_shifted(cell)]
        return steps.index(step) if step in steps else None

    def axial(self, cell: Cell) -> Cell:
        """Return the axial coordinates q and r of a hex; those of a square are its column and row."""
        column, row = cell
        match self.shape:
            case "hex-pointy":
                return column - (row - (row & 1) if self.odd else row + (row & 1)) // 2, row
            case "hex-flat":
                return column, row - (column - (column & 1) if self.odd else column + (column & 1)) // 2
            case "square":
                return cell

    def from_axial(self, at: Cell) -> Cell:
        """Return the cell with these axial coordinates."""
        q, r = at
        match self.shape:
            case "hex-pointy":
                return q + (r - (r & 1) if self.odd else r + (r & 1)) // 2, r
            case "hex-flat":
                return q, r + (q - (q & 1) if self.odd else q + (q & 1)) // 2
            case "square":
                return at

    def steps_apart(self, cell: Cell, other: Cell) -> int:
        """Return the number of cells from one to the other, over sides, as if all cells were open."""
        (a, b), (c, d) = self.axial(cell), self.axial(other)
        across, down = c - a, d - b
        if self.shape == "square":
            return abs(across) + abs(down)
        return max(abs(across), abs(down), abs(across + down))

    def straight(self, cell: Cell, other: Cell) -> tuple[Cell, ...]:
        """Return the cells on the straight line from one to the other, each a neighbour of the next, with both ends.

        Squares go along their rows and columns in turn, as Bresenham's line does without diagonals.
        """
        steps = self.steps_apart(cell, other)
        if self.shape == "square":
            return tuple(_stairs(cell, other))
        start, end = self.axial(cell), self.axial(other)
        return tuple(self.from_axial(_rounded(start, end, step / max(1, steps))) for step in range(steps + 1))

    def box(self, cells: Iterable[Cell]) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the cells, in millimetres; there must be one."""
        nodes = [self.node(cell) for cell in cells]
        reach = max(x for x, _ in CORNERS[self.shape]), max(y for _, y in CORNERS[self.shape])
        left, top = min(x for x, _ in nodes) - reach[0], min(y for _, y in nodes) - reach[1]
        right, bottom = max(x for x, _ in nodes) + reach[0], max(y for _, y in nodes) + reach[1]
        return *self.at((left, top)), *self.at((right, bottom))

    def rim(self, cells: Sequence[Cell], *, cut: bool) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of a map of these cells, in millimetres; zeros if there are none.

        A straight rim, one that is `cut`, goes through the middles of the outermost hexes that are not shifted, and
        through those of the shifted ones opposite them. At the tips of hexes it goes through the ends of their upright
        sides.
        """
        if not cells:
            return 0.0, 0.0, 0.0, 0.0
        left, top, right, bottom = self.box(cells)
        if cut:
            half, tip = self.pitch / 2, self.radius / 2
            across, down = (half, tip) if self.shape == "hex-pointy" else (tip, half)
            left, right = left + across, max(left + 2 * across, right - across)
            top, bottom = top + down, max(top + 2 * down, bottom - down)
        return round(left, ROUND), round(top, ROUND), round(right, ROUND), round(bottom, ROUND)

    def seven(self, cell: Cell, centre: Cell) -> Cell:
        """Return the middle of the group of seven hexes that a hex is in, if `centre` is the middle of one of them.

        The middles form the lattice of (2, 1) and (-1, 3) in axial coordinates, whose cells have the area of 7 hexes.
        """
        (q, r), (q0, r0) = self.axial(cell), self.axial(centre)
        for side in (None, *range(6)):
            at = self.axial(cell if side is None else self.beyond(cell, side))
            dq, dr = at[0] - q0, at[1] - r0
            if (3 * dq + dr) % 7 == 0 and (2 * dr - dq) % 7 == 0:
                return self.from_axial(at)
        raise AssertionError(f"({q}, {r}) is in no group of seven")


def _stairs(cell: Cell, other: Cell) -> Iterator[Cell]:
    (x, y), (to_x, to_y) = cell, other
    across, down = abs(to_x - x), abs(to_y - y)
    yield x, y
    gone_x = gone_y = 0
    while gone_x < across or gone_y < down:
        if (1 + 2 * gone_x) * down < (1 + 2 * gone_y) * across or gone_y == down:
            x, gone_x = x + (1 if to_x > x else -1), gone_x + 1
        else:
            y, gone_y = y + (1 if to_y > y else -1), gone_y + 1
        yield x, y


def _rounded(start: Cell, end: Cell, share: float) -> Cell:
    """Return the hex nearest to a point on the line, by rounding cube coordinates; ties go to the same side always."""
    q = start[0] + (end[0] - start[0]) * share + 1e-6
    r = start[1] + (end[1] - start[1]) * share + 2e-6
    s = -q - r
    whole_q, whole_r, whole_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        whole_q = -whole_r - whole_s
    elif off_r > off_s:
        whole_r = -whole_q - whole_s
    return whole_q, whole_r


# Names of cells by their column and row.

NameStyle = Literal["A1", "0101", "axial"]
"""How cells are named: by a letter and a number, by two numbers of at least two digits, or by axial coordinates."""


class CellNames(Struct, frozen=True):
    """The names of the cells of a grid; `column` and `row` are the numbers of the first ones.

    With `rows_first`, the number of the row comes before that of the column. A1 has letters for columns, or for rows.
    With `doubled`, numbers along the lines of hexes count half cells: neighbours in a line differ by 2.
    """

    like: NameStyle = "A1"
    column: int = 1
    row: int = 1
    rows_first: bool = False
    letters: Literal["columns", "rows"] = "columns"
    doubled: bool = False

    def name(self, cell: Cell, grid: CellGrid, digits: int = 2) -> str:
        """Return the name of a cell; `digits` is the width of the numbers of `0101`."""
        column, row = cell[0] + self.column, cell[1] + self.row
        if self.doubled and grid.shape == "hex-pointy":
            column += cell[0] + grid.is_shifted(cell)
        elif self.doubled and grid.shape == "hex-flat":
            row += cell[1] + grid.is_shifted(cell)
        match self.like:
            case "A1" if self.letters == "rows":
                parts = column_letters(row - 1) or str(row), str(column)
            case "A1":
                parts = column_letters(column - 1) or str(column), str(row)
            case "0101":
                parts = f"{column:0{digits}}", f"{row:0{digits}}"
            case "axial":
                q, r = grid.axial(cell)
                return f"{q},{r}"
        return parts[1] + parts[0] if self.rows_first else parts[0] + parts[1]
