"""A die with more or fewer faces than sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.facts import Facts, is_sure, rows_of
from pnp.messages import counted
from pnp.model.component import Component

if TYPE_CHECKING:
    from collections.abc import Iterator


@check("bad-die", severity=ERROR)
def bad_die(facts: Facts) -> Iterator[Fault]:
    """The rows of a die are more or fewer than it has sides.

    Each row is a face, and with `copies` it is several. As many as the die has `sides` make one die, the next ones
    another.

    Fix: add or take away rows or copies, or give the die its other number of `sides`.

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
                f"there {'is' if faces == 1 else 'are'} {counted(faces, 'face')} for a die of {component.sides} sides"
            )
            yield Fault(component.span, message, f"write rows, or copies of them, that add up to {component.sides}")
