"""Rows that mean a place and misspell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.facts import misspelt_rows
from pnp.messages import shown
from pnp.model.component import Component

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.facts import Facts
    from pnp.model.component import Row


@check("misspelt-row", severity=ERROR)
def misspelt_row(facts: Facts) -> Iterator[Fault]:
    """A row that says more of a place has an id that is no place of the map.

    A component with a row for each place takes from its own rows what they say of places, by their ids. A row with
    another id is one of its own, and says all that its template asks for. This one says only what those of places do,
    and its id is very like that of a place of which no row says anything.

    Fix: write the id as the map does. If it is to be one of its own, let it say its name, too.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [harbour.yaml, stops.yaml, stop.yaml]
        components: [{component: stops}]
        # file: harbour.yaml
        kind: area-map
        size: 200 x 100
        areas: {Market: {at: [40, 50]}, Church: {at: [100, 50]}, Pier: {at: [160, 50]}}
        roads: [Market -- Church -- Pier -- Market]
        # file: stops.yaml
        kind: component
        makes: card
        name: Stops
        template: stop
        each-area-of: harbour
        rows: [{id: Market, toll: 1}, {id: Chruch, toll: 2}, {id: Pier, toll: 3}]
        # file: stop.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{name} {toll}", where: inset 4}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [harbour.yaml, stops.yaml, stop.yaml]
        components: [{component: stops}]
        # file: harbour.yaml
        kind: area-map
        size: 200 x 100
        areas: {Market: {at: [40, 50]}, Church: {at: [100, 50]}, Pier: {at: [160, 50]}}
        roads: [Market -- Church -- Pier -- Market]
        # file: stops.yaml
        kind: component
        makes: card
        name: Stops
        template: stop
        each-area-of: harbour
        rows: [{id: Market, toll: 1}, {id: Church, toll: 2}, {id: Pier, toll: 3}]
        # file: stop.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{name} {toll}", where: inset 4}]
    """
    for component in facts.game.all(Component):
        for row, area in misspelt_rows(component, facts.game):
            name = component.each.map.name if component.each else ""
            yield Fault(_place(row), f"{shown(row.name)} is no place of '{name}'", f"did you mean '{area}'?")


def _place(row: Row) -> Span:
    """Where the id of a row stands."""
    return next((span for name, span in row.spans.items() if name.lower() == "id"), row.span)
