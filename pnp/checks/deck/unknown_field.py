"""A field that is not declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import misfits
from pnp.diagnostics import ERROR, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Fault
    from pnp.facts import Facts


@check("unknown-field", severity=ERROR)
def unknown_field(facts: Facts) -> Iterator[Fault]:
    """A row has a field that its component does not declare.

    Most often the name is mistyped, and what was meant is left out. A column of a table that is like none of the fields
    without a column is only warned of: it is not read.

    Fix: correct the name, or declare the field; as a `note` where it is for you alone.

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
        fields: {title: text, line: 'text, optional'}
        rows: [{title: Opera, lnie: The tenor noticed.}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {line}", where: inset 3}]

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
        fields: {title: text, line: 'text, optional'}
        rows: [{title: Opera, line: The tenor noticed.}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {line}", where: inset 3}]
    """
    return misfits(facts.game, "unknown")
