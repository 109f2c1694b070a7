"""Fields of rows: declared, given, used and of the right form."""

import re
from collections.abc import Iterable, Iterator

from pnp.checks.merging import misfits
from pnp.checks.names_used import (
    asked_by_faces,
    colours_without_braces,
    fields_asked,
    icons_without_braces,
    meant_document,
)
from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.expression import Environment, identifier
from pnp.facts import Facts
from pnp.messages import did_you_mean, nearest, shown, some_of
from pnp.model.component import Component
from pnp.model.faces.layer import Layer, TextArt
from pnp.model.faces.layer_formulas import names_of
from pnp.model.faces.template import Template
from pnp.model.faces.theme import Theme
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.row import COPIES, LABELS, Field, NumberType, PlaceType, RowType, TextType, single
from pnp.model.values import BadValueError, Known, take


@check("bad-field", severity=ERROR)
def bad_field(facts: Facts) -> Iterator[Fault]:
    """The declaration of a field cannot be used.

    It names a tag that no place has or a component that does not exist, its range ends before it begins, or its
    `default` is not a value of its type.

    Fix: correct the declaration; the message lists what exists.

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
            hint = meant_document(game, Component, name.name)
            yield Fault(name.span, f"there is no component {shown(name.name)}", hint)
        case _:
            pass
    if field.default is not None:
        try:
            take(field.type, field.default, known)
        except BadValueError as error:
            yield Fault(field.span, f"the default of {shown(field.name)}: {error.message}", error.hint)


def _tag(kind: PlaceType, game: Game) -> Iterator[Fault]:
    """Yield a fault if no place of the map has the tag; a missing map is reported by another check."""
    found = game.find(GameMap, kind.map.name)
    if found is None or found.damaged or kind.tag is None:
        return
    tags = sorted(found.tags)
    if kind.tag.name not in tags:
        hint = did_you_mean(kind.tag.name, tags) or (
            f"tags are {', '.join(tags)}" if tags else "its places have no tags"
        )
        yield Fault(kind.tag.span, f"no place of {shown(found.id)} is tagged {shown(kind.tag.name)}", hint)


@check("bad-field-value", severity=ERROR)
def bad_field_value(facts: Facts) -> Iterator[Fault]:
    """A row has a value that does not fit the declared type of its field.

    The `fields` of a component declare what each value can be: a number in a range, one of some words, a place of a
    map, an icon. Another value would be printed wrongly, or break a formula elsewhere.

    Fix: correct the value; if a spreadsheet changed it, format the column as text there.

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


@check("missing-field", severity=ERROR)
def missing_field(facts: Facts) -> Iterator[Fault]:
    """A row lacks a required field.

    The `fields` of a component declare which of them are optional. An empty cell of a table counts as missing.

    Fix: set the field, or declare it as `text, optional` or with a `default`.

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


@check("unknown-field", severity=ERROR)
def unknown_field(facts: Facts) -> Iterator[Fault]:
    """A row has a field that its component does not declare.

    Most often the name is misspelt, and the intended field is missing. A column that resembles no declared field is a
    warning, because it is ignored.

    Fix: correct the name, or declare the field; use the type `note` for a note to yourself.

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


FEW = 4
"""Maximum number of undeclared fields that are reported separately."""

QUANTITIES = ("quantity", "qty", "amount", "number", "quantità", "quantité", "cantidad", "anzahl", "ilość", "počet")
"""Names of columns that give the number of copies in other tools."""


FREE = frozenset((*LABELS, COPIES[0]))
"""The fields that are of use although no face shows them: they name a row, or say how often it is printed."""


NOTES = frozenset(("note", "notes", "comment", "comments", "todo"))
"""Columns for the designer alone, in tables without declared fields."""


