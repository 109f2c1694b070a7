"""A colour that no palette has."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from pnp.checks.gathering import grounds_of, layers_of, written
from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.faces.layer import (
    NOTHING,
    EllipseArt,
    IconArt,
    Layer,
    LineArt,
    PanelArt,
    PathArt,
    PatternArt,
    PolygonArt,
    TextArt,
)
from pnp.model.faces.theme import HEX, IconSet, Roles, Theme, left_aside, resolve_theme
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.values import roles_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pnp.model.game import Game
    from pnp.model.reference import Ref


@check("unknown-colour", severity=ERROR)
def unknown_colour(game: Game) -> Iterator[Fault]:
    """A colour is named that the palette does not have.

    Colours are roles of the theme's palette, such as `ink`, or written out as `'#1E2328'`, in quotes: what follows
    an unquoted # is a comment. A role may stand for another.

    Fix: correct the name, or add the role to the palette.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{panel: ambre}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{panel: amber}]
    """
    roles = roles_of(game)
    if roles is None:
        return
    yield from _in_themes(tuple(game.all(Theme)))
    aside = left_aside(game.all(Theme))
    elsewhere = aside.roles.palette if aside else {}  # told once, of the theme that leaves them aside
    for colour in (*colours_of_templates(game), *_in_maps(game)):
        if roles.colour(colour.name) is None and colour.name not in {**roles.palette, **elsewhere}:
            yield _fault(colour, roles)
    anywhere = {name for theme in game.all(Theme) for name in theme.roles.palette}
    for colour in (*_in_icons(game), *_in_map_styles(game)):
        if colour.name not in anywhere:  # a kit's icons and maps may wear colours of its own theme
            yield _fault(colour, roles)


def _in_themes(themes: tuple[Theme, ...]) -> Iterator[Fault]:
    """The faults of palettes and styles: each theme may name its own roles and those of the theme that it extends."""
    for index, theme in enumerate(themes):
        for variant in (None, *theme.variants):
            whole = resolve_theme(themes[: index + 1], variant)
            assert whole, "there is at least this theme"
            own = theme.variants[variant] if variant else theme.roles
            told_apart = () if variant else chain.from_iterable(theme.apart)
            mentioned = (*own.palette.values(), *_worn(own), *told_apart)
            yield from (_fault(colour, whole.roles) for colour in mentioned if whole.roles.colour(colour.name) is None)


def _worn(roles: Roles) -> Iterator[Ref]:
    yield from (text.colour for text in roles.texts.values() if text.colour)
    yield from (line.colour for line in roles.lines.values() if line.colour)


def colours_of_templates(game: Game) -> Iterator[Ref]:
    """The colours that templates write out."""
    yield from (colour for colour in written(*grounds_of(game)) if colour.name != NOTHING)
    for layer in layers_of(game):
        yield from (colour for colour in _of_layer(layer) if colour.name != NOTHING)


def _of_layer(layer: Layer) -> Iterable[Ref]:
    match layer.art:
        case PanelArt(paint=paint) | EllipseArt(paint=paint) | PolygonArt(paint=paint) | PathArt(paint=paint):
            return written(paint.fill, paint.outline_colour)
        case PatternArt(colour=colour, ground=ground):
            return written(colour, ground)
        case TextArt(colour=colour) | IconArt(colour=colour) | LineArt(colour=colour):
            return written(colour)
        case _:
            return ()


def _in_icons(game: Game) -> Iterator[Ref]:
    for icons in game.all(IconSet):
        for icon in icons.icons:
            colours = (icon.colour, *(mark.colour for mark in icon.marks))
            yield from (colour for colour in colours if colour)


def _in_maps(game: Game) -> Iterator[Ref]:
    for area_map in game.all(GameMap):
        for district in area_map.districts:
            yield from (colour for colour in (district.colour, district.tint) if colour)


def _in_map_styles(game: Game) -> Iterator[Ref]:
    for style in game.all(MapStyle):
        marked = (mark.colour for mark in style.marks if mark.colour)
        worn = (*style.colours.values(), *(style.town.roofs if style.town else ()), *marked)
        yield from (colour for colour in worn if not HEX.fullmatch(colour.name))


def _fault(colour: Ref, roles: Roles) -> Fault:
    if colour.name in roles.palette:
        return Fault(colour.span, f"the colour '{colour}' leads back to itself", "give one of the roles a colour")
    hint = did_you_mean(colour.name, roles.palette)
    if colour.name.startswith("#"):
        hint = "write '#' and six digits from 0 to F, in quotes"
    return Fault(colour.span, f"unknown colour '{colour}'", hint or "add it to the palette of the theme")
