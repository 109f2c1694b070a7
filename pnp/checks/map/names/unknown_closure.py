"""A closure that a requirement asks about and the map does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.map.subjects import hint_for, on_map
from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.checks.map.subjects import Charted


@check("unknown-closure", severity=ERROR)
def unknown_closure(charted: Charted) -> Iterator[Fault]:
    """A requirement speaks of a closure that the map does not have.

    What may be laid on a map in play stands under `closures`. A requirement about something else would hold whatever
    the map looks like, so it is not asked.

    Fix: correct the name in the requirement, or add the closure.

    Bad:
        kind: area-map
        closures:
          fence: {lies-on: places, at-most: 2}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {connected: true, with: {fnece: 1}}

    Good:
        kind: area-map
        closures:
          fence: {lies-on: places, at-most: 2}
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - {connected: true, with: {fence: 1}}
    """
    known = charted.vocabulary.closures
    hints = hint_for(known)
    for word in () if charted.map.damaged else charted.words_not_known("closure"):
        hint = hints(word.name) or (f"closures are {', '.join(known)}" if known else "list it under closures")
        yield Fault(word.span, f"there is no closure '{word}'{on_map(charted.map, word)}", hint)
