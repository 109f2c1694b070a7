"""Map layers."""

from collections.abc import Iterator

from pnp.diagnostics import Span
from pnp.draw.layers.placement import AlignedBox, aligned
from pnp.draw.look import Look, UnknownNameError
from pnp.draw.maps import map_texts, paints_whole_box
from pnp.draw.studio import Scope, SpoiltError, Studio
from pnp.expression import Record, Value
from pnp.geometry.block_grid import TURNS
from pnp.messages import did_you_mean
from pnp.model.diagram import ADDRESSES, MAP, PARTS, SHOWN, TURNS_SHOWN, NoPartError, part_in_shares
from pnp.model.faces.layer import MapArt
from pnp.model.faces.theme import Theme
from pnp.model.game import Game
from pnp.model.maps import AnyMap, block_law, tile_city
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.game_map import TOO_LARGE, GameMap
from pnp.model.maps.map_style import ROLE, MapStyle
from pnp.model.reference import Formula
from pnp.scene.items import BoundingBox, Group, Item, Rect
from pnp.scene.parts import MapExtent
from pnp.scene.typesetting.lettering import CrowdedLabel, Lettering, printed

# The content of a map layer: a whole map, a part of it, or a diagram of its turning law.


def tile_of(tile: Formula, drawn: AnyMap, scope: Scope) -> AnyMap:
    """Return the named tile of a tile map as a separate map. Raises SpoiltError if the map does not have it."""
    name = scope.text(tile)
    city = tile_city(drawn)
    found = city.only(name) if city else None
    if found is None:
        known = [each.id for each in city.tiles] if city else []
        message = f"the map '{drawn.id}' has no tile '{name}'" if known else f"the map '{drawn.id}' has no tiles"
        hint = did_you_mean(name, known) or (f"tiles are {', '.join(known)}" if known else None)
        raise SpoiltError("value", scope.source(tile), message, hint, tile.span)
    return found


def part_of(art: MapArt, drawn: AnyMap, scope: Scope) -> BoundingBox:
    """Return the visible part of the map, in millimetres on it; if the map has no size, in shares of it."""
    width, height = drawn.width or 1.0, drawn.height or 1.0
    if art.crop is None:
        return BoundingBox(0.0, 0.0, width, height)
    name = " ".join(scope.text(art.crop).split())
    try:
        left, top, across, down = part_in_shares(name, drawn.width, drawn.height)
    except NoPartError as error:
        hint = did_you_mean(name, PARTS) or f"parts are {', '.join(PARTS)}, or left, top, width and height in mm"
        source = scope.source(art.crop)
        raise SpoiltError("value", source, error.message, hint if error.unread else None, art.crop.span) from None
    return BoundingBox(left * width, top * height, (left + across) * width, (top + down) * height)


def shown_by(art: MapArt, drawn: AnyMap, scope: Scope) -> str:
    """Return what the layer shows. Raises SpoiltError if its kind of map does not have that."""
    if art.show is None:
        return MAP
    word = scope.text(art.show)
    if word not in SHOWN:
        hint = did_you_mean(word, SHOWN) or f"it shows {', '.join(SHOWN)}"
        message = f"a map layer can't show '{word}'"
        raise SpoiltError("value", scope.source(art.show), message, hint, art.show.span)
    if word != MAP and not block_law(drawn):
        message = f"'{word}' can be shown of a block map, and '{drawn.id}' is none"
        raise SpoiltError("value", scope.source(art.show), message, None, art.show.span)
    return word


def paint_diagram(
    shown: str, drawn: BlockMap, style: MapStyle, look: Look, width: float, height: float
) -> tuple[Item, ...]:
    """Return the diagram of that name in a box."""
    from pnp.draw.maps.lane_diagrams import paint_addresses, paint_turns

    if shown == ADDRESSES:
        return paint_addresses(drawn, style, look, width, height)
    allowed = {turn.name for turn in drawn.turns}
    turns = tuple(turn for turn in TURNS if (turn in allowed if shown == TURNS_SHOWN else turn == shown))
    return paint_turns(drawn, turns, style, look, width, height)


# Map layers: a map of the game, as large as fits the box.

LEGIBLE = 10.0
"""The width or height in millimetres below which labels are not compared: none of them is legible."""

LABELS = 1_000
"""The maximum number of labels compared in a game, all maps and sizes together: each must be typeset for it."""


