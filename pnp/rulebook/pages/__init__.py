"""A document as sheets: its title, its blocks in columns, its index, its large tables at the end."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pnp.rulebook.document import Block, Heading, Inline, Link, RulebookDocument, Table, TextPiece, plain
from pnp.rulebook.index import index_entries
from pnp.rulebook.pages.blocks import MAIN, NARROWEST_EXHIBIT, Galley, Setter
from pnp.rulebook.pages.filling import LOW, PAGE_ANCHOR, Press
from pnp.rulebook.pages.strips import (
    GUTTER,
    SetText,
    Strip,
    column_width,
    columns_of,
    heading_strips,
    set_text,
    stuck,
    text_strips,
)
from pnp.rulebook.pages.tables import Plate, plates, table_title
from pnp.rulebook.style import BOOK, REFERENCE, WHITE, Type, falling_back, quiet, tightened
from pnp.scene.items import Group, Item, Path, Rect, Same, Scene, Stroke, Tag, compose, scale, translate
from pnp.scene.parts import Anchor, Box, Sheet
from pnp.scene.paths import polyline
from pnp.scene.typesetting.typeset import Wordmark


def compose_rulebook(document: RulebookDocument, width: float, height: float) -> tuple[Sheet, ...]:
    """Return the rulebook on paper of that size, in millimetres; tables too large for it get separate pages."""
    return _shortest(document, document.blocks, document.words.rules, BOOK, (width, height))


CUT = Stroke("#8A8F96", 0.15, (2.0, 2.0))
"""The line along which copies of a reference are cut apart."""

COPIES = (2, 2), (1, 2)
"""How often a short reference is on its sheet, across and down: the first that fits, so that all players get one."""


def compose_reference(document: RulebookDocument, width: float, height: float) -> tuple[Sheet, ...]:
    """Return the rule reference on paper of that size, as compact as is readable; no sheet if it is empty.

    One that fits a quarter or a half of the paper is printed that often, to be cut apart; one that fits the paper in
    the type of the rules is in that type.
    """
    if not document.reference:
        return ()
    sheets = _reference(document, width, height)
    for across, down in COPIES if len(sheets) == 1 else ():
        small = _reference(document, width / across, height / down)
        if len(small) == 1:
            return (_repeated(small[0], across, down),)
    larger = _reference(document, width, height, BOOK) if len(sheets) == 1 else ()
    return larger if len(larger) == 1 else sheets


def _reference(document: RulebookDocument, width: float, height: float, look: Type = REFERENCE) -> tuple[Sheet, ...]:
    """Return the rule reference, whose sections share columns: one after the other they leave half a sheet white."""
    name = document.words.reference
    return _shortest(document, document.reference, name, look, (width, height), parts_sections=False)


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


# The setting with the fewest pages.

PASSES = 4
"""Maximum number of passes until the page numbers in the text are right."""


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
        frieze = document.frieze if name == document.words.rules else None
        title = f"{document.title}: {name}"
        return tuple(self.press.sheets(title, document.credit, document.fallback, document.accent, frieze))


def _shortest(
    document: RulebookDocument,
    blocks: Sequence[Block],
    name: str,
    look: Type,
    paper: tuple[float, float],
    *,
    parts_sections: bool = True,
) -> tuple[Sheet, ...]:
    """Return the sheets in this style with fallback fonts.

    If that saves a page, it is set a little tighter, or the cover above the title is lower. If it costs no page and
    divides no table, a section begins below all columns of the one before (if wanted), and not at a foot.
    """
    look = replace(falling_back(look, document.fallback), accent=document.accent)
    draft = _Draft(document, blocks, name, look, paper)
    pages = draft.pages()
    if pages.count > 1:
        tight = replace(draft, look=tightened(look), done={})
        shares = LOWER if _banner_of(document, name) else ()
        for other in (tight, *(replace(each, banner=share) for share in shares for each in (draft, tight))):
            pages, draft = (found, other) if (found := other.pages()).count < pages.count else (pages, draft)
    sections = parts_sections * sum(isinstance(block, Heading) and block.level == MAIN for block in blocks)
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

    `banner` is the share of a cover above the title that is shown, from top to bottom. Strips of one style are cached
    in `done`.
    """

    document: RulebookDocument
    blocks: Sequence[Block]
    name: str
    look: Type
    paper: tuple[float, float]
    parted: frozenset[int] = frozenset()
    foot: float = 0.0
    banner: float = 1.0
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
            press.set(Galley(_masthead(document, self.name, look, press.inner, self.banner)))
            for galley in setter.galleys(blocks):
                press.set(galley)
            if document.has_index and self.name == document.words.rules:
                press.set(_index(document, press, look))
                press.mark_pages()
            said, setter = setter.folios, replace(setter, folios=_folios(large, press.pages + 1))
            if said == setter.folios:
                break
        return _Pages(press, large)


