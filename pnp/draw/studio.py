"""All that the faces of one component are drawn with."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pnp.draw.notes import Notes
from pnp.expression import Work
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.draw.look import Look
    from pnp.draw.text import Setting
    from pnp.model.game import Game
    from pnp.model.game_map import GameMap
    from pnp.model.map_style import MapStyle
    from pnp.scene.items import Bitmap, Item
    from pnp.scene.lettering import Lettering
    from pnp.scene.placed import PlacedText, TroubleKind
    from pnp.scene.svg_art import Drawing


class MapPainter(Protocol):
    """Draws a map into a box with (0, 0) at its top left corner; `highlight` are the places that stand out."""

    def __call__(
        self, drawn: GameMap, style: MapStyle, look: Look, width: float, height: float, highlight: frozenset[str]
    ) -> tuple[Item, ...]:
        """The items of the map."""
        ...


class NoImage(NamedTuple):
    """Why a picture can't be had."""

    kind: TroubleKind
    message: str
    hint: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Studio:
    """The game, its look and the painter of its maps; what is drawn twice alike is drawn once.

    One studio serves all components of a game, with new `notes` and `layers` for each; a component of one row needs no
    `layers`. Its `work` is what the formulas of the component may take.
    """

    game: Game
    look: Look
    paint_map: MapPainter
    notes: Notes = field(default_factory=Notes)
    settings: dict[object, Setting] = field(default_factory=dict, repr=False)
    drawings: dict[object, tuple[Item, ...]] = field(default_factory=dict, repr=False)
    lettering: dict[object, Lettering] = field(default_factory=dict, repr=False)
    images: dict[str, Bitmap | Drawing | NoImage] = field(default_factory=dict, repr=False)
    layers: dict[object, tuple[tuple[Item, ...], PlacedText | None]] | None = field(default_factory=dict, repr=False)
    work: Work = field(default_factory=Work)

    @property
    def language(self) -> str:
        """The language that words are set in."""
        return self.game.pack.language if self.game.pack else "en"
