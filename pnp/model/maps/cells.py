"""The cells of a grid map, the named places on them, and the tiles that players lay over them.

Tiles are upgrades of railway games, or the land of an island. A tile may set the terrain of its cell, add tags, and say
over which sides roads leave it: its edges. The map as printed has no tiles; an arrangement lays one on each of the
chosen cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import perm
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.geometry.cell_grid import Cell, CellGrid, CellNames
from pnp.model.maps.cell_picture import CellPicture, LetterGround, PictureCell, TerrainKind, ground_with_tags
from pnp.model.maps.cell_sides import Edges, OpenSides, open_sides, read_edges
from pnp.model.maps.game_map import Area, Point
from pnp.model.records import read_record
from pnp.model.reference import Ref
from pnp.source.tree import Listing, Node

# Cells and named places on them.


class NamedCell(Struct, frozen=True):
    """A named cell: its number on the map, its label, tags, district and icon."""

    id: str
    at: Ref
    span: Span
    label: str
    name: str
    tags: tuple[Ref, ...] = ()
    district: Ref | None = field(default=None, name="in")
    icon: Ref | None = None


class GridCell(Struct, frozen=True):
    """A cell: its name, its number on the map, its column and row, its centre on the map, and what is on it.

    `terrain` is None where the letter of the picture has no meaning. `edges` are the sides over which roads leave the
    cell, None if all its sides can be crossed. `tile` is the tile that is laid on it.
    """

    id: str
    number: str
    at: Cell
    centre: Point
    terrain: Ref | None
    span: Span
    district: Ref | None = None
    tags: tuple[Ref, ...] = ()
    place: NamedCell | None = None
    edges: OpenSides | None = None
    tile: CellTile | None = None

    @property
    def area(self) -> Area:
        """The cell as a place of a map."""
        place = self.place
        label, name, span = (place.label, place.name, place.span) if place else ("", self.id, self.span)
        return Area(self.id, label, name, span, self.centre, self.district, self.tags, place.icon if place else None)


def place_cells(
    picture: CellPicture,
    legend: Mapping[str, LetterGround],
    terrains: Mapping[str, TerrainKind],
    places: Iterable[NamedCell],
    names: CellNames,
    grid: CellGrid,
) -> tuple[tuple[GridCell, ...], tuple[NamedCell, ...], tuple[tuple[NamedCell, NamedCell], ...]]:
    """Return the cells in reading order, the places on none of them, and those on a cell that has another."""
    found = [each for each in picture.cells if each.letter not in legend or legend[each.letter].terrain]
    largest = max((max(x + names.column, y + names.row) for x, y in (each.at for each in found)), default=0)
    digits = max(2, len(str(largest)))
    numbered = {names.name(each.at, grid, digits): each for each in found}
    placed: dict[str, NamedCell] = {}
    outside: list[NamedCell] = []
    again: list[tuple[NamedCell, NamedCell]] = []
    for place in places:
        number = place.at.name
        if number not in numbered:
            outside.append(place)
        elif number in placed:
            again.append((placed[number], place))
        else:
            placed[number] = place
    meant = {letter: ground_with_tags(ground, terrains) for letter, ground in legend.items()}
    cells = (
        _cell(number, each, meant.get(each.letter, _NOTHING), placed.get(number), grid)
        for number, each in numbered.items()
    )
    return tuple(cells), tuple(outside), tuple(again)


_NOTHING = LetterGround(None)


def _cell(number: str, each: PictureCell, ground: LetterGround, place: NamedCell | None, grid: CellGrid) -> GridCell:
    """Return a cell; its tags are those of its letter and those of its place."""
    tags = (*ground.tags, *(place.tags if place else ()))
    district = (place.district if place else None) or ground.district
    name = place.id if place else number
    edges = open_sides(ground.edges, grid.side_names)
    return GridCell(
        name, number, each.at, grid.centre(each.at), ground.terrain, each.span, district, tags, place, edges
    )


class CellEntry(Struct, frozen=True):
    """How a movement class enters the cells of a grid map.

    `entered` are the cells that it may be on, and `opened` those of them that it enters over any side although their
    terrain is closed. `costs` are those of entering a cell, by its number, where they differ from those of its terrain.
    It moves without a road if it is `off_road`, but never over sides of the kinds `barred`. It uses roads of these
    `kinds` over the edges of cells.
    """

    entered: frozenset[int]
    opened: frozenset[int] = frozenset()
    costs: Mapping[int, int] = {}
    off_road: bool = True
    barred: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()


class Diagonals(Struct, frozen=True):
    """Diagonal moves of squares: what one costs in addition to the square, and which ways round the corner are open.

    A piece needs `one` of the two ways round the corner to be open, or `both`; so it never squeezes between two walls.
    """

    cost: int = 0
    corners: Literal["one", "both"] = "one"

    @classmethod
    def read(cls, node: Node) -> Diagonals | None:
        """Return the diagonals at `node`: `true`, `false`, or a mapping."""
        return read_record(cls, node) if isinstance(node.value, dict) else cls() if node.value is True else None


# The tiles, and where they are laid.

CellTurns = Literal["any", "half", "never"]
"""How tiles may be turned: by single sides, by half turns, or not."""

PlacedCellTile = tuple[int, int]
"""A tile by its number, and its turn clockwise, in sides."""


class CellTile(Struct, frozen=True):
    """A tile of the size of a cell, one of so many `copies`; `design` is the name without the number of the copy.

    Without a `terrain` the cell keeps its own. `label` and `icon` are printed in its middle.
    """

    id: str
    design: str
    span: Span
    terrain: Ref | None = None
    tags: tuple[Ref, ...] = ()
    edges: Edges = None
    label: str = ""
    icon: Ref | None = None
    copies: int = 1

    @property
    def content(self) -> tuple[str | None, frozenset[str], tuple[tuple[str, str], ...] | None]:
        """What tiles have in common that are the same in play; turned tiles have other edges."""
        edges = None if self.edges is None else tuple((each.side.name.upper(), each.kind.name) for each in self.edges)
        return self.terrain.name if self.terrain else None, frozenset(tag.name for tag in self.tags), edges


class TileLaying(Struct, frozen=True):
    """The tiles of a grid map, and how they are laid: `on` names cells, terrains or districts.

    If they are `shuffled`, any tile may be on any of the cells, and some may be left over; else each is on its cell, in
    the order of the document and of the cells. `turned` is None if the map does not say.
    """

    tiles: tuple[CellTile, ...] = ()
    on: tuple[Ref, ...] = ()
    turned: CellTurns | None = None
    shuffled: bool = True

    def turns(self, sides: int) -> tuple[int, ...]:
        """Return the turns of a tile on cells with so many sides; without edges no turn makes a difference."""
        usual: CellTurns = "any" if any(tile.edges for tile in self.tiles) else "never"
        match self.turned or usual:
            case "any":
                return tuple(range(sides))
            case "half":
                return 0, sides // 2
            case "never":
                return (0,)

    def arrangements(self, cells: int, sides: int) -> int:
        """Return the number of arrangements on so many cells, with equal tiles counted as different."""
        turnings: int = len(self.turns(sides)) ** cells
        return turnings * (perm(len(self.tiles), cells) if self.shuffled else 1)


NO_TILES = TileLaying()
"""The tiles of a map without any."""


def read_laying(root: Node) -> TileLaying:
    """Return the tiles of the map described in `root`, and where they are laid."""
    if "tiles" not in root:
        return NO_TILES
    on = root.get("tiles-on")
    tiles = tuple(tile for key, value in root.entries("tiles") for tile in _read_tiles(key, value))
    refs = tuple(map(Ref.read, on)) if on and isinstance(on.value, Listing) else (Ref.read(on),) if on else ()
    turned = root.text_of("turned") or None
    shuffled = root["shuffled"].value is not False if "shuffled" in root else True
    return TileLaying(tiles, refs, turned, shuffled)  # type: ignore[arg-type]  # the schema has said so


def _read_tiles(key: Node, value: Node) -> Iterator[CellTile]:
    """Yield the tile that a map describes under `key`, or its numbered copies."""
    copies = value["copies"].integer if "copies" in value else 1
    for number in range(1, copies + 1):
        name = key.text if copies == 1 else f"{key.text} {number}"
        if value.value is None:
            yield CellTile(name, key.text, key.span)
            continue
        yield read_record(
            CellTile,
            value,
            id=name,
            design=key.text,
            span=key.span,
            edges=read_edges(value.get("edges")),
            label=value.text_of("label"),
            copies=copies,
        )


def covered(
    cell: GridCell, tile: CellTile, turn: int, sides: Sequence[str], terrains: Mapping[str, TerrainKind]
) -> GridCell:
    """Return a cell with a tile on it, turned clockwise by so many of the cell's sides.

    Its tags are those of the terrain, of the cell itself, and of the tile. The tags of a cell begin with its terrain's.
    """
    own = cell.tags
    if tile.terrain:
        bare = terrains.get(cell.terrain.name) if cell.terrain else None
        laid = terrains.get(tile.terrain.name)
        rest = own[1 + len(bare.tags if bare else ()) :] if cell.terrain else own
        own = tile.terrain, *(laid.tags if laid else ()), *rest
    edges = open_sides(tile.edges, sides, turn)
    return replace(cell, terrain=tile.terrain or cell.terrain, tags=(*own, *tile.tags), edges=edges, tile=tile)


def read_names(root: Node) -> CellNames:
    """Return how the cells of a grid map are named."""
    node = root.get("names")
    if node is None:
        return CellNames()
    return read_record(CellNames, node) if isinstance(node.value, dict) else CellNames(node.text)  # type: ignore[arg-type]
