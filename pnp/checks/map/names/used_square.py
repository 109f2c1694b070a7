"""Squares that are said to be unused, and are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check
from pnp.model.maps import block_law

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.checks.map.subjects import Charted


@check("used-square", severity=WARNING)
def used_square(charted: Charted) -> Iterator[Fault]:
    """A square of a block map is said to be unused, and moves lead onto it.

    Under `unused` a map names the squares that its law of turning never lets anyone enter. They are no stops, and
    nobody looks for a way to them. A square that is entered all the same stays a stop.

    Fix: take it out of the list, or change the law of turning.

    Bad:
        kind: block-map
        blocks: {rows: 2, columns: 2}
        unused: [1/1, 12/1, 1/12, 12/12, 5/1]

    Good:
        kind: block-map
        blocks: {rows: 2, columns: 2}
        unused: [1/1, 12/1, 1/12, 12/12]
    """
    network, law = charted.lowered.network, block_law(charted.map)
    if law and network.whole:
        for ref in law.unused:
            place = network.index.get(ref.name)
            if place is not None and any(network.before[state] for state in network.states_of[place]):
                yield Fault(ref.span, f"'{ref}' is said to be unused, and moves lead onto it")
