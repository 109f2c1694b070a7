"""Fills pages: columns, balancing, page breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.rulebook.document import Block, Heading, Inline, Link, RulebookDocument, Table, TextPiece, plain
from pnp.rulebook.index import SearchedText, alphabetical, page_text, places_of
from pnp.rulebook.pages.blocks import (
    GUTTER,
    MAIN,
    NARROWEST_EXHIBIT,
    Galley,
    Setter,
    column_width,
    columns_of,
)
from pnp.rulebook.pages.strips import (
    SLACK,
    PageColumn,
    SetText,
    Strip,
    balance,
    fill,
    first_group,
    heading_strips,
    placed_below,
    set_text,
    stuck,
    text_strips,
)
from pnp.rulebook.pages.tables import Plate, Room, plates, table_title
from pnp.rulebook.style import AMBER, BOOK, FOLIO, FOOT, REFERENCE, Type, falling_back, quiet, tightened
from pnp.scene.items import Colour, Group, Item, Path, Rect, Same, Scene, Stroke, Tag, scale, translate
from pnp.scene.parts import Anchor, Box, LinkArea, Sheet
from pnp.scene.paths import polyline
from pnp.scene.typesetting.fonts import Family
from pnp.scene.typesetting.text import HOUSE_FALLBACK
from pnp.scene.typesetting.typeset import Wordmark

# Filling pages: galleys from top to bottom, in columns or across, and large tables on separate pages.

SIDE, TOP, BOTTOM = 16.0, 14.0, 19.0
"""The margins of a page, in millimetres; the foot is in the bottom margin."""

EDGE = 9.0
"""The side and top margins of a page with one large table, in millimetres."""

FOOT_AT, FOOT_RULE = 14.0, 0.4
"""The distance of the foot from the lower edge of the paper, and the thickness of its rule, in millimetres."""

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
        if galley.heading:
            self._head(galley)
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
        """Return the number of the page of each anchor, from 1."""
        return {anchor.name: number for number, page in enumerate(self._pages, 1) for anchor in page.anchors}

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
        self, title: str, credit: str, fallback: tuple[str | Family, ...] = HOUSE_FALLBACK, accent: Colour = AMBER
    ) -> Iterator[Sheet]:
        """Yield the pages, each with its foot: a rule in the accent, the title, the credit, and its number."""
        for number, page in enumerate(self._pages, start=1):
            foot = _foot(page, title, credit, f"{number} / {len(self._pages)}", fallback, accent)
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


def _foot(
    page: _Page, title: str, credit: str, folio: str, fallback: tuple[str | Family, ...], accent: Colour
) -> Iterator[Item]:
    top, width = page.height - FOOT_AT, page.width - 2 * page.side
    yield Rect(page.side, top, width, FOOT_RULE, fill=accent)
    style = replace(FOLIO, fallback=fallback)
    left, right = set_text((TextPiece(title),), style), set_text((TextPiece(folio),), style)
    yield from left.items(page.side, top + 1.2)
    room = width - 2 * max(left.width, right.width) - 2 * GUTTER
    if credit and room > NARROWEST / 2:
        middle = set_text((TextPiece(credit),), replace(FOOT, fallback=fallback), room, "centre")
        yield from middle.items(page.side + (width - room) / 2, top + 1.4)
    yield from right.items(page.side + width - right.width, top + 1.2)


# A document as sheets: its title, its blocks in columns, its large tables at the end.

CUT = Stroke("#8A8F96", 0.15, (2.0, 2.0))
"""The line along which copies of a reference are cut apart."""

PASSES = 4
"""Maximum number of passes until the page numbers in the text are right."""

COVER_SHARE = 0.46
"""The share of the title's width that a cover has."""

WORDMARK_HEIGHT = 16.0
"""The maximum height of a wordmark, in millimetres."""

LOWEST_COVER = 36.0
"""The minimum height of a cover, in millimetres."""

WIDE_COVER = 2.4
"""The proportion from which a cover is above the title, as wide as the page, and not next to it."""

