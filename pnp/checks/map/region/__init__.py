"""Checks on area maps whose areas have outlines."""

from pnp.checks.map.region.borders import BORDER_CHECKS
from pnp.checks.map.region.outlines import OUTLINE_CHECKS

REGION_CHECKS = (*OUTLINE_CHECKS, *BORDER_CHECKS)
"""Checks on outlines and borders."""
