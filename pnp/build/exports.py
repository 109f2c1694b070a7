"""Faces as pictures for callers from outside: notebooks, scripts, output formats of other packages."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING

from pnp.build.drawing import Memo, draw_all
from pnp.build.examine import Examined, facts_of
from pnp.build.faces import titled
from pnp.build.target import BuildOptions, Target, kept_safe, target_of
from pnp.build.write import Batch, Product, in_stage
from pnp.facts.contents import Contents, contents_of
from pnp.interrupts import pass_on_interrupt
from pnp.output import OutputError
from pnp.render.pdf import render_pngs
from pnp.render.svg import render_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pnp.build.press import Say
    from pnp.load import Loaded
    from pnp.plugins import Plugin
    from pnp.scene.items import Scene
    from pnp.scene.parts import PartSet


@dataclass(frozen=True, eq=False, repr=False)
class FacePicture:
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
        return render_svg(self._scene, prefix=prefix).decode()


@dataclass(frozen=True, eq=False)
class PrintedPart:
    """One thing to cut out: its faces, and how often it is printed."""

    name: str
    copies: int
    front: FacePicture
    back: FacePicture | None


def printed_parts(parts: PartSet) -> tuple[PrintedPart, ...]:
    """Return the parts of a component with their faces as pictures."""

    def picture(scene: Scene) -> FacePicture:
        return FacePicture(titled(scene, parts))

    return tuple(
        PrintedPart(part.name, part.copies, picture(part.front), picture(part.back) if part.back else None)
        for part in parts.parts
    )


def draw_parts(loaded: Loaded, asked: BuildOptions) -> tuple[PrintedPart, ...]:
    """Return the parts of the components in `asked.only` as `build` draws them; none of what can't be drawn.

    Raises Refused for a component, a variant, a language or a profile that the game does not have.
    """
    target = target_of(loaded, asked)
    facts = facts_of(kept_safe(loaded.game, target.profile.safe))
    drawn, _, _ = draw_all(facts, Memo(), asked.only, target.variant, draws_maps=True)
    return tuple(part for each in drawn for part in printed_parts(each.parts))


# Output formats of other packages.


@dataclass(frozen=True, eq=False)
class Export:
    """What an output format of another package is given: what the pack holds, and its parts drawn.

    `parts` are those of each component that is built, by its id. `dpi` is the resolution that pictures should have. A
    `draft` may have errors.
    """

    contents: Contents
    parts: Mapping[str, tuple[PrintedPart, ...]]
    dpi: int
    draft: bool


def export_batch(plugin: Plugin, examined: Examined, target: Target, say: Say) -> Batch:
    """Return the files of an output format of another package, which go into a folder with its name."""
    return in_stage(plugin.name, partial(_exported, plugin, examined, target, say))


def _exported(plugin: Plugin, examined: Examined, target: Target, say: Say) -> Iterator[Product]:
    """The files of one format. Raises OutputError where its package fails."""
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
    """The name of a file in the folder of its format. Raises ValueError for one that leads elsewhere."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or set(name) & {"\\", ":", "\0"}:
        raise ValueError(f"{name!r} is not the path of a file in its folder")
    return path.as_posix()
