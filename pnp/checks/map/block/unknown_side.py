"""Cells of an address table that name no address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.map.subjects import each_name_once
from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.block_map import BlockMap


@check("unknown-side", severity=ERROR)
def unknown_side(block_map: BlockMap) -> Iterator[Fault]:
    """An address table leads to a side of a block that is no address.

    Its cells name sides under `addresses`, all eight where the map lists none, or leave the choice to the player with
    the word under `free`, which is C where the table gives none. A name is told once, where it stands first.

    Fix: correct the cell, or add the side to the addresses.

    Bad:
        kind: block-map
        blocks: {rows: 1, columns: 2}
        unused: [1/1, 12/1, 1/7, 12/7]
        addresses: [N, E, S, W]
        address-table:
          rows: [1, 2]
          columns: [1, 2, 3]
          cells:
            - [N, E, C]
            - [S, W, SW]

    Good:
        kind: block-map
        blocks: {rows: 1, columns: 2}
        unused: [1/1, 12/1, 1/7, 12/7]
        addresses: [N, E, S, W]
        address-table:
          rows: [1, 2]
          columns: [1, 2, 3]
          cells:
            - [N, E, C]
            - [S, W, C]
    """
    table = block_map.table
    if table is None:
        return
    known = {*block_map.sides, table.free}
    strange = (cell for row in table.cells for cell in row if cell.name not in known)
    for cell, also in each_name_once(strange):
        way = did_you_mean(cell.name, known) or f"sides are {', '.join(block_map.sides)}"
        hint = f"{way}, and '{table.free}' leaves the choice" + (f"; {also}" if also else "")
        yield Fault(cell.span, f"'{cell.name}' is no address of a block", hint)
