"""Grid maps."""

from pnp.checks.map.grid.cells import (
    closed_place,
    doubled_cell_name,
    ragged_picture,
    unknown_letter,
    unknown_terrain,
    unused_terrain,
)
from pnp.checks.map.grid.sides import broken_road, contradicting_sides, no_side, unknown_side_kind

GRID_MAP_CHECKS = (
    unknown_letter,
    ragged_picture,
    unknown_terrain,
    unused_terrain,
    doubled_cell_name,
    closed_place,
    unknown_side_kind,
    contradicting_sides,
    no_side,
    broken_road,
)
"""Checks on the document of a grid map."""
