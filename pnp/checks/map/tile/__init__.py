"""Tile maps."""

from pnp.checks.map.tile.exit_at_corner import exit_at_corner
from pnp.checks.map.tile.loose_intersection import loose_intersection
from pnp.checks.map.tile.off_tile import off_tile
from pnp.checks.map.tile.same_space_name import same_space_name
from pnp.checks.map.tile.seam_mismatch import seam_mismatch
from pnp.checks.map.tile.street_along_edge import street_along_edge
from pnp.checks.map.tile.too_few_tiles import too_few_tiles
from pnp.checks.map.tile.unknown_run import unknown_run
from pnp.checks.map.tile.unknown_space import unknown_space
from pnp.checks.map.tile.unserved_site import unserved_site
from pnp.checks.map.tile.unused_tile import unused_tile

TILE_MAP_CHECKS = (
    too_few_tiles,
    unused_tile,
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
"""Checks on a tile map as it is written."""
