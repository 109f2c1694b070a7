"""Checks on maps: as they are written, as they lie on paper, their networks, and the proofs of their requirements."""

from pnp.checks.map.checks import CHECKS_ON_MAPS
from pnp.checks.map.game_map import MapReport, check_map

__all__ = [
    "CHECKS_ON_MAPS",
    "MapReport",
    "check_map",
]
