"""Changes to a tile map: a one-way to open, a street to move so that it leaves its tile elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.model.tile_map import TileMap
from pnp.network.changes.change import Change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pnp.model.game_map import GameMap
    from pnp.model.streets import Street
    from pnp.model.tile import Tile


def tile_map_changes(tile_map: TileMap) -> Iterator[Change]:
    """One-ways to open, then straight streets to move to where other streets leave their tiles, the nearest first."""
    for tile in tile_map.designs:
        for street in tile.streets:
            if street.one_way:
                words = f"let '{street.name}' on '{tile.id}' go both ways"
                yield _changed(tile, street, words, lambda it: replace(it, one_way=False))
    offsets = _offsets(tile_map)
    moves = [move for tile in tile_map.designs for street in tile.streets for move in _moves(tile, street, offsets)]
    yield from (change for _, change in sorted(moves, key=lambda move: move[0]))


def _offsets(tile_map: TileMap) -> list[float]:
    """How far from the corners streets leave tiles, measured from either."""
    found = {round(at, 4) for tile in tile_map.designs for street in tile.streets for at in _leaves(tile, street)}
    return sorted(found | {round(tile_map.side - at, 4) for at in found})


def _leaves(tile: Tile, street: Street) -> Iterator[float]:
    """Where a straight street along an edge's normal leaves the tile."""
    axis = _axis(street)
    if axis is not None and any(point[axis] in (0.0, tile.side) for point in street.points):
        yield street.points[0][1 - axis]


def _axis(street: Street) -> int | None:
    """Along which coordinate a street runs: 0 from west to east, 1 from north to south; None for any other."""
    for axis in (0, 1):
        if len({point[1 - axis] for point in street.points}) == 1:
            return axis
    return None


def _moves(tile: Tile, street: Street, offsets: list[float]) -> Iterator[tuple[float, Change]]:
    axis = _axis(street)
    for at in _leaves(tile, street):
        for offset in offsets:
            if axis is not None and abs(offset - at) > 1e-4:
                words = f"move '{street.name}' on '{tile.id}' from {at:g} to {offset:g}"
                yield abs(offset - at), _changed(tile, street, words, _moved(axis, offset))


def _moved(axis: int, offset: float) -> Callable[[Street], Street]:
    def moved(street: Street) -> Street:
        points = tuple((x, offset) if axis == 0 else (offset, y) for x, y in street.points)
        return replace(street, points=points)

    return moved


def _changed(tile: Tile, street: Street, words: str, change: Callable[[Street], Street]) -> Change:
    def made(game_map: GameMap) -> GameMap:
        assert isinstance(game_map, TileMap)
        return replace(game_map, tiles=tuple(redrawn(it) if it.span == tile.span else it for it in game_map.tiles))

    def redrawn(it: Tile) -> Tile:
        streets = tuple(change(each) if each.name == street.name else each for each in it.streets)
        return replace(it, streets=streets, like=None)

    return Change(words, made)
