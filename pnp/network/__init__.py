"""Maps in; states, moves, distances, cuts, proofs out."""

from pnp.network.area_map import lower_area_map
from pnp.network.inspection import Inspection, inspect_map, inspect_network
from pnp.network.inspection_data import inspection_data, inspection_rows
from pnp.network.inspection_text import inspection_text
from pnp.network.layout import Layout, lay_out
from pnp.network.lower import Lowered, lower
from pnp.network.network import Network
from pnp.network.places import Place
from pnp.network.proof import Proof, Witness
from pnp.network.requirements import prove
from pnp.network.set_up import as_set_up
from pnp.network.whereabouts import whereabouts

__all__ = [
    "Inspection",
    "Layout",
    "Lowered",
    "Network",
    "Place",
    "Proof",
    "Witness",
    "as_set_up",
    "inspect_map",
    "inspect_network",
    "inspection_data",
    "inspection_rows",
    "inspection_text",
    "lay_out",
    "lower",
    "lower_area_map",
    "prove",
    "whereabouts",
]
