"""How the words of a game's sheets look: in the colours that its theme gives them, and with its fonts at hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.draw.fonts import house_fallback
from pnp.model.roles import Roles
from pnp.model.theme import Theme, resolve_theme
from pnp.sheet.style import HOUSE, SheetStyle

if TYPE_CHECKING:
    from pnp.model.game import Game


def sheet_style(game: Game, variant: str | None = None) -> SheetStyle:
    """The house's style in the theme's `sheet-ink`, `sheet-accent` and `sheet-band`, as far as the theme has them,
    with its families to fall back to.
    """
    theme = resolve_theme(game.all(Theme), variant)
    roles = theme.roles if theme else Roles()

    def paint(role: str, otherwise: str) -> str:
        return roles.colour(role) or roles.colour(otherwise) or otherwise

    return replace(
        HOUSE,
        ink=paint("sheet-ink", HOUSE.ink),
        quiet=paint("sheet-quiet", HOUSE.quiet),
        accent=paint("sheet-accent", HOUSE.accent),
        band=paint("sheet-band", HOUSE.band),
        alarm=paint("sheet-alarm", HOUSE.alarm),
        fallback=house_fallback(game, variant),
    )
