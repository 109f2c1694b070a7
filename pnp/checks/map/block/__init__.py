"""Block maps."""

from pnp.checks.map.block.addresses import undrawn_address, uneven_address_table, uneven_block_names
from pnp.checks.map.block.blocks import duplicate_block, squares_too_small, stuck_lane, unknown_side

BLOCK_MAP_CHECKS = (
    duplicate_block,
    uneven_block_names,
    squares_too_small,
    stuck_lane,
    unknown_side,
    uneven_address_table,
    undrawn_address,
)
"""Checks on the document of a block map."""
