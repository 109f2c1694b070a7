"""Plugins: checks and output formats of other installed packages, declared as entry points."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Group = Literal["checks", "formats"]
GROUPS: tuple[Group, ...] = ("checks", "formats")

OUR_FORMATS = ("pdf", "svg", "png", "cut-svg", "cut-dxf", "sheet-png")
"""The built-in output formats of a build; other packages can add some."""

METADATA = (".dist-info", ".egg-info")
"""Suffixes of the metadata folders of installed packages."""

HEADER = b"[pnp."
"""Prefix of the sections in `entry_points.txt`: `[pnp.checks]`, `[pnp.formats]`."""


class Plugin(NamedTuple):
    """A check or format from an installed package: its `name`, the package, and its entry point."""

    name: str
    package: str
    entry: EntryPoint

    @property
    def module(self) -> str:
        """The top-level module of its entry point."""
        return self.entry.value.partition(":")[0].partition(".")[0].strip()

    def load(self) -> Any:
        """Import and return it. Raises whatever its package raises."""
        return self.entry.load()


@cache
def plugins(group: Group) -> tuple[Plugin, ...]:
    """Return the plugins of a group, by package and name; the first package of a name counts, as in imports."""
    found: dict[str, Path] = {}
    for folder in _declaring():
        found.setdefault(folder.name.partition("-")[0].lower().replace("_", "-"), folder)
    if not found:
        return ()
    from importlib.metadata import PathDistribution

    entries = ((package, PathDistribution(folder).entry_points) for package, folder in sorted(found.items()))
    return tuple(
        Plugin(entry.name, package, entry)
        for package, each in entries
        for entry in sorted(each.select(group=f"pnp.{group}"), key=lambda entry: entry.name)
    )


def plugin_formats() -> dict[str, Plugin]:
    """Return the output formats of other packages by name; built-in ones, and the first of a name, have precedence."""
    found: dict[str, Plugin] = {}
    for plugin in plugins("formats"):
        if plugin.name not in OUR_FORMATS:
            found.setdefault(plugin.name, plugin)
    return found


@cache
def _declaring() -> tuple[Path, ...]:
    """The metadata folders of packages with plugins, in import order.

    `importlib.metadata` would take 30 ms to import and to read all packages, which most installations spend in vain.
    """
    return tuple(folder for folder in _metadata_folders() if HEADER in _entry_points(folder))


def _metadata_folders() -> Iterator[Path]:
    here = os.path.realpath(os.curdir)  # on the import path of `python -m pnp`; it may hold a pack, which runs no code
    for place in sys.path:
        if not place or os.path.realpath(place) == here:
            continue
        try:
            names = os.listdir(place)  # noqa: PTH208  # path objects for all of them would take longer
        except OSError:
            continue  # not a folder: an archive, or nothing
        yield from (Path(place, name) for name in sorted(names) if name.endswith(METADATA))


def _entry_points(folder: Path) -> bytes:
    try:
        return (folder / "entry_points.txt").read_bytes()
    except OSError:
        return b""