@check("unused-field", severity=WARNING)
def unused_field(facts: Facts) -> Iterator[Fault]:
    """A field of the rows is not used.

    No template of the component and no other expression of the game uses it. It is missing on the face, or its name is
    spelt differently there.

    A column called `notes` or `comments` may stay unused if no fields are declared.

    Fix: use it in the template, as in `{fine}`, or remove it; use the type `note` for a note to yourself.

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
        if asked is None or _uses_missing_name(asked.names - set(map(identifier, given)), facts.environment):
            continue
        free = FREE if component.fields else FREE | NOTES
        unused = [name for name in given if identifier(name) not in asked.names and name.lower() not in free]
        meant = set(map(str.casefold, asked.meant)) if unused else set()
        unused = [name for name in unused if identifier(name).casefold() not in meant]
        if unused:
            bracketed = {name for _, _, name in _in_brackets(component, game)} | icons_without_braces(game)
            bracketed |= colours_without_braces(game)
            unused = [name for name in unused if name not in bracketed]
        if unused:
            elsewhere = fields_asked(game) if elsewhere is None else elsewhere
            unused = _not_meant(unused, elsewhere, component, given)
        if unused:
            unused = [name for name in unused if _folded(name) not in _asked_of_table(component, given[name], game)]
        if len(unused) > FEW and not component.fields:
            hint = "take them out, or declare the fields and make what is for you alone a 'note'"
            yield Fault(given[unused[0]], f"nothing uses the fields {some_of(unused)}", hint)
            unused = [name for name in unused if identifier(name).lower() in QUANTITIES]
        for name in unused:
            hint = _usage_hint(identifier(name), name in component.fields)
            if not component.fields and all(row.fields.get(name) is None for row in component.rows):
                hint = "quote the text before it, if a comma ends that text here"
            yield Fault(given[name], f"nothing uses the field {shown(name)}", hint)


def _not_meant(
    unused: Iterable[str], elsewhere: frozenset[str], component: Component, given: Iterable[str]
) -> list[str]:
    """Return the fields that no expression elsewhere uses; of a table also without those that a mistyped one means.

    A field that no row has is reported where it is used.
    """
    strange = frozenset[str]() if component.prints else elsewhere - set(map(identifier, given))
    left = (name for name in unused if identifier(name) not in elsewhere)
    return [name for name in left if not (strange and nearest(identifier(name), strange))]


def _usage_hint(name: str, declared: bool) -> str:
    """Return a hint on how to use a field in an expression, if its name is possible there."""
    if not {*QUANTITIES, *COPIES}.isdisjoint(re.split(r"[\W_]+", name.lower())):
        return "if it says how many of a row are printed, call it 'copies'"
    if name.isidentifier():
        other = "make it a 'note'" if declared else "take it out"
        return f"write {{{name}}} where it is to be printed, or {other}"
    return "give it a name of letters, digits, blanks and hyphens, so that templates can use it, or take it out"


def _uses_missing_name(others: frozenset[str], environment: Environment) -> bool:
    """Whether the faces use a missing name: that is reported, and may be a misspelt field."""
    return any(not environment.has(name) for name in others - {"index", COPIES[0]})


def _asked_of_table(component: Component, column: Span, game: Game) -> frozenset[str]:
    """Return the names, in small letters, that other components use which have rows from the table of a column."""
    found = frozenset[str]()
    for other in game.all(Component) if column.file != component.span.file else ():
        if other is not component and any(span.file == column.file for span in other.columns.values()):
            asked = asked_by_faces(other, game)
            if asked is None:  # nobody knows what its template uses
                return frozenset(map(_folded, component.columns))
            found |= frozenset(map(str.casefold, asked.names))
    return found


def _folded(name: str) -> str:
    return identifier(name).casefold()


def _given(component: Component) -> dict[str, Span]:
    """Return the fields of the rows, each with the span of its declaration, its column or its first use in a row."""
    if component.fields:
        notes = {name for name, field in component.fields.items() if field.type == TextType(note=True)}
        return {name: field.span for name, field in component.fields.items() if name not in notes}
    given = dict(component.columns)
    for row in component.rows if not component.columns else ():
        for name in row.own_fields:
            if name not in given and name not in component.computed:
                given[name] = row.spans[name]
    return given


BRACKETED = re.compile(r"(?<![\\{\[<])(?:\{\{([\w -]+)\}\}|\[([\w -]+)\](?!\{)|<<?([\w -]+)>>?|%([\w-]+)%|@([\w-]+)@)")
"""A name in brackets as other programs write a field."""


@check("unbound-field", severity=WARNING)
def unbound_field(facts: Facts) -> Iterator[Fault]:
    """A text of a template has the name of a field without braces, or in brackets of another program.

    Fields are in single braces: `{title}`. `[title]`, `<title>`, `%title%` and `{{title}}` are printed as they are, on
    every card. So is a text that is only `title`; it is reported if nothing else on the face uses that field.

    Fix: write the name in single braces.

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
        rows: [{title: Opera}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "[title]", where: inset 3}]

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
        rows: [{title: Opera}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]
    """
    reported: set[Span] = set()
    for component in facts.game.all(Component):
        for span, written, name in _in_brackets(component, facts.game):
            if span not in reported:
                reported.add(span)
                message = f"{shown(written)} is printed as it is, and {shown(name)} is a field"
                yield Fault(span, message, f"write {{{identifier(name)}}}")


def _in_brackets(component: Component, game: Game) -> Iterator[tuple[Span, str, str]]:
    """Yield each field that the faces of a component have without braces or in other ones, as written and its name."""
    fields = {identifier(name).casefold(): name for name in _given(component)}
    words = {word for theme in game.all(Theme) for word in theme.keywords}
    for template in filter(None, (game.find(Template, ref.name) for ref in component.templates)):
        layers = tuple(template.every_layer())
        for layer in layers:
            if not isinstance(layer.art, TextArt) or layer.art.verbatim:
                continue
            text, whole = layer.art.text, layer.art.text.literal
            if whole and whole in fields.values() and not _is_used(whole, layer, layers):
                yield text.span, whole, whole
            for found in BRACKETED.finditer(text.text):
                name = next(filter(None, found.groups()))
                field = fields.get(identifier(name).casefold())
                before = text.text[: found.start()]
                if before.count("{") > before.count("}"):
                    continue  # an item of a list in an expression
                if field is not None and f"{{{name}}}" not in words:
                    yield text.part(*found.span()), found[0], field


def _is_used(field: str, layer: Layer, layers: Iterable[Layer]) -> bool:
    """Whether another layer uses the field: then a text that is its name may be its heading."""
    return any(identifier(field) in names_of(other) for other in layers if other is not layer)
