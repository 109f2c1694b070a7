"""A pack as it would be with changes that are not saved: read by the same loader, from files with other bytes."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

from pnp.build.examine import at_home
from pnp.diagnostics import Span
from pnp.edit import ByteChange, EditRefused, PackFile, remove_item, set_value, value_at
from pnp.loader.pack import Loaded, load
from pnp.loader.reader import ReadCache
from pnp.model.maps import AnyMap
from pnp.source.tree import Steps
from pnp.studio.changes import after
from pnp.studio.session import RequestRefused, StudioSession


def with_unsaved(studio: StudioSession, file: PackFile, shown: str) -> Loaded:
    """Return the pack with a document as it would be: `file` has its new content, `shown` is its name in findings.

    It is what `load` returns when the content is saved. Other documents are read once until files change.
    """
    key = "kept readings"
    if key not in studio.cached:
        readings = ReadCache(always=True)
        load(studio.target, shelf=readings)
        studio.cached[key] = readings
    kept: ReadCache = studio.cached[key]
    unsaved = studio.target.with_unsaved({file.path.resolve(): file.content})
    return at_home(load(unsaved, shelf=kept.without(shown)))


# A document of a map while edits are made.


class MapDraft:
    """A map and its file while edits are made: `file` has those made so far."""

    def __init__(self, game_map: AnyMap, file: PackFile) -> None:
        self.map, self.file = game_map, file
        self.changes: list[ByteChange] = []
        self.steps = 0

    def make(self, change: Callable[[PackFile], list[ByteChange]]) -> None:
        """Make one change of the file."""
        self.changes = change(self.file)
        self.file = after(self.file, self.changes)
        self.steps += 1

    def set(self, path: Steps, value: Any) -> None:
        """Set a value; None removes it."""
        if value is not None:
            self.make(lambda file: set_value(file, path, value))
        elif has_value(self.file, path):
            self.make(lambda file: remove_item(file, path))

    def own(self, span: Span, what: str) -> None:
        """Refuse what is written in another file, such as that of a map that this one extends."""
        if span.file != self.map.span.file:
            raise EditRefused(f"{what} is in {span.file}, which this map extends", "change it there", span)


def has_value(file: PackFile, path: Steps) -> bool:
    """Whether a document has a value at a path."""
    try:
        value_at(file, path)
    except EditRefused:
        return False
    return True


def tenths(value: object) -> int | float:
    """Return a length of the page in tenths of a millimetre, as it is written: whole without a point."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value) or abs(value) > MOST_LENGTH:
        raise RequestRefused("a position is two numbers, in millimetres")
    rounded = round(float(value), 1)
    return int(rounded) if rounded.is_integer() else rounded


MOST_LENGTH = 100_000
"""Greatest coordinate in millimetres."""


def point_of(value: object) -> list[int | float]:
    """Return a position of the page in millimetres, each number as `tenths` does. Raises RequestRefused."""
    if not isinstance(value, list) or len(value) != 2:
        raise RequestRefused("a position is two numbers, in millimetres")
    return [tenths(each) for each in value]
