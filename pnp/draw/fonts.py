"""The fonts that a theme brings: files of the pack in, families to set text in out."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pnp.diagnostics import Finding
from pnp.model.theme import FONT_FILE, FontFiles, Theme, resolve_theme
from pnp.scene.fonts import Family, FontError, FontRefused, face_from_bytes, face_of
from pnp.scene.text import HOUSE_FALLBACK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.assets import Assets
    from pnp.model.game import Game
    from pnp.scene.fonts import Face


def own_families(theme: Theme, assets: Assets) -> dict[str, Family]:
    """The families of the theme's own files by name, and those that its roles name by their files.

    A file that can't be used is left out, and a family without a face: the check of fonts tells them.
    """
    named = (role.family for role in theme.roles.texts.values() if role.family)
    single = {ref.name: FontFiles(ref) for ref in (*named, *theme.fallback) if FONT_FILE.search(ref.name)}
    families = {name: tuple(_faces(files, assets)) for name, files in {**single, **theme.fonts}.items()}
    return {name: Family(name, faces) for name, faces in families.items() if faces}


def house_fallback(game: Game, variant: str | None = None) -> tuple[str | Family, ...]:
    """The families that sheets, rulebooks and plotted maps of the game fall back to.

    These are the theme's fallback families, the house's own, and at last all that the theme sets text in: what a face
    can print, the rest of the game can too. A family that is not there is left out: the check of fonts reports it.
    """
    theme = resolve_theme(game.all(Theme), variant)
    if theme is None:
        return HOUSE_FALLBACK
    own = own_families(theme, game.assets)
    roles = (role.family.name for role in theme.roles.texts.values() if role.family)
    named = (*(ref.name for ref in theme.fallback), *HOUSE_FALLBACK, *own, *roles)
    families = (own.get(name, name) if isinstance(name, str) else name for name in dict.fromkeys(named))
    return tuple(family for family in families if _is_there(family))


def _is_there(family: str | Family) -> bool:
    try:
        face_of(family)
    except FontError:
        return False
    return True


def _faces(files: FontFiles, assets: Assets) -> Iterator[Face]:
    for file, weight, italic in files.faces():
        content = assets.read(file.name, file.span)
        if isinstance(content, Finding):
            continue
        try:
            yield face_from_bytes(content, PurePosixPath(file.name), weight, italic)
        except FontRefused:
            continue
