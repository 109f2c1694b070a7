"""What is selected for a component: templates, backs, rows and their order."""

from collections.abc import Iterator

from pnp.checks.merging import misfits
from pnp.diagnostics import ERROR, Fault, check
from pnp.facts import Facts
from pnp.messages import shown
from pnp.model.component import Component
from pnp.model.faces.template import Template

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
