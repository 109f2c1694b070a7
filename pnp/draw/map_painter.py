"""Maps of every kind, each drawn by its own painter; painters are imported when the first map of a kind is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.area_map import AreaMap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.draw.look import Look
    from pnp.model.game_map import Area, GameMap
    from pnp.model.map_style import MapStyle
    from pnp.scene.items import Item


def paint_map_of_any_kind(
    drawn: GameMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
) -> tuple[Item, ...]:
    """The map drawn into a box with (0, 0) at its top left corner; `highlight` are the places that stand out."""
    match drawn:
        case AreaMap():
            from pnp.draw.area_map import paint_area_map

            return paint_area_map(drawn, style, look, width, height, highlight)
        case _:
            raise NotImplementedError(type(drawn).__name__)


def unprinted_labels(drawn: GameMap, style: MapStyle, look: Look) -> Iterable[tuple[Area, str]]:
    """The places whose labels no font can print, with the letters that are missing."""
    match drawn:
        case AreaMap():
            from pnp.draw.town.labels import unprinted

            return unprinted(drawn, style, look)
        case _:
            return ()
