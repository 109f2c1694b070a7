"""Maps of every kind, each drawn by its own painter; painters are imported when the first map of a kind is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.area_map import AreaMap
from pnp.model.block_map import BlockMap
from pnp.model.street_map import StreetMap
from pnp.model.tile_map import TileMap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.draw.look import Look
    from pnp.model.game_map import Area, GameMap
    from pnp.model.map_style import MapStyle
    from pnp.scene.items import Affine, Item


def paint_map_of_any_kind(
    drawn: GameMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """The map drawn into a box with (0, 0) at its top left corner; `highlight` are the places that stand out."""
    match drawn:
        case AreaMap():
            from pnp.draw.area_map import paint_area_map

            return paint_area_map(drawn, style, look, width, height, highlight)
        case StreetMap():
            from pnp.draw.street_map import paint_street_map

            return paint_street_map(drawn, style, look, width, height, highlight)
        case TileMap():
            from pnp.draw.tile_map import paint_tile_map

            return paint_tile_map(drawn, style, look, width, height, highlight)
        case BlockMap():
            from pnp.draw.block_map import paint_block_map

            return paint_block_map(drawn, style, look, width, height, highlight)
        case _:
            raise NotImplementedError(type(drawn).__name__)  # a kind of map that nobody draws yet


def placement(drawn: GameMap, style: MapStyle, width: float, height: float) -> Affine:
    """Where a point of the map comes to lie when it is drawn into that box."""
    match drawn:
        case AreaMap():
            from pnp.draw.town.crowding import shrinkage

            inset = min(style.inset * shrinkage(drawn, style, width, height), width / 4, height / 4)
        case StreetMap():
            inset = 0.0 if style.streets else style.inset
        case _:
            inset = 0.0
    scale = min((width - 2 * inset) / (drawn.width or width), (height - 2 * inset) / (drawn.height or height))
    left, top = (width - scale * drawn.width) / 2, (height - scale * drawn.height) / 2
    return scale, 0.0, 0.0, scale, left, top


def unprinted_labels(drawn: GameMap, style: MapStyle, look: Look) -> Iterable[tuple[Area, str]]:
    """The places whose labels no font can print, with the letters that are missing."""
    match drawn:
        case AreaMap():
            from pnp.draw.town.labels import unprinted

            return unprinted(drawn, style, look)
        case StreetMap() | TileMap():
            from pnp.draw.town.signs import unprinted_names

            return unprinted_names(drawn.sites, style, look)
        case BlockMap():
            from pnp.draw.lanes.blocks import unprinted_block_names

            return unprinted_block_names(drawn, style, look)
        case _:
            return ()
