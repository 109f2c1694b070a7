"""Read the files of a pack, from inside its folder only, record what was read, and decode UTF-8 text."""

import errno
import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from fnmatch import fnmatch
from functools import cache
from itertools import islice
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple

from msgspec.structs import replace

from pnp.diagnostics import Fault, Finding, Rule, Span
from pnp.messages import nearest, shown
from pnp.source.ledger import DEPTH, ENTRIES, FILE_BYTES, Ledger
from pnp.source.rules import BAD_CHARACTER, BAD_ENCODING, BAD_PATH, MISSING_FILE, OVER_LIMIT
from pnp.source.tree import Mark

# The files of a pack: read from inside its folder and nowhere else.

LISTED = 2_000
"""Maximum number of files that are searched for a name similar to a mistyped one."""

ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
"""The beginning of an address such as `https:`, or of a path with a drive."""

FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

CHUNK = 2**16
"""Bytes per read of a file that is larger than its reported size."""


NOTHING_UNSAVED: Mapping[str, bytes] = {}
"""No content replaces that of a file."""


class File(NamedTuple):
    """The content of a file, and its path in the pack after all links are resolved."""

    content: bytes
    path: str


def read_file(
    root: Path, name: str, span: Span, limit: int = FILE_BYTES, unsaved: Mapping[str, bytes] = NOTHING_UNSAVED
) -> File | Finding:
    """Return the file `name` of the pack in `root`, or a finding at `span` if it can't be read.

    Only regular files inside `root` of at most `limit` bytes are read. An `unsaved` content, by its resolved path, is
    returned in place of that on disk.
    """
    fault = bad_name(name)
    if fault:
        return _finding(BAD_PATH, span, *fault)
    try:
        folder = os.path.realpath(root, strict=True)
        path = os.path.realpath(f"{folder}/{name}", strict=not unsaved)
        if os.path.commonpath((folder, path)) != folder:
            return _finding(
                BAD_PATH, span, f"{shown(name)} is a link that leads out of the pack", "copy the file into it"
            )
        content = _within(unsaved[path], name, span, limit) if path in unsaved else _read(path, name, span, limit)
        place = path[len(folder) :].replace(os.sep, "/").lstrip("/")
        return File(content, place) if isinstance(content, bytes) else content
    except OSError as error:
        return _unopened(error, root, name, span)


def bad_name(name: str) -> tuple[str, str] | None:
    """Return the message and hint for a name that is not a path inside the pack; None if the name is valid."""
    inside = "name a file inside the pack by its path from there, such as 'maps/harbour.yaml'"
    if not name.strip() or not name.isprintable():
        return f"{shown(name)} is no name of a file", inside
    if re.match(r"[A-Za-z]:[/\\]", name):
        file = name.replace("\\", "/").rpartition("/")[2]
        copied = f"copy the file into the pack, and write '{file}'"
        return f"{shown(name)} is a path on one computer, not in the pack", copied
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
        while len(content) <= limit and (more := os.read(handle, CHUNK)):  # the file grew after fstat
            content += more
    finally:
        os.close(handle)
    return _within(content, name, span, limit)


def _within(content: bytes, name: str, span: Span, limit: int) -> bytes | Finding:
    """Return the content, or a finding if it is larger than the limit."""
    if len(content) > limit:
        message = f"{shown(name)} has more than {limit / 2**20:.0f} MiB"
        return _finding(OVER_LIMIT, span, message, "make it smaller, or split it")
    return content


def _unopened(error: OSError, root: Path, name: str, span: Span) -> Finding:
    """Return the finding for a file that the operating system could not open."""
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


KIN = (
    ("csv", "tsv", "xlsx", "ods", "json"),
    ("svg", "png", "jpg", "jpeg", "svgz", "webp", "gif", "psd", "tif", "tiff", "bmp", "ai", "eps"),
    ("icc", "icm"),
    ("ttf", "otf"),
)
"""Suffixes of tables, of pictures, of ICC profiles and of fonts."""


DOCUMENTS = ("", ".yaml", ".yml")
"""Suffixes of documents, and of names that lack theirs."""


def with_unlisted(finding: Finding, root: Path, name: str, listed: Collection[str]) -> Finding:
    """Return the finding for a missing document with a hint that names no document that is listed already."""
    if finding.code != MISSING_FILE.code or not listed:
        return finding
    names = [*islice(names_below(root), LISTED)]
    parts = re.split(r"\s*[,;]\s*|\s+", name.strip(" ,;"))
    if len(parts) > 1 and all(part in names for part in parts):
        return replace(finding, hint=f"these are {len(parts)} files: make each one an item of the list")
    left = [file for file in names if file not in listed]
    if PurePosixPath(name).suffix in DOCUMENTS:
        left = [file for file in left if PurePosixPath(file).suffix in DOCUMENTS]
    alone = [file for file in left if PurePosixPath(file).suffix == PurePosixPath(name).suffix]
    hint = _meant(name, left) or (f"is it {shown(alone[0])}?" if len(alone) == 1 else None)
    return replace(finding, hint=hint or "put the file there, or correct its name")


