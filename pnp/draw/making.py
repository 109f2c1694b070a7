"""What is done with the printed sheets of a component: paper, scissors and glue, by what it makes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.model.component import Component, Makes
    from pnp.model.template import Template

CARD = "card, 200–300 g"
BOARD = "paper on cardboard of 1–2 mm"
PAPER = "paper, 80–120 g"
STICKER = "sticker paper"

BOARD_STEPS = (
    "Cut only the edges that the small plan on each sheet names.",
    "Lay the sheets out by their letters and numbers, tick on tick.",
    "Glue them together, then on cardboard.",
)

_CUT = "Cut along the marks at the edges of the sheet."
_MOUNT = "Glue the sheets on cardboard and let them dry under a weight."
_SCORE = "Score the dashed lines with an empty pen, then cut along the outlines."


@dataclass(frozen=True, slots=True)
class Making:
    """The paper that a component wants, what to do with it, and whether it is one large face over several sheets."""

    stock: str
    steps: tuple[str, ...]
    spread: bool = False


_DIE = Making(
    CARD,
    (
        _SCORE,
        "Fold all edges away from you, so that the print is outside.",
        "Glue the hatched tabs one after the other to the inside of the face that they meet; the last one closes it.",
    ),
)
_STICKERS = "Or print on paper and use a glue stick."

_MAKINGS: dict[Makes, Making] = {
    "board": Making(BOARD, BOARD_STEPS, spread=True),
    "card": Making(CARD, (_CUT, "Or print on paper and sleeve the cards, each before a playing card.")),
    "tile": Making(BOARD, (_MOUNT, _CUT)),
    "token": Making(BOARD, (_MOUNT, "Cut the tokens out.")),
    "mat": Making(CARD, (_CUT,)),
    "standee": Making(
        CARD,
        (_SCORE, "Fold the faces outwards and the foot under them.", "Glue the hatched tab to the inside of the foot."),
    ),
    "pad": Making(
        PAPER,
        (
            _CUT,
            "Print as many as you need.",
            "For a pad, brush glue along the upper edges of the stack and let it dry.",
        ),
    ),
    "track": Making(CARD, (_CUT,)),
    "marker": Making(BOARD, (_MOUNT, "Cut the markers out.")),
    "coin": Making(BOARD, (_MOUNT, "Cut the coins out.")),
    "note": Making(PAPER, (_CUT,)),
    "sticker": Making(STICKER, ("Cut the stickers out and put each on its place.", _STICKERS)),
    "die": _DIE,
    "box": Making(
        CARD,
        (
            _SCORE,
            "Fold all edges away from you, so that the print is outside.",
            "Glue the long hatched strip to the inside of the side that it meets.",
            "Fold the small flaps of the bottom in, glue the bottom on them, and its strip to the inside of the front.",
        ),
    ),
}


def making(component: Component, template: Template | None = None) -> Making:
    """How a component is made where its document says nothing; the steps name the width of what is round."""
    made = _MAKINGS[component.makes]
    if template is None or template.shape != "circle" or template.width != template.height or made.stock != BOARD:
        return made
    width = f"{template.width:.1f}".removesuffix(".0")
    return replace(made, steps=(*made.steps, f"They are {width} mm across: a punch of that size does it in one."))
