"""Convert an area map to a network: a state for each area, a move for each direction of a road, with its cost."""

from collections.abc import Iterator

from pnp.model.maps.area_map import AreaMap, Road
from pnp.model.maps.game_map import Area
from pnp.network.network import Move, Network, Place, weighed_network_of


def lower_area_map(area_map: AreaMap) -> Network:
    """Return the network of an area map, without roads to unknown areas and roads from an area to itself."""
    places = area_map.places
    index = {area.id: number for number, area in enumerate(places)}
    known = all(end.name in index for road in area_map.roads for end in (road.start, road.end))
    return weighed_network_of(
        map(_place, places),
        range(len(places)),
        (
            (*move, way, 1 if (cost := area_map.cost_of(road)) is None else cost)
            for way, road in enumerate(area_map.roads)
            for move in _moves(road, index)
        ),
        (road.span for road in area_map.roads),
        whole=known and not area_map.damaged,
    )


def _place(area: Area) -> Place:
    district = area.district.name if area.district else None
    return Place(area.id, area.span, tuple(tag.name for tag in area.tags), district)


def _moves(road: Road, index: dict[str, int]) -> Iterator[Move]:
    start, end = index.get(road.start.name), index.get(road.end.name)
    if start is None or end is None or start == end:
        return
    yield start, end
    if not road.one_way:
        yield end, start
