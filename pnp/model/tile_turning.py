"""Tiles as they lie on the table: turned by quarters, in another order."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.model.game_map import Point
    from pnp.model.tile import Tile
    from pnp.model.tile_map import TileMap


def laid(tile_map: TileMap, lyings: Sequence[tuple[int, int]]) -> TileMap:
    """The map whose printed city is that arrangement: for each cell the number of a tile, and its quarters clockwise.

    The tiles that lie aside follow.
    """
    aside = set(range(len(tile_map.tiles))) - {number for number, _ in lyings}
    on_table = (turned(tile_map.tiles[number], quarters) for number, quarters in lyings)
    return replace(tile_map, tiles=(*on_table, *(tile_map.tiles[number] for number in sorted(aside))))


def turned(tile: Tile, quarters: int) -> Tile:
    """The tile turned clockwise by so many quarters: all names stay, all points move."""

    def point(at: Point) -> Point:
        x, y = at
        for _ in range(quarters % 4):
            x, y = tile.side - y, x
        return x, y

    def spot(at: Point | None) -> Point | None:
        return None if at is None else point(at)

    return replace(
        tile,
        streets=tuple(replace(street, points=tuple(map(point, street.points))) for street in tile.streets),
        spaces=tuple(
            replace(it, at=spot(it.at), heading=(it.heading + 90 * quarters) % 360 if it.at else it.heading)
            for it in tile.spaces
        ),
        intersections=tuple(replace(it, at=spot(it.at)) for it in tile.intersections),
        roads=tuple(replace(road, via=tuple(map(point, road.via))) for road in tile.roads),
        exits=tuple(replace(it, at=point(it.at)) for it in tile.exits),
        sites=tuple(replace(site, at=spot(site.at)) for site in tile.sites),
    )
