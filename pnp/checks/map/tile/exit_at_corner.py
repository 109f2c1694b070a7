"""Ways that leave a tile at a corner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.geometry.street_plan import UNIT, to_units
from pnp.model.maps.tile import clockwise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.model.maps.game_map import Point
    from pnp.model.maps.tile import Tile
    from pnp.model.maps.tile_map import TileMap


@check("exit-at-corner", severity=ERROR)
def exit_at_corner(tile_map: TileMap) -> Iterator[Fault]:
    """A way leaves its tile at a corner, where four tiles meet.

    It belongs to no edge, so that it can't meet a way of the next tile.

    Fix: let it leave on an edge, away from the corner.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            spaces: {Pond: {at: [20, 20]}}
            roads: [Pond -- Quay 1 -- Mill Lane 1 -- Pond]
            exits: {north 0: Pond}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            spaces: {Pond: {at: [20, 20]}}
            roads: [Pond -- Quay 1 -- Mill Lane 1 -- Pond]
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    side = round(tile_map.side * UNIT)
    for tile in tile_map.designs:
        for name, at, span in _ends(tile):
            if set(to_units(at)) <= {0, side} and clockwise(to_units(at), side) is None:
                yield Fault(span, f"{name} leaves '{tile.id}' at a corner")


def _ends(tile: Tile) -> Iterator[tuple[str, Point, Span]]:
    for street in tile.streets:
        yield from ((f"'{street.name}'", at, street.span) for at in (street.points[0], street.points[-1]))
    yield from (("an exit", each.at, each.span) for each in tile.exits)
