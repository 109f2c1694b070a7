"""Two lines of a manifest that go by the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts


@check("duplicate-component", severity=ERROR)
def duplicate_component(facts: Facts) -> Iterator[Fault]:
    """Two lines of the manifest of a pack have the same id.

    Files are named by the ids of the manifest, so that the second component would be written over the first. The id is
    the name of the component's document where the line gives no other.

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
        if entry.id in first:
            message = f"the id '{entry.id}' is taken by line {first[entry.id]}"
            yield Fault(entry.span, message, "give it an id of its own, or print more with copies")
        first.setdefault(entry.id, entry.span.line)
