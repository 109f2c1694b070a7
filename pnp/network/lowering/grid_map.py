"""Convert a grid map to a network: a state for each open cell, a move to each neighbour that can be entered.

A move costs what the terrain of the cell costs that it enters, and what crossing the side costs in addition. Along a
road it costs what the road's kind says instead. Closed terrain and closed sides have no moves, except that a road leads
through closed terrain. Diagonal moves of squares never lead between two closed sides.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.model.maps.cells import CellTile, GridCell
from pnp.model.maps.grid_map import GridMap
from pnp.network.network import Extras, Network, Passage, Place, Site, weighed_network_of


class CellMove(NamedTuple):
    """A move between two cells, by their numbers among all cells, and its cost."""

    start: int
    end: int
    cost: int
    side: int | None


def lower_grid_map(grid_map: GridMap) -> Network:
    """Return the network of a grid map: its open cells, the moves between them, and described sides as crossings.

    A named cell is also a site with its number as name, so that requirements can use both.
    """
    open_cells = [number for number, is_open in enumerate(grid_map.open) if is_open]
    state = {number: at for at, number in enumerate(open_cells)}
    cells = [grid_map.cells[number] for number in open_cells]
    moves = [move for number in open_cells for move in cell_moves(grid_map, number)]
    spans = [cell.span for cell in cells]
    sides = grid_map.survey.by_cell
    ways: dict[Span, int] = {}
    ends = [(number, beyond) for number in open_cells for beyond in _ends(grid_map, number)]

    def way(move: CellMove) -> int:
        """Return the index of the span of a move: that of a described side, else that of the cell it enters."""
        side = None if move.side is None else sides.get((move.start, move.side))
        if side is None:
            return state[move.end]
        if side.span not in ways:
            ways[side.span] = len(spans)
            spans.append(side.span)
        return ways[side.span]

    return weighed_network_of(
        map(_place, cells),
        range(len(cells)),
        [(state[move.start], state[move.end], way(move), move.cost) for move in moves],
        spans,
        whole=_is_whole(grid_map),
        extras=Extras(
            sites=tuple(Site(cell.number, cell.span, (at,)) for at, cell in enumerate(cells) if cell.id != cell.number),
            crossings=tuple(_crossings(grid_map, state)),
            loose=frozenset(state[number] for number, _ in ends),
            unmet=tuple(dict.fromkeys(state[number] for number, beyond in ends if beyond is not None)),
            aside=tuple(_aside(grid_map)),
            edged=any(_edged(grid_map, number) for number in open_cells),
        ),
    )


def _is_whole(grid_map: GridMap) -> bool:
    """Whether the map has no gaps, and a tile for each cell that takes one."""
    faulty = grid_map.damaged or any(grid_map.mentions) or grid_map.broken_roads
    return not faulty and (not grid_map.tiles or len(grid_map.tiles) >= grid_map.seats)


def cell_moves(grid_map: GridMap, number: int) -> Iterator[CellMove]:
    """Yield the moves from a cell: over its sides, then over its corners."""
    for side in range(grid_map.grid.count):
        found = grid_map.entering(number, side)
        if found:
            yield CellMove(number, *found, side)
    for other, cost in grid_map.across_corners(number):
        yield CellMove(number, other, cost, None)


def _place(cell: GridCell) -> Place:
    district = cell.district.name if cell.district else None
    return Place(cell.id, cell.place.span if cell.place else cell.span, tuple(map(str, cell.tags)), district)


def _ends(grid_map: GridMap, number: int) -> Iterator[int | None]:
    """Yield the cells towards which a road leaves a cell and meets none; None for the rim of the map."""
    for side in grid_map.cells[number].edges or ():
        other = grid_map.numbers.get(grid_map.grid.beyond(grid_map.cells[number].at, side))
        if other is None or not (
            grid_map.entering(number, side) or grid_map.entering(other, grid_map.grid.opposite(side))
        ):
            yield other


def _edged(grid_map: GridMap, number: int) -> bool:
    """Whether a cell has edges, and a cell next to it is on the map."""
    cell = grid_map.cells[number]
    return bool(cell.edges) and any(at in grid_map.numbers for at in grid_map.grid.neighbours(cell.at))


def _aside(grid_map: GridMap) -> Iterator[Place]:
    """Yield the cells that tiles are laid on, each with what the tiles may make of it.

    They are not on the map as printed: names, tags and districts that requirements can use.
    """
    tags = tuple(
        name
        for tile in grid_map.laying.tiles
        for name in (*([tile.terrain.name] if tile.terrain else ()), *map(str, tile.tags), *_more(grid_map, tile))
    )
    for number in grid_map.tiled:
        yield replace(_place(grid_map.cells[number]), tags=tuple(dict.fromkeys(tags)))


def _more(grid_map: GridMap, tile: CellTile) -> Iterator[str]:
    """Yield the tags of the terrain of a tile."""
    terrain = grid_map.terrains.get(tile.terrain.name) if tile.terrain else None
    return map(str, terrain.tags if terrain else ())


def _crossings(grid_map: GridMap, state: dict[int, int]) -> Iterator[Passage]:
    """Yield the described sides that can be crossed, such as doors and bridges, but not openings.

    Sides that share a name are numbered. Diagonal moves never pass a described side, so they
    do not depend on what closes it.
    """
    found = [side for side in grid_map.survey.sides if not side.is_opening and side.other is not None]
    shared = Counter(side.entry.name for side in found if side.entry.name)
    numbers: Counter[str] = Counter()
    for side in found:
        there, name = grid_map.entering(side.cell, side.side), side.entry.name
        back = side.other is not None and grid_map.entering(side.other, grid_map.grid.opposite(side.side))
        if side.cell not in state or side.other not in state or not (there or back):
            continue
        one, other = state[side.cell], state[side.other]
        if not name:
            name = f"{side.kind.id} {grid_map.cells[side.cell].id} | {grid_map.cells[side.other].id}"
        elif shared[name] > 1:
            numbers[name] += 1
            name = f"{name} {numbers[name]}"
        yield Passage(name, side.span, ((one, other),) if there else (), ((other, one),) if back else ())
