"""Sets lines, paragraphs, headings and lists as strips."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from pnp.model.diagram import step_mark
from pnp.rulebook.document import Heading, IconPiece, Line, Link, ListBlock, TextPiece, plain
from pnp.rulebook.style import DISPLAY, Type, lettering_on, linked
from pnp.scene.items import Colour, Ellipse, Group, Item, Rect, Same, Tag, TagRole, translate
from pnp.scene.parts import Anchor, Box, LinkArea
from pnp.scene.parts import LinkArea as SheetLink
from pnp.scene.typesetting.line_breaking import BreakableText, broken_freely, paragraph
from pnp.scene.typesetting.text import Inline, Piece, Run, TextStyle
from pnp.scene.typesetting.typeset import Align, lay, typeset
from pnp.units import total

# Strips: lines of text, rows of tables and edges of boxes, which fill a page from top to bottom.


class Strip(Struct, frozen=True):
    """Items from (0, 0) down to `height`, which are never divided.

    `before` is the gap above, omitted at the top of a column. A strip that `sticks` stays with the next one. `repeat`,
    the title and the head of a table, is repeated above the strip if it begins a column; without the title in a further
    column of a page if the table is `headed`. `smaller` are forms to use instead where the strip does not fit.
    """

    height: float
    items: tuple[Item, ...] = ()
    before: float = 0.0
    sticks: bool = False
    repeat: tuple[Strip, ...] = ()
    headed: bool = False
    smaller: tuple[Strip, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    links: tuple[LinkArea, ...] = ()

    def moved(self, x: float, y: float = 0.0) -> Strip:
        """Return the strip with all its contents moved."""
        return replace(
            self,
            items=(Group(self.items, translate(x, y)),) if self.items else (),
            repeat=tuple(strip.moved(x, y) for strip in self.repeat),
            anchors=tuple(replace(anchor, y=anchor.y + y) for anchor in self.anchors),
            links=tuple(replace(link, box=_moved(link.box, x, y)) for link in self.links),
        )


def tagged(strips: Sequence[Strip], tag: Tag) -> list[Strip]:
    """Return the strips as parts of one element of the text."""
    return [
        replace(strip, items=(Group(strip.items, tag=tag),), smaller=tuple(tagged(strip.smaller, tag)))
        if strip.items
        else strip
        for strip in strips
    ]


def stuck(strips: Sequence[Strip]) -> list[Strip]:
    """Return the strips, each of which stays with the next."""
    return [replace(strip, sticks=True) for strip in strips[:-1]] + list(strips[-1:])


KEPT = 130.0
"""The height in millimetres up to which what belongs together is not divided: half a page."""


def kept(strips: Sequence[Strip], most: float = KEPT) -> list[Strip]:
    """Return the strips, which stay together if they are not higher than `most`."""
    return stuck(strips) if total(strip.before + strip.height for strip in strips) <= most else list(strips)


def opened(strips: Sequence[Strip], before: float) -> list[Strip]:
    """Return the strips with that gap above the first."""
    return [replace(strip, before=before) if not index else strip for index, strip in enumerate(strips)]


def banded(
    strips: Sequence[Strip], width: float, pad: float, bar: float, ground: Colour | None, edge: Colour
) -> list[Strip]:
    """Return the strips on a ground, if any, with a bar at the left: a box that may be divided between strips."""
    inside = [_banded(strip, width, pad, bar, ground, edge) for strip in strips]
    rim = _ground(pad, width, bar, ground, edge)
    return [
        Strip(pad, rim, sticks=True),
        *inside[:-1],
        *(replace(strip, sticks=True) for strip in inside[-1:]),
        Strip(pad, rim),
    ]


def _banded(strip: Strip, width: float, pad: float, bar: float, ground: Colour | None, edge: Colour) -> Strip:
    """Return the strip on the ground, extended by the gap above it."""
    inner = strip.moved(bar + 1.5 * pad, strip.before)
    height = strip.height + strip.before
    return replace(
        inner,
        height=height,
        before=0.0,
        items=(*_ground(height, width, bar, ground, edge), *inner.items),
        repeat=tuple(_banded(each, width, pad, bar, ground, edge) for each in strip.repeat),
        smaller=tuple(_banded(each, width, pad, bar, ground, edge) for each in strip.smaller),
    )


def _ground(height: float, width: float, bar: float, ground: Colour | None, edge: Colour) -> tuple[Item, ...]:
    """Return the ground and its bar, a little taller than the strip, so that no hairline shows between strips."""
    below = (Rect(0, 0, width, height + 0.05, fill=ground),) if ground else ()
    return (*below, Rect(0, 0, bar, height + 0.05, fill=edge))


def _moved(box: Box, x: float, y: float) -> Box:
    return replace(box, x=box.x + x, y=box.y + y)


# Lines of a document set as strips: paragraphs, headings, steps and bullets.

GRID = 24.0
"""The side of the square in which an icon is drawn."""

BAND_INSET, BAND_RADIUS = 2.5, 1.0
"""Distance of a main heading from the ends of its band, and the radius of the band's corners, in millimetres."""


