"""Convert an area map to a network: a state for each area, a move for each direction of a road, with its cost."""

from collections.abc import Iterator

from pnp.model.maps.area_map import AreaMap, Road
from pnp.model.maps.game_map import Area
from pnp.network.network import Move, Network, Place, weighed_network_of


def lower_area_map(area_map: AreaMap) -> Network:
    """Return the network of an area map, without roads to unknown areas and roads from an area to itself."""
    costs, places = _Costs(area_map), area_map.entered
    index = {area.id: number for number, area in enumerate(places)}
    known = all(end.name in index for road in area_map.roads for end in (road.start, road.end))
    return weighed_network_of(
        map(_place, places),
        range(len(places)),
        (
            (*move, way, costs.of(road, places[move[1]].id))
            for way, road in enumerate(area_map.roads)
            for move in _moves(road, index)
        ),
        (road.span for road in area_map.roads),
        whole=known and not area_map.damaged,
    )


def _place(area: Area) -> Place:
    district = area.district.name if area.district else None
    tags = () if area.waypoint else tuple(tag.name for tag in area.tags)
    return Place(area.id, area.span, tags, district, cost=int(not area.waypoint), stop=not area.waypoint)


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


def _moves(road: Road, index: dict[str, int]) -> Iterator[Move]:
    start, end = index.get(road.start.name), index.get(road.end.name)
    if start is None or end is None or start == end:
        return
    yield start, end
    if not road.one_way:
        yield end, start
