"""Finished faces for a print service; every face as a picture."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.drawing import Memo, draw_all
from pnp.build.examine import Examined, facts_of
from pnp.build.press import Say, pdf_of, product_text, sheet_options, span_of, stem_of
from pnp.build.target import BuildOptions, BuildTarget, Refused, file_names, kept_safe, target_of
from pnp.build.write import Batch, Product, in_stage
from pnp.checks.sheet import MISSING_BACK, NOT_OFFERED, SHORT_BLEED, UNPRINTED_BACK
from pnp.diagnostics import INFO, Fault, Finding, Span
from pnp.escape import csv_text
from pnp.facts.contents import Contents, contents_of
from pnp.interrupts import pass_on_interrupt
from pnp.loader.pack import Loaded
from pnp.model.profile import Offer, Profile, Shape
from pnp.output import OutputError
from pnp.plugins import Plugin
from pnp.render.pdf import PictureTooLarge, pixels, render_pngs
from pnp.scene.items import Ellipse, Rect, Scene
from pnp.scene.parts import Part, PartSet, Sheet, Side
from pnp.sheet.imposition.compose import ENOUGH, finished, in_order, lacking, outlined_by, with_cuts
from pnp.sheet.margins import HOUSE, stamp

# Finished faces for a print service: one PDF per component or one picture per face, as the profile requires.

COLUMNS = ("component", "name", "copies", "front", "back", "width", "height")
"""The columns of the list of pictures; width and height in pixels."""


class Page(NamedTuple):
    """One finished face, with the name of its picture."""

    name: str
    sheet: Sheet


def unfinished(examined: Examined, target: BuildTarget) -> tuple[Finding, ...]:
    """Return findings for what the target cannot use: sizes that it does not accept, and too little bleed."""
    return tuple(
        finding
        for drawn in examined.drawn
        if drawn.parts.parts
        for finding in _told(drawn.parts, examined, target.profile)
    )


def finish(examined: Examined, target: BuildTarget, say: Say) -> Iterator[Product]:
    """Yield the files of every component that the target accepts, one at a time."""
    label = sheet_options(target, examined).stamp
    listed: list[tuple[object, ...]] = []
    for drawn in examined.drawn:
        parts = drawn.parts
        if not parts.parts or _refused(parts, target.profile):
            continue
        parts = _with_sides(parts, target.profile)
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
    refused = _unoffered(parts, profile)
    if refused:
        hint = "print it at home" if _folded(parts) else _alternative(parts, profile)
        yield NOT_OFFERED.finding(Fault(span, f"'{parts.name}': {refused}", hint), pack)
        return
    fault = _backless(parts, profile, span)
    if fault:
        yield MISSING_BACK.finding(fault, pack)
    if any(part.back and _sides(part, parts, profile) == 1 for part in parts.parts):
        offer = _offer(parts.parts[0], parts, profile)
        message = f"'{parts.name}' has backs, and {profile.name} prints {offer.name if offer else 'it'} on one side"
        yield UNPRINTED_BACK.finding(Fault(span, message, "print it at home, or leave out the back"), pack)
    short = max(_lacking(part, parts, profile) for part in parts.parts)
    if short > ENOUGH:
        message = f"'{parts.name}' bleeds {short:.1f} mm less than {profile.name} wants"
        yield SHORT_BLEED.finding(Fault(span, message, "raise the bleed of its template"), pack)


def _refused(parts: PartSet, profile: Profile) -> bool:
    """Whether the component is left out: the target cannot print it, or requires backs that it does not have."""
    return _unoffered(parts, profile) is not None or (
        profile.missing_backs == "refuse" and _lacks_backs(parts, profile)
    )


def _unoffered(parts: PartSet, profile: Profile) -> str | None:
    """Return why the target cannot print the component; None if it can."""
    if _folded(parts):
        return f"it is folded, and {profile.name} prints faces"
    if parts.kind and profile.kinds and parts.kind not in profile.kinds:
        return f"{profile.name} does not print components that make a {parts.kind}"
    for part in parts.parts:
        if _page(part, parts, profile) is None:
            size = part.front.width, part.front.height
            made = f" for a {SHAPES[_shape(part)]} {parts.kind}" if profile.offer(*size) else ""
            return f"{size[0]:g} × {size[1]:g} mm is no size of {profile.name}{made}"
    return None


SHAPES: dict[Shape, str] = {"rectangle": "rectangular", "circle": "round", "hexagon": "hexagonal"}


def _shape(part: Part) -> Shape:
    match part.outline:
        case Rect():
            return "rectangle"
        case Ellipse():
            return "circle"
        case _:
            return "hexagon"


def _offer(part: Part, parts: PartSet, profile: Profile) -> Offer | None:
    """Return the product or size of the service for a part; None if it is printed at its own size."""
    return profile.offer(part.front.width, part.front.height, parts.kind, _shape(part))


def _page(part: Part, parts: PartSet, profile: Profile) -> tuple[float, float] | None:
    """Return the size of the page of a part, or None if the service does not accept it."""
    return profile.page(part.front.width, part.front.height, parts.kind, _shape(part))


# Backs: what is printed behind fronts that have none, so that no front takes the place of a back.


def _sides(part: Part, parts: PartSet, profile: Profile) -> int:
    """Return how many sides of a part the service prints."""
    offer = _offer(part, parts, profile)
    return offer.sides if offer else 2


def _lacks_backs(parts: PartSet, profile: Profile) -> bool:
    """Whether the service prints backs of parts that have none."""
    return any(part.back is None and _sides(part, parts, profile) == 2 for part in parts.parts)


def _gets_blanks(parts: PartSet, profile: Profile) -> bool:
    """Whether blank backs are printed: a deck with some backs in one PDF needs all of them, to keep its order."""
    if not _lacks_backs(parts, profile):
        return False
    mixed = profile.file == "pdf" and any(part.back for part in parts.parts)
    return mixed or profile.missing_backs == "blank"


def _with_sides(parts: PartSet, profile: Profile) -> PartSet:
    """Return the parts with the sides that are printed: with blank backs, and without backs that are not printed."""
    blanks = _gets_blanks(parts, profile)

    def sided(part: Part) -> Part:
        if _sides(part, parts, profile) == 1:
            return replace(part, back=None) if part.back else part
        if part.back is None and blanks:
            front = part.front
            return replace(part, back=Scene(front.width, front.height, (), front.bleed))
        return part

    return replace(parts, parts=tuple(map(sided, parts.parts)))


def _backless(parts: PartSet, profile: Profile, span: Span) -> Fault | None:
    """Return the fault of fronts without backs, with what is done about them; None if nothing is."""
    if not _lacks_backs(parts, profile):
        return None
    lacking_backs = [part for part in parts.parts if part.back is None and _sides(part, parts, profile) == 2]
    some = "has no back" if len(lacking_backs) == len(parts.parts) else f"lacks {len(lacking_backs)} of its backs"
    rows = tuple(part.name for part in lacking_backs)
    if profile.missing_backs == "refuse":
        message = f"'{parts.name}' {some}, and {profile.name} prints both sides: it is left out"
        return Fault(span, message, "add 'back:' with a template to the component", rows=rows)
    if _gets_blanks(parts, profile):
        message = f"'{parts.name}' {some}: {profile.name} gets blank ones"
        return Fault(span, message, "add 'back:' with a template for printed backs", INFO, rows)
    return None


# What the target accepts, and the pages that it gets.


def _folded(parts: PartSet) -> bool:
    """Whether it is to be folded or glued, so that guides are printed over it."""
    return any(part.guides for part in parts.parts)


NEAREST = 3
"""The maximum number of sizes that a hint lists; of more, it names the nearest one."""


def _alternative(parts: PartSet, profile: Profile) -> str | None:
    """Return what the service takes instead: the nearest size, or all of them if they are few."""
    refused = next((part for part in parts.parts if _page(part, parts, profile) is None), None)
    if refused is None or (parts.kind and profile.kinds and parts.kind not in profile.kinds):
        return None
    if len(profile.offers) > NEAREST:
        size = refused.front.width, refused.front.height
        near = profile.nearest(*size, parts.kind, _shape(refused)) or profile.nearest(*size)
        assert near, "there are offers"
        return f"the nearest that it takes is {near.name} ({near.width:g} × {near.height:g} mm)"
    listed = ", ".join(f"{offer.name} ({offer.width:g} × {offer.height:g} mm)" for offer in profile.offers)
    return f"its sizes are {listed}; a profile of your own can list others" if listed else None


def _lacking(part: Part, parts: PartSet, profile: Profile) -> float:
    page = _page(part, parts, profile)
    assert page, "the size is taken"
    return max(lacking(face, *page) for face in (part.front, part.back) if face)


def _pages(parts: PartSet, target: BuildTarget, label: str) -> dict[tuple[int, Side], Page]:
    """Return each face of each part on its page; a shared back is one page, called `back`."""
    inset = stamp(label, HOUSE) if label else None
    folder = f"{target.finished.strip('-')}/{parts.component}"
    names = file_names(part.name for part in parts.parts)
    shared = len(parts.parts) > 1 and all(part.back == parts.parts[0].back for part in parts.parts)
    pages: dict[tuple[int, Side], Page] = {}
    for index, (part, name) in enumerate(zip(parts.parts, names, strict=True)):
        size = _page(part, parts, target.profile)
        assert size, "the size is taken"
        front = finished(part.front, *size, inset)
        if target.profile.spots:
            front = with_cuts(front, part)
        pages[index, "front"] = Page(f"{folder}/{name}-front", front)
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
    count = "1 page" if len(sheets) == 1 else f"{len(sheets)} pages"
    return Product(name, product_text(f"{parts.name} for {target.profile.name}, {count}", target), content)


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


# Each face as a separate picture.

Named = tuple[str, "Scene"]
"""The path of a face's picture, and the face."""


