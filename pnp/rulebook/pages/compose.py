"""Fills pages: columns, balancing, page breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.rulebook.document import Block, RulebookDocument, Table, TextPiece, plain
from pnp.rulebook.pages.blocks import Galley, Setter
from pnp.rulebook.pages.strips import Strip, set_text, text_strips
from pnp.rulebook.pages.tables import Plate, Room, plates, table_title
from pnp.rulebook.style import AMBER, BOOK, FOLIO, FOOT, REFERENCE, Type, falling_back, quiet, tightened
from pnp.scene.items import Group, Item, Rect, translate
from pnp.scene.parts import Anchor, Box, LinkArea, Sheet
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.text import HOUSE_FALLBACK

# Strips into columns: filled from the left, or balanced.

Strips: TypeAlias = "Sequence[Strip]"

STEPS = 24
"""How often the height of balanced columns is halved in on: to a thousandth of a millimetre."""

SLACK = 1e-6


class PageColumn(Struct, frozen=True):
    """Strips with the height at which each begins, and how far down they reach."""

    placed: tuple[tuple[float, Strip], ...]
    height: float


def fill(strips: Strips, count: int, height: float, force: bool = False) -> tuple[list[PageColumn], Strips]:
    """So many columns of at most that height, and the strips that are left over.

    What sticks together and is taller than that stays out; with `force` it is parted instead.
    """
    columns = []
    for _ in range(count):
        column, strips = _column(strips, height, force)
        columns.append(column)
    return columns, strips


def balance(strips: Strips, count: int, height: float) -> list[PageColumn] | None:
    """Columns no taller than they must be to hold all strips; None where they would pass that height."""
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
    return columns


def _column(strips: Strips, height: float, force: bool) -> tuple[PageColumn, Strips]:
    """One column of whole groups of strips; the head of a parted table comes again at its top."""
    placed: list[tuple[float, Strip]] = []
    y = 0.0
    while strips:
        size = _group(strips)
        again = () if placed else strips[0].repeat
        more, reach = _set((*again, *strips[:size]), y, bool(placed))
        if reach > height + SLACK:
            if placed or not force:
                break
            fitting = sum(at + strip.height <= height + SLACK for at, strip in more)
            size = max(1, fitting - len(again))
            more, reach = _set((*again, *strips[:size]), y, False)
        placed.extend(more)
        y, strips = reach, strips[size:]
    return PageColumn(tuple(placed), y), strips


def _group(strips: Strips) -> int:
    """How many strips from the first on stay together."""
    return next((index for index, strip in enumerate(strips, start=1) if not strip.sticks), len(strips))


def _set(strips: Strips, y: float, after: bool) -> tuple[list[tuple[float, Strip]], float]:
    """The strips one below the other from `y` on; the gap above the first counts only `after` others."""
    placed = []
    for index, strip in enumerate(strips):
        y += strip.before if after or index else 0.0
        placed.append((y, strip))
        y += strip.height
    return placed, y


# Pages being filled: galleys from the top down, in columns or across, and large tables on pages of their own.

SIDE, TOP, BOTTOM = 16.0, 14.0, 19.0
"""The margins of a page, in millimetres; its foot stands in the bottom one."""

EDGE = 9.0
"""The side and top margins of a page that is one large table."""

FOOT_AT, FOOT_RULE = 14.0, 0.4
"""How far above the paper's edge the foot begins, and how thick its rule is."""

GUTTER = 8.0
"""What parts two columns."""

NARROWEST = 70.0
"""The least width of a column."""


class _Page(Struct):
    """A page as far as it is filled; `y` is where the next strip goes."""

    width: float
    height: float
    side: float = SIDE
    y: float = TOP
    items: list[Item] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    links: list[LinkArea] = field(default_factory=list)

    def place(self, strip: Strip, x: float, y: float) -> None:
        """Puts the strip with its top left corner at (x, y)."""
        placed = strip.moved(x, y)
        self.items.extend(placed.items)
        self.anchors.extend(placed.anchors)
        self.links.extend(placed.links)


