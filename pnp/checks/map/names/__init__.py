"""What maps and area maps name."""

from pnp.checks.map.names.doubled_road import doubled_road
from pnp.checks.map.names.one_way_in_two_way_map import one_way_in_two_way_map
from pnp.checks.map.names.self_loop import self_loop

AREA_MAP_CHECKS = (
    self_loop,
    doubled_road,
    one_way_in_two_way_map,
)
"""Checks on an area map as it is written."""
