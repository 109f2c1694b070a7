"""Fingerprint of the installation: Python's version, pnp's own files, and those of every package that pages depend on.

Files are identified by their status: path, device, inode, size, and the times of their last changes. A program can set
a file's modification time, but not the time of its status change (ctime). So a file that is replaced under the same
version, size and time is noticed (not on Windows, which does not report ctime). A file that changed a moment ago may
change again within the same tick of the clock, so the fingerprint differs each time until that has passed.
"""

import hashlib
import os
import platform
import sys
import time
import zlib
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import NamedTuple

from pnp.loader.target import schema_folder
from pnp.plugins import GROUPS, METADATA, plugins

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
        yield from (source for source in _files(place, "pnp", DEEPEST) if source.name.endswith(ending))
    fonts = {name for name in _importable() if name.startswith(FONTS) and name.isidentifier()}
    yield from _packages((*sorted(fonts), DICTIONARIES))


def _packages(names: Iterable[str]) -> Iterator[_SourceFile]:
    """Yield the files of packages."""
    for name in names:
        for place in _places(name):
            yield from _files(place, name, DEEPEST)


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


def _files(place: str, name: str, depth: int) -> Iterator[_SourceFile]:
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
                yield from _files(entry.path, f"{name}/{entry.name}", depth - 1)
        else:
            try:
                yield _source(f"{name}/{entry.name}", entry.path, entry.stat())
            except OSError:  # a broken link
                continue


def _source(name: str, path: str, status: os.stat_result) -> _SourceFile:
    seen = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return _SourceFile(name, path, seen)
