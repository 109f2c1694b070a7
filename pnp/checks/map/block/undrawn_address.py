"""Addresses that no roll of the table leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check
from pnp.messages import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.block_map import BlockMap


@check("undrawn-address", severity=WARNING)
def undrawn_address(block_map: BlockMap) -> Iterator[Fault]:
    """An address is on the map, and no roll of the address table leads there.

    What the table never names is never played, unless a cell leaves the choice to the player.

    Fix: give it a cell of the table, or take it out of the addresses.

    Bad:
        kind: block-map
        blocks: {rows: 1, columns: 2}
        unused: [1/1, 12/1, 1/7, 12/7]
        addresses: [N, E, S, W]
        address-table:
          rows: [1]
          columns: [1, 2, 3]
          cells: [[N, E, S]]

    Good:
        kind: block-map
        blocks: {rows: 1, columns: 2}
        unused: [1/1, 12/1, 1/7, 12/7]
        addresses: [N, E, S]
        address-table:
          rows: [1]
          columns: [1, 2, 3]
          cells: [[N, E, S]]
    """
    table = block_map.table
    if table is None:
        return
    drawn = {cell.name for row in table.cells for cell in row}
    missing = [side for side in block_map.sides if side not in drawn]
    if missing and table.free not in drawn and drawn <= set(block_map.sides):
        yield Fault(table.span, f"no roll of the address table leads to {listed(missing)}")
