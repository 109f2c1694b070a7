"""Checks on maps: the lists by kind."""

from pnp.checks.map.block import BLOCK_MAP_CHECKS
from pnp.checks.map.map_findings import LAYOUT_CHECKS, MAP_CHECKS, NETWORK_CHECKS, PROOF_CHECKS, MapReport, check_map
from pnp.checks.map.names import AREA_MAP_CHECKS
from pnp.checks.map.street import STREET_CHECKS, STREET_MAP_CHECKS
from pnp.checks.map.tile import TILE_MAP_CHECKS
from pnp.records import when_asked

# Checks on maps: as they are written, as they lie on paper, their networks, and the proofs of their requirements.

__all__ = [
    "CHECKS_ON_MAPS",
    "MapReport",
    "check_map",
]

__getattr__ = when_asked(__name__, {"checks": ("CHECKS_ON_MAPS",)})


# The registry: every check on maps.

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
