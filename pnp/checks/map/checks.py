"""The registry: every check on maps, by what it looks at."""

from pnp.checks.map.articulation_point import articulation_point
from pnp.checks.map.bridge import bridge
from pnp.checks.map.broken_requirement import broken_requirement
from pnp.checks.map.crossing_roads import crossing_roads
from pnp.checks.map.crosswalk_off_street import crosswalk_off_street
from pnp.checks.map.dead_end import dead_end
from pnp.checks.map.disconnected_part import disconnected_part
from pnp.checks.map.doubled_number import doubled_number
from pnp.checks.map.doubled_road import doubled_road
from pnp.checks.map.doubled_spot import doubled_spot
from pnp.checks.map.duplicate_block import duplicate_block
from pnp.checks.map.exit_at_corner import exit_at_corner
from pnp.checks.map.labels_too_close import labels_too_close
from pnp.checks.map.laid_isolation import laid_isolation
from pnp.checks.map.loose_end import loose_end
from pnp.checks.map.loose_intersection import loose_intersection
from pnp.checks.map.lot_without_exit import lot_without_exit
from pnp.checks.map.off_map import off_map
from pnp.checks.map.off_tile import off_tile
from pnp.checks.map.one_way_in_two_way_map import one_way_in_two_way_map
from pnp.checks.map.open_segment import open_segment
from pnp.checks.map.overlapping_streets import overlapping_streets
from pnp.checks.map.places_too_close import places_too_close
from pnp.checks.map.road_through_place import road_through_place
from pnp.checks.map.same_label import same_label
from pnp.checks.map.same_space_name import same_space_name
from pnp.checks.map.seam_mismatch import seam_mismatch
from pnp.checks.map.self_loop import self_loop
from pnp.checks.map.shared_crosswalk import shared_crosswalk
from pnp.checks.map.short_space import short_space
from pnp.checks.map.spot_on_one_way import spot_on_one_way
from pnp.checks.map.squares_too_small import squares_too_small
from pnp.checks.map.street_along_edge import street_along_edge
from pnp.checks.map.street_without_spaces import street_without_spaces
from pnp.checks.map.stuck_lane import stuck_lane
from pnp.checks.map.too_few_tiles import too_few_tiles
from pnp.checks.map.too_many_spaces import too_many_spaces
from pnp.checks.map.trap import trap
from pnp.checks.map.undecided_requirement import undecided_requirement
from pnp.checks.map.undrawn_address import undrawn_address
from pnp.checks.map.uneven_address_table import uneven_address_table
from pnp.checks.map.uneven_block_names import uneven_block_names
from pnp.checks.map.unknown_closure import unknown_closure
from pnp.checks.map.unknown_district import unknown_district
from pnp.checks.map.unknown_place import unknown_place
from pnp.checks.map.unknown_run import unknown_run
from pnp.checks.map.unknown_side import unknown_side
from pnp.checks.map.unknown_space import unknown_space
from pnp.checks.map.unknown_spot import unknown_spot
from pnp.checks.map.unknown_tag import unknown_tag
from pnp.checks.map.unplaced_area import unplaced_area
from pnp.checks.map.unplaced_scenery import unplaced_scenery
from pnp.checks.map.unreachable_place import unreachable_place
from pnp.checks.map.unserved_site import unserved_site
from pnp.checks.map.unused_tile import unused_tile
from pnp.checks.map.used_square import used_square

MAP_CHECKS = (unknown_place, unknown_tag, unknown_district, unknown_closure, unknown_spot, laid_isolation, used_square)
"""Checks on what a map of any kind names."""

AREA_MAP_CHECKS = (self_loop, doubled_road, one_way_in_two_way_map)
"""Checks on an area map as it is written."""

BLOCK_MAP_CHECKS = (
    duplicate_block,
    uneven_block_names,
    squares_too_small,
    stuck_lane,
    unknown_side,
    uneven_address_table,
    undrawn_address,
)
"""Checks on a block map as it is written."""

STREET_CHECKS = (overlapping_streets, too_many_spaces)
"""Checks on the streets of street maps and tiles."""

STREET_MAP_CHECKS = (
    street_without_spaces,
    short_space,
    loose_end,
    crosswalk_off_street,
    shared_crosswalk,
    doubled_number,
    doubled_spot,
    spot_on_one_way,
    open_segment,
    lot_without_exit,
    unplaced_scenery,
)
"""Checks on a street map as it is written."""

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

LAYOUT_CHECKS = (
    unplaced_area,
    off_map,
    same_label,
    places_too_close,
    labels_too_close,
    road_through_place,
    crossing_roads,
)
"""Checks on a map as it lies on paper."""

NETWORK_CHECKS = (unreachable_place, disconnected_part, trap, dead_end, articulation_point, bridge)
"""Checks on the network of a map; to be run only where it is whole."""

PROOF_CHECKS = (broken_requirement, undecided_requirement)
"""Checks on the proofs of a map's requirements."""

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
