"""Drawing: from a game to parts with finished scenes."""

from pnp.draw.component import draw_component, draw_game, studio_for
from pnp.draw.studio import MapPainter, Studio
from pnp.facts.look import Look, UnknownNameError, look_of

__all__ = [
    "Look",
    "MapPainter",
    "Studio",
    "UnknownNameError",
    "draw_component",
    "draw_game",
    "look_of",
    "studio_for",
]