def pictures(examined: Examined, target: BuildTarget, say: Say) -> Iterator[Batch]:
    """Yield batches of the faces as SVG and PNG, for the requested formats.

    Pictures of a variant or a draft are in separate folders, so that they do not replace those to be printed.
    """
    forms = [form for form in ("svg", "png") if form in target.formats]
    for drawn in examined.drawn if forms else ():
        faces = list(_faces(drawn.parts))
        for form in forms if faces else ():
            yield in_stage(form.upper(), partial(_face_pictures, form, drawn.parts.name, faces, target, say))


def require_pictures(examined: Examined, target: BuildTarget) -> None:
    """Raise Refused if a requested picture would exceed the maximum number of pixels."""
    if "png" not in target.formats and target.profile.prints != "faces":
        return
    for drawn in examined.drawn:
        for part in drawn.parts.parts:
            for width, height, dpi in _pictured(part, drawn.parts, target):
                try:
                    pixels(width, height, dpi)
                except PictureTooLarge as error:
                    raise Refused(f"'{drawn.parts.name}' of '{examined.name}': {error}; use fewer dpi") from error


def _pictured(part: Part, parts: PartSet, target: BuildTarget) -> Iterator[tuple[float, float, float]]:
    """Yield width, height and resolution of the pictures of a part's front."""
    face, profile = part.front, target.profile
    if "png" in target.formats:
        yield face.width + 2 * face.bleed, face.height + 2 * face.bleed, target.dpi
    page = _page(part, parts, profile) if profile.prints == "faces" and profile.file != "pdf" else None
    if page:
        yield *page, profile.dpi


