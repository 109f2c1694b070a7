"""Blocks that share a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.maps.block_map import BlockMap


@check("duplicate-block", severity=ERROR)
def duplicate_block(block_map: BlockMap) -> Iterator[Fault]:
    """Two blocks of a map have the same name.

    Addresses, streets and crossings are called after their blocks. Of two blocks with one name only the later one is
    known.

    Fix: give one of them another name.

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
