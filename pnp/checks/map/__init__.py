"""Checks on maps: as they are written, as they lie on paper, their networks, and the proofs of their requirements."""

from typing import TYPE_CHECKING

from pnp.checks.map.game_map import MapReport, check_map
from pnp.parts import when_asked

if TYPE_CHECKING:
    from pnp.checks.map.checks import CHECKS_ON_MAPS

__all__ = [
    "CHECKS_ON_MAPS",
    "MapReport",
    "check_map",
]

__getattr__ = when_asked(__name__, {"checks": ("CHECKS_ON_MAPS",)})
