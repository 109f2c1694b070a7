"""The kinds of maps: a closed union, and how the kinds differ as models.

A `match` on `kind` tells the type checker the class of a map without importing its module: a short command imports only
the kinds that it reads. Each `match` ends in `assert_never`, so that the type checker reports every place to extend for
a new kind.
"""

from typing import TypeAlias, assert_never

from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.street_map import StreetMap
from pnp.model.maps.tile_map import TileMap

AnyMap: TypeAlias = "AreaMap | BlockMap | GridMap | StreetMap | TileMap"
"""A map of any kind."""

MAP_KINDS = ("area-map", "block-map", "grid-map", "street-map", "tile-map")
"""The values of `kind` in documents of maps, which are also the names of the modules with their models."""


def tile_set(game_map: AnyMap) -> GridMap | TileMap | None:
    """Return the map if it has tiles, each of which can be shown alone and makes a row; else None."""
    match game_map.kind:
        case "tile-map":
            return game_map
        case "grid-map":
            return game_map if game_map.tiles else None
        case "area-map" | "block-map" | "street-map":
            return None
        case _:
            assert_never(game_map)


def tile_city(game_map: AnyMap) -> TileMap | None:
    """Return the map if it is a city of tiles; else None."""
    match game_map.kind:
        case "tile-map":
            return game_map
        case "area-map" | "block-map" | "grid-map" | "street-map":
            return None
        case _:
            assert_never(game_map)


def block_law(game_map: AnyMap) -> BlockMap | None:
    """Return the map if it has a turning law and addresses, for diagrams, facts and supplies; else None."""
    match game_map.kind:
        case "block-map":
            return game_map
        case "area-map" | "street-map" | "grid-map" | "tile-map":
            return None
        case _:
            assert_never(game_map)


def cell_map(game_map: AnyMap) -> GridMap | None:
    """Return the map if it has cells with terrains, for its key; else None."""
    match game_map.kind:
        case "grid-map":
            return game_map
        case "block-map" | "street-map" | "area-map" | "tile-map":
            return None
        case _:
            assert_never(game_map)


def without_position(game_map: AnyMap) -> tuple[str, ...]:
    """Return the places without the position that a drawing needs; tiles outside the city need none."""
    match game_map.kind:
        case "area-map" | "block-map" | "street-map":
            return tuple(area.id for area in game_map.places if area.at is None)
        case "grid-map" | "tile-map":
            return ()
        case _:
            assert_never(game_map)
