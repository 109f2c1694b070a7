"""Cache record of a build: decides whether a build can be reused.

A record has digests of all answers of the file system, of the options, of the installation, and of every written file.
Nothing in the output folder is read as a record, because it may come from anywhere.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from pnp.cache import cache_folder, load_entry, save_entry
from pnp.loader.target import Target, shown
from pnp.output import ExpectedFile, files_unchanged
from pnp.source import Disk
from pnp.source.files import UNSETTLED, FileQuery

ASKED_BYTES = 2**25
"""Maximum size of a file in a record; larger files are not allowed in packs either."""

MOST_VALUES = 200_000
"""Maximum number of values of a record: each takes memory, even if it is written in few bytes."""

STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Matches control characters of terminals."""

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
"""Matches escape sequences that only set colours."""


class Written(Struct, frozen=True):
    """One file of a pack's output: its path, a short description, its size and digest, and whether it changed."""

    path: Path
    what: str
    size: int
    digest: str
    changed: bool = False


class BuildOutcome(Struct, frozen=True):
    """The outcome of a build: its files, the text of its findings with and without colours, and whether it failed.

    `why` says why no file was written.
    """

    files: tuple[Written, ...]
    plain: str = ""
    coloured: str = ""
    failed: bool = False
    why: str = ""


class BuildRecord(Struct, frozen=True):
    """Cache record of a build, keyed by the target, the output folder and the options."""

    target: Target
    out: Path
    asked: str
    engine: str

    @property
    def folder(self) -> Path:
        """The folder of the target's files."""
        return self.out / self.target.name

    def reusable_outcome(self) -> BuildOutcome | None:
        """Return the last outcome if a build would give the same result and all files still exist; else None."""
        if not self._is_kept_apart():
            return None
        with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
            kept, disk = self._kept(), self.target.disk()
            built = BuildOutcome(
                tuple(_files(kept["files"], self.folder)), _safe(kept["plain"]), _safe(kept["coloured"])
            )
            if (kept["asked"], kept["engine"]) != (self.asked, self.engine) or not (built.files and kept["answers"]):
                return None
            if files_unchanged(self._stood(built), self.out) and all(
                disk.is_unchanged(*_answer(it)) for it in kept["answers"]
            ):
                return built
        return None

    def keep(self, built: BuildOutcome, disk: Disk) -> None:
        """Save the record, unless the build failed, wrote nothing, or something changed meanwhile.

        If it cannot be saved, the next build is not skipped; there is no other effect.
        """
        if built.failed or not built.files or UNSETTLED in disk.answers.values() or not self._is_kept_apart():
            return
        content = {
            "asked": self.asked,
            "engine": self.engine,
            "answers": [(*question, digest) for question, digest in disk.answers.items()],
            "files": [(_name(each, self.folder), each.what, each.size, each.digest) for each in built.files],
            "plain": built.plain,
            "coloured": built.coloured,
        }
        body = json.dumps(content, indent=0).encode()
        if _values(body) <= MOST_VALUES:
            save_entry(self.asked, _digest(body).encode() + b"\n" + body)

    def _kept(self) -> Any:
        """Return the content of the record. Raises ValueError if there is none, or if it is damaged."""
        digest, _, body = (load_entry(self.asked) or b"").partition(b"\n")
        if digest.decode() != _digest(body) or _values(body) > MOST_VALUES:
            raise ValueError
        return json.loads(body)

    def _stood(self, built: BuildOutcome) -> Iterator[ExpectedFile]:
        """Yield the expected files, by their paths below the output folder."""
        return (ExpectedFile(_name(file, self.out), file.size, file.digest) for file in built.files)

    def _is_kept_apart(self) -> bool:
        """Whether the cache is neither in the output folder nor in a source folder, because both may come from
        anywhere.
        """
        folder = cache_folder()
        if folder is None:
            return False
        cache = Path(os.path.realpath(folder))
        return not any(cache.is_relative_to(each) for each in (os.path.realpath(self.out), self.target.root))


def record_of(target: Target, out: Path, asked: Mapping[str, object], engine: str) -> BuildRecord:
    """Return the record of builds of a target into a folder.

    Both are identified by their paths with all links resolved. Messages have paths relative to the working folder, so
    that its position is part of the key too.
    """
    folder = target.folder.resolve()
    place = (target.name, target.shown, target.bundled, target.scale, shown(target.root), shown(folder))
    document = target.document and os.path.relpath(target.document.resolve(), folder)
    key = json.dumps([*place, document, str(folder), os.path.realpath(out), sorted(asked.items())])
    return BuildRecord(target, out, _digest(key.encode()), engine)


def _name(file: Written, folder: Path) -> str:
    return file.path.relative_to(folder).as_posix()


def _files(entries: Any, folder: Path) -> Iterator[Written]:
    for name, what, size, digest in entries:
        if not isinstance(size, int) or ".." in PurePosixPath(_safe(name)).parts or name.startswith("/"):
            raise ValueError
        yield Written(folder / name, _safe(what), size, digest)


def _answer(entry: Any) -> tuple[FileQuery, str]:
    anchor, folder, name, most, digest = entry
    if not (isinstance(most, int) and 0 <= most <= ASKED_BYTES):
        raise ValueError
    return FileQuery(_safe(anchor), _safe(folder), _safe(name), most), digest


def _values(body: bytes) -> int:
    """Return about the maximum number of values in a JSON text: its commas and opening brackets."""
    return sum(map(body.count, (b",", b"[", b"{")))


def _safe(text: Any) -> str:
    """Return the text. Raises ValueError if it has control characters other than colours."""
    if not isinstance(text, str) or STEERING.search(COLOUR.sub("", text)):
        raise ValueError
    return text


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
