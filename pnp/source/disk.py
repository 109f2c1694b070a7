"""The files of a game, read where all that was asked is noted: asked again, it tells whether anything is different."""

from __future__ import annotations

import os
from contextlib import suppress
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Span
from pnp.source.files import File, names_below, read_file
from pnp.source.limits import ENTRIES, FILE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pnp.diagnostics import Finding

UNSETTLED = ""
"""Stands for the digest of what was asked twice and answered differently; no answer has it."""

MOST_STEPS = 2
"""How far a folder lies from its anchor, such as a kit beside a pack: a question from a file must not lead astray."""


class Question(NamedTuple):
    """A file of at most so many bytes, by its path in a folder; with no bytes, the files there that match a pattern.

    The folder is named as it is reached from an anchor, so that the question is the same wherever that lies.
    """

    anchor: str
    folder: str
    name: str
    most: int = 0


class Disk:
    """Reads files and lists folders; where it is `noted`, `answers` has the digest of each answer, of what is not there
    too.

    Folders are named from the first of the `anchors` that they are, lie beside or hold; all others from the last.
    """

    def __init__(self, anchors: Mapping[str, Path], noted: bool = True) -> None:
        self.noted = noted
        self._anchors = {name: folder.resolve() for name, folder in anchors.items()}
        self.answers: dict[Question, str] = {}
        self._names: dict[Path, tuple[str, str]] = {}

    def file(self, root: Path, name: str, span: Span, limit: int = FILE_BYTES) -> bytes | Finding:
        """The content of the file `name` in `root`; the finding that tells at `span` why it can't be read."""
        found = read_file(root, name, span, limit)
        if self.noted:
            self._note(Question(*self._reached(root), name, limit), _file_digest(found))
        return found.content if isinstance(found, File) else found

    def files(self, folder: Path, pattern: str) -> tuple[Path, ...]:
        """The files that match the pattern, sorted: `**/NAME` in the folder and below it, `*/NAME` in folders of it."""
        found = tuple(sorted(_matches(folder, pattern)))
        if self.noted:
            self._note(Question(*self._reached(folder), pattern), _files_digest(folder, found))
        return found

    def stands(self, question: Question, digest: str) -> bool:
        """Whether the answer to the question has that digest now."""
        anchor = self._anchors.get(question.anchor)
        if anchor is None or len(Path(question.folder).parts) > MOST_STEPS:
            return False
        folder = anchor / question.folder
        if question.most:
            self.file(folder, question.name, Span(question.name), question.most)
        else:
            self.files(folder, question.name)
        return self.answers.get(question, UNSETTLED) == digest

    def _note(self, question: Question, digest: str) -> None:
        self.answers[question] = digest if self.answers.get(question, digest) == digest else UNSETTLED

    def _reached(self, folder: Path) -> tuple[str, str]:
        if folder not in self._names:
            self._names[folder] = self._named(folder.resolve())
        return self._names[folder]

    def _named(self, folder: Path) -> tuple[str, str]:
        near = (name for name, anchor in self._anchors.items() if anchor.parent in (folder, folder.parent))
        name = next(near, tuple(self._anchors)[-1])
        return name, Path(os.path.relpath(folder, self._anchors[name])).as_posix()


def _file_digest(found: File | Finding) -> str:
    """The digest of a file and of where links lead to it, or of why it can't be read."""
    if isinstance(found, File):
        return _sum(os.fsencode(f"{found.path}\0") + found.content)
    return _digest(found.code, found.message, found.hint)


def _files_digest(folder: Path, found: Iterable[Path]) -> str:
    """The digest of the names of files and of where links among them lead."""
    return _digest(*(os.path.relpath(path, folder) for each in found for path in (each, os.path.realpath(each))))


def _matches(folder: Path, pattern: str) -> Iterator[Path]:
    place, _, name = pattern.rpartition("/")
    if place == "**":
        yield from (folder / found for found in names_below(folder) if fnmatch(PurePath(found).name, name))
    elif place == "*" and name.strip("."):
        with suppress(OSError):
            paths = [Path(entry.path, name) for entry in islice(os.scandir(folder), ENTRIES)]
            yield from (path for path in paths if os.path.lexists(path))
    else:
        raise ValueError(f"'{pattern}' is no pattern of files")


def _digest(*words: str | None) -> str:
    return _sum(repr(words).encode())


def _sum(content: bytes) -> str:
    from hashlib import sha256  # which takes longer than to read a small game

    return sha256(content).hexdigest()
