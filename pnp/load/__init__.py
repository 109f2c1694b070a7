"""Paths in; games with their findings out: the only place that finds and reads the files of packs and kits.

What reads them is imported when a game is read: who finds that nothing changed does not wait for it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pnp.load.target import PathError, Target, find_targets, shown

if TYPE_CHECKING:
    from pnp.load.pack import Loaded, changed, files_in, folders_of, load
    from pnp.load.reader import Shelf
    from pnp.load.rules import LOAD_RULES


_HOMES = {
    "pack": (
        "Loaded",
        "load",
        "changed",
        "files_in",
        "folders_of",
    ),
    "reader": ("Shelf",),
    "rules": ("LOAD_RULES",),
}

__all__ = [
    "LOAD_RULES",
    "Loaded",
    "PathError",
    "Shelf",
    "Target",
    "changed",
    "files_in",
    "find_targets",
    "folders_of",
    "load",
    "shown",
]


def __getattr__(name: str) -> Any:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"{__name__}.{home}"), name)
