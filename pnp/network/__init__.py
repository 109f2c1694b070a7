"""Maps in; states, moves, distances, cuts, proofs out."""

from typing import TYPE_CHECKING

from pnp.network.layout import Layout, lay_out, whereabouts
from pnp.network.lowered import Lowered, lower
from pnp.network.lowering.area_map import lower_area_map
from pnp.network.network import Network, Place
from pnp.network.prove import prove
from pnp.network.requirements import Proof, Witness
from pnp.records import when_asked

if TYPE_CHECKING:
    from pnp.network.inspection.inspect import Inspection, inspect_map, inspect_network
    from pnp.network.inspection.report import inspection_data, inspection_rows, inspection_text
    from pnp.network.lowered import as_set_up


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
        "inspection.inspect": (
            "Inspection",
            "inspect_map",
            "inspect_network",
        ),
        "inspection.report": (
            "inspection_data",
            "inspection_rows",
            "inspection_text",
        ),
        "lowered": ("as_set_up",),
    },
)