def _faces(parts: PartSet) -> Iterator[Named]:
    names = file_names(part.name for part in parts.parts)
    for name, part in zip(names, parts.parts, strict=True):
        for side, scene in (("front", part.front), ("back", part.back)):
            if scene:
                yield f"{parts.component}/{name}-{side}", _titled(scene, parts)


def _titled(scene: Scene, parts: PartSet) -> Scene:
    """Return the scene with a name: a shared back has none itself."""
    return scene if scene.name else replace(scene, name=parts.name)


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


# Faces as pictures for other programs: notebooks, scripts, output formats of other packages.


class FacePicture(Struct, frozen=True, eq=False, dict=True):
    """One face of a part, drawn. A notebook shows it as a picture."""

    _scene: Scene

    def __repr__(self) -> str:
        return f"<FacePicture of '{self.name}': {self.width:g} × {self.height:g} mm>"

    @property
    def name(self) -> str:
        """The name of its row; of the component, for a back that all rows share."""
        return self._scene.name

    @property
    def width(self) -> float:
        """Its width in millimetres after cutting, without bleed."""
        return self._scene.width

    @property
    def height(self) -> float:
        """Its height in millimetres after cutting, without bleed."""
        return self._scene.height

    @property
    def bleed(self) -> float:
        """How many millimetres of art the pictures have beyond the cut, on each side."""
        return self._scene.bleed

    @cached_property
    def svg(self) -> str:
        """The face as an SVG file, the same that `pnp build` writes."""
        return self._svg()

    def png(self, dpi: float = 300) -> bytes:
        """Return the face as a PNG file, the same that `pnp build --dpi` writes.

        Raises ValueError if it would have more pixels than can be made.
        """
        return next(render_pngs([self._scene], dpi))

    def _repr_svg_(self) -> str:
        """What a notebook shows. All its pictures share one page, so each has ids that no other picture has."""
        digest = hashlib.sha256(self.svg.encode()).hexdigest()
        return self._svg(f"pnp-{digest[:12]}-")

    def _svg(self, prefix: str = "") -> str:
        from pnp.render.svg import render_svg

        return render_svg(self._scene, prefix=prefix).decode()


