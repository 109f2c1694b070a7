"""A component with more or fewer things than the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.facts import Facts, count_of, is_sure
from pnp.model.component import Component

if TYPE_CHECKING:
    from collections.abc import Iterator


@check("wrong-count", severity=ERROR)
def wrong_count(facts: Facts) -> Iterator[Fault]:
    """A component has more or fewer things than the manifest expects.

    `expect` is the count that the rules of the game name. It is held against what the rows and copies of the
    component make.

    Fix: add or take away rows or copies, or correct the count where the rules say so.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [coins.yaml, coin.yaml]
        components: [{component: coins, expect: 3}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        rows: [{}, {}]
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
        components: [{component: coins, expect: 2}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: coin
        rows: [{}, {}]
        # file: coin.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    game = facts.game
    for entry in game.pack.components if game.pack else ():
        component = game.find(Component, entry.component.name)
        if component is None or entry.expect is None or not is_sure(component, game):
            continue
        count = entry.copies * count_of(component, game)
        if count != entry.expect:
            yield Fault(
                entry.span,
                f"'{entry.id}' has {count} {_things(count)}, expected {entry.expect}",
                _way_out(count, entry.expect),
            )


def _things(count: int) -> str:
    return "thing" if count == 1 else "things"


def _way_out(count: int, expected: int) -> str:
    if count < expected:
        return f"add {expected - count} to the rows or copies of the component, or correct the count"
    return f"take {count - expected} from the rows or copies of the component, or correct the count"
