"""A field that a row lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import misfits
from pnp.diagnostics import ERROR, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Fault
    from pnp.facts import Facts


@check("missing-field", severity=ERROR)
def missing_field(facts: Facts) -> Iterator[Fault]:
    """A row lacks a field that it must have.

    A component that declares its `fields` says which of them a row may leave out. An empty cell of a table counts as
    left out.

    Fix: give the field, or declare it as `text, optional` or with a `default`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        fields: {title: text, fine: number}
        rows: [{title: Opera}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, ticket.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        fields: {title: text, fine: {type: number, default: 1}}
        rows: [{title: Opera}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
    """
    return misfits(facts.game, "missing")
