"""Every face as a picture of its own."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pnp.build.names import file_names
from pnp.build.target import Refused
from pnp.build.write import Batch, Product, in_stage
from pnp.render.png import PictureTooLarge, pixels, render_pngs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.build.examine import Examined
    from pnp.build.press import Say
    from pnp.build.target import Target
    from pnp.scene.items import Scene
    from pnp.scene.part import PartSet

Named = tuple[str, "Scene"]
"""A face and the path of its picture."""


def pictures(examined: Examined, target: Target, say: Say) -> Iterator[Batch]:
    """The faces as SVG and PNG, as far as these were asked for.

    A variant or a draft has folders of its own: it never stands in for the faces that are to be printed.
    """
    for drawn in examined.drawn:
        faces = list(_faces(drawn.parts))
        for form in ("svg", "png"):
            if form in target.formats and faces:
                yield in_stage(form.upper(), partial(_pictures, form, drawn.parts.name, faces, target, say))


def require_pictures(examined: Examined, target: Target) -> None:
    """Raises Refused where a picture that was asked for would have more pixels than can be made."""
    for drawn in examined.drawn:
        for part in drawn.parts.parts:
            for width, height, dpi in _pictured(part.front, target):
                try:
                    pixels(width, height, dpi)
                except PictureTooLarge as error:
                    raise Refused(f"'{drawn.parts.name}' of '{examined.name}': {error}; ask for fewer dpi") from error


def _pictured(face: Scene, target: Target) -> Iterator[tuple[float, float, float]]:
    """Width and height of the pictures of a face, and how fine they are."""
    profile = target.profile
    if "png" in target.formats:
        yield face.width + 2 * face.bleed, face.height + 2 * face.bleed, target.dpi
    page = profile.page(face.width, face.height) if profile.prints == "faces" and profile.file != "pdf" else None
    if page:
        yield *page, profile.dpi


def _faces(parts: PartSet) -> Iterator[Named]:
    names = file_names(part.name for part in parts.parts)
    for name, part in zip(names, parts.parts, strict=True):
        for side, scene in (("front", part.front), ("back", part.back)):
            if scene:  # a back that all rows share has no name of its own
                yield f"{parts.component}/{name}-{side}", scene if scene.name else replace(scene, name=parts.name)


def _pictures(form: str, name: str, faces: list[Named], target: Target, say: Say) -> Iterator[Product]:
    say(f"{name}: {form.upper()}")
    folder = f"{form}{target.finished}"
    return _svgs(folder, faces) if form == "svg" else _pngs(folder, faces, target.dpi)


def _svgs(folder: str, faces: list[Named]) -> Iterator[Product]:
    from pnp.render.svg import render_svg

    return (Product(f"{folder}/{name}.svg", "face", render_svg(scene)) for name, scene in faces)


def _pngs(folder: str, faces: list[Named], dpi: int) -> Iterator[Product]:
    pictures = render_pngs([scene for _, scene in faces], dpi)
    return (
        Product(f"{folder}/{name}.png", "face", picture) for (name, _), picture in zip(faces, pictures, strict=True)
    )
