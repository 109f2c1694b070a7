"""What expressions may know of block maps beside their squares: blocks, addresses, and the address table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.expression import Record, Value
from pnp.model.traffic import TURNS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pnp.model.address_table import AddressTable
    from pnp.model.block_map import Address, Block, BlockMap


def block_map_fields(drawn: BlockMap) -> dict[str, Value]:
    """The blocks in reading order, the addresses, the address table, and the law: hand, turns and speed."""
    addresses = tuple(map(_address, drawn.addresses.values()))
    of_block: dict[Value, list[Record]] = {}
    for address in addresses:
        of_block.setdefault(address.fields["block"], []).append(address)
    return {
        "blocks": tuple(_block(block, of_block.get(block.id, ())) for block in drawn.blocks),
        "addresses": addresses,
        "table": _table(drawn.table) if drawn.table else None,
        "drive": drawn.traffic.drive,
        "turns": tuple(turn for turn in TURNS if any(ref.name == turn for ref in drawn.turns)),
        "speed": drawn.speed,
    }


def _block(block: Block, addresses: Iterable[Record]) -> Record:
    """A block: its id, its column and row from 1, and its addresses."""
    column, row = block.at
    fields: dict[str, Value] = {"id": block.id, "column": column + 1, "row": row + 1, "addresses": tuple(addresses)}
    return Record(fields, "block", block.id)


def _address(address: Address) -> Record:
    """An address: its id, the name, column and row of its block, its side, and how many squares serve it."""
    column, row = address.block.at
    fields: dict[str, Value] = {
        "id": address.id,
        "block": address.block.id,
        "column": column + 1,
        "row": row + 1,
        "side": address.side,
        "squares": len(address.squares),
    }
    return Record(fields, "address", address.id)


def _table(table: AddressTable) -> Record:
    """An address table: the faces of its dice, its cells row by row, and how likely each outcome is."""
    odds = (Record({"outcome": outcome, "chance": chance}, "odds", outcome) for outcome, chance in table.odds)
    fields: dict[str, Value] = {
        "rows": table.rows,
        "columns": table.columns,
        "cells": tuple(tuple(cell.name for cell in row) for row in table.cells),
        "free": table.free,
        "odds": tuple(odds),
    }
    return Record(fields, "table", "address table")
