"""The index of a rulebook: which sections or pages each of its terms is on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from pnp.rulebook.document import (
    Block,
    Heading,
    IconPiece,
    IndexTerm,
    Line,
    RulebookDocument,
    TextPiece,
    lines,
    plain,
)
from pnp.scene.items import Group, Item, Text

# Looking for the words of a term in a text.

PLURAL = "(?:e?s)?"
"""Endings that an English word may have besides."""

BOLD = 600
"""The weight from which letters are bold."""


@lru_cache(maxsize=1 << 10)
def pattern(words: tuple[str, ...], language: str) -> re.Pattern[str]:
    """Return the pattern of these words as whole words, in any case; English ones also in the plural."""
    ending = PLURAL if language.partition("-")[0] == "en" else ""
    each = (r"\s+".join(map(re.escape, word.split())) for word in words)
    return re.compile(rf"(?<!\w)(?:{'|'.join(each)}){ending}(?!\w)", re.IGNORECASE)


class SearchedText(Struct, frozen=True):
    """The text of one section or page: all of it, and what is in bold or in headings."""

    text: str
    marked: str


def places_of(term: IndexTerm, parts: Sequence[SearchedText], language: str) -> tuple[int, ...]:
    """Return the numbers of the parts that the term points at, from 0.

    These are the parts in which it is bold or in a heading; if there is none, all parts in which it is.
    """
    wanted = pattern((term.term, *term.words), language)
    marked = tuple(number for number, part in enumerate(parts) if wanted.search(part.marked))
    return marked or tuple(number for number, part in enumerate(parts) if wanted.search(part.text))


# The index on screens: links to sections.


class IndexEntry(Struct, frozen=True):
    """A line of the index: a term, the headings of its sections, and another term to see instead."""

    term: str
    headings: tuple[Heading, ...]
    see: str = ""


def index_entries(document: RulebookDocument) -> tuple[IndexEntry, ...]:
    """Return the index of a document, sorted: its terms, and the headings of its sections."""
    sections = tuple(_sections(document.blocks))
    parts = [part for _, part in sections]
    found = [
        IndexEntry(term.term, tuple(sections[at][0] for at in places_of(term, parts, document.language)), term.see)
        for term in document.index
    ]
    return in_order([*found, *(IndexEntry(plain(each.line), (each,)) for each in _own_headings(document))])


def in_order(entries: Iterable[IndexEntry]) -> tuple[IndexEntry, ...]:
    """Return the entries that lead anywhere, sorted by their words; of equal ones the first."""
    kept: dict[str, IndexEntry] = {}
    for entry in entries:
        if entry.headings or entry.see:
            kept.setdefault(entry.term.casefold(), entry)
    return tuple(sorted(kept.values(), key=lambda entry: alphabetical(entry.term)))


def alphabetical(words: str) -> tuple[str, str]:
    """Return the key by which words are sorted: letters with marks are next to those without, as in *Ärger*."""
    letters = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), words


def _own_headings(document: RulebookDocument) -> Iterator[Heading]:
    return (each for each in document.headings() if not each.anchor.startswith("_"))


def _sections(blocks: Sequence[Block]) -> Iterator[tuple[Heading, SearchedText]]:
    """Yield each heading with the text up to the next one."""
    heading: Heading | None = None
    inside: list[Block] = []
    for block in (*blocks, None):
        if block is None or isinstance(block, Heading):
            if heading and not heading.anchor.startswith("_"):
                yield heading, _sought(heading, tuple(inside))
            heading, inside = block, []
        else:
            inside.append(block)


def _sought(heading: Heading, blocks: tuple[Block, ...]) -> SearchedText:
    every = (heading.line, *lines(blocks))
    bold = (piece.string for line in every for piece in line if isinstance(piece, TextPiece) and piece.bold)
    marked = " \0 ".join((plain(heading.line), *bold))
    return SearchedText(" \0 ".join(map(_words, every)), marked)


def _words(line: Line) -> str:
    return "".join("\0" if isinstance(piece, IconPiece) else piece.string for piece in line)


# The index on paper: numbers of pages.


def page_text(items: Iterable[Item], size: float) -> SearchedText:
    """Return the text of a page; marked are its bold letters of at least that size in points."""
    texts = tuple(_texts(items))
    marked = (text.string for text in texts if text.size >= size and _weight(text.font) >= BOLD)
    return SearchedText(" ".join(" ".join(text.string for text in texts).split()), " ".join(" ".join(marked).split()))


def _texts(items: Iterable[Item]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from _texts(item.items)


def _weight(font: str) -> int:
    return next((int(word) for word in re.findall(r"\d+", font) if 100 <= int(word) <= 1000), 400)


# Terms that lead nowhere.


def absent_terms(document: RulebookDocument) -> Iterator[IndexTerm]:
    """Yield the terms that the rules do not have, and those that refer to a term that is not in the index."""
    parts = [part for _, part in _sections(document.blocks)]
    known = {term.term.casefold() for term in document.index}
    for term in document.index:
        if term.see.casefold() not in known if term.see else not places_of(term, parts, document.language):
            yield term
