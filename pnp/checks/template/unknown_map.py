"""A map that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import arts_of, written
from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.component import Component, PlaceType, single
from pnp.model.faces.layer import MapArt
from pnp.model.maps.game_map import GameMap

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

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
            yield Fault(name.span, f"there is no map '{name}'", _hint(name.name, game.names(GameMap)))


def _hint(name: str, known: Collection[str]) -> str:
    """The way out; after a map that is there, a tag was meant."""
    found = next((each for each in known if name.startswith(f"{each} ")), None)
    if found is not None:
        rest = name.removeprefix(found).split()
        return did_you_mean(rest[0], ("tagged",)) or f"write '{found} tagged {' '.join(rest)}'"
    return did_you_mean(name, known) or "list its file under documents"


def _mentioned(game: Game) -> Iterator[Ref]:
    for component in game.all(Component):
        yield from (component.each.map,) if component.each else ()
        yield from (kind.map for kind in map(single, component.fields.values()) if isinstance(kind, PlaceType))
    for art in arts_of(game, MapArt):
        yield from written(art.map)
