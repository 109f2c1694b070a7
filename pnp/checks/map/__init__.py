"""Checks on maps: as they are written, as they lie on paper, their networks, and the proofs of their requirements."""

from pnp.checks.map.area_map import MapReport, check_area_map
from pnp.checks.map.checks import AREA_MAP_CHECKS, LAYOUT_CHECKS, NETWORK_CHECKS, PROOF_CHECKS

__all__ = [
    "AREA_MAP_CHECKS",
    "LAYOUT_CHECKS",
    "NETWORK_CHECKS",
    "PROOF_CHECKS",
    "MapReport",
    "check_area_map",
]
