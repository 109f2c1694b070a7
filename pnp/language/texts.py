"""Positions in texts: offsets, edits, the characters of a YAML scalar, and the value that a position is in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from msgspec import Struct, field

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


# Where a position is in a half-typed document: the path of the value or the key that is written there.
#
# A document that is being typed is mostly no valid YAML. This reads only the lines up to the position, by indentation
# and brackets, and never fails.

Path = tuple[str | int, ...]


class Cursor(Struct, frozen=True):
    """A position in a document.

    `path` is that of the mapping if a key is being written (`in_key`), otherwise that of the value. `typed` is what is
    written of it so far, from `column` of the line. `keys` are the keys that the mapping has already. With `may_nest`
    the value may also be a mapping that begins here.
    """

    path: Path
    in_key: bool
    typed: str
    column: int
    keys: frozenset[str] = frozenset()
    may_nest: bool = False
    quote: str = ""


class _Frame(Struct):
    """An open list or mapping: in a block with its indent, in brackets with -1."""

    indent: int
    listing: bool
    step: str | int | None = None
    keys: set[str] = field(default_factory=set)


KEY = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'\[\]{},#&*!|>%@`][^#]*?)\s*:(?=\s|$)""")
ITEM = re.compile(r"-(?=\s|$)[ \t]*")
BLOCK = re.compile(r"[|>][-+0-9]*\s*(?:#.*)?$")
COMMENT = re.compile(r"(?:^|\s)#")


def cursor_at(text: str, line: int, column: int) -> Cursor | None:
    """Return what is written at a position; None in a comment."""
    lines = Lines(text)
    line = min(line, len(lines) + 1)
    scan = _Scan()
    for number in range(1, line):
        scan.line(lines.line(number))
    here = lines.line(line)[: column - 1]
    after = [lines.line(number) for number in range(line, min(len(lines), line + 400) + 1)]
    return scan.cursor(here, after)


