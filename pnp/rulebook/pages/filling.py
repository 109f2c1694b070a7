"""Fills pages with galleys: columns, balancing, page breaks, feet; and large tables on separate pages."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.rulebook.document import TextPiece
from pnp.rulebook.index import SearchedText, page_text
from pnp.rulebook.pages.blocks import Galley
from pnp.rulebook.pages.strips import (
    GUTTER,
    SLACK,
    PageColumn,
    SetText,
    Strip,
    balance,
    column_width,
    columns_of,
    fill,
    first_group,
    placed_below,
    set_text,
)
from pnp.rulebook.pages.tables import Plate, Room
from pnp.rulebook.style import AMBER, FOLIO, FOOT
from pnp.scene.items import Colour, Group, Item, Rect, Scene, Tag, compose, scale, translate
from pnp.scene.parts import Anchor, Box, LinkArea, Sheet
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.text import HOUSE_FALLBACK, TextStyle

SIDE, TOP, BOTTOM = 16.0, 12.0, 21.0
"""The margins of a page, in millimetres; the foot is in the bottom margin."""

EDGE = 9.0
"""The side and top margins of a page with one large table, in millimetres."""

FOOT_AT, FOOT_RULE = 9.5, 0.4
"""The distance of the foot from the lower edge of the paper, and the thickness of its rule, in millimetres."""

FRIEZE_HEIGHT = 7.0
"""The maximum height of the frieze on the rule of the foot, in millimetres: 4.5 mm less than what is free above it."""

PAGE_ANCHOR = "_page-"
"""The prefix of the anchors of pages; ids of rulebooks cannot begin with an underscore."""

NARROWEST = 70.0
"""Minimum width of a column, in millimetres."""


LOW = 45.0, 30.0, 20.0
"""Heights at the foot of a page, in millimetres, in which a section that continues on the next page does not begin.

