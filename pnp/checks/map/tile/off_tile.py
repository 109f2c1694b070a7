"""Streets, spaces and sites beyond the edge of their tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.model.maps.game_map import Point
    from pnp.model.maps.tile import Tile
    from pnp.model.maps.tile_map import TileMap


@check("off-tile", severity=ERROR)
def off_tile(tile_map: TileMap) -> Iterator[Fault]:
    """A street, a space or a site lies outside of its tile.

    Positions run from the top left corner of a tile to its side. What lies beyond is not printed, and a street that
    runs over the edge leaves the tile nowhere.

    Fix: move it onto the tile; a street that leaves it ends on the edge.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            sites: {Lighthouse: {at: [130, 40], by: Quay 2}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
            sites: {Lighthouse: {at: [70, 30], by: Quay 2}}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    for tile in tile_map.designs:
        for name, at, span in _points(tile):
            if not _is_on(tile, at):
                shown = f"[{at[0]:g}, {at[1]:g}]"
                yield Fault(span, f"'{name}' at {shown} lies outside of the tile of {tile.side:g} × {tile.side:g} mm")


def _points(tile: Tile) -> Iterator[tuple[str, Point, Span]]:
    for street in tile.streets:
        off = [point for point in street.points if not _is_on(tile, point)]
        yield from ((street.name, point, street.span) for point in off[:1])
    yield from ((space.name, space.at, space.span) for space in tile.spaces if space.at)
    yield from ((each.name, each.at, each.span) for each in tile.intersections if each.at)
    yield from ((site.id, site.at, site.span) for site in tile.sites if site.at)


def _is_on(tile: Tile, at: Point) -> bool:
    return all(0 <= part <= tile.side for part in at)