def _folios(large: Sequence[tuple[Table, Sequence[Plate]]], first: int) -> dict[str, int]:
    """Return the first page of each table on separate pages; the first table begins on page `first`."""
    folios: dict[str, int] = {}
    for table, own in large:
        folios[table.id] = first
        first += len(own)
    return folios


# The index.


def _index(document: RulebookDocument, press: Press, look: Type) -> Galley:
    """Return the index: headings and terms with the numbers of their pages, which are links."""
    width = column_width(press.inner, columns := columns_of(press.inner, NARROWEST_EXHIBIT))
    strips: list[Strip] = []
    for entry in index_entries(document, press.texts(look.body.size), press.anchor_pages()):
        pieces: list[Inline] = [TextPiece(f"{entry.term}  ")]
        for page in entry.places:
            pieces += [Link(str(page + 1), f"#{PAGE_ANCHOR}{page + 1}"), TextPiece(", ")]
        if entry.see:
            pieces += [TextPiece(f"{document.words.see} ", italic=True), TextPiece(entry.see)]
        else:
            pieces.pop()
        strips += stuck(text_strips(tuple(pieces), look.cell, width, 0.2 * look.gap))
    heading = heading_strips(Heading(2, (TextPiece(document.words.index),), "_index"), look, press.inner)
    return Galley(strips, columns, heading)


# The beginning of a document: its title, its kind, and on a rulebook the cover, the summary and the facts.

COVER_SHARE = 0.46
"""The share of the title's width that a cover has."""

WORDMARK_HEIGHT = 16.0
"""The maximum height of a wordmark, in millimetres."""

TAB_HEIGHT, TAB_PAD, TAB_OVERLAP = 20.0, 2.5, 0.16
"""The maximum height of a wordmark on a cover, the room around it in millimetres, and the share of it on the cover."""

LOWEST_COVER = 36.0
"""The minimum height of a cover, in millimetres."""

WIDE_COVER = 2.4
"""The proportion from which a cover is above the title, as wide as the page, and not next to it."""

LOWER = (0.8, 0.65)
"""The shares of such a cover that are tried, from top to bottom."""

BADGE = (24.0, 4.0)
"""The width and height of the bar over the title, in millimetres."""


def _masthead(document: RulebookDocument, name: str, look: Type, width: float, banner: float) -> list[Strip]:
    """Return the title, the kind of document, and on a rulebook the summary and facts."""
    wide_cover = _banner_of(document, name)
    if document.cover and name == document.words.rules and not wide_cover:
        return [_covered_masthead(document, document.cover, name, look, width), Strip(look.gap)]
    if wide_cover and document.wordmark:
        strips = [_titled_banner(document, wide_cover, document.wordmark, look, width, banner)]
    else:
        above = [_banner(wide_cover, document.focus[1], look, width, banner)] if wide_cover else []
        strips = [*above, _title_line(document, name, look, width)]
    if name == document.words.rules:
        if document.summary:
            strips.extend(text_strips((TextPiece(document.summary, italic=True),), look.lead, 0.8 * width, look.gap))
        strips.append(_facts(document, look, width))
    return [*strips, Strip(look.gap)]


def _title_line(document: RulebookDocument, name: str, look: Type, width: float) -> Strip:
    """Return the title, with the kind of document at the right."""
    kind = set_text((TextPiece(name),), quiet(look.headings[0]))
    title = _title(document, name, look, width - kind.width - 8)
    badge = () if isinstance(title, Wordmark) else (Rect(0, 0, *BADGE, fill=look.accent),)
    top = BADGE[1] + 1.5 * look.gap if badge else 0.0
    items: list[Item] = [*badge, title.element(0, top, Tag("H1"))]
    items.append(kind.element(width - kind.width, top + title.height - kind.height, Tag("P")))
    return Strip(top + title.height + (0.0 if badge else look.gap), tuple(items), sticks=True)


