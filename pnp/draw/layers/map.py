"""Map layers."""

from collections.abc import Iterator
from itertools import chain

from pnp.diagnostics import Span
from pnp.draw.context import DrawingContext, Scope, SpoiltError
from pnp.draw.layers.artwork import open_picture
from pnp.draw.layers.bleed import bled
from pnp.draw.layers.placement import AlignedBox, aligned
from pnp.draw.maps import map_texts, paints_whole_box, picture_ground, placement
from pnp.expression import Record, Value
from pnp.facts.look import Look, UnknownNameError
from pnp.geometry.block_grid import TURNS
from pnp.geometry.polygons import rectangle
from pnp.interrupts import pause
from pnp.messages import did_you_mean
from pnp.model.diagram import (
    ADDRESSES,
    KEY,
    LEAST_PART,
    MAP,
    PARTS,
    SHOWN,
    SLACK,
    TURNS_SHOWN,
    NoPartError,
    part_in_shares,
)
from pnp.model.faces.layer import CropAround, MapArt
from pnp.model.faces.theme import Theme
from pnp.model.game import Game
from pnp.model.maps import AnyMap, block_law, cell_map, tile_set
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.game_map import TOO_LARGE, GameMap
from pnp.model.maps.map_style import ROLE, MapStyle
from pnp.model.reference import Formula
from pnp.network import lower, whereabouts
from pnp.scene.extent import within
from pnp.scene.items import Bitmap, BoundingBox, Group, Item, Origin, Path, Rect, apply
from pnp.scene.parts import MapExtent, PlacedPicture
from pnp.scene.paths import polygon
from pnp.scene.typesetting.lettering import CrowdedLabel, CrowdedRoad, CrowdedSlots, Lettering, printed

# The content of a map layer: a whole map, a part of it, or a diagram of its turning law.


def tile_of(tile: Formula, drawn: AnyMap, scope: Scope) -> AnyMap:
    """Return the named tile of a tile map as a separate map. Raises SpoiltError if the map does not have it."""
    name = scope.text(tile)
    city = tile_set(drawn)
    found = city.only(name) if city else None
    if found is None:
        known = [each.id for each in city.tiles] if city else []
        message = f"the map '{drawn.id}' has no tile '{name}'" if known else f"the map '{drawn.id}' has no tiles"
        hint = did_you_mean(name, known) or (f"tiles are {', '.join(known)}" if known else None)
        raise SpoiltError("value", scope.source(tile), message, hint, tile.span)
    return found


def part_of(art: MapArt, drawn: AnyMap, scope: Scope, box: BoundingBox) -> BoundingBox:
    """Return the visible part of the map, in millimetres on it; if the map has no size, in shares of it.

    `box` is the layer's; a part around a place has its proportions unless it has two lengths.
    """
    width, height = drawn.width or 1.0, drawn.height or 1.0
    if art.crop is None:
        return BoundingBox(0.0, 0.0, width, height)
    if isinstance(art.crop, CropAround):
        return _size_around(art.crop, drawn, box)
    name = " ".join(scope.text(art.crop).split())
    try:
        left, top, across, down = part_in_shares(name, drawn.width, drawn.height)
    except NoPartError as error:
        hint = did_you_mean(name, PARTS) or f"parts are {', '.join(PARTS)}, or left, top, width and height in mm"
        source = scope.source(art.crop)
        raise SpoiltError("value", source, error.message, hint if error.unread else None, art.crop.span) from None
    return BoundingBox(left * width, top * height, (left + across) * width, (top + down) * height)


def _size_around(crop: CropAround, drawn: AnyMap, box: BoundingBox) -> BoundingBox:
    """Return a box of the size of the part, at (0, 0). Raises SpoiltError if the map does not have such a part."""
    if not (drawn.width and drawn.height):
        message = f"the map '{drawn.id}' has no size, so no part of it can be cropped"
        raise SpoiltError("value", crop.span, message, "give it a size, and its places positions")
    height = crop.height or (crop.width * box.height / box.width if box.width > 0 else 0.0)
    if min(crop.width, height) < LEAST_PART or crop.width > drawn.width + SLACK or height > drawn.height + SLACK:
        message = f"a part of {crop.width:g} × {height:g} mm does not lie on the map of {drawn.width:g} × "
        hint = "write a size below that of the map, such as size: 60, or size: 60 x 40"
        raise SpoiltError("value", crop.span, f"{message}{drawn.height:g} mm", hint)
    return BoundingBox(0.0, 0.0, min(crop.width, drawn.width), min(height, drawn.height))


