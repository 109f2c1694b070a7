"""Finished faces for a print service; every face as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from pnp.build.examine import Examined
from pnp.build.press import Say, pdf_of, sheet_options, span_of, stem_of, told
from pnp.build.target import BuildTarget, Refused, file_names
from pnp.build.write import Batch, Product, in_stage
from pnp.checks.sheet import NOT_OFFERED, SHORT_BLEED
from pnp.diagnostics import Fault, Finding
from pnp.escape import csv_text
from pnp.model.profile import Profile
from pnp.render.pdf import PictureTooLarge, pixels, render_pngs
from pnp.scene.items import Scene
from pnp.scene.parts import Part, PartSet, Sheet, Side
from pnp.sheet.imposition.compose import ENOUGH, finished, in_order, lacking, outlined_by
from pnp.sheet.margins import HOUSE, stamp

# Finished faces for a print service: a PDF a component or a picture a face, as the profile wants them.

COLUMNS = ("component", "name", "copies", "front", "back", "width", "height")
"""The columns of the list of pictures; width and height in pixels."""


class Page(NamedTuple):
    """One face finished, with the name of its picture."""

    name: str
    sheet: Sheet


def unfinished(examined: Examined, target: BuildTarget) -> tuple[Finding, ...]:
    """What of the game is no use to the target: sizes that it does not take, and bleed that is too short for it."""
    return tuple(
        finding
        for drawn in examined.drawn
        if drawn.parts.parts
        for finding in _told(drawn.parts, examined, target.profile)
    )


def finish(examined: Examined, target: BuildTarget, say: Say) -> Iterator[Product]:
    """The files of every component that the target takes; made one at a time."""
    label = sheet_options(target, examined).stamp
    listed: list[tuple[object, ...]] = []
    for drawn in examined.drawn:
        parts = drawn.parts
        if not parts.parts or _refused(parts, target.profile):
            continue
        say(f"{examined.name}: {parts.name} for {target.profile.name}")
        pages = _pages(parts, target, label)
        if target.profile.file == "pdf":
            yield _pdf(parts, pages, examined, target)
        else:
            yield from _finished_pictures(dict(pages.values()), target.profile)
            listed += _listed(parts, pages, target.profile)
    if listed:
        yield Product(f"{examined.name}{target.finished}.csv", "what to upload, and how many of each", _csv(listed))


def _told(parts: PartSet, examined: Examined, profile: Profile) -> Iterator[Finding]:
    span, pack = span_of(parts, examined), examined.game.id
    refused = _refused(parts, profile)
    if refused:
        hint = "print it at home" if _folded(parts) else _sizes(profile)
        yield NOT_OFFERED.finding(Fault(span, f"'{parts.name}': {refused}", hint), pack)
        return
    short = max(_lacking(part, profile) for part in parts.parts)
    if short > ENOUGH:
        message = f"'{parts.name}' bleeds {short:.1f} mm less than {profile.name} wants"
        yield SHORT_BLEED.finding(Fault(span, message, "raise the bleed of its template"), pack)


def _refused(parts: PartSet, profile: Profile) -> str | None:
    """Why the target can't print the component; None where it can."""
    if _folded(parts):
        return f"it is folded, and {profile.name} prints faces"
    for part in parts.parts:
        if profile.page(part.front.width, part.front.height) is None:
            return f"{part.front.width:g} × {part.front.height:g} mm is no size of {profile.name}"
    return None


def _folded(parts: PartSet) -> bool:
    """Whether guides are printed over it, which are to be folded or glued."""
    return any(part.guides for part in parts.parts)


def _sizes(profile: Profile) -> str | None:
    listed = ", ".join(f"{offer.name} ({offer.width:g} × {offer.height:g} mm)" for offer in profile.offers)
    return f"its sizes are {listed}; a profile of your own can list others" if listed else None


def _lacking(part: Part, profile: Profile) -> float:
    page = profile.page(part.front.width, part.front.height)
    assert page, "the size is taken"
    return max(lacking(face, *page) for face in (part.front, part.back) if face)