def _titled_banner(
    document: RulebookDocument, cover: Scene, wordmark: Scene, look: Type, width: float, share: float
) -> Strip:
    """Return the cover above all else, with the wordmark on a white tab that begins in its lower edge."""
    kind = set_text((TextPiece(document.words.rules),), quiet(look.headings[0]))
    title = Wordmark.fitted(wordmark, document.title, width - 2 * (kind.width + GUTTER), TAB_HEIGHT)
    picture = _banner(cover, document.focus[1], look, width, share)
    edge = picture.height - 1.5 * look.gap
    left, top = (width - title.width) / 2, edge - TAB_OVERLAP * title.height
    tab = Rect(left - TAB_PAD, top - TAB_PAD, title.width + 2 * TAB_PAD, title.height, 2.0, fill=WHITE)
    height = top + title.height + look.gap
    items = (
        Group((*picture.items, tab), tag=Tag("Artifact")),
        title.element(left, top, Tag("H1")),
        kind.element(width - kind.width, height - look.gap - kind.height, Tag("P")),
    )
    return Strip(height, items, sticks=True)


def _banner_of(document: RulebookDocument, name: str) -> Scene | None:
    """Return the cover of a rulebook if it is above the title."""
    cover = document.cover if name == document.words.rules else None
    return cover if cover and cover.width >= WIDE_COVER * cover.height else None


def _title(document: RulebookDocument, name: str, look: Type, width: float) -> SetText | Wordmark:
    """Return the title as it is set, or on a rulebook the wordmark of the game in its place."""
    if document.wordmark and name == document.words.rules:
        return Wordmark.fitted(document.wordmark, document.title, width, WORDMARK_HEIGHT)
    return set_text((TextPiece(document.title),), look.title, width)


def _banner(cover: Scene, focus: float, look: Type, width: float, share: float) -> Strip:
    """Return the cover as wide as the page, and of its height the share around `focus`."""
    size = width / cover.width
    clip = Rect(0.0, 0.0, width, share * size * cover.height)
    moved = compose(translate(0.0, _begin(clip.height, size * cover.height, focus)), scale(size))
    picture = Group((Group(cover.items, moved),), clip=clip, tag=Tag("Artifact"))
    return Strip(clip.height + 1.5 * look.gap, (picture,), sticks=True)


def _begin(room: float, size: float, focus: float) -> float:
    """Return where a picture begins that is larger than its room and has its `focus` near its middle."""
    return min(0.0, max(room - size, room / 2 - focus * size))


def _covered_masthead(document: RulebookDocument, cover: Scene, name: str, look: Type, width: float) -> Strip:
    """Return the title, the summary and the facts, and the cover of the game at their right, as high as they are."""
    room = (1.0 - COVER_SHARE) * width - GUTTER
    kind = set_text((TextPiece(name),), quiet(look.headings[0]))
    title = _title(document, name, look, room)
    summary = set_text((TextPiece(document.summary, italic=True),), look.lead, room)
    facts = _facts(document, look, room)
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
    across, down = document.focus
    placed = (left + _begin(wide, size * cover.width, across), _begin(height, size * cover.height, down))
    picture = Group(cover.items, (size, 0.0, 0.0, size, *placed))
    clip = Rect(left, 0.0, wide, height)
    return Strip(height, (*items, Group((picture,), clip=clip, tag=Tag("Artifact"))))


def _facts(document: RulebookDocument, look: Type, width: float) -> Strip:
    """Return each fact after its label, in as many lines as the width needs."""
    items: list[Item] = []
    x, y, tag = 0.0, 0.0, Tag("P")
    for label, value in document.facts:
        name = set_text((TextPiece(label),), quiet(look.label))
        fact = set_text((TextPiece(value),), look.label, width - name.width - BESIDE_LABEL)
        if x and x + name.width + BESIDE_LABEL + fact.width > width:
            x, y = 0.0, y + look.label.line
        items += [name.element(x, y, tag), fact.element(x + name.width + BESIDE_LABEL, y, tag)]
        x += name.width + BESIDE_LABEL + fact.width + BETWEEN_FACTS
        y += fact.height - look.label.line
    return Strip(y + look.label.line, tuple(items), 1.2 * look.gap)


BESIDE_LABEL, BETWEEN_FACTS = 1.5, 8.0
"""The distances between a label and its fact, and between two facts, in millimetres."""
