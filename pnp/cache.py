"""The user's cache folder: small files that speed up builds and may be deleted at any time.

It belongs to the user, like the configuration folder. A folder that belongs to another user, or that others may write
to, is not used, nor is any file in it that is not the user's own plain file.
"""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from pnp.output import PARTIAL, OpenFolder, OutputError, opened

VARIABLE = "PNP_CACHE_DIR"
"""The environment variable that sets another folder."""

NAME = re.compile(r"[0-9a-f]{64}")
"""The name of an entry: the SHA-256 of its key."""

MANIFESTS = ("pack.yaml", "kit.yaml")
"""Files that make a folder a pack or a kit, which may come from anywhere."""


class CacheSection(NamedTuple):
    """A subfolder of the cache with its limits: bytes of an entry and of all, number of entries.

    Beyond them the oldest entries are removed.
    """

    name: str
    entry_bytes: int
    all_bytes: int
    most_entries: int


BUILDS = CacheSection("builds", 2**22, 2**26, 1_000)
"""Records of builds; that of ten thousand files takes one and a half megabytes."""

FONTS = CacheSection("fonts", 2**25, 2**27, 50)
"""Rebuilt fonts of packs."""


def cache_folder() -> Path | None:
    """Return the folder of the cache.

    None if the system has none or names a relative one, which might be in a pack.
    """
    named = os.environ.get(VARIABLE)
    if named:
        folder = Path(named)
    else:
        from platformdirs import user_cache_path  # imported here because it is slow

        try:
            folder = user_cache_path("pnp", appauthor=False)
        except RuntimeError:  # the user has no home folder
            return None
    return folder if folder.is_absolute() else None


def load_entry(key: str, section: CacheSection = BUILDS) -> bytes | None:
    """Return the entry of that key; None if there is no trusted one."""
    with suppress(OSError, ValueError, OutputError), _usable(section, make=False) as place:
        if _is_own(place.status(key)):
            return b"".join(place.chunks(key, section.entry_bytes))
    return None


def save_entry(key: str, content: bytes, section: CacheSection = BUILDS, lasting: bool = False) -> None:
    """Save an entry, and remove the oldest beyond the limits; errors are ignored. A `lasting` one is flushed."""
    if len(content) > section.entry_bytes:
        return
    with suppress(OSError, OutputError), _usable(section, make=True) as place:
        place.replace(key, content, lasting)
        _evict(place, key, section)


@contextmanager
def _usable(section: CacheSection, make: bool) -> Iterator[OpenFolder]:
    """Open the folder of a section. Raises OSError or OutputError if there is no trusted one."""
    root = cache_folder()
    if root is None:
        raise OutputError("there is no cache folder")
    real = Path(os.path.realpath(root))
    if any((folder / name).exists() for folder in (real, *real.parents) for name in MANIFESTS):
        raise OutputError(f"'{root}' is inside a pack")
    with opened(root / section.name, root, make, mode=0o700) as place:
        status = place.own_status()
        if not _is_own(status, folder=True) or (os.name != "nt" and stat.S_IMODE(status.st_mode) & 0o022):
            raise OutputError(f"'{place.path}' belongs to somebody else, or others may write to it")
        yield place


def _is_own(status: os.stat_result, folder: bool = False) -> bool:
    kind = stat.S_ISDIR if folder else stat.S_ISREG
    return kind(status.st_mode) and (os.name == "nt" or status.st_uid == os.geteuid())


def _evict(place: OpenFolder, kept: str, section: CacheSection) -> None:
    """Remove the oldest entries, by modification time, until the rest is within the limits; partial files count too."""
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
        if size > section.all_bytes or count > section.most_entries:
            with suppress(OSError):
                place.remove(name)
