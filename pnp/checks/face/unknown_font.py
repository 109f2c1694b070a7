"""A font that is not installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.model.theme import Theme
from pnp.scene.fonts import FontError, face

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.diagnostics import Span
    from pnp.model.game import Game
    from pnp.model.theme import Roles


@check("unknown-font", severity=ERROR)
def unknown_font(game: Game) -> Iterator[Fault]:
    """A theme names a font that can't be used.

    Fonts come as packages (`fontpkg-…`), never from the system, so that a game prints the same everywhere. A file
    of variable or PostScript outlines can't be drawn.

    Fix: name a family that is installed, or install the package of the one you want.

    Bad:
        kind: theme
        type: {title: {family: Firra Sans}}

    Good:
        kind: theme
        type: {title: {family: Fira Sans}}
    """
    for theme in game.all(Theme):
        for family, span in _families(theme):
            try:
                face(family)
            except FontError as error:
                yield Fault(span, error.message, error.hint)


def _families(theme: Theme) -> Iterator[tuple[str, Span]]:
    yield from ((family.name, family.span) for family in theme.fallback)
    for roles in (theme.roles, *theme.variants.values()):
        yield from _of_texts(roles)


def _of_texts(roles: Roles) -> Iterator[tuple[str, Span]]:
    return ((role.family.name, role.family.span) for role in roles.texts.values() if role.family)