The first that costs no page is used.
"""


def _low_section(strips: Sequence[Strip], columns: Sequence[PageColumn], foot: float) -> int | None:
    """Return the index of the first strip of the last main section in the columns if it begins in the foot of the page,
    of that height; else None.
    """
    below = 0.0
    for column in reversed(columns):
        for y, strip in reversed(column.placed):
            if strip.anchors and strip.anchors[0].title and not strip.anchors[0].level:
                low = max(below, column.height - y) < foot
                return next(i for i, each in enumerate(strips) if each.anchors == strip.anchors) if low else None
        below = max(below, column.height)
    return None


class _Page(Struct):
    """A partly filled page; `y` is the position of the next strip."""

    width: float
    height: float
    side: float = SIDE
    y: float = TOP
    items: list[Item] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    links: list[LinkArea] = field(default_factory=list)

    def place(self, strip: Strip, x: float, y: float) -> None:
        """Add the strip with its top left corner at (x, y)."""
        placed = strip.moved(x, y)
        self.items.extend(placed.items)
        self.anchors.extend(placed.anchors)
        self.links.extend(placed.links)


class Press:
    """Fills pages of one size, in millimetres."""

    def __init__(self, width: float, height: float, foot: float = 0.0) -> None:
        self._width, self._height, self._foot = width, height, foot
        self.inner = width - 2 * SIDE
        self.columns = columns_of(self.inner, NARROWEST)
        self._pages = [_Page(width, height)]
        self.low = False
        """Whether a section begins low on a page and continues on the next. None begins in the `foot` of a page."""
        self.divided = 0
        """How many tables continue on the next page."""

    @property
    def straight(self) -> Room:
        """The room of a large table on paper in its own orientation."""
        return self._width - 2 * EDGE, self._height - EDGE - BOTTOM

    @property
    def turned(self) -> Room:
        """The room of a large table on rotated paper."""
        return self._height - 2 * EDGE, self._width - EDGE - BOTTOM

    def set(self, galley: Galley) -> None:
        """Add the galley to this page and as many new ones as it needs; columns at the end of a galley are balanced."""
        strips: Sequence[Strip] = galley.strips
        count = galley.columns
        self._begin(galley)
        while strips:
            page = self._pages[-1]
            fresh = not page.items
            if not fresh:
                page.y += strips[0].before
            room = self._height - BOTTOM - page.y
            columns, rest = balance(strips, count, room), strips[:0]
            if columns is None:
                columns, rest = fill(strips, count, room, force=fresh, full=True)
                at = _low_section(strips, columns, self._foot or LOW[0]) if rest else None
                self.low = self.low or bool(at or (at == 0 and not fresh))
                if at and self._foot:
                    above = balance(strips[:at], count, room)
                    columns, rest = (above, strips[at:]) if above else (columns, rest)
                elif at == 0 and self._foot and not fresh:
                    self._pages.append(_Page(self._width, self._height))
                    continue
            for index, column in enumerate(columns):
                for y, strip in column.placed:
                    page.place(strip, SIDE + index * (column_width(self.inner, count) + GUTTER), page.y + y)
            page.y += max(column.height for column in columns)
            strips = rest
            if strips:
                self.divided += bool(strips[0].repeat)
                self._pages.append(_Page(self._width, self._height))

    def _begin(self, galley: Galley) -> None:
        """Add a page if the galley begins on a new one, and its heading if it has one."""
        if galley.new_page and self._pages[-1].items:
            self._pages.append(_Page(self._width, self._height))
        if galley.heading:
            self._head(galley)

    def _head(self, galley: Galley) -> None:
        """Add the heading of a galley, on a new page if no strip fits below it."""
        page, below = self._pages[-1], galley.strips[: first_group(galley.strips)]
        placed, reach = placed_below((*galley.heading, *below), page.y, bool(page.items))
        low = bool(page.items) and self._begins_low(galley, placed)
        self.low = self.low or low
        if page.items and (reach > self._height - BOTTOM + SLACK or (low and self._foot)):
            page = _Page(self._width, self._height)
            self._pages.append(page)
            placed, _ = placed_below(galley.heading, page.y, False)
        for y, strip in placed[: len(galley.heading)]:
            page.place(strip, SIDE, y)
            page.y = y + strip.height

    def _begins_low(self, galley: Galley, placed: Sequence[tuple[float, Strip]]) -> bool:
        """Whether the heading would be at the foot of this page, and not all of its galley below it."""
        room = self._height - BOTTOM - placed[0][0]
        y = placed[len(galley.heading) - 1][0] + galley.heading[-1].height
        whole = balance(galley.strips, galley.columns, self._height - BOTTOM - y)
        return room < (self._foot or LOW[0]) and whole is None

    def texts(self, size: float) -> list[SearchedText]:
        """Return the text of each page; marked are bold letters of at least that size in points."""
        return [page_text(page.items, size) for page in self._pages]

    def anchor_pages(self) -> Mapping[str, int]:
        """Return the number of the page of each anchor, from 0."""
        return {anchor.name: number for number, page in enumerate(self._pages) for anchor in page.anchors}

    def mark_pages(self) -> None:
        """Give each page an anchor, which the numbers of an index link to."""
        for number, page in enumerate(self._pages, 1):
            page.anchors.insert(0, Anchor(f"{PAGE_ANCHOR}{number}", 0.0))

    @property
    def pages(self) -> int:
        """The number of pages so far."""
        return len(self._pages)

    def plate(self, plate: Plate, anchor: Anchor | None = None) -> None:
        """Add the table on a new page."""
        width, height = (self._height, self._width) if plate.turned else (self._width, self._height)
        page = _Page(width, height, EDGE)
        page.items.append(Group(plate.items(), translate(EDGE, EDGE)))
        page.anchors.extend([replace(anchor, y=EDGE)] if anchor else [])
        self._pages.append(page)

    def sheets(
        self,
        title: str,
        credit: str,
        fallback: tuple[str | Family, ...] = HOUSE_FALLBACK,
        accent: Colour = AMBER,
        frieze: Scene | None = None,
    ) -> Iterator[Sheet]:
        """Yield the pages, each with its foot: a rule in the accent, the title, the credit, and its number.

        The frieze is on the rule, except below large tables, which need its room.
        """
        for number, page in enumerate(self._pages, start=1):
            foot = _foot(page, title, credit, f"{number} / {len(self._pages)}", fallback, accent)
            whole = Box(0.0, 0.0, page.width, page.height)
            yield Sheet(
                page.width,
                page.height,
                (*page.items, *(_standing(frieze, page) if frieze and page.side == SIDE else ()), *foot),
                whole,
                whole,
                label=str(number),
                anchors=tuple(page.anchors),
                links=tuple(page.links),
            )


def _standing(frieze: Scene, page: _Page) -> Iterator[Item]:
    """Yield the frieze in the middle of the rule of the foot, as wide as that if it is not too high then."""
    room = page.width - 2 * page.side
    size = min(room / frieze.width, FRIEZE_HEIGHT / frieze.height)
    left, top = (page.width - size * frieze.width) / 2, page.height - FOOT_AT - size * frieze.height
    clip = Rect(0.0, 0.0, frieze.width, frieze.height)
    yield Group((Group(frieze.items, clip=clip),), compose(translate(left, top), scale(size)), tag=Tag("Artifact"))


def _foot(
    page: _Page, title: str, credit: str, folio: str, fallback: tuple[str | Family, ...], accent: Colour
) -> Iterator[Item]:
    top, width = page.height - FOOT_AT, page.width - 2 * page.side
    yield Rect(page.side, top, width, FOOT_RULE, fill=accent)
    style = replace(FOLIO, fallback=fallback)
    right = set_text((TextPiece(folio),), style)
    left = _cut(title, style, width - right.width - GUTTER)
    yield from left.items(page.side, top + 1.2)
    room = width - 2 * max(left.width, right.width) - 2 * GUTTER
    if credit and room > NARROWEST / 2:
        middle = set_text((TextPiece(credit),), replace(FOOT, fallback=fallback), room, "centre")
        yield from middle.items(page.side + (width - room) / 2, top + 1.4)
    yield from right.items(page.side + width - right.width, top + 1.2)


def _cut(text: str, style: TextStyle, width: float) -> SetText:
    """Return the text on one line, with an ellipsis for what is wider than the width."""

    def of_length(length: int) -> SetText:
        return set_text((TextPiece(text if length == len(text) else f"{text[:length].rstrip()}…"),), style)

    too_long = bisect_left(range(len(text) + 1), True, key=lambda length: of_length(length).width > width)
    return of_length(max(too_long - 1, 0))