def draw_map(art: MapArt, place: AlignedBox, scope: Scope, studio: Studio) -> tuple[Item, ...]:
    """Return the map in the named style, by default the last of the game's styles."""
    named = scope.named(art.map, lambda name: _map(name, studio))
    drawn = tile_of(art.tile, named, scope) if art.tile and not named.damaged else named
    style = scope.named(art.style, lambda name: _style(name, studio)) if art.style else last_style(studio.game)
    if style is None or drawn.damaged:
        return ()  # checks of documents report it
    places = _highlighted(art.highlight, drawn, scope) if art.highlight else frozenset[str]()
    shown, part = shown_by(art, drawn, scope), part_of(art, drawn, scope)
    law = block_law(drawn)
    if shown != MAP and law:
        try:
            return _diagram(shown, law, style, place, studio)
        except UnknownNameError as error:
            raise _spoilt(error, drawn, style, (art.style or art.map).span, studio.game) from None
    across, down = _scales(drawn, part, place)
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
        _open_icons(drawn, style, studio.look)
    studio.notes.labels.update(map_lettering(named, style, studio, width, height))
    left, top = part.left * across, part.top * down
    clip = Rect(left, top, part.width * across, part.height * down) if art.crop else None
    return (Group(studio.drawings[key], (1.0, 0.0, 0.0, 1.0, box.left - left, box.top - top), clip),)


def map_extent(art: MapArt, place: AlignedBox, scope: Scope, studio: Studio) -> MapExtent | None:
    """Return what the map of a drawn layer occupies; None for a diagram, which is drawn in checks too."""
    named = scope.named(art.map, lambda name: _map(name, studio))
    drawn = tile_of(art.tile, named, scope) if art.tile else named
    if shown_by(art, drawn, scope) != MAP:
        return None
    part = part_of(art, drawn, scope)
    across, down = _scales(drawn, part, place)
    box = aligned(place.box, part.width * across, part.height * down, place.align, place.valign)
    left, top = box.left - part.left * across, box.top - part.top * down
    whole = BoundingBox(left, top, left + (drawn.width or 1.0) * across, top + (drawn.height or 1.0) * down)
    style = scope.text(art.style) if art.style else ""
    return MapExtent(box, paints_whole_box(drawn), named.id, scope.text(art.tile) if art.tile else "", style, whole)


def _scales(drawn: AnyMap, part: BoundingBox, place: AlignedBox) -> tuple[float, float]:
    """Return the scales at which the part of the map fills the box; a map without a size is stretched to it."""
    across, down = place.box.width / part.width, place.box.height / part.height
    return (min(across, down),) * 2 if drawn.width and drawn.height else (across, down)


def _open_icons(drawn: AnyMap, style: MapStyle, look: Look) -> None:
    """Open the files of the icons of a map, so that checks, which leave maps blank, find those that cannot be drawn."""
    for ref in (*drawn.icons, *(mark.icon for mark in style.marks if mark.icon)):
        if ref.name in look.icons and look.icons[ref.name].file:
            look.icon(ref.name, 0.0, 0.0, 1.0)


def map_lettering(
    drawn: AnyMap, style: MapStyle, studio: Studio, width: float, height: float
) -> dict[object, Lettering]:
    """Return the texts that do not print as they are written, and the labels crowded at this size, by cache key."""
    name = f"on the map '{drawn.id}'"
    always, here = (drawn.id, style.id), (drawn.id, style.id, round(width, 4), round(height, 4))
    if always not in studio.lettering:
        found = (printed(text, span, look) for text, span, look in map_texts(drawn, style, studio.look))
        studio.lettering[always] = Lettering(name, tuple(text for text in found if not text.prints))
    if here not in studio.lettering:
        labels, crowded = 0, tuple[CrowdedLabel, ...]()
        others = sum(each.labels for each in studio.lettering.values())
        if drawn.kind == "area-map" and min(width, height) >= LEGIBLE and len(drawn.areas) + others <= LABELS:
            from pnp.draw.maps.area_map import crowded_labels

            labels, crowded = len(drawn.areas), crowded_labels(drawn, style, studio.look, width, height)
        studio.lettering[here] = Lettering(f"{name} at {width:.0f} × {height:.0f} mm", (), labels, crowded)
    keys = (always, here) if studio.lettering[here].crowded else (always,)
    return {key: studio.lettering[key] for key in keys}


def _diagram(shown: str, drawn: BlockMap, style: MapStyle, place: AlignedBox, studio: Studio) -> tuple[Item, ...]:
    """Return a diagram as large as fits the box."""
    side = min(place.box.width, place.box.height)
    if side <= 0:
        return ()
    box = aligned(place.box, side, side, place.align, place.valign)
    key = drawn.id, style.id, shown, round(side, 4)
    if key not in studio.drawings:
        studio.drawings[key] = paint_diagram(shown, drawn, style, studio.look, side, side)
    return (Group(studio.drawings[key], (1.0, 0.0, 0.0, 1.0, box.left, box.top)),)


def _map(name: str, studio: Studio) -> AnyMap:
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
    """Return the last of the game's map styles, the default of map layers."""
    *_, last = (None, *game.all(MapStyle))
    return last


def _spoilt(error: UnknownNameError, drawn: AnyMap, style: MapStyle, span: Span, game: Game) -> SpoiltError:
    """Return the error for a name in a style that the look does not have.

    It is reported only if checks of documents do not: they report names in maps, and names that no theme has. They do
    not report names that a kit's style expects from its own theme.
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


def _highlighted(formula: Formula, drawn: AnyMap, scope: Scope) -> frozenset[str]:
    """Return the places in the formula's value. Raises SpoiltError for one that the map does not have."""
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