class PrintedPart(Struct, frozen=True, eq=False):
    """One thing to cut out: its faces, and how often it is printed."""

    name: str
    copies: int
    front: FacePicture
    back: FacePicture | None


def printed_parts(parts: PartSet) -> tuple[PrintedPart, ...]:
    """Return the parts of a component with their faces as pictures."""

    def picture(scene: Scene) -> FacePicture:
        return FacePicture(_titled(scene, parts))

    return tuple(
        PrintedPart(part.name, part.copies, picture(part.front), picture(part.back) if part.back else None)
        for part in parts.parts
    )


def draw_parts(loaded: Loaded, asked: BuildOptions) -> tuple[PrintedPart, ...]:
    """Return the parts of the components in `asked.only` as `build` draws them, without those that cannot be drawn.

    Raises Refused for a component, a variant, a language or a profile that the game does not have.
    """
    target = target_of(loaded, asked)
    facts = facts_of(kept_safe(loaded.game, target.profile.safe))
    drawn, _, _ = draw_all(facts, Memo(), asked.only, target.variant, draws_maps=True)
    return tuple(part for each in drawn for part in printed_parts(each.parts))


# Output formats of other packages.


class Export(Struct, frozen=True, eq=False):
    """What an output format of another package is given: what the pack holds, and its parts drawn.

    `parts` are those of each component that is built, by its id. `dpi` is the resolution that pictures should have. A
    `draft` may have errors.
    """

    contents: Contents
    parts: Mapping[str, tuple[PrintedPart, ...]]
    dpi: int
    draft: bool


def export_batch(plugin: Plugin, examined: Examined, target: BuildTarget, say: Say) -> Batch:
    """Return the files of an output format of another package, which go into a folder with its name."""
    return in_stage(plugin.name, partial(_exported, plugin, examined, target, say))


def _exported(plugin: Plugin, examined: Examined, target: BuildTarget, say: Say) -> Iterator[Product]:
    """Yield the files of one format. Raises OutputError if its package fails."""
    say(f"{examined.name}: {plugin.name}")
    parts = {drawn.parts.component: printed_parts(drawn.parts) for drawn in examined.drawn}
    contents = contents_of(examined.facts, examined.name)
    export = Export(contents, MappingProxyType(parts), target.dpi, target.asked.draft)
    try:
        for name, content in plugin.load()(export):
            yield Product(f"{plugin.name}{target.finished}/{_below(name)}", f"for {plugin.name}", bytes(content))
    except Exception as error:
        pass_on_interrupt(error)
        where = f"the format '{plugin.name}' of the package '{plugin.package}'"
        raise OutputError(f"{where} failed: {type(error).__name__}: {error}") from error


def _below(name: str) -> str:
    """Return the path of a file in the folder of its format. Raises ValueError for a path outside of it."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or set(name) & {"\\", ":", "\0"}:
        raise ValueError(f"{name!r} is not the path of a file in its folder")
    return path.as_posix()
