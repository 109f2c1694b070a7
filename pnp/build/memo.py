"""The cache of a game's rounds under `--watch`, in the studio and in editors: what a save does not touch is used again.

An unchanged file is read again in each round, so documents are compared by content: equal ones are replaced by the
objects of the round before. Results are then cached by the identity of the objects that they depend on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Self, TypeVar

from msgspec.structs import replace

from pnp.interrupts import pause
from pnp.loader.pack import Loaded
from pnp.model.table_rows import CellSpans
from pnp.source.tables import CsvTable

Thing = TypeVar("Thing")
Result = TypeVar("Result")


MOST_UNFINISHED = 40
"""Maximum number of unfinished rounds in a row whose results are all cached."""


class RoundState(ABC):
    """A cached result that each round changes; a branch has a copy."""

    @abstractmethod
    def branch(self) -> Self:
        """Return a state that begins as this one, and can be changed without changing it."""


class Memo:
    """Caches objects and results for one more round; entries that a round does not use are dropped."""

    def __init__(self) -> None:
        self._things: dict[bytes, Any] = {}
        self._digests: dict[int, tuple[object, bytes]] = {}
        self._results: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}
        self._before = self._things, self._results
        self._digests_before = self._digests
        self._unfinished = 0

    def turn(self, whole: bool = True) -> None:
        """Begin the next round. After one that was not finished, what the round before it had is still cached."""
        self._unfinished = 0 if whole else self._unfinished + 1
        if whole or self._unfinished > MOST_UNFINISHED:
            self._before = self._things, self._results
        else:
            self._before = {**self._before[0], **self._things}, {**self._before[1], **self._results}
        self._things, self._results = {}, {}
        self._digests_before, self._digests = self._digests, {}

    def branch(self) -> Memo:
        """Return a memo that begins a round with the results of this one, which it never changes."""
        tried = Memo()
        results = {**self._before[1], **self._results}
        for key, (things, result) in results.items():
            if isinstance(result, RoundState):
                results[key] = things, result.branch()
        tried._before = {**self._before[0], **self._things}, results
        tried._digests_before = {**self._digests_before, **self._digests}
        return tried

    def same(self, thing: Thing) -> Thing:
        """Return the object of the last round with the same content, or this one."""
        from pickle import PicklingError

        known = self._digests_before.get(id(thing))  # holds the object, so that its id is not reused
        try:
            key = known[1] if known else _digest(thing)
        except (RecursionError, TypeError, PicklingError):
            return thing  # too deep for a digest: it is not cached
        self._digests[id(thing)] = thing, key
        found: Thing = self._things.setdefault(key, self._before[0].get(key, thing))
        return found

    def reused(self, loaded: Loaded) -> Loaded:
        """Return the pack with the objects of the last round for documents with the same content."""
        game = loaded.game
        pack = self.same(game.pack) if game.pack else None
        return replace(loaded, game=replace(game, pack=pack, documents=tuple(map(self.same, game.documents))))

    def of(self, what: str, things: tuple[object, ...], work: Callable[[], Result]) -> Result:
        """Return the cached result of `work` for the same objects; texts and numbers are compared by value.

        `things` must include every object that the result depends on, and these must be immutable.
        """
        key = (what, *(each if isinstance(each, (str, int, float)) or each is None else id(each) for each in things))
        if key not in self._results:
            pause()
            before = self._before[1].get(key)
            self._results[key] = before or (things, work())  # stored, so that their ids are not reused
        result: Result = self._results[key][1]
        return result


def _digest(thing: object) -> bytes:
    """Return the digest of an object's content, including types and spans, but not identity of its parts."""
    from hashlib import sha256

    return sha256(written(thing)).digest()


def written(thing: object) -> memoryview:
    """Return the content of an object as bytes, which are equal for equal content."""
    import copyreg
    import pickle
    from io import BytesIO

    buffer = BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True  # no memo: documents are trees
    pickler.dispatch_table = {**copyreg.dispatch_table, CellSpans: _row_of_table}
    pickler.dump(thing)
    return buffer.getbuffer()


def _row_of_table(spans: CellSpans) -> tuple[type, tuple[object, ...]]:
    """Return what the places of one row depend on: not its whole table, which would be digested once a row."""
    table, record = spans.table, spans.record
    own = replace(table, records=(), findings=())
    if isinstance(own, CsvTable):
        own = replace(own, text=own.text[record.start : record.end])
    return tuple, ((own, record, tuple(spans.indexes.items())),)
