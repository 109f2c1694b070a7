"""A field that nothing asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import asked_by_faces, fields_asked
from pnp.diagnostics import WARNING, Fault, check
from pnp.expression import identifier
from pnp.messages import shown, some_of
from pnp.model.component import LABELS, Component, TextType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.expression import Environment
    from pnp.facts import Facts


FEW = 4
"""How many fields that nobody declared are told each by itself."""

QUANTITIES = ("quantity", "qty", "amount", "number", "quantità", "quantité", "cantidad", "anzahl", "ilość", "počet")
"""Columns that in other tools say how many of a row are printed."""


@check("unused-field", severity=WARNING)
def unused_field(facts: Facts) -> Iterator[Fault]:
    """A field of the rows is used nowhere.

    No template of the component asks for it, nor does any other expression of the game. Either it was forgotten on the
    face, or its name is spelt in another way there.

    Fix: ask for it in the template, as in `{fine}`, or take it out; declare it as a `note` where it is for you alone.

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
        rows: [{title: Opera, fine: 2}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]

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
        rows: [{title: Opera, fine: 2}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
    """
    game = facts.game
    if game.unread or any(document.damaged for document in game.documents):
        return
    elsewhere: frozenset[str] | None = None
    for component in game.all(Component):
        given, asked = _given(component), asked_by_faces(component, game)
        if asked is None or _is_astray(asked.names - set(map(identifier, given)), facts.environment):
            continue
        unused = [name for name in given if identifier(name) not in asked.names and name.lower() not in LABELS]
        if unused:
            elsewhere = fields_asked(game) if elsewhere is None else elsewhere
            unused = [name for name in unused if identifier(name) not in elsewhere]
        if len(unused) > FEW and not component.fields:
            hint = "take them out, or declare the fields and make what is for you alone a 'note'"
            yield Fault(given[unused[0]], f"nothing asks for the fields {some_of(unused)}", hint)
            unused = [name for name in unused if identifier(name).lower() in QUANTITIES]
        for name in unused:
            hint = _way_out(identifier(name), name in component.fields)
            yield Fault(given[name], f"nothing asks for the field {shown(name)}", hint)


def _way_out(name: str, declared: bool) -> str:
    """How to ask for a field, if its name can stand in an expression."""
    if name.lower() in QUANTITIES:
        return "if it says how many of a row are printed, call it 'copies'"
    if name.isidentifier():
        other = "make it a 'note'" if declared else "take it out"
        return f"write {{{name}}} where it is to be printed, or {other}"
    return "give it a name of letters, digits, blanks and hyphens to ask for it by, or take it out"


def _is_astray(others: frozenset[str], environment: Environment) -> bool:
    """Whether the faces ask for a name that is not there: this is told, and a field of the rows may be meant."""
    return any(not environment.has(name) for name in others - {"index"})


def _given(component: Component) -> dict[str, Span]:
    """The fields that rows have, each where it is first written: declared, as a column, or in a row."""
    if component.fields:
        notes = {name for name, field in component.fields.items() if field.type == TextType(note=True)}
        return {name: field.span for name, field in component.fields.items() if name not in notes}
    given = dict(component.columns)
    for row in component.rows if not component.columns else ():
        for name in row.fields:
            if name not in given:
                given[name] = row.spans[name]
    return given
