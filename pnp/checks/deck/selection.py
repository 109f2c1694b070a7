"""What is selected for a component: templates, backs, rows and their order; and layers that no row selects."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import PurePosixPath

from pnp.checks.merging import misfits
from pnp.diagnostics import ERROR, WARNING, Fault, Span, check
from pnp.expression import ExpressionError, Refusal, StepBudget, identifier, parse, parse_template
from pnp.facts import Facts, is_sure, rows_of
from pnp.facts.rows import row_record
from pnp.messages import series, shown
from pnp.model.component import Component
from pnp.model.faces.layer import GroupArt, Layer, TextArt
from pnp.model.faces.template import Template
from pnp.model.reference import Formula
from pnp.model.row import Row

SLACK = 0.01
"""Tolerance between the sizes of two templates, in millimetres."""


@check("bad-row-expression", severity=ERROR)
def bad_row_expression(facts: Facts) -> Iterator[Fault]:
    """An expression over the rows of a component cannot be evaluated.

    `computed`, `only` and `order-by` are expressions over the fields of one row, and `template` and `back` may contain
    some in braces. They know the fields of the row, `copies`, the number of the row as `row`, and the built-in
    functions, but no other components, maps or definitions.

    Fix: correct the name or the expression; write texts in quotes, as in `type == 'spell'`.

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
        rows: [{title: Opera, fine: 2}, {title: Market, fine: 0}]
        only: fien > 0
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
        rows: [{title: Opera, fine: 2}, {title: Market, fine: 0}]
        only: fine > 0
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
    """
    return misfits(facts.game, "expression")


@check("bad-join", severity=ERROR)
def bad_join(facts: Facts) -> Iterator[Fault]:
    """The rows of two tables that are joined do not match.

    Each row needs one row of the other table with the same value. Two rows there with one value are ambiguous, and
    without a row there, its fields are missing.

    Fix: correct the value in one of the tables, or write `optional: true` under `join` if rows may lack a match.

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
        rows: [{title: Opera}, {title: Market}]
        join: {table: fines.csv, by: title}
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
        # file: fines.csv
        title;fine
        Opera;2
        Markt;3

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
        rows: [{title: Opera}, {title: Market}]
        join: {table: fines.csv, by: title}
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title} {fine}", where: inset 3}]
        # file: fines.csv
        title;fine
        Opera;2
        Market;3
    """
    return misfits(facts.game, "join")


@check("mixed-templates", severity=ERROR)
def mixed_templates(facts: Facts) -> Iterator[Fault]:
    """The rows of a component choose templates of different sizes or shapes.

    All parts of a component are cut from the same sheets, along the same lines.

    Fix: give the templates the same `size` and `shape`, or make two components with `only`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, spell-card.yaml, trap-card.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: "{type}-card"
        rows: [{title: Opera, type: spell}, {title: Market, type: trap}]
        # file: spell-card.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]
        # file: trap-card.yaml
        kind: template
        size: poker
        layers: [{text: "{title}", where: inset 3}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [tickets.yaml, spell-card.yaml, trap-card.yaml]
        components: [{component: tickets}]
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: "{type}-card"
        rows: [{title: Opera, type: spell}, {title: Market, type: trap}]
        # file: spell-card.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]
        # file: trap-card.yaml
        kind: template
        size: mini-euro
        layers: [{text: "{title}", where: inset 3}]
    """
    for component in facts.game.all(Component):
        how = component.selection
        if how is None or how.template is None:
            continue
        named = (facts.game.find(Template, name.name) for name in component.fronts)
        templates = [template for template in named if template and not template.damaged]
        first = next(iter(templates), None)
        other = next((template for template in templates if first and differ(first, template)), None)
        if first and other:
            message = (
                f"rows choose {shown(first.id)}, which is {described(first)}, "
                f"and {shown(other.id)}, which is {described(other)}"
            )
            yield Fault(how.template.span, message, "give them the same size and shape, or make two components")


def differ(first: Template, other: Template) -> bool:
    """Whether two templates have different sizes or shapes."""
    off = max(abs(first.width - other.width), abs(first.height - other.height))
    return off > SLACK or first.shape != other.shape


def described(template: Template) -> str:
    """Return the size and the shape of a template for messages."""
    shape = "" if template.shape == "rectangle" else f", a {template.shape}"
    return f"{template.width:g} × {template.height:g} mm{shape}"


@check("mismatched-back", severity=ERROR)
def mismatched_back(facts: Facts) -> Iterator[Fault]:
    """A back has another size or shape than its front.

    Both are cut together, along the outline of the front. A larger back is cut off, and a smaller one leaves blank
    paper.

    Fix: give both templates the same `size` and `shape`; one can extend the other.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, heads.yaml, tails.yaml]
        components: [{component: coins}]
        # file: coins.yaml
        kind: component
        makes: coin
        name: Coins
        template: heads
        back: tails
        # file: heads.yaml
        kind: template
        size: 18
        shape: circle
        layers: []
        # file: tails.yaml
        kind: template
        size: 20
        shape: circle
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, heads.yaml, tails.yaml]
        components: [{component: coins}]
        # file: coins.yaml
        kind: component
        makes: coin
        name: Coins
        template: heads
        back: tails
        # file: heads.yaml
        kind: template
        size: 18
        shape: circle
        layers: []
        # file: tails.yaml
        kind: template
        extends: heads
        layers: []
    """
    for component in facts.game.all(Component):
        fronts, backs = (
            [found for found in (facts.game.find(Template, name.name) for name in names) if found and not found.damaged]
            for names in (component.fronts, component.backs)
        )
        back = next((back for back in backs if fronts and differ(fronts[0], back)), None)
        how = component.selection
        span = how.back.span if how and how.back else component.back.span if component.back else component.span
        if back:
            message = f"the back {shown(back.id)} is {described(back)}, the front {described(fronts[0])}"
            yield Fault(span, message, "give both the same size and shape")


SEEN_STEPS = 1_000_000
"""Maximum number of steps of all conditions of layers."""

VALUES = 6
"""Maximum number of different values of a field that a hint lists."""


@check("unused-layer", severity=WARNING)
def unused_layer(facts: Facts) -> Iterator[Fault]:
    """The condition of a layer holds for no row, or only for rows whose text is empty there.

    The layer is on no face. Often the condition is reversed, or compares with a number that no row has. A layer for
    rows in which a field is empty, or has some text, is not reported if there are no such rows.

    Fix: correct `show-when`, or remove the layer.

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
        rows: [{title: Opera, fine: 2}, {title: Pier, fine: 3}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers:
          - {text: "{title}", where: "top, 12 high, inset 3"}
          - {text: High fine, where: "bottom, 12 high, inset 3", show-when: fine > 3}

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
        rows: [{title: Opera, fine: 2}, {title: Pier, fine: 3}]
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers:
          - {text: "{title}", where: "top, 12 high, inset 3"}
          - {text: High fine, where: "bottom, 12 high, inset 3", show-when: fine >= 3}
    """
    game = facts.game
    if game.pack is None or game.unread or any(document.damaged for document in game.documents):
        return
    folder = PurePosixPath(game.pack.span.file).parent
    layers: dict[Span, Layer] = {}
    users: dict[Span, list[Component]] = {}
    for component in game.all(Component):
        for name in dict.fromkeys(ref.name for ref in component.templates):
            template = game.find(Template, name)
            for layer in _conditional(template.layers) if template else ():
                if PurePosixPath(layer.span.file).is_relative_to(folder):
                    layers[layer.span] = layer
                    users.setdefault(layer.span, []).append(component)
    budget = StepBudget(SEEN_STEPS)
    for span, layer in layers.items():
        if layer.condition and all(is_sure(each, game) for each in users[span]):
            yield from _unseen(layer, layer.condition, users[span], facts, budget)


def _conditional(layers: Iterable[Layer]) -> Iterator[Layer]:
    """Yield the layers with a condition that is evaluated once for each row."""
    for layer in layers:
        if layer.repeat is None:
            if layer.condition:
                yield layer
            if isinstance(layer.art, GroupArt):
                yield from _conditional(layer.art.layers)


def _unseen(
    layer: Layer, condition: Formula, users: Iterable[Component], facts: Facts, budget: StepBudget
) -> Iterator[Fault]:
    """Yield the fault of a layer that no row of its components shows."""
    rows = [(index, row) for user in users for index, row in enumerate(rows_of(user, facts.game), 1)]
    try:
        expression = parse(condition.text)
        names = [name for name in sorted(expression.names()) if any(name in _fields(row) for _, row in rows[:1])]
        values = {name: _values(name, rows) for name in names}
        given = {
            identifier(name)
            for entry in (facts.game.pack.components if facts.game.pack else ())
            for name in entry.given
        }
        if not names or not given.isdisjoint(names) or not any(values.values()):
            return
        blank = False
        for index, row in rows:
            scope = facts.environment.with_names(row_record(row, index))
            if expression.evaluate(scope, budget):
                blank = (
                    isinstance(layer.art, TextArt)
                    and not parse_template(layer.art.text.text).text(scope, budget).strip()
                )
                if not blank:
                    return
    except (ExpressionError, Refusal):
        return  # reported where the face is drawn
    if not blank and _OPEN.search(condition.text):
        return
    layer_name = f"the layer {shown(layer.name)}" if layer.named else "this layer"
    if blank:
        yield Fault(condition.span, f"{layer_name} is shown only where its text is empty", _reversed(condition.text))
    else:
        known = [f"'{name}' is {_range(found)}" for name, found in values.items() if found]
        hint = f"correct the condition: {series(known, 'and')}"
        yield Fault(condition.span, f"no row shows {layer_name}", hint)


_OPEN = re.compile(r"['\"\[]|\bnot\b|\bNone\b")
"""What a condition has that compares with a text, which later rows may have, or that asks whether a field is empty."""


def _fields(row: Row) -> set[str]:
    return set(map(identifier, row.fields))


def _values(name: str, rows: Iterable[tuple[int, Row]]) -> list[object]:
    """Return the different values of a field that are not empty."""
    found = (value for _, row in rows for key, value in row.fields.items() if identifier(key) == name)
    return list({str(value): value for value in found if value not in (None, "", ())}.values())


def _range(values: list[object]) -> str:
    """Return the values of a field as text."""
    if values == [False]:
        return "no in every row"
    numbers = [each for each in values if isinstance(each, int | Fraction) and not isinstance(each, bool)]
    if len(numbers) == len(values):
        least, most = min(numbers), max(numbers)
        return f"{least} to {most}" if least != most else str(least)
    words = [f"'{each}'" if isinstance(each, str) else str(each) for each in values[:VALUES]]
    return series(words, "or") if len(values) <= VALUES else f"{', '.join(words)} and so on"


def _reversed(condition: str) -> str:
    """Return a hint with the opposite of a condition."""
    text = condition.strip()
    if text.count("==") == 1:
        return f"did you mean {text.replace('==', '!=')}?"
    return f"did you mean {text[4:]}?" if text.startswith("not ") else f"did you mean not ({text})?"
