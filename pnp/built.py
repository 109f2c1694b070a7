"""What a build came to, kept beside its files: as long as it would come to the same and they stand, nothing is built.

A record holds digests of all that was asked of the file system, of the options, of what pages hang on beside, and of
every file that was written. It is read with care: a folder of output may come from anywhere.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from pnp.load.target import shown
from pnp.output import OutputError, write_file
from pnp.records import dataclass
from pnp.source.disk import UNSETTLED, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pnp.load.target import Target
    from pnp.source import Disk

FOLDER = ".pnp"
"""Where records are kept, in the folder that is written to."""

MOST_BYTES = 2**25
"""The size of a record: ten thousand files take three megabytes."""

STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What steers a terminal."""

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
"""What does nothing but colour it."""


@dataclass(frozen=True, slots=True)
class Written:
    """One file of a pack's output: where it is, what it is in a word, its size and digest, and whether it changed."""

    path: Path
    what: str
    size: int
    digest: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Built:
    """What a build came to: its files, what is said of what was found, plain and in colours, and whether it failed."""

    files: tuple[Written, ...]
    plain: str = ""
    coloured: str = ""
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept of builds of one target with the same options, by the same pnp; the same if all that is the same."""

    target: Target
    out: Path
    asked: str
    engine: str

    @property
    def folder(self) -> Path:
        """The folder of the target's files."""
        return self.out / self.target.name

    @property
    def path(self) -> Path:
        """The file of the record."""
        return self.out / FOLDER / f"{self.target.name}-{self.asked[:16]}.json"

    def standing(self) -> Built | None:
        """What was built, where a build would come to just that and all of its files stand; or else None."""
        with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
            kept, disk = self._kept(), self.target.disk()
            built = Built(tuple(_files(kept["files"], self.folder)), _safe(kept["plain"]), _safe(kept["coloured"]))
            same = (kept["asked"], kept["engine"]) == (self.asked, self.engine)
            if same and all(map(_stands, built.files)) and all(disk.stands(*_answer(each)) for each in kept["answers"]):
                return built
        return None

    def keep(self, built: Built, disk: Disk) -> None:
        """Keeps what was built from a disk, unless it failed, came to nothing, or something changed meanwhile.

        Whatever hinders that costs the next build its time, and nothing else.
        """
        if built.failed or not built.files or UNSETTLED in disk.answers.values():
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
        with suppress(OutputError):
            write_file(self.path, _digest(body).encode() + b"\n" + body, self.out, lasting=False)

    def _kept(self) -> Any:
        """What the record holds; raises ValueError, among others, where it is damaged."""
        digest, _, body = _plain_file(self.path, MOST_BYTES).partition(b"\n")
        if digest.decode() != _digest(body):
            raise ValueError
        return json.loads(body)


def record_of(target: Target, out: Path, asked: Mapping[str, object], engine: str) -> Record:
    """The record of builds of a target, which depend on where it is seen from too: so messages name its files."""
    place = (target.name, target.shown, target.bundled, shown(target.root), shown(target.folder.resolve()))
    document = target.document and os.path.relpath(target.document.resolve(), target.folder.resolve())
    key = json.dumps([*place, document, sorted(asked.items())])
    return Record(target, out, _digest(key.encode()), engine)


def _name(file: Written, folder: Path) -> str:
    return file.path.relative_to(folder).as_posix()


def _files(entries: Any, folder: Path) -> Iterator[Written]:
    for name, what, size, digest in entries:
        if not isinstance(size, int) or ".." in PurePosixPath(_safe(name)).parts or name.startswith("/"):
            raise ValueError
        yield Written(folder / name, _safe(what), size, digest)


def _answer(entry: Any) -> tuple[Question, str]:
    anchor, folder, name, most, digest = entry
    if not (isinstance(most, int) and 0 <= most <= MOST_BYTES):
        raise ValueError
    return Question(_safe(anchor), _safe(folder), _safe(name), most), digest


def _stands(file: Written) -> bool:
    return _digest(_plain_file(file.path, file.size)) == file.digest


def _plain_file(path: Path, most: int) -> bytes:
    """The content of a file; raises OSError where there is none, ValueError where it is something else or larger."""
    if not path.is_file() or path.stat().st_size > most:
        raise ValueError
    return path.read_bytes()


def _safe(text: Any) -> str:
    """The text; raises ValueError where it would do more to a terminal than colour it."""
    if not isinstance(text, str) or STEERING.search(COLOUR.sub("", text)):
        raise ValueError
    return text


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
