"""A text that runs from right to left."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from pnp.checks.scene.gathering import by_cause, place_told, quoted, rows_met
from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.placed import Drawn, PlacedText


@check("right-to-left-text", severity=ERROR)
def right_to_left_text(drawn: Drawn) -> Iterator[Fault]:
    """A text has letters that run from right to left.

    Hebrew and Arabic letters would be printed one after the other from the left: the wrong way round, and Arabic ones
    unjoined.

    Fix: bring such words as a picture.

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
        rows: [{title: "שלום"}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title}]

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
        rows: [{title: shalom}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title}]
    """
    for span, texts in by_cause(drawn.texts, _runs_left):
        message = f"the text {quoted(texts[0].text)} runs from right to left{place_told(texts)}"
        yield Fault(span, message, "bring these words as a picture", rows=rows_met(texts))


def _runs_left(text: PlacedText) -> bool:
    return not text.text.isascii() and any(unicodedata.bidirectional(char) in ("R", "AL") for char in text.text)