def _centre_of(crop: CropAround, drawn: AnyMap, scope: Scope, context: DrawingContext) -> tuple[float, float]:
    """Return the middle of the places of a crop, in millimetres on the map.

    Raises SpoiltError for a name without a position.
    """
    key = drawn.id, "spots"
    if key not in context.spots:
        context.spots[key] = whereabouts(drawn, lower(drawn).network)
    spots = context.spots[key]
    names = tuple(dict.fromkeys(_names(scope.value(crop.around))))
    for name in names:
        if name not in spots and name not in drawn.lost:
            known = name in drawn.marks
            message = f"'{name}' {'has no position on' if known else 'is no place of'} the map '{drawn.id}'"
            raise SpoiltError("value", crop.around.span, message, did_you_mean(name, spots))
    points = [spots[name] for name in names if name in spots]
    if not points:
        message = f"the part around no place of the map '{drawn.id}' can't be drawn"
        hint = "let 'around' be a place, such as around: id"
        raise SpoiltError(None if names else "value", crop.around.span, message, hint)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def shown_by(art: MapArt, drawn: AnyMap, scope: Scope) -> str:
    """Return what the layer shows. Raises SpoiltError if its kind of map does not have that."""
    if art.show is None:
        return MAP
    word = scope.text(art.show)
    if word not in (*SHOWN, KEY):
        known = (MAP, KEY) if cell_map(drawn) else tuple(SHOWN) if block_law(drawn) else (MAP,)
        hint = did_you_mean(word, known) or f"it shows {' or '.join(known) if len(known) < 3 else ', '.join(known)}"
        message = f"a map layer can't show '{word}'"
        raise SpoiltError("value", scope.source(art.show), message, hint, art.show.span)
    if word == KEY and not cell_map(drawn):
        message = f"the key can be shown of a grid map, and '{drawn.id}' is none"
        raise SpoiltError("value", scope.source(art.show), message, None, art.show.span)
    if word not in (MAP, KEY) and not block_law(drawn):
        message = f"'{word}' can be shown of a block map, and '{drawn.id}' is none"
        raise SpoiltError("value", scope.source(art.show), message, None, art.show.span)
    return word


def paint_diagram(
    shown: str, drawn: BlockMap, style: MapStyle, look: Look, width: float, height: float
) -> tuple[Item, ...]:
    """Return the diagram of that name in a box."""
    from pnp.draw.maps.block_map import paint_addresses, paint_turns

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


