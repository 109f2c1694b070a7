"""Checks on maps of any kind, by what they look at."""

from pnp.checks.map.articulation_point import articulation_point
from pnp.checks.map.bridge import bridge
from pnp.checks.map.broken_requirement import broken_requirement
from pnp.checks.map.crossing_roads import crossing_roads
from pnp.checks.map.dead_end import dead_end
from pnp.checks.map.disconnected_part import disconnected_part
from pnp.checks.map.empty_requirement import empty_requirement
from pnp.checks.map.labels_too_close import labels_too_close
from pnp.checks.map.laid_isolation import laid_isolation
from pnp.checks.map.off_map import off_map
from pnp.checks.map.places_too_close import places_too_close
from pnp.checks.map.road_through_place import road_through_place
from pnp.checks.map.same_label import same_label
from pnp.checks.map.trap import trap
from pnp.checks.map.undecided_requirement import undecided_requirement
from pnp.checks.map.unknown_closure import unknown_closure
from pnp.checks.map.unknown_district import unknown_district
from pnp.checks.map.unknown_place import unknown_place
from pnp.checks.map.unknown_spot import unknown_spot
from pnp.checks.map.unknown_tag import unknown_tag
from pnp.checks.map.unplaced_area import unplaced_area
from pnp.checks.map.unreachable_place import unreachable_place
from pnp.checks.map.used_square import used_square

MAP_CHECKS = (
    unknown_place,
    unknown_tag,
    unknown_district,
    unknown_closure,
    unknown_spot,
    laid_isolation,
    used_square,
)
"""Checks on what a map of any kind names."""

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

NETWORK_CHECKS = (
    unreachable_place,
    disconnected_part,
    trap,
    dead_end,
    articulation_point,
    bridge,
)
"""Checks on the network of a map; to be run only where it is whole."""

PROOF_CHECKS = (
    broken_requirement,
    undecided_requirement,
    empty_requirement,
)
"""Checks on the proofs of a map's requirements."""
