"""Paper sizes, margins, marks, order of backs.

Silhouette's machines find the sheet by registration marks, equally far from the edges of the paper. They are a black
square at the upper left, and thick corners at the upper right and lower left; for the Cameo 5 Alpha, four corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Item, Path, Rect, Stroke
from pnp.scene.paths import polyline
from pnp.units import MM_PER_INCH

# Papers by name. Each size is stored in the unit that defines it.


class Paper(Struct, frozen=True):
    """A size of paper in millimetres, upright unless `turned`; `name` is its name on the command line."""

    name: str
    title: str
    width: float
    height: float

    @property
    def turned(self) -> Paper:
        """The same paper with width and height exchanged."""
        return replace(self, width=self.height, height=self.width)


def metric(title: str, width: float, height: float) -> Paper:
    """Return the paper of that size in millimetres."""
    return Paper(_slug(title), title, width, height)


def imperial(title: str, width: float, height: float) -> Paper:
    """Return the paper of that size in inches."""
    return Paper(_slug(title), title, width * MM_PER_INCH, height * MM_PER_INCH)


def _slug(title: str) -> str:
    return title.lower().replace(" ", "-")


A4 = metric("A4", 210, 297)
LETTER = imperial("Letter", 8.5, 11)

PAPERS = {
    paper.name: paper
    for paper in (
        A4,
        LETTER,
        metric("A3", 297, 420),
        metric("A5", 148, 210),
        metric("SRA3", 320, 450),
        imperial("Legal", 8.5, 14),
        imperial("Tabloid", 11, 17),
        imperial("Arch B", 12, 18),
        imperial("Photo", 4, 6),
    )
}
"""Every known paper, by its name."""


# Registration marks: a cutting machine finds the artwork by them.

Registration = Literal["silhouette", "silhouette-4"]

BLACK = "#000000"
WHITE = "#FFFFFF"
INSET = 10.0
"""The default distance from the edges of the paper to the marks, and the minimum of Silhouette Studio."""

SQUARE = 5.0
ARM = 8.4
"""The length of the lines of a corner."""

THICK = 1.0

CLEAR = 2.0
"""The blank space that the machine needs around its marks."""


def registration_marks(paper: Paper, kind: Registration, inset: float) -> Iterator[Item]:
    """Yield the marks, over white grounds that keep the bleed of parts `CLEAR` away from them."""
    right, bottom, half = paper.width - inset, paper.height - inset, THICK / 2
    corners = [(right, inset, -1, 1), (inset, bottom, 1, -1)]  # where they are, and the directions of their arms
    if kind == "silhouette-4":
        corners = [(inset, inset, 1, 1), *corners, (right, bottom, -1, -1)]
    else:
        yield _ground(inset, inset, inset + SQUARE, inset + SQUARE)
    for x, y, across, down in corners:
        yield _ground(x, y, x + across * ARM, y + down * THICK)
        yield _ground(x, y, x + across * THICK, y + down * ARM)
    if kind == "silhouette":
        yield Rect(inset, inset, SQUARE, SQUARE, fill=BLACK)
    for x, y, across, down in corners:
        at_x, at_y = x + across * half, y + down * half
        arms = [(x + across * ARM, at_y), (at_x, at_y), (at_x, y + down * ARM)]
        yield Path(polyline(arms if down > 0 else arms[::-1]), stroke=Stroke(BLACK, THICK))


def _ground(x1: float, y1: float, x2: float, y2: float) -> Rect:
    """Return the white ground of a mark that fills the box between two corners."""
    left, top, right, bottom = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
    return Rect(left - CLEAR, top - CLEAR, right - left + 2 * CLEAR, bottom - top + 2 * CLEAR, fill=WHITE)


# Print options: paper, order of backs, margins and marks.

Layout = Literal["single", "duplex", "gutterfold"]
Flip = Literal["long", "short"]

Cuts = Literal["auto", "shared", "apart"]
"""Whether neighbours touch and share a cut (`shared`), have space for their bleed between them (`apart`), or touch
only where that saves sheets (`auto`).
"""

Backs = Literal["needed", "all", "none"]
"""Which backs are printed: all but optional ones on separate sheets (`needed`), all, or none."""

LEAST_MARGIN = 3.0
MOST_MARGIN = 50.0
"""The limits of `Options.margin`."""

MARK_LENGTH = 4.0
"""The length of a crop mark."""

MARK_LEAST = 2.0
"""The minimum length of a crop mark outside the art. With less room it is in the bleed, on a white ground."""

MARK_NEAR = 0.4
"""The distance from the trim to a crop mark in the bleed."""

MARK_GROUND = 0.8
"""Half the width of its ground."""

STUB = 3.0
"""The length of a crop mark next to the sheet's own line of text."""

