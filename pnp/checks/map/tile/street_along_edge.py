"""Streets that run along the edge of their tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check
from pnp.geometry.street_lines import line_of, stretches_of
from pnp.geometry.street_plan import UNIT, to_units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.geometry.street_lines import Stretch
    from pnp.model.maps.tile_map import TileMap


@check("street-along-edge", severity=WARNING)
def street_along_edge(tile_map: TileMap) -> Iterator[Fault]:
    """A street runs along the edge of its tile, so that a part of it is cut off.

    The outer border of a city is no road, and along a seam two such streets would lie side by side without meeting.

    Fix: keep the middle of the street at least half its width away from the edge.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south, Beach: 15 4 -- 85 4}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south, Beach: 15 20 -- 85 20}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    half, side = round(tile_map.street * UNIT / 2), round(tile_map.side * UNIT)
    for tile in tile_map.designs:
        for street in tile.streets:
            line = line_of([to_units(point) for point in street.points])
            if any(_hugs(stretch, half, side) for stretch in stretches_of(0, line)):
                yield Fault(street.span, f"'{street.name}' runs along the edge of '{tile.id}'")


def _hugs(stretch: Stretch, half: int, side: int) -> bool:
    """Whether a straight part lies within half a width of an edge, for longer than that."""
    if stretch.size <= half:
        return False
    return any(
        max(stretch.start[axis], stretch.end[axis]) < half or min(stretch.start[axis], stretch.end[axis]) > side - half
        for axis in (0, 1)
    )
