"""The fonts that a theme brings: files of the pack in, families to set text in out."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pnp.diagnostics import Finding
from pnp.model.theme import FONT_FILE, FontFiles
from pnp.scene.fonts import Family, FontRefused, face_from_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.assets import Assets
    from pnp.model.theme import Theme
    from pnp.scene.fonts import Face


def own_families(theme: Theme, assets: Assets) -> dict[str, Family]:
    """The families of the theme's own files by name, and those that its roles name by their files.

    A file that can't be used is left out, and a family without a face: the check of fonts tells them.
    """
    named = (role.family for role in theme.roles.texts.values() if role.family)
    single = {ref.name: FontFiles(ref) for ref in (*named, *theme.fallback) if FONT_FILE.search(ref.name)}
    families = {name: tuple(_faces(files, assets)) for name, files in {**single, **theme.fonts}.items()}
    return {name: Family(name, faces) for name, faces in families.items() if faces}


def _faces(files: FontFiles, assets: Assets) -> Iterator[Face]:
    for file, weight, italic in files.faces():
        content = assets.read(file.name, file.span)
        if isinstance(content, Finding):
            continue
        try:
            yield face_from_bytes(content, PurePosixPath(file.name), weight, italic)
        except FontRefused:
            continue