EDGE = 5.0
"""The unprintable margin of common printers; a narrower margin set by the user is trusted."""

LEAST_INSET = 1.0
"""The minimum depth for bleed and marks outside the parts that are nearest to the edge of the paper."""

UNPRINTED = 2.0
"""How much nearer to the edge of the paper texts and marks may be than parts."""

AIR = 1.0
"""The minimum distance between art without marks and text."""

MARK_OFFSET = 2.0
"""The minimum distance from the trim to a crop mark."""


MACHINE_MARGIN = 15.0
"""The margin from which it is that of the area of a machine, such as a cutter with a camera, and cannot be narrower."""


class Options(Struct, frozen=True):
    """The options of imposition.

    `margin` is free of parts; `bleed` is the maximum bleed that is printed. `common` limits A4 and Letter to the area
    that both have where that costs no sheet, so that a game has the same pages on both. `stamp` is a word, such as
    DRAFT, on every sheet. `registration` is the kind of marks for a cutting machine, `inset` their distance from the
    edges. `mark_gap` is the space between the bleed and crop marks.
    """

    paper: Paper = A4
    layout: Layout = "single"
    flip: Flip = "long"
    margin: float = 6.0
    cuts: Cuts = "auto"
    bleed: float = 2.0
    marks: bool = True
    common: bool = True
    stamp: str = ""
    registration: Registration | None = None
    inset: float = INSET
    mark_gap: float = 0.0

    @property
    def by_hand(self) -> Options:
        """The options for sheets that are cut by hand: without a machine's marks, or beyond the area that it cuts."""
        if self.is_cut_within:
            return replace(self, margin=Options().margin, marks=True)
        return replace(self, registration=None) if self.registration else self

    @property
    def is_cut_within(self) -> bool:
        """Whether the margin is that of the area of a cutting machine, which prints its own marks around it."""
        return self.margin >= MACHINE_MARGIN and not self.marks and not self.registration

    @property
    def by_machine(self) -> Options:
        """The options for sheets cut by a machine, if there is one: with room for its marks, without crop marks."""
        if not self.registration:
            return self
        return replace(self, margin=max(self.margin, self.inset + THICK + CLEAR), marks=False)

    @property
    def left(self) -> float:
        """The minimum left margin: wider than the others next to the square of registration marks."""
        return self.inset + SQUARE + CLEAR if self.registration == "silhouette" else self.margin

    @property
    def ends(self) -> float:
        """The distance from the edges at which the sheet's own line of text may begin and end."""
        return self.inset + ARM + CLEAR if self.registration else self.edge

    @property
    def edge(self) -> float:
        """The minimum distance of bleed, texts and marks from the edges of the paper."""
        return max(min(self.margin - LEAST_INSET, EDGE), self.margin - UNPRINTED, 0.0)

    @property
    def mark_offset(self) -> float:
        """The distance from the trim to the start of a crop mark, always outside the art."""
        return max(MARK_OFFSET, self.bleed + self.mark_gap)

    @property
    def mark_reach(self) -> float:
        """The distance from the trim to the end of a crop mark; without marks, that of the art with `AIR`."""
        return self.mark_offset + MARK_LENGTH if self.marks else self.bleed + AIR

    @property
    def mark_stub(self) -> float:
        """As `mark_reach`, for a mark shortened by the sheet's own line of text."""
        return self.mark_offset + STUB if self.marks else self.bleed + AIR
