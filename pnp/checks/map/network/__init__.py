"""Checks on the network of a map and on the proofs of its requirements."""

from pnp.checks.map.network.requirements import broken_requirement, empty_requirement, undecided_requirement
from pnp.checks.map.network.structure import (
    articulation_point,
    bridge,
    dead_end,
    disconnected_part,
    trap,
    unreachable_place,
)

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
