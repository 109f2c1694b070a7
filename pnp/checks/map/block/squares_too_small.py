"""Squares too small to stand on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.map.paper.places_too_close import LEAST_GAP
from pnp.diagnostics import WARNING, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.block_map import BlockMap


@check("squares-too-small", severity=WARNING)
def squares_too_small(block_map: BlockMap) -> Iterator[Fault]:
    """The squares of a block map are so small that no piece stands on one of them alone.

    A square is as long as a block's side divided by the squares along it, and should be at least 8 mm.

    Fix: make the `side` of the blocks longer, or let fewer squares lie along it.

    Bad:
        kind: block-map
        blocks: {rows: 1, columns: 2, side: 15}
        unused: [1/1, 12/1, 1/7, 12/7]

    Good:
        kind: block-map
        blocks: {rows: 1, columns: 2, side: 45}
        unused: [1/1, 12/1, 1/7, 12/7]
    """
    if block_map.square < LEAST_GAP:
        message = f"the squares are {block_map.square:.3g} mm long, expected at least {LEAST_GAP} mm"
        yield Fault(block_map.blocks_span, message, f"let the side of a block be {LEAST_GAP * block_map.grid.squares}")
