"""Convert an area map to a network: a state for each area, a move for each direction of a road, with its cost."""

from collections.abc import Iterator, Mapping

from pnp.model.maps.area_map import AreaMap, Road
from pnp.model.maps.game_map import Area
from pnp.model.maps.movement import GROUNDS, ROAD, MovementPlace, MovementRoad, TravelMap


def area_travel_map(area_map: AreaMap) -> TravelMap:
    """Return the areas and roads of an area map as movement sees them: each area, followed by its parts."""
    places: list[MovementPlace] = []
    for area in area_map.entered:
        whole = len(places)
        places += (_place(area, None), *(_place(part, whole) for part in area.parts))
    costs = _Costs(area_map)
    index = {place.id: number for number, place in enumerate(places)}
    known = all(end.name in index for road in area_map.roads for end in (road.start, road.end))
    looped = any(road.start.name == road.end.name for road in area_map.roads)  # an end is misspelt: a road is missing
    borders = {border.names: border.kind.name for border in area_map.borders}
    pairs = area_map.pairs() if borders else (frozenset[str](),) * len(area_map.roads)
    kinds = tuple(_kind(road, pair, borders) for road, pair in zip(area_map.roads, pairs, strict=True))
    return TravelMap(
        tuple(places),
        tuple(
            found
            for way, (road, kind) in enumerate(zip(area_map.roads, kinds, strict=True))
            for found in _road(costs, road, way, kind, index)
        ),
        tuple(road.span for road in area_map.roads),
        whole=known and not looped and not area_map.damaged,
        grounds=frozenset(GROUNDS),
        kinds=frozenset((*(kind.id for kind in area_map.road_kinds), *kinds, *borders.values())),
        titles=area_map.road_names if area_map.closes_roads else (),
    )


def _kind(road: Road, pair: frozenset[str], borders: Mapping[frozenset[str], str]) -> str:
    """Return the kind of a road: its own, else that of the border that it crosses, else `road`."""
    return road.kind.name if road.kind else borders.get(pair, ROAD)


def _place(area: Area, whole: int | None) -> MovementPlace:
    district = area.district.name if area.district else None
    tags = () if area.waypoint else tuple(tag.name for tag in area.tags)
    return MovementPlace(area.id, area.span, area.ground, tags, district, stop=not area.waypoint, whole=whole)


class _Costs:
    """What it costs to enter an area by a road.

    A road costs 1 by default. Where several roads meet at waypoints, and none of them has a cost, they are one move:
    entering the waypoint is free. If one of them has a cost, each counts its cost.
    """

    def __init__(self, area_map: AreaMap) -> None:
        self._map = area_map
        self._passed = {area.id for area in area_map.through}
        self._groups = {name: name for name in self._passed}
        for road in area_map.roads if self._passed else ():
            if road.start.name in self._passed and road.end.name in self._passed:
                self._groups[self._group(road.start.name)] = self._group(road.end.name)
        self._priced = {
            self._group(end.name)
            for road in (area_map.roads if self._passed else ())
            for end in (road.start, road.end)
            if end.name in self._passed and area_map.cost_of(road) is not None
        }

    def _group(self, waypoint: str) -> str:
        """Return the representative of the waypoints that roads join to this one."""
        while self._groups[waypoint] != waypoint:
            self._groups[waypoint] = waypoint = self._groups[self._groups[waypoint]]
        return waypoint

    def of(self, road: Road, end: str) -> int:
        """Return the cost of a move along a road to its end of that name."""
        cost = self._map.cost_of(road)
        if cost is not None:
            return cost
        return int(end not in self._passed or self._group(end) in self._priced)


def _road(costs: _Costs, road: Road, way: int, kind: str, index: dict[str, int]) -> Iterator[MovementRoad]:
    start, end = index.get(road.start.name), index.get(road.end.name)
    if start is not None and end is not None and start != end:
        back = None if road.one_way else costs.of(road, road.start.name)
        yield MovementRoad(start, end, way, kind, costs.of(road, road.end.name), back)
