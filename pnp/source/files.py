"""Files of a pack, read inside its folder and noted; UTF-8 text."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fnmatch import fnmatch
from functools import cache
from itertools import islice
from pathlib import Path, PurePath
from typing import NamedTuple

from pnp.diagnostics import Fault, Finding, Rule, Span
from pnp.messages import nearest, shown
from pnp.source.ledger import DEPTH, ENTRIES, FILE_BYTES, Ledger
from pnp.source.rules import BAD_CHARACTER, BAD_ENCODING, BAD_PATH, MISSING_FILE, OVER_LIMIT
from pnp.source.tree import Mark

# The files of a pack: read from inside its folder and nowhere else.

LISTED = 2_000
"""Files of a pack among which a mistyped name is looked for."""

ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
"""The beginning of an address such as `https:`, or of a path with a drive."""

FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

CHUNK = 2**16
"""How much is read at once of a file that is larger than it was said to be."""


class File(NamedTuple):
    """What a file holds, and by which path it lies in the pack once all links are followed."""

    content: bytes
    path: str


def read_file(root: Path, name: str, span: Span, limit: int = FILE_BYTES) -> File | Finding:
    """The file `name` of the pack in `root`; the finding that tells at `span` why it can't be read.

    Nothing outside `root` is opened, nor anything that is not a plain file, nor a file of more than `limit` bytes.
    """
    fault = _bad_name(name)
    if fault:
        return _finding(BAD_PATH, span, *fault)
    try:
        folder = os.path.realpath(root, strict=True)
        path = os.path.realpath(f"{folder}/{name}", strict=True)
        if os.path.commonpath((folder, path)) != folder:
            return _finding(
                BAD_PATH, span, f"{shown(name)} is a link that leads out of the pack", "copy the file into it"
            )
        content = _read(path, name, span, limit)
        place = path[len(folder) :].replace(os.sep, "/").lstrip("/")
        return File(content, place) if isinstance(content, bytes) else content
    except OSError as error:
        return _unopened(error, root, name, span)


def _bad_name(name: str) -> tuple[str, str] | None:
    """What is wrong with the name itself, and the way out."""
    inside = "name a file inside the pack by its path from there, such as 'maps/harbour.yaml'"
    if not name.strip() or not name.isprintable():
        return f"{shown(name)} is no name of a file", inside
    if "\\" in name:
        return f"{shown(name)} has a backslash in it", "write '/' between folders"
    if ADDRESS.match(name) or name.startswith("//"):
        return f"{shown(name)} is an address, not a file of the pack", inside
    if name.startswith(("/", "~")) or ".." in name.split("/"):
        return f"{shown(name)} leads out of the pack", inside
    return None


def _read(path: str, name: str, span: Span, limit: int) -> bytes | Finding:
    handle = os.open(path, FLAGS)
    try:
        status = os.fstat(handle)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, name)
        if not stat.S_ISREG(status.st_mode):
            return _finding(BAD_PATH, span, f"{shown(name)} is no plain file", "name a file")
        content = os.read(handle, min(status.st_size, limit) + 1)
        while len(content) <= limit and (more := os.read(handle, CHUNK)):  # it grew meanwhile
            content += more
    finally:
        os.close(handle)
    if len(content) > limit:
        message = f"{shown(name)} has more than {limit / 2**20:.0f} MiB"
        return _finding(OVER_LIMIT, span, message, "make it smaller, or split it")
    return content


def _unopened(error: OSError, root: Path, name: str, span: Span) -> Finding:
    """The finding for a file that the system does not open."""
    code = error.errno
    if code in (errno.ENOENT, errno.ENOTDIR):
        hint = _meant(name, islice(names_below(root), LISTED)) or "put the file there, or correct its name"
        return _finding(MISSING_FILE, span, f"the pack has no file {shown(name)}", hint)
    reasons = {
        errno.EISDIR: "is a folder",
        errno.ELOOP: "is a link that leads to itself",
        errno.ENAMETOOLONG: "has too long a name",
        errno.EACCES: "may not be read",
    }
    return _finding(
        BAD_PATH, span, f"{shown(name)} {reasons.get(code or 0, 'cannot be opened')}", "name a file of the pack"
    )


def _meant(name: str, files: Iterable[str]) -> str | None:
    """The hint that names the file most like `name`; suffixes aside, in which most are alike."""
    stems = {file.rpartition(".")[0] or file: file for file in files}
    found = nearest(name.rpartition(".")[0] or name, stems)
    return f"did you mean {shown(stems[found])}?" if found else None


def names_below(root: Path) -> Iterator[str]:
    """The files below `root` by their paths from there, those of a folder before those of the folders in it.

    Hidden files and folders are left out. Links to folders are not followed, and folders that can't be read, lie more
    than `DEPTH` deep or come after `ENTRIES` files and folders are not looked through.
    """
    waiting, left = [""], ENTRIES
    while waiting and left > 0:  # no recursion, as in os.walk: folders may lie deeper than Python can call
        place = waiting.pop()
        with suppress(OSError):  # its path may be too long for the system, too
            entries = sorted(islice(os.scandir(root / place), left), key=lambda entry: entry.name)
            left -= len(entries)
            visible = [entry for entry in entries if not entry.name.startswith(".")]
            folders = {entry.name: None for entry in visible if entry.is_dir(follow_symlinks=False)}
            yield from (f"{place}{entry.name}" for entry in visible if entry.name not in folders)
            if place.count("/") < DEPTH:
                waiting += (f"{place}{name}/" for name in reversed(folders))


def _finding(rule: Rule, span: Span, message: str, hint: str) -> Finding:
    return rule.finding(Fault(span, message, hint))


# The files of a game, read where all that was asked is noted: asked again, it tells whether anything is different.

UNSETTLED = ""
"""Stands for the digest of what was asked twice and answered differently; no answer has it."""

MOST_STEPS = 2
"""How far a folder lies from its anchor, such as a kit beside a pack: a question from a file must not lead astray."""


class FileQuery(NamedTuple):
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
        self.answers: dict[FileQuery, str] = {}
        self._names: dict[Path, tuple[str, str]] = {}

    def file(self, root: Path, name: str, span: Span, limit: int = FILE_BYTES) -> bytes | Finding:
        """The content of the file `name` in `root`; the finding that tells at `span` why it can't be read."""
        found = read_file(root, name, span, limit)
        if self.noted:
            self._note(FileQuery(*self._reached(root), name, limit), _file_digest(found))
        return found.content if isinstance(found, File) else found

    def files(self, folder: Path, pattern: str) -> tuple[Path, ...]:
        """The files that match the pattern, sorted: `**/NAME` in the folder and below it, `*/NAME` in folders of it."""
        found = tuple(sorted(_matches(folder, pattern)))
        if self.noted:
            self._note(FileQuery(*self._reached(folder), pattern), _files_digest(folder, found))
        return found

    def stands(self, question: FileQuery, digest: str) -> bool:
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

    def _note(self, question: FileQuery, digest: str) -> None:
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


