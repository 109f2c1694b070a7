"""Changes to maps that repairs try: what a change is, and those to the streets of street maps and of tiles."""

from collections.abc import Callable, Iterator
from math import dist
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.geometry.street_plan import Street, StreetPlan
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.street_map import StreetMap, space_names
from pnp.model.maps.tile import Tile
from pnp.model.maps.tile_map import TileMap
from pnp.network.layout import CELL, UNIT, RoadGrid, RoadLine

# One change to a map.

OneKind = TypeVar("OneKind", AreaMap, BlockMap, GridMap, StreetMap, TileMap)


class Change(Struct, frozen=True):
    """One change to a map. `words` tells the designer to make it; `made` returns the changed map."""

    words: str
    made: Callable[[AnyMap], AnyMap]


def change_of(kind: type[OneKind], words: str, made: Callable[[OneKind], OneKind]) -> Change:
    """Return a change that can only be made to maps of one kind."""

    def checked(game_map: AnyMap) -> AnyMap:
        assert isinstance(game_map, kind), "a change is made to the map that it was proposed for"
        return made(game_map)

    return Change(words, checked)


# Changes to a street map: make a one-way street two-way, or add a street between two intersections or ends.

REACH = 5
"""Default maximum length of a new street, in spaces."""


def street_map_changes(street_map: StreetMap) -> Iterator[Change]:
    """Yield changes: one-way streets made two-way, then new streets, shortest first.

    A new street must not cross another or change the names of existing spaces.
    """
    yield from (_opened(street) for street in street_map.streets if street.one_way)
    yield from _added_streets(street_map)


def _opened(street: Street) -> Change:
    def made(game_map: StreetMap) -> StreetMap:
        streets = tuple(replace(it, one_way=False) if it.name == street.name else it for it in game_map.streets)
        return replace(game_map, streets=streets)

    return change_of(StreetMap, f"let '{street.name}' go both ways", made)


def _added_streets(street_map: StreetMap) -> Iterator[Change]:
    plan = street_map.plan
    limit = (street_map.new_roads or REACH * street_map.space) * UNIT
    names = set(space_names(street_map.streets, plan))
    for length, start, end in _gaps(plan, street_map.span):
        if length <= limit:
            street = _street(street_map, plan, start, end)
            changed = replace(street_map, streets=(*street_map.streets, street))
            if names.issubset(space_names(changed.streets, changed.plan)):
                yield _with(street, street_map, start, end)


def _gaps(plan: StreetPlan, span: Span) -> list[tuple[float, int, int]]:
    """Return the pairs of nodes that a straight street can join without meeting another: (length, node, node)."""
    lines = tuple(
        RoadLine(run.start, run.end, (plan.nodes[run.start].at, *run.line, plan.nodes[run.end].at), span)
        for run in plan.runs
    )
    grid, joined = RoadGrid(lines, CELL), {frozenset((run.start, run.end)) for run in plan.runs}
    nodes = [number for number, node in enumerate(plan.nodes) if node.kind != "break"]
    found = []
    for place, start in enumerate(nodes):
        for end in nodes[:place]:
            here, there = plan.nodes[start].at, plan.nodes[end].at
            if frozenset((start, end)) not in joined and not grid.is_met_by(RoadLine(start, end, (here, there), span)):
                found.append((dist(here, there), end, start))
    return sorted(found)


def _street(street_map: StreetMap, plan: StreetPlan, start: int, end: int) -> Street:
    taken = {street.name for street in street_map.streets}
    number = next(number for number in range(1, len(taken) + 2) if _name(number) not in taken)
    ends = tuple((plan.nodes[node].at[0] / UNIT, plan.nodes[node].at[1] / UNIT) for node in (start, end))
    return Street(_name(number), street_map.span, ends)


def _name(number: int) -> str:
    return "New Street" + (f" {number}" if number > 1 else "")


def _with(street: Street, street_map: StreetMap, start: int, end: int) -> Change:
    def made(game_map: StreetMap) -> StreetMap:
        new = _street(game_map, street_map.plan, start, end)
        return replace(game_map, streets=(*game_map.streets, new))

    (x, y), (to_x, to_y) = street.points
    return change_of(StreetMap, f"add a street '{x:g} {y:g} -- {to_x:g} {to_y:g}'", made)


# Changes to a tile map: make a one-way street two-way, or move a street so that it leaves its tile at another point.


def tile_map_changes(tile_map: TileMap) -> Iterator[Change]:
    """Yield changes: one-way streets made two-way, then straight streets moved, smallest distance first.

    A street is moved to a point of the edge where other streets leave their tiles.
    """
    for tile in tile_map.designs:
        for street in tile.streets:
            if street.one_way:
                words = f"let '{street.name}' on '{tile.id}' go both ways"
                yield _changed(tile, street, words, lambda it: replace(it, one_way=False))
    offsets = _offsets(tile_map)
    moves = [move for tile in tile_map.designs for street in tile.streets for move in _moves(tile, street, offsets)]
    yield from (change for _, change in sorted(moves, key=lambda move: move[0]))


def _offsets(tile_map: TileMap) -> list[float]:
    """Return the distances from a corner at which streets leave tiles, measured from both corners of an edge."""
    found = {round(at, 4) for tile in tile_map.designs for street in tile.streets for at in _leaves(tile, street)}
    return sorted(found | {round(tile_map.side - at, 4) for at in found})


def _leaves(tile: Tile, street: Street) -> Iterator[float]:
    """Yield the coordinate at which a straight street at right angles to an edge leaves the tile."""
    axis = _axis(street)
    if axis is not None and any(point[axis] in (0.0, tile.side) for point in street.points):
        yield street.points[0][1 - axis]


def _axis(street: Street) -> int | None:
    """Return the axis along which a street runs: 0 for west–east, 1 for north–south, None for any other."""
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
    def made(game_map: TileMap) -> TileMap:
        return replace(game_map, tiles=tuple(redrawn(it) if it.span == tile.span else it for it in game_map.tiles))

    def redrawn(it: Tile) -> Tile:
        streets = tuple(change(each) if each.name == street.name else each for each in it.streets)
        return replace(it, streets=streets, like=None)

    return change_of(TileMap, words, made)