class SetLine(Struct, frozen=True):
    """One line of text from (0, 0) down, as high as the leading of its largest words, with the boxes of its links."""

    items: tuple[Item, ...]
    links: tuple[SheetLink, ...]
    height: float


class SetText(Struct, frozen=True):
    """A text set to a width: its lines, the top of each from that of the first, and the width of the widest."""

    lines: tuple[SetLine, ...]
    tops: tuple[float, ...]
    width: float

    @property
    def height(self) -> float:
        """The height of all lines."""
        return self.tops[-1]

    def items(self, x: float, y: float) -> tuple[Item, ...]:
        """Return the lines with the top left corner of the first at (x, y)."""
        return tuple(Group(line.items, translate(x, y + top)) for line, top in zip(self.lines, self.tops, strict=False))

    def element(self, x: float, y: float, tag: Tag) -> Group:
        """Return the lines as one element of the text, positioned like the items."""
        lines = self.items(x, y)
        return Group(tuple(Group((line,), tag=tag) for line in lines) if len(lines) > 1 else lines, tag=tag)

    def links(self, x: float, y: float) -> tuple[SheetLink, ...]:
        """Return the boxes of the links, positioned like the items."""
        return tuple(
            replace(link, box=replace(link.box, x=link.box.x + x, y=link.box.y + y + top))
            for line, top in zip(self.lines, self.tops, strict=False)
            for link in line.links
        )


def set_text(line: Line, style: TextStyle, width: float | None = None, align: Align = "left") -> SetText:
    """Return the line broken to the width; without a width, it is one line."""
    pieces, targets = pieces_of(line, style) if any(isinstance(piece, Link) for piece in line) else ([], {})
    block = typeset(pieces, style, width, align) if targets else lay(text_of(line, style), style, width, align)
    scales = [line.scale for line in block.lines]
    tops = [total(scales[:index]) * style.line for index in range(len(scales) + 1)]
    lines = []
    for index, end in enumerate(block.ends):
        items: list[Item] = []
        links: list[SheetLink] = []
        for item in block.items[block.ends[index - 1] if index else 0 : end]:
            items.append(Group((item,), translate(0.0, -tops[index])) if index else item)
            if isinstance(item, Group) and id(item.items) in targets:
                wide, target, tag = targets[id(item.items)]
                items[-1] = Group((items[-1],), tag=tag)
                links.append(SheetLink(Box(item.transform[4], 0.0, wide, style.line), target, tag))
        lines.append(SetLine(tuple(items), tuple(links), style.line * scales[index]))
    return SetText(tuple(lines), tuple(tops), max((line.width for line in block.lines), default=0.0))


def text_strips(line: Line, style: TextStyle, width: float, before: float = 0.0, role: TagRole = "P") -> list[Strip]:
    """Return the text as strips; its first two lines, and its last two, stay together."""
    text = set_text(line, style, width)
    last = len(text.lines) - 1
    strips = [
        Strip(one.height, one.items, sticks=index < last and index in (0, last - 1), links=one.links)
        for index, one in enumerate(text.lines)
    ]
    return opened(tagged(strips, Tag(role)), before)


