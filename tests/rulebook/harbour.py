"""A small harbour game, and the stages that lead to its rulebook."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from pnp.facts import Facts, gather_facts
from pnp.loader.target import schema_folder
from pnp.model.component import read_component
from pnp.model.faces.theme import read_icons
from pnp.model.game import Game
from pnp.model.maps.area_map import AreaMap, read_area_map
from pnp.model.pack import read_pack
from pnp.model.rulebook import Rulebook, RuleErrors, read_rulebook
from pnp.network import lower
from pnp.rulebook import build_rulebook
from pnp.source import load_schemas, read_document, validate

if TYPE_CHECKING:
    from pnp.rulebook import RulebookDocument

PACK = """
kind: pack
title: Harbour
summary: Row from pier to pier, and be home before the tide.
players: 2 to 4
minutes: 20
credit:
  designers: [Ada Byron]
  line: Harbour by Ada Byron, https://example.org/harbour
  source: a game of our grandparents
  changes: the map is new
licence: {name: CC BY 4.0, link: "https://creativecommons.org/licenses/by/4.0/"}
definitions: {boats(n): 2 * n, crates: 12}
components:
  - {component: boats}
  - {component: crates, name: Crates, optional: true}
"""

MAP = """
kind: area-map
name: Old harbour
areas: {Market: {tags: [start]}, Church: {}, Pier: {}, Ferry: {}}
roads: [Market -- Church -- Pier -- Ferry]
"""

BOATS = """
kind: component
makes: token
name: Boats
template: boat
copies: 8
"""

CRATES = """
kind: component
makes: token
name: Boxes
template: crate
copies: 12
"""

ICONS = """
kind: icons
icons:
  anchor: [{line: M12 3v18M5 14a7 7 0 0 0 14 0, width: 2}, {fill: M12 1l2 2l-2 2l-2 -2z}]
  buoy: [{fill: M12 4l4 16h-8z}]
"""

RULES = """
kind: rulebook
icons: {anchor: You may stay here., buoy: Nobody may stay here.}
sections:
  - title: What you need
    text:
      - components: true
      - Any coin will do for a *crate*; you need **{crates} of them**.
  - title: Set-up
    text:
      - steps:
          - Lay out the map of {town.name}.
          - "Each player takes {boats(1)} boats, as table {table:boats} shows."
          - Put a boat on {town.areas[0].name} {icon:anchor}.
      - table: boats
    reference:
      - bullets: ["Two boats each.", "Start at {town.areas[0].name}."]
  - title: Your turn
    id: turn
    text:
      - Row along one road. A road is as long as table {table:ways} says.
      - note: The tide waits for nobody.
      - example:
          - "From Market to Ferry it is {distance(town, 'Market', 'Ferry')} moves:"
          - bullets: [to Church, to Pier, to Ferry]
      - table: ways
    reference: true
    sections:
      - {title: Storm, text: "In a storm {section:turn} is skipped."}
  - title: Variants and doubts
    id: more
    text:
      - variant:
          name: Night
          text: How dark it is.
          options:
            - {name: Dusk, text: You see the piers., default: true}
            - {name: Midnight, text: You see *nothing*.}
          changes: [Boats carry a lamp.]
      - open-point: {question: "May two boats share a pier?", reading: "Yes, if both are moored."}
      - table: boats
      - icons: true
tables:
  boats:
    title: Boats and crates
    rows: {each: n, in: "range(2, 5)", head: "text(n) + ' players'"}
    columns:
      - {head: Boats, cell: boats(n), total: true}
      - {head: Crates, cell: crates - n, total: true}
      - {head: "In {town.name}", text: "**{n}** rowers"}
    caption: Nobody rows alone.
    corner: Crew
    reference: true
  ways:
    title: How far it is
    rows: {each: a, in: town.areas, head: a.name}
    columns: {each: b, in: town.areas, head: b.name, cell: "distance(town, a, b)"}
    triangle: true
  tides:
    title: Tides
    rows:
      - {tide: high, mood: "=calm"}
      - {tide: low, mood: "a | b, \\"c\\""}
    columns: [{head: Tide, cell: tide}, {head: Mood, cell: mood}]
"""

READERS: dict[str, Any] = {
    "area-map": read_area_map,
    "component": read_component,
    "icons": read_icons,
    "rulebook": read_rulebook,
}


def root_of(text: str, file: str, clean: bool = True) -> Any:
    """The root node of a document that its schema has nothing against."""
    document = validate(read_document(textwrap.dedent(text).encode(), file), load_schemas(schema_folder()))
    assert not clean or not document.findings, document.findings
    assert document.root is not None
    return document.root


def game_of(rules: str = RULES, pack: str | None = PACK) -> Game:
    """The harbour game with these rules."""
    texts = {"town": MAP, "boats": BOATS, "crates": CRATES, "icons": ICONS, "rules": rules}
    documents = []
    for name, text in texts.items():
        root = root_of(text, f"{name}.yaml")
        documents.append(READERS[root["kind"].text](root, name))
    return Game(read_pack(root_of(pack, "pack.yaml"), "harbour") if pack else None, tuple(documents))


def facts_of(game: Game) -> Facts:
    """The facts of a game."""
    return gather_facts(game, {found.id: lower(found).network for found in game.all(AreaMap)})


def built(rules: str = RULES, pack: str | None = PACK) -> tuple[RulebookDocument, RuleErrors]:
    """The document of these rules, and what could not be computed."""
    game = game_of(rules, pack)
    return build_rulebook(next(game.all(Rulebook)), facts_of(game))


def document_of(rules: str = RULES, pack: str | None = PACK) -> RulebookDocument:
    """The document of these rules, in which everything could be computed."""
    document, errors = built(rules, pack)
    assert errors == RuleErrors()
    return document


def rules_with(text: str) -> str:
    """A rulebook of one section that says just this."""
    return f"kind: rulebook\nsections:\n  - title: One\n    text:\n{textwrap.indent(textwrap.dedent(text), '      ')}"
