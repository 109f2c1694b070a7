"""Rows with the same id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.model.component import Component
from pnp.source.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts
    from pnp.model.row import Row


@check("duplicate-row", severity=ERROR)
def duplicate_row(facts: Facts) -> Iterator[Fault]:
    """Two rows of a component have the same id.

    A row is named by its id: findings tell of it by that name, and a field such as `row of tickets` refers to it. Most
    often a row was copied and its id was left as it is. Names and titles may repeat; to print a row several times there
    is `copies`.

    Fix: give one of the rows another id, or take it out.

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
        rows: [{id: opera, fine: 2}, {id: opera, fine: 3}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{fine}", where: inset 3}]

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
        rows: [{id: opera, fine: 2}, {id: market, fine: 3}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{fine}", where: inset 3}]
    """
    for component in facts.game.all(Component):
        first: dict[str, Row] = {}
        for row in component.rows:
            name, told = next(((name, str(row.fields[name])) for name in row.fields if name.lower() == "id"), ("", ""))
            if told and first.setdefault(told, row) is not row:
                span, other = row.spans.get(name, row.span), first[told].span
                place = f"row {other.row}" if other.row else f"line {other.line}"
                yield Fault(span, f"there is a row {shown(told)} already, in {place}", "give one of them another id")