def draw_map(
    art: MapArt, place: AlignedBox, scope: Scope, context: DrawingContext, bleed: float, origin: Origin
) -> tuple[Item, ...]:
    """Return the map in the named style, by default the last of the game's styles.

    A part around a place is moved so that it is on the map, and continues in the bleed.
    """
    named = scope.named(art.map, lambda name: _map(name, context))
    drawn = tile_of(art.tile, named, scope) if art.tile and not named.damaged else named
    style = scope.named(art.style, lambda name: _style(name, context)) if art.style else last_style(context.game)
    style = _varied(style, context) if style else None
    if style is None or drawn.damaged:
        return ()  # checks of documents report it
    places = _highlighted(art.highlight, drawn, scope) if art.highlight else frozenset[str]()
    shown, part = shown_by(art, drawn, scope), part_of(art, drawn, scope, place.box)
    if shown != MAP:
        try:
            return _diagram(shown, drawn, style, place, context)
        except UnknownNameError as error:
            raise _spoilt(error, drawn, style, (art.style or art.map).span, context.game) from None
    across, down = _scales(drawn, part, place)
    width, height = (drawn.width or 1.0) * across, (drawn.height or 1.0) * down
    box = aligned(place.box, part.width * across, part.height * down, place.align, place.valign)
    key = drawn.id, style.id, round(width, 4), round(height, 4), places
    if drawn.too_large and key not in context.drawings:
        raise SpoiltError("value", scope.source(art.map), drawn.too_large, TOO_LARGE, art.map.span)
    try:
        if key not in context.drawings:
            pause()
            context.drawings[key] = context.paint_map(drawn, style, context.look, width, height, places)
            _open_icons(drawn, style, context.look)
        context.notes.labels.update(map_lettering(named, style, context, width, height))
    except UnknownNameError as error:
        raise _spoilt(error, drawn, style, (art.style or art.map).span, context.game) from None
    left, top = part.left * across, part.top * down
    clip = Rect(left, top, part.width * across, part.height * down) if art.crop else None
    if isinstance(art.crop, CropAround):
        x, y = apply(placement(drawn, style, width, height), *_centre_of(art.crop, drawn, scope, context))
        whole = bled(box, scope.trim, bleed)
        along, below = art.crop.focus
        left = _within(x - along * box.width, box.left - whole.left, width - box.width - (whole.right - box.right))
        top = _within(y - below * box.height, box.top - whole.top, height - box.height - (whole.bottom - box.bottom))
        clip = Rect(left - box.left + whole.left, top - box.top + whole.top, whole.width, whole.height)
    items = context.drawings[key]
    if clip:  # a card that shows a corner of a large board is not drawn with all of it
        part_key = *key, round(clip.x, 4), round(clip.y, 4), round(clip.width, 4), round(clip.height, 4)
        items = context.drawings.setdefault(part_key, within(items, clip))
    ground = ground_picture(drawn, style, context, width, height, origin)
    laid = (*ground, *items) if ground else items  # the same tuple is written once
    onto = Group(laid, (1.0, 0.0, 0.0, 1.0, box.left - left, box.top - top), clip)
    whole = bled(box, scope.trim, bleed)
    if drawn.kind == "street-map" and style.frame and not clip and whole != box:
        inner = box.grown(-RIM * style.frame.width * across)
        colour = context.look.colour(style.colour("frame", context.look.roles.palette))
        rim = (polygon(rectangle(each.left, each.top, each.width, each.height)) for each in (whole, inner))
        return onto, Path(tuple(chain.from_iterable(rim)), colour, even_odd=True)
    return (onto,)


RIM = 0.05
"""The share of a frame, from its edge inwards, that is drawn again with its bleed, so that no line is between them."""


def ground_picture(
    drawn: AnyMap, style: MapStyle, context: DrawingContext, width: float, height: float, origin: Origin | None = None
) -> tuple[Item, ...]:
    """Return the picture below the map in a box with (0, 0) at its top left corner; empty if the map has none.

    It is stretched over the map. It is no part of the cached drawings of maps, because its file may change. Its size is
    recorded for the layer at `origin`, by default for the map itself, and that it cannot be used.
    """
    if drawn.kind != "area-map" or drawn.picture is None or not (drawn.width and drawn.height):
        return ()
    name, span = drawn.picture.name, drawn.picture.span
    origin = origin or Origin(span)
    try:
        image = open_picture(name, span, Formula(name, span), context, origin.row)
    except SpoiltError as spoilt:
        context.notes.add_error(spoilt, origin.row)
        return ()
    to = placement(drawn, style, width, height)
    if isinstance(image, Bitmap):
        size = drawn.width * to[0], drawn.height * to[3]
        placed = PlacedPicture(origin, span, name, (image.width, image.height), *size)
        context.notes.pictures.append(placed)
    return (picture_ground(image, drawn, to),)


def _within(value: float, least: float, most: float) -> float:
    """Return the value, limited to the two; their middle if there is no room between them."""
    return max(least, min(value, most)) if least <= most else (least + most) / 2


def map_extent(art: MapArt, place: AlignedBox, scope: Scope, context: DrawingContext) -> MapExtent | None:
    """Return what the map of a drawn layer occupies; None for a diagram, which is drawn in checks too."""
    named = scope.named(art.map, lambda name: _map(name, context))
    drawn = tile_of(art.tile, named, scope) if art.tile else named
    if shown_by(art, drawn, scope) != MAP:
        return None
    part = part_of(art, drawn, scope, place.box)
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
    for ref in (*drawn.icons, *style.icons):
        if ref.name in look.icons and look.icons[ref.name].file:
            look.icon(ref.name, 0.0, 0.0, 1.0)


