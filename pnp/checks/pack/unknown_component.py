"""A manifest that names what is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.component import Component

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts


@check("unknown-component", severity=ERROR)
def unknown_component(facts: Facts) -> Iterator[Fault]:
    """The manifest of a pack names a component that is not there.

    A component is a document of the pack or of a kit that it uses, known by its file name without `.yaml`.

    Fix: correct the name, or list the component's file under `documents`.

    Bad:
        kind: pack
        title: Harbour
        players: 2 to 4
        components: [{component: tickets}]

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
        components: []
    """
    game = facts.game
    for entry in game.pack.components if game.pack else ():
        name = entry.component.name
        if game.find(Component, name) is None and not game.may_have(name):
            hint = did_you_mean(name, game.names(Component)) or "list its file under documents"
            yield Fault(entry.component.span, f"there is no component '{name}'", hint)
