"""Street maps."""

from pnp.checks.map.street.spaces import (
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
from pnp.checks.map.street.streets import loose_end, open_segment, overlapping_streets

# Checks on street maps.

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


# Checks on streets of street maps and of tiles.

STREET_CHECKS = (
    overlapping_streets,
    too_many_spaces,
)
"""Checks on the streets of street maps and tiles."""
