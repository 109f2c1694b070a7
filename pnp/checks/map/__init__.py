"""Checks on maps: the lists by kind of map, and by what they look at."""

from pnp.checks.map.block_map import (
    duplicate_block,
    squares_too_small,
    stuck_lane,
    undrawn_address,
    uneven_address_table,
    uneven_block_names,
    unknown_side,
)
from pnp.checks.map.borders import (
    outline_corner,
    outline_gap,
    undeclared_border,
    undrawn_border,
    unknown_border,
)
from pnp.checks.map.grid_map import (
    broken_road,
    closed_place,
    contradicting_sides,
    doubled_cell_name,
    no_side,
    ragged_picture,
    unknown_letter,
    unknown_side_kind,
    unknown_terrain,
    unused_terrain,
)
from pnp.checks.map.names import (
    laid_isolation,
    scarce_closure,
    unknown_closure,
    unknown_district,
    unknown_place,
    unknown_spot,
    unknown_tag,
    unplaceable_closure,
    used_square,
)
from pnp.checks.map.network import (
    articulation_point,
    bridge,
    broken_requirement,
    dead_end,
    disconnected_part,
    empty_requirement,
    trap,
    undecided_requirement,
    unreachable_place,
)
from pnp.checks.map.paper import (
    crossing_roads,
    labels_too_close,
    off_map,
    places_too_close,
    road_through_place,
    same_label,
    unplaced_area,
)
from pnp.checks.map.regions import (
    centre_outside,
    missing_outline,
    outline_crossing,
    outline_off_map,
    outline_overlap,
    stray_outline,
    vanished_outline,
)
from pnp.checks.map.roads import (
    doubled_road,
    idle_class,
    one_way_in_two_way_map,
    part_without_road,
    road_to_whole_area,
    self_loop,
    unentered_place,
    unknown_class,
    unknown_ground,
    unknown_road_kind,
    unusable_road,
    waypoint_with_parts,
)
from pnp.checks.map.street_spaces import (
    crosswalk_off_street,
    doubled_number,
    doubled_spot,
    lot_without_exit,
    shared_crosswalk,
    short_space,
    spot_on_one_way,
    street_without_spaces,
    too_many_spaces,
    unplaced_scenery,
)
from pnp.checks.map.streets import (
    exit_at_corner,
    loose_end,
    loose_intersection,
    open_segment,
    overlapping_streets,
    seam_mismatch,
    street_along_edge,
)
from pnp.checks.map.tiles import (
    off_tile,
    same_space_name,
    too_few_tiles,
    unknown_run,
    unknown_space,
    unserved_site,
    unused_tile,
)

# What a map of any kind says, and the documents of each kind.

MAP_CHECKS = (
    unknown_place,
    unknown_tag,
    unknown_district,
    unknown_closure,
    unknown_spot,
    laid_isolation,
    scarce_closure,
    unplaceable_closure,
    used_square,
    unknown_class,
    unknown_ground,
    idle_class,
    unentered_place,
    unusable_road,
    road_to_whole_area,
    part_without_road,
    waypoint_with_parts,
)
"""Checks on the names in a map of any kind."""

AREA_MAP_CHECKS = (
    self_loop,
    unknown_road_kind,
    doubled_road,
    one_way_in_two_way_map,
)
"""Checks on the document of an area map."""

REGION_CHECKS = (
    missing_outline,
    vanished_outline,
    stray_outline,
    outline_overlap,
    outline_crossing,
    outline_off_map,
    centre_outside,
    undrawn_border,
    undeclared_border,
    outline_gap,
    outline_corner,
    unknown_border,
)
"""Checks on the outlines and borders of an area map."""

BLOCK_MAP_CHECKS = (
    duplicate_block,
    uneven_block_names,
    squares_too_small,
    stuck_lane,
    unknown_side,
    uneven_address_table,
    undrawn_address,
)
"""Checks on the document of a block map."""

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

STREET_CHECKS = (
    overlapping_streets,
    too_many_spaces,
)
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
"""Checks on the document of a street map."""

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

# A map on paper, its network, and its proofs.

LAYOUT_CHECKS = (
    unplaced_area,
    off_map,
    same_label,
    places_too_close,
    labels_too_close,
    road_through_place,
    crossing_roads,
)
"""Checks on the positions of a map."""

NETWORK_CHECKS = (
    unreachable_place,
    disconnected_part,
    trap,
    dead_end,
    articulation_point,
    bridge,
)
"""Checks on the network of a map, which must be whole."""

GRID_NETWORK_CHECKS = (
    unreachable_place,
    disconnected_part,
    trap,
)
"""Those on the network of a grid map: bays, corridors and doors between rooms are nothing to report there."""

PROOF_CHECKS = (
    broken_requirement,
    undecided_requirement,
    empty_requirement,
)
"""Checks on the proofs of a map's requirements."""

CHECKS_ON_MAPS = (
    *MAP_CHECKS,
    *AREA_MAP_CHECKS,
    *REGION_CHECKS,
    *BLOCK_MAP_CHECKS,
    *GRID_MAP_CHECKS,
    *STREET_CHECKS,
    *STREET_MAP_CHECKS,
    *SUPPLY_CHECKS,
    *TILE_MAP_CHECKS,
    *LAYOUT_CHECKS,
    *NETWORK_CHECKS,
    *PROOF_CHECKS,
)
"""Every check on maps."""