def _pages(parts: PartSet, target: BuildTarget, label: str) -> dict[tuple[int, Side], Page]:
    """Each face of each part on its page; a back that all have in common is one page, called `back`."""
    inset = stamp(label, HOUSE) if label else None
    folder = f"{target.finished.strip('-')}/{parts.component}"
    names = file_names(part.name for part in parts.parts)
    shared = len(parts.parts) > 1 and all(part.back == parts.parts[0].back for part in parts.parts)
    pages: dict[tuple[int, Side], Page] = {}
    for index, (part, name) in enumerate(zip(parts.parts, names, strict=True)):
        size = target.profile.page(part.front.width, part.front.height)
        assert size, "the size is taken"
        pages[index, "front"] = Page(f"{folder}/{name}-front", finished(part.front, *size, inset))
        if part.back and shared and index:
            pages[index, "back"] = pages[0, "back"]
        elif part.back:
            back = "back" if shared else f"{name}-back"
            pages[index, "back"] = Page(f"{folder}/{back}", finished(part.back, *size, inset))
    return pages


def _pdf(parts: PartSet, pages: dict[tuple[int, Side], Page], examined: Examined, target: BuildTarget) -> Product:
    order = tuple(in_order(parts, target.profile.order))
    sheets = outlined_by(parts, [pages[face].sheet for face in order], [index for index, _ in order])
    content = pdf_of(sheets, examined, target, parts.name)
    name = f"{stem_of(parts, examined, target)}{target.finished}.pdf"
    pages_told = "1 page" if len(sheets) == 1 else f"{len(sheets)} pages"
    return Product(name, told(f"{parts.name} for {target.profile.name}, {pages_told}", target), content)


def _finished_pictures(pages: dict[str, Sheet], profile: Profile) -> Iterator[Product]:
    from pnp.render.pdf import render_pictures

    contents = render_pictures(tuple(pages.values()), profile.dpi, "jpeg" if profile.file == "jpeg" else "png")
    for name, content in zip(pages, contents, strict=True):
        yield Product(f"{name}.{_ending(profile)}", "finished face", content)


def _ending(profile: Profile) -> str:
    return "jpg" if profile.file == "jpeg" else profile.file


def _listed(parts: PartSet, pages: dict[tuple[int, Side], Page], profile: Profile) -> Iterator[tuple[object, ...]]:
    from pnp.render.pdf import pixels

    ending = _ending(profile)
    for index, part in enumerate(parts.parts):
        front, back = pages[index, "front"], pages.get((index, "back"))
        size = pixels(front.sheet.width, front.sheet.height, profile.dpi)
        behind = f"{back.name}.{ending}" if back else ""
        yield (parts.component, part.name, part.copies, f"{front.name}.{ending}", behind, *size)


def _csv(rows: Iterable[tuple[object, ...]]) -> bytes:
    return csv_text([COLUMNS, *rows], "\n").encode()


# Every face as a picture of its own.

Named = tuple[str, "Scene"]
"""A face and the path of its picture."""


def pictures(examined: Examined, target: BuildTarget, say: Say) -> Iterator[Batch]:
    """The faces as SVG and PNG, as far as these were asked for.

    A variant or a draft has folders of its own: it never stands in for the faces that are to be printed.
    """
    forms = [form for form in ("svg", "png") if form in target.formats]
    for drawn in examined.drawn if forms else ():
        faces = list(_faces(drawn.parts))
        for form in forms if faces else ():
            yield in_stage(form.upper(), partial(_face_pictures, form, drawn.parts.name, faces, target, say))


def require_pictures(examined: Examined, target: BuildTarget) -> None:
    """Raises Refused where a picture that was asked for would have more pixels than can be made."""
    if "png" not in target.formats and target.profile.prints != "faces":
        return
    for drawn in examined.drawn:
        for part in drawn.parts.parts:
            for width, height, dpi in _pictured(part.front, target):
                try:
                    pixels(width, height, dpi)
                except PictureTooLarge as error:
                    raise Refused(f"'{drawn.parts.name}' of '{examined.name}': {error}; ask for fewer dpi") from error


def _pictured(face: Scene, target: BuildTarget) -> Iterator[tuple[float, float, float]]:
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


def _face_pictures(form: str, name: str, faces: list[Named], target: BuildTarget, say: Say) -> Iterator[Product]:
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