def heading_strips(heading: Heading, look: Type, width: float) -> list[Strip]:
    """Return the heading, a main one on a band; it stays with what follows and is in the PDF outline."""
    if heading.level == 2:
        strips = _banded_heading(heading, look, width)
    else:
        strips = [*text_strips(heading.line, look.headings[1], width, 0.5 * look.space, "H3"), Strip(0.3 * look.gap)]
    anchor = Anchor(heading.anchor, 0.0, plain(heading.line), heading.level - 2)
    return [replace(strip, sticks=True, anchors=() if index else (anchor,)) for index, strip in enumerate(strips)]


def _banded_heading(heading: Heading, look: Type, width: float) -> list[Strip]:
    """Return a main heading in ink or white on a band in the accent."""
    style = replace(look.headings[0], colour=lettering_on(look.accent))
    lines = text_strips(heading.line, style, width - 2 * BAND_INSET, role="H2")  # H1 is the title
    pad = 0.42 * look.gap
    tall = 2 * pad + total(strip.height for strip in lines)
    band = Rect(0, 0, width, tall, BAND_RADIUS, fill=look.accent)
    edge = Strip(pad, (Group((band,), tag=Tag("Artifact")),), look.space)
    return [edge, *(strip.moved(BAND_INSET) for strip in lines), Strip(pad + 0.53 * look.gap)]


UNDIVIDED = 6
"""The number of lines up to which an item of a list is not divided."""


def listing_strips(listing: ListBlock, look: Type, width: float) -> list[Strip]:
    """Return the items of a list, each with its number in a disc or its bullet. Long ones may be divided."""
    em = look.body.em
    indent = (2.1 if listing.ordered else 1.3) * em
    strips: list[Strip] = []
    for number, line in enumerate(listing.items, start=1):
        mark = _number(step_mark(number, listing.letters), look) if listing.ordered else _point(look)
        gap = (0.6 if strips else 1.0) * look.gap
        first, *rest = text_strips(line, look.body, width - indent, gap, "LBody") or [Strip(0.0)]
        lower = (first.height - look.body.line) / 2  # with large words, a first line is higher
        mark = (Group(mark, translate(0.0, lower), tag=Tag("Lbl") if listing.ordered else None),)
        first = first.moved(indent)
        whole = [replace(first, items=(*mark, *first.items)), *(strip.moved(indent) for strip in rest)]
        item = tagged(whole, Tag("LI"))
        strips += stuck(item) if len(item) <= UNDIVIDED else item
    return tagged(strips, Tag("L"))


def _number(number: str, look: Type) -> tuple[Item, ...]:
    """Return the number or letter in a disc as high as a line."""
    style = replace(look.body, family=DISPLAY, weight=700, leading=None, size=look.body.size)
    numeral = typeset(number, style)
    radius = 0.72 * look.body.em
    middle = look.body.line / 2
    return (
        Ellipse(radius, middle, radius, radius, fill=look.accent),
        numeral.at(radius - numeral.width / 2, middle - numeral.height / 2),
    )


def _point(look: Type) -> tuple[Item, ...]:
    em = look.body.em
    radius = 0.19 * em
    return (Ellipse(0.42 * em, look.body.line / 2, radius, radius, fill=look.accent),)


def text_of(line: Line, style: TextStyle) -> BreakableText:
    """Return the line prepared for breaking, cached for all leadings, because pages are set in two."""
    return _breakable(Same(line), replace(style, leading=None))


@lru_cache(maxsize=1 << 12)  # 1 % of a fresh build with tables, each of which is set several times
def _breakable(line: Same[Line], style: TextStyle) -> BreakableText:
    return paragraph(pieces_of(line.it, style)[0], style)


