"""Street maps."""

from pnp.checks.map.street.crosswalk_off_street import crosswalk_off_street
from pnp.checks.map.street.doubled_number import doubled_number
from pnp.checks.map.street.doubled_spot import doubled_spot
from pnp.checks.map.street.loose_end import loose_end
from pnp.checks.map.street.lot_without_exit import lot_without_exit
from pnp.checks.map.street.open_segment import open_segment
from pnp.checks.map.street.overlapping_streets import overlapping_streets
from pnp.checks.map.street.shared_crosswalk import shared_crosswalk
from pnp.checks.map.street.short_space import short_space
from pnp.checks.map.street.spot_on_one_way import spot_on_one_way
from pnp.checks.map.street.street_without_spaces import street_without_spaces
from pnp.checks.map.street.too_many_spaces import too_many_spaces
from pnp.checks.map.street.unplaced_scenery import unplaced_scenery

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
"""Checks on a street map as it is written."""


# Checks on streets, be they those of street maps or of tiles.

STREET_CHECKS = (
    overlapping_streets,
    too_many_spaces,
)
"""Checks on the streets of street maps and tiles."""
