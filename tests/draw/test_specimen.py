"""One template with every kind of layer, as a text that people read when it changes."""

from __future__ import annotations

from collections.abc import Callable

from pnp.scene.drawings import dump
from tests.draw.desk import drawn

SPECIMEN = """
    # file: port.yaml
    kind: area-map
    size: 40 x 30
    areas: {Market: {at: [10, 10]}, Pier: {at: [30, 20]}}
    roads: [Market -- Pier]
    # file: plain.yaml
    kind: map-style
    places: {diameter: 6}
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    rows: [{name: Market, mark: pin, seats: 2}]
    # file: card.yaml
    kind: template
    size: 60 x 90
    corners: 3
    background: pavement
    layers:
      - {panel: amber, where: "top, 14 high", name: head}
      - {panel: none, outline: card-frame, radius: 2, where: inset 2}
      - {text: "{name} of **{seats}**, *with {icon:heart} too*", style: body, where: in head, fit: shrink to 8 pt}
      - {ellipse: "#FF0000", outline: thin, outline-colour: one-way, at: [4, 18], size: 8 x 6}
      - {polygon: 3, fill: club, at: [16, 18], size: 8}
      - {polygon: [[0, 0], [8, 0], [4, 6]], fill: heart, at: [28, 18]}
      - {path: "M0 0h6l2 3-2 3H0z", fill: diamond, at: [40, 18]}
      - {line: fold, from: left, to: [50, 0], colour: quiet, where: "below head, top, inset 4, 10 from top, 2 high"}
      - {icon: "{mark}", colour: spade, where: "right, 8 x 8, inset 4", turn: 30}
      - {pattern: stripe, colour: ink, ground: paper, pitch: 2, where: "left, 8 x 8, inset 4"}
      - {picture: sail.svg, fit: cover, anchor: left, radius: 1, where: "right, 8 x 10, inset 4, 20 from top"}
      - {map: port, where: "bottom, 30 x 20, inset 4", highlight: "[name]"}
      - repeat: {each: seat, in: seats, as: row, gap: 1, cell: 8 x 8}
        where: "bottom, 8 high, 26 from bottom"
        group:
          - {panel: paper, outline: slot, radius: 1}
          - {text: "{seat}", style: piece-number, show-when: seat > 1}
"""

SAIL = b'<svg viewBox="0 0 20 10"><path d="M4 8V1l9 7z" fill="#1F5FA8"/></svg>'


def test_every_kind_of_layer(golden: Callable[[str, str], None]) -> None:
    (made,) = drawn(SPECIMEN, files={"sail.svg": SAIL})
    assert made.errors == ()
    (part,) = made.parts.parts
    golden("specimen.txt", dump(part.front))
