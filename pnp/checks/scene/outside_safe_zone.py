"""A text or icon that a crooked cut may spoil."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import SLACK, group_placed, lengths, place_told, quoted, rows_met
from pnp.diagnostics import WARNING, Fault, check
from pnp.scene.parts import PlacedIcon, PlacedText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.parts import Drawn


@check("outside-safe-zone", severity=WARNING)
def outside_safe_zone(drawn: Drawn) -> Iterator[Fault]:
    """A text or an icon reaches out of the safe zone.

    Scissors and printers stray by a millimetre or two. What must not be cut keeps off the edge by the `safe`
    distance of the template.

    Fix: move the layer inwards with `inset 3`, or make it smaller; lower `safe` where you trust your scissors.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{icon: star, where: "top left, 9 x 9"}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{icon: star, where: "top left, 9 x 9, inset 3"}]
    """
    fitting = (text for text in drawn.texts if max(text.overflow_x, text.overflow_y) <= SLACK)
    things: tuple[PlacedText | PlacedIcon, ...] = (*fitting, *drawn.icons)
    beyond = (thing for thing in things if thing.beyond > SLACK)
    for group in group_placed((thing.origin.span, thing) for thing in beyond):
        worst = max(group, key=lambda thing: thing.beyond)
        what = f"the text {quoted(worst.text)}" if isinstance(worst, PlacedText) else f"the icon '{worst.name}'"
        message = f"{what} reaches {lengths(worst.beyond)} out of the safe zone{place_told((worst, *group))}"
        hint = "move it inwards, such as with inset 3, or make it smaller"
        yield Fault(worst.origin.span, message, hint, rows=rows_met(group))
