"""Maps of every kind, each drawn by its own painter; painters are imported when the first map of a kind is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.map_kinds import is_area_map, is_block_map, is_street_map, is_tile_map

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
    if is_area_map(drawn):
        from pnp.draw.area_map import paint_area_map

        return paint_area_map(drawn, style, look, width, height, highlight)
    if is_street_map(drawn):
        from pnp.draw.street_map import paint_street_map

        return paint_street_map(drawn, style, look, width, height, highlight)
    if is_tile_map(drawn):
        from pnp.draw.tile_map import paint_tile_map

        return paint_tile_map(drawn, style, look, width, height, highlight)
    if is_block_map(drawn):
        from pnp.draw.block_map import paint_block_map

        return paint_block_map(drawn, style, look, width, height, highlight)
    raise NotImplementedError(drawn.kind)  # a kind of map that nobody draws yet


def placement(drawn: GameMap, style: MapStyle, width: float, height: float) -> Affine:
    """Where a point of the map comes to lie when it is drawn into that box."""
    inset = 0.0
    if is_area_map(drawn):
        from pnp.draw.town.crowding import shrinkage

        inset = min(style.inset * shrinkage(drawn, style, width, height), width / 4, height / 4)
    elif is_street_map(drawn) and not style.streets:
        inset = style.inset
    scale = min((width - 2 * inset) / (drawn.width or width), (height - 2 * inset) / (drawn.height or height))
    left, top = (width - scale * drawn.width) / 2, (height - scale * drawn.height) / 2
    return scale, 0.0, 0.0, scale, left, top


def unprinted_labels(drawn: GameMap, style: MapStyle, look: Look) -> Iterable[tuple[Area, str]]:
    """The places whose labels no font can print, with the letters that are missing."""
    if is_area_map(drawn):
        from pnp.draw.town.labels import unprinted

        return unprinted(drawn, style, look)
    if is_block_map(drawn):
        from pnp.draw.lanes.blocks import unprinted_block_names

        return unprinted_block_names(drawn, style, look)
    from pnp.draw.town.signs import unprinted_names

    return unprinted_names(drawn.sites, style, look)
