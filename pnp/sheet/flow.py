"""Text in slabs: headings, paragraphs and numbered steps, and their flow over columns and pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.scene.items import Ellipse, Group, Item, Rect, Tag, translate
from pnp.scene.typesetting.text import TextStyle
from pnp.scene.typesetting.typeset import TextBlock, typeset
from pnp.sheet.frame import EPSILON
from pnp.sheet.margins import SheetStyle
from pnp.units import rounded, total

# The flow: slabs one below the other, in one or two columns, on as many pages as they need.


class Slab(Struct, frozen=True):
    """An unbreakable block of content, `height` millimetres high, drawn from (0, 0).

    `gap` is the space above it, except at the top of a column. A slab with `keep_with_next` is never the last of a
    column.
    """

    items: tuple[Item, ...]
    height: float
    gap: float = 0.0
    keep_with_next: bool = False


class FlowSection(Struct, frozen=True):
    """Slabs that flow in one or two columns; the second is `pitch` to the right.

    Above them are `gap` and then `head`; `again` is above the rest on another page. A section that is `whole` is not
    divided if a page has room for it.
    """

    slabs: tuple[Slab, ...]
    gap: float
    head: Slab | None = None
    columns: int = 1
    pitch: float = 0.0
    whole: bool = False
    again: Slab | None = None


class TextArea(Struct, frozen=True):
    """The area for the text of a page. The first page begins lower than the others and may end higher."""

    left: float
    first_top: float
    top: float
    first_bottom: float
    bottom: float


def flow(sections: Sequence[FlowSection], room: TextArea) -> tuple[tuple[Item, ...], ...]:
    """Return the items of each page. A slab higher than a page overflows at the bottom; callers must avoid it."""
    pages: list[list[Item]] = [[]]
    y, bottom = room.first_top, room.first_bottom
    for section in sections:
        slabs, head = section.slabs, section.head
        while slabs:
            fresh = not pages[-1]
            top = y if fresh else y + section.gap
            first = top + (head.height if head else 0.0)
            columns = _columns(slabs, section.columns, bottom - first, force=fresh and y == room.top)
            if section.whole and not fresh and sum(map(len, columns)) < len(slabs):
                over = room.bottom - room.top - (head.height if head else 0.0)
                columns = [] if _level(slabs, section.columns, over) else columns
            if columns:
                pages[-1] += [Group(head.items, translate(room.left, top))] if head else []
                pages[-1] += _placed(columns, section, room.left, first)
                y = first + max(column_height(column) for column in columns)
                slabs, head = slabs[sum(map(len, columns)) :], section.again
            if slabs:
                pages.append([])
                y, bottom = room.top, room.bottom
    return tuple(map(tuple, pages))


def stacked(slabs: Iterable[Slab], left: float, top: float) -> Iterator[Item]:
    """Yield the items of the slabs, one below the other."""
    y = top
    for index, slab in enumerate(slabs):
        y += slab.gap if index else 0.0
        yield Group(slab.items, translate(left, y))
        y += slab.height


def column_height(slabs: Sequence[Slab]) -> float:
    """Return the height of the slabs, one below the other, in millimetres."""
    return total(slab.height + (slab.gap if index else 0.0) for index, slab in enumerate(slabs))


def _columns(slabs: Sequence[Slab], count: int, height: float, *, force: bool) -> list[Sequence[Slab]]:
    """Return the first slabs in columns of at most that height, balanced if all of them fit.

    With `force`, the first column takes at least one slab.
    """
    best = _level(slabs, count, height)
    if best:
        return best
    columns: list[Sequence[Slab]] = []
    for _ in range(count):
        taken = _taken(slabs, height) or (1 if force and not columns else 0)
        if taken:
            columns.append(slabs[:taken])
            slabs = slabs[taken:]
    return columns


def _level(slabs: Sequence[Slab], count: int, height: float) -> list[Sequence[Slab]]:
    """Return all slabs in one or two columns of minimum height, the first one the fuller; empty if they do not fit."""
    splits = [[slabs]] if count == 1 else [[slabs[:cut], slabs[cut:]] for cut in range(1, len(slabs) + 1)]
    tidy = [split for split in splits if not split[0][-1].keep_with_next or not split[-1]]
    able = [split for split in tidy if max(map(column_height, split)) <= height + EPSILON]
    return min(able, key=lambda split: (rounded(max(map(column_height, split))), -len(split[0])), default=[])


def _taken(slabs: Sequence[Slab], height: float) -> int:
    """Return how many of the slabs a column holds, without one at its end that stays with the next."""
    taken = 0
    while taken < len(slabs) and column_height(slabs[: taken + 1]) <= height + EPSILON:
        taken += 1
    while 0 < taken < len(slabs) and slabs[taken - 1].keep_with_next:
        taken -= 1
    return taken


def _placed(columns: Sequence[Sequence[Slab]], section: FlowSection, left: float, top: float) -> Iterator[Item]:
    for number, column in enumerate(columns):
        yield from stacked(column, left + number * section.pitch, top)


# Prose: headings, paragraphs and numbered steps as slabs.

LINES = 24
"""The maximum number of lines of a slab; longer paragraphs can be broken between slabs."""

INDENT = 6.0
"""The distance from the left edge of a step's number to its text."""

ZERO_WIDTH = "\u200b"


def heading(words: str, style: SheetStyle) -> Slab:
    """Return a section's heading under a short bar in the accent colour; it stays with the next slab."""
    block = typeset(words, style.headings)
    bar = Rect(0.0, 0.0, 12.0, 0.9, fill=style.accent)
    return Slab((bar, block.element(0.0, 1.4, Tag("H2"))), block.height + 3.0, 0.0, keep_with_next=True)


def paragraph(words: str, style: TextStyle, width: float, gap: float = 0.0) -> Iterator[Slab]:
    """Yield the text in slabs of up to `LINES` lines each."""
    tag = Tag("P")
    for index, block in enumerate(blocks(words, style, width)):
        yield Slab((block.element(0.0, 0.0, tag),), block.height, 0.0 if index else gap)


def steps(says: Sequence[str], style: SheetStyle, width: float, gap: float = 1.6) -> Iterator[Slab]:
    """Yield numbered steps, each number on a disc."""
    whole = Tag("L")
    for number, words in enumerate(says, 1):
        step, text = Tag("LI"), Tag("LBody")
        for index, block in enumerate(blocks(words, style.bodies, width - INDENT)):
            disc = () if index else _disc(number, block, style)
            items = Group((*disc, block.element(INDENT, 0.0, text)), tag=step)
            yield Slab((Group((items,), tag=whole),), block.height, gap if number > 1 and not index else 0.0)


def blocks(words: str, style: TextStyle, width: float) -> Iterator[TextBlock]:
    """Yield the text set to that width, in blocks of up to `LINES` lines.

    A word longer than a line is broken anywhere.
    """
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
    """Return the text with a possible line break after each character of words that are wider than a line."""
    return "\n".join(
        " ".join(ZERO_WIDTH.join(word) if typeset(word, style).width > width else word for word in line.split(" "))
        for line in words.split("\n")
    )


def _disc(number: int, block: TextBlock, style: SheetStyle) -> tuple[Ellipse, Group]:
    """Return the number on a disc, centred on the capitals of the first line."""
    numeral = typeset(
        str(number), replace(style.notes, family=style.display, size=style.body, weight=700, leading=None)
    )
    middle = block.cap_top + block.cap_height / 2
    disc = Ellipse(2.0, middle, 2.0, 2.0, fill=style.accent)
    return disc, numeral.element(2.0 - numeral.width / 2, middle - numeral.height / 2, Tag("Lbl"))
