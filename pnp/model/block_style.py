"""How block maps are drawn: what stands on the blocks, and what is painted on their streets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pnp.model.reference import Ref
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.source.tree import Node

Fill = Literal["town", "tiles"]


@dataclass(frozen=True, slots=True)
class BlockStyle:
    """The blocks of a block map: built on, or left as places for tiles.

    `names` is the text role of their names and `letters` that of the addresses at their rims; neither is printed where
    it is None. `arrows` are painted where lanes lead into intersections, and `bays` where an address is served.
    """

    fill: Fill = "town"
    names: Ref | None = None
    letters: Ref | None = None
    arrows: bool = True
    bays: bool = True

    @classmethod
    def read(cls, node: Node) -> BlockStyle:
        """The style at `node`."""

        def ref(key: str) -> Ref | None:
            value = node.get(key)
            return Ref.read(value) if value else None

        def truth(key: str) -> bool:
            return key not in node or node[key].value is True

        fill: Fill = "tiles" if "fill" in node and node["fill"].text == "tiles" else "town"
        return cls(fill, ref("names"), ref("letters"), truth("arrows"), truth("bays"))


PLAIN = BlockStyle()
"""How blocks are drawn where a style says nothing of them."""
