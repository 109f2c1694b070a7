"""What is wanted of the sheets: the paper, the order of backs, margins and marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pnp.sheet.paper import A4, Paper

Layout = Literal["single", "duplex", "gutterfold"]
Flip = Literal["long", "short"]

MARK_LENGTH = 4.0
"""How long a crop mark is."""

MARK_OFFSET = 2.0
"""How far off the trim a crop mark begins, at the least."""


@dataclass(frozen=True, slots=True)
class Options:
    """How parts are put on paper.

    `margin` is what no part enters, `bleed` the most of a part's bleed that is printed. `common` keeps A4 and Letter
    to the box that both have, so that a game has the same pages on either. `stamp` is a word, such as DRAFT, that
    stands on every sheet.
    """

    paper: Paper = A4
    layout: Layout = "single"
    flip: Flip = "long"
    margin: float = 7.0
    bleed: float = 2.0
    marks: bool = True
    common: bool = True
    stamp: str = ""

    @property
    def mark_offset(self) -> float:
        """How far off the trim a crop mark begins: always outside the art."""
        return max(MARK_OFFSET, self.bleed)

    @property
    def mark_reach(self) -> float:
        """How far off the trim a crop mark ends."""
        return self.mark_offset + MARK_LENGTH
