"""A setting that says nothing of its layer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import layers_of
from pnp.diagnostics import WARNING, Fault, check
from pnp.model.faces.layer import COMMON, KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game


@check("idle-setting", severity=WARNING)
def idle_setting(game: Game) -> Iterator[Fault]:
    """A layer has a setting that says nothing of its kind.

    Each kind of layer has its own settings: a text has a style, a panel a radius. One that belongs to another kind
    is not looked at.

    Fix: take the setting out, or use the kind of layer that it belongs to.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{panel: amber, fit: shrink to 8 pt}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{text: Market, fit: shrink to 8 pt}]
    """
    for layer in layers_of(game):
        for setting in layer.idle:
            others = [kind for kind, settings in KINDS.items() if setting.name in settings]
            own = ", ".join((*KINDS[layer.kind], *COMMON))
            whose = f"it belongs to {' and '.join(others)}" if others else "it is the key of another kind of layer"
            yield Fault(
                setting.span, f"'{setting}' says nothing of a {layer.kind}: {whose}", f"a {layer.kind} has {own}"
            )