BADGE = (24.0, 4.0)
"""The width and height of the bar over the title, in millimetres."""


def compose_rulebook(document: RulebookDocument, width: float, height: float) -> tuple[Sheet, ...]:
    """Return the rulebook on paper of that size, in millimetres; tables too large for it get separate pages."""
    return _shortest(document, document.blocks, document.words.rules, BOOK, (width, height))


COPIES = (2, 2), (1, 2)
"""How often a short reference is on its sheet, across and down: the first that fits, so that all players get one."""


def compose_reference(document: RulebookDocument, width: float, height: float) -> tuple[Sheet, ...]:
    """Return the rule reference on paper of that size, as compact as is readable; no sheet if it is empty.

    One that fits a quarter or a half of the paper is printed that often, to be cut apart.
    """
    if not document.reference:
        return ()
    sheets = _reference(document, width, height)
    for across, down in COPIES if len(sheets) == 1 else ():
        small = _reference(document, width / across, height / down)
        if len(small) == 1:
            return (_repeated(small[0], across, down),)
    return sheets


def _reference(document: RulebookDocument, width: float, height: float) -> tuple[Sheet, ...]:
    return _shortest(document, document.reference, document.words.reference, REFERENCE, (width, height))


def _untagged(item: Item) -> Item:
    if not isinstance(item, Group):
        return item
    return replace(item, items=tuple(map(_untagged, item.items)), tag=None)


def _repeated(sheet: Sheet, across: int, down: int) -> Sheet:
    """Return a sheet with copies of this one and lines to cut between them. Only the first copy is read aloud."""
    wide, tall = sheet.width, sheet.height
    corners = [(column * wide, row * tall) for row in range(down) for column in range(across)]
    silent = tuple(map(_untagged, sheet.items))  # what is drawn twice alike would lose its tags in both places
    copies = [Group(silent, translate(*corner), tag=Tag("Artifact")) for corner in corners[1:]]
    cuts = [((0.0, row * tall), (across * wide, row * tall)) for row in range(1, down)]
    cuts += [((column * wide, 0.0), (column * wide, down * tall)) for column in range(1, across)]
    lines = [Path(polyline(cut), stroke=CUT) for cut in cuts]
    whole = Box(0.0, 0.0, across * wide, down * tall)
    items = (*sheet.items, *copies, Group(tuple(lines), tag=Tag("Artifact")))
    return replace(sheet, width=whole.width, height=whole.height, items=items, trim=whole, bleed=whole)


class _Pages(Struct, frozen=True):
    """A document set in one style: the filled pages, and those of the large tables that follow."""

    press: Press
    large: Sequence[tuple[Table, Sequence[Plate]]]

    @property
    def count(self) -> int:
        """The number of sheets."""
        return self.press.pages + sum(len(own) for _, own in self.large)

    def costs_no_more(self, other: _Pages) -> bool:
        """Return whether these are not more sheets than others, and do not divide more tables."""
        return self.count <= other.count and self.press.divided <= other.press.divided

    def sheets(self, document: RulebookDocument, name: str) -> tuple[Sheet, ...]:
        """Return the sheets; large tables are drawn only now."""
        for table, own in self.large:
            anchor = Anchor(table.anchor, 0.0, plain(table_title(table, document.words)))
            for index, plate in enumerate(own):
                self.press.plate(plate, None if index else anchor)
        return tuple(
            self.press.sheets(f"{document.title}: {name}", document.credit, document.fallback, document.accent)
        )


