"""The user's cache folder: small files that save a build its time, and that can all be lost at any moment.

It is the user's own, as the configuration folder is. A folder that belongs to somebody else, or that others may write
to, is not used; nor is anything in it that is not a plain file of the user's."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pnp.output import PARTIAL, OpenFolder, OutputError, opened

VARIABLE = "PNP_CACHE_DIR"
"""The environment variable that names another folder."""

BUILDS = "builds"
"""The folder in it that this is about."""

NAME = re.compile(r"[0-9a-f]{64}")
"""The name of an entry: the SHA-256 of what it is about."""

ENTRY_BYTES = 2**22
"""The size of an entry: ten thousand files take one and a half megabytes."""

ALL_BYTES = 2**26
MOST_ENTRIES = 1_000
"""Together with ALL_BYTES: how much all entries take; beyond that the oldest are removed."""


def cache_folder() -> Path | None:
    """The folder of the cache; None where the system names none, or a relative one, which might lie in a pack."""
    named = os.environ.get(VARIABLE)
    if named:
        folder = Path(named)
    else:
        from platformdirs import user_cache_path  # which takes a while to import

        try:
            folder = user_cache_path("pnp", appauthor=False)
        except RuntimeError:  # the user has no home
            return None
    return folder if folder.is_absolute() else None


def load_entry(key: str) -> bytes | None:
    """The entry of that key; None where there is none that can be trusted."""
    with suppress(OSError, ValueError, OutputError), _usable(make=False) as place:
        if _is_own(place.status(key)):
            return b"".join(place.chunks(key, ENTRY_BYTES))
    return None


def save_entry(key: str, content: bytes) -> None:
    """Save an entry, and remove the oldest where all take too much; nothing happens where that can't be done."""
    if len(content) > ENTRY_BYTES:
        return
    with suppress(OSError, OutputError), _usable(make=True) as place:
        place.replace(key, content, lasting=False)
        _evict(place, key)


@contextmanager
def _usable(make: bool) -> Iterator[OpenFolder]:
    """The open folder of entries; raises OSError or OutputError where there is none that may be used."""
    root = cache_folder()
    if root is None:
        raise OutputError("there is no cache folder")
    with opened(root / BUILDS, root, make, mode=0o700) as place:
        status = place.own_status()
        if not _is_own(status, folder=True) or (os.name != "nt" and stat.S_IMODE(status.st_mode) & 0o022):
            raise OutputError(f"'{place.path}' belongs to somebody else, or others may write to it")
        yield place


def _is_own(status: os.stat_result, folder: bool = False) -> bool:
    kind = stat.S_ISDIR if folder else stat.S_ISREG
    return kind(status.st_mode) and (os.name == "nt" or status.st_uid == os.geteuid())


def _evict(place: OpenFolder, kept: str) -> None:
    """Remove the oldest entries, by their times alone, as long as all take too much; partial files count as entries."""
    entries = []
    for name in place.names():
        if name != kept and (NAME.fullmatch(name) or name.startswith(PARTIAL)):
            with suppress(OSError):
                status = place.status(name)
                if stat.S_ISREG(status.st_mode):
                    entries.append((status.st_mtime_ns, name, status.st_size))
    size, count = place.status(kept).st_size, 1
    for _, name, its in sorted(entries, reverse=True):
        size, count = size + its, count + 1
        if size > ALL_BYTES or count > MOST_ENTRIES:
            with suppress(OSError):
                place.remove(name)
