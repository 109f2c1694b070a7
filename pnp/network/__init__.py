"""Maps in; states, moves, distances, cuts, proofs out."""

from pnp.network.area_map import lower_area_map
from pnp.network.network import Network, Place
from pnp.network.proof import Proof, Witness

__all__ = ["Network", "Place", "Proof", "Witness", "lower_area_map"]
