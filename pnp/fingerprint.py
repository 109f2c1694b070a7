"""Fingerprint of the installation: Python's version, pnp's own files, and those of every package that pages depend on.

Files are told by what the system says of them: path, device, inode, size, and the times of their last change. A program
can set the time at which a file was modified, but not the time at which its status changed, so a file that is replaced
under the same version, size and time is noticed (not on Windows, which does not say when a status changed). A file that
changed a moment ago may change again within the same tick of the clock, so until that has passed each fingerprint is
another one."""

from __future__ import annotations

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
"""How the names of packages of fonts begin."""

DICTIONARIES = "pyphen"
"""The package of patterns for hyphenation."""

PACKAGES = (
    *("PIL", "charset_normalizer", "click", "fontTools", "jsonschema_rs", "msgspec", "platformdirs", "pyclipper"),
    *("attr", "attrs", "jsonschema", "jsonschema_specifications", "referencing", "rpds"),
    *("pypdfium2", "pypdfium2_cfg", "pypdfium2_raw", "reportlab", "svgwrite", "yaml", "_yaml"),
    *("_rl_accel", "lxml", "uharfbuzz"),
)
"""The other packages that pnp imports, and what they import, if only where it is installed."""

CUTTING = ("ezdxf", "numpy", "pyparsing", "typing_extensions")
"""What DXF files are written with in addition."""

LIBRARIES = {"PIL": "pillow.libs", "numpy": "numpy.libs"}
"""Folders of shared libraries beside packages."""

DEEPEST = 12
"""How many folders inside each other are looked into: folders of packages may be links in a ring."""

SETTLED = 3_000_000_000
"""Nanoseconds after which a file is taken not to change within the tick of the clock in which it changed last."""


class _SourceFile(NamedTuple):
    """A file: its name in the package, its path, and what the system says of it."""

    name: str
    path: str
    status: tuple[int, ...]


def fingerprint(cutting: bool = False) -> str:
    """A digest that differs after any change of pnp, of Python's version, or of the packages that pages depend on.

    Those that write DXF files are included for `cutting`.
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
    """The names and versions of the distributions that can be imported from, in the order in which they are found."""
    yield from (name for name in _importable() if name.endswith(METADATA))


def _plugin_modules() -> Iterator[str]:
    """The modules of packages that add checks and output formats: an editable one changes under the same version."""
    yield from sorted({plugin.module for group in GROUPS for plugin in plugins(group)})


def _importable() -> Iterator[str]:
    """The names of all that lies in the folders of modules."""
    for folder in sys.path:
        try:
            yield from sorted(os.listdir(folder or "."))  # noqa: PTH208  # a path object for each would take longer
        except OSError:
            continue  # not a folder: an archive, or nothing


def _own_and_data() -> Iterator[_SourceFile]:
    """The modules of pnp, the schemas, fonts and dictionaries; bundled content is read as any other."""
    for place, ending in ((os.path.dirname(__file__), ".py"), (os.fspath(schema_folder()), ".json")):  # noqa: PTH120
        yield from (source for source in _files(place, "pnp", DEEPEST) if source.name.endswith(ending))
    fonts = {name for name in _importable() if name.startswith(FONTS) and name.isidentifier()}
    yield from _packages((*sorted(fonts), DICTIONARIES))


def _packages(names: Iterable[str]) -> Iterator[_SourceFile]:
    """The files of packages."""
    for name in names:
        for place in _places(name):
            yield from _files(place, name, DEEPEST)


def _places(package: str) -> Iterator[str]:
    """Where a package is: its folders, or its file, and its libraries."""
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
    """The files of a folder, or the one file that it is, in the order of their names; bytecode is made of sources."""
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
            except OSError:  # a link that leads nowhere
                continue


def _source(name: str, path: str, status: os.stat_result) -> _SourceFile:
    seen = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return _SourceFile(name, path, seen)
