"""Positions in texts: offsets, edits, and where the characters of a YAML scalar are in its file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from pnp.diagnostics import Span


class SpanEdit(Struct, frozen=True):
    """Replaces the characters of `span` by `text`."""

    span: Span
    text: str

    @property
    def file(self) -> str:
        """The file that it changes, as spans name it."""
        return self.span.file


class Lines:
    """The lines of a text as spans count them: a byte order mark does not count; `\\r` alone ends a line too."""

    def __init__(self, text: str) -> None:
        self.mark = int(text.startswith("\ufeff"))
        self.text = text
        self._parts = _lines(text[self.mark :])
        self._starts = list(accumulate(map(len, self._parts), initial=self.mark))

    def __len__(self) -> int:
        return len(self._parts)

    def line(self, number: int) -> str:
        """Return the line of that number, from 1, without its end; an empty text beyond the last."""
        return self._parts[number - 1].rstrip("\r\n") if 0 < number <= len(self._parts) else ""

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a position in the text; one beyond the end of a line is that end."""
        if line > len(self._parts):
            return len(self.text)
        return self._starts[line - 1] + min(max(0, column - 1), len(self.line(line)))

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset."""
        from bisect import bisect_right

        line = max(1, min(bisect_right(self._starts, offset), len(self._parts)))
        return line, max(0, offset - self._starts[line - 1]) + 1

    def range(self, span: Span) -> tuple[int, int]:
        """Return the offsets of the start and the end of a span."""
        start = self.offset(span.line, span.column)
        return start, max(start, self.offset(span.end_line, span.end_column))

    def span(self, file: str, start: int, end: int) -> Span:
        """Return the span between two offsets."""
        return Span(file, *self.position(start), *self.position(end))


def _lines(text: str) -> list[str]:
    """Return the lines with their ends; `str.splitlines` would end lines at other characters too."""
    parts: list[str] = []
    for piece in text.split("\n"):
        whole = f"{piece}\n"
        while (at := whole.find("\r")) >= 0 and whole[at + 1] != "\n":
            parts.append(whole[: at + 1])
            whole = whole[at + 1 :]
        parts.append(whole)
    parts[-1] = parts[-1][:-1]
    return parts


def edited(text: str, edits: Iterable[SpanEdit]) -> str:
    """Return the text with all edits made; edits of one file must not overlap."""
    lines = Lines(text)
    for start, end, new in sorted(_ranges(lines, edits), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _ranges(lines: Lines, edits: Iterable[SpanEdit]) -> Iterator[tuple[int, int, str]]:
    return ((*lines.range(edit.span), edit.text) for edit in edits)


# Where the characters of a scalar's value are in its file: a value may be quoted, escaped or folded over lines.

ESCAPES = {'"': {'"': '"', "\\": "\\", "/": "/", " ": " "}}
"""The escapes in double quotes that stand for one visible character."""


BLANKS = ("\\\n", "\\ ", "\\n", "\\t")
"""The escapes in double quotes that stand for a blank, or for none."""


class Scalar(Struct, frozen=True):
    """The value of a YAML scalar and, for each of its characters, the offset in the file; -1 for blanks.

    `style` is its quote, `|` or `>` for a block, or empty for a plain scalar.
    """

    value: str
    offsets: Sequence[int]
    style: str
    start: int
    end: int

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the file of a stretch of the value that begins and ends with no blank."""
        return self.offsets[start], self.offsets[end - 1] + 1

    @property
    def is_whole(self) -> bool:
        """Whether it is on one line without escapes, so that blanks have offsets too."""
        return -1 not in self.offsets


def scalar_at(value: str, lines: Lines, span: Span) -> Scalar | None:
    """Return where the characters of `value` are in the text; None if an escape hides them."""
    start, end = lines.range(span)
    written = lines.text[start:end]
    style = written[:1] if written[:1] in ("'", '"', "|", ">") else ""
    inner = start + (1 if style in ("'", '"') else 0)
    if style in ("'", '"', "") and lines.text[inner : inner + len(value)] == value:
        return Scalar(value, range(inner, inner + len(value)), style, start, end)
    if style in ("|", ">"):
        inner = start + (written.find("\n") + 1 or len(written))
    offsets = _aligned(value, lines.text, inner, end, style)
    return None if offsets is None else Scalar(value, offsets, style, start, end)


def _aligned(value: str, text: str, at: int, end: int, style: str) -> list[int] | None:
    """Return the offset of each character; blanks are folded, so they have none."""
    offsets = []
    for character in value:
        if character in " \n\t":
            offsets.append(-1)
            continue
        while at < end and (text[at] in " \n\t\r" or (style == '"' and text[at : at + 2] in BLANKS)):
            at += 1 + (text[at] == "\\")
        if style == '"' and text[at : at + 1] == "\\":
            if ESCAPES['"'].get(text[at + 1 : at + 2]) != character:
                return None
            at += 1
        elif style == "'" and text[at : at + 2] == "''":
            at += 1
        if at >= end or text[at] != character:
            return None
        offsets.append(at)
        at += 1
    return offsets


# Writing a name in place of another, in YAML and in tables.


def quoted_for(style: str, text: str) -> str | None:
    """Return a text as part of a scalar of that style, without its quotes; None if it can't be written there."""
    if style == "'":
        return text.replace("'", "''")
    if style == '"':
        return text.replace("\\", "\\\\").replace('"', '\\"')
    return text


def as_cell(text: str, delimiter: str) -> str:
    """Return a text as a cell of a table, quoted if it must be."""
    if delimiter in text or any(each in text for each in '"\n\r') or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text
