"""A document on which the two differ, made as small as it goes while they still do."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING

from tests.oracle.held import held
from tests.oracle.neighbours import compared
from tests.oracle.verdict import Map

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.oracle.board import Data

TRIES = 400
"""How many smaller documents are tried."""

Path = tuple[str | int, ...]


def shrunk(document: Data, steps: int | None) -> Data:
    """The smallest document found by leaving parts out, one after the other, that is judged wrong in the same way."""
    return _shrunk(document, list, lambda less: _wrong(less, steps) if less.get("requirements") else set())


def shrunk_outlines(document: Data) -> Data:
    """The smallest region map found by leaving out areas, roads and borders on which the same pair is judged wrong."""
    return _shrunk(document, lambda parts: [path for path in parts if len(path) < 3], _wrong_outlines)


def _shrunk(
    document: Data, chosen: Callable[[Iterator[Path]], list[Path]], wrong_in: Callable[[Data], set[tuple[str, ...]]]
) -> Data:
    best, tries, wrong = document, 0, wrong_in(document)
    smaller = True
    while smaller and tries < TRIES:
        smaller = False
        for path in chosen(_parts(best)):
            tries += 1
            less = _without(best, path)
            if tries < TRIES and wrong & wrong_in(less):
                best, smaller = less, True
                break
    return best


def _wrong_outlines(document: Data) -> set[tuple[str, ...]]:
    """The pairs of areas on which the two differ, each with how."""
    try:
        return {(each,) for each in compared(document).differs}
    except Exception:  # what is left is no map any more
        return set()


def _wrong(document: Data, steps: int | None) -> set[tuple[str, ...]]:
    """The demands on which the two differ, each with how it is told."""
    try:
        found = held(Map(document), steps)
    except Exception:  # what is left is no map any more
        return set()
    return {(each.demand, re.sub(r"\d.*|\(.*", "", each.differs)) for each in found if each.differs}


def _parts(value: Data, path: Path = ()) -> Iterator[Path]:
    """Where the parts of a document stand, the large ones first."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    yield from ((*path, key) for key in keys)
    for key in keys:
        yield from _parts(value[key], (*path, key))


def _without(document: Data, path: Path) -> Data:
    less = deepcopy(document)
    inner = less
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return less
