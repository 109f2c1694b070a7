"""The index of a rulebook: which sections or pages each of its terms is on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


# The lines of the index.


class IndexEntry(Struct, frozen=True):
    """A line of the index: a term, the numbers of its sections or pages, from 0, and another term to see."""

    term: str
    places: tuple[int, ...]
    see: str = ""


def index_entries(
    document: RulebookDocument, parts: Sequence[SearchedText], places: Mapping[str, int]
) -> tuple[IndexEntry, ...]:
    """Return the index of a document, sorted: its terms and its headings; equal words, in any case, are one entry.

    `parts` are the sections or pages of the document, and `places` says in which of them each anchor is.
    """
    found = [
        IndexEntry(term.term, () if term.see else places_of(term, parts, document.language), term.see)
        for term in document.index
    ]
    found += [IndexEntry(plain(each.line), (places[each.anchor],)) for each in _own_headings(document)]
    by_words: dict[str, list[IndexEntry]] = {}
    for entry in found:
        if entry.places or entry.see:
            by_words.setdefault(entry.term.casefold(), []).append(entry)
    return tuple(sorted(map(_joined, by_words.values()), key=lambda entry: alphabetical(entry.term)))


def _joined(entries: Sequence[IndexEntry]) -> IndexEntry:
    """Return one entry for some with equal words: written as the first, with the places of all.

    All begin with a capital, since headings do.
    """
    places = {place for entry in entries for place in entry.places}
    return IndexEntry(_with_capital(entries[0].term), tuple(sorted(places)), _with_capital(entries[0].see))


def _with_capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def alphabetical(words: str) -> tuple[str, str]:
    """Return the key by which words are sorted: letters with marks are next to those without, as in *Ärger*."""
    letters = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), words


# The index on screens: links to sections.


def entries_on_screens(document: RulebookDocument) -> Iterator[tuple[IndexEntry, Sequence[Heading]]]:
    """Yield the index of a document with the headings of the sections of each entry."""
    sections = tuple(_sections(document.blocks))
    places = {heading.anchor: number for number, (heading, _) in enumerate(sections)}
    for entry in index_entries(document, [part for _, part in sections], places):
        yield entry, [sections[place][0] for place in entry.places]


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
