"""The environment of a game's expressions: the pack, components, and maps of every kind."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.expression import (
    POINT,
    Environment,
    ExpressionError,
    Function,
    Record,
    Refusal,
    StepBudget,
    Value,
    Work,
    described,
    identifier,
    parse,
    with_mark,
)
from pnp.expression.limits import PACK_STEPS
from pnp.facts.rows import (
    area_records,
    count_of,
    district_record,
    is_sure,
    languages_of,
    part_records,
    row_record,
    rows_of,
    selects_nothing,
    site_records,
)
from pnp.geometry.block_grid import TURNS
from pnp.messages import did_you_mean
from pnp.model.component import Component
from pnp.model.game import Game
from pnp.model.maps import AnyMap, block_law
from pnp.model.maps.area_map import AreaMap
from pnp.model.maps.block_map import Address, AddressTable, Block, BlockMap
from pnp.model.maps.game_map import GameMap
from pnp.model.pack import Definition, Entry, PackDocument
from pnp.network import Network
from pnp.source.languages import decimal_mark

# Maps as records and functions of expressions.


def map_record(game_map: AnyMap, network: Network) -> Record:
    """Return the record of a map: id, name, areas, sites, districts, roads, and more for block maps.

    `roads` are the records of the roads of an area map, and the number of roads or streets of another.
    """
    law = block_law(game_map)
    known: dict[str, Value] = {
        "id": game_map.id,
        "name": game_map.name,
        "districts": tuple(map(district_record, game_map.districts)),
        **(block_map_fields(law) if law else {}),
    }
    compute: dict[str, Callable[[], Value]] = {
        "areas": lambda: area_records(game_map, network),
        "sites": lambda: site_records(game_map, network),
        "roads": lambda: road_records(game_map) if isinstance(game_map, AreaMap) else game_map.ways,
    }
    return Record(_FieldsOnAccess(known, compute), "map", game_map.id)


class _FieldsOnAccess(Mapping[str, "Value"]):
    """Fields of a record; those of `compute` are computed at their first access, as few expressions use them.

    The check of a city of 27 × 29 blocks takes 1.4 s instead of 1.65 s with this.
    """

    def __init__(self, known: dict[str, Value], compute: Mapping[str, Callable[[], Value]]) -> None:
        self._known, self._compute = known, compute

    def __getitem__(self, name: str) -> Value:
        if name not in self._known:
            self._known[name] = self._compute[name]()
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known or name in self._compute

    def __iter__(self) -> Iterator[str]:
        return iter({**self._known, **self._compute})

    def __len__(self) -> int:
        return len({**self._known, **self._compute})


def road_records(area_map: AreaMap) -> tuple[Record, ...]:
    """Return the records of the roads of an area map.

    They have the names of their ends, their kind, colour and name (empty if they have none), their cost and number of
    spaces, and whether they are one way.
    """
    return tuple(
        Record(
            {
                "from": road.start.name,
                "to": road.end.name,
                "name": road.name,
                "kind": road.kind.name if road.kind else "",
                "colour": road.colour.name if road.colour else "",
                "cost": area_map.cost_of(road) or 1,
                "spaces": road.spaces,
                "one-way": road.one_way,
            },
            "road",
            road.name or f"{road.start} – {road.end}",
        )
        for road in area_map.roads
    )


Classes = Mapping[str, Mapping[str, Network]]
"""The networks of movement classes, by the name of the map and of the class."""


def map_functions(game: Game, networks: Mapping[str, Network], classes: Classes) -> tuple[Function, ...]:
    """Return the functions distance, adjacent, neighbours and area, for the maps of the game."""
    atlas = _Atlas(game, networks, classes)
    return (
        Function("distance(map, start, goal, class?)", atlas.distance, atlas.effort),
        Function("adjacent(map, start, goal, class?)", atlas.adjacent, _constant_cost),
        Function("neighbours(map, area, class?)", atlas.neighbours, _constant_cost),
        Function("area(map, name)", atlas.area, _constant_cost),
    )


class _Atlas:
    """The maps behind these functions, which accept a map or an area as a record or by its name."""

    def __init__(self, game: Game, networks: Mapping[str, Network], classes: Classes) -> None:
        self._networks, self._classes = networks, classes
        self._maps = {found.id: found for found in game.all(GameMap)}
        self._reported = game.unread | {found.id for found in game.all(GameMap) if found.damaged}
        self._known: dict[str, dict[str, Record]] = {}

    def distance(self, where: Value, start: Value, goal: Value, mover: Value = None) -> Value:
        network = self._network(where, mover)
        return network.distance(_spot(network, _name(start), mover), _spot(network, _name(goal), mover))

    def effort(self, where: Value, _start: Value, goal: Value, mover: Value = None) -> int:
        """Return the steps of a distance: the number of places of the map, unless distances to that goal are cached."""
        name = _name(where)
        network = self._networks.get(name) if mover is None else self._classes.get(name, {}).get(_name(mover))
        return network.effort(_name(goal)) if network else 1

    def adjacent(self, where: Value, start: Value, goal: Value, mover: Value = None) -> Value:
        network = self._network(where, mover)
        first, second = _place(network, _name(start), mover), _place(network, _name(goal), mover)
        return network.index[second] in network.onward[network.index[first]]

    def neighbours(self, where: Value, start: Value, mover: Value = None) -> Value:
        network, areas = self._network(where, mover), self._areas(_name(where))
        return tuple(areas[name] for name in network.neighbours(_place(network, _name(start), mover)))

    def area(self, where: Value, name: Value) -> Value:
        network, areas = self._network(where), self._areas(_name(where))
        part = _name(name)
        return areas[part if part in areas else _spot(network, part)]

    def _areas(self, name: str) -> dict[str, Record]:
        """Return the sites and the areas of a map by name."""
        if name not in self._known:
            found, network = self._maps[name], self._networks[name]
            records = (*part_records(found), *site_records(found, network), *area_records(found, network))
            self._known[name] = {record.text: record for record in records}
        return self._known[name]

    def _network(self, value: Value, mover: Value = None) -> Network:
        """Return the network of a map, or that of a movement class on it. Raises Refusal if there is none."""
        network = self._map(value)
        if mover is None:
            return network
        known, name = self._classes.get(_name(value), {}), _name(mover)
        if name not in known:
            listed = f"classes are {', '.join(known)}" if known else "the map has no movement classes"
            raise Refusal(f"'{name}' is no movement class of the map", did_you_mean(name, known) or listed)
        if not known[name].whole:
            raise Refusal(f"the movement class '{name}' has errors", reported=True)
        return known[name]

    def _map(self, value: Value) -> Network:
        name = _name(value)
        if name in self._reported or (name in self._networks and not self._networks[name].whole):
            raise Refusal(f"the map '{name}' has errors", reported=True)
        if name not in self._networks:
            known = f"maps are {', '.join(self._networks)}" if self._networks else "there is no map"
            raise Refusal(f"'{name}' is no map", did_you_mean(name, self._networks) or known)
        return self._networks[name]


def _spot(network: Network, name: str, mover: Value = None) -> str:
    """Return the name of a place or a site. Raises Refusal for other names."""
    return name if name in network.sites else _place(network, name, mover)


def _place(network: Network, name: str, mover: Value = None) -> str:
    if name not in network.index or not network.places[network.index[name]].stop:
        if mover is not None:
            raise Refusal(f"'{name}' is no place where '{_name(mover)}' may be", did_you_mean(name, network.index))
        raise Refusal(f"'{name}' is no area of the map", did_you_mean(name, network.index))
    return name


def _name(value: Value) -> str:
    """Return the name of a map or an area, given as a record or a text; for other values their description."""
    if isinstance(value, Record):
        return value.text
    return value if isinstance(value, str) else described(value)


def _constant_cost(*_arguments: Value) -> int:
    return 2


# The environment of a game's expressions.

DEFINITION_STEPS = 5_000_000
"""Maximum steps for the value of one definition. Calls are charged to their callers."""


class _Anything:
    """A container of every name."""

    def __contains__(self, _name: object) -> bool:
        return True


class Facts(Struct, frozen=True):
    """A game with the environment of its expressions, and the definitions that could not be evaluated.

    `networks` are its lowered maps by name, `classes` those of movement classes. `work` is the limit for all its
    formulas together.
    """

    game: Game
    environment: Environment
    errors: tuple[tuple[Definition, ExpressionError], ...] = ()
    networks: Mapping[str, Network] = field(default_factory=dict)
    work: Work = field(default_factory=Work)
    classes: Classes = field(default_factory=dict)


def gather_facts(game: Game, networks: Mapping[str, Network], classes: Classes | None = None) -> Facts:
    """Return the facts of `game`; `networks` are its lowered maps by name, `classes` those of movement classes.

    Names: `pack`, `components` (the manifest), each component and each map by its id. Functions: distance, adjacent,
    neighbours, area. Damaged items are left out, and using them in an expression is not reported again; so are
    components of which `only` or `take` leaves no row.
    """
    maps = (found for found in game.all(GameMap) if not found.damaged)
    names: dict[str, Value] = {found.id: map_record(found, networks[found.id]) for found in maps}
    shared: dict[int, tuple[Record, ...]] = {}
    for component in game.all(Component):
        if is_sure(component, game) and not selects_nothing(component):
            names[component.id] = _component(component, game, shared)
    if game.pack and (game.pack.players or not game.pack.damaged):
        names["pack"] = _pack(game.pack)
    if game.pack:
        names.update(_manifest(game.pack, game))
    functions = {function.name: function for function in map_functions(game, networks, classes or {})}
    mark = decimal_mark(game.pack.language) if game.pack else POINT
    places = frozenset(area.id for found in game.all(GameMap) for area in found.places)
    base = Environment(
        names, {**with_mark(mark), **functions}, doubtful=_doubtful(game, names), mark=mark, quoted=places
    )
    work = Work(PACK_STEPS * game.scale // languages_of(game))
    environment, errors = _define(base, game.pack.definitions if game.pack else (), work)
    return Facts(game, environment, errors, networks, work, classes or {})


def _doubtful(game: Game, names: Mapping[str, Value]) -> Container[str]:
    """Return the names without a value because their documents have errors."""
    pack = game.pack
    if game.names_incomplete or (pack and pack.damaged and not pack.definitions):
        return _Anything()
    known = (*game.names(GameMap), *game.names(Component), *(("components", "pack") if pack else ()))
    missing = {identifier(name) for name in known if name not in names}
    return frozenset(missing | set(map(identifier, game.unread)) | (pack.lost if pack else frozenset()))


def _manifest(pack: PackDocument, game: Game) -> dict[str, Value]:
    """Return the name `components` with its value, unless a component is missing or damaged."""
    components = [game.find(Component, entry.component.name) for entry in pack.components]
    if not all(component and is_sure(component, game) for component in components):
        return {}
    return {"components": tuple(_entry(entry, game) for entry in pack.components)}


def _pack(pack: PackDocument) -> Record:
    players = None
    if pack.players:
        players = Record({"least": pack.players.least, "most": pack.players.most}, "range", str(pack.players))
    fields: dict[str, Value] = {
        "title": pack.title,
        "summary": pack.summary,
        "players": players,
        "minutes": pack.minutes,
        "credit": pack.credit.line if pack.credit else "",
        "licence": pack.licence.name if pack.licence else "",
    }
    return Record(fields, "pack", pack.title)


def _entry(entry: Entry, game: Game) -> Record:
    component = game.find(Component, entry.component.name)
    fields: dict[str, Value] = {
        "id": entry.id,
        "name": entry.name or (component.name if component else entry.id),
        "count": entry.copies * count_of(component, game) if component else 0,
        "optional": entry.optional,
        "stock": component.stock if component else "",
    }
    return Record(fields, "component", entry.id)


def _component(component: Component, game: Game, shared: dict[int, tuple[Record, ...]]) -> Record:
    """Return the record of a component; `shared` are records of rows that several components take from one table."""
    found = rows_of(component, game)
    rows = shared.get(id(found))
    if rows is None:
        rows = tuple(row_record(row, index) for index, row in enumerate(found, 1))
        if found is component.rows:  # others are created per call, and their ids may be reused
            shared[id(found)] = rows
    fields: dict[str, Value] = {
        "id": component.id,
        "name": component.name,
        "count": count_of(component, game),
        "rows": rows,
    }
    return Record(fields, "component", component.id)


DefinitionError = tuple[Definition, ExpressionError]
"""A definition that could not be evaluated, and its error."""


def _define(
    environment: Environment, definitions: tuple[Definition, ...], work: Work
) -> tuple[Environment, tuple[DefinitionError, ...]]:
    """Return the environment with the definitions added in order, and their errors.

    A definition may use the ones before it, so that none can call itself.
    """
    errors = []
    for definition in definitions:
        try:
            environment = _with(definition, environment, work)
        except ExpressionError as error:
            environment = Environment(outer=environment, doubtful=frozenset((definition.name,)))
            if not error.reported:
                errors.append((definition, error))
    return environment, tuple(errors)


def _with(definition: Definition, environment: Environment, work: Work) -> Environment:
    """Return the environment with one more definition. Raises ExpressionError if it cannot be evaluated."""
    if not definition.parameters:
        body, budget = parse(definition.body.text), work.budget(DEFINITION_STEPS)
        try:
            value = body.evaluate(environment, budget)
        finally:
            work.charge(definition.body, budget.steps - budget.left)
        return replace(environment, names={**environment.names, definition.name: value})
    head = f"{definition.name}({', '.join(definition.parameters)})"
    function = Function(head, _call(definition, environment, work), pays=True)
    return replace(environment, functions={**environment.functions, definition.name: function})


def _call(definition: Definition, environment: Environment, work: Work) -> Callable[..., Value]:
    body = parse(definition.body.text)
    for fault in body.faults(environment.with_names(dict.fromkeys(definition.parameters))):
        raise fault

    def call(budget: StepBudget, *arguments: Value) -> Value:
        names, before = dict(zip(definition.parameters, arguments, strict=True)), budget.left
        try:
            return body.evaluate(environment.with_names(names), budget)
        except ExpressionError as error:
            message = f"in '{definition.name}': {error.message}"
            raise Refusal(message, error.hint, reported=error.reported, cause=error.cause) from error
        finally:
            work.share(definition.body, before - budget.left)

    return call


# Block maps have more fields: blocks, addresses, and the address table.


def block_map_fields(drawn: BlockMap) -> dict[str, Value]:
    """Return the fields of a block map: blocks in reading order, addresses, address table, and its law (drive, turns,
    speed).
    """
    addresses = tuple(map(_address, drawn.addresses.values()))
    of_block: dict[Value, list[Record]] = {}
    for address in addresses:
        of_block.setdefault(address.fields["block"], []).append(address)
    return {
        "blocks": tuple(_block(block, of_block.get(block.id, ())) for block in drawn.blocks),
        "addresses": addresses,
        "table": _table(drawn.table) if drawn.table else None,
        "drive": drawn.traffic.drive,
        "turns": tuple(turn for turn in TURNS if any(ref.name == turn for ref in drawn.turns)),
        "speed": drawn.speed,
    }


def _block(block: Block, addresses: Iterable[Record]) -> Record:
    """Return the record of a block: its id, its column and row from 1, and its addresses."""
    column, row = block.at
    fields: dict[str, Value] = {"id": block.id, "column": column + 1, "row": row + 1, "addresses": tuple(addresses)}
    return Record(fields, "block", block.id)


def _address(address: Address) -> Record:
    """Return the record of an address: its id, its block with column and row, its side, its number of squares."""
    column, row = address.block.at
    fields: dict[str, Value] = {
        "id": address.id,
        "block": address.block.id,
        "column": column + 1,
        "row": row + 1,
        "side": address.side,
        "squares": len(address.squares),
    }
    return Record(fields, "address", address.id)


def _table(table: AddressTable) -> Record:
    """Return the record of an address table: the faces of its dice, its cells row by row, and the chance of each
    outcome.
    """
    odds = (Record({"outcome": outcome, "chance": chance}, "odds", outcome) for outcome, chance in table.odds)
    fields: dict[str, Value] = {
        "rows": table.rows,
        "columns": table.columns,
        "cells": tuple(tuple(cell.name for cell in row) for row in table.cells),
        "free": table.free,
        "odds": tuple(odds),
    }
    return Record(fields, "table", "address table")
