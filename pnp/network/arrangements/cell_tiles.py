"""The arrangements of tiles that are laid over cells of a grid map.

Each arrangement is a grid map with other terrains, tags and edges under its tiles, so that its network is made as that
of any grid map. Tiles with the same content in the same turn are equivalent: only the first of equivalent arrangements
is judged. Arrangements are ordered as those of tile maps: by the first cell, then by the second and so on; within a
cell by tile in source order, then by turn.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice

from msgspec import Struct

from pnp.model.maps.cells import PlacedCellTile
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.movement import MovementClass
from pnp.model.maps.requirements import Requirement
from pnp.network.arrangements.enumeration import Arrangement, ArrangementResult, Arranging, Setup
from pnp.network.budget import SearchBudget
from pnp.network.closures.supplies import Stock
from pnp.network.lowering.grid_map import grid_class_networks, grid_travel_map, lower_grid_map
from pnp.network.network import Network

COUNTING = 20
"""Steps to build a network in order to count its closures, for each of its states and moves."""


FEW = 60
"""Up to so many arrangements are looked at one by one for what is on the table together."""


class CellRules(Struct, frozen=True, dict=True):
    """The rules for laying the tiles of a grid map: `LayingRules` for its cells. No rotation of the map is used."""

    grid_map: GridMap

    @property
    def tiles(self) -> int:
        """The number of tiles."""
        return len(self.grid_map.laying.tiles)

    @property
    def cells(self) -> int:
        """The number of cells that take a tile."""
        return len(self.grid_map.tiled)

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns of a tile that are allowed, in sides of a cell."""
        return self.grid_map.turns

    @property
    def shuffled(self) -> bool:
        """Whether any tile may be on any cell."""
        return self.grid_map.laying.shuffled

    @property
    def rotations(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """No rotations: the rest of the map does not turn with the tiles."""
        return ()


class CellTileArrangements(Struct, frozen=True, eq=False, dict=True):
    """The arrangements of the tiles of a grid map; see `Arrangements` for the members.

    Their networks are those of the movement class `mover` if there is one.
    """

    grid_map: GridMap
    mover: str | None = None

    @property
    def building(self) -> int:
        """Each network is made from all cells."""
        return 32

    @cached_property
    def rules(self) -> CellRules:
        """The rules for laying the tiles."""
        return CellRules(self.grid_map)

    @property
    def total(self) -> int:
        """The number of labelled arrangements."""
        return self.grid_map.laying.arrangements(self.rules.cells, self.grid_map.grid.count)

    @cached_property
    def parts(self) -> tuple[Network, ...]:
        """For each tile, the map with that tile on all cells; if the tiles are not shuffled, the map with all of them.

        They have all names, tags and districts that can be on the table.
        """
        if not self.rules.shuffled:
            return (self._network(tuple((cell, 0) for cell in range(self.rules.cells))),)
        tiles, first = self.grid_map.tiles, dict[object, int]()
        for number, tile in enumerate(tiles):
            first.setdefault(tile.content, number)
        made = {content: self._network(((number, 0),) * self.rules.cells) for content, number in first.items()}
        return tuple(made[tile.content] for tile in tiles)

    @property
    def together(self) -> int:
        """The number of tiles on the table; 1 if they are not shuffled, as then there is a single set of them."""
        return self.rules.cells if self.rules.shuffled else 1

    @cached_property
    def few(self) -> tuple[Network, ...] | None:
        """The networks of all arrangements that differ, if there are at most `FEW`; else None."""
        found = tuple(islice((each.network for each in self.each()), FEW + 1))
        return found if len(found) <= FEW else None

    @property
    def has_seams(self) -> bool:
        """Whether two cells with edges may be adjacent."""
        return any(network.extras.edged for network in self.parts)

    def with_closures(self, printed: Stock, stock_on: Callable[[Network], Stock], budget: SearchBudget) -> int:
        """Return the number of labelled setups; `stock_on` returns the closures that can be laid on a network.

        Raises OutOfStepsError if the budget is too small to count them: then each arrangement is built.
        """
        if not printed.supplies:
            return self.total
        found = 0
        for each in self.each():
            budget.spend(COUNTING * each.network.size)
            found += each.alike * stock_on(each.network).total
        return found

    def each(self) -> Iterator[Arrangement]:
        """Yield every arrangement; of several with equivalent tiles, the first."""
        for each in Arranging(self.rules, self._signature).representatives():
            yield Arrangement(self._words(each.placed), self._network(each.placed), each.alike)

    def drawn(self, below: Callable[[int], int]) -> Arrangement:
        """Return a labelled arrangement, each with the same probability; `below` draws a number below another."""
        tiles = list(range(self.rules.tiles))
        turns = self.rules.turns
        placed = tuple(
            (tiles.pop(below(len(tiles)) if self.rules.shuffled else 0), turns[below(len(turns))])
            for _ in range(self.rules.cells)
        )
        return Arrangement(self._words(placed), self._network(placed))

    def search(self, requirement: Requirement, budget: SearchBudget) -> ArrangementResult | None:
        """Return None: the general method judges all demands on these tiles."""
        return None

    def _signature(self, placement: PlacedCellTile) -> tuple[object, ...]:
        """Return a value that is equal for tiles and turns that make the same map."""
        tile, turn = placement
        terrain, tags, edges = self.grid_map.laying.tiles[tile].content
        count = self.grid_map.grid.count
        numbers = {name: number for number, name in enumerate(self.grid_map.grid.side_names)}
        turned = None
        if edges is not None:
            turned = tuple(sorted(((numbers.get(side, 0) + turn) % count, kind) for side, kind in edges))
        return terrain, tags, turned

    def _network(self, placed: Sequence[PlacedCellTile]) -> Network:
        grid_map = self.grid_map.with_tiles(placed)
        if self.mover is None:
            return lower_grid_map(grid_map)
        travel = grid_travel_map(grid_map, grid_travel_map(self.grid_map).tags)
        return grid_class_networks(grid_map, travel, self._classes)[self.mover]

    @cached_property
    def _classes(self) -> tuple[MovementClass, ...]:
        """The class, and those that it moves by."""
        found = next(each for each in self.grid_map.movement if each.name == self.mover)
        by = {ref.name for ref in found.by}
        return tuple(each for each in self.grid_map.movement if each is found or each.name in by)

    def _words(self, placed: Sequence[PlacedCellTile]) -> Setup:
        """Return the tile on each cell as text: `("B2", "Curve 1, turned 60°")`."""
        return tuple(
            (self.grid_map.cells[number].id, option_of(self.grid_map, placement))
            for number, placement in zip(self.grid_map.tiled, placed, strict=True)
        )


def option_of(grid_map: GridMap, placement: PlacedCellTile) -> str:
    """Return a tile with its turn as text, such as `Curve 1, turned 60°`."""
    tile, turn = placement
    degrees = turn * 360 // grid_map.grid.count
    return grid_map.laying.tiles[tile].id + (f", turned {degrees}°" if turn else "")


def tiles_in(grid_map: GridMap, setup: Setup) -> tuple[PlacedCellTile, ...]:
    """Return the tile and turn on each cell that takes one, from the options of a setup; empty if one is missing."""
    options = {
        option_of(grid_map, (tile, turn)): (tile, turn)
        for tile in range(len(grid_map.laying.tiles))
        for turn in range(grid_map.grid.count)
    }
    chosen = {grid_map.index[choice]: option for choice, option in setup if choice in grid_map.index}
    found = [options[chosen[number]] for number in grid_map.tiled if chosen.get(number) in options]
    return tuple(found) if len(found) == len(grid_map.tiled) else ()
