"""A game as plain records, its public view (`docs/python.md`): components with rows, maps with networks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct, field

from pnp.diagnostics import Span
from pnp.expression import Record
from pnp.facts.facts import Facts
from pnp.facts.rows import count_of, manifest, rows_of
from pnp.messages import did_you_mean
from pnp.model.maps.game_map import GameMap
from pnp.network import Network, Place

if TYPE_CHECKING:
    from networkx import DiGraph

FieldValue: TypeAlias = "str | int | Fraction | bool | tuple[FieldValue, ...] | Mapping[str, FieldValue] | None"


@dataclass(frozen=True, eq=False, repr=False)  # a Struct can't be a Mapping
class PackRow(Mapping[str, FieldValue]):
    """A row of a component: its fields by name. `dict(row)` is a copy that can be changed.

    `number` counts the rows of the component from 1, `copies` is how often the row is printed, `span` is where it is
    written. Numbers are exact: an `int`, or a `Fraction` where the source has decimals.
    """

    name: str
    number: int
    copies: int
    span: Span
    _fields: Mapping[str, FieldValue]

    def __repr__(self) -> str:
        return f"<PackRow {self.number}: {dict(self)}>"

    def __getitem__(self, name: str) -> FieldValue:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


class PackComponent(Struct, frozen=True):
    """A component of a pack: what it `makes` (such as `card`), its rows, and how many pieces it prints in total."""

    id: str
    name: str
    makes: str
    rows: tuple[PackRow, ...]
    count: int
    span: Span

    def __repr__(self) -> str:
        return f"<PackComponent '{self.id}': {self.makes}, {len(self.rows)} rows, {self.count} pieces>"


class NetworkMove(Struct, frozen=True):
    """A move from one state to another, by their numbers, and what it costs.

    That is 1 where roads have no costs, or 0 where passing takes no move.
    """

    start: int
    end: int
    cost: int = 1


class MapNetwork(Struct, frozen=True, eq=False, dict=True):
    """A map as states joined by moves.

    A place has one state, or one for each way in which a piece can be there, such as its heading in a lane.
    """

    _network: Network

    def __repr__(self) -> str:
        return f"<MapNetwork: {len(self.places)} places, {len(self.states)} states, {len(self.moves)} moves>"

    @property
    def places(self) -> tuple[Place, ...]:
        """The places in source order: each with `id`, `tags`, `district`, and whether a piece may `stop` there."""
        return self._network.places

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The id of the place that each state belongs to; states are numbered from 0."""
        return tuple(self.places[place].id for place in self._network.place_of_state)

    @cached_property
    def moves(self) -> tuple[NetworkMove, ...]:
        """The moves between states, in source order."""
        network = self._network
        costs = [self.places[place].cost for place in network.place_of_state]
        lengths = network.lengths or tuple(tuple(costs[end] for end in ends) for ends in network.after)
        return tuple(
            NetworkMove(state, end, length)
            for state, ends in enumerate(network.after)
            for end, length in zip(ends, lengths[state], strict=True)
        )

    def distance(self, start: str, goal: str) -> int | None:
        """Return the number of moves, or the cost of roads, between two places or sites; None if there is no way.

        Raises ValueError for a name that is not on the map.
        """
        return self._network.distance(self._known(start), self._known(goal))

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Return the ids of the places that one move joins to a place, in either direction.

        Raises ValueError for a name that is not a place of the map.
        """
        return self._network.neighbours(self._known(place, sites=False))

    def to_networkx(self, states: bool = False) -> DiGraph[Any]:
        """Return a `networkx.DiGraph`.

        Its nodes are the ids of the places where a piece may stop, joined where a piece can go from one to the next.
        With `states` they are the numbers of all states, and each edge has its `cost`. Nodes have `place`, `tags` and
        `district`. Raises ImportError where networkx is not installed.
        """
        try:
            from networkx import DiGraph
        except ImportError as error:
            raise ImportError("to_networkx() needs networkx: pip install networkx") from error
        graph: DiGraph[Any] = DiGraph()
        if states:
            for state, place in enumerate(self._network.place_of_state):
                graph.add_node(state, **self._described(place))
            graph.add_edges_from((move.start, move.end, {"cost": move.cost}) for move in self.moves)
            return graph
        for place in self._network.stops:
            graph.add_node(self.places[place].id, **self._described(place))
            ends = self._network.names(self._network.onward[place])
            graph.add_edges_from((self.places[place].id, end) for end in ends)
        return graph

    def _described(self, number: int) -> dict[str, Any]:
        place = self.places[number]
        return {"place": place.id, "tags": place.tags, "district": place.district}

    def _known(self, name: str, sites: bool = True) -> str:
        known = (*self._network.index, *(self._network.sites if sites else ()))
        if name not in known:
            raise ValueError(f"there is no place '{name}' on the map; {did_you_mean(name, known) or 'see places'}")
        return name


class PackMap(Struct, frozen=True):
    """A map of a pack, its `kind` (such as `area-map`), its network as printed, and those of its movement classes."""

    id: str
    name: str
    kind: str
    network: MapNetwork
    span: Span
    classes: Mapping[str, MapNetwork] = field(default_factory=dict)


class Contents(Struct, frozen=True):
    """What a pack holds in one language: its components in the order of the manifest, and its maps.

    `span` is where findings on the whole pack point.
    """

    id: str
    title: str
    language: str
    components: Mapping[str, PackComponent]
    maps: Mapping[str, PackMap]
    span: Span

    def __repr__(self) -> str:
        return f"<Contents of '{self.id}': {len(self.components)} components, {len(self.maps)} maps>"


def contents_of(facts: Facts, name: str) -> Contents:
    """Return the public view of a game that was read under that name."""
    game, networks, components = facts.game, facts.networks, dict[str, PackComponent]()
    for entry, component in manifest(game):
        rows = tuple(
            PackRow(row.name, number, row.copies, row.span, {name: _plain(value) for name, value in row.fields.items()})
            for number, row in enumerate(entry.rows(rows_of(component, game)), 1)
        )
        title, count = entry.name or component.name, entry.copies * count_of(component, game)
        components[entry.id] = PackComponent(entry.id, title, component.makes, rows, count, entry.span)
    maps = {
        each.id: PackMap(
            each.id, each.name, each.kind, MapNetwork(networks[each.id]), each.span, _classes(facts, each.id)
        )
        for each in game.all(GameMap)
    }
    title, language = (game.pack.title, game.pack.language) if game.pack else (name, "en")
    span = game.pack.span if game.pack else game.documents[-1].span if game.documents else Span(name)  # kits come first
    return Contents(name, title, language, MappingProxyType(components), MappingProxyType(maps), span)


def _classes(facts: Facts, name: str) -> Mapping[str, MapNetwork]:
    return MappingProxyType({mover: MapNetwork(network) for mover, network in facts.classes.get(name, {}).items()})


def _plain(value: object) -> FieldValue:
    """Return the value without expression records, which rows of maps contain."""
    match value:
        case Record():
            return _plain(value.fields)
        case Mapping():
            return MappingProxyType({str(name): _plain(each) for name, each in value.items()})
        case tuple():
            return tuple(map(_plain, value))
        case _:
            return value  # type: ignore[return-value]  # what rows hold besides
