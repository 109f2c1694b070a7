"""A game with a map that is drawn, and rules that show it."""

from __future__ import annotations

import textwrap
from pathlib import Path

from pnp.build.examine import Examined, examine
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.pipeline import write

GAME = """
# file: pack.yaml
kind: pack
title: Harbour
summary: Row from pier to pier.
players: 2
credit: {{designers: [Ada]}}
licence: {{name: CC0}}
documents: [bay.yaml, lanes.yaml, town.yaml, rules.yaml]
components: []
# file: bay.yaml
kind: area-map
name: the bay
size: 120 x 80
movement: {{boat: {{never: Church}}, cart: {{}}}}
areas:
  Market: {{at: [20, 20], tags: [start]}}
  Church: {{at: [60, 15]}}
  Pier: {{at: [100, 20]}}
  Ferry: {{at: [100, 60]}}
  Gate: {{at: [60, 65]}}
  Mill: {{at: [20, 60]}}
roads: [Market -- Church -- Pier -- Ferry -- Gate -- Mill -- Market]
closures: {{rope: {{lies-on: places, never: [Mill]}}}}
# file: lanes.yaml
kind: block-map
name: the lanes
blocks: {{rows: 2, columns: 2}}
turns: [right, straight, left]
unused: [1/1, 12/1, 1/12, 12/12]
# file: town.yaml
kind: street-map
name: the town
size: 200 x 160
intersections: spaces
mouths: crosswalks
streets:
  High Street: 30 40 -- 170 40
  Low Street: 30 120 -- 170 120
  West Lane: 30 40 -- 30 120
  East Lane: 170 40 -- 170 120
crosswalks: {{West gate: [30, 80]}}
one-way-spots: [High Street 3]
closures:
  gate: {{lies-on: crossings}}
  arrow: {{lies-on: segments}}
# file: rules.yaml
kind: rulebook
sections:
  - title: Roads
    text:
{rules}
"""


def examined(folder: Path, rules: str) -> Examined:
    """The game with these blocks in its rules."""
    text = GAME.format(rules=textwrap.indent(textwrap.dedent(rules).strip("\n"), "      "))
    return examine(load(find_targets([str(write(folder, text))])[0]))
