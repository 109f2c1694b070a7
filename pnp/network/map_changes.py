"""Single changes to a map that might repair a broken requirement, not yet tried: one family for each kind of map."""

from collections.abc import Callable, Iterator
from math import dist
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Span
from pnp.geometry.block_grid import TURNS
from pnp.geometry.street_plan import Street, StreetPlan
from pnp.messages import series
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import MOST_COST, AreaMap, Road
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.cell_sides import CellSide, SideEntry
from pnp.model.maps.game_map import Area
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.movement import OPEN, ROAD, MovementClass
from pnp.model.maps.requirements import Requirement
from pnp.model.maps.street_map import StreetMap, space_names
from pnp.model.maps.tile import Tile
from pnp.model.maps.tile_map import TileMap
from pnp.model.reference import Ref
from pnp.network.budget import SearchBudget
from pnp.network.layout import CELL, UNIT, Layout, RoadGrid, RoadLine, lay_out
from pnp.network.lowering.block_map import lower_block_map

# One change to a map.

OneKind = TypeVar("OneKind", AreaMap, BlockMap, GridMap, StreetMap, TileMap)


class Change(Struct, frozen=True):
    """One change to a map. `words` tells the designer to make it; `made` returns the changed map."""

    words: str
    made: Callable[[AnyMap], AnyMap]


def _change(kind: type[OneKind], words: str, made: Callable[[OneKind], OneKind]) -> Change:
    """Return a change that can only be made to maps of one kind."""

    def checked(game_map: AnyMap) -> AnyMap:
        assert isinstance(game_map, kind), "a change is made to the map that it was proposed for"
        return made(game_map)

    return Change(words, checked)


# Changes to an area map: make a one-way road two-way, add a road, or remove one.

CLEARANCE = 8
"""Minimum distance in millimetres of a new road from the centres of places that it does not end at."""

PAIRS = 20_000
"""Maximum number of pairs of places that are considered for a new road."""


def area_map_changes(area_map: AreaMap, requirement: Requirement) -> Iterator[Change]:
    """Yield changes: one-way roads made two-way, then new roads, shortest first, then removed roads.

    Roads are removed only for demands that fewer roads can satisfy.
    """
    yield from (_with_both_ways(road, area_map) for road in area_map.roads if road.one_way)
    yield from _added_roads(area_map, requirement)
    if _may_be_too_many(requirement):
        yield from (_without(road, area_map) for road in area_map.roads)


def _may_be_too_many(requirement: Requirement) -> bool:
    """Whether fewer roads can satisfy the demand."""
    bounds = requirement.bounds
    match requirement.demand:
        case "not-adjacent" | "no-crossing":
            return True
        case "distance":
            return bounds.least is not None or bounds.exactly is not None
        case "degree":
            return bounds.most is not None or bounds.exactly is not None
        case _:
            return False


def _with_both_ways(road: Road, area_map: AreaMap) -> Change:
    def made(game_map: AreaMap) -> AreaMap:
        roads = tuple(replace(each, one_way=False) if each is road else each for each in game_map.roads)
        return replace(game_map, roads=roads)

    named = f"'{road.start} -> {road.end}'"
    return _change(AreaMap, f"let the road {named}{_number(road, area_map)} go both ways", made)


def _without(road: Road, area_map: AreaMap) -> Change:
    """Return the change that removes a road."""

    def made(game_map: AreaMap) -> AreaMap:
        return replace(game_map, roads=tuple(each for each in game_map.roads if each is not road))

    return _change(AreaMap, f"take out the road {_named(road)}{_number(road, area_map)}", made)


def _number(road: Road, area_map: AreaMap) -> str:
    """Return which of several roads with the same ends is meant, as text; empty if there is only one."""
    named = _named(road)
    alike = [each for each in area_map.roads if _named(each) == named]
    if len(alike) == 1:
        return ""
    which = next(number for number, each in enumerate(alike, 1) if each is road)
    return f" (number {which} of {len(alike)} by that name)"


def _named(road: Road) -> str:
    """Return a road as the map writes it, such as `'Market -> Pier'`."""
    return f"'{road.start} {'->' if road.one_way else '--'} {road.end}'"


