"""Expressions of a face that fail or give what cannot be drawn."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, Fault, check
from pnp.scene.parts import Drawn


@check("failed-expression", severity=ERROR)
def failed_expression(drawn: Drawn) -> Iterator[Fault]:
    """An expression of a template cannot be evaluated for a row.

    Expressions know the fields of the row, `index`, the names of the repetitions around them, and the facts of the
    game.

    Fix: correct the name in the template, or add the field to the row.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{title: Opera}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{titel}"}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{title: Opera}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}"}]
    """
    return (trouble.fault for trouble in drawn.troubles if trouble.kind == "expression")


@check("unusable-value", severity=ERROR)
def unusable_value(drawn: Drawn) -> Iterator[Fault]:
    """A row gives a layer a value that it cannot use.

    If a template takes a colour, an icon, a style or a map from the row, the row must name one that exists.

    Fix: correct the value in the row, or add what it names.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{mark: stra}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{icon: "{mark}", where: inset 10}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{mark: star}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{icon: "{mark}", where: inset 10}]
    """
    return (trouble.fault for trouble in drawn.troubles if trouble.kind == "value")
