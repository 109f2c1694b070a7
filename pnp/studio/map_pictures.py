"""The pictures of maps in the studio: their addresses, the boxes of labels on them, and the style they are drawn in."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from msgspec.structs import replace

from pnp.build.memo import Memo, written
from pnp.draw.component import drawing_context, map_scene, missing_for_drawing
from pnp.draw.maps import placement
from pnp.draw.maps.cell_board import ground_of
from pnp.facts.look import Look, UnknownNameError, look_of
from pnp.model.faces.layer import MapArt
from pnp.model.faces.template import Template
from pnp.model.faces.theme import IconSet, Theme
from pnp.model.game import Game
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.map_style import MapStyle
from pnp.render.svg import render_svg
from pnp.studio.resources import Resource
from pnp.studio.session import Json, StudioSession
from pnp.units import decimal


def picture(studio: StudioSession, game: Game, game_map: AnyMap) -> dict[str, Json]:
    """Return the address of the drawn map and the transform from the map to it; None as address if it lacks something.

    Equal maps have equal addresses, so that a browser loads a picture once.
    """
    style = style_of(game, game_map)
    if style is None or missing_for_drawing(game_map) or game_map.too_large:
        return {"picture": None, "transform": (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)}
    memo = studio.lasting_memo("maps")
    same, look = memo.same(game_map), memo.same(style)
    drawn_from = (same, look, *_documents_of_look(memo, game))
    name = memo.of("map picture", (*drawn_from, studio.assets), lambda: _name(studio, drawn_from))
    size = same.width, same.height
    return {
        "picture": studio.offers.add(name, lambda: _drawn(studio, memo, game, same, look), urgent=True),
        "transform": _rounded(placement(same, look, *size)),
    }


def printed_labels(studio: StudioSession, game: Game, game_map: AnyMap) -> Json:
    """Return the labels of an area map as it is drawn: their places or districts, and their boxes on the map.

    They are placed when the picture is drawn, so this is fast for a map whose picture is shown.
    """
    from pnp.draw.maps.area_map import label_boxes  # needed for the first map alone

    style = style_of(game, game_map)
    if not isinstance(game_map, AreaMap) or style is None or missing_for_drawing(game_map) or game_map.too_large:
        return []
    memo, size = studio.lasting_memo("maps"), (game_map.width, game_map.height)
    across, _, _, down, left, top = placement(game_map, style, *size)
    try:
        boxes = list(label_boxes(game_map, memo.same(style), _look(studio, memo, game), *size))
    except UnknownNameError:  # a check reports it
        return []
    return [
        {
            kind: name,
            "at": _rounded(((box.centre[0] - left) / across, (box.centre[1] - top) / down)),
            "size": _rounded((box.width / across, box.height / down)),
        }
        for kind, name, box in boxes
    ]


def terrain_colours(game: Game, game_map: AnyMap) -> dict[str, Json]:
    """Return the colours in which the terrains of a grid map are drawn; none where the game lacks a colour."""
    style = style_of(game, game_map)
    if game_map.kind != "grid-map" or style is None:
        return {}
    look = look_of(game)
    try:
        return {name: ground_of(terrain, style, look) for name, terrain in game_map.terrains.items()}
    except UnknownNameError:
        return {}


def _rounded(to: Iterable[float]) -> Json:
    return [float(decimal(each)) for each in to]


def _name(studio: StudioSession, drawn_from: tuple[object, ...]) -> str:
    """Return an id for the picture of a map, which is drawn from these documents and from icons and fonts in files."""
    content = bytes(written((*drawn_from, studio.assets)))
    return f"map-{studio.token}-{sha256(content).hexdigest()[:24]}.svg"


def _documents_of_look(memo: Memo, game: Game) -> tuple[object, ...]:
    return tuple(memo.same(each) for each in game.documents if isinstance(each, Theme | IconSet))


def _look(studio: StudioSession, memo: Memo, game: Game) -> Look:
    """Return the look of a game, the same object until its documents change: painters cache what they draw by it."""
    given = *_documents_of_look(memo, game), studio.assets, game.sheet_words.glue
    return memo.of("look", given, lambda: look_of(game))


def _drawn(studio: StudioSession, memo: Memo, game: Game, game_map: AnyMap, style: MapStyle) -> Resource:
    """Return the drawn map; a blank one if its style names something that the game lacks, which a check reports."""
    scene = map_scene(game_map, replace(drawing_context(game), look=_look(studio, memo, game)), style)
    if scene is None:
        blank = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {game_map.width:g} {game_map.height:g}"/>'
        return Resource(blank.encode(), "image/svg+xml")
    return Resource(render_svg(scene), "image/svg+xml")


def style_of(game: Game, game_map: AnyMap) -> MapStyle | None:
    """Return the style in which a template draws the map; the last of the game's styles if none names one for it."""
    styles = {style.id: style for style in game.all(MapStyle)}
    arts = [layer.art for template in game.all(Template) for layer in template.every_layer()]
    maps = [art for art in arts if isinstance(art, MapArt) and not art.show]
    for wanted in (game_map.id, None):
        for art in maps:
            named = art.style.literal if art.style else None
            if art.map.literal == wanted and named in styles:
                return styles[named]
    return next(reversed(styles.values()), None)
