"""Changes to an area map: a one-way to open, a road to add or to take out."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING

from pnp.model.area_map import AreaMap, Road
from pnp.model.reference import Ref
from pnp.network.budget import Budget
from pnp.network.changes.change import Change
from pnp.network.layout import CELL, UNIT, Line, lay_out
from pnp.network.stretches import Grid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game_map import Area, GameMap
    from pnp.model.requirement import Requirement
    from pnp.network.layout import Layout

CLEARANCE = 8
"""How many millimetres a new road keeps from the middle of a place that it does not end at."""

PAIRS = 20_000
"""How many pairs of places are looked at for a new road."""


def area_map_changes(area_map: AreaMap, requirement: Requirement) -> Iterator[Change]:
    """One-ways to open, then roads to add, the shortest first; roads to take out where there may be too many."""
    yield from (_with_both_ways(road) for road in area_map.roads if road.one_way)
    yield from _added(area_map)
    if _may_be_too_many(requirement):
        yield from (_without(road) for road in area_map.roads)


def _may_be_too_many(requirement: Requirement) -> bool:
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


def _with_both_ways(road: Road) -> Change:
    def made(game_map: GameMap) -> GameMap:
        assert isinstance(game_map, AreaMap)
        roads = tuple(replace(each, one_way=False) if each is road else each for each in game_map.roads)
        return replace(game_map, roads=roads)

    return Change(f"let the road '{road.start} -> {road.end}' go both ways", made)


def _without(road: Road) -> Change:
    def made(game_map: GameMap) -> GameMap:
        assert isinstance(game_map, AreaMap)
        return replace(game_map, roads=tuple(each for each in game_map.roads if each is not road))

    return Change(f"take out the road '{road.start} {'->' if road.one_way else '--'} {road.end}'", made)


def _added(area_map: AreaMap) -> Iterator[Change]:
    """A road between each two places that none joins, the shortest first, where it would cross nothing.

    It is no longer than the map says, or than its longest road. Where places have no positions nothing is proposed:
    nobody knows which of them are near.
    """
    layout = lay_out(area_map)
    joined = {frozenset((road.start.name, road.end.name)) for road in area_map.roads}
    for first, second in _near(area_map, layout):
        if frozenset((first.id, second.id)) not in joined:
            yield _with_road(first, second)


def _with_road(first: Area, second: Area) -> Change:
    road = Road(Ref(first.id, first.span), Ref(second.id, second.span), first.span)

    def made(game_map: GameMap) -> GameMap:
        assert isinstance(game_map, AreaMap)
        return replace(game_map, roads=(*game_map.roads, road))

    return Change(f"add the road '{first.id} -- {second.id}'", made)


def _near(area_map: AreaMap, layout: Layout) -> Iterator[tuple[Area, Area]]:
    """The pairs of places that a new road may join, the nearest first."""
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
    """Whether a straight road between two spots crosses none, and passes no other spot too near."""
    here, there = layout.spots[first].at, layout.spots[second].at
    if here is None or there is None:
        return True
    new = Line(first, second, (here, there), layout.spots[first].span)
    if layout.grid.is_met_by(new):
        return False
    return not Grid((new,), CELL).runs_through(layout.placed, CLEARANCE * UNIT, Budget(layout.steps))