def pieces_of(line: Line, style: TextStyle) -> tuple[list[Piece], dict[int, tuple[float, str, Tag]]]:
    """Return the pieces for the typesetter, and the width, target and tag of each linked drawing by identity."""
    pieces: list[Piece] = []
    targets: dict[int, tuple[float, str, Tag]] = {}
    for piece in line:
        match piece:
            case TextPiece(string, bold, italic, look):
                pieces.append(Run(string, bold, italic, look=look))
            case IconPiece():
                pieces.append(_drawn(piece, style))
            case Link(string, target):
                tag = Tag("Link")
                for part in _linked(string, style):
                    pieces.append(part)
                    if isinstance(part, Inline):
                        targets[id(part.items)] = (part.width, target, tag)
            case _:
                assert_never(piece)
    return pieces, targets


def _drawn(icon: IconPiece, style: TextStyle) -> Inline:
    """Return the icon, a little taller than the adjacent capitals."""
    side = 1.05 * style.em * icon.scale
    unit = side / GRID
    drawing = Group(icon.marks, (unit, 0.0, 0.0, unit, 0.0, 0.0))
    return Inline((drawing,), side, side, 0.17 * style.em * icon.scale, icon.label)


def _linked(string: str, style: TextStyle) -> Iterator[Piece]:
    """Yield the words of a link as drawings, so that each has a box; a URL may be broken after a slash."""
    for word in re.findall(r"\s+|[^\s/]+/*|/+", string):
        if word.isspace():
            yield Run(" ")
            continue
        for index, part in enumerate(broken_freely(word)):
            if index:
                yield Run("\u200b")
            block = typeset(part, linked(style))
            rise = block.cap_height - block.lines[0].baseline if block.lines else 0.0
            yield Inline((Group(block.items, translate(0.0, rise)),), block.width, block.cap_height)
        if word.endswith("/"):
            yield Run("\u200b")


# Strips into columns: filled from the left, or balanced.

GUTTER = 8.0
"""Distance between two columns, in millimetres."""


def columns_of(width: float, narrowest: float) -> int:
    """Return how many columns of at least a width fit the width of a page, in millimetres: at least one."""
    return max(1, int((width + GUTTER) / (narrowest + GUTTER)))


def column_width(width: float, count: int) -> float:
    """Return the width of each of several columns on the width of a page, in millimetres."""
    return (width - (count - 1) * GUTTER) / count


STEPS = 24
"""Bisection steps for the height of balanced columns: accurate to a thousandth of a millimetre."""

SLACK = 1e-6


class PageColumn(Struct, frozen=True):
    """Strips with the vertical position of each, the height of the column, and the number of strips after it."""

    placed: tuple[tuple[float, Strip], ...]
    height: float
    rest: int = 0


def fill(
    strips: Sequence[Strip], count: int, height: float, force: bool = False, full: bool = False
) -> tuple[list[PageColumn], Sequence[Strip]]:
    """Return that many columns of at most that height, and the remaining strips.

    A group of strips that stick together and is taller than that remains; with `force` it is divided. On a page that
    is `full`, a picture that would not fit at the end of a column is reduced, and a column ends a little early where
    that is a better break.
    """
    columns = []
    for index in range(count):
        column, strips = _column(strips, height, force, full, index > 0)
        columns.append(column)
    return columns, strips


SHORT = 14.0
"""The height in millimetres of three lines: less of a section should not be alone at the foot or top of a column."""

BLANK = 2.5
"""The maximum height of the space below a table, in millimetres."""

WORTH = 4.0
"""How much of a column, in millimetres, may remain empty for a break that is better by one."""

LONGEST_EMPTY = 10.0
"""The maximum height that remains empty for a better break, in millimetres."""


def awkwardness(after: Sequence[Strip]) -> int:
    """Return how bad a break above these strips is: 0 above a heading, most within a text of which little follows."""
    if not after or after[0].anchors:
        return 0
    tail = 0.0
    for strip in after:
        if strip.anchors or tail >= SHORT:
            break
        tail += strip.before + strip.height
    return 1 + (not after[0].before) + 2 * (tail < SHORT)


