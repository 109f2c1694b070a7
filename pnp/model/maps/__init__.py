"""The closed union of map kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from pnp.model.maps.area_map import AreaMap
    from pnp.model.maps.block_map import BlockMap
    from pnp.model.maps.game_map import GameMap
    from pnp.model.maps.street_map import StreetMap
    from pnp.model.maps.tile_map import TileMap


def is_area_map(game_map: GameMap | None) -> TypeGuard[AreaMap]:
    """Whether it is a map of areas and roads."""
    return game_map is not None and game_map.kind == "area-map"


def is_block_map(game_map: GameMap | None) -> TypeGuard[BlockMap]:
    """Whether it is a map of lanes round blocks."""
    return game_map is not None and game_map.kind == "block-map"


def is_street_map(game_map: GameMap | None) -> TypeGuard[StreetMap]:
    """Whether it is a map of streets that are ruled into spaces."""
    return game_map is not None and game_map.kind == "street-map"


def is_tile_map(game_map: GameMap | None) -> TypeGuard[TileMap]:
    """Whether it is a map of tiles."""
    return game_map is not None and game_map.kind == "tile-map"
