"""The words and numbers of a contact sheet: how they look, and how long they may be."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.scene.items import Rect, Stroke
from pnp.scene.typeset import typeset
from pnp.sheet.furniture import ELLIPSIS
from pnp.sheet.style import HOUSE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.items import Colour, Item
    from pnp.scene.text import TextStyle
    from pnp.scene.typeset import Block

CHIP = 4.6
"""The height of a number on its plate."""

MOST_CHIPS = 3
"""How many numbers stand side by side."""

WORDS = replace(HOUSE.bodies, size=8.5, leading=10.0)
STRONG = replace(WORDS, weight=700)
QUIET = replace(WORDS, colour="#4A525B")


@dataclass(frozen=True, slots=True)
class Mark:
    """The number of a remark, and whether that is an error."""

    number: int
    error: bool

    @property
    def colour(self) -> Colour:
        """What it is drawn in."""
        return HOUSE.alarm if self.error else HOUSE.accent


def chips(marks: Sequence[Mark], x: float, y: float) -> Iterator[Item]:
    """The first of the numbers side by side, and how many more there are."""
    for mark in marks[:MOST_CHIPS]:
        items, width = chip(mark, x, y)
        yield from items
        x += width + 0.6
    if len(marks) > MOST_CHIPS:
        more = typeset(f"+{len(marks) - MOST_CHIPS}", STRONG)
        yield Rect(x, y, more.width + 2.0, CHIP, 1.0, HOUSE.paper, Stroke(HOUSE.ink, 0.25))
        yield more.at(x + 1.0, y + (CHIP - more.height) / 2)


def chip(mark: Mark, x: float, y: float) -> tuple[tuple[Item, ...], float]:
    """A number on its colour, and how wide that is."""
    words = typeset(str(mark.number), replace(STRONG, colour=HOUSE.paper if mark.error else HOUSE.ink))
    width = max(words.width + 2.4, CHIP)
    plate = Rect(x, y, width, CHIP, 1.0, mark.colour, Stroke(HOUSE.paper, 0.4))
    return (plate, words.at(x + (width - words.width) / 2, y + (CHIP - words.height) / 2)), width


def many(number: int, thing: str) -> str:
    """The number of things, in words."""
    return f"{number:,} {thing}" + ("" if number == 1 else "s")


def shortened(words: str, style: TextStyle, width: float) -> Block:
    """The words on one line, without their end where they are wider."""
    words = " ".join(words.split())
    whole = typeset(words, style)
    if whole.width <= width:
        return whole

    def cut(kept: int) -> Block:
        return typeset(f"{words[:kept].rstrip()}{ELLIPSIS}", style)

    return cut(max(bisect_right(range(len(words)), width, key=lambda kept: cut(kept).width) - 1, 0))
