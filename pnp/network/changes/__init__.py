"""A map and a requirement that it breaks in; changes that might mend it out, the least first, none of them tried."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.model.area_map import AreaMap
from pnp.model.block_map import BlockMap
from pnp.model.reference import Ref
from pnp.model.requirement import Selector
from pnp.model.street_map import StreetMap
from pnp.model.tile_map import TileMap
from pnp.network.changes.area_map import area_map_changes
from pnp.network.changes.block_map import block_map_changes
from pnp.network.changes.change import Change
from pnp.network.changes.street_map import street_map_changes
from pnp.network.changes.tile_map import tile_map_changes
from pnp.network.choices import choices_of
from pnp.network.lower import lower

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.closure import Closure
    from pnp.model.game_map import GameMap
    from pnp.model.requirement import Requirement

__all__ = ["Change", "changes_of"]


def changes_of(game_map: GameMap, requirement: Requirement) -> Iterator[Change]:
    """What could be changed so that the requirement holds: the map itself first, then where things may be laid.

    Nothing where it counts places: no change adds one.
    """
    if requirement.demand == "count":
        return
    match game_map:
        case AreaMap():
            yield from area_map_changes(game_map, requirement)
        case BlockMap():
            yield from block_map_changes(game_map)
        case StreetMap():
            yield from street_map_changes(game_map)
        case TileMap():
            yield from tile_map_changes(game_map)
    yield from _spots_barred(game_map, requirement)


def _spots_barred(game_map: GameMap, requirement: Requirement) -> Iterator[Change]:
    """To let none of a kind that the requirement lays lie on one of its spots."""
    asked = {kind.name for kind in (*requirement.by, *(kind for kind, _ in requirement.laid))}
    for closure in game_map.closures:
        if closure.name in asked or (requirement.every_setup and not asked):
            for choice in choices_of(lower(game_map).network, closure):
                yield _barred(closure, choice.at)


def _barred(closure: Closure, spot: str) -> Change:
    def made(game_map: GameMap) -> GameMap:
        never = Selector(places=(Ref(spot, closure.span),))
        closures = (
            replace(each, never=(*each.never, never)) if each.name == closure.name else each
            for each in game_map.closures
        )
        return replace(game_map, closures=tuple(closures))

    return Change(f"let no {closure.name} lie at '{spot}' (list it under never)", made)
