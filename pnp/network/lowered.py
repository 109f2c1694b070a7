"""Any map as a network with its choices; one setup as a map."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct

from pnp.model.maps import AnyMap
from pnp.model.maps.game_map import Closure
from pnp.model.maps.tile_map import TileMap, laid
from pnp.network.arrangements.enumeration import Arrangements, Setup
from pnp.network.lowering.area_map import lower_area_map
from pnp.network.lowering.tile_map import Lying
from pnp.network.network import Network

# Maps of every kind as networks, with what the table may choose on them; a kind is lowered by a module of its own.


class Lowered(Struct, frozen=True, eq=False):
    """A map as printed, and what a setup chooses: how its tiles lie, None where they can't, and what closes it.

    It is `astray` where it gives tags, numbers or sites to places that are not there.
    """

    network: Network
    closures: tuple[Closure, ...] = ()
    arrangements: Arrangements | None = None
    astray: bool = False


def lower(game_map: AnyMap) -> Lowered:
    """The network of a map of any kind, as printed, with its choices."""
    match game_map.kind:
        case "area-map":
            return _lowered(game_map, lower_area_map(game_map))
        case "block-map":
            from pnp.network.lowering.block_map import lower_block_map

            return _lowered(game_map, lower_block_map(game_map))
        case "street-map":
            from pnp.network.lowering.street_map import lower_street_map

            return _lowered(game_map, lower_street_map(game_map))
        case "tile-map":
            return _lowered_tile_map(game_map)
        case _:
            assert_never(game_map)


def _lowered(game_map: AnyMap, network: Network) -> Lowered:
    passed = {area.id for area in game_map.through}
    astray = any(ref.name not in network.index or ref.name in passed for ref in game_map.mentions)
    return Lowered(network, game_map.closures, astray=astray)


def _lowered_tile_map(tile_map: TileMap) -> Lowered:
    """The city as printed, with its arrangements where there are tiles enough for one."""
    from pnp.network.arrangements.enumeration import Rules
    from pnp.network.arrangements.verdicts import TileArrangements
    from pnp.network.lowering.tile_map import as_printed, city_of

    city = city_of(tile_map)
    rules = Rules(city, tile_map.turns, tile_map.shuffled)
    enough = len(city.pieces) >= rules.cells
    return Lowered(as_printed(city), tile_map.closures, TileArrangements(rules) if enough else None)


# A map as a setup leaves it on the table, for whoever draws it.


def as_set_up(game_map: AnyMap, setup: Setup) -> AnyMap:
    """The map with its tiles as the setup lays them, so that this is how it is printed; as it is where it lays none."""
    match game_map.kind:
        case "tile-map":
            lyings = _lyings(game_map, setup)
            return laid(game_map, lyings) if len(lyings) == game_map.cells else game_map
        case "area-map" | "block-map" | "street-map":
            return game_map
        case _:
            assert_never(game_map)


def _lyings(tile_map: TileMap, setup: Setup) -> tuple[Lying, ...]:
    """What lies in each cell by the words of the setup, such as `Harbour, turned 90°`."""
    words = {
        f"{tile.id}{f', turned {90 * turn}°' if turn else ''}": (number, turn)
        for number, tile in enumerate(tile_map.tiles)
        for turn in range(4)
    }
    return tuple(words[option] for choice, option in setup if choice.startswith("row ") and option in words)
