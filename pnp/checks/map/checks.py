"""The registry: every check on maps."""

from pnp.checks.map.any_map import LAYOUT_CHECKS, MAP_CHECKS, NETWORK_CHECKS, PROOF_CHECKS
from pnp.checks.map.area_maps import AREA_MAP_CHECKS
from pnp.checks.map.block_maps import BLOCK_MAP_CHECKS
from pnp.checks.map.street_maps import STREET_MAP_CHECKS
from pnp.checks.map.streets import STREET_CHECKS
from pnp.checks.map.tile_maps import TILE_MAP_CHECKS

CHECKS_ON_MAPS = (
    *MAP_CHECKS,
    *AREA_MAP_CHECKS,
    *BLOCK_MAP_CHECKS,
    *STREET_CHECKS,
    *STREET_MAP_CHECKS,
    *TILE_MAP_CHECKS,
    *LAYOUT_CHECKS,
    *NETWORK_CHECKS,
    *PROOF_CHECKS,
)
"""All of them."""