class _Scan:
    """Reads lines one by one; `frames` are the lists and mappings that are open."""

    def __init__(self) -> None:
        self.frames: list[_Frame] = []
        self._flow = 0
        self._block: int | None = None
        self._token, self._token_at = "", 0
        self._quote = ""

    def line(self, text: str) -> int | None:
        """Read one line; return the offset of its value or key, or None if it has none."""
        body = text.strip()
        indent = len(text) - len(text.lstrip(" "))
        if self._flow:
            self._in_flow(text, 0)
            return None
        if self._block is not None:
            if not body or indent > self._block:
                return None
            self._block = None
        if not body or body.startswith(("#", "---", "%")):
            return None
        return self._in_block(text, indent)

    def _in_block(self, text: str, at: int) -> int:
        dashed = ITEM.match(text, at)
        while dashed:
            self._leave(at, dashed=True)
            if self.frames and self.frames[-1].listing and self.frames[-1].indent == at:
                self.frames[-1].step = int(self.frames[-1].step or 0) + 1
            else:
                self.frames.append(_Frame(at, listing=True, step=0))
            at = dashed.end()
            dashed = ITEM.match(text, at)
        key = KEY.match(text, at)
        if key is None:
            self._leave(at + 1) if at < len(text) else None
            return self._value(text, at)
        self._leave(at)
        if not (self.frames and not self.frames[-1].listing and self.frames[-1].indent == at):
            self.frames.append(_Frame(at, listing=False))
        self.frames[-1].step = _bare(key[1])
        self.frames[-1].keys.add(_bare(key[1]))
        after = key.end() + len(text[key.end() :]) - len(text[key.end() :].lstrip())
        return self._value(text, after)

    def _value(self, text: str, at: int) -> int:
        if BLOCK.match(text, at):
            self._block = self.frames[-1].indent if self.frames else -1
        elif text[at : at + 1] in ("{", "["):
            self._in_flow(text, at)
        return at

    def _leave(self, indent: int, dashed: bool = False) -> None:
        """Close what is indented deeper; a list in the column of its key ends at the next key."""
        while self.frames and (
            self.frames[-1].indent > indent
            or (self.frames[-1].indent == indent and self.frames[-1].listing and not dashed)
        ):
            self.frames.pop()

    def _in_flow(self, text: str, at: int) -> None:
        """Read a line in brackets from an offset on."""
        self._token, self._token_at = "", at
        while at < len(text):
            character = text[at]
            if self._quote:
                self._quote = "" if character == self._quote else self._quote
            elif character in "'\"" and not self._token.strip():
                self._quote = character
            elif character in "{[}]":
                self._bracket(character, at)
            elif character == ",":
                self._next(at)
            elif character == ":" and text[at + 1 : at + 2] in ("", " "):
                self._colon(at)
            elif character == "#" and text[at - 1 : at].isspace():
                return
            if at >= self._token_at:
                self._token += character
            at += 1
            if not self._flow:
                return

    def _bracket(self, character: str, at: int) -> None:
        if character in "{[":
            self._flow += 1
            self.frames.append(_Frame(-1, listing=character == "[", step=0 if character == "[" else None))
        else:
            self._flow -= 1
            self.frames.pop()
        self._token, self._token_at = "", at + 1

    def _colon(self, at: int) -> None:
        """The key of a mapping in brackets ends here."""
        frame = self.frames[-1]
        if not frame.listing and frame.step is None:
            frame.step = _bare(self._token.strip())
            frame.keys.add(str(frame.step))
            self._token, self._token_at = "", at + 1

    def _next(self, at: int) -> None:
        frame = self.frames[-1]
        frame.step = int(frame.step or 0) + 1 if frame.listing else None
        self._token, self._token_at = "", at + 1

    def cursor(self, here: str, after: list[str]) -> Cursor | None:
        """Return the position at the end of the line so far; `after` are this line and those below it."""
        body = here.strip()
        if self._block is not None and (not body or len(here) - len(here.lstrip(" ")) > self._block):
            blanks = len(here) - len(here.lstrip())
            return Cursor(self._path(), False, here[blanks:], blanks + 1)
        if not self._flow and COMMENT.search(re.sub(r"'[^']*'|\"[^\"]*\"", "", here)):
            return None
        began = self._flow > 0
        if not body and not began:
            return self._on_blank(len(here), after)
        at = self.line(here)
        if self._flow:
            return self._in_brackets(here)
        if began or at is None:
            return None
        typed = here[at:]
        opened = self.frames[-1] if self.frames else None
        is_value = bool(KEY.match(here, _content(here))) or (opened is not None and opened.listing and at == len(here))
        if is_value and not (opened and opened.listing):
            return self._cursor(typed, at, may_nest=False)
        return self._on_word(typed, at, after)

    def _on_word(self, typed: str, at: int, after: list[str]) -> Cursor:
        """Return the position in a word that may become a key: in its mapping, or as an item of a list."""
        while self.frames and self.frames[-1].indent > at:
            self.frames.pop()
        top = self.frames[-1] if self.frames else None
        if top is not None and not top.listing and top.indent == at:
            keys = frozenset(top.keys) | _keys_below(after[1:], at)
            return Cursor(self._path()[:-1], True, typed, at + 1, keys)
        keys = _keys_below(after[1:], at)
        return Cursor(self._path(), top is None, typed, at + 1, keys, may_nest=top is not None)

    def _on_blank(self, indent: int, after: list[str]) -> Cursor:
        self._leave(indent)
        return self._on_word("", indent, after)

    def _in_brackets(self, here: str) -> Cursor:
        top = self.frames[-1]
        token = here[self._token_at :]
        blanks = len(token) - len(token.lstrip())
        typed, column = token[blanks:], self._token_at + blanks + 1
        if not top.listing and top.step is None:
            return Cursor(
                self._path()[:-1] if top.step is not None else self._path(), True, typed, column, frozenset(top.keys)
            )
        return self._cursor(typed, column - 1, may_nest=top.listing)

    def _cursor(self, typed: str, at: int, may_nest: bool) -> Cursor:
        quote = typed[:1] if typed[:1] in ("'", '"') else ""
        return Cursor(self._path(), False, typed[len(quote) :], at + len(quote) + 1, frozenset(), may_nest, quote)

    def _path(self) -> Path:
        return tuple(frame.step for frame in self.frames if frame.step is not None)


def _content(here: str) -> int:
    """Return the offset after the indent and the dashes of a line."""
    at = len(here) - len(here.lstrip(" "))
    while dashed := ITEM.match(here, at):
        at = dashed.end()
    return at


def _keys_below(lines: list[str], indent: int) -> frozenset[str]:
    """Return the keys in that column of the lines below, up to one that is indented less."""
    found = set()
    for text in lines:
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        own = len(text) - len(text.lstrip(" "))
        if own < indent:
            break
        key = KEY.match(text, own) if own == indent else None
        if key:
            found.add(_bare(key[1]))
    return frozenset(found)


def _bare(key: str) -> str:
    """Return a key without its quotes."""
    return key[1:-1] if len(key) > 1 and key[0] == key[-1] and key[0] in "'\"" else key
