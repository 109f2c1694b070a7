"""The kinds of maps: a closed union, and what the kinds differ in as models.

A `match` on `kind` tells the type checker which class a map is of, and imports no module of a kind: a short command
reads the code of the kinds that it meets. Each `match` ends in `assert_never`, so that a new member of the union is
reported wherever it must be decided on.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.street_map import StreetMap
from pnp.model.maps.tile_map import TileMap

AnyMap: TypeAlias = "AreaMap | BlockMap | StreetMap | TileMap"
"""A map of any kind."""

MAP_KINDS = ("area-map", "block-map", "street-map", "tile-map")
"""What documents of maps call themselves; the models are in modules of these names."""


def tile_city(game_map: AnyMap) -> TileMap | None:
    """The map as one of tiles, each of which can be shown alone and makes a row; None for kinds without tiles."""
    match game_map.kind:
        case "tile-map":
            return game_map
        case "area-map" | "block-map" | "street-map":
            return None
        case _:
            assert_never(game_map)


def block_law(game_map: AnyMap) -> BlockMap | None:
    """The map as one whose turns and addresses have diagrams, are facts and can be used up; None for other kinds."""
    match game_map.kind:
        case "block-map":
            return game_map
        case "area-map" | "street-map" | "tile-map":
            return None
        case _:
            assert_never(game_map)


def without_position(game_map: AnyMap) -> tuple[str, ...]:
    """The places that lack a position that a drawing needs; tiles that are left aside need none."""
    match game_map.kind:
        case "area-map" | "block-map" | "street-map":
            return tuple(area.id for area in game_map.places if area.at is None)
        case "tile-map":
            return ()
        case _:
            assert_never(game_map)
