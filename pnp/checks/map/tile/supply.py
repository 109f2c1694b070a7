"""The number of tiles, and unused ones."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.messages import many
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.tile_map import TileMap


@check("too-few-tiles", severity=ERROR)
def too_few_tiles(tile_map: GridMap | TileMap) -> Iterator[Fault]:
    """There are fewer tiles than the city needs, or than the cells of a grid map that take one.

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
    if number < tile_map.seats and not tile_map.damaged:
        there = "there is 1 tile" if number == 1 else f"there are {number} tiles"
        yield Fault(_where(tile_map), f"{there} for {_table(tile_map)}")


def _where(tile_map: GridMap | TileMap) -> Span:
    """Return the span of what says how many tiles are needed."""
    return tile_map.laying.on[0].span if tile_map.kind == "grid-map" else tile_map.span


def _table(tile_map: GridMap | TileMap) -> str:
    """Return what tiles are laid on, as text."""
    if tile_map.kind == "grid-map":
        return many(tile_map.seats, "cell")
    return f"a city of {tile_map.rows} × {tile_map.columns}"


@check("unused-tile", severity=WARNING)
def unused_tile(tile_map: GridMap | TileMap) -> Iterator[Fault]:
    """A tile is never used, because tiles are not shuffled and the city, or the chosen cells of a grid map, are full.

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
    if not tile_map.shuffled and tile_map.seats:
        where = "the map takes tiles on" if tile_map.kind == "grid-map" else "the city has room for"
        room = many(tile_map.seats, "cell") if tile_map.kind == "grid-map" else f"{tile_map.seats} tiles"
        for tile in tile_map.tiles[tile_map.seats :]:
            yield Fault(tile.span, f"'{tile.id}' is never laid: {where} {room}")
