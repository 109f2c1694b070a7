"""One map of a game, for whoever looks at it alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.draw.bare_map import map_scene
from pnp.draw.component import studio_for
from pnp.model.game_map import GameMap
from pnp.network import Network, lower

if TYPE_CHECKING:
    from pnp.load import Loaded
    from pnp.model.game import Game


@dataclass(frozen=True, slots=True)
class Mapped:
    """A map with its network; `owner` is the pack that it belongs to, or its own name."""

    owner: str
    game: Game
    area_map: GameMap
    network: Network


def maps_of(loaded: Loaded) -> tuple[Mapped, ...]:
    """The maps of a game; of one file where it was loaded for that."""
    game = loaded.game
    found = (drawn for drawn in game.all(GameMap) if loaded.focus in (None, drawn.span.file))
    return tuple(Mapped(game.id or drawn.id, game, drawn, lower(drawn).network) for drawn in found)


def picture_of(mapped: Mapped, form: str) -> bytes | None:
    """The map drawn as SVG, or as PNG of 150 dpi; None where it can't be drawn."""
    scene = map_scene(mapped.area_map, studio_for(mapped.game))
    if scene is None:
        return None
    if form == "svg":
        from pnp.render.svg import render_svg

        return render_svg(scene)
    from pnp.render.png import render_png

    return render_png(scene, 150)
