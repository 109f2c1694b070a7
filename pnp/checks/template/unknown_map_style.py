"""A style of a map that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import arts_of, written
from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.faces.layer import MapArt
from pnp.model.maps.map_style import MapStyle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game


@check("unknown-map-style", severity=ERROR)
def unknown_map_style(game: Game) -> Iterator[Fault]:
    """A template draws a map in a style that is not there.

    How a map is drawn stands in a document of kind `map-style`, known by its file name without `.yaml`.

    Fix: correct the name, or list the style's file under `documents`.

    Bad:
        kind: template
        size: 90 x 90
        layers: [{map: "{name}", style: by-night}]

    Good:
        kind: template
        size: 90 x 90
        layers: [{map: "{name}"}]
    """
    for art in arts_of(game, MapArt):
        for name in written(art.style):
            if game.find(MapStyle, name.name) is None and not game.may_have(name.name):
                hint = did_you_mean(name.name, game.names(MapStyle)) or "list its file under documents"
                yield Fault(name.span, f"there is no map style '{name}'", hint)
