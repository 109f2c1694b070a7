"""A box for what another component prints: what it holds, and how much room that takes."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from pnp.model.reference import Ref
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pnp.source.tree import Node

Panel = Literal["front", "back", "left", "right", "top", "bottom"]

PANELS: tuple[Panel, ...] = ("front", "back", "left", "right", "top", "bottom")

THICKNESS = 0.30
"""How thick a printed card is, in millimetres."""

CLEARANCE = 1.0
"""How much wider, higher and deeper a box is than what lies in it, in millimetres."""

SLEEVES = {"none": 0.0, "standard": 0.04, "premium": 0.09}
"""How thick one side of a sleeve is, in millimetres."""

SLEEVE_MARGIN = 3.0
"""How much wider and higher a sleeve is than its card, in millimetres."""


@dataclass(frozen=True, slots=True)
class Box:
    """The box of the components that it `holds`, in one stack; `panels` are the templates of its sides.

    `thickness` is that of one card, `sleeve` that of one side of its sleeve, 0 where it has none.
    """

    holds: tuple[Ref, ...]
    panels: Mapping[Panel, Ref] = field(default_factory=dict)
    thickness: float = THICKNESS
    sleeve: float = 0.0
    clearance: float = CLEARANCE


def read_box(root: Node) -> Box:
    """The box that stands in the document `root` of a component that makes one."""
    thickness, sleeves, clearance, panels = (root.get(key) for key in ("thickness", "sleeves", "clearance", "panels"))
    return Box(
        holds=tuple(map(Ref.read, root.list("holds"))),
        panels={key.text: Ref.read(value) for key, value in panels.items()} if panels else {},  # type: ignore[misc]
        thickness=thickness.number if thickness else THICKNESS,
        sleeve=SLEEVES[sleeves.text] if sleeves and sleeves.text in SLEEVES else sleeves.number if sleeves else 0.0,
        clearance=clearance.number if clearance else CLEARANCE,
    )
