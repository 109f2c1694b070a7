"""Convert an area map to a network: a state for each area, a move for each direction of a road, with its cost."""

from collections.abc import Iterator, Mapping

from pnp.model.maps.area_map import AreaMap, Road
from pnp.model.maps.game_map import Area
from pnp.model.maps.movement import GROUNDS, ROAD, MovementPlace, MovementRoad, TravelMap
from pnp.network.lowering.movement import network_for_anybody
from pnp.network.network import Network


def lower_area_map(area_map: AreaMap) -> Network:
    """Return the network of an area map, without roads to unknown areas and roads from an area to itself."""
    return network_for_anybody(area_travel_map(area_map))


def area_travel_map(area_map: AreaMap) -> TravelMap:
    """Return the areas and roads of an area map as movement sees them: each area, followed by its parts."""
    places: list[MovementPlace] = []
    for area in area_map.places:
        whole = len(places)
        places += (_place(area, None), *(_place(part, whole) for part in area.parts))
    index = {place.id: number for number, place in enumerate(places)}
    known = all(end.name in index for road in area_map.roads for end in (road.start, road.end))
    borders = {border.names: border.kind.name for border in area_map.borders}
    kinds = tuple(_kind(road, pair, borders) for road, pair in zip(area_map.roads, area_map.pairs(), strict=True))
    return TravelMap(
        tuple(places),
        tuple(
            found
            for way, (road, kind) in enumerate(zip(area_map.roads, kinds, strict=True))
            for found in _road(road, way, kind, area_map.cost_of(road), index)
        ),
        tuple(road.span for road in area_map.roads),
        whole=known and not area_map.damaged,
        grounds=frozenset(GROUNDS),
        kinds=frozenset((*(kind.id for kind in area_map.road_kinds), *kinds, *borders.values())),
    )


def _kind(road: Road, pair: frozenset[str], borders: Mapping[frozenset[str], str]) -> str:
    """Return the kind of a road: its own, else that of the border that it crosses, else `road`."""
    return road.kind.name if road.kind else borders.get(pair, ROAD)


def _place(area: Area, whole: int | None) -> MovementPlace:
    district = area.district.name if area.district else None
    return MovementPlace(
        area.id, area.span, area.ground, tuple(tag.name for tag in area.tags), district, whole=whole
    )  # fmt: skip


def _road(road: Road, way: int, kind: str, cost: int | None, index: dict[str, int]) -> Iterator[MovementRoad]:
    start, end = index.get(road.start.name), index.get(road.end.name)
    if start is not None and end is not None and start != end:
        cost = 1 if cost is None else cost
        yield MovementRoad(start, end, way, kind, cost, back=None if road.one_way else cost)
