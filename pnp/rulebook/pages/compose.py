"""A document to sheets: its title, its blocks in columns, its large tables at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.records import dataclass
from pnp.rulebook.document import Text, plain
from pnp.rulebook.pages.galley import Galley, Setter
from pnp.rulebook.pages.grid import table_title
from pnp.rulebook.pages.plate import plates
from pnp.rulebook.pages.press import Press
from pnp.rulebook.pages.setting import set_text, text_strips
from pnp.rulebook.pages.strip import Strip
from pnp.rulebook.pages.type import AMBER, BOOK, REFERENCE, falling_back, quiet, tightened
from pnp.scene.items import Rect
from pnp.scene.sheet import Anchor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pnp.rulebook.document import Block, Document, Table
    from pnp.rulebook.pages.plate import Plate
    from pnp.rulebook.pages.type import Type
    from pnp.scene.items import Item
    from pnp.scene.sheet import Sheet

PASSES = 4
"""How often pages are set at most until the page numbers in their text are right."""

BADGE = (24.0, 4.0)
"""The width and height of the bar over the title, in millimetres."""


def compose_rulebook(document: Document, width: float, height: float) -> tuple[Sheet, ...]:
    """The rulebook on paper of that size, in millimetres; a table that is too large for it gets pages of its own."""
    return _shortest(document, document.blocks, document.words.rules, BOOK, (width, height))


def compose_reference(document: Document, width: float, height: float) -> tuple[Sheet, ...]:
    """The rule reference on paper of that size, as compact as can be read; no sheet where nothing stands on it."""
    if not document.reference:
        return ()
    return _shortest(document, document.reference, document.words.reference, REFERENCE, (width, height))


@dataclass(frozen=True, slots=True)
class _Pages:
    """A document set in one look: pages that are filled, and those of the large tables that follow on them."""

    press: Press
    large: Sequence[tuple[Table, Sequence[Plate]]]

    @property
    def count(self) -> int:
        """How many sheets they make."""
        return self.press.pages + sum(len(own) for _, own in self.large)

    def sheets(self, document: Document, name: str) -> tuple[Sheet, ...]:
        """The sheets, once it is known that they are wanted."""
        for table, own in self.large:
            anchor = Anchor(table.anchor, 0.0, plain(table_title(table, document.words)))
            for index, plate in enumerate(own):
                self.press.plate(plate, None if index else anchor)
        return tuple(self.press.sheets(f"{document.title}: {name}", document.credit, document.fallback))


def _shortest(
    document: Document, blocks: Sequence[Block], name: str, look: Type, paper: tuple[float, float]
) -> tuple[Sheet, ...]:
    """Set in its look, with its fonts to fall back to, or a little tighter where that saves a page."""
    look = falling_back(look, document.fallback)
    pages = _compose(document, blocks, name, look, paper)
    if pages.count > 1:
        tight = _compose(document, blocks, name, tightened(look), paper)
        pages = tight if tight.count < pages.count else pages
    return pages.sheets(document, name)


def _compose(document: Document, blocks: Sequence[Block], name: str, look: Type, paper: tuple[float, float]) -> _Pages:
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


def _masthead(document: Document, name: str, look: Type, width: float) -> list[Strip]:
    """The title, what the pages are, and on a rulebook what the game is about."""
    kind = set_text((Text(name),), quiet(look.headings[0]))
    title = set_text((Text(document.title),), look.title, width - kind.width - 8)
    top = BADGE[1] + 1.5 * look.gap
    items: list[Item] = [Rect(0, 0, *BADGE, fill=AMBER), *title.items(0, top)]
    items.extend(kind.items(width - kind.width, top + title.height - kind.height))
    strips = [Strip(top + title.height, tuple(items), sticks=True)]
    if name == document.words.rules:
        if document.summary:
            strips.extend(text_strips((Text(document.summary, italic=True),), look.lead, 0.8 * width, look.gap))
        strips.append(_facts(document, look))
    return [*strips, Strip(look.gap)]


def _facts(document: Document, look: Type) -> Strip:
    items: list[Item] = []
    x = 0.0
    for label, value in document.facts:
        for string, style, gap in ((label, quiet(look.label), 1.5), (value, look.label, 8.0)):
            text = set_text((Text(string),), style)
            items.extend(text.items(x, 0))
            x += text.width + gap
    return Strip(look.label.line, tuple(items), 1.2 * look.gap)