class Press:
    """Fills pages of one size."""

    def __init__(self, width: float, height: float) -> None:
        self._width, self._height = width, height
        self.inner = width - 2 * SIDE
        self.count = max(1, int((self.inner + GUTTER) / (NARROWEST + GUTTER)))
        self.column = (self.inner - (self.count - 1) * GUTTER) / self.count
        self._pages = [_Page(width, height)]

    @property
    def straight(self) -> Room:
        """The room of a large table on paper that is not turned."""
        return self._width - 2 * EDGE, self._height - EDGE - BOTTOM

    @property
    def turned(self) -> Room:
        """The room of a large table on turned paper."""
        return self._height - 2 * EDGE, self._width - EDGE - BOTTOM

    def set(self, galley: Galley) -> None:
        """Puts the galley on this page and as many more as it needs; columns that end a galley are balanced."""
        strips: Sequence[Strip] = galley.strips
        count = 1 if galley.wide else self.count
        while strips:
            page = self._pages[-1]
            fresh = not page.items
            if not fresh:
                page.y += strips[0].before
            room = self._height - BOTTOM - page.y
            columns, rest = balance(strips, count, room), strips[:0]
            if columns is None:
                columns, rest = fill(strips, count, room, force=fresh)
            for index, column in enumerate(columns):
                for y, strip in column.placed:
                    page.place(strip, SIDE + index * (self.column + GUTTER), page.y + y)
            page.y += max(column.height for column in columns)
            strips = rest
            if strips:
                self._pages.append(_Page(self._width, self._height))

    @property
    def pages(self) -> int:
        """How many pages there are so far."""
        return len(self._pages)

    def plate(self, plate: Plate, anchor: Anchor | None = None) -> None:
        """Puts the table on a page of its own."""
        width, height = (self._height, self._width) if plate.turned else (self._width, self._height)
        page = _Page(width, height, EDGE)
        page.items.append(Group(plate.items(), translate(EDGE, EDGE)))
        page.anchors.extend([replace(anchor, y=EDGE)] if anchor else [])
        self._pages.append(page)

    def sheets(self, title: str, credit: str, fallback: tuple[str | Family, ...] = HOUSE_FALLBACK) -> Iterator[Sheet]:
        """The pages, each with its foot: the title, the credit, and its number."""
        for number, page in enumerate(self._pages, start=1):
            foot = _foot(page, title, credit, f"{number} / {len(self._pages)}", fallback)
            whole = Box(0.0, 0.0, page.width, page.height)
            yield Sheet(
                page.width,
                page.height,
                (*page.items, *foot),
                whole,
                whole,
                label=str(number),
                anchors=tuple(page.anchors),
                links=tuple(page.links),
            )


def _foot(page: _Page, title: str, credit: str, folio: str, fallback: tuple[str | Family, ...]) -> Iterator[Item]:
    top, width = page.height - FOOT_AT, page.width - 2 * page.side
    yield Rect(page.side, top, width, FOOT_RULE, fill=AMBER)
    style = replace(FOLIO, fallback=fallback)
    left, right = set_text((TextPiece(title),), style), set_text((TextPiece(folio),), style)
    yield from left.items(page.side, top + 1.2)
    room = width - 2 * max(left.width, right.width) - 2 * GUTTER
    if credit and room > NARROWEST / 2:
        middle = set_text((TextPiece(credit),), replace(FOOT, fallback=fallback), room, "centre")
        yield from middle.items(page.side + (width - room) / 2, top + 1.4)
    yield from right.items(page.side + width - right.width, top + 1.2)


# A document to sheets: its title, its blocks in columns, its large tables at the end.

PASSES = 4
"""How often pages are set at most until the page numbers in their text are right."""

BADGE = (24.0, 4.0)
"""The width and height of the bar over the title, in millimetres."""


def compose_rulebook(document: RulebookDocument, width: float, height: float) -> tuple[Sheet, ...]:
    """The rulebook on paper of that size, in millimetres; a table that is too large for it gets pages of its own."""
    return _shortest(document, document.blocks, document.words.rules, BOOK, (width, height))


