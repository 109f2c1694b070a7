"""Grid maps: hexes or squares, with terrains, sides between them, roads through them and named places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Literal

from msgspec.structs import replace

from pnp.geometry.cell_grid import CORNER_STEPS, ROUND, Cell, CellGrid
from pnp.model.maps.cell_picture import (
    DRAWN_AS,
    CellPicture,
    LetterGround,
    PictureCell,
    TerrainKind,
    cells_written,
    named_grounds,
    named_table,
    read_terrain,
)
from pnp.model.maps.cell_sides import (
    ROAD_KINDS,
    SIDE_KINDS,
    CellEdge,
    CellRoad,
    CellRoadKind,
    SideEntry,
    SideFinder,
    SideKind,
    SideSurvey,
    read_cell_road,
    read_kind,
)
from pnp.model.maps.cells import (
    NO_TILES,
    CellEntry,
    CellTile,
    Diagonals,
    GridCell,
    NamedCell,
    PlacedCellTile,
    TileLaying,
    covered,
    place_cells,
    read_laying,
    read_names,
)
from pnp.model.maps.game_map import Area, GameMap, Point, read_head
from pnp.model.maps.movement import OPEN, MovementPlace, TravelMap
from pnp.model.records import TableSource, read_record
from pnp.model.reference import Ref
from pnp.source.tree import Node


class GridMap(GameMap, frozen=True, kw_only=True, dict=True):
    """The map as its designer wrote it; derived values are cached, which needs a `__dict__`.

    `cells` are in reading order. `origin` is the corner of the map in coordinates of the grid. `outside` are the named
    places that are on no cell, `again` those on a cell that has one already. `strange` are the cells of the picture
    whose letters have no meaning. With `cut`, the outermost hexes are cut so that the rim is straight. `entry` is how a
    movement class enters the cells; None on the map as everybody sees it.
    """

    kind: ClassVar[Literal["grid-map"]] = "grid-map"

    grid: CellGrid
    cells: tuple[GridCell, ...]
    origin: Point = (0.0, 0.0)
    terrains: Mapping[str, TerrainKind]
    described: bool = True
    side_kinds: Mapping[str, SideKind]
    entries: tuple[SideEntry, ...] = ()
    roads: tuple[CellRoad, ...] = ()
    road_kinds: Mapping[str, CellRoadKind]
    diagonals: Diagonals | None = None
    groups_of_seven: Ref | None = None
    cut: bool = False
    picture: CellPicture = CellPicture()
    terrain_file: TableSource | None = None  # the table with the cells; once read, with the name that findings give it
    strange: tuple[PictureCell, ...] = ()
    outside: tuple[NamedCell, ...] = ()
    again: tuple[tuple[NamedCell, NamedCell], ...] = ()
    laying: TileLaying = NO_TILES
    legend: tuple[LetterGround, ...] = ()
    entry: CellEntry | None = None

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The number of each cell, by column and row."""
        return {cell.at: number for number, cell in enumerate(self.cells)}

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each cell, by its number on the map and by its own name."""
        found = {cell.number: number for number, cell in enumerate(self.cells)}
        return found | {cell.id: number for number, cell in enumerate(self.cells)}

    @cached_property
    def survey(self) -> SideSurvey:
        """The described sides."""
        return self.finder.survey(self.entries, self.side_kinds)

    @cached_property
    def finder(self) -> SideFinder:
        """The cells by name, terrain and district."""
        groups: dict[str, list[int]] = {}
        for number, cell in enumerate(self.cells):
            for ref in dict.fromkeys(ref.name for ref in (cell.terrain, cell.district) if ref):
                groups.setdefault(ref, []).append(number)
        return SideFinder(self.grid, [cell.at for cell in self.cells], self.numbers, self.index, groups)

    @cached_property
    def tracks(self) -> tuple[tuple[CellRoad, tuple[int, ...]], ...]:
        """The roads, each with the numbers of the cells that it passes; where there is no cell, it ends."""
        index = {name: self.cells[number].at for name, number in self.index.items()}
        passed = ((road, road.cells(index, self.grid)) for road in self.roads)
        return tuple((road, tuple(self.numbers[at] for at in cells if at in self.numbers)) for road, cells in passed)

    @cached_property
    def broken_roads(self) -> tuple[tuple[CellRoad, tuple[int, int] | None], ...]:
        """The roads that lead over a gap in the map, and those through a closed side, with the two cells there."""
        index = {name: self.cells[number].at for name, number in self.index.items()}
        found: list[tuple[CellRoad, tuple[int, int] | None]] = []
        for road in self.roads:
            passed = road.cells(index, self.grid)
            if any(cell not in self.numbers for cell in passed):
                found.append((road, None))
                continue
            for pair in pairwise(self.numbers[cell] for cell in passed):
                side = self.grid.shared_side(self.cells[pair[0]].at, self.cells[pair[1]].at)
                described = None if side is None else self.survey.by_cell.get((pair[0], side))
                if described and described.kind.closed:
                    found.append((road, pair))
                    break
        return tuple(found)

    @cached_property
    def road_costs(self) -> dict[tuple[int, int], int]:
        """What a step from a cell to a neighbour costs along a road; the least of several roads."""
        found: dict[tuple[int, int], int] = {}
        for road, cells in self.tracks:
            kind = self.road_kinds.get(road.kind_name)
            if kind is None or kind.cost is None:
                continue
            for one, other in pairwise(cells):
                for step in ((one, other), (other, one)):
                    found[step] = min(found.get(step, kind.cost), kind.cost)
        return found

    @cached_property
    def steps(self) -> frozenset[tuple[int, int]]:
        """The steps along roads, there and back, whether a road changes their cost or not."""
        pairs = {pair for _, cells in self.tracks for pair in pairwise(cells)}
        return frozenset(pairs | {(other, one) for one, other in pairs})

    @cached_property
    def open(self) -> tuple[bool, ...]:
        """Whether a piece can be on each cell: its terrain is not closed, or a road leads there."""
        if self.entry:
            return tuple(number in self.entry.entered for number in range(len(self.cells)))
        reached = {cell for step in self.road_costs for cell in step}
        return tuple(
            number in reached or bool(cell.edges) or not self.is_closed(cell) for number, cell in enumerate(self.cells)
        )

    @cached_property
    def tiled(self) -> tuple[int, ...]:
        """The cells that tiles are laid on, in reading order."""
        found: set[int] = set()
        for ref in self.laying.on:
            found.update((self.index[ref.name],) if ref.name in self.index else self.finder.groups.get(ref.name, ()))
        return tuple(sorted(found))

    @property
    def tiles(self) -> tuple[CellTile, ...]:
        """The tiles that are laid over cells."""
        return self.laying.tiles

    @property
    def seats(self) -> int:
        """The number of tiles on the table."""
        return len(self.tiled)

    @property
    def shuffled(self) -> bool:
        """Whether any tile may be on any of the cells that take one."""
        return self.laying.shuffled

    @property
    def is_tile(self) -> bool:
        """Whether this is a single tile."""
        return len(self.cells) == 1 and self.cells[0].tile is not None

    def only(self, tile: str) -> GridMap | None:
        """Return one tile as a map of a single cell; None if there is no tile of that name."""
        found = next((each for each in self.tiles if each.id == tile), None)
        if found is None:
            return None
        grid = CellGrid(self.grid.shape, self.grid.pitch)
        left, top, right, bottom = grid.box(((0, 0),))
        bare = GridCell(tile, "", (0, 0), grid.centre((0, 0)), None, found.span)
        cell = covered(bare, found, 0, grid.side_names, self.terrains)
        return replace(
            self, id=f"{self.id} {tile}", grid=grid, cells=(cell,), origin=(left, top), width=right - left,
            height=bottom - top, cut=False, entries=(), roads=(), groups_of_seven=None, laying=NO_TILES, outside=(),
            again=(), strange=(),
        )  # fmt: skip

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns of a tile, clockwise, in sides."""
        return self.laying.turns(self.grid.count)

    def with_tiles(self, placed: Sequence[PlacedCellTile]) -> GridMap:
        """Return the map with tiles on the cells that take them, in order: each a tile by number, and its turn."""
        cells = list(self.cells)
        for number, (tile, turn) in zip(self.tiled, placed, strict=True):
            cells[number] = covered(cells[number], self.laying.tiles[tile], turn, self.grid.side_names, self.terrains)
        return replace(self, cells=tuple(cells), laying=NO_TILES)

    def is_closed(self, cell: GridCell) -> bool:
        """Whether the terrain of a cell is closed."""
        terrain = self.terrains.get(cell.terrain.name) if cell.terrain else None
        return bool(terrain and terrain.closed)

    @cached_property
    def travel(self) -> TravelMap:
        """The cells as movement classes see them, without the spans of moves."""
        terrains = self.terrains.values()
        return TravelMap(
            tuple(
                MovementPlace(
                    cell.id, cell.place.span if cell.place else cell.span, cell.terrain.name if cell.terrain else "",
                    tuple(map(str, cell.tags)), cell.district.name if cell.district else None, also=cell.number,
                )
                for cell in self.cells
            ),
            (),
            (),
            grounds=frozenset(self.terrains),
            kinds=frozenset((*self.road_kinds, OPEN)),
            sides=frozenset(self.side_kinds),
            more_tags=self.tile_words.union(*(map(str, each.tags) for each in terrains)),
            ground_word="terrain",
        )  # fmt: skip

    @cached_property
    def entered(self) -> tuple[bool, ...]:
        """Whether a piece of anybody or of a movement class can be on each cell."""
        single = [mover for mover in self.movement if not mover.by]
        opened = set[int]().union(*(self.travel.named_by(mover) & self.travel.entered_by(mover) for mover in single))
        return tuple(is_open or cell in opened for cell, is_open in enumerate(self.open))

    @cached_property
    def places(self) -> tuple[Area, ...]:
        """The cells where a piece can be, of anybody or of a movement class."""
        return tuple(cell.area for cell, is_entered in zip(self.cells, self.entered, strict=True) if is_entered)

    @property
    def middles(self) -> Mapping[str, tuple[float, float]]:
        """The centres of the closed cells, and of all cells by their numbers."""
        return {name: self.cells[number].centre for name, number in self.index.items()}

    @property
    def mentions(self) -> Iterator[Ref]:
        """The cells that places, sides and roads name, and that the map does not have."""
        named = (
            *(place.at for place in self.outside),
            *(ref for entry in self.entries for ref in entry.cells),
            *(ref for road in self.roads for ref in road.through),
            *((self.groups_of_seven,) if self.groups_of_seven else ()),
        )
        yield from (ref for ref in named if ref.name not in self.index)
        yield from (ref for ref in self.laying.on if ref.name not in self.index and ref.name not in self.finder.groups)

    @property
    def written_edges(self) -> tuple[CellEdge, ...]:
        """The edges of the legend and of the tiles, as they are written; those of copies once."""
        of_tiles = (tile.edges or () for tile in self.tiles if tile.id in (tile.design, f"{tile.design} 1"))
        return tuple(edge for edges in (*(ground.edges or () for ground in self.legend), *of_tiles) for edge in edges)

    @property
    def said_tags(self) -> frozenset[str]:
        """All tags in the document, including those of tiles."""
        return self.tags | self.tile_words

    @property
    def tile_words(self) -> frozenset[str]:
        """The terrains and the tags of tiles, which are tags of the cells under them."""
        terrains = {tile.terrain.name for tile in self.tiles if tile.terrain}
        return frozenset(terrains | {tag.name for tile in self.tiles for tag in tile.tags})

    @property
    def icons(self) -> Iterator[Ref]:
        """The icons that are drawn on it: of districts, terrains, places and tiles."""
        yield from (district.icon for district in self.districts if district.icon)
        yield from (terrain.icon for terrain in self.terrains.values() if terrain.icon)
        yield from (cell.place.icon for cell in self.cells if cell.place and cell.place.icon)
        yield from (tile.icon for tile in self.laying.tiles if tile.icon)

    @property
    def marks(self) -> frozenset[str]:
        """The names and numbers of the cells where a piece can be."""
        return frozenset(self.index) - self.closed_names

    @property
    def closed_names(self) -> frozenset[str]:
        """The names and numbers of the cells where no piece can be."""
        closed = (cell for cell, is_entered in zip(self.cells, self.entered, strict=True) if not is_entered)
        return frozenset(name for cell in closed for name in (cell.id, cell.number))

    @property
    def ways(self) -> int:
        """The number of roads and described sides."""
        return len(self.roads) + len(self.entries)

    @property
    def too_large(self) -> str | None:
        """Why the map is not drawn: it has too many cells. None if it can be drawn."""
        return f"'{self.id}' has {len(self.cells):,} cells" if len(self.cells) > MOST_DRAWN else None

    def terrain(self, cell: GridCell) -> TerrainKind | None:
        """Return the terrain of a cell; None if the map does not describe it."""
        return self.terrains.get(cell.terrain.name) if cell.terrain else None

    def entering(self, cell: int, side: int) -> tuple[int, int] | None:
        """Return the cell beyond a side of a cell, and what the move there costs; None if there is no such move."""
        other = self.numbers.get(self.grid.beyond(self.cells[cell].at, side))
        if other is None or not self.open[other]:
            return None
        described = self.survey.by_cell.get((cell, side))
        if described and (described.kind.closed or (described.entry.one_way and described.cell != cell)):
            return None
        joined = self._joined_by(cell, side, other)
        if joined is None or (joined and self.entry and joined not in self.entry.kinds):
            return None
        along = self.road_costs.get((cell, other))
        if along is not None:
            return other, along
        kind = self.road_kinds.get(joined)
        if kind and kind.cost is not None:
            return other, kind.cost
        if self._is_shut(other) or self._is_shut(cell):
            return None  # a road leads through closed terrain, and nothing else does
        if self.entry and not joined:
            barred = described and described.kind.id in self.entry.barred
            if barred or not (self.entry.off_road or (cell, other) in self.steps):
                return None
        return other, self.cost(other) + (described.kind.cost if described else 0)

    def _is_shut(self, cell: int) -> bool:
        """Whether only roads lead through a cell."""
        return self.is_closed(self.cells[cell]) and not (self.entry and cell in self.entry.opened)

    def _joined_by(self, cell: int, side: int, other: int) -> str | None:
        """Return the kind of the road that leads over a side by the edges of both cells; None if none does.

        Empty if neither cell has edges. A cell without edges takes roads of every kind over all of its sides.
        """
        here, there = self.cells[cell].edges, self.cells[other].edges
        if here is None and there is None:
            return ""
        opposite = self.grid.opposite(side)
        leaves, enters = None if here is None else here.get(side), None if there is None else there.get(opposite)
        if here is None or there is None:
            return leaves or enters
        return leaves if leaves == enters else None

    def cost(self, cell: int) -> int:
        """Return what entering a cell costs."""
        if self.entry and cell in self.entry.costs:
            return self.entry.costs[cell]
        terrain = self.terrain(self.cells[cell])
        return terrain.cost if terrain else 1

    def across_corners(self, cell: int) -> Iterator[tuple[int, int]]:
        """Yield the squares that a diagonal move leads to, each with what the move costs."""
        if self.diagonals is None or self._is_shut(cell) or self.cells[cell].edges is not None:
            return
        if self.entry and not self.entry.off_road:
            return
        column, row = self.cells[cell].at
        enough = 1 if self.diagonals.corners == "one" else 2
        for number, (across, down) in enumerate(CORNER_STEPS):
            other = self.numbers.get((column + across, row + down))
            if other is None or not self.open[other] or self._is_shut(other):
                continue
            if self.cells[other].edges is not None:
                continue
            first, second = number, (number + 1) % 4  # the sides on both sides of the corner
            ways = ((first, second), (second, first))
            if sum(self._leads(cell, one, then, other) for one, then in ways) >= enough:
                yield other, self.cost(other) + self.diagonals.cost

    def _leads(self, cell: int, one: int, then: int, other: int) -> bool:
        """Whether the way over two sides, one after the other, leads from a cell to another past a corner.

        It may not pass a described side: nobody slips diagonally through a door.
        """
        for side in (one, then):
            described = self.survey.by_cell.get((cell, side))
            found = self.entering(cell, side) if described is None or described.is_opening else None
            if found is None:
                return False
            cell = found[0]
        return cell == other


