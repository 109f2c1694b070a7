"""A pack on disk for tests of the language functions."""

from __future__ import annotations

from pathlib import Path

from pnp.language.document_names import NameSite
from pnp.language.names import NameIndex, names_of
from pnp.language.roles import Role
from pnp.loader import Target, find_targets
from pnp.loader.pack import Loaded, load

PACK = """\
# file: pack.yaml
kind: pack
title: Harbour
players: 2 to 4
documents: [bay.yaml, cards.yaml, card.yaml, look.yaml, rules.yaml]
components: [{component: cards}]
definitions:
  far(a): "distance(bay, 'Old pier', a)"
  sloops: count(c for c in cards.rows if c.sails == 1 and c.berth == 'x')
requirements:
  - {name: not far, holds: "far('Market') <= 2 and count(a for a in bay.areas if 'shop' in a.tags) == 1"}
# file: bay.yaml
kind: area-map
name: The bay
size: 120 x 90
districts:
  town: {name: Town, icon: spade, colour: reef}
areas:
  Market: {at: [25, 25], in: town, tags: [start]}
  "Old pier": {at: [95, 45], tags: [shop]}
  Gate: {at: [45, 65]}
roads:
  - Market -- Old pier -> Gate
  - {from: Gate, to: Market}
requirements:
  - {name: near, distance: {from: Market, to: 'Old pier', is: 1}}
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
fields:
  title: text
  sails: whole number
  berth: place of bay
rows: cards.csv
# file: cards.csv
title,Sails,berth
Sloop,1,Market
"Cutter, large",2,"Old pier"
# file: card.yaml
kind: template
size: 44 x 68
layers:
  - {text: "{title} has {sails} sails {icon:spade}", style: body, where: "top, 20 high"}
  - {map: bay, highlight: berth, where: "bottom, 40 high"}
# file: look.yaml
kind: theme
extends: theme
palette:
  reef: "#225577"
  deep: reef
# file: rules.yaml
kind: rulebook
sections:
  - title: Moves
    text:
      - >-
        Sail from the market to the pier: {distance(bay, 'Market',
        'Old pier')} step. There are {sloops} sloops.
"""


def write(folder: Path, text: str = PACK) -> Target:
    """Write the files of a text into a folder, and return the pack there."""
    for part in text.split("# file: ")[1:]:
        name, _, content = part.partition("\n")
        (folder / name).write_bytes(content.encode())
    (target,) = find_targets([str(folder)])
    return target


def read(folder: Path, text: str = PACK) -> tuple[Target, Loaded, NameIndex]:
    """Write and load a pack, and return it with its names."""
    target = write(folder, text)
    loaded = load(target)
    return target, loaded, names_of(loaded)


def site(names: NameIndex, role: Role, name: str) -> NameSite:
    """Return the first definition of a name."""
    return next(each for each in names.sites if (each.role, each.name) == (role, name) and each.defines)


def where(sites: tuple[NameSite, ...]) -> list[str]:
    """Return the places of sites as `file:line`, without folders."""
    return [f"{Path(each.span.file).name}:{each.span.line}" for each in sites]
