"""Text cut into chunks that no line is broken in, each character given a face; all widths are in ems.

A line may end at a space, at a zero-width space, and after a hyphen or dash between a character and a letter. A newline
always ends one. Spaces that touch count as one; a non-breaking space is a character like any other.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from pnp.scene.fonts import BOLD, Face, Family, face_of
from pnp.scene.text import Inline, Piece, Run, TextStyle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NEWLINE = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_TOKEN = re.compile("\n|[ \t]+|\u200b|[^\n \t\u200b]+")
_AFTER_HYPHEN = re.compile(r"(?<=\w[-‐–—])(?=[^\W\d_])")
_INVISIBLE = re.compile("[\u00ad\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff]")
_INSTEAD = {"\u00a0": " ", "\u2007": " ", "\u2009": " ", "\u202f": " ", "\u2010": "-", "\u2011": "-"}
_SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Fragment:
    """Characters of one face; the width includes the tracking after each of them."""

    text: str
    face: Face
    width: float


@dataclass(frozen=True, slots=True)
class Inset:
    """An inline drawing, its width in ems of the style's own size."""

    inline: Inline
    width: float


Part = Fragment | Inset


@dataclass(frozen=True, slots=True)
class Chunk:
    """Parts that stay together; `gap` is the space before them, dropped at a line's start; `forced` begins a line."""

    parts: tuple[Part, ...]
    width: float
    gap: Fragment | None = None
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text ready to be broken: its chunks, first face, tracking in ems, and the characters that no face has."""

    chunks: tuple[Chunk, ...]
    face: Face
    tracking: float
    missing: tuple[str, ...]

    def broken(self, measure: float | None) -> tuple[tuple[Chunk, ...], ...]:
        """The chunks line by line, as many on each as fit into `measure` ems and at least one."""
        lines: list[list[Chunk]] = []
        used = 0.0
        for chunk in self.chunks:
            reach = used + (chunk.gap.width if chunk.gap else 0.0) + chunk.width
            if not lines or chunk.forced or (measure is not None and reach - self._tail(chunk) > measure + _SLACK):
                lines.append([])
                reach = chunk.width
            lines[-1].append(chunk)
            used = reach
        return tuple(map(tuple, lines))

    def width(self, line: Sequence[Chunk]) -> float:
        """The width of a line, without the tracking after its last character."""
        gaps = sum([chunk.gap.width for chunk in line[1:] if chunk.gap])
        return gaps + sum([chunk.width for chunk in line]) - (self._tail(line[-1]) if line else 0.0)

    def _tail(self, chunk: Chunk) -> float:
        return self.tracking if chunk.parts and isinstance(chunk.parts[-1], Fragment) else 0.0


def paragraph(pieces: Sequence[Piece], style: TextStyle) -> Paragraph:
    """The pieces cut into chunks; raises FontMissing or FontRefused where a family of the style cannot be had."""
    builder = _Builder(style)
    for piece in pieces:
        match piece:
            case Run():
                builder.run(piece)
            case Inline():
                builder.part(Inset(piece, piece.width / style.em))
    builder.flush()
    first = face_of(style.family, style.weight, style.italic)
    return Paragraph(tuple(builder.chunks), first, style.tracking, tuple(builder.missing))


class _Builder:
    """Collects parts into chunks."""

    def __init__(self, style: TextStyle) -> None:
        self.chunks: list[Chunk] = []
        self.missing: dict[str, None] = {}
        self._style = style
        self._parts: list[Part] = []
        self._gap: Fragment | None = None
        self._forced = False

    def run(self, run: Run) -> None:
        """Adds a run; bold is at least 700, italic text within an italic style stands upright."""
        style = self._style
        weight = max(BOLD, style.weight) if run.bold else style.weight
        faces = _chain(style.family, weight, style.italic != run.italic, style.fallback)
        text = unicodedata.normalize("NFC", run.text.upper() if style.upper else run.text)
        for token in _TOKEN.findall(_NEWLINE.sub("\n", text)):
            match token[0]:
                case "\n":
                    self._newline()
                case " " | "\t":
                    self._space(faces)
                case "\u200b":
                    self.flush()
                case _:
                    self._word(token, faces)

    def part(self, part: Part) -> None:
        """Adds a part to the chunk that is open."""
        self._parts.append(part)

    def flush(self) -> None:
        """Closes the chunk that is open, if anything is in it."""
        if self._parts:
            self._close()

    def _close(self) -> None:
        width = sum([part.width for part in self._parts])
        self.chunks.append(Chunk(tuple(self._parts), width, self._gap, self._forced))
        self._parts, self._gap, self._forced = [], None, False

    def _newline(self) -> None:
        if self._parts or self._forced:
            self._close()
        self._gap, self._forced = None, True

    def _space(self, faces: tuple[Face, ...]) -> None:
        self.flush()
        if self.chunks and not self._forced and self._gap is None:
            self._gap = next(self._fragments(" ", faces), None)

    def _word(self, word: str, faces: tuple[Face, ...]) -> None:
        for index, stretch in enumerate(_AFTER_HYPHEN.split(word)):
            if index:
                self.flush()
            self._parts.extend(self._fragments(_INVISIBLE.sub("", stretch), faces))

    def _fragments(self, text: str, faces: tuple[Face, ...]) -> Iterator[Fragment]:
        pieces, missing = _split(text, faces)
        self.missing.update(dict.fromkeys(missing))
        for string, one, width in pieces:
            yield Fragment(string, one, width + self._style.tracking * len(string))


@lru_cache(maxsize=20_000)
def _split(text: str, faces: tuple[Face, ...]) -> tuple[tuple[tuple[str, Face, float], ...], tuple[str, ...]]:
    """The text in stretches of one face, the first that has the character, with their widths; and what none has."""
    resolved = [_resolved(char, faces) for char in text]
    stretches = groupby([pair for pair in resolved if pair[1] is not None], key=lambda pair: pair[1])
    joined = [("".join([char for char, _ in pairs]), one) for one, pairs in stretches if one is not None]
    missing = [char for char, one in resolved if one is None]
    return tuple((string, one, one.measure(string)) for string, one in joined), tuple(missing)


@cache
def _resolved(char: str, faces: tuple[Face, ...]) -> tuple[str, Face | None]:
    """The character, or what stands in for it, with the first face that has it."""
    for candidate in (char, _INSTEAD.get(char, char)):
        for one in faces:
            if one.has(candidate):
                return " " if candidate == "\u00a0" else candidate, one
    return char, None


@cache
def _chain(family: str | Family, weight: int, italic: bool, fallback: tuple[str | Family, ...]) -> tuple[Face, ...]:
    """The faces asked for a character, in order; a fallback family is asked for its upright too."""
    slants = (italic, False) if italic else (False,)
    chain = [face_of(family, weight, italic), *(face_of(name, weight, slant) for name in fallback for slant in slants)]
    return tuple(dict.fromkeys(chain))
