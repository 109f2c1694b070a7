"""A layer to remove that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.faces.template import Template
from pnp.model.linking import bases_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game


@check("unknown-layer", severity=ERROR)
def unknown_layer(game: Game) -> Iterator[Fault]:
    """A template removes a layer that the one it extends does not have.

    Layers are removed by the names that the extended template gives them.

    Fix: correct the name, or take it out of `remove`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coin.yaml, bare-coin.yaml]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: [{panel: amber, name: ground}]
        # file: bare-coin.yaml
        kind: template
        extends: coin
        remove: [grund]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coin.yaml, bare-coin.yaml]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: [{panel: amber, name: ground}]
        # file: bare-coin.yaml
        kind: template
        extends: coin
        remove: [ground]
    """
    templates = tuple(game.all(Template))
    for template, place in zip(templates, bases_of(templates), strict=True):
        if place is None or templates[place].damaged:
            continue
        if not template.removes:
            continue
        known = list(dict.fromkeys(layer.name for layer in templates[place].every_layer()))
        for name in template.removes:
            if name.name not in known:
                hint = did_you_mean(name.name, known) or (f"it has {', '.join(known)}" if known else None)
                yield Fault(name.span, f"the template '{template.extends}' has no layer '{name}'", hint)
