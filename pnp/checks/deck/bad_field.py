"""A declaration that can't be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean, shown
from pnp.model.component import Component, NumberType, PlaceType, RowType, single
from pnp.model.maps.game_map import GameMap
from pnp.model.values import BadValueError, Known, take

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts
    from pnp.model.component import Field
    from pnp.model.game import Game


@check("bad-field", severity=ERROR)
def bad_field(facts: Facts) -> Iterator[Fault]:
    """A declaration of a field can't be used.

    It names a tag that no place of the map has or a component that is not there, its range ends before it begins, or
    its `default` is no value that the field takes.

    Fix: correct the declaration; the message says what there is.

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
        fields: {title: text, fine: whole number 8 to 1}
        rows: [{title: Opera, fine: 2}]
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
    game = facts.game
    known = Known(game)
    for component in game.all(Component):
        for field in component.fields.values():
            yield from _faults(field, game, known)


def _faults(field: Field, game: Game, known: Known) -> Iterator[Fault]:
    kind = single(field)
    match kind:
        case NumberType(backward=True):
            yield Fault(
                field.span, f"{shown(field.name)}: the range ends before it begins", "write the lesser end first"
            )
            return
        case PlaceType():
            yield from _tag(kind, game)
        case RowType(component=name) if game.find(Component, name.name) is None and not game.may_have(name.name):
            hint = did_you_mean(name.name, game.names(Component)) or "list its file under documents"
            yield Fault(name.span, f"there is no component {shown(name.name)}", hint)
        case _:
            pass
    if field.default is not None:
        try:
            take(field.type, field.default, known)
        except BadValueError as error:
            yield Fault(field.span, f"the default of {shown(field.name)}: {error.message}", error.hint)


def _tag(kind: PlaceType, game: Game) -> Iterator[Fault]:
    """A fault where no place of the map has the tag; a map that is not there is told by another check."""
    found = game.find(GameMap, kind.map.name)
    if found is None or found.damaged or kind.tag is None:
        return
    tags = sorted(found.tags)
    if kind.tag.name not in tags:
        hint = did_you_mean(kind.tag.name, tags) or (
            f"tags are {', '.join(tags)}" if tags else "its places have no tags"
        )
        yield Fault(kind.tag.span, f"no place of {shown(found.id)} is tagged {shown(kind.tag.name)}", hint)
