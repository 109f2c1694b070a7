"""A style of text or line that the theme does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import layers_of, written
from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean, series
from pnp.model.faces.layer import EllipseArt, LineArt, PanelArt, PathArt, PolygonArt, TextArt
from pnp.model.faces.theme import Theme, left_aside
from pnp.model.maps.map_style import MapStyle
from pnp.model.values import roles_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pnp.model.faces.layer import Layer
    from pnp.model.game import Game
    from pnp.model.reference import Ref


@check("unknown-style", severity=ERROR)
def unknown_style(game: Game) -> Iterator[Fault]:
    """A style is named that the theme does not have.

    The theme has styles for texts under `type` and for lines under `lines`; a layer names them by their role.

    Fix: correct the name, or add the role to the theme.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{text: Market, style: card-tilte}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{text: Market, style: card-title}]
    """
    roles = roles_of(game)
    if roles is None:
        return
    aside = left_aside(game.all(Theme))
    elsewhere = {**aside.roles.texts, **aside.roles.lines} if aside else {}  # told once, of the theme that leaves them
    for layer in layers_of(game):
        for name in texts_of(layer):
            if name.name not in {**roles.texts, **elsewhere}:
                hint = did_you_mean(name.name, roles.texts) or _known(roles.texts)
                yield Fault(name.span, f"unknown text style '{name}'", hint)
        for name in lines_of(layer):
            if name.name not in {**roles.lines, **elsewhere}:
                hint = did_you_mean(name.name, roles.lines) or _known(roles.lines)
                yield Fault(name.span, f"unknown line '{name}'", hint)
    anywhere = {name for theme in game.all(Theme) for name in theme.roles.texts}
    for name in (name for style in game.all(MapStyle) for name in style.texts()):
        if name.name not in anywhere:  # a kit's maps may be lettered in styles of its own theme
            yield Fault(name.span, f"unknown text style '{name}'", did_you_mean(name.name, roles.texts))


def _known(names: Collection[str]) -> str:
    return f"there are {series(sorted(names), 'and')}" if names else "the theme has none"


def texts_of(layer: Layer) -> Iterator[Ref]:
    """The styles of text that a layer writes out."""
    return written(layer.art.style if isinstance(layer.art, TextArt) else None)


def lines_of(layer: Layer) -> Iterator[Ref]:
    """The styles of lines that a layer writes out."""
    match layer.art:
        case PanelArt(paint=paint) | EllipseArt(paint=paint) | PolygonArt(paint=paint) | PathArt(paint=paint):
            return written(paint.outline)
        case LineArt(role=role):
            return written(role)
        case _:
            return iter(())
