"""A map as a setup leaves it on the table, for whoever draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.map_kinds import is_tile_map
from pnp.model.tile_turning import laid

if TYPE_CHECKING:
    from pnp.model.game_map import GameMap
    from pnp.model.tile_map import TileMap
    from pnp.network.arrangements import Setup
    from pnp.network.tile_map import Lying


def as_set_up(game_map: GameMap, setup: Setup) -> GameMap:
    """The map with its tiles as the setup lays them, so that this is how it is printed; as it is where it lays none."""
    if not is_tile_map(game_map):
        return game_map
    lyings = _lyings(game_map, setup)
    return laid(game_map, lyings) if len(lyings) == game_map.cells else game_map


def _lyings(tile_map: TileMap, setup: Setup) -> tuple[Lying, ...]:
    """What lies in each cell by the words of the setup, such as `Harbour, turned 90°`."""
    words = {
        f"{tile.id}{f', turned {90 * turn}°' if turn else ''}": (number, turn)
        for number, tile in enumerate(tile_map.tiles)
        for turn in range(4)
    }
    return tuple(words[option] for choice, option in setup if choice.startswith("row ") and option in words)
