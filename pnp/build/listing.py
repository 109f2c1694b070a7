"""What a pack holds, as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pnp.facts import count_of
from pnp.model.component import Component
from pnp.model.game_map import GameMap

if TYPE_CHECKING:
    from pnp.model.game import Game
    from pnp.model.pack import Entry


def described(game: Game) -> dict[str, Any]:
    """The pack's title, players, credit, components with counts and maps, as `schemas/list.schema.json` describes an
    entry.
    """
    pack = game.pack
    assert pack is not None, "a listing is of a pack"
    return {
        "id": pack.id,
        "title": pack.title,
        "summary": pack.summary,
        "players": str(pack.players),
        "minutes": pack.minutes,
        "languages": list(pack.languages),
        "credit": pack.credit.line if pack.credit else "",
        "licence": pack.licence.name if pack.licence else "",
        "components": [_entry(entry, game) for entry in pack.components],
        "maps": [_map(area_map) for area_map in game.all(GameMap)],
    }


def _entry(entry: Entry, game: Game) -> dict[str, Any]:
    component = game.find(Component, entry.component.name)
    return {
        "id": entry.id,
        "name": entry.name or (component.name if component else entry.id),
        "count": entry.copies * count_of(component, game) if component else 0,
        "optional": entry.optional,
    }


def _map(area_map: GameMap) -> dict[str, Any]:
    return {"id": area_map.id, "name": area_map.name, "places": len(area_map.places), "roads": area_map.ways}
