"""Convert a map of any kind to a network with its choices, and a setup back to a map.

Each kind of map has a module in this package.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import chain
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.model.maps import AnyMap
from pnp.model.maps.game_map import Closure
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.movement import TravelMap
from pnp.model.maps.requirements import Requirement
from pnp.model.maps.tile_map import TileMap, laid
from pnp.network.arrangements.enumeration import Arrangements, Setup
from pnp.network.closures.supplies import known_choices
from pnp.network.lowering.area_map import area_travel_map
from pnp.network.lowering.movement import network_for_anybody, networks_of
from pnp.network.lowering.tile_map import TurnedTile
from pnp.network.network import Network
from pnp.network.requirements import Vocabulary, vocabulary_of


class Lowered(Struct, frozen=True, eq=False, dict=True):
    """The network of a map as printed, and the choices of a setup: closures and, on tile maps, arrangements.

    `arrangements` is None unless the map has enough tiles for its city. `has_unknown_places` is whether the map gives
    tags, numbers or sites to places that do not exist. `classes` are the networks of its movement classes by name. If
    this is the map as the class `mover` sees it, `everybody` is the network without classes. `travel` has what the
    classes are made from; None for a kind of map without classes. A setup counts only if it fulfils the conditions
    `legal`. `arrangements_by_class` are those of each movement class of a grid map with tiles, and under None those of
    everybody.
    """

    network: Network
    closures: tuple[Closure, ...] = ()
    arrangements: Arrangements | None = None
    has_unknown_places: bool = False
    classes: Mapping[str, Network] = field(default_factory=dict)
    mover: str | None = None
    everybody: Network | None = None
    travel: TravelMap | None = None
    legal: tuple[Requirement, ...] = ()
    arrangements_by_class: Mapping[str | None, Arrangements] = field(default_factory=dict)

    @property
    def networks(self) -> tuple[Network, ...]:
        """The network of the map, and those of its movement classes."""
        return (self.everybody or self.network, *self.classes.values())

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The names on the map."""
        return vocabulary_of(self.network, self.closures, self.classes)

    def has_spot(self, closure: Closure) -> bool:
        """Whether a closure has a spot: on the map as printed, on a tile that may be laid, or in one of few setups."""
        laid = (*self.arrangements_by_class.values(), *((self.arrangements,) if self.arrangements else ()))
        parts = (network for each in laid for network in each.parts or ())
        few = (network for each in laid for network in each.few or ())
        return any(known_choices(network, closure) for network in chain(self.networks, parts, few))

    def has_conditions(self, requirement: Requirement) -> bool:
        """Whether a requirement is about setups of which some may not be legal."""
        if not (requirement.every_setup or requirement.laid):
            return False
        apart = (closure.name for closure in self.closures if closure.apart)
        return bool(self.legal) or any(not requirement.laid or requirement.lays(name) for name in apart)

    def for_class(self, name: str) -> Lowered:
        """Return the lowered map as a movement class sees it."""
        laid = self.arrangements_by_class.get(name, self.arrangements)
        return replace(self, network=self.classes[name], mover=name, everybody=self.network, arrangements=laid)


def lower(game_map: AnyMap) -> Lowered:
    """Return the network of a map as printed, with its choices."""
    match game_map.kind:
        case "area-map":
            return _lowered_by_class(game_map, area_travel_map(game_map))
        case "block-map":
            from pnp.network.lowering.block_map import lower_block_map

            return _lowered(game_map, lower_block_map(game_map))
        case "grid-map":
            return _lowered_grid_map(game_map)
        case "street-map":
            from pnp.network.lowering.street_map import lower_street_map

            return _lowered(game_map, lower_street_map(game_map))
        case "tile-map":
            return _lowered_tile_map(game_map)
        case _:
            assert_never(game_map)


def _lowered_by_class(game_map: AnyMap, travel: TravelMap) -> Lowered:
    """Return the network of a map for anybody, with those of its movement classes."""
    names = {place.id for place in travel.places}
    unknown = any(ref.name not in names for ref in game_map.mentions)
    classes = networks_of(travel, game_map.movement)
    return Lowered(
        network_for_anybody(travel), game_map.closures, None, unknown, classes, travel=travel, legal=game_map.legal
    )


def _lowered(game_map: AnyMap, network: Network) -> Lowered:
    passed = {area.id for area in game_map.through}
    has_unknown_places = any(ref.name not in network.index or ref.name in passed for ref in game_map.mentions)
    return Lowered(network, game_map.closures, has_unknown_places=has_unknown_places, legal=game_map.legal)


def _lowered_grid_map(grid_map: GridMap) -> Lowered:
    """Return the network of the printed cells and those of classes, with arrangements if there are enough tiles."""
    from pnp.network.lowering.grid_map import grid_class_networks, grid_travel_map, lower_grid_map

    lowered = _lowered(grid_map, lower_grid_map(grid_map))
    if grid_map.movement:
        travel = grid_travel_map(grid_map)
        classes = grid_class_networks(grid_map, travel, grid_map.movement)
        lowered = replace(lowered, classes=classes, travel=travel)
    if not grid_map.tiled or len(grid_map.laying.tiles) < len(grid_map.tiled):
        return lowered
    from pnp.network.arrangements.cell_tiles import CellTileArrangements

    return replace(
        lowered,
        arrangements=CellTileArrangements(grid_map),
        arrangements_by_class={name: CellTileArrangements(grid_map, name) for name in (None, *lowered.classes)},
    )


def _lowered_tile_map(tile_map: TileMap) -> Lowered:
    """Return the network of the printed city, with its arrangements if there are enough tiles for one."""
    from pnp.network.arrangements.enumeration import Rules
    from pnp.network.arrangements.verdicts import TileArrangements
    from pnp.network.lowering.tile_map import as_printed, city_of

    city = city_of(tile_map)
    rules = Rules(city, tile_map.turns, tile_map.shuffled)
    enough = len(city.pieces) >= rules.cells
    return Lowered(
        as_printed(city), tile_map.closures, TileArrangements(rules) if enough else None, legal=tile_map.legal
    )


# From a setup back to a map, to draw it.


def as_set_up(game_map: AnyMap, setup: Setup) -> AnyMap:
    """Return the map with its tiles arranged as in the setup; unchanged if the setup has no complete arrangement."""
    match game_map.kind:
        case "tile-map":
            placed = _placements(game_map, setup)
            return laid(game_map, placed) if len(placed) == game_map.cells else game_map
        case "grid-map":
            from pnp.network.arrangements.cell_tiles import tiles_in

            on_cells = tiles_in(game_map, setup) if game_map.tiled else ()
            return game_map.with_tiles(on_cells) if on_cells else game_map
        case "area-map" | "block-map" | "street-map":
            return game_map
        case _:
            assert_never(game_map)


def _placements(tile_map: TileMap, setup: Setup) -> tuple[TurnedTile, ...]:
    """Return the tile and turn in each cell, parsed from the options of the setup such as `Harbour, turned 90°`."""
    options = {
        f"{tile.id}{f', turned {90 * turn}°' if turn else ''}": (number, turn)
        for number, tile in enumerate(tile_map.tiles)
        for turn in range(4)
    }
    return tuple(options[option] for choice, option in setup if choice.startswith("row ") and option in options)
