"""What pages hang on beside their content: this very pnp, its schemas, Python, and what is installed with it."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.bundled import schema_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

DISTRIBUTIONS = (".dist-info", ".egg-info")
"""How the names of what is installed end; the version stands in them."""


def engine_digest() -> str:
    """A digest that is another one after any change of pnp, of Python, or of the packages beside it."""
    digest = hashlib.sha256(repr((*_python(), *_installed())).encode())
    for path in _sources():
        content = _content(path)
        digest.update(f"{os.path.basename(path)} {len(content)} ".encode() + content)  # noqa: PTH119
    return digest.hexdigest()


def _content(path: str) -> bytes:
    """The content of a file: there are six hundred of them, and a file object for each takes as long as reading it."""
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        return os.read(file, os.fstat(file).st_size)
    finally:
        os.close(file)


def _python() -> tuple[str, ...]:
    return sys.version, platform.machine(), sys.platform, zlib.ZLIB_RUNTIME_VERSION


def _installed() -> Iterator[str]:
    """The names and versions of the distributions that can be imported from, in the order in which they are found."""
    for folder in sys.path:
        try:
            names = sorted(os.listdir(folder or "."))  # noqa: PTH208  # a path object for each would take longer
        except OSError:
            continue  # not a folder: an archive, or nothing
        yield from (name for name in names if name.endswith(DISTRIBUTIONS))


def _sources() -> Iterator[str]:
    """The modules of pnp and the schemas; bundled content is read as any other."""
    for folder, ending in ((Path(__file__).parent, ".py"), (schema_folder(), ".json")):
        found = (f"{place}/{name}" for place, _, names in os.walk(folder) for name in names)
        yield from sorted(path for path in found if path.endswith(ending))
