"""A small game that is right in every way, to be spoilt by tests."""

HARBOUR = """\
# file: pack.yaml
kind: pack
title: Harbour
summary: Sail round the bay.
players: 2 to 4
minutes: 20 to 30
credit: {designers: [Ada Byron]}
licence: {name: CC BY 4.0, link: "https://creativecommons.org/licenses/by/4.0/"}
uses: [house]
documents:
  - maps/bay.yaml
  - maps/customs.yaml
  - boats.yaml
  - boat.yaml
  - boat-back.yaml
  - chart.yaml
  - sea.yaml
  - rules.yaml
  - icons.yaml
components:
  - {component: boats, expect: 3}
  - {component: chart, expect: 1}
definitions:
  crew(players): 2 * players
requirements:
  - {name: a crew for everyone, for: {players: 2 to 4}, holds: crew(players) >= players}
# file: maps/bay.yaml
kind: area-map
name: The bay
size: 120 x 90
two-way: true
keeps: [customs]
districts:
  old-town: {name: Old town, icon: anchor, colour: ink}
areas:
  Market: {at: [25, 25], in: old-town, tags: [start]}
  Church: {at: [60, 20]}
  Pier: {at: [95, 45], tags: [shop]}
  Gate: {at: [45, 65], tags: [shop]}
roads:
  - Market -- Church -- Pier -- Gate -- Market
# file: maps/customs.yaml
kind: requirements
name: What a town must be
requirements:
  - {name: all is joined, connected: true}
  - {name: the pier is two steps from the market, distance: {from: Market, to: Pier, is: 2}}
# file: boats.yaml
kind: component
makes: card
name: Boats
template: boat
back: boat-back
rows:
  - {name: Sloop, sails: 1}
  - {name: Cutter, sails: 2, copies: 2}
# file: boat.yaml
kind: template
size: 63 x 88
background: paper
layers:
  - {text: "{name}", style: card-title, where: "top, 12 high, 6 from top, 6 from left, 6 from right"}
  - {text: "{sails} of {crew(2)}", where: "middle, 40 x 10"}
# file: boat-back.yaml
kind: template
size: 63 x 88
background: ink
layers: []
# file: chart.yaml
kind: component
makes: board
name: Chart
template: sea
# file: sea.yaml
kind: template
size: 150 x 120
layers:
  - {map: bay, where: fill}
# file: icons.yaml
kind: icons
icons:
  anchor: [{line: M12 4V20M5 13Q12 24 19 13}]
# file: rules.yaml
kind: rulebook
sections:
  - title: Boats
    text: "Everyone has {crew(1)} sailors."
"""


def harbour(*changes: tuple[str, str]) -> str:
    """The game with each of the first texts, which must be there, replaced by the second."""
    text = HARBOUR
    for old, new in changes:
        assert old in text, f"the game has no '{old}'"
        text = text.replace(old, new, 1)
    return text
