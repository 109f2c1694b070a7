"""The environment of a game's expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.expression import Budget, Environment, ExpressionError, Function, Record, Refusal, Value, parse
from pnp.facts.rows import area_records, count_of, district_record, row_record, rows_of
from pnp.model.area_map import AreaMap
from pnp.model.component import Component
from pnp.model.pack import Definition, Entry, Pack
from pnp.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pnp.model.game import Game
    from pnp.network import Network

DEFINITION_STEPS = 20_000_000
"""How much work all calls of a pack's definitions may be, taken together."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A game with the environment of its expressions, and the definitions that could not be worked out."""

    game: Game
    environment: Environment
    troubles: tuple[tuple[Definition, ExpressionError], ...] = ()


def gather_facts(game: Game, networks: Mapping[str, Network]) -> Facts:
    """The facts of `game`; `networks` are its maps lowered, by name.

    Names: `pack`, `components` (the manifest), each component and each map by its id. Functions: distance, adjacent,
    neighbours, area.
    """
    maps = {found.id: _map(found, networks[found.id]) for found in game.all(AreaMap) if found.id in networks}
    names: dict[str, Value] = {found.id: _component(found, game) for found in game.all(Component)}
    names.update(maps)
    if game.pack:
        names["pack"] = _pack(game.pack)
        names["components"] = tuple(_entry(entry, game) for entry in game.pack.components)
    functions = {function.name: function for function in _map_functions(maps, networks)}
    environment, troubles = _define(Environment(names, functions), game.pack.definitions if game.pack else ())
    return Facts(game, environment, troubles)


def _pack(pack: Pack) -> Record:
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


def _component(component: Component, game: Game) -> Record:
    rows = tuple(row_record(row, index) for index, row in enumerate(rows_of(component, game), 1))
    fields: dict[str, Value] = {
        "id": component.id,
        "name": component.name,
        "count": count_of(component, game),
        "rows": rows,
    }
    return Record(fields, "component", component.id)


def _map(area_map: AreaMap, network: Network) -> Record:
    fields: dict[str, Value] = {
        "id": area_map.id,
        "name": area_map.name,
        "areas": area_records(area_map, network),
        "districts": tuple(map(district_record, area_map.districts)),
        "roads": len(area_map.roads),
    }
    return Record(fields, "map", area_map.id)


def _map_functions(maps: Mapping[str, Record], networks: Mapping[str, Network]) -> tuple[Function, ...]:
    areas = {name: {area.text: area for area in record.fields["areas"]} for name, record in maps.items()}  # type: ignore[union-attr]

    def network(value: Value) -> Network:
        name = value.text if isinstance(value, Record) else str(value)
        if name not in networks:
            raise Refusal(f"'{name}' is no map", did_you_mean(name, networks) or f"maps are {', '.join(networks)}")
        return networks[name]

    def place(where: Network, value: Value) -> str:
        name = value.text if isinstance(value, Record) else str(value)
        if name not in where.index:
            raise Refusal(f"'{name}' is no area of the map", did_you_mean(name, where.index))
        return name

    def distance(where: Value, start: Value, goal: Value) -> Value:
        on = network(where)
        return on.distance(place(on, start), place(on, goal))

    def adjacent(where: Value, start: Value, goal: Value) -> Value:
        on = network(where)
        return on.index[place(on, goal)] in on.onward[on.index[place(on, start)]]

    def neighbours(where: Value, start: Value) -> Value:
        on = network(where)
        found = on.neighbours(place(on, start))
        return tuple(areas[_name(where)][name] for name in found)

    def area(where: Value, name: Value) -> Value:
        return areas[_name(where)][place(network(where), name)]

    return (
        Function("distance(map, start, goal)", distance, _little),
        Function("adjacent(map, start, goal)", adjacent, _little),
        Function("neighbours(map, area)", neighbours, _little),
        Function("area(map, name)", area, _little),
    )


def _name(value: Value) -> str:
    return value.text if isinstance(value, Record) else str(value)


def _little(*_arguments: Value) -> int:
    return 2


Trouble = tuple[Definition, ExpressionError]
"""A definition that could not be worked out, and why."""


def _define(environment: Environment, definitions: tuple[Definition, ...]) -> tuple[Environment, tuple[Trouble, ...]]:
    """The environment with the definitions added in order: each may use those before it, none can call itself."""
    budget = Budget(DEFINITION_STEPS)
    troubles = []
    for definition in definitions:
        try:
            if definition.parameters:
                function = Function(
                    f"{definition.name}({', '.join(definition.parameters)})", _call(definition, environment, budget)
                )
                environment = Environment({}, {definition.name: function}, environment)
            else:
                value = parse(definition.body.text).evaluate(environment, budget)
                environment = Environment({definition.name: value}, {}, environment)
        except ExpressionError as error:
            troubles.append((definition, error))
    return environment, tuple(troubles)


def _call(definition: Definition, environment: Environment, budget: Budget) -> Callable[..., Value]:
    body = parse(definition.body.text)
    for fault in body.faults(environment.with_names(dict.fromkeys(definition.parameters))):
        raise fault

    def call(*arguments: Value) -> Value:
        names = dict(zip(definition.parameters, arguments, strict=True))
        try:
            return body.evaluate(environment.with_names(names), budget)
        except ExpressionError as error:
            raise Refusal(f"in '{definition.name}': {error.message}", error.hint) from error

    return call