def _shortest(
    document: RulebookDocument, blocks: Sequence[Block], name: str, look: Type, paper: tuple[float, float]
) -> tuple[Sheet, ...]:
    """Return the sheets in this style with fallback fonts, or set a little tighter if that saves a page.

    If it costs no page and divides no table, a section begins below all columns of the one before, and not at a foot.
    """
    look = replace(falling_back(look, document.fallback), accent=document.accent)
    draft = _Draft(document, blocks, name, look, paper)
    pages = draft.pages()
    if pages.count > 1:
        tight = replace(draft, look=tightened(look), done={})
        pages, draft = (found, tight) if (found := tight.pages()).count < pages.count else (pages, draft)
    sections = sum(isinstance(block, Heading) and block.level == MAIN for block in blocks)
    for more in (range(1, sections + 1), *((number,) for number in range(1, sections + 1))):
        if len(draft.parted) < sections:
            apart = replace(draft, parted=draft.parted.union(more))
            pages, draft = (found, apart) if (found := apart.pages()).costs_no_more(pages) else (pages, draft)
    if pages.press.low:
        higher = (replace(draft, foot=foot).pages() for foot in LOW)
        pages = next((each for each in higher if each.costs_no_more(pages)), pages)
    return pages.sheets(document, name)


class _Draft(Struct, frozen=True):
    """How a document is set: in what style, which sections are `parted`, and how much of each `foot` is free, in mm.

    Strips of one style are cached in `done`.
    """

    document: RulebookDocument
    blocks: Sequence[Block]
    name: str
    look: Type
    paper: tuple[float, float]
    parted: frozenset[int] = frozenset()
    foot: float = 0.0
    done: dict[tuple[Same[Block], float], list[Strip]] = field(default_factory=dict)

    def pages(self) -> _Pages:
        """Return the pages, set repeatedly until the page numbers of tables do not change: usually twice."""
        document, blocks, look = self.document, self.blocks, self.look
        press = Press(*self.paper)
        setter = Setter(look, document.words, press.inner, press.columns, self.parted, done=self.done)
        large = [
            (table, plates(table, look, document.words, press.straight, press.turned)) for table in setter.large(blocks)
        ]
        for _ in range(PASSES):
            press = Press(*self.paper, self.foot)
            press.set(Galley(_masthead(document, self.name, look, press.inner)))
            for galley in setter.galleys(blocks):
                press.set(galley)
            if document.has_index and self.name == document.words.rules:
                press.set(_index(document, press, look))
                press.mark_pages()
            said, setter = setter.folios, replace(setter, folios=_folios(large, press.pages + 1))
            if said == setter.folios:
                break
        return _Pages(press, large)


PAGE_ANCHOR = "_page-"
"""The prefix of the anchors of pages; ids of rulebooks cannot begin with an underscore."""


def _index(document: RulebookDocument, press: Press, look: Type) -> Galley:
    """Return the index: headings and terms with the numbers of their pages, which are links."""
    width = column_width(press.inner, columns := columns_of(press.inner, NARROWEST_EXHIBIT))
    parts, on = press.texts(look.body.size), press.anchor_pages()
    named: dict[str, dict[int, None]] = {}
    for each in document.headings():
        if not each.anchor.startswith("_"):
            named.setdefault(plain(each.line), {})[on[each.anchor]] = None
    pages = {name.casefold(): (name, (*numbers,), "") for name, numbers in named.items()}
    for term in document.index:
        numbers = tuple(number + 1 for number in places_of(term, parts, document.language))
        if numbers or term.see:
            pages[term.term.casefold()] = term.term, numbers, term.see
    strips: list[Strip] = []
    for name, numbers, see in sorted(pages.values(), key=lambda entry: alphabetical(entry[0])):
        links: list[Inline] = [TextPiece(f"{name}  ")]
        for number in numbers if not see else ():
            links += [TextPiece(", ")] if len(links) > 1 else []
            links.append(Link(str(number), f"#{PAGE_ANCHOR}{number}"))
        links += [TextPiece(f"{document.words.see} ", italic=True), TextPiece(see)] if see else []
        strips += stuck(text_strips(tuple(links), look.cell, width, 0.2 * look.gap))
    heading = heading_strips(Heading(2, (TextPiece(document.words.index),), "_index"), look, press.inner)
    return Galley(strips, columns, heading)


def _folios(large: Sequence[tuple[Table, Sequence[Plate]]], first: int) -> dict[str, int]:
    """Return the first page of each table on separate pages; the first table begins on page `first`."""
    folios: dict[str, int] = {}
    for table, own in large:
        folios[table.id] = first
        first += len(own)
    return folios


