from __future__ import annotations

import time

import pytest

from pnp.checks.scene import SCENE_CHECKS
from pnp.diagnostics import ERROR
from tests.draw.desk import drawn

LAYERS = """
      - {panel: "{colour}", where: "top, 20 high"}
      - {text: "{label}", style: card-index, where: "top left, 9 x 8, inset 4", fit: shrink to 14 pt}
      - {icon: "{mark}", where: "top left, 9 x 7, inset 4, 9 from top"}
      - {text: "{name}", style: card-title, where: "top, 12 high, 15 from left, inset 4", fit: shrink to 8 pt}
      - {panel: none, outline: card-frame, radius: 1.5, where: inset 4}
      - {pattern: wave, colour: one-way, ground: water, where: "bottom, 30 high"}
      - {text: "A line of words for **{name}** with {icon:star}.", style: body, where: "12 high, inset 4"}
      - {ellipse: amber, outline: thin, where: "bottom left, 6 x 6", show-when: "index % 2 == 0"}
      - {repeat: {each: i, in: 3, as: row}, where: "bottom, 5 high", icon: star, colour: heart}
      - {text: "{index * 3}", style: money, where: "bottom right, inset 5"}
"""


@pytest.mark.slow
def test_a_large_deck_is_drawn_and_checked_in_a_moment() -> None:
    rows = [f"{{label: {i % 13}, mark: pin, colour: amber, name: Card {i}}}" for i in range(540)]
    source = f"""# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
rows: [{", ".join(rows)}]
# file: card.yaml
kind: template
size: 44 x 68
layers:{LAYERS}"""
    start = time.process_time()
    (made,) = drawn(source)
    assert made.parts.count == 540
    assert not [finding for check in SCENE_CHECKS for finding in check.run(made) if finding.severity is ERROR]
    assert time.process_time() - start < 40  # a second or two: this tells a run-away from a slow machine
