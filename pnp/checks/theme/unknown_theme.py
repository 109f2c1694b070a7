"""A theme that extends one that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.faces.theme import Theme, base_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game


@check("unknown-theme", severity=ERROR)
def unknown_theme(game: Game) -> Iterator[Fault]:
    """A theme extends one that does not stand before it.

    A theme may change another: one of a kit that the pack uses, or one that the pack lists before it. A theme of a
    kit has its file name without `.yaml`, such as `theme`.

    Fix: correct the name, or list the other theme first.

    Bad:
        kind: theme
        extends: thmee
        palette: {ink: "#101010"}

    Good:
        kind: theme
        extends: theme
        palette: {ink: "#101010"}
    """
    earlier: list[Theme] = []
    for theme in game.all(Theme):
        name = theme.extends
        if name and base_of(theme, earlier) is None and not game.may_have(name.name):
            known = [one.id for one in earlier]
            hint = did_you_mean(name.name, known) or (f"there are {', '.join(known)}" if known else None)
            yield Fault(name.span, f"no theme '{name}' stands before this one", hint)
        earlier.append(theme)