def map_lettering(
    drawn: AnyMap, style: MapStyle, context: DrawingContext, width: float, height: float
) -> dict[object, Lettering]:
    """Return the texts that do not print as they are written, and the labels crowded at this size, by cache key."""
    name = f"on the map '{drawn.id}'"
    always, here = (drawn.id, style.id), (drawn.id, style.id, round(width, 4), round(height, 4))
    if always not in context.lettering:
        found = (printed(text, span, look) for text, span, look in map_texts(drawn, style, context.look))
        context.lettering[always] = Lettering(name, tuple(text for text in found if not text.prints))
    if here not in context.lettering:
        labels, crowded, roads = 0, tuple[CrowdedLabel, ...](), tuple[CrowdedRoad, ...]()
        slots: tuple[CrowdedSlots, ...] = ()
        others = sum(each.labels for each in context.lettering.values())
        if min(width, height) < LEGIBLE:
            pass
        elif drawn.kind == "area-map":
            from pnp.draw.maps.area_map import crowded_labels, roads_that_do_not_fit, slots_that_do_not_fit

            if len(drawn.places) + others <= LABELS:
                labels, crowded = len(drawn.places), crowded_labels(drawn, style, context.look, width, height)
            if style.tracks:
                roads = roads_that_do_not_fit(drawn, style, context.look, width, height)
            slots = slots_that_do_not_fit(drawn, style, context.look, width, height)
        elif drawn.kind == "grid-map":
            from pnp.draw.maps.grid_map import crowded_names

            labels = sum(1 for cell in drawn.cells if cell.place)
            crowded = crowded_names(drawn, style, context.look, width, height) if labels + others <= LABELS else ()
        at = f"{name} at {width:.0f} × {height:.0f} mm"
        context.lettering[here] = Lettering(at, (), labels, crowded, roads, slots)
    found_here = context.lettering[here]
    keys = (always, here) if found_here.crowded or found_here.roads or found_here.slots else (always,)
    return {key: context.lettering[key] for key in keys}


def _diagram(
    shown: str, drawn: AnyMap, style: MapStyle, place: AlignedBox, context: DrawingContext
) -> tuple[Item, ...]:
    """Return a diagram as large as fits the box: a square one, or a key that fills it."""
    law, cells, box = block_law(drawn), cell_map(drawn), place.box
    if law:
        side = min(box.width, box.height)
        box = aligned(box, side, side, place.align, place.valign)
    key = drawn.id, style.id, shown, round(box.width, 4), round(box.height, 4)
    if min(box.width, box.height) <= 0:
        return ()
    if key not in context.drawings and law:
        context.drawings[key] = paint_diagram(shown, law, style, context.look, box.width, box.height)
    elif key not in context.drawings and cells:
        from pnp.draw.maps.cell_key import paint_grid_key

        context.drawings[key] = paint_grid_key(cells, style, context.look, box.width, box.height)
    return (Group(context.drawings[key], (1.0, 0.0, 0.0, 1.0, box.left, box.top)),)


def _map(name: str, context: DrawingContext) -> AnyMap:
    found = context.game.find(GameMap, name)
    if found is None:
        raise UnknownNameError("map", name, context.game.names(GameMap))
    return found


def _style(name: str, context: DrawingContext) -> MapStyle:
    found = context.game.find(MapStyle, name)
    if found is None:
        raise UnknownNameError("map style", name, context.game.names(MapStyle))
    return found


def _varied(style: MapStyle, context: DrawingContext) -> MapStyle:
    """Return the style that the variant of the theme puts in the place of `style`, by default itself."""
    other = context.look.roles.styles.get(style.id)
    return (context.game.find(MapStyle, other.name) if other else None) or style  # an unknown name is reported


def last_style(game: Game) -> MapStyle | None:
    """Return the last of the game's map styles, the default of map layers."""
    *_, last = (None, *game.all(MapStyle))
    return last


ALONE, MOST_ALONE = "political", 150
"""The style of the house for a map with outlines that is printed without a pack, and the maximum number of its areas:
the labels of more take seconds to place."""


def style_alone(drawn: AnyMap, game: Game) -> MapStyle | None:
    """Return the style of a map that no template draws: the last of the game's, or one that shows its outlines."""
    last = last_style(game)
    outlined = game.pack is None and drawn.kind == "area-map" and 0 < len(drawn.regions) <= MOST_ALONE
    return ((last and not last.regions and game.find(MapStyle, ALONE)) or last) if outlined else last


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