def _added_roads(area_map: AreaMap, requirement: Requirement) -> Iterator[Change]:
    """Yield a new road for each pair of places that no road joins, if it would cross nothing, shortest first.

    A new road is at most as long as the map allows; the default is the length of its longest road. Places without
    positions get no new roads, because it is unknown which of them are near; nor do areas with parts, because a road
    may have to lead to one of these. A road for a movement class is of a kind that the class uses.
    """
    layout, kind = lay_out(area_map), _kind_for(area_map, requirement)
    joined = {frozenset((road.start.name, road.end.name)) for road in area_map.roads}
    for first, second in _near(area_map, layout):
        if frozenset((first.id, second.id)) not in joined and not (first.parts or second.parts):
            yield _with_road(first, second, kind, _usual_cost(area_map, first, second))


def _kind_for(area_map: AreaMap, requirement: Requirement) -> Ref | None:
    """Return the kind that a new road needs for the movement classes of a requirement; None for a plain road."""
    asked = {ref.name for ref in requirement.movers}
    asked |= {ref.name for mover in area_map.movement if mover.name in asked for ref in mover.by}
    kinds = [mover.along for mover in area_map.movement if mover.name in asked and not mover.uses(ROAD)]
    return kinds[0][0] if kinds else None


def _usual_cost(area_map: AreaMap, first: Area, second: Area) -> int | None:
    """Return the cost of a new road: that for its length which is usual on the map; None if no road has a cost.

    The usual cost is the median of what the roads between two places with positions cost a millimetre.
    """
    spots = {area.id: area.at for area in area_map.areas}
    rates = sorted(
        cost / length
        for road in area_map.roads
        if (cost := area_map.cost_of(road)) is not None
        and (here := spots.get(road.start.name)) is not None
        and (there := spots.get(road.end.name)) is not None
        and (length := dist(here, there)) > 0
    )
    if not rates or first.at is None or second.at is None:
        return None
    return min(max(round(rates[len(rates) // 2] * dist(first.at, second.at)), 1), MOST_COST)


def _with_road(first: Area, second: Area, kind: Ref | None, cost: int | None) -> Change:
    road = Road(Ref(first.id, first.span), Ref(second.id, second.span), first.span, kind=kind, cost=cost)

    def made(game_map: AreaMap) -> AreaMap:
        return replace(game_map, roads=(*game_map.roads, road))

    of_kind, at_cost = f" of the kind '{kind}'" if kind else "", "" if cost is None else f" at a cost of {cost}"
    return _change(AreaMap, f"add the road '{first.id} -- {second.id}'{of_kind}{at_cost}", made)


def _near(area_map: AreaMap, layout: Layout) -> Iterator[tuple[Area, Area]]:
    """Yield the pairs of places that a new road may join, nearest first."""
    areas, limit = {area.id: area for area in area_map.areas}, area_map.new_roads or _longest(layout)
    ends = [number for number, spot in enumerate(layout.spots) if spot.id in areas]  # others are parts of areas
    pairs: list[tuple[float, int, int]] = []
    for at, number in enumerate(ends):
        for other in ends[:at]:
            if len(pairs) >= PAIRS:
                break
            here, there = layout.spots[number].at, layout.spots[other].at
            far = dist(here, there) / UNIT if here and there else 0.0
            if 0 < far <= limit:
                pairs.append((far, other, number))
    for _, first, second in sorted(pairs):
        if _is_free(layout, first, second):
            yield areas[layout.spots[first].id], areas[layout.spots[second].id]


def _longest(layout: Layout) -> float:
    return max((dist(line.points[0], line.points[-1]) / UNIT for line in layout.lines), default=0.0)


def _is_free(layout: Layout, first: int, second: int) -> bool:
    """Whether a straight road between two spots crosses no road and passes no other spot too closely."""
    here, there = layout.spots[first].at, layout.spots[second].at
    assert here
    assert there
    new = RoadLine(first, second, (here, there), layout.spots[first].span)
    if layout.grid.is_met_by(new):
        return False
    return not RoadGrid((new,), CELL).runs_through(layout.placed, CLEARANCE * UNIT, SearchBudget(layout.steps))


# Changes to a movement class: what it does not enter, cross or move along.


def movement_changes(game_map: AreaMap | GridMap, requirement: Requirement) -> Iterator[Change]:
    """Yield changes to the classes that a requirement is for, or that these move by: what no longer keeps them out."""
    asked = {ref.name for ref in requirement.movers}
    asked |= {ref.name for mover in game_map.movement if mover.name in asked for ref in mover.by}
    for mover in game_map.movement:
        if mover.name not in asked:
            continue
        for written in dict.fromkeys(word.written for word in mover.never):
            repeated = tuple(word for word in mover.never if word.written == written)
            yield _of_class(mover, f"enter {written} (take it out of never)", "never", without=repeated)
        for side in mover.crosses:
            if side[1] is None:
                yield _of_class(mover, f"cross '{side[0]}' (take it out of crosses)", "crosses", without=(side,))
        for kind in sorted(_kinds_of_roads(game_map)):
            if not mover.uses(kind):
                words = "leave the roads (list 'open' under along)" if kind == OPEN else f"move along '{kind}' too"
                yield _of_class(mover, words, "along", more=(Ref(kind, mover.span),))


def _of_class(
    mover: MovementClass, words: str, field: str, without: tuple[object, ...] = (), more: tuple[Ref, ...] = ()
) -> Change:
    """Return the change that takes items out of a field of a class, or adds more to it."""

    def made(game_map: AnyMap) -> AnyMap:
        assert isinstance(game_map, AreaMap | GridMap), "other maps have no movement classes"
        movement = tuple(changed(each) if each.name == mover.name else each for each in game_map.movement)
        return replace(game_map, movement=movement)

    def changed(each: MovementClass) -> MovementClass:
        kept = (item for item in getattr(each, field) if not any(item is one for one in without))
        return replace(each, **{field: (*kept, *more)})

    return Change(f"let '{mover.name}' {words}", made)


def _kinds_of_roads(game_map: AreaMap | GridMap) -> set[str]:
    """Return the kinds of roads that are on a map, and of moves without a road."""
    kinds = {road.kind.name if road.kind else ROAD for road in game_map.roads}
    return kinds | {OPEN} if isinstance(game_map, GridMap) else kinds


# Changes to a grid map: open a closed side.


def grid_map_changes(grid_map: GridMap) -> Iterator[Change]:
    """Yield changes: openings in closed sides between two open cells, such as a gap in a wall."""
    for side in grid_map.survey.sides:
        if side.kind.closed and side.other is not None and grid_map.open[side.cell] and grid_map.open[side.other]:
            yield _opened_side(grid_map.cells[side.cell].id, grid_map.cells[side.other].id, side)


def _opened_side(one: str, other: str, side: CellSide) -> Change:
    entry = SideEntry(Ref("opening", side.span), side.span, (Ref(one, side.span),), (Ref(other, side.span),))

    def made(game_map: GridMap) -> GridMap:
        return replace(game_map, entries=(entry, *game_map.entries))  # of several entries for a side the first counts

    return _change(GridMap, f"open the {side.kind.id} between '{one}' and '{other}'", made)


# Changes to a block map: declare squares as unused, or allow a turn.


def block_map_changes(block_map: BlockMap) -> Iterator[Change]:
    """Yield changes: squares without states declared unused, then new turns, then turning in the street."""
    network = lower_block_map(block_map)
    never = network.names(place for place in network.stops if not network.states_of[place])
    if never:
        yield _unused(never)
    allowed = {turn.name for turn in block_map.turns}
    yield from (_allowed(turn) for turn in TURNS if turn not in allowed)
    if not block_map.turns_in_street:
        yield _change(BlockMap, "let pieces turn in the street (turn-in-street: true)", _turning)


def _unused(names: tuple[str, ...]) -> Change:
    def made(game_map: BlockMap) -> BlockMap:
        found = tuple(Ref(name, game_map.blocks_span) for name in names)
        return replace(game_map, unused=(*game_map.unused, *found))

    squares = series([f"'{name}'" for name in names], "and")  # not abridged: the designer copies the list
    return _change(BlockMap, f"name {squares} under unused", made)


def _allowed(turn: str) -> Change:
    def made(game_map: BlockMap) -> BlockMap:
        return replace(game_map, turns=(*game_map.turns, Ref(turn, game_map.turns_span)))

    return _change(BlockMap, f"allow '{turn}' among the turns", made)


def _turning(block_map: BlockMap) -> BlockMap:
    return replace(block_map, turns_in_street=True)


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

    return _change(StreetMap, f"let '{street.name}' go both ways", made)


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
    return _change(StreetMap, f"add a street '{x:g} {y:g} -- {to_x:g} {to_y:g}'", made)


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

    return _change(TileMap, words, made)
