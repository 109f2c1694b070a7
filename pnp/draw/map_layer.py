"""Map layers: a map of the game, as large as its box lets it be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.look import UnknownNameError
from pnp.draw.map_painter import map_texts
from pnp.draw.map_view import paint_diagram, part_of, shown_by, tile_of
from pnp.draw.place import aligned
from pnp.draw.scope import SpoiltError
from pnp.expression import Record
from pnp.model.game_map import TOO_LARGE, GameMap
from pnp.model.map_kinds import is_block_map
from pnp.model.map_part import MAP
from pnp.model.map_style import ROLE, MapStyle
from pnp.model.theme import Theme
from pnp.scene.items import Group, Rect
from pnp.scene.lettering import Lettering, printed
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.draw.place import Place
    from pnp.draw.scope import Scope
    from pnp.draw.studio import Studio
    from pnp.expression import Value
    from pnp.model.block_map import BlockMap
    from pnp.model.game import Game
    from pnp.model.layer import MapArt
    from pnp.model.reference import Formula
    from pnp.scene.items import Item


def draw_map(art: MapArt, place: Place, scope: Scope, studio: Studio) -> tuple[Item, ...]:
    """The map in the style named, or in the last of the game's styles."""
    named = scope.named(art.map, lambda name: _map(name, studio))
    drawn = tile_of(art.tile, named, scope) if art.tile and not named.damaged else named
    style = scope.named(art.style, lambda name: _style(name, studio)) if art.style else last_style(studio.game)
    if style is None or drawn.damaged:
        return ()  # told by the checks of documents
    places = _highlighted(art.highlight, drawn, scope) if art.highlight else frozenset[str]()
    shown, part = shown_by(art, drawn, scope), part_of(art, drawn, scope)
    if shown != MAP and is_block_map(drawn):
        try:
            return _diagram(shown, drawn, style, place, studio)
        except UnknownNameError as error:
            raise _spoilt(error, drawn, style, (art.style or art.map).span, studio.game) from None
    scale = min(place.box.width / part.width, place.box.height / part.height) if drawn.width and drawn.height else 0.0
    across, down = (scale, scale) if scale else (place.box.width / part.width, place.box.height / part.height)
    width, height = (drawn.width or 1.0) * across, (drawn.height or 1.0) * down
    box = aligned(place.box, part.width * across, part.height * down, place.align, place.valign)
    key = drawn.id, style.id, round(width, 4), round(height, 4), places
    if key not in studio.drawings:
        if drawn.too_large:
            raise SpoiltError("value", scope.source(art.map), drawn.too_large, TOO_LARGE, art.map.span)
        try:
            studio.drawings[key] = studio.paint_map(drawn, style, studio.look, width, height, places)
        except UnknownNameError as error:
            raise _spoilt(error, drawn, style, (art.style or art.map).span, studio.game) from None
    studio.notes.labels.setdefault((named.id, style.id), map_lettering(named, style, studio))
    left, top = part.left * across, part.top * down
    clip = Rect(left, top, part.width * across, part.height * down) if art.crop else None
    return (Group(studio.drawings[key], (1.0, 0.0, 0.0, 1.0, box.left - left, box.top - top), clip),)


def map_lettering(drawn: GameMap, style: MapStyle, studio: Studio) -> Lettering:
    """The texts of the map that do not print as they should."""
    key = "lettering", drawn.id, style.id
    if key not in studio.lettering:
        found = (printed(text, span, look) for text, span, look in map_texts(drawn, style, studio.look))
        studio.lettering[key] = Lettering(f"on the map '{drawn.id}'", tuple(text for text in found if not text.prints))
    return studio.lettering[key]


def _diagram(shown: str, drawn: BlockMap, style: MapStyle, place: Place, studio: Studio) -> tuple[Item, ...]:
    """A diagram, as large as the box lets it be."""
    side = min(place.box.width, place.box.height)
    if side <= 0:
        return ()
    box = aligned(place.box, side, side, place.align, place.valign)
    key = drawn.id, style.id, shown, round(side, 4)
    if key not in studio.drawings:
        studio.drawings[key] = paint_diagram(shown, drawn, style, studio.look, side, side)
    return (Group(studio.drawings[key], (1.0, 0.0, 0.0, 1.0, box.left, box.top)),)


def _map(name: str, studio: Studio) -> GameMap:
    found = studio.game.find(GameMap, name)
    if found is None:
        raise UnknownNameError("map", name, studio.game.names(GameMap))
    return found


def _style(name: str, studio: Studio) -> MapStyle:
    found = studio.game.find(MapStyle, name)
    if found is None:
        raise UnknownNameError("map style", name, studio.game.names(MapStyle))
    return found


def last_style(game: Game) -> MapStyle | None:
    """The last of the game's map styles, which is used where none is named."""
    *_, last = (None, *game.all(MapStyle))
    return last


def _spoilt(error: UnknownNameError, drawn: GameMap, style: MapStyle, span: Span, game: Game) -> SpoiltError:
    """What is wrong where a style draws with a name that the look does not have.

    Checks of documents tell what a map names, and what no theme has; not what a style of a kit takes for granted.
    """
    themes = [theme.roles for theme in game.all(Theme)]
    named = {ref.name for it in drawn.districts for ref in (it.colour, it.tint) if ref} | {
        ref.name for ref in drawn.icons
    }
    granted = error.name.startswith(ROLE) or any(error.name in {**it.palette, **it.texts} for it in themes)
    message = f"the map style '{style.id}' needs the {error.kind} '{error.name}', which the theme does not have"
    return SpoiltError(
        "value" if granted and error.name not in named else None,
        span,
        message,
        "let the theme extend the kit's, or add it there",
    )


def _highlighted(formula: Formula, drawn: GameMap, scope: Scope) -> frozenset[str]:
    """The places that the formula comes to; each must be one of the map's."""
    names = frozenset(_names(scope.value(formula)))
    known = drawn.marks | drawn.lost
    for name in sorted(names - known):
        message = f"'{name}' is no place of the map '{drawn.id}'"
        raise SpoiltError("value", formula.span, message, did_you_mean(name, known))
    return names


def _names(value: Value) -> Iterator[str]:
    match value:
        case None:
            return
        case tuple():
            for item in value:
                yield from _names(item)
        case Record():
            yield value.text
        case _:
            yield str(value)
