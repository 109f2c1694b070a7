"""Parts and sheets, and records of what was placed on them and what was not drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.diagnostics import Fault, Span
from pnp.scene.items import (
    Affine,
    BoundingBox,
    Ellipse,
    Group,
    Item,
    Origin,
    Path,
    Rect,
    Scene,
    Tag,
)
from pnp.scene.paint import Veil
from pnp.scene.typesetting.lettering import Lettering, PrintedText, prints_as_written

# Parts: printed items to cut out, each with its faces.

Outline = Rect | Ellipse | Path
"""The cut line of a part, in the coordinates of its front."""


class Part(Struct, frozen=True, eq=False, weakref=True):
    """One item to cut out, `copies` times: a front, an optional back, and the outline of the cut.

    Front and back have the same trim. `guides` are fold lines, glue areas and ticks, drawn over the front and possibly
    beyond the trim. `folds` are the fold lines alone, for machines that score them. `slits` are cuts inside the
    outline. Parts are compared by identity.
    """

    name: str
    front: Scene
    back: Scene | None
    outline: Outline
    copies: int = 1
    guides: tuple[Item, ...] = ()
    folds: tuple[Path, ...] = ()
    slits: tuple[Path, ...] = ()


class PartSet(Struct, frozen=True):
    """All parts of one component, in the order of their rows, with the texts about it on sheets and on the first page.

    `stock` is its paper, `steps` the assembly instructions. With `spread`, each part is one large face, such as a
    board, to split over sheets with `overlap` millimetres in common. `optional` parts print only in a separate PDF.
    `credit` are the lines about authors and licence for the margin of a sheet, the longest first.
    `cuts` says whether neighbours on a sheet touch; empty for the sheet's own setting. `kind` is what the component
    makes, such as `card`. `product` is the product of a print service that it becomes; empty if its size decides.
    """

    component: str
    name: str
    parts: tuple[Part, ...]
    stock: str = ""
    steps: tuple[str, ...] = ()
    spread: bool = False
    overlap: float = 10.0
    optional: bool = False
    pack: str = ""
    credit: tuple[str, ...] = ()
    cuts: Literal["auto", "shared", "apart", ""] = ""
    kind: str = ""
    product: str = ""

    @property
    def count(self) -> int:
        """The number of items to cut out."""
        return sum(part.copies for part in self.parts)

    @property
    def faces(self) -> int:
        """The number of faces of all items: two for an item with a back."""
        return sum(part.copies * (2 if part.back else 1) for part in self.parts)


# Sheets: paper with scenes imposed on it, the input of a back end.

Side = Literal["front", "back"]


class Box(Struct, frozen=True):
    """An upright box on a sheet, from its top left corner."""

    x: float
    y: float
    width: float
    height: float


class Anchor(Struct, frozen=True):
    """A target of links: a height on a sheet. With a title it is a bookmark, nested `level` deep (from 0)."""

    name: str
    y: float
    title: str = ""
    level: int = 0


class LinkArea(Struct, frozen=True):
    """A box on a sheet that links to an anchor of the file (`#name`) or to an address (`https://…`).

    `tag` is the element of its text.
    """

    box: Box
    target: str
    tag: Tag | None = None


class Sheet(Struct, frozen=True):
    """One page to print: the paper's size, the items on it, and its entries in a reader's outline.

    `trim` and `bleed` are the part's boxes if the page is one part, otherwise the paper's. `components` are those with
    something on the sheet. `bookmark` begins a chapter of the file. Anchors are in reading order; the level of a titled
    one is at most one more than that of the previous. `cuts` and `folds` are lines for a cutting machine, without
    colour and width. `cuts_by_hand` is the number of straight cuts by hand, where it is another one.
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
    links: tuple[LinkArea, ...] = ()
    cuts: tuple[Path, ...] = ()
    folds: tuple[Path, ...] = ()
    cuts_by_hand: int | None = None


def sheet_of(scene: Scene) -> Sheet:
    """Return the scene as a sheet of the size of its trim and bleed."""
    width, height = scene.width + 2 * scene.bleed, scene.height + 2 * scene.bleed
    return Sheet(
        width,
        height,
        (Group(scene.items, (1.0, 0.0, 0.0, 1.0, scene.bleed, scene.bleed)),),
        Box(scene.bleed, scene.bleed, scene.width, scene.height),
        Box(0.0, 0.0, width, height),
        label=scene.name,
    )


# Records of a drawing for checks: where texts and icons were placed, and what was not drawn.

_NAMED = 3
"""The maximum number of rows that a message names."""

_LONGEST = 60
"""The maximum number of characters of a row's name in a message."""


