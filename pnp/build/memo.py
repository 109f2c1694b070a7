"""What was worked out in the round before, for who builds a game again and again.

Documents are frozen: work that was done with the very same ones comes to the same. So that a file that did not change
gives the same documents each time it is read, they are told by their content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Thing = TypeVar("Thing")
Result = TypeVar("Result")


class Memo:
    """Keeps things and results for one round more; what a round does not ask for is forgotten."""

    def __init__(self) -> None:
        self._things: dict[bytes, Any] = {}
        self._results: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}
        self._before = self._things, self._results

    def turn(self) -> None:
        """Begins another round."""
        self._before = self._things, self._results
        self._things, self._results = {}, {}

    def same(self, thing: Thing) -> Thing:
        """The thing, or the one of the round before that has the same content."""
        from pickle import PicklingError

        try:
            key = _digest(thing)
        except (RecursionError, TypeError, PicklingError):
            return thing  # too deep to be told by its content: what hangs on it is worked out again
        found: Thing = self._things.setdefault(key, self._before[0].get(key, thing))
        return found

    def of(self, what: str, things: tuple[object, ...], work: Callable[[], Result]) -> Result:
        """What the work comes to, done once for the very same things; words and numbers are the same if they are equal.

        The things must be all that the work hangs on, and nothing may change them.
        """
        key = (what, *(each if isinstance(each, (str, int, float)) or each is None else id(each) for each in things))
        if key not in self._results:
            before = self._before[1].get(key)
            self._results[key] = before or (things, work())  # the things are kept, so that no other has their id
        result: Result = self._results[key][1]
        return result


def _digest(thing: object) -> bytes:
    """The digest of all that a thing holds, types and places too, whatever of it happens to be one and the same."""
    import pickle
    from hashlib import sha256
    from io import BytesIO

    written = BytesIO()
    pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True  # documents are trees: nothing in them leads back to itself
    pickler.dump(thing)
    return sha256(written.getbuffer()).digest()