MOST_DRAWN = 12_000
"""The maximum number of cells of a map that is drawn."""


# Read grid maps from documents.

PITCH = 18.0
"""The default pitch in millimetres: a counter of half an inch and a number fit in a cell."""


def read_grid_map(root: Node, name: str, damaged: bool = False, table: CellPicture | None = None) -> GridMap:
    """Return the grid map described in `root`, which its schema has validated.

    `table` has the cells of the file that `terrain` names; until it is read, the map is damaged.
    """
    shape, odd = root["cells"].text, root.text_of("offset", "odd") == "odd"
    pitch = root["pitch"].number if "pitch" in root else PITCH
    grid = CellGrid(shape, pitch, odd)  # type: ignore[arg-type]  # the schema has said so
    picture = table or cells_written(root, grid.shape, grid.odd)
    legend = {key.text: LetterGround.read(value) for key, value in root.entries("legend")}
    if table:
        known = (key.text for key, _ in root.entries("terrains")) if "terrains" in root else DRAWN_AS
        legend = dict(named_grounds(table, legend, frozenset(known)))
    strange = tuple(cell for cell in picture.cells if cell.letter and cell.letter not in legend)
    places = tuple(
        read_record(NamedCell, value, id=key.text, span=key.span, label=value.text_of("label", key.text),
                    name=value.text_of("name", key.text))
        for key, value in root.entries("places")
    )  # fmt: skip
    laying = read_laying(root)
    terrains = {key.text: read_terrain(key, value) for key, value in root.entries("terrains")}
    if "terrains" not in root:
        meant = (*(ground.terrain for ground in legend.values()), *(tile.terrain for tile in laying.tiles))
        named = {ref.name: ref for ref in meant if ref}
        terrains = {name: TerrainKind(name, ref.span, name) for name, ref in named.items()}
    unread = "terrain" in root and named_table(root["terrain"]) is not None and table is None
    cells, outside, again = place_cells(picture, legend, terrains, places, read_names(root), grid)
    cut = root.text_of("rim", "whole") == "cut" and shape != "square"
    left, top, right, bottom = grid.rim([cell.at for cell in cells], cut=cut)
    head = read_head(root, name, damaged or bool(strange) or not cells)
    return read_record(
        GridMap,
        root,
        **{**head, "width": round(right - left, ROUND), "height": round(bottom - top, ROUND)},
        grid=grid,
        cells=tuple(
            replace(each, centre=(round(each.centre[0] - left, ROUND), round(each.centre[1] - top, ROUND)))
            for each in cells
        ),
        origin=(left, top),
        terrains=terrains,
        described="terrains" in root,
        side_kinds=SIDE_KINDS
        | {key.text: read_kind(SIDE_KINDS, key, value) for key, value in root.entries("side-kinds")},
        entries=tuple(map(SideEntry.read, root.list("sides"))),
        roads=tuple(map(read_cell_road, root.list("roads"))),
        road_kinds=ROAD_KINDS
        | {key.text: read_kind(ROAD_KINDS, key, value) for key, value in root.entries("road-kinds")},
        diagonals=Diagonals.read(root["diagonals"]) if "diagonals" in root and shape == "square" else None,
        groups_of_seven=Ref.read(root["mega-hexes"]) if "mega-hexes" in root and shape != "square" else None,
        cut=cut,
        picture=picture,
        terrain_file=named_table(root["terrain"]) if "terrain" in root else None,
        strange=strange,
        outside=() if unread else outside,
        again=again,
        laying=laying,
        legend=tuple(legend.values()),
        lost=frozenset[str]().union(*(root[key].lost for key in ("places", "legend", "terrains") if key in root)),
    )
