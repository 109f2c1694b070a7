"""The files of a pack: read from inside its folder and nowhere else."""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Fault, Finding, Rule, Span
from pnp.source.limits import DEPTH, ENTRIES, FILE_BYTES
from pnp.source.rules import BAD_PATH, MISSING_FILE, OVER_LIMIT
from pnp.source.words import shown
from pnp.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

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
