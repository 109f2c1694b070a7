"""Icon layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.draw.place import aligned
from pnp.draw.shape import colour_of
from pnp.model.icons import GRID
from pnp.model.layer import NOTHING
from pnp.scene.placed import PlacedIcon

if TYPE_CHECKING:
    from pnp.draw.place import Place
    from pnp.draw.scope import Scope
    from pnp.draw.studio import Studio
    from pnp.draw.zone import Zone
    from pnp.model.layer import IconArt
    from pnp.scene.items import Item, Origin

_EDGE = 1.5 / GRID
"""How much of an icon's square, at each side, is left free by its drawing."""


def draw_icon(art: IconArt, place: Place, scope: Scope, studio: Studio, zone: Zone, origin: Origin) -> tuple[Item, ...]:
    """The icon, as large as the box lets it be."""
    name = scope.text(art.icon)
    if name in ("", NOTHING):
        return ()  # a row without an icon
    colour = colour_of(art.colour, scope, studio)
    side = min(place.box.width, place.box.height)
    box = aligned(place.box, side, side, art.align or place.align, art.valign or place.valign)
    group = scope.named(art.icon, lambda name: studio.look.icon(name, box.left, box.top, side, colour))
    beyond = zone.beyond(box.grown(-side * _EDGE), scope.matrix)
    studio.notes.icons.append(PlacedIcon(origin, name, side, beyond))
    return (group,)