def compose_reference(document: RulebookDocument, width: float, height: float) -> tuple[Sheet, ...]:
    """The rule reference on paper of that size, as compact as can be read; no sheet where nothing stands on it."""
    if not document.reference:
        return ()
    return _shortest(document, document.reference, document.words.reference, REFERENCE, (width, height))


class _Pages(Struct, frozen=True):
    """A document set in one look: pages that are filled, and those of the large tables that follow on them."""

    press: Press
    large: Sequence[tuple[Table, Sequence[Plate]]]

    @property
    def count(self) -> int:
        """How many sheets they make."""
        return self.press.pages + sum(len(own) for _, own in self.large)

    def sheets(self, document: RulebookDocument, name: str) -> tuple[Sheet, ...]:
        """The sheets, once it is known that they are wanted."""
        for table, own in self.large:
            anchor = Anchor(table.anchor, 0.0, plain(table_title(table, document.words)))
            for index, plate in enumerate(own):
                self.press.plate(plate, None if index else anchor)
        return tuple(self.press.sheets(f"{document.title}: {name}", document.credit, document.fallback))


def _shortest(
    document: RulebookDocument, blocks: Sequence[Block], name: str, look: Type, paper: tuple[float, float]
) -> tuple[Sheet, ...]:
    """Set in its look, with its fonts to fall back to, or a little tighter where that saves a page."""
    look = falling_back(look, document.fallback)
    pages = _compose(document, blocks, name, look, paper)
    if pages.count > 1:
        tight = _compose(document, blocks, name, tightened(look), paper)
        pages = tight if tight.count < pages.count else pages
    return pages.sheets(document, name)


def _compose(
    document: RulebookDocument, blocks: Sequence[Block], name: str, look: Type, paper: tuple[float, float]
) -> _Pages:
    """Set until the pages that are named are those where the tables are: twice, as a rule."""
    press = Press(*paper)
    setter = Setter(look, document.words, press.column, press.inner)
    large = [
        (table, plates(table, look, document.words, press.straight, press.turned)) for table in setter.large(blocks)
    ]
    for _ in range(PASSES):
        press = Press(*paper)
        press.set(Galley(_masthead(document, name, look, press.inner), wide=True))
        for galley in setter.galleys(blocks):
            press.set(galley)
        said, setter = setter.folios, replace(setter, folios=_folios(large, press.pages + 1))
        if said == setter.folios:
            break
    return _Pages(press, large)


def _folios(large: Sequence[tuple[Table, Sequence[Plate]]], first: int) -> dict[str, int]:
    """On which page each table begins that is set apart, where the first of them begins on page `first`."""
    folios: dict[str, int] = {}
    for table, own in large:
        folios[table.id] = first
        first += len(own)
    return folios


def _masthead(document: RulebookDocument, name: str, look: Type, width: float) -> list[Strip]:
    """The title, what the pages are, and on a rulebook what the game is about."""
    kind = set_text((TextPiece(name),), quiet(look.headings[0]))
    title = set_text((TextPiece(document.title),), look.title, width - kind.width - 8)
    top = BADGE[1] + 1.5 * look.gap
    items: list[Item] = [Rect(0, 0, *BADGE, fill=AMBER), *title.items(0, top)]
    items.extend(kind.items(width - kind.width, top + title.height - kind.height))
    strips = [Strip(top + title.height, tuple(items), sticks=True)]
    if name == document.words.rules:
        if document.summary:
            strips.extend(text_strips((TextPiece(document.summary, italic=True),), look.lead, 0.8 * width, look.gap))
        strips.append(_facts(document, look))
    return [*strips, Strip(look.gap)]


def _facts(document: RulebookDocument, look: Type) -> Strip:
    items: list[Item] = []
    x = 0.0
    for label, value in document.facts:
        for string, style, gap in ((label, quiet(look.label), 1.5), (value, look.label, 8.0)):
            text = set_text((TextPiece(string),), style)
            items.extend(text.items(x, 0))
            x += text.width + gap
    return Strip(look.label.line, tuple(items), 1.2 * look.gap)
