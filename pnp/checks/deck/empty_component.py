"""A component that prints nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.facts import Facts, is_sure, rows_of
from pnp.messages import did_you_mean, series, shown
from pnp.model.component import Component
from pnp.model.maps.game_map import GameMap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.component import Each
    from pnp.model.game import Game


@check("empty-component", severity=ERROR)
def empty_component(facts: Facts) -> Iterator[Fault]:
    """A component has nothing to print.

    No area of the map has the tag that its rows are to have, or of every row there are 0 copies.

    Fix: correct the tag under `tagged`, or give a row some copies.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml, port.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        each-area-of: port
        tagged: satrt
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: []
        # file: port.yaml
        kind: area-map
        areas: {Market: {tags: [start]}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml, port.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        each-area-of: port
        tagged: start
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: []
        # file: port.yaml
        kind: area-map
        areas: {Market: {tags: [start]}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
    """
    for component in facts.game.all(Component):
        if is_sure(component, facts.game) and not any(row.copies for row in rows_of(component, facts.game)):
            if component.each and component.each.tag:
                yield _untagged(component.each, facts.game)
            else:
                yield Fault(component.span, f"{shown(component.name)} has nothing to print", "give a row some copies")


def _untagged(each: Each, game: Game) -> Fault:
    """The fault where no area has the tag."""
    assert each.tag
    found = game.find(GameMap, each.map.name)
    tags = sorted(found.tags) if found else []
    known = f"tags are {series(tags, 'and')}" if tags else "its areas have no tags"
    message = f"no area of {shown(each.map.name)} is tagged {shown(each.tag.name)}"
    return Fault(each.tag.span, message, did_you_mean(each.tag.name, tags) or known)
