"""Two lines of a manifest that go by the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.model.component import Component

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts
    from pnp.model.game import Game
    from pnp.model.pack import Entry


TAKEN = {
    "reference": "the rule reference",
    "draft": "the draft of the whole game",
    "duplex": "the whole game in that layout",
    "gutterfold": "the whole game in that layout",
    "single": "the whole game in that layout",
}
"""What files are named that a pack has beside those of its components."""


@check("duplicate-component", severity=ERROR)
def duplicate_component(facts: Facts) -> Iterator[Fault]:
    """Two lines of the manifest of a pack have the same id, or one has an id that names another file.

    Files are named by the ids of the manifest, so that the second component would be written over the first. The id is
    the name of the component's document where the line gives no other. `reference` is taken by the rule reference,
    `draft`, `duplex`, `gutterfold` and `single` by the whole game printed in that way.

    Fix: give one of the lines an `id` of its own, or print more with `copies`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml]
        components: [{component: coins}, {component: coins, optional: true}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml]
        components: [{component: coins}, {component: coins, id: more-coins, optional: true}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    first: dict[str, int] = {}
    for entry in facts.game.pack.components if facts.game.pack else ():
        whose = "the whole game" if entry.id == facts.game.id else TAKEN.get(entry.id)
        if whose:
            message = f"the id '{entry.id}' would give it the file of {whose}"
            yield Fault(entry.span, message, f"give it another, such as 'id: {entry.id}-{_kind(entry, facts.game)}'")
        if entry.id in first:
            message = f"the id '{entry.id}' is taken by line {first[entry.id]}"
            yield Fault(entry.span, message, "give it an id of its own, or print more with copies")
        first.setdefault(entry.id, entry.span.line)


def _kind(entry: Entry, game: Game) -> str:
    """What the component makes, for another name of it."""
    found = game.find(Component, entry.component.name)
    return found.makes if found else "part"
