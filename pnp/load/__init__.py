"""Paths in; games with their findings out: the only place that finds and reads the files of packs and kits."""

from pnp.load.pack import Loaded, load
from pnp.load.rules import LOAD_RULES
from pnp.load.target import PathError, Target, find_targets, shown
from pnp.load.watched import changed, files_in, folders_of

__all__ = [
    "LOAD_RULES",
    "Loaded",
    "PathError",
    "Target",
    "changed",
    "files_in",
    "find_targets",
    "folders_of",
    "load",
    "shown",
]
