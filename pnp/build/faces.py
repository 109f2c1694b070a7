"""Every face as a picture, for files and for other programs; with its texts in several languages."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import PurePosixPath
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.drawing import draw_all
from pnp.build.examine import Examined, facts_of, kept_safe
from pnp.build.memo import Memo
from pnp.build.service import page_of
from pnp.build.target import BuildOptions, BuildTarget, target_of
from pnp.build.write import Batch, Product, Say, in_stage
from pnp.escape import file_names
from pnp.facts.contents import Contents, contents_of
from pnp.facts.rows import manifest, rows_of
from pnp.interrupts import pass_on_interrupt
from pnp.loader.pack import Loaded
from pnp.messages import Refused
from pnp.model.game import Game
from pnp.output import OutputError
from pnp.plugins import Plugin
from pnp.render.pdf import PictureTooLarge, pixels, render_pngs
from pnp.scene.drawings import Untranslatable, in_languages
from pnp.scene.items import Scene
from pnp.scene.parts import Part, PartSet

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
    page = page_of(part, parts, profile) if profile.prints == "faces" and profile.file != "pdf" else None
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
    drawn = draw_all(facts, Memo(), asked.only, target.variant, draws_maps=True).drawn
    return tuple(part for each in drawn for part in printed_parts(each.parts))


# Faces with their texts in several languages.


def in_all_languages(codes: Sequence[str], editions: Sequence[Examined]) -> Examined:
    """Return a game examined in several languages as one, in the first, whose faces have a layer for each language.

    Raises Refused if a component has other parts in one of them, or the same in another order.
    """
    drawn = []
    for each in zip(*(edition.drawn for edition in editions), strict=True):
        same = dict(zip(codes, (one.parts for one in each), strict=True))
        name = each[0].parts.name
        try:
            parts = in_languages(same)
        except Untranslatable as error:
            message = f"'{name}' can't be printed in several languages at once: its parts differ in size or number"
            raise Refused(message) from error
        if len({_rows_in_order(edition.game, parts.component) for edition in editions}) > 1:
            message = f"'{name}' can't be printed in several languages at once: its rows are in another order in each"
            raise Refused(f"{message}; sort by a field that is the same in all")
        drawn.append(replace(each[0], parts=parts))
    return replace(editions[0], drawn=tuple(drawn))


def _rows_in_order(game: Game, component: str) -> tuple[tuple[str, int], ...]:
    """Return where the rows of a printed component are written, in the order of printing."""
    found = next((each for entry, each in manifest(game) if entry.id == component), None)
    return tuple((row.span.file, row.span.line) for row in rows_of(found, game)) if found else ()


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
