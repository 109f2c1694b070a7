"""Prose: headings, paragraphs and numbered steps as slabs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.scene.geometry import translate
from pnp.scene.items import Ellipse, Group, Rect
from pnp.scene.typeset import Block, typeset
from pnp.sheet.flow import Slab

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.text import TextStyle
    from pnp.sheet.style import SheetStyle

LINES = 24
"""How many lines of a paragraph stay together."""

INDENT = 6.0
"""How far the text of a step stands from its number's left."""

ZERO_WIDTH = "\u200b"


def heading(words: str, style: SheetStyle) -> Slab:
    """A section's heading under a short bar of the accent; it keeps what follows."""
    block = typeset(words, style.headings)
    bar = Rect(0.0, 0.0, 12.0, 0.9, fill=style.accent)
    return Slab((bar, block.at(0.0, 1.4)), block.height + 3.0, 0.0, keeps=True)


def paragraph(words: str, style: TextStyle, width: float, gap: float = 0.0) -> Iterator[Slab]:
    """The words in slabs of a few lines each."""
    for index, block in enumerate(blocks(words, style, width)):
        yield Slab(block.items, block.height, 0.0 if index else gap)


def steps(says: Sequence[str], style: SheetStyle, width: float, gap: float = 1.6) -> Iterator[Slab]:
    """Numbered steps, each number on a disc."""
    for number, words in enumerate(says, 1):
        for index, block in enumerate(blocks(words, style.bodies, width - INDENT)):
            text = Group(block.items, translate(INDENT, 0.0))
            disc = () if index else _disc(number, block, style)
            yield Slab((*disc, text), block.height, gap if number > 1 and not index else 0.0)


def blocks(words: str, style: TextStyle, width: float) -> Iterator[Block]:
    """The words set to that width, a block for each few lines; a word longer than a line is broken anywhere."""
    block = typeset(words, style, width)
    if block.overflow_x:
        block = typeset(_breakable(words, style, width), style, width)
    if len(block.lines) <= LINES:
        yield block
        return
    lines = [line.text for line in block.lines]
    for start in range(0, len(lines), LINES):
        yield typeset("\n".join(lines[start : start + LINES]), style, width)


def _breakable(words: str, style: TextStyle, width: float) -> str:
    """The words with a place to break after each character of those that are wider than a line."""
    return "\n".join(
        " ".join(ZERO_WIDTH.join(word) if typeset(word, style).width > width else word for word in line.split(" "))
        for line in words.split("\n")
    )


def _disc(number: int, block: Block, style: SheetStyle) -> tuple[Ellipse, Group]:
    """The number on a disc whose middle is that of the first line's capitals."""
    numeral = typeset(
        str(number), replace(style.notes, family=style.display, size=style.body, weight=700, leading=None)
    )
    middle = block.cap_top + block.cap_height / 2
    disc = Ellipse(2.0, middle, 2.0, 2.0, fill=style.accent)
    return disc, numeral.at(2.0 - numeral.width / 2, middle - numeral.height / 2)
