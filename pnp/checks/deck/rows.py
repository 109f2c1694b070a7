"""Rows that are missing, repeated or misspelt, and texts that no row has."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from pnp.checks.merging import MOST
from pnp.checks.names_used import formulas
from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.expression import ExpressionError, Record, identifier, parse, parse_template
from pnp.expression.syntax import ComparedText
from pnp.facts import Facts, is_sure, manifest, misspelt_rows, rows_of, selects_nothing
from pnp.messages import did_you_mean, many, series, shown
from pnp.model.component import Component, DerivedRows
from pnp.model.faces.layer_formulas import bindings, expressions
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.reference import Formula, without_mentions
from pnp.model.row import ChoiceType, FieldType, Row, RowValue, single


@check("duplicate-row", severity=ERROR)
def duplicate_row(facts: Facts) -> Iterator[Fault]:
    """Two rows of a component have the same id.

    Findings name a row by its id, and a field such as `row of tickets` refers to it. Most often a row was copied
    without changing its id. Names and titles may repeat. To print a row several times, use `copies`.

    Fix: change one of the ids, or delete one of the rows.

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
            much = many(len(repeated) - MOST, "more id")
            yield Fault(_place(again), f"{much} from here on are those of several rows", "mend some of those above")


@check("repeated-name", severity=WARNING)
def repeated_name(facts: Facts) -> Iterator[Fault]:
    """Two components that the pack prints have the same name.

    Sheets, the list of components and the table call them alike, and players cannot tell them apart. Most often a
    document was copied.

    Fix: give one of them another `name`, in its document or in its line of `pack.yaml`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [boats.yaml, flags.yaml, boat.yaml]
        components: [{component: boats}, {component: flags}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: boat
        rows: [{title: Sloop}]
        # file: flags.yaml
        kind: component
        makes: token
        name: Boats
        template: boat
        rows: [{title: Red}]
        # file: boat.yaml
        kind: template
        size: 18 x 18
        layers: [{text: "{title}", where: inset 2}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [boats.yaml, flags.yaml, boat.yaml]
        components: [{component: boats}, {component: flags}]
        # file: boats.yaml
        kind: component
        makes: token
        name: Boats
        template: boat
        rows: [{title: Sloop}]
        # file: flags.yaml
        kind: component
        makes: token
        name: Flags
        template: boat
        rows: [{title: Red}]
        # file: boat.yaml
        kind: template
        size: 18 x 18
        layers: [{text: "{title}", where: inset 2}]
    """
    named: dict[str, Component] = {}
    for entry, component in manifest(facts.game):
        name = entry.name or component.name
        other = named.setdefault(name.casefold(), component)
        if other.id != component.id:
            span = next((each.span for each in component.wording if each.text == component.name), component.span)
            message = f"{shown(other.id)} is called {shown(name)} too"
            hint = "give one of them another name"
            yield Fault(entry.span if entry.name else span, message, hint, layer=component.span)


def _by_id(component: Component) -> dict[str, list[Row]]:
    """Return the rows of a component by their ids."""
    rows: dict[str, list[Row]] = {}
    for row in component.rows:
        given = next((value for name, value in row.fields.items() if name.lower() == "id"), None)
        if given not in (None, ""):
            rows.setdefault(str(given), []).append(row)
    return rows


def _place(row: Row) -> Span:
    """Return the span of the id of a row."""
    return next((span for name, span in row.spans.items() if name.lower() == "id"), row.span)


@check("empty-component", severity=ERROR)
def empty_component(facts: Facts) -> Iterator[Fault]:
    """A component has nothing to print.

    No area of the map has the tag under `tagged`, or every row has 0 copies.

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
                yield _empty(component, facts.game)


def _empty(component: Component, game: Game) -> Fault:
    chosen = component.selection
    message = f"{shown(component.name)} has nothing to print"
    if chosen and chosen.only and not component.rows:
        for compared, span in _compared_texts(chosen.only) if _compares_choices(component) else ():
            fault = _unmet(compared.name, compared.text, span, _values(component, compared.name, game), True)
            if fault:
                return replace(fault, message=f"{message}: {fault.message}")
        return Fault(chosen.only.span, f"{message}: no row meets {shown(chosen.only.text)}", "correct 'only'")
    if chosen and chosen.take and not component.rows:
        return Fault(component.span, f"{message}: there is no row {chosen.take[0]} to take", "correct 'take'")
    return Fault(component.span, message, "give a row some copies")


def _untagged(each: DerivedRows, game: Game) -> Fault:
    """Return the fault that no area has the tag."""
    assert each.tag
    found = game.find(GameMap, each.map.name)
    tags = sorted(found.tags) if found else []
    known = f"tags are {series(tags, 'and')}" if tags else "its areas have no tags"
    message = f"no area of {shown(each.map.name)} is tagged {shown(each.tag.name)}"
    return Fault(each.tag.span, message, did_you_mean(each.tag.name, tags) or known)


@check("misspelt-row", severity=ERROR)
def misspelt_row(facts: Facts) -> Iterator[Fault]:
    """A row that adds to a place has an id that is not a place of the map.

    In a component with a row for each place, rows with the id of a place add to that place. A row with another id is an
    additional row with all fields of its template. This row has only the fields that are added to places, and its id is
    similar to a place without such a row.

    Fix: write the id as on the map. If you mean an additional row, give it a name, too.

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


