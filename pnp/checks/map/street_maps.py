"""Checks on street maps."""

from pnp.checks.map.crosswalk_off_street import crosswalk_off_street
from pnp.checks.map.doubled_number import doubled_number
from pnp.checks.map.doubled_spot import doubled_spot
from pnp.checks.map.loose_end import loose_end
from pnp.checks.map.lot_without_exit import lot_without_exit
from pnp.checks.map.open_segment import open_segment
from pnp.checks.map.shared_crosswalk import shared_crosswalk
from pnp.checks.map.short_space import short_space
from pnp.checks.map.spot_on_one_way import spot_on_one_way
from pnp.checks.map.street_without_spaces import street_without_spaces
from pnp.checks.map.unplaced_scenery import unplaced_scenery

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
