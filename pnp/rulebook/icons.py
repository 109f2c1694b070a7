"""The icons of a game as paths in their own colours, on their grid."""

from __future__ import annotations

from collections.abc import Mapping
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


class IconMarks(Mapping[str, tuple[Path, ...]]):
    """What each icon of a game is drawn with, read when it is asked for: rules show few of all that there are.

    Path data that cannot be read is left out: the check of icons tells it.
    """

    def __init__(self, game: Game) -> None:
        theme = resolve_theme(game.all(Theme))
        self._roles = theme.roles if theme else Roles()
        self._icons = icons_by_name(game.all(IconSet))
        self._drawn: dict[str, tuple[Path, ...]] = {}  # the same each time, so that a back end may write it once

    def __getitem__(self, name: str) -> tuple[Path, ...]:
        if name not in self._drawn:
            self._drawn[name] = tuple(_paths(self._icons[name], self._roles))
        return self._drawn[name]

    def __contains__(self, name: object) -> bool:
        return name in self._icons

    def __iter__(self) -> Iterator[str]:
        return iter(self._icons)

    def __len__(self) -> int:
        return len(self._icons)


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
