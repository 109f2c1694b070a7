"""Lanes that lead into an intersection out of which no turn leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import listed, many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.block_map import BlockMap


@check("stuck-lane", severity=ERROR)
def stuck_lane(block_map: BlockMap) -> Iterator[Fault]:
    """A lane leads into an intersection in which none of the allowed turns leads to a street.

    At the rim of the map streets are missing: where one can't go straight on, one must be able to turn. Whoever gets
    there stands still for the rest of the game.

    Fix: allow another turn.

    Bad:
        kind: block-map
        blocks: {rows: 2, columns: 2}
        turns: [right, straight]
        unused: [1/1, 12/1, 1/12, 12/12]

    Good:
        kind: block-map
        blocks: {rows: 2, columns: 2}
        turns: [right, straight, left]
        unused: [1/1, 12/1, 1/12, 12/12]
    """
    stuck = () if block_map.damaged else tuple(block_map.stuck_lanes)  # a turn may not have been read
    if stuck:
        turns = listed([turn.name for turn in block_map.turns])
        lanes = many(len(stuck), "lane")
        verb = "leads" if len(stuck) == 1 else "lead"
        message = f"{lanes} {verb} into an intersection out of which {turns} lead nowhere, the first at '{stuck[0]}'"
        yield Fault(block_map.turns_span, message, "allow another turn")
