"""Checks on streets, be they those of street maps or of tiles."""

from pnp.checks.map.overlapping_streets import overlapping_streets
from pnp.checks.map.too_many_spaces import too_many_spaces

STREET_CHECKS = (
    overlapping_streets,
    too_many_spaces,
)
"""Checks on the streets of street maps and tiles."""
