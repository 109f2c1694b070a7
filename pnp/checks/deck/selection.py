"""Expressions over the rows of a component, and the templates that rows choose."""

from collections.abc import Iterator

from pnp.checks.gathering import misfits
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
