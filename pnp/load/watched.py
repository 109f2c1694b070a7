"""The files that a game is made of, to be looked at again and again: has any of them changed?

They are asked for their times, not waited for: that works alike on every system and drive, with every editor's way of
saving, and a pack of a few hundred files takes a few milliseconds.
"""

from __future__ import annotations

import os
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.load.assets import Folders
from pnp.load.target import KIT_MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pnp.load.pack import Loaded
    from pnp.load.target import Target

MOST_FILES = 10_000
"""How many files are looked at; a document alone may lie in a folder with everything else."""

Files = dict[str, tuple[int, int, int]]
"""Each file with what changes when it is saved: its time, its size and its number."""


def folders_of(target: Target, loaded: Loaded) -> tuple[Path, ...]:
    """The folders that a game was read from: its own and those of its kits."""
    assets = loaded.game.assets
    kits = assets.folders if isinstance(assets, Folders) else ()
    return tuple(dict.fromkeys(folder.resolve() for folder in (target.folder, *kits)))


def files_in(folders: Iterable[Path], besides: Path) -> Files:
    """The files below some folders, but for what is hidden and for the folder that is written to, with the manifests
    of kits that lie beside: one may appear there.
    """
    found: Files = {}
    for folder in folders:
        beside = map(os.fspath, folder.parent.glob(f"*/{KIT_MANIFEST}"))
        for path in chain(beside, _below(os.fspath(folder), os.fspath(besides.resolve()))):
            try:
                status = Path(path).stat()
            except OSError:
                continue  # gone since, or a link that leads nowhere
            found[path] = (status.st_mtime_ns, status.st_size, status.st_ino)
            if len(found) >= MOST_FILES:
                return found
    return found


def changed(before: Mapping[str, object], now: Mapping[str, object]) -> tuple[str, ...]:
    """The files that were saved, made or taken away, sorted."""
    return tuple(sorted(path for path in {*before, *now} if before.get(path) != now.get(path)))


def _below(folder: str, besides: str) -> Iterator[str]:
    """The files below a folder, those nearest first."""
    waiting = [folder]
    while waiting:  # no recursion: folders may lie deeper than Python can call
        place = waiting.pop()
        if place == besides:
            continue
        try:
            entries = sorted(os.scandir(place), key=lambda entry: entry.name)
        except OSError:
            continue
        kept = [entry for entry in entries if not entry.name.startswith(".") and not entry.name.endswith("~")]
        folders = {entry.path: None for entry in kept if entry.is_dir(follow_symlinks=False)}
        yield from (entry.path for entry in kept if entry.path not in folders)
        waiting += reversed(folders)
