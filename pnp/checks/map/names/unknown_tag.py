"""A tag that a requirement asks for and no place carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.map.subjects import hint_for, on_map
from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.checks.map.subjects import Charted


@check("unknown-tag", severity=ERROR)
def unknown_tag(charted: Charted) -> Iterator[Fault]:
    """A requirement speaks of places with a tag that no place carries.

    What is asked of no place at all would hold whatever the map looks like, so it is not asked. Only a count may speak
    of a tag that is not there, where the count may be 0.

    Fix: correct the tag in the requirement, or give it to the places that are meant.

    Bad:
        kind: area-map
        areas: {Market: {tags: [stand]}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - within: {a: {tag: stnad}, at-most: 1}

    Good:
        kind: area-map
        areas: {Market: {tags: [stand]}, Church: {}, Pier: {}}
        roads: [[Market, Church, Pier, Market]]
        requirements:
          - within: {a: {tag: stand}, at-most: 1}
    """
    if charted.map.damaged:
        return
    hints = hint_for(charted.vocabulary.tags)
    for word in charted.words_not_known("tag"):
        yield Fault(word.span, f"no place{on_map(charted.map, word)} carries the tag '{word}'", hints(word.name))
