"""Find the smallest changes to a map that repair a broken requirement, by trying them."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import dist
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.geometry.block_grid import TURNS
from pnp.messages import series
from pnp.model.maps import AnyMap
from pnp.model.maps.area_map import MOST_COST, AreaMap, Road
from pnp.model.maps.block_map import BlockMap
from pnp.model.maps.cell_sides import CellSide, SideEntry
from pnp.model.maps.game_map import Area, Closure, Requirement, Selector
from pnp.model.maps.grid_map import GridMap
from pnp.model.maps.street_map import StreetMap
from pnp.model.maps.tile_map import TileMap
from pnp.model.reference import Ref
from pnp.network.closures.supplies import choices_of
from pnp.network.layout import CELL, UNIT, Layout, RoadGrid, RoadLine, lay_out
from pnp.network.lowering import lower
from pnp.network.lowering.block_map import lower_block_map
from pnp.network.prove import can_be_put, is_placeable, judge_setups
from pnp.network.requirements import vocabulary_of
from pnp.network.search import REPAIRING, OutOfStepsError, SearchBudget
from pnp.network.street_changes import Change, change_of, street_map_changes, tile_map_changes

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
    yield from _added_roads(area_map)
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
    return change_of(AreaMap, f"let the road {named}{_number(road, area_map)} go both ways", made)


def _without(road: Road, area_map: AreaMap) -> Change:
    """Return the change that removes a road."""

    def made(game_map: AreaMap) -> AreaMap:
        return replace(game_map, roads=tuple(each for each in game_map.roads if each is not road))

    return change_of(AreaMap, f"take out the road {_named(road)}{_number(road, area_map)}", made)


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


def _added_roads(area_map: AreaMap) -> Iterator[Change]:
    """Yield a new road for each pair of places that no road joins, if it would cross nothing, shortest first.

    A new road is at most as long as the map allows; the default is the length of its longest road. Places without
    positions get no new roads, because it is unknown which of them are near.
    """
    layout = lay_out(area_map)
    joined = {frozenset((road.start.name, road.end.name)) for road in area_map.roads}
    for first, second in _near(area_map, layout):
        if frozenset((first.id, second.id)) not in joined:
            yield _with_road(first, second, _usual_cost(area_map, first, second))


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


def _with_road(first: Area, second: Area, cost: int | None) -> Change:
    road = Road(Ref(first.id, first.span), Ref(second.id, second.span), first.span, cost=cost)

    def made(game_map: AreaMap) -> AreaMap:
        return replace(game_map, roads=(*game_map.roads, road))

    at_cost = "" if cost is None else f" at a cost of {cost}"
    return change_of(AreaMap, f"add the road '{first.id} -- {second.id}'{at_cost}", made)


def _near(area_map: AreaMap, layout: Layout) -> Iterator[tuple[Area, Area]]:
    """Yield the pairs of places that a new road may join, nearest first."""
    areas, limit = area_map.areas, area_map.new_roads or _longest(layout)
    pairs: list[tuple[float, int, int]] = []
    for number, spot in enumerate(layout.spots):
        for other in range(number):
            if len(pairs) >= PAIRS:
                break
            here, there = spot.at, layout.spots[other].at
            far = dist(here, there) / UNIT if here and there else 0.0
            if 0 < far <= limit:
                pairs.append((far, other, number))
    for _, first, second in sorted(pairs):
        if _is_free(layout, first, second):
            yield areas[first], areas[second]


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

    return change_of(GridMap, f"open the {side.kind.id} between '{one}' and '{other}'", made)


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
        yield change_of(BlockMap, "let pieces turn in the street (turn-in-street: true)", _turning)


def _unused(names: tuple[str, ...]) -> Change:
    def made(game_map: BlockMap) -> BlockMap:
        found = tuple(Ref(name, game_map.blocks_span) for name in names)
        return replace(game_map, unused=(*game_map.unused, *found))

    squares = series([f"'{name}'" for name in names], "and")  # not abridged: the designer copies the list
    return change_of(BlockMap, f"name {squares} under unused", made)


def _allowed(turn: str) -> Change:
    def made(game_map: BlockMap) -> BlockMap:
        return replace(game_map, turns=(*game_map.turns, Ref(turn, game_map.turns_span)))

    return change_of(BlockMap, f"allow '{turn}' among the turns", made)


def _turning(block_map: BlockMap) -> BlockMap:
    return replace(block_map, turns_in_street=True)


# Candidate changes for a map of any kind, not yet tried.

__all__ = ["Change", "changes_of"]


def changes_of(game_map: AnyMap, requirement: Requirement) -> Iterator[Change]:
    """Yield changes that might repair a requirement: changes to the map first, then spots barred for closures.

    There are none for a `count`, because no change adds a place.
    """
    if requirement.demand == "count":
        return
    match game_map:
        case AreaMap():
            yield from area_map_changes(game_map, requirement)
        case BlockMap():
            yield from block_map_changes(game_map)
        case StreetMap():
            yield from street_map_changes(game_map)
        case GridMap():
            yield from grid_map_changes(game_map)
        case TileMap():
            yield from tile_map_changes(game_map)
        case _:
            assert_never(game_map)
    yield from _spots_barred(game_map, requirement)


def _spots_barred(game_map: AnyMap, requirement: Requirement) -> Iterator[Change]:
    """Yield for each closure that the requirement lays, and each of its spots, a change that bars it from there.

    A closure keeps one spot at least: without any it is a mistake. On a tile map others are on other tiles.
    """
    asked = {kind.name for kind in (*requirement.by, *(kind for kind, _ in requirement.laid))}
    for closure in game_map.closures:
        if closure.name in asked or (requirement.every_setup and not asked):
            choices = choices_of(lower(game_map).network, closure)
            yield from (
                _barred(closure, choice.at) for choice in choices if len(choices) > 1 or game_map.kind == "tile-map"
            )


def _barred(closure: Closure, spot: str) -> Change:
    def made(game_map: AnyMap) -> AnyMap:
        never = Selector(places=(Ref(spot, closure.span),))
        closures = (
            replace(each, never=(*each.never, never)) if each.name == closure.name else each
            for each in game_map.closures
        )
        return replace(game_map, closures=tuple(closures))

    return Change(f"let no {closure.name} lie at '{spot}' (list it under never)", made)


# Repairs: candidate changes that were tried with success.

MOST_CHANGES = 3
"""Maximum number of changes of a repair."""

LOWERING = 20
"""Steps to convert a changed map to a layout and a network, for each of its states and moves."""

CANDIDATES = 1_000
"""Maximum number of single changes that are tried."""


class Repair(Struct, frozen=True):
    """Changes after which a requirement holds, and all others still hold that held before.

    `smallest` is whether all smaller numbers of changes were tried without success.
    """

    changes: tuple[str, ...]
    smallest: bool


def find_repairs(
    game_map: AnyMap,
    requirement: Requirement,
    held: Sequence[Requirement],
    most: int,
    budget: SearchBudget | None = None,
) -> tuple[Repair, ...]:
    """Return up to `most` repairs, all with the same number of changes, which is the smallest found to be enough.

    Each was tried on the map: the requirement holds, and so do those that `held` before. The search ends early if the
    budget is spent.
    """
    budget, candidates, found = budget or SearchBudget(REPAIRING), list[Change](), list[Repair]()
    places = len(game_map.places) + len(game_map.through)
    before = lower(game_map)
    placed = frozenset(closure.name for closure in before.closures if is_placeable(closure, before))
    try:
        # so much before anything is proposed: the map is lowered, and each two of its places may be compared
        budget.spend(LOWERING * places + (places**2 // 2 if isinstance(game_map, AreaMap | StreetMap) else 0))
        for change in changes_of(game_map, requirement):
            candidates.append(change)
            if _mends(game_map, (change,), requirement, held, placed, budget):
                found.append(Repair((change.words,), smallest=True))
            if len(found) == most or len(candidates) == CANDIDATES:
                break
        tried_all = len(candidates) < CANDIDATES
        for number in range(2, MOST_CHANGES + 1):
            for changes in combinations(candidates, number) if not found else ():
                if _mends(game_map, changes, requirement, held, placed, budget):
                    repair = Repair(tuple(change.words for change in changes), tried_all)
                    found = [*found, repair]
                    if len(found) == most:
                        return tuple(found)
    except OutOfStepsError:
        pass
    return tuple(found)


def _mends(
    game_map: AnyMap,
    changes: Sequence[Change],
    requirement: Requirement,
    held: Sequence[Requirement],
    placed: frozenset[str],
    budget: SearchBudget,
) -> bool:
    """Whether the requirement, and all that `held`, hold after the changes, and closures `placed` still have a spot."""
    changed = game_map
    for change in changes:
        changed = change.made(changed)
    lowered, layout = lower(changed), lay_out(changed)
    budget.spend(LOWERING * lowered.network.size)
    vocabulary = vocabulary_of(lowered.network, lowered.closures)
    if not all(can_be_put(each, lowered, vocabulary) for each in (requirement, *held)):
        return False  # a new street renames intersections and crossings, which requirements and closures name
    if not all(is_placeable(closure, lowered) for closure in lowered.closures if closure.name in placed):
        return False

    def holds(each: Requirement) -> bool:
        return judge_setups(each, lowered, layout, budget).holds is True

    return holds(requirement) and all(map(holds, held))
