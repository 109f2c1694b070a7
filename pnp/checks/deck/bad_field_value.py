"""A value that its field does not take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import misfits
from pnp.diagnostics import ERROR, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Fault
    from pnp.facts import Facts


@check("bad-field-value", severity=ERROR)
def bad_field_value(facts: Facts) -> Iterator[Fault]:
    """A row gives a field a value that the field does not take.

    A component that declares its `fields` says what each takes: a number in a range, one of some words, a place of a
    map, an icon. A value that is none of these would print wrong, or break a formula far from here.

    Fix: correct the value; where a spreadsheet changed it, format the column as text there.

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
        fields: {title: text, fine: whole number 1 to 8}
        rows: [{title: Opera, fine: 9}]
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
        fields: {title: text, fine: whole number 1 to 8}
        rows: [{title: Opera, fine: 2}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
    """
    return misfits(facts.game, "value")
