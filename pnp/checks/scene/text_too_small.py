"""A text under the least size of its role."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import by_cause, place_told, quoted, rows_met
from pnp.diagnostics import WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.parts import Drawn


@check("text-too-small", severity=WARNING)
def text_too_small(drawn: Drawn) -> Iterator[Fault]:
    """A text is smaller than its role allows.

    The theme gives each role of text the least size at which it can be read: what lies on the table is read from
    farther away than what is held in the hand.

    Fix: shorten the text so that it need not shrink as far, give it more room, or choose a role for smaller text.

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
        rows: [{title: Double-parked at the opera}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title, where: "12 x 12", fit: shrink to 4 pt}]

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
        rows: [{title: Double-parked at the opera}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title, fit: shrink to 8 pt, where: inset 3}]
    """
    for span, texts in by_cause(drawn.texts, lambda text: text.size < text.least):
        worst = min(texts, key=lambda text: text.size)
        message = f"the text {quoted(worst.text)} is set in {worst.size:g} pt{place_told((worst, *texts))}"
        hint = f"'{worst.role}' is not to be printed under {worst.least:g} pt"
        yield Fault(span, message, hint, rows=rows_met(texts))
