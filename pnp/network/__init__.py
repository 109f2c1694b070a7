"""Maps in; states, moves, distances, cuts, proofs out."""

from typing import TYPE_CHECKING

from pnp.network.area_map import lower_area_map
from pnp.network.layout import Layout, lay_out
from pnp.network.lower import Lowered, lower
from pnp.network.network import Network
from pnp.network.places import Place
from pnp.network.proof import Proof, Witness
from pnp.network.requirements import prove
from pnp.network.whereabouts import whereabouts
from pnp.parts import when_asked

if TYPE_CHECKING:
    from pnp.network.inspection import Inspection, inspect_map, inspect_network
    from pnp.network.inspection_report import inspection_data, inspection_rows
    from pnp.network.inspection_words import inspection_text
    from pnp.network.set_up import as_set_up

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

__getattr__ = when_asked(
    __name__,
    {
        "inspection": ("Inspection", "inspect_map", "inspect_network"),
        "inspection_report": ("inspection_data", "inspection_rows"),
        "inspection_words": ("inspection_text",),
        "set_up": ("as_set_up",),
    },
)
