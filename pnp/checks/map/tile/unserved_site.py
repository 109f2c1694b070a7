"""Sites that no space serves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.tile_map import TileMap


@check("unserved-site", severity=ERROR)
def unserved_site(tile_map: TileMap) -> Iterator[Fault]:
    """No space serves a site, so that nobody can get there.

    A site is served by the spaces that it names with `by`, or by those near its position: within its `reach`, or the
    nearest.

    Fix: name the spaces, give it a position beside the street, or let it reach farther; `by: none` makes it scenery.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            sites: {Lighthouse: {at: [80, 10], reach: 2}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            sites: {Lighthouse: {at: [70, 30]}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        unknown = {ref.span for ref in tile.plan.unknown}
        for site, served in zip(tile.sites, tile.plan.served, strict=True):
            if not served and not site.scenery and unknown.isdisjoint(ref.span for ref in site.by):
                yield Fault(site.span, f"no space of '{tile.id}' serves '{site.id}'")
