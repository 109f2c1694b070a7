"""What expressions may know of maps, and ask of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.expression import Function, Record, Refusal, Value, described
from pnp.facts.rows import area_records, district_record, site_records
from pnp.model.game_map import GameMap
from pnp.model.map_kinds import is_block_map
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.model.game import Game
    from pnp.network import Network


def map_record(area_map: GameMap, network: Network) -> Record:
    """What expressions see of a map: id, name, its areas, sites and districts, how many roads it has, more of some."""
    fields: dict[str, Value] = {
        "id": area_map.id,
        "name": area_map.name,
        "areas": area_records(area_map, network),
        "sites": site_records(area_map, network),
        "districts": tuple(map(district_record, area_map.districts)),
        "roads": area_map.ways,
    }
    if is_block_map(area_map):
        from pnp.facts.block_maps import block_map_fields

        fields |= block_map_fields(area_map)
    return Record(fields, "map", area_map.id)


def map_functions(game: Game, networks: Mapping[str, Network]) -> tuple[Function, ...]:
    """The functions distance, adjacent, neighbours and area, for the maps of the game."""
    atlas = _Atlas(game, networks)
    return (
        Function("distance(map, start, goal)", atlas.distance, atlas.effort),
        Function("adjacent(map, start, goal)", atlas.adjacent, _little),
        Function("neighbours(map, area)", atlas.neighbours, _little),
        Function("area(map, name)", atlas.area, _little),
    )


class _Atlas:
    """Maps as functions look into them: a map or an area may be given as itself or by its name."""

    def __init__(self, game: Game, networks: Mapping[str, Network]) -> None:
        self._networks = networks
        self._maps = {found.id: found for found in game.all(GameMap)}
        self._told = game.unread | {found.id for found in game.all(GameMap) if found.damaged}
        self._known: dict[str, dict[str, Record]] = {}

    def distance(self, where: Value, start: Value, goal: Value) -> Value:
        network = self._network(where)
        return network.distance(_spot(network, _name(start)), _spot(network, _name(goal)))

    def effort(self, where: Value, _start: Value, goal: Value) -> int:
        """How many steps a distance takes: as many as the map has places where none to that goal was asked before."""
        network = self._networks.get(_name(where))
        return network.effort(_name(goal)) if network else 1

    def adjacent(self, where: Value, start: Value, goal: Value) -> Value:
        network = self._network(where)
        first, second = _place(network, _name(start)), _place(network, _name(goal))
        return network.index[second] in network.onward[network.index[first]]

    def neighbours(self, where: Value, start: Value) -> Value:
        network, areas = self._network(where), self._areas(_name(where))
        return tuple(areas[name] for name in network.neighbours(_place(network, _name(start))))

    def area(self, where: Value, name: Value) -> Value:
        network, areas = self._network(where), self._areas(_name(where))
        return areas[_spot(network, _name(name))]

    def _areas(self, name: str) -> dict[str, Record]:
        """The sites and the areas of a map by name."""
        if name not in self._known:
            found, network = self._maps[name], self._networks[name]
            records = (*site_records(found, network), *area_records(found, network))
            self._known[name] = {record.text: record for record in records}
        return self._known[name]

    def _network(self, value: Value) -> Network:
        name = _name(value)
        if name in self._told or (name in self._networks and not self._networks[name].whole):
            raise Refusal(f"the map '{name}' has errors", told=True)
        if name not in self._networks:
            known = f"maps are {', '.join(self._networks)}" if self._networks else "there is no map"
            raise Refusal(f"'{name}' is no map", did_you_mean(name, self._networks) or known)
        return self._networks[name]


def _spot(network: Network, name: str) -> str:
    """The name of a place or a site."""
    return name if name in network.sites else _place(network, name)


def _place(network: Network, name: str) -> str:
    if name not in network.index or not network.places[network.index[name]].stop:
        raise Refusal(f"'{name}' is no area of the map", did_you_mean(name, network.index))
    return name


def _name(value: Value) -> str:
    """The name of a map or an area, however it is given; of anything else the words for it."""
    if isinstance(value, Record):
        return value.text
    return value if isinstance(value, str) else described(value)


def _little(*_arguments: Value) -> int:
    return 2
