"""Cache record of a build: decides whether a build can be reused.

A record has digests of all answers of the file system, of the options, of the installation, and of every written file.
Nothing in the output folder is read as a record, because it may come from anywhere.
"""

import hashlib
import json
import os
import platform
import re
import sys
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from msgspec import Struct

from pnp.cache import cache_folder, load_entry, save_entry
from pnp.loader.target import Target, schema_folder, shown
from pnp.output import ExpectedFile, files_unchanged, remove_unchanged
from pnp.plugins import GROUPS, METADATA, plugins
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


FINISHED = "finished face"
"""The description of a picture for a print service, in the folder of what is uploaded."""


class Written(Struct, frozen=True):
    """One file of a pack's output: its path, a short description, its size and digest, and whether it changed."""

    path: Path
    what: str
    size: int
    digest: str
    changed: bool = False


class BuildOutcome(Struct, frozen=True):
    """The outcome of a build: its files, the text of its findings with and without colours, and whether it failed.

    `why` says why no file was written. `removed` are the pictures of an earlier build that were removed, by their names
    below the folder of the files.
    """

    files: tuple[Written, ...]
    plain: str = ""
    coloured: str = ""
    failed: bool = False
    why: str = ""
    removed: tuple[str, ...] = ()


class BuildRecord(Struct, frozen=True):
    """Cache record of a build, keyed by the target, the output folder and the options."""

    target: Target
    out: Path
    asked: str
    installation: str

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
            if (kept["asked"], kept["installation"]) != (self.asked, self.installation) or not (
                built.files and kept["answers"]
            ):
                return None
            if files_unchanged(self._expected_files(built), self.out) and all(
                disk.is_unchanged(*_answer(it)) for it in kept["answers"]
            ):
                return built
        return None

    def remove_outdated(self, built: BuildOutcome) -> tuple[str, ...]:
        """Remove the finished faces that the last recorded build wrote and this one does not; return their names.

        A file is removed only if it still has the content that was recorded: nobody has put another one in its place.
        """
        if not built.files or not self._is_kept_apart():
            return ()
        earlier: tuple[Written, ...] = ()
        with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
            earlier = tuple(_files(self._kept()["files"], self.folder))
        current = {file.path for file in built.files}
        outdated = [file for file in earlier if file.what == FINISHED and file.path not in current]
        expected = self._expected_files(BuildOutcome(tuple(outdated)))
        removed = [remove_unchanged(each, self.out) for each in expected]
        return tuple(_name(file, self.folder) for file, gone in zip(outdated, removed, strict=True) if gone)

    def keep(self, built: BuildOutcome, disk: Disk) -> None:
        """Save the record, unless the build failed, wrote nothing, or something changed meanwhile.

        If it cannot be saved, the next build is not skipped; there is no other effect.
        """
        if built.failed or not built.files or UNSETTLED in disk.answers.values() or not self._is_kept_apart():
            return
        content = {
            "asked": self.asked,
            "installation": self.installation,
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

    def _expected_files(self, built: BuildOutcome) -> Iterator[ExpectedFile]:
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


def record_of(target: Target, out: Path, asked: Mapping[str, object], installation: str) -> BuildRecord:
    """Return the record of builds of a target into a folder.

    Both are identified by their paths with all links resolved. Messages have paths relative to the working folder, so
    that its position is part of the key too.
    """
    folder = target.folder.resolve()
    place = (target.name, target.shown, target.bundled, target.scale, shown(target.root), shown(folder))
    document = target.document and os.path.relpath(target.document.resolve(), folder)
    key = json.dumps([*place, document, str(folder), os.path.realpath(out), sorted(asked.items())])
    return BuildRecord(target, out, _digest(key.encode()), installation)


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


# The fingerprint of the installation: Python's version, pnp's own files, and those of packages that pages depend on.
#
# Files are identified by their status: path, device, inode, size, and the times of their last changes. A program can
# set a file's modification time, but not the time of its status change (ctime). So a file that is replaced under the
# same version, size and time is noticed (not on Windows, which does not report ctime). A file that changed a moment ago
# may change again within the same tick of the clock, so the fingerprint differs each time until that has passed.

FONTS = "fontpkg"
"""Prefix of the names of font packages."""

DICTIONARIES = "pyphen"
"""The package of hyphenation patterns."""

PACKAGES = (
    *("PIL", "charset_normalizer", "click", "fontTools", "jsonschema_rs", "msgspec", "platformdirs", "pyclipper"),
    *("attr", "attrs", "jsonschema", "jsonschema_specifications", "referencing", "rpds"),
    *("pypdfium2", "pypdfium2_cfg", "pypdfium2_raw", "reportlab", "svgwrite", "yaml", "_yaml"),
    *("_rl_accel", "lxml", "uharfbuzz"),
)
"""The other packages that pnp imports, and their dependencies; some are optional."""

CUTTING = ("ezdxf", "numpy", "pyparsing", "typing_extensions")
"""The additional packages for DXF files."""

LIBRARIES = {"PIL": "pillow.libs", "numpy": "numpy.libs"}
"""Folders of shared libraries next to packages."""

DEEPEST = 12
"""Maximum depth of folders: folders of packages may be linked in a ring."""

SETTLED = 3_000_000_000
"""Nanoseconds after which a file cannot change any more within the clock tick of its last change."""


class _SourceFile(NamedTuple):
    """A file: its name in the package, its path, and its status."""

    name: str
    path: str
    status: tuple[int, ...]


def fingerprint(cutting: bool = False) -> str:
    """Return a digest that differs after any change of pnp, of Python's version, or of the packages that pages depend
    on.

    With `cutting`, packages that write DXF files are included.
    """
    modules = (*PACKAGES, *_plugin_modules(), *(CUTTING if cutting else ()))
    sources = [*_own_and_data(), *_packages(modules)]
    now = time.time_ns()
    changing = now if any(max(source.status[-2:]) > now - SETTLED for source in sources) else 0
    seen = repr((*_python(), *_installed(), sources, changing))
    return hashlib.sha256(seen.encode("utf-8", "surrogateescape")).hexdigest()


def _python() -> tuple[str, ...]:
    return sys.version, platform.machine(), sys.platform, zlib.ZLIB_RUNTIME_VERSION


def _installed() -> Iterator[str]:
    """Yield the names and versions of the importable distributions, in the order of the import path."""
    yield from (name for name in _importable() if name.endswith(METADATA))


def _plugin_modules() -> Iterator[str]:
    """Yield the modules of plugins: an editable one changes without a new version."""
    yield from sorted({plugin.module for group in GROUPS for plugin in plugins(group)})


def _importable() -> Iterator[str]:
    """Yield the names of all entries in the folders of modules."""
    for folder in sys.path:
        try:
            yield from sorted(os.listdir(folder or "."))  # noqa: PTH208  # a path object for each would take longer
        except OSError:
            continue  # not a folder: an archive, or nothing


def _own_and_data() -> Iterator[_SourceFile]:
    """Yield the modules of pnp, the schemas, fonts and dictionaries; bundled content is read like other content."""
    for place, ending in ((os.path.dirname(__file__), ".py"), (os.fspath(schema_folder()), ".json")):  # noqa: PTH120
        yield from (source for source in _files_in(place, "pnp", DEEPEST) if source.name.endswith(ending))
    fonts = {name for name in _importable() if name.startswith(FONTS) and name.isidentifier()}
    yield from _packages((*sorted(fonts), DICTIONARIES))


def _packages(names: Iterable[str]) -> Iterator[_SourceFile]:
    """Yield the files of packages."""
    for name in names:
        for place in _places(name):
            yield from _files_in(place, name, DEEPEST)


def _places(package: str) -> Iterator[str]:
    """Yield the folders of a package, or its file, and its libraries."""
    try:
        found = find_spec(package)
    except (ImportError, ValueError):
        return
    if found is None:
        return
    folders = [os.fspath(folder) for folder in found.submodule_search_locations or ()]
    yield from folders or filter(None, [found.origin])
    if package in LIBRARIES:
        yield from (os.path.join(os.path.dirname(folder), LIBRARIES[package]) for folder in folders)  # noqa: PTH118, PTH120


def _files_in(place: str, name: str, depth: int) -> Iterator[_SourceFile]:
    """Yield the files of a folder, or the single file, by name; bytecode is omitted because it derives from sources."""
    try:
        entries: Iterable[os.DirEntry[str]] = sorted(os.scandir(place), key=lambda entry: entry.name)
    except NotADirectoryError:
        yield _source(name, place, os.stat(place))  # noqa: PTH116
        return
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if depth and entry.name != "__pycache__":
                yield from _files_in(entry.path, f"{name}/{entry.name}", depth - 1)
        else:
            try:
                yield _source(f"{name}/{entry.name}", entry.path, entry.stat())
            except OSError:  # a broken link
                continue


def _source(name: str, path: str, status: os.stat_result) -> _SourceFile:
    seen = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return _SourceFile(name, path, seen)