def _masthead(document: RulebookDocument, name: str, look: Type, width: float) -> list[Strip]:
    """Return the title, the kind of document, and on a rulebook the summary and facts."""
    above: list[Strip] = []
    if document.cover and name == document.words.rules:
        if document.cover.width < WIDE_COVER * document.cover.height:
            return [_covered_masthead(document, document.cover, name, look, width), Strip(look.gap)]
        above = [_banner(document.cover, look, width)]
    kind = set_text((TextPiece(name),), quiet(look.headings[0]))
    title = _title(document, name, look, width - kind.width - 8)
    badge = () if isinstance(title, Wordmark) else (Rect(0, 0, *BADGE, fill=look.accent),)
    top = BADGE[1] + 1.5 * look.gap if badge else 0.0
    items: list[Item] = [*badge, title.element(0, top, Tag("H1"))]
    items.append(kind.element(width - kind.width, top + title.height - kind.height, Tag("P")))
    strips = [*above, Strip(top + title.height + (0.0 if badge else look.gap), tuple(items), sticks=True)]
    if name == document.words.rules:
        if document.summary:
            strips.extend(text_strips((TextPiece(document.summary, italic=True),), look.lead, 0.8 * width, look.gap))
        strips.append(_facts(document, look))
    return [*strips, Strip(look.gap)]


def _title(document: RulebookDocument, name: str, look: Type, width: float) -> SetText | Wordmark:
    """Return the title as it is set, or on a rulebook the wordmark of the game in its place."""
    if document.wordmark and name == document.words.rules:
        return Wordmark.fitted(document.wordmark, document.title, width, WORDMARK_HEIGHT)
    return set_text((TextPiece(document.title),), look.title, width)


def _banner(cover: Scene, look: Type, width: float) -> Strip:
    size = width / cover.width
    clip = Rect(0.0, 0.0, width, size * cover.height)
    picture = Group((Group(cover.items, scale(size)),), clip=clip, tag=Tag("Artifact"))
    return Strip(clip.height + 1.5 * look.gap, (picture,), sticks=True)


def _covered_masthead(document: RulebookDocument, cover: Scene, name: str, look: Type, width: float) -> Strip:
    """Return the title, the summary and the facts, and the cover of the game at their right, as high as they are."""
    room = (1.0 - COVER_SHARE) * width - GUTTER
    kind = set_text((TextPiece(name),), quiet(look.headings[0]))
    title = _title(document, name, look, room)
    summary = set_text((TextPiece(document.summary, italic=True),), look.lead, room)
    facts = _facts(document, look)
    items: list[Item] = [Rect(0, 0, *BADGE, fill=look.accent)]
    top = BADGE[1] + 1.5 * look.gap
    items.append(kind.element(BADGE[0] + 2.0, (BADGE[1] - kind.height) / 2, Tag("P")))
    items.append(title.element(0, top, Tag("H1")))
    top += title.height + look.gap
    if document.summary:
        items.append(summary.element(0, top, Tag("P")))
        top += summary.height + 1.5 * look.gap
    items.append(Group(facts.items, translate(0, top)))
    height = max(top + facts.height, LOWEST_COVER)
    left, wide = room + GUTTER, width - room - GUTTER
    size = max(wide / cover.width, height / cover.height)
    placed = (left + (wide - size * cover.width) / 2, (height - size * cover.height) / 2)
    picture = Group(cover.items, (size, 0.0, 0.0, size, *placed))
    clip = Rect(left, 0.0, wide, height)
    return Strip(height, (*items, Group((picture,), clip=clip, tag=Tag("Artifact"))))


def _facts(document: RulebookDocument, look: Type) -> Strip:
    items: list[Item] = []
    x, tag = 0.0, Tag("P")
    for label, value in document.facts:
        for string, style, gap in ((label, quiet(look.label), 1.5), (value, look.label, 8.0)):
            text = set_text((TextPiece(string),), style)
            items.append(text.element(x, 0, tag))
            x += text.width + gap
    return Strip(look.label.line, tuple(items), 1.2 * look.gap)
