"""Checks on maps: the lists by kind."""

from pnp.checks.map.block import BLOCK_MAP_CHECKS
from pnp.checks.map.grid import GRID_MAP_CHECKS
from pnp.checks.map.map_findings import MapReport, check_map
from pnp.checks.map.names import AREA_MAP_CHECKS, MAP_CHECKS
from pnp.checks.map.network import NETWORK_CHECKS, PROOF_CHECKS
from pnp.checks.map.paper import LAYOUT_CHECKS
from pnp.checks.map.region import REGION_CHECKS
from pnp.checks.map.street import STREET_CHECKS, STREET_MAP_CHECKS
from pnp.checks.map.tile import SUPPLY_CHECKS, TILE_MAP_CHECKS

__all__ = ["CHECKS_ON_MAPS", "MapReport", "check_map"]

CHECKS_ON_MAPS = (
    *MAP_CHECKS,
    *AREA_MAP_CHECKS,
    *REGION_CHECKS,
    *BLOCK_MAP_CHECKS,
    *GRID_MAP_CHECKS,
    *STREET_CHECKS,
    *STREET_MAP_CHECKS,
    *SUPPLY_CHECKS,
    *TILE_MAP_CHECKS,
    *LAYOUT_CHECKS,
    *NETWORK_CHECKS,
    *PROOF_CHECKS,
)
"""Every check on maps: as written, on paper, as a network, and on the proofs of requirements."""
