"""A character that no font has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.scene.gathering import place_told, rows_met
from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.scene.placed import Drawn, PlacedText


@check("missing-glyph", severity=ERROR)
def missing_glyph(drawn: Drawn) -> Iterator[Fault]:
    """A character of a text is in no font and is not printed.

    A text is set in the family of its role; what that lacks is looked for in the theme's fallback families.

    Fix: write another character, use an icon such as {icon:star}, or add a family that has it to the theme's
    `fallback`.

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
        rows: [{title: "go 🚀"}]
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
        rows: [{title: "go →"}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title}]
    """
    found = ((char, text) for text in drawn.texts for char in text.missing)
    groups: dict[tuple[Span, str], list[PlacedText]] = {}
    for char, text in found:
        groups.setdefault((text.span, char), []).append(text)
    for (span, char), texts in groups.items():
        message = f"no font has '{char}' (U+{ord(char):04X}){place_told(texts)}"
        hint = "write another character, use an icon, or add a family to the theme's fallback"
        yield Fault(span, message, hint, rows=rows_met(texts))
