"""Address tables with cells missing or left over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.block_map import BlockMap


@check("uneven-address-table", severity=ERROR)
def uneven_address_table(block_map: BlockMap) -> Iterator[Fault]:
    """An address table does not have one cell for each roll of its dice.

    It has a row for each face of the one die, and in each row a cell for each face of the other.

    Fix: add the cells that are missing, take out those too many, or correct the faces.

    Bad:
        kind: block-map
        blocks: {rows: 1, columns: 2}
        unused: [1/1, 12/1, 1/7, 12/7]
        addresses: [N, E, S, W]
        address-table:
          rows: [1, 2]
          columns: [heads, tails]
          cells:
            - [N, E]
            - [S]

    Good:
        kind: block-map
        blocks: {rows: 1, columns: 2}
        unused: [1/1, 12/1, 1/7, 12/7]
        addresses: [N, E, S, W]
        address-table:
          rows: [1, 2]
          columns: [heads, tails]
          cells:
            - [N, E]
            - [S, W]
    """
    table = block_map.table
    if table is None:
        return
    if len(table.cells) != len(table.rows):
        message = f"the table has {many(len(table.cells), 'row')} of cells for {many(len(table.rows), 'face')} of a die"
        yield Fault(table.span, message)
    for number, row in enumerate(table.cells, start=1):
        if len(row) != len(table.columns):
            faces = many(len(table.columns), "face")
            message = f"row {number} of the table has {many(len(row), 'cell')} for {faces} of a die"
            yield Fault(row[0].span if row else table.span, message)
