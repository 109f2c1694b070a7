"""What a drawing remembers for those who check it: where texts and icons came to stand, and what was not drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass
from pnp.scene.lettering import Lettering, PrintedText
from pnp.scene.scripts import unsupported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pnp.diagnostics import Fault, Span
    from pnp.scene.geometry import Bounds
    from pnp.scene.items import Affine, Item, Origin
    from pnp.scene.part import PartSet

_NAMED = 3
"""How many rows a message names."""

_LONGEST = 60
"""Characters of a row's name that a message shows."""


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text as it was set, its lengths in millimetres and its sizes in points.

    `source` finds where its words come from. `overflow_x` and `overflow_y` are how far it passes its box, `beyond` how
    far its ink passes the safe zone. `least` is the least size of its role, `missing` what no font has, `strays` are
    characters whose marks are drawn in the wrong place. Out of the box `reach` on the face no ink of it reaches; None
    where that is not known.
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
    reach: Bounds | None = None
    strays: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        """Where its words come from."""
        return self.source()

    def again(self, origin: Origin, source: Callable[[], Span]) -> PlacedText:
        """The same text set in the same place for another row."""
        over = self.overflow_x, self.overflow_y, self.beyond
        flaws = self.missing, self.reach, self.strays
        return PlacedText(origin, source, self.text, self.role, self.size, self.least, *over, *flaws)

    def may_touch(self, box: Bounds, slack: float = 1e-6) -> bool:
        """Whether ink of it may lie in the box."""
        return self.reach is None or self.reach.overlaps(box, slack)


@dataclass(frozen=True, slots=True)
class PlacedIcon:
    """An icon as it was drawn; `beyond` is how far it passes the safe zone, in millimetres."""

    origin: Origin
    name: str
    size: float
    beyond: float = 0.0


@dataclass(frozen=True, slots=True)
class PlacedPicture:
    """A picture as it was drawn: its pixels across and down, and how wide and high it is with what a box cuts off.

    `span` is where its name comes from.
    """

    origin: Origin
    span: Span
    name: str
    pixels: tuple[int, int]
    width: float
    height: float


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """What one layer painted once: its kind, its items, the way from them to the face, the box that it stands in, its
    text where it is one, and its name.
    """

    kind: str
    items: tuple[Item, ...]
    matrix: Affine
    box: Bounds
    text: PlacedText | None = None
    layer: str = ""


PaintedFace = tuple[Painted, ...]
"""What the layers of one face painted, the lowest first."""

TroubleKind = Literal["expression", "value", "missing-picture", "bad-picture"]
"""An expression failed, or came to a value that the layer cannot use; a picture is not there, or cannot be used."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A layer that was not drawn for some rows, and why."""

    kind: TroubleKind
    fault: Fault


@dataclass(frozen=True, slots=True)
class Drawn:
    """The parts of one component, with what was noticed while they were drawn, and its faces layer by layer."""

    parts: PartSet
    texts: tuple[PlacedText, ...] = ()
    icons: tuple[PlacedIcon, ...] = ()
    pictures: tuple[PlacedPicture, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    faces: tuple[PaintedFace, ...] = ()
    labels: tuple[Lettering, ...] = ()

    @property
    def lettering(self) -> Iterator[Lettering]:
        """Its texts and those of the maps that it shows, as far as they do not print as they should."""
        yield Lettering(f"of '{self.parts.name}'", tuple(_printed(text) for text in self.texts if not _prints(text)))
        yield from self.labels


def _prints(text: PlacedText) -> bool:
    return not (text.missing or text.strays or unsupported(text.text))


def _printed(text: PlacedText) -> PrintedText:
    origin = text.origin
    return PrintedText(text.span, text.text, text.missing, text.strays, origin.span, origin.layer, origin.row)


def rows_told(rows: Sequence[str]) -> str:
    """The rows as the end of a message: ` (row 'Market')`, ` (rows 'Market', 'Pier' and 7 more)`."""
    names = [f"'{row}'" if len(row) <= _LONGEST else f"'{row[: _LONGEST - 1].rstrip()}…'" for row in rows if row]
    if not names:
        return ""
    if len(names) > _NAMED:
        names = [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more"]
    *first, last = names
    return f" (rows {', '.join(first)} and {last})" if first else f" (row {last})"
