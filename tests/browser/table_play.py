"""The HTML table where play goes wrong: ways between boards and with headings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from tests.games import examined

from .chromium import Page
from .table import Table

Walk = Callable[[Table], Iterator[str]]


def faults(page: Page, game: str, folder: Path) -> Iterator[str]:
    """What goes wrong in the table of a game, which `table.faults` has left in the folder."""
    table = Table(page, folder / "tables" / f"{game}.html")
    page.call("Runtime.enable")
    page.size(1280, 720)
    yield from _lengths(table, game)
    for walk in WALKS.get(game, ()):
        page.size(1280, 720)
        table.open()
        yield from (f"{walk.__name__.strip('_')}: {fault}" for fault in walk(table))
        thrown = [each["params"]["exceptionDetails"] for each in page.events("Runtime.exceptionThrown")]
        yield from (f"{walk.__name__.strip('_')}: {each.get('exception', {}).get('description')}" for each in thrown)


# Ways: as `pnp inspect` has them, and from board to board.


def _lengths(table: Table, game: str) -> Iterator[str]:
    """Ways have the lengths of the checked network, and next places of all boards have rings."""
    table.open()
    table.begin()
    for number, network in enumerate(table.run("t.NETWORKS.map(n => n.name)")):
        found = next(
            each for each in examined(game).facts.networks.values() if each.places and _named(game, each) == network
        )
        spots = table.run(
            f"""t.all().filter(r => r.is === 'piece' && r.z && !r.in && r.up && t.PIECES[r.p].network === {number})
            .flatMap(r => t.PIECES[r.p].snaps.map((s, index) => [s.name, r.id, index]))"""
        )
        known = {name: (board, index) for name, board, index in spots if name in found.index}
        few = list(known)[:: max(1, len(known) // 24)]
        pairs = [(one, two) for one, two in product(few, few) if one != two]
        asked = json.dumps([[*known[one], *known[two]] for one, two in pairs])
        lengths = table.run(
            f"""{asked}.map(([b, i, c, k]) =>
            (t.shortestWay({{board: t.get(b), index: i}}, {{board: t.get(c), index: k}}) ?? {{length: null}}).length)"""
        )
        wrong = [
            (one, two, length, found.distance(one, two))
            for (one, two), length in zip(pairs, lengths, strict=True)
            if length != found.distance(one, two)
        ]
        if wrong:
            yield f"{network}: {len(wrong)} ways of {len(pairs)} have other lengths than the network: {wrong[:3]}"
        asked = json.dumps([known[name] for name in known])
        rings = table.run(
            f"""{asked}.map(([b, i]) => t.nextPlaces({{board: t.get(b), index: i}})
            .map(s => t.PIECES[s.board.p].snaps[s.index].name))"""
        )
        for name, shown in zip(known, rings, strict=True):
            wanted = {each for each in found.names(found.onward[found.index[name]]) if each in known}
            if set(shown) != wanted:
                yield f"{network}: '{name}' has rings at {shown}, not at {sorted(wanted)}"


def _named(game: str, network: Any) -> str:
    key = next(name for name, each in examined(game).facts.networks.items() if each is network)
    return next(each.name for each in examined(game).game.documents if each.id == key)


WALKS: dict[str, tuple[Walk, ...]] = {}
"""What is played in which game."""
