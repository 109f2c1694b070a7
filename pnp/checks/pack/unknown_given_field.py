"""A field that a line of the manifest gives, and no row has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.facts import is_sure, rows_of
from pnp.messages import did_you_mean
from pnp.model.component import Component

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts


@check("unknown-given-field", severity=ERROR)
def unknown_given_field(facts: Facts) -> Iterator[Fault]:
    """A line of the manifest gives a field that no row of its component has.

    What stands under `with` takes the place of what the rows say, so that a component can be printed once more with
    another map or colour. A field that no row has is read by nothing.

    Fix: correct the name of the field, or give it to the rows of the component.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [coins.yaml, coin.yaml]
        components:
          - {component: coins}
          - {component: coins, id: red-coins, with: {colr: red}}
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        rows: [{name: Coin, colour: blue}]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: [{text: "{colour}", where: fill}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [coins.yaml, coin.yaml]
        components:
          - {component: coins}
          - {component: coins, id: red-coins, with: {colour: red}}
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        rows: [{name: Coin, colour: blue}]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: [{text: "{colour}", where: fill}]
    """
    game = facts.game
    fields: dict[str, set[str]] = {}  # a manifest may list one component a thousand times
    for entry in game.pack.components if game.pack else ():
        if not entry.given_at:
            continue
        component = game.find(Component, entry.component.name)
        if component is None or not is_sure(component, game):
            continue
        if component.id not in fields:
            rows = rows_of(component, game)
            fields[component.id] = {name for row in rows for name in row.fields} | set(component.fields)
        known = fields[component.id]
        for name, span in entry.given_at.items():
            if name not in known:
                hint = did_you_mean(name, known) or f"its rows have {', '.join(sorted(known))}"
                yield Fault(span, f"no row of '{component.id}' has the field '{name}'", hint if known else None)
