"""What is done with the printed sheets of a component: paper, scissors and glue, by what it makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.model.component import Component, Makes

CARD = "card, 200–300 g"
BOARD = "paper on cardboard of 1–2 mm"
PAPER = "paper, 80–120 g"

BOARD_STEPS = (
    "Cut only the edges that the small plan on each sheet names.",
    "Lay the sheets out by their letters and numbers, tick on tick.",
    "Glue them together, then on cardboard.",
)

_CUT = "Cut along the marks at the edges of the sheet."


@dataclass(frozen=True, slots=True)
class Making:
    """The paper that a component wants, what to do with it, and whether it is one large face over several sheets."""

    stock: str
    steps: tuple[str, ...]
    spread: bool = False


_MAKINGS: dict[Makes, Making] = {
    "board": Making(BOARD, BOARD_STEPS, spread=True),
    "card": Making(CARD, (_CUT, "Or print on paper and sleeve the cards, each before a playing card.")),
    "tile": Making(BOARD, ("Glue the sheets on cardboard and let them dry under a weight.", _CUT)),
    "token": Making(BOARD, ("Glue the sheets on cardboard and let them dry under a weight.", "Cut the tokens out.")),
    "mat": Making(CARD, (_CUT,)),
    "standee": Making(
        CARD,
        (
            "Score the dashed lines with an empty pen, then cut along the outlines.",
            "Fold the faces outwards and the foot under them.",
            "Glue the hatched tab to the inside of the foot.",
        ),
    ),
    "pad": Making(PAPER, (_CUT, "Print as many as you need.")),
    "track": Making(CARD, (_CUT,)),
    "marker": Making(BOARD, ("Glue the sheets on cardboard and let them dry under a weight.", "Cut the markers out.")),
}


def making(component: Component) -> Making:
    """How a component is made where its document says nothing."""
    return _MAKINGS[component.makes]
