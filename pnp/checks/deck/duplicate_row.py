"""Rows with the same id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import MOST
from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import counted, shown
from pnp.model.component import Component

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.facts import Facts
    from pnp.model.component import Row


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
        repeated = [rows for rows in _by_id(component).values() if len(rows) > 1]
        for first, again, *_ in repeated[:MOST]:
            place = f"row {first.span.row}" if first.span.row else f"line {first.span.line}"
            message = f"there is a row {shown(first.name)} already, in {place}"
            yield Fault(_place(again), message, "give one of them another id")
        for _, again, *_ in repeated[MOST : MOST + 1]:
            much = counted(len(repeated) - MOST, "more id")
            yield Fault(_place(again), f"{much} from here on are those of several rows", "mend some of those above")


def _by_id(component: Component) -> dict[str, list[Row]]:
    """The rows of a component by the ids that they give."""
    rows: dict[str, list[Row]] = {}
    for row in component.rows:
        given = next((value for name, value in row.fields.items() if name.lower() == "id"), None)
        if given not in (None, ""):
            rows.setdefault(str(given), []).append(row)
    return rows


def _place(row: Row) -> Span:
    """Where the id of a row stands."""
    return next((span for name, span in row.spans.items() if name.lower() == "id"), row.span)