# Bytes to text: UTF-8 only, and no character that a sheet or a terminal could choke on.

NAMES = {0: "NUL", 0x1B: "escape", 0x2028: "line separator", 0x2029: "paragraph separator", 0xFEFF: "byte order mark"}

WIDE = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def read_text(source: bytes | str, ledger: Ledger) -> str | None:
    """The text, with `\\n` as its only line break and without byte order mark.

    None, and one finding, where it can't be read.
    """
    text = _decoded(source, ledger) if isinstance(source, bytes) else source
    if text is None:
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return None if _report_bad_characters(text, ledger) else text


@cache
def bad_characters() -> re.Pattern[str]:
    """What no text may hold: controls, line separators, lone surrogates, byte order marks, two that are no characters.

    None of it is printable.
    """
    return re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def position(text: str, offset: int) -> Mark:
    """The mark of the character at `offset`."""
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    return line, column, line, column + 1


def code_point(character: str) -> str:
    """The character as U+XXXX, with its name where that helps."""
    number = ord(character)
    return f"U+{number:04X}" + (f" ({NAMES[number]})" if number in NAMES else "")


def _decoded(source: bytes, ledger: Ledger) -> str | None:
    if len(source) > FILE_BYTES:
        limit, size = FILE_BYTES / 2**20, len(source) / 2**20
        message = f"the file has {size:.1f} MiB; at most {limit:.0f} MiB are read"
        ledger.add(OVER_LIMIT, (1, 1, 1, 1), message, "split the document")
        return None
    wide = _wide(source)
    if wide:
        ledger.add(
            BAD_ENCODING, (1, 1, 1, 2), f"the file is {wide}, not UTF-8, from byte 0 on", "save the file as UTF-8"
        )
        return None
    try:
        return source.decode()
    except UnicodeDecodeError as error:
        _report_bad_byte(source, error.start, ledger)
        return None


def _wide(source: bytes) -> str | None:
    for mark, name in WIDE:
        if source.startswith(mark):
            return name
    head = source[:64]
    zeros = head[0::2].count(0), head[1::2].count(0)
    return "UTF-16" if len(head) >= 4 and max(zeros) * 3 >= len(head) and min(zeros) == 0 else None


def _report_bad_byte(source: bytes, offset: int, ledger: Ledger) -> None:
    before = source[:offset].decode().removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    message = f"byte 0x{source[offset]:02X} at offset {offset} is not UTF-8"
    hint = "save the file as UTF-8; it looks like an older code page such as Windows-1250 or Latin-1"
    ledger.add(BAD_ENCODING, position(before, len(before)), message, hint)


def _report_bad_characters(text: str, ledger: Ledger) -> bool:
    if text.replace("\n", " ").replace("\t", " ").isprintable():
        return False
    found = bad_characters().search(text)
    if not found:
        return False
    more = sum(1 for _ in bad_characters().finditer(text)) - 1
    hint = "delete it" + (f"; the file has {more} more such characters" if more else "")
    ledger.add(
        BAD_CHARACTER,
        position(text, found.start()),
        f"the character {code_point(found[0])} can't be in a text",
        hint,
    )
    return True