@check("unmet-comparison", severity=WARNING)
def unmet_comparison(facts: Facts) -> Iterator[Fault]:
    """A field is compared with a text that the field never has.

    The text is none of the choices of the field, or it resembles the texts that the rows have and is none of them. Or
    the field is yes or no, and a text is neither. Then a layer with such a condition is on no face, or on each; a
    rulebook counts no rows, and a requirement holds or fails for any content.

    Fix: write the text as the rows do; compare a field that is yes or no with nothing: `show-when: ripe`.

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
        fields: {title: text, line: {one-of: [green, amber]}}
        rows: [{title: Opera, line: green}, {title: Pier, line: amber}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers:
          - {text: "{title}", where: "top, 12 high, inset 3"}
          - {text: Go, where: "bottom, 12 high, inset 3", show-when: line == 'gren'}

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
        fields: {title: text, line: {one-of: [green, amber]}}
        rows: [{title: Opera, line: green}, {title: Pier, line: amber}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers:
          - {text: "{title}", where: "top, 12 high, inset 3"}
          - {text: Go, where: "bottom, 12 high, inset 3", show-when: line == 'green'}
    """
    game = facts.game
    if game.unread or any(document.damaged for document in game.documents):
        return
    told: dict[Span, Fault | None] = {}
    owners = {identifier(component.id): component for component in game.all(Component)}
    values: dict[tuple[str, str], tuple[RowValue, ...]] = {}
    for component, formula in (*_formulas_of_rows(game), *((None, formula) for formula in _other_formulas(game))):
        for compared, span in _compared_texts(formula):
            owner = owners.get(compared.of) if compared.of else component
            if owner is None:
                continue
            key = owner.id, compared.name
            if key not in values:
                values[key] = _values(owner, compared.name, game)
            fault = _unmet(compared.name, compared.text, span, values[key], _is_choice(owner, compared.name))
            told[span] = fault if told.get(span, fault) else None  # one component has the text
    yield from filter(None, told.values())


def _formulas_of_rows(game: Game) -> Iterator[tuple[Component, Formula]]:
    """Yield the formulas of faces, and those that choose rows, with the component whose fields they name."""
    for component in game.all(Component):
        for name in dict.fromkeys(ref.name for ref in component.templates):
            template = game.find(Template, name)
            for layer in template.every_layer() if template else ():
                yield from ((component, formula) for formula in (*expressions(layer), *bindings(layer)))
        only = component.selection.only if component.selection else None
        if only and _compares_choices(component) and not selects_nothing(component):
            yield component, only


def _compares_choices(component: Component) -> bool:
    """Whether `only` compares texts with choices alone; other fields may have had other values in the rows left out."""
    only = component.selection.only if component.selection else None
    return only is not None and all(_is_choice(component, each.name) for each, _ in _compared_texts(only))


def _other_formulas(game: Game) -> Iterator[Formula]:
    """Yield the formulas of the pack, of rulebooks and of set-ups on the table."""
    return formulas((game.pack, *(each for each in game.documents if not isinstance(each, Component | Template))))


def _compared_texts(formula: Formula) -> Iterator[tuple[ComparedText, Span]]:
    """Yield the texts that an expression, or a text with expressions in braces, compares fields with."""
    if "'" not in formula.text and '"' not in formula.text:
        return
    text = without_mentions(formula.text)
    for read in (parse_template, parse) if "{" in text else (parse,):
        try:
            found = tuple(read(text).compared_texts())
        except ExpressionError:
            continue
        yield from ((each, formula.part(each.start, each.end)) for each in found)


def _type(component: Component, name: str) -> FieldType | None:
    field = next((field for given, field in component.fields.items() if identifier(given) == name), None)
    return single(field) if field else None


def _is_choice(component: Component, name: str) -> bool:
    return isinstance(_type(component, name), ChoiceType)


def _values(component: Component, name: str, game: Game) -> tuple[RowValue, ...]:
    """Return the choices of a field, or the different values that it has in the rows; none if they are not known."""
    kind = _type(component, name)
    if isinstance(kind, ChoiceType):
        return kind.values
    if not is_sure(component, game):
        return ()
    rows = [{identifier(key): value for key, value in row.fields.items()} for row in rows_of(component, game)]
    if not rows or any(isinstance(row.get(name), tuple | dict | Record) for row in rows):
        return ()
    return tuple(dict.fromkeys(row.get(name) for row in rows))


def _unmet(name: str, text: str, span: Span, values: Iterable[RowValue], is_choice: bool) -> Fault | None:
    """Return the fault of a comparison with a text that is none of the values, or None."""
    given = [value for value in values if value not in (None, "")]
    if not given or not text or text in given:
        return None
    if all(isinstance(value, bool) for value in given):
        return Fault(span, f"'{name}' is yes or no, and never a text", f"write {name} alone, or not {name}")
    near = did_you_mean(text, [value for value in given if isinstance(value, str)])
    number = all(isinstance(value, int | Fraction) for value in given) and text in map(str, given)
    hint = f"write {text} without quotes: it is a number" if number else near
    if is_choice and not hint:
        hint = f"it is {series(map(str, given), 'or')}"
    return Fault(span, f"'{name}' is never {shown(text)}", hint) if hint else None
