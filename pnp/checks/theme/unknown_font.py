"""A font that is not installed."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, Finding, check
from pnp.model.faces.theme import FONT_FILE, Theme
from pnp.scene.typesetting.fonts import FontError, face, face_from_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game
    from pnp.model.reference import Ref


@check("unknown-font", severity=ERROR)
def unknown_font(game: Game) -> Iterator[Fault]:
    """A theme names a font that can't be used.

    Fonts are installed families (packages `fontpkg-…`), or TrueType files of the pack; never the system's, so that a
    game prints the same everywhere. A file of variable or PostScript outlines can't be drawn, nor one whose licence
    forbids to embed it.

    Fix: name a family that is installed, install the package of the one you want, or put its `.ttf` into the pack.

    Bad:
        kind: theme
        type: {title: {family: Firra Sans}}

    Good:
        kind: theme
        type: {title: {family: Fira Sans}}
    """
    own = {name for theme in game.all(Theme) for name in theme.fonts}
    for theme in game.all(Theme):
        for files in theme.fonts.values():
            yield from (fault for file, _, _ in files.faces() for fault in _in_file(file, game))
        for family in _families(theme):
            if FONT_FILE.search(family.name):
                yield from _in_file(family, game)
            elif family.name not in own:
                yield from _installed(family)


def _installed(family: Ref) -> Iterator[Fault]:
    try:
        face(family.name)
    except FontError as error:
        yield Fault(family.span, error.message, error.hint)


def _in_file(file: Ref, game: Game) -> Iterator[Fault]:
    content = game.assets.read(file.name, file.span)
    if isinstance(content, Finding):
        yield Fault(file.span, content.message, content.hint)
        return
    try:
        face_from_bytes(content, PurePosixPath(file.name))
    except FontError as error:
        yield Fault(file.span, error.message, error.hint)


def _families(theme: Theme) -> Iterator[Ref]:
    yield from theme.fallback
    for roles in (theme.roles, *theme.variants.values()):
        yield from (role.family for role in roles.texts.values() if role.family)
