"""Maps by themselves: a board of a map that no component prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.fonts import house_fallback
from pnp.draw.look import UnknownNameError
from pnp.draw.making import BOARD, BOARD_STEPS
from pnp.draw.map_layer import last_style, map_lettering
from pnp.model.map_kinds import is_tile_map
from pnp.scene.items import Rect, Scene
from pnp.scene.lettering import Lettering, printed
from pnp.scene.part import Part, PartSet
from pnp.scene.placed import Drawn
from pnp.scene.text import HOUSE_FAMILIES, TextStyle

if TYPE_CHECKING:
    from pnp.draw.studio import Studio
    from pnp.model.game_map import GameMap


def draw_bare_map(drawn: GameMap, studio: Studio) -> Drawn:
    """The map at its own size as a board, in the last of the game's styles; nothing where it can't be drawn."""
    parts = PartSet(drawn.id, drawn.name, (), BOARD, BOARD_STEPS, spread=True)
    scene = map_scene(drawn, studio)
    if scene is None:
        return Drawn(parts)
    outline = Rect(0.0, 0.0, drawn.width, drawn.height)
    style = last_style(studio.game)
    labels = [map_lettering(drawn, style, studio)] if style else []
    name = printed(
        drawn.name, drawn.span, TextStyle(HOUSE_FAMILIES[0], 8.0, "#000000", fallback=house_fallback(studio.game))
    )
    labels += [] if name.prints else [Lettering("on the sheets of the map", (name,))]
    board = PartSet(drawn.id, drawn.name, (Part(drawn.id, scene, None, outline),), BOARD, BOARD_STEPS, spread=True)
    return Drawn(board, labels=tuple(labels))


def missing_for_drawing(drawn: GameMap) -> str | None:
    """What a map lacks to be drawn; None where nothing is missing."""
    if not (drawn.width and drawn.height):
        return "it has no size"
    lacking = [area.id for area in drawn.places if area.at is None] if _is_draft(drawn) else []
    if lacking:
        others = len(lacking) - 1
        more = f" and {others:,} other place{'' if others == 1 else 's'}" if others else ""
        return f"'{lacking[0]}'{more} {'have' if others else 'has'} no position"
    return None


def map_scene(drawn: GameMap, studio: Studio) -> Scene | None:
    """The map at its own size; None where it can't be drawn: it lacks a size, a position, a style, or a name of it, or
    is too large.
    """
    style = last_style(studio.game)
    if style is None or not (drawn.width and drawn.height) or _is_draft(drawn) or drawn.too_large:
        return None
    try:
        items = studio.paint_map(drawn, style, studio.look, drawn.width, drawn.height, frozenset())
    except UnknownNameError:  # told by the checks of documents
        return None
    return Scene(drawn.width, drawn.height, items, name=drawn.name)


def _is_draft(drawn: GameMap) -> bool:
    """Whether a place lacks a position; those of tiles that lie aside need none."""
    return not is_tile_map(drawn) and any(area.at is None for area in drawn.places)
