"""Sheets: paper with scenes imposed on it, ready for a back end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass
from pnp.scene.items import Group

if TYPE_CHECKING:
    from pnp.scene.items import Item, Path, Scene

Side = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Box:
    """An upright box on a sheet, from its top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Anchor:
    """A height on a sheet that links lead to; one with a title stands in the reader's outline, `level` deep from 0."""

    name: str
    y: float
    title: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A box on a sheet that leads to an anchor of the file (`#name`) or to an address (`https://…`)."""

    box: Box
    target: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to print: the paper's size, what stands on it, and what a reader's panel says of it.

    `trim` and `bleed` are the part's boxes where the page is one part, the paper's where it is many. `components` are
    those that have something on it. `bookmark` opens a chapter of the file. Anchors stand in reading order, none with a
    title more than one deeper than the last. `cuts` and `folds` are the lines that a cutting machine follows, without a
    look.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    trim: Box
    bleed: Box
    components: tuple[str, ...] = ()
    label: str = ""
    side: Side = "front"
    bookmark: str | None = None
    anchors: tuple[Anchor, ...] = ()
    links: tuple[Link, ...] = ()
    cuts: tuple[Path, ...] = ()
    folds: tuple[Path, ...] = ()


def sheet_of(scene: Scene) -> Sheet:
    """The scene as a sheet of its own, as large as its trim and bleed."""
    width, height = scene.width + 2 * scene.bleed, scene.height + 2 * scene.bleed
    return Sheet(
        width,
        height,
        (Group(scene.items, (1.0, 0.0, 0.0, 1.0, scene.bleed, scene.bleed)),),
        Box(scene.bleed, scene.bleed, scene.width, scene.height),
        Box(0.0, 0.0, width, height),
        label=scene.name,
    )
