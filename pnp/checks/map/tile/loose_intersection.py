"""Intersections that nothing meets at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.tile_map import TileMap


@check("loose-intersection", severity=WARNING)
def loose_intersection(tile_map: TileMap) -> Iterator[Fault]:
    """Fewer than two ways meet at an intersection that is written out.

    Nobody stops at an intersection: with one way or none it leads nowhere.

    Fix: write roads or exits that lead to it, or take it out.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            intersections: {Square: {at: [20, 20]}}
            roads: [Square -- Quay 1]
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            intersections: {Square: {at: [20, 20]}}
            roads: [Mill Lane 1 -- Square -- Quay 1]
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        plan, written = tile.plan, {each.span for each in tile.intersections}
        ends = [spot for tie in plan.ties for spot in (tie.start, tie.end)] + [each.spot for each in plan.exits]
        for number, spot in enumerate(plan.spots):
            if spot.span in written and ends.count(number) < 2 and not plan.unknown:
                yield Fault(spot.span, f"fewer than two ways meet at '{spot.name}' on '{tile.id}'")
