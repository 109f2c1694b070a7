"""The icons of a game as paths in their own colours, on their grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.icons import IconSet, icons_by_name
from pnp.model.roles import Roles
from pnp.model.theme import Theme, resolve_theme
from pnp.scene.items import Path, Stroke
from pnp.scene.pathdata import PathError, parse_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game
    from pnp.model.icons import Icon, Mark
    from pnp.scene.items import Command

INK = "#1E2328"
"""The colour of an icon that is given none."""


def icon_marks(game: Game) -> dict[str, tuple[Path, ...]]:
    """What each icon of the game is drawn with, without path data that cannot be read: the check of icons tells it."""
    theme = resolve_theme(game.all(Theme))
    roles = theme.roles if theme else Roles()
    return {name: tuple(_paths(icon, roles)) for name, icon in icons_by_name(game.all(IconSet)).items()}


def _paths(icon: Icon, roles: Roles) -> Iterator[Path]:
    own = (roles.colour(icon.colour.name) if icon.colour else None) or INK
    for mark in icon.marks:
        try:
            commands = parse_path(mark.data.name)
        except PathError:
            continue
        yield _path(mark, commands, (roles.colour(mark.colour.name) if mark.colour else None) or own)


def _path(mark: Mark, commands: tuple[Command, ...], colour: str) -> Path:
    if mark.width is None:
        return Path(commands, fill=colour, even_odd=True)
    return Path(commands, stroke=Stroke(colour, mark.width, cap="round", join="round"))
