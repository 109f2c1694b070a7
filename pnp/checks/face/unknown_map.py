"""A map that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.face.mentions import arts_of, written
from pnp.diagnostics import ERROR, Fault, check
from pnp.model.component import Component
from pnp.model.fields import PlaceType, single
from pnp.model.game_map import GameMap
from pnp.model.layer import MapArt
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game
    from pnp.model.reference import Ref


@check("unknown-map", severity=ERROR)
def unknown_map(game: Game) -> Iterator[Fault]:
    """A component or a template names a map that is not there.

    A map is a document of the pack, known by its file name without `.yaml`.

    Fix: correct the name, or list the map's file under `documents`.

    Bad:
        kind: template
        size: 90 x 90
        layers: [{map: harbour}]

    Good:
        kind: template
        size: 90 x 90
        layers: [{map: "{name}"}]
    """
    for name in _mentioned(game):
        if game.find(GameMap, name.name) is None and not game.may_have(name.name):
            hint = did_you_mean(name.name, game.names(GameMap)) or "list its file under documents"
            yield Fault(name.span, f"there is no map '{name}'", hint)


def _mentioned(game: Game) -> Iterator[Ref]:
    for component in game.all(Component):
        yield from (component.each.map,) if component.each else ()
        yield from (kind.map for kind in map(single, component.fields.values()) if isinstance(kind, PlaceType))
    for art in arts_of(game, MapArt):
        yield from written(art.map)
