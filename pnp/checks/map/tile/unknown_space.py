"""A space that is named but not on its tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.map.subjects import hint_for
from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.tile_map import TileMap


@check("unknown-space", severity=ERROR)
def unknown_space(tile_map: TileMap) -> Iterator[Fault]:
    """A space is named that its tile does not have.

    Spaces of a street are called by it and their number along it: `Quay 2`. What is said of them under `spaces`, what
    a site is served `by`, and the ends of roads and exits name spaces of the same tile.

    Fix: correct the name; `pnp inspect` lists the spaces. A space on no street needs its place: `at: [20, 35]`.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            spaces: {Quai 1: {tags: [start]}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            spaces: {Quay 1: {tags: [start]}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        hint = hint_for({spot.name for spot in tile.plan.spots})
        for ref in dict.fromkeys(tile.plan.unknown):
            yield Fault(ref.span, f"'{tile.id}' has no space '{ref}'", hint(ref.name))
