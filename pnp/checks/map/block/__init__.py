"""Block maps."""

from pnp.checks.map.block.duplicate_block import duplicate_block
from pnp.checks.map.block.squares_too_small import squares_too_small
from pnp.checks.map.block.stuck_lane import stuck_lane
from pnp.checks.map.block.undrawn_address import undrawn_address
from pnp.checks.map.block.uneven_address_table import uneven_address_table
from pnp.checks.map.block.uneven_block_names import uneven_block_names
from pnp.checks.map.block.unknown_side import unknown_side

BLOCK_MAP_CHECKS = (
    duplicate_block,
    uneven_block_names,
    squares_too_small,
    stuck_lane,
    unknown_side,
    uneven_address_table,
    undrawn_address,
)
"""Checks on a block map as it is written."""
