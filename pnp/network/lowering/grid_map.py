"""Convert a grid map to a network: a state for each open cell, a move to each neighbour that can be entered.

A move costs what the terrain of the cell costs that it enters, and what crossing the side costs in addition. Along a
road it costs what the road's kind says instead. Closed terrain and closed sides have no moves, except that a road leads
through closed terrain. Diagonal moves of squares never lead between two closed sides.

A movement class sees the same map with other things open and at other costs; its network is made alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.model.maps.cell_sides import CellSide
from pnp.model.maps.cells import CellEntry, CellTile, GridCell
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.movement import OPEN, MovementClass, TravelMap
from pnp.network.lowering.movement import ClassMove, Mover, networks_of
from pnp.network.network import Extras, Move, Network, Passage, Place, Site, weighed_network_of


class CellMove(NamedTuple):
    """A move between two cells, by their numbers among all cells, and its cost."""

    start: int
    end: int
    cost: int
    side: int | None


class MoveSpans(NamedTuple):
    """The spans of all cells, followed by those of the described sides, and the index of each side's span."""

    spans: tuple[Span, ...]
    sides: dict[Span, int]

    @classmethod
    def of(cls, grid_map: GridMap) -> MoveSpans:
        """Return the spans of a map."""
        cells = tuple(cell.span for cell in grid_map.cells)
        sides = tuple(dict.fromkeys(side.span for side in grid_map.survey.sides))
        return cls((*cells, *sides), {span: len(cells) + number for number, span in enumerate(sides)})

    def of_move(self, grid_map: GridMap, move: CellMove) -> int:
        """Return the index of the span of a move: that of a described side, else that of the cell it enters."""
        side = None if move.side is None else grid_map.survey.by_cell.get((move.start, move.side))
        return move.end if side is None else self.sides[side.span]


