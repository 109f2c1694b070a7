"""A component that the manifest leaves out."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check
from pnp.model.component import Component

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts


@check("unprinted-component", severity=WARNING)
def unprinted_component(facts: Facts) -> Iterator[Fault]:
    """A component belongs to the pack and is not printed.

    What is printed stands under `components` of the pack. Of a component that no line there names, nothing is drawn,
    counted or checked on its face.

    Fix: give it a line under `components`; accept the finding where its rows serve formulas and tables alone.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, notes.yaml, coin.yaml]
        components: [{component: coins}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: notes.yaml
        kind: component
        makes: note
        name: Notes
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, notes.yaml, coin.yaml]
        components: [{component: coins}, {component: notes}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: notes.yaml
        kind: component
        makes: note
        name: Notes
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    game, pack = facts.game, facts.game.pack
    if pack is None or pack.damaged:
        return
    printed = {entry.component.name for entry in pack.components}
    if any(game.find(Component, name) is None for name in printed):  # that one may be meant
        return
    for name in (PurePosixPath(document.name).stem for document in pack.documents):
        component = game.find(Component, name)
        if component and name not in printed:
            message = f"no line under 'components' of the pack prints '{name}'"
            yield Fault(component.span, message, f"add '- {{component: {name}}}' there, or take it out")
