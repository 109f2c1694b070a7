"""The environment of a game's expressions."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from pnp.expression import (
    Budget,
    Environment,
    ExpressionError,
    Function,
    Record,
    Refusal,
    Value,
    Work,
    identifier,
    parse,
)
from pnp.expression.limits import PACK_STEPS, ROW_STEPS
from pnp.facts.maps import map_functions, map_record
from pnp.facts.rows import MOST_FACES, count_of, faces_of, is_sure, row_record, rows_of
from pnp.model.component import Component
from pnp.model.game_map import GameMap
from pnp.model.pack import Definition, Entry, Pack
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from pnp.model.game import Game
    from pnp.network import Network

DEFINITION_STEPS = 5_000_000
"""How much work the value of one definition may be. Calls are paid by who calls."""


class _Anything:
    """What every name is in."""

    def __contains__(self, _name: object) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Facts:
    """A game with the environment of its expressions, and the definitions that could not be worked out.

    `networks` are its maps lowered, by name. `work` is what its formulas may take together.
    """

    game: Game
    environment: Environment
    troubles: tuple[tuple[Definition, ExpressionError], ...] = ()
    networks: Mapping[str, Network] = field(default_factory=dict)
    work: Work = field(default_factory=Work)


def gather_facts(game: Game, networks: Mapping[str, Network]) -> Facts:
    """The facts of `game`; `networks` are its maps lowered, by name.

    Names: `pack`, `components` (the manifest), each component and each map by its id. Functions: distance, adjacent,
    neighbours, area. What is damaged is not among them: to ask for it is no fault of the expression.
    """
    maps = (found for found in game.all(GameMap) if not found.damaged)
    names: dict[str, Value] = {found.id: map_record(found, networks[found.id]) for found in maps}
    shared: dict[int, tuple[Record, ...]] = {}
    for component in game.all(Component):
        if is_sure(component, game):
            names[component.id] = _component(component, game, shared)
    if game.pack:
        names["pack"] = _pack(game.pack)
        names.update(_manifest(game.pack, game))
    functions = {function.name: function for function in map_functions(game, networks)}
    base = Environment(names, functions, doubtful=_doubtful(game, names))
    work = Work(PACK_STEPS + ROW_STEPS * min(faces_of(game), MOST_FACES))
    environment, troubles = _define(base, game.pack.definitions if game.pack else (), work)
    return Facts(game, environment, troubles, networks, work)


def _doubtful(game: Game, names: Mapping[str, Value]) -> Container[str]:
    """The names that expressions may ask for in vain, since what they stand for has errors."""
    pack = game.pack
    if game.adrift or (pack and pack.damaged and not pack.definitions):
        return _Anything()
    known = (*game.names(GameMap), *game.names(Component), *(("components",) if pack else ()))
    missing = {identifier(name) for name in known if name not in names}
    return frozenset(missing | set(map(identifier, game.unread)) | (pack.lost if pack else frozenset()))


def _manifest(pack: Pack, game: Game) -> dict[str, Value]:
    """The name `components`, if all of them are as they were meant."""
    components = [game.find(Component, entry.component.name) for entry in pack.components]
    if not all(component and is_sure(component, game) for component in components):
        return {}
    return {"components": tuple(_entry(entry, game) for entry in pack.components)}


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


def _component(component: Component, game: Game, shared: dict[int, tuple[Record, ...]]) -> Record:
    """What expressions see of a component; `shared` are the records of rows that several take from one table."""
    found = rows_of(component, game)
    rows = shared.get(id(found))
    if rows is None:
        rows = tuple(row_record(row, index) for index, row in enumerate(found, 1))
        if found is component.rows:  # others are made for who asks, and their ids may come again
            shared[id(found)] = rows
    fields: dict[str, Value] = {
        "id": component.id,
        "name": component.name,
        "count": count_of(component, game),
        "rows": rows,
    }
    return Record(fields, "component", component.id)


Trouble = tuple[Definition, ExpressionError]
"""A definition that could not be worked out, and why."""


def _define(
    environment: Environment, definitions: tuple[Definition, ...], work: Work
) -> tuple[Environment, tuple[Trouble, ...]]:
    """The environment with the definitions added in order: each may use those before it, none can call itself."""
    troubles = []
    for definition in definitions:
        try:
            environment = _with(definition, environment, work)
        except ExpressionError as error:
            environment = Environment(outer=environment, doubtful=frozenset((definition.name,)))
            if not error.told:
                troubles.append((definition, error))
    return environment, tuple(troubles)


def _with(definition: Definition, environment: Environment, work: Work) -> Environment:
    """The environment with one definition more; raises ExpressionError where it can't be worked out."""
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

    def call(budget: Budget, *arguments: Value) -> Value:
        names, before = dict(zip(definition.parameters, arguments, strict=True)), budget.left
        try:
            return body.evaluate(environment.with_names(names), budget)
        except ExpressionError as error:
            raise Refusal(f"in '{definition.name}': {error.message}", error.hint, told=error.told) from error
        finally:
            work.share(definition.body, before - budget.left)

    return call
