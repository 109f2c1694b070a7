"""How large a box has to be for what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.facts.rows import count_of
from pnp.model.box import SLEEVE_MARGIN
from pnp.model.component import Component
from pnp.model.template import Template
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.box import Box
    from pnp.model.game import Game

FLAT = ("card", "tile", "token", "mat", "pad", "track", "marker", "coin", "note", "sticker")
"""What lies flat in a stack."""


@dataclass(frozen=True, slots=True)
class BoxSize:
    """The inside of a box in millimetres, and how many things lie in it."""

    width: float
    height: float
    depth: float
    count: int


def box_size(box: Box, game: Game) -> BoxSize | None:
    """The room that a box needs; None where something that it holds, or the template of it, is not there."""
    held = tuple(held_by(box, game))
    if len(held) < len(box.holds):
        return None
    more = box.clearance + (SLEEVE_MARGIN if box.sleeve else 0.0)
    count = sum(count_of(component, game) for component, _ in held)
    return BoxSize(
        width=max(template.width for _, template in held) + more,
        height=max(template.height for _, template in held) + more,
        depth=count * (box.thickness + 2 * box.sleeve) + box.clearance,
        count=count,
    )


def held_by(box: Box, game: Game) -> Iterator[tuple[Component, Template]]:
    """What the box holds and is there, with the templates."""
    for name in box.holds:
        component = game.find(Component, name.name)
        template = game.find(Template, component.template.name) if component and component.template else None
        if component and template and component.makes in FLAT:
            yield component, template