class PlacedText(Struct, frozen=True):
    """A text as it was set; lengths are in millimetres, sizes in points.

    `source` returns the span of its content. `overflow_x` and `overflow_y` are its excess over the box, `beyond` that
    of its ink over the safe zone. `least` is the minimum size of its role. `missing` are characters without a glyph,
    `strays` those with misplaced marks. `reach` is a box on the face that contains its ink, None if unknown.
    `upright` is the width and height of the area in which a text turned by a quarter would fit on one line at its full
    size, if its own area is that one lying down; otherwise None. `small` is the size of its smallest run.
    """

    origin: Origin
    source: Callable[[], Span]
    text: str
    role: str
    size: float
    least: float = 0.0
    overflow_x: float = 0.0
    overflow_y: float = 0.0
    beyond: float = 0.0
    missing: tuple[str, ...] = ()
    reach: BoundingBox | None = None
    strays: tuple[str, ...] = ()
    upright: tuple[float, float] | None = None
    small: float = math.inf

    @property
    def span(self) -> Span:
        """The span of its content."""
        return self.source()

    def again(self, origin: Origin, source: Callable[[], Span]) -> PlacedText:
        """Return the record of the same text, set in the same place for another row."""
        return replace(self, origin=origin, source=source)

    def overflows(self, slack: float) -> bool:
        """Whether it is larger than its box by more than the slack."""
        return max(self.overflow_x, self.overflow_y) > slack

    def may_touch(self, box: BoundingBox) -> bool:
        """Whether its ink may be in the box."""
        return self.reach is None or self.reach.overlaps(box, 1e-6)


class PlacedIcon(Struct, frozen=True):
    """An icon as it was drawn; `beyond` is how far it extends beyond the safe zone, in millimetres."""

    origin: Origin
    name: str
    size: float
    beyond: float = 0.0


class PlacedPicture(Struct, frozen=True):
    """A picture as it was drawn: its size in pixels, and its full width and height, before clipping.

    `span` is that of its name.
    """

    origin: Origin
    span: Span
    name: str
    pixels: tuple[int, int]
    width: float
    height: float


class MapExtent(Struct, frozen=True):
    """The box of a drawn map, in the coordinates of its items, and whether the map paints all of it.

    `map`, `tile` and `style` are the names with which it is drawn. `whole` is the box of the whole map, of which `box`
    may be a part.
    """

    box: BoundingBox
    solid: bool
    map: str = ""
    tile: str = ""
    style: str = ""
    whole: BoundingBox = BoundingBox(0.0, 0.0, 0.0, 0.0)

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole map."""
        return all(abs(side - edge) < 0.01 for side, edge in zip(self.box, self.whole, strict=True))


class Painted(Struct, frozen=True, eq=False):
    """The result of one layer: its kind, items, transform to the face, box, text if it is one, and name.

    `veil` is how it is laid over the layers below, `origin` the layer. `extent` is what a map occupies, which checks
    cannot measure because they leave maps blank.
    """

    kind: str
    items: tuple[Item, ...]
    matrix: Affine
    box: BoundingBox
    text: PlacedText | None = None
    layer: str = ""
    veil: Veil | None = None
    origin: Origin | None = None
    extent: MapExtent | None = None


class PlacedSlot(Struct, frozen=True):
    """A slot of a face, where a piece snaps to on a virtual table: a name that no other slot of the face has.

    `x` and `y` are its middle in millimetres from the top left corner, `width` and `height` the size of its layer.
    `turn` is how far the layer is turned clockwise, in degrees; None if it is not turned.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    turn: float | None = None


PaintedFace = tuple[Painted, ...]
"""The results of all layers of one face, the lowest first."""

ErrorKind = Literal["expression", "value", "missing-picture", "bad-picture", "bad-icon", "undrawn-effect"]
"""An expression failed, or evaluated to a value that the layer cannot use; a picture is missing or cannot be used; an
icon cannot be drawn; a part of a picture is left out."""


class Undrawn(Struct, frozen=True):
    """A layer that was not drawn for some rows, and why."""

    kind: ErrorKind
    fault: Fault


class Drawn(Struct, frozen=True):
    """The parts of one component, with records made while they were drawn, and its faces layer by layer.

    `incomplete` are the rows whose faces lack a layer because of an error: what is found of them may follow from it.
    """

    parts: PartSet
    texts: tuple[PlacedText, ...] = ()
    icons: tuple[PlacedIcon, ...] = ()
    pictures: tuple[PlacedPicture, ...] = ()
    errors: tuple[Undrawn, ...] = ()
    faces: tuple[PaintedFace, ...] = ()
    labels: tuple[Lettering, ...] = ()
    incomplete: frozenset[str] = frozenset()

    @property
    def lettering(self) -> Iterator[Lettering]:
        """Its texts, and those of the maps that it shows, that do not print as they are written."""
        odd = (text for text in self.texts if not prints_as_written(text.text, text.missing, text.strays))
        yield Lettering(f"of '{self.parts.name}'", tuple(map(_printed, odd)))
        yield from self.labels


def without_spares(drawn: Drawn) -> Drawn | None:
    """Return a component without the parts of which no copy is printed; None if it has no others."""
    kept = tuple(part for part in drawn.parts.parts if part.copies)
    if len(kept) == len(drawn.parts.parts):
        return drawn
    return replace(drawn, parts=replace(drawn.parts, parts=kept)) if kept else None


def _printed(text: PlacedText) -> PrintedText:
    origin = text.origin
    return PrintedText(text.span, text.text, text.missing, text.strays, origin.span, origin.layer, origin.row)


def rows_as_text(rows: Sequence[str]) -> str:
    """Return the rows as the end of a message: ` (row 'Market')`, ` (rows 'Market', 'Pier' and 7 more)`."""
    names = [f"'{row}'" if len(row) <= _LONGEST else f"'{row[: _LONGEST - 1].rstrip()}…'" for row in rows if row]
    if not names:
        return ""
    if len(names) > _NAMED:
        names = [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more"]
    *first, last = names
    return f" (rows {', '.join(first)} and {last})" if first else f" (row {last})"
