"""Names of blocks that do not fill the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.block_map import BlockMap


@check("uneven-block-names", severity=ERROR)
def uneven_block_names(block_map: BlockMap) -> Iterator[Fault]:
    """The names of the blocks are more or fewer than there are blocks.

    They stand row by row, as many rows as the map has, and in each row as many names as it has columns. A block that
    has none is called by the letter of its column and the number of its row.

    Fix: add the names that are missing, or correct the number of rows or columns.

    Bad:
        kind: block-map
        blocks:
          rows: 1
          columns: 3
          names: [[Market, Church]]
        unused: [1/1, 17/1, 1/7, 17/7]

    Good:
        kind: block-map
        blocks:
          rows: 1
          columns: 2
          names: [[Market, Church]]
        unused: [1/1, 12/1, 1/7, 12/7]
    """
    grid, names = block_map.grid, block_map.names
    if names and len(names) != grid.rows:
        yield Fault(block_map.blocks_span, f"{many(len(names), 'row')} of names for {many(grid.rows, 'row')} of blocks")
    for number, row in enumerate(names, start=1):
        if len(row) != grid.columns:
            span = row[0].span if row else block_map.blocks_span
            message = f"row {number} has {many(len(row), 'name')} for {many(grid.columns, 'block')}"
            yield Fault(span, message)