def _meant(name: str, files: Iterable[str]) -> str | None:
    """Return a "did you mean" hint with the file whose name is most similar to `name`.

    Suffixes are ignored: most files share one, so all names would seem similar. Of files with the same name, one with
    the same suffix is meant, or another table or picture by the name of one. A file of that name in another folder is
    meant before all.
    """
    if "*" in name:
        return "name each file: '*' stands for no others"
    suffix = name.rpartition(".")[2].casefold()
    kin = next((kind for kind in KIN if suffix in kind), (suffix,))
    files = sorted(files, key=lambda file: file.rpartition(".")[2].casefold() in kin)
    if len(kin) > 1:
        files = [file for file in files if file.rpartition(".")[2].casefold() in kin]
    if elsewhere := [file for file in files if PurePosixPath(file).name == PurePosixPath(name).name]:
        return f"did you mean {shown(elsewhere[0])}?"
    if "." in name and (longer := next((file for file in files if file.startswith(f"{name}.")), None)):
        return f"rename {shown(longer)}: its name ends with {shown(longer.removeprefix(name))}"
    folder, _, last = name.rpartition("/")
    siblings = {file for file in files if folder and file.startswith(f"{folder}/")}
    stems = {_stem(file.removeprefix(f"{folder}/")): file for file in files if file in siblings}
    others = {_stem(file): file for file in files if file not in siblings}
    for word, known in ((last, stems), (name, others)):  # a folder in common makes no names similar
        if found := nearest(_stem(word), known):
            return f"did you mean {shown(known[found])}?"
    return None


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name


def names_below(root: Path) -> Iterator[str]:
    """Yield the paths of all files below `root`, relative to it; files of a folder precede those of its subfolders.

    Hidden files and folders are skipped, and so are links to folders and unreadable folders. The search stops at
    `DEPTH` nested folders and at `ENTRIES` files and folders.
    """
    waiting, left = [""], ENTRIES
    while waiting and left > 0:  # iterative, as in os.walk: folders may be nested deeper than the recursion limit
        place = waiting.pop()
        with suppress(OSError):  # unreadable, or its path is too long for the system
            entries = sorted(islice(os.scandir(root / place), left), key=lambda entry: entry.name)
            left -= len(entries)
            visible = [entry for entry in entries if not entry.name.startswith(".")]
            folders = {entry.name: None for entry in visible if entry.is_dir(follow_symlinks=False)}
            yield from (f"{place}{entry.name}" for entry in visible if entry.name not in folders)
            if place.count("/") < DEPTH:
                waiting += (f"{place}{name}/" for name in reversed(folders))


def _finding(rule: Rule, span: Span, message: str, hint: str) -> Finding:
    return rule.finding(Fault(span, message, hint))


# Access to the files of a game that records a digest of each result, so that a later build can detect changes.

UNSETTLED = ""
"""Replaces the digest if two identical queries had different results. It equals no digest."""

MOST_STEPS = 2
"""Maximum number of parts in a folder's path from its anchor, such as `../kit`.

Stored queries are read from a file. The limit prevents them from reaching arbitrary folders.
"""


class FileQuery(NamedTuple):
    """A query for one file, or for the files that match a pattern.

    `folder` is relative to the folder of the `anchor`, so that a query stays valid when that folder moves. `most` is
    the size limit in bytes for the file `name`; 0 means that `name` is a pattern.
    """

    anchor: str
    folder: str
    name: str
    most: int = 0


