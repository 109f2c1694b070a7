"""A box for what is not there, or does not lie flat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.facts.rows import FLAT
from pnp.messages import did_you_mean, shown
from pnp.model.component import Component

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts


@check("bad-box", severity=ERROR)
def bad_box(facts: Facts) -> Iterator[Fault]:
    """A box is to hold a component that is not there, or that does not lie flat.

    The size of a box is that of the cards in it, and their number times their thickness. It can't be told for dice,
    for standees, for a board that folds or for another box.

    Fix: name components of cards, tiles, tokens, mats or the like under `holds`, by their file names without `.yaml`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [box.yaml, tickets.yaml, ticket.yaml]
        components: [{component: box}]
        # file: box.yaml
        kind: component
        makes: box
        name: Box
        holds: tikets
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        copies: 20
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [box.yaml, tickets.yaml, ticket.yaml]
        components: [{component: box}]
        # file: box.yaml
        kind: component
        makes: box
        name: Box
        holds: tickets
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        copies: 20
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: []
    """
    game = facts.game
    for component in game.all(Component):
        for name in component.box.holds if component.box else ():
            found = game.find(Component, name.name)
            if found is None and not game.may_have(name.name):
                hint = did_you_mean(name.name, game.names(Component)) or "list its file under documents"
                yield Fault(name.span, f"there is no component {shown(name.name)}", hint)
            elif found and found.makes not in FLAT:
                message = f"{shown(name.name)} makes a {found.makes}, and that does not lie flat"
                yield Fault(name.span, message, "a box holds cards, tiles, tokens, mats and the like")