def balance(strips: Sequence[Strip], count: int, height: float) -> list[PageColumn] | None:
    """Return columns for all strips, as low as suits their breaks; None if they need more than `height`."""
    columns, rest = fill(strips, count, height)
    if rest:
        return None
    low, high = 0.0, height
    for _ in range(STEPS if count > 1 else 0):
        middle = (low + high) / 2
        tried, rest = fill(strips, count, middle)
        if rest:
            low = middle
        else:
            high, columns = middle, tried
    least = cost = _cost(strips, columns, high)
    for step in range(1, STEPS if count > 1 and least > high else 0):
        higher = high + step * LONGEST_EMPTY / STEPS
        tried, _ = fill(strips, count, higher)
        cost = _cost(strips, tried, higher)
        if higher <= height and cost < least:
            least, columns = cost, tried
    return columns


def _cost(strips: Sequence[Strip], columns: Sequence[PageColumn], height: float) -> float:
    """Return the height of the columns, and more for each bad break between them."""
    breaks = (len(strips) - column.rest for column in columns[:-1])
    return height + WORTH * sum(awkwardness(strips[at:]) for at in breaks)


def _column(
    strips: Sequence[Strip], height: float, force: bool, full: bool, further: bool
) -> tuple[PageColumn, Sequence[Strip]]:
    """Return one column of whole groups of strips, and the rest. A divided table repeats its head at the top.

    It is a `further` column if it is not the first of its page.
    """
    placed: list[tuple[float, Strip]] = []
    ends: list[tuple[int, float, Sequence[Strip]]] = []
    y = 0.0
    while strips:
        size = first_group(strips)
        again = () if placed else strips[0].repeat[-1:] if further and strips[0].headed else strips[0].repeat
        more, reach = placed_below((*again, *strips[:size]), y, bool(placed))
        if full and reach > height + SLACK:
            strips = (*_shrunk(strips[:size], reach - height), *strips[size:])
            more, reach = placed_below((*again, *strips[:size]), y, bool(placed))
        if reach > height + SLACK:
            if full and ends and size == 1 and not strips[0].items and strips[0].height < BLANK:
                strips = strips[1:]  # the space below a table is not needed at the end of a column
                ends[-1] = (*ends[-1][:2], strips)
            if placed or not force:
                break
            fitting = sum(at + strip.height <= height + SLACK for at, strip in more)
            size = max(1, fitting - len(again))
            more, reach = placed_below((*again, *strips[:size]), y, False)
        placed.extend(more)
        y, strips = reach, strips[size:]
        ends.append((len(placed), y, strips))
    if full and strips and ends:
        near = [end for end in ends if height - end[1] <= LONGEST_EMPTY] or ends[-1:]
        count, y, strips = min(near, key=lambda end: WORTH * awkwardness(end[2]) - end[1])
        placed = placed[:count]
    return PageColumn(tuple(placed), y, len(strips)), strips


def _shrunk(strips: Sequence[Strip], excess: float) -> Sequence[Strip]:
    """Return the strips with a picture reduced by at least that height; as they are if none can be."""
    for index, strip in enumerate(strips):
        forms = (form for form in strip.smaller if strip.height - form.height >= excess - SLACK)
        if best := next(forms, None):
            best = replace(best, before=strip.before, sticks=strip.sticks)
            return (*strips[:index], best, *strips[index + 1 :])
    return strips


def first_group(strips: Sequence[Strip]) -> int:
    """Return the number of strips from the first on that stick together."""
    return next((index for index, strip in enumerate(strips, start=1) if not strip.sticks), len(strips))


def placed_below(strips: Sequence[Strip], y: float, after: bool) -> tuple[list[tuple[float, Strip]], float]:
    """Return the strips placed below each other from `y` on; the gap above the first is used only `after` others."""
    placed = []
    for index, strip in enumerate(strips):
        y += strip.before if after or index else 0.0
        placed.append((y, strip))
        y += strip.height
    return placed, y
