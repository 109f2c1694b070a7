"""What is wanted of the sheets: the paper, the order of backs, margins and marks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from pnp.records import dataclass
from pnp.sheet.paper import A4, Paper
from pnp.sheet.registration import MARGIN

if TYPE_CHECKING:
    from pnp.sheet.registration import Registration

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


@dataclass(frozen=True, slots=True)
class Options:
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
