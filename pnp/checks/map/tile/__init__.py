"""Tile maps."""

from pnp.checks.map.tile.tile_streets import exit_at_corner, loose_intersection, seam_mismatch, street_along_edge
from pnp.checks.map.tile.tiles import (
    off_tile,
    same_space_name,
    too_few_tiles,
    unknown_run,
    unknown_space,
    unserved_site,
    unused_tile,
)

SUPPLY_CHECKS = (too_few_tiles, unused_tile)
"""Checks on the number of tiles, of a city and of a grid map."""

TILE_MAP_CHECKS = (
    unknown_space,
    same_space_name,
    unknown_run,
    off_tile,
    street_along_edge,
    exit_at_corner,
    seam_mismatch,
    loose_intersection,
    unserved_site,
)
"""Checks on the document of a tile map."""
