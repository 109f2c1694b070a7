"""Parts that are folded: boxes, dice and mats."""

from collections.abc import Iterator

from pnp.checks.names_used import meant_document
from pnp.diagnostics import ERROR, Fault, check
from pnp.facts import Facts, is_sure, rows_of
from pnp.facts.rows import FLAT
from pnp.messages import did_you_mean, many, shown
from pnp.model.component import Component
from pnp.model.diagram import PARTS, NoPartError, part_in_shares
from pnp.model.faces.template import Template


@check("bad-box", severity=ERROR)
def bad_box(facts: Facts) -> Iterator[Fault]:
    """A box holds a component that does not exist, or that is not flat.

    The size of a box follows from the size of its cards, and from their number times their thickness. Dice, standees,
    folded boards and other boxes do not fit in this way.

    Fix: name components of cards, tiles, tokens or mats under `holds`, by their file names without `.yaml`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [box.yaml, tickets.yaml, ticket.yaml]
        components: [{component: box}]
        # file: box.yaml
        kind: component
        makes: box
        name: Box
        holds: tikets
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        copies: 20
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [box.yaml, tickets.yaml, ticket.yaml]
        components: [{component: box}]
        # file: box.yaml
        kind: component
        makes: box
        name: Box
        holds: tickets
        # file: tickets.yaml
        kind: component
        makes: card
        name: Tickets
        template: ticket
        copies: 20
        # file: ticket.yaml
        kind: template
        size: mini-euro
        layers: []
    """
    game = facts.game
    for component in game.all(Component):
        for name in component.box.holds if component.box else ():
            found = game.find(Component, name.name)
            if found is None and not game.may_have(name.name):
                hint = meant_document(game, Component, name.name)
                yield Fault(name.span, f"there is no component {shown(name.name)}", hint)
            elif found and found.makes not in FLAT:
                message = f"{shown(name.name)} makes a {found.makes}, and that does not lie flat"
                yield Fault(name.span, message, "a box holds cards, tiles, tokens, mats and the like")


@check("bad-die", severity=ERROR)
def bad_die(facts: Facts) -> Iterator[Fault]:
    """The number of rows of a die differs from its number of sides.

    Each row is a face, and `copies` puts it on several sides. With twice as many rows as `sides`, there are two dice.

    Fix: add or remove rows or copies, or change the number of `sides`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [die.yaml, face.yaml]
        components: [{component: die}]
        # file: die.yaml
        kind: component
        makes: die
        name: Die
        template: face
        rows: [{pips: 1}, {pips: 2}, {pips: 3}]
        # file: face.yaml
        kind: template
        size: 18
        layers: [{text: "{pips}", style: card-index}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [die.yaml, face.yaml]
        components: [{component: die}]
        # file: die.yaml
        kind: component
        makes: die
        name: Die
        template: face
        rows: [{pips: 1, copies: 3}, {pips: 2, copies: 2}, {pips: 3}]
        # file: face.yaml
        kind: template
        size: 18
        layers: [{text: "{pips}", style: card-index}]
    """
    for component in facts.game.all(Component):
        if component.makes != "die" or not is_sure(component, facts.game):
            continue
        faces = sum(row.copies for row in rows_of(component, facts.game))
        if faces % component.sides:
            message = (
                f"there {'is' if faces == 1 else 'are'} {many(faces, 'face')} for a die of {component.sides} sides"
            )
            yield Fault(component.span, message, f"write rows, or copies of them, that add up to {component.sides}")


@check("bad-finished-part", severity=ERROR)
def bad_finished_part(facts: Facts) -> Iterator[Fault]:
    """The part that is visible of a folded mat is not on its face.

    Pictures in rules and virtual tables show that part of the face, and not the net.

    Fix: write a part such as `top half`, or left, top, width and height in millimetres on the face.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [bag.yaml, pouch.yaml]
        components: [{component: bag}]
        # file: bag.yaml
        kind: component
        makes: mat
        name: Bag
        template: pouch
        finished: 10 0 160 140
        # file: pouch.yaml
        kind: template
        size: 180 x 130
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [bag.yaml, pouch.yaml]
        components: [{component: bag}]
        # file: bag.yaml
        kind: component
        makes: mat
        name: Bag
        template: pouch
        finished: 10 0 160 130
        # file: pouch.yaml
        kind: template
        size: 180 x 130
        layers: []
    """
    for component in facts.game.all(Component):
        for name in component.fronts if component.finished else ():
            template = facts.game.find(Template, name.name)
            if template is None or template.damaged:
                continue
            assert component.finished
            words = " ".join(component.finished.name.split())
            try:
                part_in_shares(words, template.width, template.height, "face")
            except NoPartError as error:
                hint = did_you_mean(words, PARTS) if error.unread else None
                size = f"the face has {template.width:g} × {template.height:g} mm"
                yield Fault(component.finished.span, error.message, hint or size)
                break
