"""A picture that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.parts import Drawn


@check("missing-picture", severity=ERROR)
def missing_picture(drawn: Drawn) -> Iterator[Fault]:
    """A picture is named that the pack does not have.

    Pictures are files of the pack, or of a kit that it uses, named by their paths from its folder. A draft shows a
    crossed box in place of one that is missing.

    Fix: correct the name, or put the file there; leave the field empty where a row has no picture.

    Bad:
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
        rows: [{art: fxo.png}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]

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
        rows: [{art: fox.png}, {art: ""}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]
    """
    return (trouble.fault for trouble in drawn.troubles if trouble.kind == "missing-picture")
