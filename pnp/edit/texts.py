"""Files of a pack as texts that are edited: which may be written, and how an edit of the text becomes one of bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from operator import eq
from pathlib import Path
from typing import Any

from msgspec import Struct

from pnp.diagnostics import Finding, Span
from pnp.messages import shown
from pnp.source.files import File, position, read_file
from pnp.source.ledger import FILE_BYTES, Ledger
from pnp.source.table_files import is_workbook

BREAK = re.compile("\r\n|\r|\n")
BREAK_BYTES = re.compile(b"\r\n|\r|\n")
"""A line break in any of the three conventions, in a text and in UTF-8."""

BOM = "\ufeff"
BOM_BYTES = BOM.encode()
"""The byte order mark with which some programs begin a text."""

MISSING = ""
"""Replaces the digest of a file that does not exist."""


class EditRefused(ValueError):
    """A change that is not made: a sentence for designers, what to do instead, and the place that it is about."""

    def __init__(self, message: str, hint: str | None = None, span: Span | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.span = message, hint, span

    def __str__(self) -> str:
        return f"{self.message}: {self.hint}" if self.hint else self.message


class TextEdit(Struct, frozen=True):
    """A part of a text, by the offsets of its characters, and what replaces it."""

    start: int
    end: int
    text: str


class ByteChange(Struct, frozen=True):
    """Bytes of one file that are replaced by others.

    `start` and `end` are offsets in the file as it is on disk, whose SHA-256 is `digest`; that is `MISSING` for a file
    that the change creates.
    """

    file: Path
    start: int
    end: int
    before: bytes
    after: bytes
    digest: str = MISSING


class PackFile(Struct, frozen=True):
    """A file in the folder of a pack, as it was read: `name` is its path there, links resolved."""

    folder: Path
    name: str
    content: bytes

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self.folder / self.name

    @property
    def text(self) -> str:
        """Its text as pnp reads it: no byte order mark, `\\n` as the only line break. Raises EditRefused."""
        return _text(self.content, self.name)

    @property
    def digest(self) -> str:
        """The SHA-256 of its content."""
        return sha256(self.content).hexdigest()

    def span(self, start: int, end: int | None = None) -> Span:
        """Return the span of the characters from `start` to `end` of the text; default: of one character."""
        line, column, *_ = position(self.text, start)
        last, end_column, *_ = position(self.text, start + 1 if end is None else end)
        return Span(self.name, line, column, last, end_column)

    def edited(self, edits: Iterable[TextEdit]) -> str:
        """Return the text with the edits, which do not overlap."""
        text, parts, at = self.text, [], 0
        for edit in in_order(edits):
            parts += [text[at : edit.start], edit.text]
            at = edit.end
        return "".join((*parts, text[at:]))

    def changes(self, edits: Iterable[TextEdit]) -> list[ByteChange]:
        """Return the edits as changes of bytes; new lines end as those of the file do, common ends are left alone."""
        newline = found[0] if (found := BREAK_BYTES.search(self.content)) else b"\n"
        text, digest, changes = self.text, self.digest, []
        offsets = _ByteOffsets(self.content, text)
        for edit in in_order(edits):
            edit = trimmed(text, edit)
            if edit.start == edit.end and not edit.text:
                continue
            start, end = offsets.byte(edit.start), offsets.byte(edit.end)
            after = edit.text.encode().replace(b"\n", newline)
            changes.append(ByteChange(self.path, start, end, self.content[start:end], after, digest))
        return changes


def open_file(folder: Path, name: str, limit: int = FILE_BYTES) -> PackFile:
    """Return a file of the pack in `folder`, to be changed. Raises EditRefused if it is none of the pack's texts."""
    if is_workbook(name):
        raise EditRefused(f"{shown(name)} is a workbook", "change it in your spreadsheet", Span(name))
    root = folder.resolve()
    found = read_file(root, name, Span(name), limit)
    if isinstance(found, Finding):
        raise EditRefused(found.message, found.hint, found.span)
    assert isinstance(found, File)
    return PackFile(root, found.path, found.content)


def new_file(folder: Path, name: str, content: bytes) -> list[ByteChange]:
    """Return the change that creates a file of the pack. Raises EditRefused if it exists, or is outside."""
    from pnp.source.files import bad_name

    fault = bad_name(name)
    if fault:
        raise EditRefused(*fault, Span(name))
    path = folder.resolve() / name
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        raise EditRefused(f"{shown(name)} is behind a link that leads out of the pack", None, Span(name))
    if path.exists() or path.is_symlink():
        raise EditRefused(f"there is a file {shown(name)} already", "choose another name", Span(name))
    return [ByteChange(path, 0, 0, b"", content)]


def replaced_text(file: PackFile, text: str) -> list[ByteChange]:
    """Return the changes that give the file another text: of the lines that differ, all between first and last."""
    cleaned = BREAK.sub("\n", text.removeprefix(BOM))
    return file.changes([TextEdit(0, len(file.text), cleaned)])


def common_ends(old: Sequence[Any], new: Sequence[Any], same: Callable[[Any, Any], bool] = eq) -> tuple[int, int]:
    """Return how much of two texts or lists is the same at the beginning, and of the rest at the end."""
    most = min(len(old), len(new))
    ahead = next((index for index in range(most) if not same(old[index], new[index])), most)
    most -= ahead
    return ahead, next((index for index in range(most) if not same(old[-1 - index], new[-1 - index])), most)


def in_order(edits: Iterable[TextEdit]) -> list[TextEdit]:
    """Return edits sorted by place; insertions at one offset stay in the order in which they were made."""
    return sorted(edits, key=lambda edit: (edit.start, edit.end))


def trimmed(text: str, edit: TextEdit) -> TextEdit:
    """Return the edit without what its beginning and its end leave as it is."""
    old, new = text[edit.start : edit.end], edit.text
    ahead, behind = common_ends(old, new)
    return TextEdit(edit.start + ahead, edit.end - behind, new[ahead : len(new) - behind])


@lru_cache(maxsize=16)
def _text(content: bytes, name: str) -> str:
    from pnp.source.files import read_text

    ledger = Ledger(name)
    text = read_text(content, ledger)
    if text is None:
        found = ledger.findings()[0]
        raise EditRefused(found.message, found.hint, found.span)
    return text


class _ByteOffsets:
    """Offsets of bytes by those of characters of the text, which has the same lines without carriage returns."""

    def __init__(self, content: bytes, text: str) -> None:
        begin = len(BOM_BYTES) if content.startswith(BOM_BYTES) else 0
        self._text = text
        self._lines = [0, *(found.end() for found in BREAK.finditer(text))]
        self._bytes = [begin, *(found.end() for found in BREAK_BYTES.finditer(content))]

    def byte(self, offset: int) -> int:
        """Return the offset of the byte at which the character at `offset` begins."""
        from bisect import bisect_right

        line = bisect_right(self._lines, offset) - 1
        return self._bytes[line] + len(self._text[self._lines[line] : offset].encode())
