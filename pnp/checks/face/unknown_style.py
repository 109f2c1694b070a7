"""A style of text or line that the theme does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.face.mentions import layers_of, written
from pnp.diagnostics import ERROR, Fault, check
from pnp.model.known import roles_of
from pnp.model.layer import EllipseArt, LineArt, PanelArt, PathArt, PolygonArt, TextArt
from pnp.model.map_style import MapStyle
from pnp.model.theme import Theme
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game
    from pnp.model.layer import Layer
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
    for layer in layers_of(game):
        for name in _texts(layer):
            if name.name not in roles.texts:
                yield Fault(name.span, f"unknown text style '{name}'", did_you_mean(name.name, roles.texts))
        for name in _lines(layer):
            if name.name not in roles.lines:
                yield Fault(name.span, f"unknown line '{name}'", did_you_mean(name.name, roles.lines))
    anywhere = {name for theme in game.all(Theme) for name in theme.roles.texts}
    for name in (name for style in game.all(MapStyle) for name in style.texts()):
        if name.name not in anywhere:  # a kit's maps may be lettered in styles of its own theme
            yield Fault(name.span, f"unknown text style '{name}'", did_you_mean(name.name, roles.texts))


def _texts(layer: Layer) -> Iterator[Ref]:
    return written(layer.art.style if isinstance(layer.art, TextArt) else None)


def _lines(layer: Layer) -> Iterator[Ref]:
    match layer.art:
        case PanelArt(paint=paint) | EllipseArt(paint=paint) | PolygonArt(paint=paint) | PathArt(paint=paint):
            return written(paint.outline)
        case LineArt(role=role):
            return written(role)
        case _:
            return iter(())
