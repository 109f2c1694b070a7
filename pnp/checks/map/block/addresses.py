"""Addresses of blocks and the tables that give them."""

from collections.abc import Iterator

from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.messages import listed, many
from pnp.model.maps.block_map import BlockMap


@check("undrawn-address", severity=WARNING)
def undrawn_address(block_map: BlockMap) -> Iterator[Fault]:
    """An address is on the map, but no roll of the address table leads to it.

    It is never played, unless a cell leaves the choice to the player.

    Fix: add it to a cell of the table, or remove it from the addresses.

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


@check("uneven-address-table", severity=ERROR)
def uneven_address_table(block_map: BlockMap) -> Iterator[Fault]:
    """An address table does not have one cell for each roll of its dice.

    It needs a row for each face of one die, and in each row a cell for each face of the other die.

    Fix: add the missing cells, remove those that are too many, or correct the faces.

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


@check("uneven-block-names", severity=ERROR)
def uneven_block_names(block_map: BlockMap) -> Iterator[Fault]:
    """The number of block names differs from the number of blocks.

    Names are listed row by row, with one name for each column. A block without a name is named by the letter of its
    column and the number of its row.

    Fix: add the missing names, or correct the number of rows or columns.

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
