"""Convert maps to networks of states and moves, and prove requirements about them."""

from pnp.network.layout import lay_out, whereabouts
from pnp.network.lowering import Lowered, lower
from pnp.network.network import Network, Place
from pnp.network.prove import prove
from pnp.network.requirements import Proof, Witness

__all__ = [
    "Lowered",
    "Network",
    "Place",
    "Proof",
    "Witness",
    "lay_out",
    "lower",
    "prove",
    "whereabouts",
]
