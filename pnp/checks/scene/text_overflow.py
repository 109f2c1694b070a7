"""A text that is larger than its box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import SLACK, by_cause, lengths, place_told, quoted, rows_met
from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.parts import Drawn, PlacedText


@check("text-overflow", severity=ERROR)
def text_overflow(drawn: Drawn) -> Iterator[Fault]:
    """A text does not fit into its box.

    A text is wrapped to the width of its box and may be as high as the box. It is drawn all the same, never cut, so
    that a draft shows what is wrong.

    Fix: shorten the text, give its box more room, or let it shrink with `fit: shrink to 8 pt`.

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
        layers: [{text: "{title}", style: card-title, where: "top, 8 high, inset 3"}]

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
        layers: [{text: "{title}", style: card-title, where: "top, 8 high, inset 3"}]
    """
    for span, texts in by_cause(drawn.texts, lambda text: _over(text) > SLACK):
        worst = max(texts, key=_over)
        ways = ((worst.overflow_x, "wide"), (worst.overflow_y, "high"))
        much = " and ".join(f"{lengths(by)} too {way}" for by, way in ways if by > SLACK)
        message = f"the text {quoted(worst.text)} is {much} at {worst.size:g} pt{place_told((worst, *texts))}"
        yield Fault(span, message, _way_out(worst), rows=rows_met(texts))


def _way_out(text: PlacedText) -> str:
    """What can be done; no text shrinks below the least size of its role."""
    if text.size <= text.least:
        return "shorten it, or give its box more room"
    return f"shorten it, give its box more room, or let it shrink: fit: shrink to {text.least or 8:g} pt"


def _over(text: PlacedText) -> float:
    return max(text.overflow_x, text.overflow_y)
