"""Maps by themselves, for whoever looks at one: its figures, its picture, its heat, and what breaks a requirement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.build.names import file_name
from pnp.draw.bare_map import map_scene
from pnp.draw.component import studio_for
from pnp.draw.fonts import house_fallback
from pnp.draw.map_layer import last_style
from pnp.draw.map_painter import placement
from pnp.model.game_map import GameMap
from pnp.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.build.examine import Examined
    from pnp.draw.studio import Studio
    from pnp.load import Loaded
    from pnp.model.game import Game
    from pnp.model.game_map import Point
    from pnp.network import Inspection, Lowered, Network, Proof
    from pnp.scene.items import Scene

DPI = 150
"""The resolution of maps as PNG."""


@dataclass(frozen=True, slots=True)
class Mapped:
    """A map with what it was lowered to; `owner` is the pack that it belongs to, or its own name."""

    owner: str
    game: Game
    map: GameMap
    lowered: Lowered

    @property
    def network(self) -> Network:
        """The network of the map as printed."""
        return self.lowered.network


def maps_of(loaded: Loaded) -> tuple[Mapped, ...]:
    """The maps of a game; of one file where it was loaded for that."""
    from pnp.network import lower

    game = loaded.game
    found = (drawn for drawn in game.all(GameMap) if loaded.focus in (None, drawn.span.file))
    return tuple(Mapped(game.id or drawn.id, game, drawn, lower(drawn)) for drawn in found)


def pictures_of(mapped: Mapped, inspection: Inspection, form: str) -> Iterator[tuple[str, bytes]]:
    """The map as it is printed, and as heat, as SVG or as PNG of 150 dpi, named; nothing where it can't be drawn."""
    from pnp.draw.heat import heat_map

    base = map_scene(mapped.map, studio_for(mapped.game))
    if base is None:
        return
    yield f"{mapped.map.id}-map.{form}", _rendered(base, form)
    spots = _spots(mapped.game, mapped.map, mapped.network)
    heat = heat_map(mapped.map, base, spots, inspection, house_fallback(mapped.game))
    if heat:
        yield f"{mapped.map.id}-heat.{form}", _rendered(heat, form)


def overlays_of(examined: Examined) -> Iterator[tuple[str, bytes]]:
    """An SVG for each broken requirement: its map with what breaks it, named by map, number and name.

    Nothing for a map that can't be drawn, nor where what breaks it has no place on paper.
    """
    game, numbers = examined.game, dict[str, int]()
    studio = studio_for(game)
    for _, proof in examined.report.proofs:
        number = numbers[proof.map] = numbers.get(proof.map, 0) + 1
        drawn = game.find(GameMap, proof.map) if proof.holds is False else None
        scene = _overlay(drawn, proof, examined, studio) if drawn else None
        if scene:
            name = f"{proof.map}-{number:02}-{file_name(proof.name)}.svg"
            yield f"{game.id}/{name}" if game.id else name, _rendered(scene, "svg")


def _overlay(drawn: GameMap, proof: Proof, examined: Examined, studio: Studio) -> Scene | None:
    from pnp.draw.overlay import overlay
    from pnp.network import as_set_up, lower

    setup = proof.witness.setup if proof.witness else ()
    shown = as_set_up(drawn, setup)
    network = examined.networks[drawn.id] if shown is drawn else lower(shown).network
    base = map_scene(shown, studio)
    return overlay(base, _spots(examined.game, shown, network), proof, examined.fallback) if base else None


def _spots(game: Game, drawn: GameMap, network: Network) -> dict[str, Point]:
    """The centres of all that has a name on the map, where they come to lie on its face."""
    from pnp.network import whereabouts

    style = last_style(game)
    if style is None:
        return {}
    scale, _, _, _, left, top = placement(drawn, style, drawn.width, drawn.height)
    return {name: (left + scale * x, top + scale * y) for name, (x, y) in whereabouts(drawn, network).items()}


def _rendered(scene: Scene, form: str) -> bytes:
    if form == "svg":
        from pnp.render.svg import render_svg

        return render_svg(scene)
    from pnp.render.png import render_png

    return render_png(scene, DPI)
