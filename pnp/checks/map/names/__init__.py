"""Checks on the names in a map: those for all kinds, and those for area maps."""

from pnp.checks.map.names.closures import laid_isolation, unplaceable_closure, used_square
from pnp.checks.map.names.map_names import unknown_closure, unknown_district, unknown_place, unknown_spot, unknown_tag
from pnp.checks.map.names.movement import (
    idle_class,
    part_without_road,
    road_to_whole_area,
    unentered_place,
    unknown_class,
    unknown_ground,
    unusable_road,
    waypoint_with_parts,
)
from pnp.checks.map.names.roads import doubled_road, one_way_in_two_way_map, self_loop, unknown_road_kind

MAP_CHECKS = (
    unknown_place,
    unknown_tag,
    unknown_district,
    unknown_closure,
    unknown_spot,
    laid_isolation,
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