def lower_grid_map(grid_map: GridMap) -> Network:
    """Return the network of a grid map: its open cells, the moves between them, and described sides as crossings.

    A named cell is also a site with its number as name, so that requirements can use both.
    """
    open_cells = [number for number, is_open in enumerate(grid_map.open) if is_open]
    state = {number: at for at, number in enumerate(open_cells)}
    cells = [grid_map.cells[number] for number in open_cells]
    ways = MoveSpans.of(grid_map)
    ends = [(number, beyond) for number in open_cells for beyond in _ends(grid_map, number)]
    return weighed_network_of(
        map(_place, cells),
        range(len(cells)),
        [
            (state[move.start], state[move.end], ways.of_move(grid_map, move), move.cost)
            for number in open_cells
            for move in cell_moves(grid_map, number)
        ],
        ways.spans,
        whole=_is_whole(grid_map),
        extras=Extras(
            sites=_numbered_sites(cells),
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


def _numbered_sites(cells: Sequence[GridCell]) -> tuple[Site, ...]:
    """Return the named cells among the places of a network, each with its number on the map as name."""
    return tuple(Site(cell.number, cell.span, (at,)) for at, cell in enumerate(cells) if cell.id != cell.number)


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

    Diagonal moves never pass a described side, so they do not depend on what closes it.
    """
    for side, name in _crossed_sides(grid_map):
        one, other = state[side.cell], state[side.other or 0]
        forth, back = _led_over(grid_map, side)
        yield Passage(name, side.span, ((one, other),) if forth else (), ((other, one),) if back else ())


def _crossed_sides(grid_map: GridMap) -> Iterator[tuple[CellSide, str]]:
    """Yield the sides that can be crossed, each with its name; sides that share a name are numbered."""
    found = [side for side in grid_map.survey.sides if not side.is_opening and side.other is not None]
    shared = Counter(side.entry.name for side in found if side.entry.name)
    numbers: Counter[str] = Counter()
    for side in found:
        name, other = side.entry.name, side.other
        if other is None or not (grid_map.open[side.cell] and grid_map.open[other]):
            continue
        if not any(_led_over(grid_map, side)):
            continue
        if not name:
            name = f"{side.kind.id} {grid_map.cells[side.cell].id} | {grid_map.cells[other].id}"
        elif shared[name] > 1:
            numbers[name] += 1
            name = f"{name} {numbers[name]}"
        yield side, name


def _led_over(grid_map: GridMap, side: CellSide) -> tuple[bool, bool]:
    """Return whether moves lead over a side: from its cell, and from the cell beyond it."""
    if side.other is None:
        return False, False
    there = grid_map.entering(side.cell, side.side)
    return bool(there), bool(grid_map.entering(side.other, grid_map.grid.opposite(side.side)))


# Movement classes.


def grid_travel_map(grid_map: GridMap, more_tags: frozenset[str] = frozenset()) -> TravelMap:
    """Return the cells of a grid map as movement classes see them: `CellMover` has their moves, instead of roads.

    `more_tags` are tags that a class may name besides those on the map.
    """
    travel, spans = grid_map.travel, MoveSpans.of(grid_map).spans
    return replace(travel, spans=spans, whole=_is_whole(grid_map), more_tags=travel.more_tags | more_tags)


class CellMover(Mover, frozen=True, eq=False, dict=True):
    """A movement class on the cells of a grid map.

    It sees a grid map with the terrains, sides and roads that are open to it, at its own costs. What is closed to
    everybody is open to a class that names it: a terrain, tag or cell under `on` or `costs`, a side under `crosses`.
    """

    grid_map: GridMap

    @cached_property
    def entered(self) -> tuple[bool, ...]:
        """Whether it may be on each cell."""
        allowed = self.travel.entered_by(self.mover)
        return tuple(
            cell in allowed and (is_open or cell in self.named) for cell, is_open in enumerate(self.grid_map.open)
        )

    @cached_property
    def named(self) -> frozenset[int]:
        """The cells that it names under `on` or `costs`."""
        return self.travel.named_by(self.mover)

    @cached_property
    def seen(self) -> GridMap:
        """The map as it sees it."""
        grid_map, mover = self.grid_map, self.mover
        said = mover.prices
        crossed = {ref.name: cost for ref, cost in mover.crosses if cost is not None}
        return replace(
            grid_map,
            side_kinds={
                name: replace(kind, cost=crossed[name], closed=False) if name in crossed else kind
                for name, kind in grid_map.side_kinds.items()
            },
            road_kinds={
                name: replace(kind, cost=said[name]) if name in said else kind
                for name, kind in grid_map.road_kinds.items()
            },
            roads=tuple(road for road in grid_map.roads if mover.uses(road.kind_name)),
            entry=CellEntry(
                entered=frozenset(cell for cell, is_entered in enumerate(self.entered) if is_entered),
                opened=self.named,
                costs={
                    cell: cost for cell in range(len(grid_map.cells)) if (cost := self._cost(said, cell)) is not None
                },
                off_road=mover.uses(OPEN),
                barred=frozenset(ref.name for ref, cost in mover.crosses if cost is None),
                kinds=frozenset(kind for kind in (*grid_map.road_kinds, *_edge_kinds(grid_map)) if mover.uses(kind)),
            ),
        )

    def _cost(self, said: Mapping[str, int], cell: int) -> int | None:
        """Return what entering a cell costs the class by its name, its first tag with a cost, or its terrain."""
        place = self.travel.places[cell]
        words = (place.id, place.also, *(tag for tag in place.tags if tag != place.ground), place.ground)
        return next((said[word] for word in words if word in said), None)

    @cached_property
    def moves(self) -> tuple[ClassMove, ...]:
        """Its moves between cells."""
        ways = MoveSpans.of(self.grid_map)
        return tuple(
            (move.start, move.end, ways.of_move(self.seen, move), move.cost)
            for cell in self.places
            for move in cell_moves(self.seen, cell)
        )


def _edge_kinds(grid_map: GridMap) -> Iterator[str]:
    """Yield the kinds of the roads that leave cells over their edges."""
    return (kind for cell in grid_map.cells for kind in (cell.edges or {}).values())


def grid_class_networks(grid_map: GridMap, travel: TravelMap, movement: Sequence[MovementClass]) -> dict[str, Network]:
    """Return the networks of movement classes on a grid map, by their names."""
    networks = networks_of(travel, movement, lambda mover: CellMover(travel, mover, grid_map))
    names = {(side.cell, side.side): name for side, name in _crossed_sides(grid_map)}
    return {name: replace(each, extras=_class_extras(grid_map, each, names)) for name, each in networks.items()}


def _class_extras(grid_map: GridMap, network: Network, names: Mapping[tuple[int, int], str]) -> Extras:
    """Return the sites and the crossings of a class; `names` are those of the sides that everybody crosses."""
    cells = [grid_map.cells[grid_map.index[place.id]] for place in network.places]
    crossings = []
    for side in grid_map.survey.sides:
        if side.is_opening or side.other is None:
            continue
        one, other = (network.index.get(grid_map.cells[cell].id) for cell in (side.cell, side.other))
        if one is None or other is None:
            continue
        forth, back = _moves_between(network, one, other), _moves_between(network, other, one)
        ends = f"{grid_map.cells[side.cell].id} | {grid_map.cells[side.other].id}"
        name = names.get((side.cell, side.side)) or f"{side.entry.name or side.kind.id} {ends}"
        if forth or back:
            crossings.append(Passage(name, side.span, forth, back))
    return Extras(sites=_numbered_sites(cells), crossings=tuple(crossings))


def _moves_between(network: Network, one: int, other: int) -> tuple[Move, ...]:
    """Return the moves of a network from a place to another."""
    return tuple(
        (state, end)
        for state in network.states_of[one]
        for end in network.after[state]
        if network.place_of_state[end] == other
    )
