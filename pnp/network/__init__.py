"""Maps in; states, moves, distances, cuts, proofs out."""

from pnp.network.area_map import lower_area_map
from pnp.network.layout import Layout, lay_out
from pnp.network.network import Network, Place
from pnp.network.proof import Proof, Witness
from pnp.network.requirements import prove

__all__ = ["Layout", "Network", "Place", "Proof", "Witness", "lay_out", "lower_area_map", "prove"]
