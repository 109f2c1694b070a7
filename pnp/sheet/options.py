"""Paper sizes, margins, marks, order of backs.

A black square at the upper left, a corner of thick lines at the upper right and at the lower left, all as far off the
edges of the paper: what machines of Silhouette call three points.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Item, Path, Rect, Stroke
from pnp.scene.paths import polyline
from pnp.units import MM_PER_INCH

# Papers by name, each stored once in the unit that defines it.


class Paper(Struct, frozen=True):
    """A size of paper in millimetres, upright unless `turned`; `name` is what a command line calls it."""

    name: str
    title: str
    width: float
    height: float

    @property
    def turned(self) -> Paper:
        """The same paper lying on its other side."""
        return replace(self, width=self.height, height=self.width)


def metric(title: str, width: float, height: float) -> Paper:
    """The paper of that size in millimetres."""
    return Paper(_slug(title), title, width, height)


def imperial(title: str, width: float, height: float) -> Paper:
    """The paper of that size in inches."""
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
"""Every paper that is known, by its name."""


# Registration marks: what a cutting machine looks for to know where the sheet lies.

Registration = Literal["silhouette"]

BLACK = "#000000"
INSET = 10.0
"""How far the marks stand off the edges of the paper."""

SQUARE = 5.0
ARM = 8.4
"""How long the lines of a corner are."""

THICK = 1.0

CLEAR = 2.0
"""What the machine wants blank round its marks."""

MARGIN = INSET + THICK + CLEAR
"""What no part enters at the edges of the paper."""

LEFT = INSET + SQUARE + CLEAR
"""What no part enters at the left, where the square stands."""

CORNER = INSET + ARM + CLEAR
"""Where, from the edges, words beside the parts may begin."""


def registration_marks(paper: Paper) -> Iterator[Item]:
    """The square and the two corners."""
    right, bottom, half = paper.width - INSET, paper.height - INSET, THICK / 2
    stroke = Stroke(BLACK, THICK)
    yield Rect(INSET, INSET, SQUARE, SQUARE, fill=BLACK)
    upper = [(right - ARM, INSET + half), (right - half, INSET + half), (right - half, INSET + ARM)]
    lower = [(INSET + half, bottom - ARM), (INSET + half, bottom - half), (INSET + ARM, bottom - half)]
    yield Path(polyline(upper), stroke=stroke)
    yield Path(polyline(lower), stroke=stroke)


# What is wanted of the sheets: the paper, the order of backs, margins and marks.

Layout = Literal["single", "duplex", "gutterfold"]
Flip = Literal["long", "short"]

MARK_LENGTH = 4.0
"""How long a crop mark is where it has room."""

MARK_LEAST = 2.0
"""How long it is where it has none: it would rather come near the edge of the paper than be missed."""

STUB = 3.0
"""How much room a crop mark has beside the sheet's own line of text."""

EDGE = 5.0
"""How far off the edges of the paper all printers print; a margin that is narrower is trusted."""

UNPRINTED = 2.0
"""How much nearer to the edge of the paper than the parts the words and marks of a sheet come."""

AIR = 1.0
"""What stays free between art without marks and words."""

MARK_OFFSET = 2.0
"""How far off the trim a crop mark begins, at the least."""


class Options(Struct, frozen=True):
    """How parts are put on paper.

    `margin` is what no part enters, `bleed` the most of a part's bleed that is printed. `common` keeps A4 and Letter
    to the box that both have, so that a game has the same pages on either. `stamp` is a word, such as DRAFT, that
    stands on every sheet. For a cutting machine `registration` names the marks that it looks for.
    """

    paper: Paper = A4
    layout: Layout = "single"
    flip: Flip = "long"
    margin: float = 7.0
    bleed: float = 2.0
    marks: bool = True
    common: bool = True
    stamp: str = ""
    registration: Registration | None = None

    @property
    def by_hand(self) -> Options:
        """What is wanted of sheets that no machine cuts."""
        return replace(self, registration=None) if self.registration else self

    @property
    def by_machine(self) -> Options:
        """What is wanted of sheets that a machine cuts, where one does: room for its marks, and no others."""
        return replace(self, margin=max(self.margin, MARGIN), marks=False) if self.registration else self

    @property
    def edge(self) -> float:
        """How near to the edges of the paper words and marks come, where these have room."""
        return max(min(self.margin, EDGE), self.margin - UNPRINTED)

    @property
    def mark_offset(self) -> float:
        """How far off the trim a crop mark begins: always outside the art."""
        return max(MARK_OFFSET, self.bleed)

    @property
    def mark_reach(self) -> float:
        """How far off the trim a crop mark ends; without marks, what the art and a little air take."""
        return self.mark_offset + MARK_LENGTH if self.marks else self.bleed + AIR

    @property
    def mark_stub(self) -> float:
        """The same where a mark is cut short by the sheet's own line of text."""
        return self.mark_offset + STUB if self.marks else self.bleed + AIR
