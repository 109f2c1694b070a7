"""Checks on block maps: blocks, their sides and squares, and the addresses that tables give."""

from collections.abc import Iterator

from pnp.checks.map.paper import LEAST_GAP
from pnp.checks.merging import each_name_once
from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.messages import did_you_mean, listed, many
from pnp.model.maps.block_map import BlockMap


@check("duplicate-block", severity=ERROR)
def duplicate_block(block_map: BlockMap) -> Iterator[Fault]:
    """Two blocks of a map have the same name.

    Addresses, streets and intersections are named after their blocks. Of two blocks with the same name, only the later
    one can be used.

    Fix: rename one of them.

    Bad:
        kind: block-map
        blocks:
          rows: 1
          columns: 3
          names: [[Market, Church, Market]]
        unused: [1/1, 17/1, 1/7, 17/7]

    Good:
        kind: block-map
        blocks:
          rows: 1
          columns: 3
          names: [[Market, Church, Pier]]
        unused: [1/1, 17/1, 1/7, 17/7]
    """
    first: dict[str, int] = {}
    for block in block_map.blocks:
        if block.id in first:
            message = f"a block is called '{block.id}' already, on line {first[block.id]}"
            yield Fault(block.span, message, "give one of them another name")
        first.setdefault(block.id, block.span.line)


@check("squares-too-small", severity=WARNING)
def squares_too_small(block_map: BlockMap) -> Iterator[Fault]:
    """The squares of a block map are too small for a piece.

    A square is as long as the side of a block divided by its number of squares. It should be at least 8 mm.

    Fix: increase the `side` of the blocks, or reduce the number of squares.

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


@check("stuck-lane", severity=ERROR)
def stuck_lane(block_map: BlockMap) -> Iterator[Fault]:
    """A lane leads into an intersection without an allowed turn.

    At the edge of the map, some streets are missing. If a piece cannot go straight on there, it must be able to turn,
    or it is stuck for the rest of the game.

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


@check("unknown-side", severity=ERROR)
def unknown_side(block_map: BlockMap) -> Iterator[Fault]:
    """An address table names a side of a block that is not an address.

    A cell names a side under `addresses` (default: all eight), or leaves the choice to the player with the word under
    `free` (default: C). Each name is reported once, where it first occurs.

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
        sides = f"sides are {', '.join(block_map.sides)}" if block_map.sides else "the block has no addresses"
        way = did_you_mean(cell.name, known) or sides
        hint = f"{way}, and '{table.free}' leaves the choice" + (f"; {also}" if also else "")
        yield Fault(cell.span, f"'{cell.name}' is no address of a block", hint)


# Addresses of blocks, and the tables that give them.


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
