"""A picture that can't be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.parts import Drawn


@check("bad-picture", severity=ERROR)
def bad_picture(drawn: Drawn) -> Iterator[Fault]:
    """A picture can't be used.

    Pictures are PNG or JPEG files inside the pack's folder, whole, and of at most 40 million pixels; or SVG files with
    outlines and fills alone: no text, gradients, effects, style sheets, scripts or references. What a file is called
    does not matter, only what is in it.

    Fix: save it anew as the message says; what an SVG can't bring, a PNG can.

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
        rows: [{art: fox.png}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]
        # file: fox.png
        a few words

    Good:
        # picture: fox.png, 600 x 600 pixels
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
        rows: [{art: fox.png}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]
    """
    return (trouble.fault for trouble in drawn.troubles if trouble.kind == "bad-picture")
