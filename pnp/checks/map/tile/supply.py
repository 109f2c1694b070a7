"""The number of tiles, and unused ones."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.model.maps.tile_map import TileMap


@check("too-few-tiles", severity=ERROR)
def too_few_tiles(tile_map: TileMap) -> Iterator[Fault]:
    """There are fewer tiles than the city needs.

    A city has as many tiles as it has rows times columns. Requirements are not evaluated with fewer.

    Fix: add tiles, give some of them `copies`, or make the city smaller.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
    """
    number = len(tile_map.tiles)
    if number < tile_map.cells and not tile_map.damaged:
        there = "there is 1 tile" if number == 1 else f"there are {number} tiles"
        yield Fault(tile_map.span, f"{there} for a city of {tile_map.rows} × {tile_map.columns}")


@check("unused-tile", severity=WARNING)
def unused_tile(tile_map: TileMap) -> Iterator[Fault]:
    """A tile is never used, because tiles are not shuffled and the city is full.

    Without shuffling, tiles are placed in their order, row by row. The rest is laid aside.

    Fix: make the city larger, delete the tile, or allow tiles to be shuffled.

    Bad:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        shuffled: false
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
          Garden:
            streets: {Rose Walk: west -- east, Elm Lane: north -- south}

    Good:
        kind: tile-map
        tile: 100
        city: {rows: 1, columns: 2}
        tiles:
          Harbour:
            streets: {Quay: west -- east, Mill Lane: north -- south}
          Market:
            streets: {High Street: west -- east, Well Lane: north -- south}
          Garden:
            streets: {Rose Walk: west -- east, Elm Lane: north -- south}
    """
    if not tile_map.shuffled:
        for tile in tile_map.tiles[tile_map.cells :]:
            yield Fault(tile.span, f"'{tile.id}' is never laid: the city has room for {tile_map.cells} tiles")