class Disk:
    """Read files and list folders; if `noted`, record the digest of each result in `answers`, also of missing files.

    A folder is named relative to the first anchor whose parent is the folder or the folder's parent. If there is no
    such anchor, it is named relative to the last one. An `unsaved` content, by its path, is read in place of the file.
    """

    def __init__(
        self, anchors: Mapping[str, Path], noted: bool = True, unsaved: Mapping[Path, bytes] | None = None
    ) -> None:
        self.noted = noted
        self._unsaved = {os.path.realpath(path): content for path, content in (unsaved or {}).items()}
        self._anchors = {name: folder.resolve() for name, folder in anchors.items()}
        self.answers: dict[FileQuery, str] = {}
        self._names: dict[Path, tuple[str, str]] = {}

    def file(self, root: Path, name: str, span: Span, limit: int = FILE_BYTES) -> bytes | Finding:
        """Return the content of the file `name` in `root`, or a finding at `span` if it can't be read."""
        found = read_file(root, name, span, limit, self._unsaved)
        if self.noted:
            self._note(FileQuery(*self._reached(root), name, limit), _file_digest(found))
        return found.content if isinstance(found, File) else found

    def files(self, folder: Path, pattern: str) -> tuple[Path, ...]:
        """Return the files that match the pattern, sorted.

        `**/NAME` searches the folder and everything below it, `icons/**/NAME` a folder in it; `*/NAME` searches its
        direct subfolders.
        """
        found = tuple(sorted(_matches(folder, pattern)))
        if self.noted:
            self._note(FileQuery(*self._reached(folder), pattern), _files_digest(folder, found))
        return found

    def is_unchanged(self, question: FileQuery, digest: str) -> bool:
        """Whether the query still has a result with that digest; runs the query again."""
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
        """Return the name of the folder's anchor and the folder's path relative to it; cached."""
        if folder not in self._names:
            self._names[folder] = self._named(folder.resolve())
        return self._names[folder]

    def _named(self, folder: Path) -> tuple[str, str]:
        near = (name for name, anchor in self._anchors.items() if anchor.parent in (folder, folder.parent))
        name = next(near, tuple(self._anchors)[-1])
        return name, Path(os.path.relpath(folder, self._anchors[name])).as_posix()


def _file_digest(found: File | Finding) -> str:
    """Return the digest of a file's resolved path and content, or of the finding if it can't be read."""
    if isinstance(found, File):
        return _sum(os.fsencode(f"{found.path}\0") + found.content)
    return _digest(found.code, found.message, found.hint)


def _files_digest(folder: Path, found: Iterable[Path]) -> str:
    """Return the digest of the files' paths, before and after links are resolved."""
    return _digest(*(os.path.relpath(path, folder) for each in found for path in (each, os.path.realpath(each))))


def _matches(folder: Path, pattern: str) -> Iterator[Path]:
    """Yield the files that match `**/NAME`, `PATH/**/NAME` or `*/NAME`; raise ValueError for any other pattern."""
    place, _, name = pattern.rpartition("/")
    if place.endswith("/**"):
        inside = place.removesuffix("/**")
        if bad_name(inside) is None and _is_inside(folder / inside, folder):
            yield from _matches(folder / inside, f"**/{name}")
    elif place == "**":
        yield from (folder / found for found in names_below(folder) if fnmatch(PurePath(found).name, name))
    elif place == "*" and name.strip("."):
        with suppress(OSError):
            paths = [Path(entry.path, name) for entry in islice(os.scandir(folder), ENTRIES)]
            yield from (path for path in paths if os.path.lexists(path))
    else:
        raise ValueError(f"'{pattern}' is no pattern of files")


def _is_inside(path: Path, folder: Path) -> bool:
    """Whether the path, after links are resolved, is in the folder."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def _digest(*words: str | None) -> str:
    return _sum(repr(words).encode())


def _sum(content: bytes) -> str:
    from hashlib import sha256  # imported here: the import takes longer than reading a small game

    return sha256(content).hexdigest()


# Decoding: UTF-8 only, without characters that break SVG and PDF files or terminals.

NAMES = {0: "NUL", 0x1B: "escape", 0x2028: "line separator", 0x2029: "paragraph separator", 0xFEFF: "byte order mark"}

WIDE = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


def read_text(source: bytes | str, ledger: Ledger) -> str | None:
    """Return the text with `\\n` as its only line break and without a byte order mark.

    Return None and add one finding to the ledger if the text can't be decoded or contains a bad character.
    """
    text = _decoded(source, ledger) if isinstance(source, bytes) else source
    if text is None:
        return None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return None if _report_bad_characters(text, ledger) else text


@cache
def bad_characters() -> re.Pattern[str]:
    """Return the pattern of the characters that no text may contain; cached.

    They are control characters, line separators, lone surrogates, byte order marks and the noncharacters U+FFFE and
    U+FFFF. `str.isprintable` is false for each of them.
    """
    return re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def position(text: str, offset: int) -> Mark:
    """Return the mark of the character at `offset`."""
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    return line, column, line, column + 1


def code_point(character: str) -> str:
    """Return the character as U+XXXX, followed by its name if it is in `NAMES`."""
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
    """Return the name of the UTF-16 or UTF-32 encoding of the bytes; None if they are neither.

    A file without a byte order mark is UTF-16 if zeros are frequent at even offsets only, or at odd offsets only.
    """
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
