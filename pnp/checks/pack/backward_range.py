"""A range whose end comes before its start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts


@check("backward-range", severity=ERROR)
def backward_range(facts: Facts) -> Iterator[Fault]:
    """A range ends before it begins.

    There is no number of players from 4 to 2, and a requirement that ranges over no value holds whatever it says.

    Fix: put the smaller number first.

    Bad:
        kind: pack
        title: Harbour
        players: 4 to 2

    Good:
        kind: pack
        title: Harbour
        players: 2 to 4
    """
    if not (pack := facts.game.pack):
        return
    players = ("players", pack.players.least, pack.players.most)
    told = [(pack.span, players)] + [(rule.span, each) for rule in pack.requirements for each in rule.ranges]
    for span, (name, first, last) in told:
        if last < first:
            yield Fault(span, f"'{name}' goes from {first} to {last}", f"write {last} to {first}")
