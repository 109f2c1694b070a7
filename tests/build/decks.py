"""A pack of a few cards to print for anybody, and what a build of it writes."""

from __future__ import annotations

from pathlib import Path

from pnp.build.examine import Examined
from pnp.build.pipeline import build
from pnp.build.target import BuildOptions
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.pipeline import write

DECK = """\
# file: pack.yaml
kind: pack
title: Harbour
summary: A bay.
players: 2 to 4
credit: {designers: [Ada]}
licence: {name: CC0}
documents:
  [cards.yaml, card.yaml, back.yaml, wide.yaml, lying.yaml, gates.yaml, gate.yaml, coins.yaml, coin.yaml, shop.yaml]
components:
  - {component: cards}
  - {component: wide}
  - {component: gates, sheet: pieces}
  - {component: coins, sheet: pieces}
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
back: back
rows: [{name: Pier}, {name: Market, copies: 3}]
# file: wide.yaml
kind: component
makes: card
name: Wide cards
template: lying
rows: [{name: Ferry}]
# file: gates.yaml
kind: component
makes: standee
name: Gates
base: 9
stock: card
template: gate
# file: coins.yaml
kind: component
makes: token
name: Coins
stock: card
template: coin
copies: 6
# file: card.yaml
kind: template
size: poker
background: amber
layers: [{text: "{name}", style: card-title, where: "top, 15 high, inset 4"}]
# file: lying.yaml
kind: template
size: poker landscape
background: amber
layers: [{text: "{name}", style: card-title, where: "top, 15 high, inset 4"}]
# file: back.yaml
kind: template
size: poker
background: one-way
layers: [{text: Back, style: card-title, where: "top, 15 high, inset 4"}]
# file: gate.yaml
kind: template
size: 20 x 20
background: amber
layers: []
# file: coin.yaml
kind: template
size: 18 x 18
background: amber
layers: []
# file: shop.yaml
kind: profile
name: Card shop
prints: faces
file: jpeg
dpi: 100
sizes: {poker: 266 x 366}
"""


def built(folder: Path, text: str = DECK, **options: object) -> tuple[Examined, dict[str, Path]]:
    """What a build of the documents finds, and the files that it writes by their names below the pack's folder."""
    pack = folder / "deck"
    pack.mkdir(exist_ok=True)
    (target,) = find_targets([str(write(pack, text))])
    asked = BuildOptions(out=folder / "out", **options)  # type: ignore[arg-type]
    examined, written = build(load(target), asked, lambda _said: None)
    return examined, {each.path.relative_to(folder / "out" / "deck").as_posix(): each.path for each in written}
