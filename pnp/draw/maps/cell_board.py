"""Grid maps on a face: the points, colours and outlines of their cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from pnp.draw.maps.cell_lines import frame_of
from pnp.draw.town.plan import Chance
from pnp.facts.look import Look
from pnp.geometry.cell_grid import Cell, CellGrid
from pnp.geometry.polygons import Point
from pnp.interrupts import pause
from pnp.model.maps.cell_picture import TerrainKind
from pnp.model.maps.cell_sides import CellSide
from pnp.model.maps.cells import GridCell
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.map_style import USUAL_CELLS, CellStyle, MapStyle
from pnp.model.reference import Ref
from pnp.scene.items import Colour
from pnp.scene.typesetting.fonts import FontError
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import typeset

BUILT = frozenset(("floor", "rock", "void"))
"""The drawings whose cells have straight sides; those of others are uneven where they meet another terrain."""

GROUNDS = {
    "plain": "cell-plain",
    "trees": "cell-trees",
    "hills": "cell-hills",
    "mountains": "cell-mountains",
    "swamp": "cell-swamp",
    "water": "cell-water",
    "shallows": "cell-shallows",
    "sand": "cell-sand",
    "rough": "cell-rough",
    "town": "cell-town",
    "fields": "cell-fields",
    "snow": "cell-snow",
    "floor": "cell-floor",
    "rock": "cell-rock",
    "void": "cell-void",
}
"""The colour of the ground of each drawing, in the order in which grounds are laid over each other."""

SOLID = frozenset(("rock", "void"))
"""The drawings of cells that nobody is in: walls surround them, and no line of the grid divides them."""

USUAL_PITCH = 18.0
"""The pitch in millimetres at which lines have the widths of the style; they are thinner in smaller cells."""


def ground_of(terrain: TerrainKind | None, style: MapStyle, look: Look) -> Colour:
    """Return the colour of the ground of a terrain, or of a cell without one. Raises UnknownNameError."""
    if terrain and terrain.colour:
        return look.colour(terrain.colour.name)
    return look.colour(style.colour(GROUNDS[terrain.drawing if terrain else "plain"]))


class CellBoard(Struct, frozen=True, eq=False, dict=True):
    """One grid map on a face; `grid` is its grid in millimetres of the face."""

    drawn: GridMap
    style: MapStyle
    look: Look
    grid: CellGrid
    scale: float

    @property
    def manner(self) -> CellStyle:
        """The style of cells."""
        return self.style.cells or USUAL_CELLS

    @cached_property
    def chance(self) -> Chance:
        """The random source of the style."""
        return Chance(self.style.seed)

    def paint(self, thing: str) -> Colour:
        """Return the colour of a thing."""
        return self.look.colour(self.style.colour(thing))

    def width(self, usual: float) -> float:
        """Return the width of a line in cells of this size."""
        return round(usual * min(1.0, self.grid.pitch / USUAL_PITCH), 4)

    # Points of the drawing.

    def centre(self, cell: GridCell) -> Point:
        """Return the centre of a cell."""
        return round(cell.centre[0] * self.scale, 3), round(cell.centre[1] * self.scale, 3)

    def plain(self, node: Cell) -> Point:
        """Return a corner where straight sides meet."""
        (x, y), (left, top) = self.grid.at(node), self.drawn.origin
        return round(x - left * self.scale, 3) + 0.0, round(y - top * self.scale, 3) + 0.0

    def uneven(self, node: Cell) -> Point:
        """Return a corner where uneven sides meet: moved a little, unless a straight side or the rim meets there."""
        x, y = self.plain(node)
        if node in self._firm:
            return x, y
        far = 0.13 * self.manner.rough * self.grid.edge
        return (
            round(x + far * self.chance.between(-1, 1, node, "x"), 3),
            round(y + far * self.chance.between(-1, 1, node, "y"), 3),
        )

    def along(self, one: Cell, other: Cell) -> tuple[Point, ...]:
        """Return the points of an uneven side from one corner to another: the same in both directions."""
        first, last = min(one, other), max(one, other)
        if (first, last) not in self._uneven_sides:  # most are on the borders of two terrains
            pause()
            self._uneven_sides[first, last] = self._rounded(first, last)
        points = self._uneven_sides[first, last]
        return points if first == one else points[::-1]

    @cached_property
    def _uneven_sides(self) -> dict[tuple[Cell, Cell], tuple[Point, ...]]:
        return {}

    def _rounded(self, first: Cell, last: Cell) -> tuple[Point, ...]:
        start, end = self.uneven(first), self.uneven(last)
        _, along, across = frame_of((start, end))
        length, far = self.grid.edge, 0.11 * self.manner.rough * self.grid.edge
        points = [start]
        for step in (0.2, 0.4, 0.6, 0.8):
            aside = far * self.chance.between(-1, 1, first, last, step) * (1.0 if 0.3 < step < 0.7 else 0.7)
            shift = 0.05 * length * self.chance.between(-1, 1, last, first, step) * self.manner.rough
            x = start[0] + (end[0] - start[0]) * step + across[0] * aside + along[0] * shift
            y = start[1] + (end[1] - start[1]) * step + across[1] * aside + along[1] * shift
            points.append((round(x, 3), round(y, 3)))
        points.append(end)
        return tuple(_cut_corners(points))

    @cached_property
    def _firm(self) -> frozenset[Cell]:
        """The corners that are not moved: at the rim, and at solid cells."""
        around: dict[Cell, int] = {}
        firm: set[Cell] = set()
        enough = 4 if self.grid.shape == "square" else 3
        for cell in self.drawn.cells:
            nodes = self.grid.corner_nodes(cell.at)
            if cell.tile or self.drawing(cell) in SOLID:
                firm.update(nodes)
            for node in nodes:
                around[node] = around.get(node, 0) + 1
        firm.update(node for node, count in around.items() if count < enough)
        return frozenset(firm)

    # Grounds.

    def drawing(self, cell: GridCell) -> str:
        """Return the name of the drawing of a cell's terrain."""
        terrain = self.drawn.terrain(cell)
        return terrain.drawing if terrain else "plain"

    def ground(self, cell: GridCell) -> Colour:
        """Return the colour of a cell's ground."""
        return ground_of(self.drawn.terrain(cell), self.style, self.look)

    @cached_property
    def looks(self) -> tuple[tuple[str, Colour], ...]:
        """The drawing and the ground of each cell."""
        return tuple((self.drawing(cell), self.ground(cell)) for cell in self.drawn.cells)

    def border(self, one: Cell, other: Cell) -> tuple[Point, ...]:
        """Return the points of a side on the border of a terrain."""
        if self.manner.rough and (one, other) not in self._straight and (other, one) not in self._straight:
            return self.along(one, other)
        return self.plain(one), self.plain(other)

    @cached_property
    def _straight(self) -> frozenset[tuple[Cell, Cell]]:
        """The sides that are straight: at the rim, at solid cells, and between built ones."""
        found = set()
        for number, cell in enumerate(self.drawn.cells):
            drawing = self.looks[number][0]
            for side, other in self.drawn.finder.around(number):
                there = None if other is None else self.looks[other][0]
                tiled = cell.tile or (other is not None and self.drawn.cells[other].tile)
                built = drawing in BUILT and there in BUILT
                if tiled or there is None or built or not {drawing, there}.isdisjoint(SOLID):
                    found.add(self.grid.side(cell.at, side))
        return frozenset(found)

    def shore(self, ring: Sequence[Cell]) -> Iterator[Point]:
        """Yield the points of a closed line on the border of a terrain."""
        return (point for one, other in pairwise(ring) for point in self.border(one, other)[:-1])

    def outlines(self, members: Sequence[int], inside: set[int]) -> list[tuple[Cell, ...]]:
        """Return the closed lines around cells, clockwise."""
        follows: dict[Cell, list[Cell]] = {}
        for number in members:
            at = self.drawn.cells[number].at
            for side, other in self.drawn.finder.around(number):
                if other not in inside:
                    start, end = self.grid.side(at, side)
                    follows.setdefault(start, []).append(end)
        rings = []
        for start in follows:
            while follows[start]:
                ring = [start]
                while not (len(ring) > 1 and ring[-1] == start):
                    ring.append(follows[ring[-1]].pop())
                rings.append(tuple(ring))
        return rings

    @cached_property
    def described(self) -> tuple[CellSide, ...]:
        """The described sides."""
        return tuple(self.drawn.survey.sides)

    def is_shown_as(self, side: CellSide, drawing: str) -> bool:
        """Whether a side is drawn as that, or is over a kind that is."""
        below = self.drawn.side_kinds.get(side.kind.over.name) if side.kind.over else None
        return drawing in (side.kind.draw, below.draw if below else "")

    def ends_of(self, side: CellSide) -> tuple[Cell, Cell]:
        """Return the two ends of a side."""
        return self.grid.side(self.drawn.cells[side.cell].at, side.side)

    def colour_of(self, side: CellSide, thing: str) -> Colour:
        """Return the colour of a side: that of its kind, else that of the thing."""
        return self.look.colour(side.kind.colour.name) if side.kind.colour else self.paint(thing)

    def colour_below(self, side: CellSide, thing: str) -> Colour:
        """Return the colour of what is below a side, such as the river below a bridge; else that of the side."""
        below = self.drawn.side_kinds.get(side.kind.over.name) if side.kind.over else side.kind
        return self.look.colour(below.colour.name) if below and below.colour else self.paint(thing)

    def text(self, role: Ref | None) -> TextStyle | None:
        """Return the style of a text role; None without a role or if its font is missing, which a check reports."""
        if role is None:
            return None
        style = self.look.text(role.name)
        try:
            typeset("0", style)
        except FontError:
            return None
        return style


def _cut_corners(points: list[Point]) -> list[Point]:
    """Return an open line with its inner corners cut (Chaikin 1974), so that it looks rounded."""
    found = [points[0]]
    for one, other in pairwise(points):
        for share in (0.25, 0.75):
            at = one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
            found.append((round(at[0], 3), round(at[1], 3)))
    return [*found, points[-1]]
