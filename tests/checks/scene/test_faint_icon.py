"""Icons on what lies beneath them."""

from __future__ import annotations

import re

import pytest

from pnp.checks.scene.low_contrast import faint_icon
from tests.draw.desk import drawn
from tests.scene.pictures import file, gradient

FILES = {"fox.png": file(gradient(600, 900))}
STAR = "{icon: star, colour: '#2A2A30', name: star, where: inset 12}"


def told(layers: str, ground: str = "#1E2328") -> list[str]:
    (cards,) = drawn(
        f"""
# file: signs.yaml
kind: icons
icons:
  sail: [{{fill: M2 22H22L12 2Z, colour: '#2A2A30'}}]
  flag: [{{fill: M2 22H22L12 2Z, colour: '#2A2A30'}}, {{fill: M8 20H16L12 10Z, colour: '#FFFFFF'}}]
  mast: [{{line: M12 2V22, colour: '#2A2A30'}}]
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
# file: card.yaml
kind: template
size: 40 x 60
background: '{ground}'
layers: [{layers}]
""",
        files=FILES,
    )
    return [re.sub(r" \(rows? .*?\)", "", finding.message) for finding in faint_icon.run(cards)]


def test_a_dark_icon_on_a_dark_ground_cannot_be_made_out() -> None:
    assert told(STAR) == ["the icon in layer 'star' is drawn in #2A2A30 on #1E2328: a contrast of 1.11"]
    assert told(STAR, "#FFFFFF") == []


def test_the_topmost_panel_is_the_ground() -> None:
    assert told("{panel: paper, where: inset 10}, " + STAR) == []
    assert len(told("{panel: '#2A2A30', where: inset 10}, " + STAR, "#FFFFFF")) == 1


def test_an_icon_that_can_be_seen_in_part_is_not_faint() -> None:
    assert told("{panel: paper, where: 'left, 22 wide'}, " + STAR) == []
    assert told("{icon: flag, where: inset 12}") == []


@pytest.mark.parametrize("icon", ["sail", "mast"])
def test_fills_and_lines_of_an_icon_are_compared(icon: str) -> None:
    assert len(told(f"{{icon: {icon}, where: inset 12}}")) == 1
    assert told(f"{{icon: {icon}, where: inset 12}}", "#FFFFFF") == []


def test_an_icon_in_a_text_has_its_own_colour() -> None:
    text = "{text: 'Set {icon:ICON} now', style: body, colour: paper, name: order, where: middle}"
    assert told(text.replace("ICON", "star")) == []
    (found,) = told(text.replace("ICON", "sail"))
    assert found.startswith("the icon in layer 'order'")


@pytest.mark.parametrize(
    "below",
    ["{picture: fox.png, where: fill}", "{pattern: dots, colour: paper, ground: '#1E2328'}", "{icon: heart}"],
)
def test_icons_on_pictures_patterns_and_icons_are_not_compared(below: str) -> None:
    assert all("'star'" not in each for each in told(f"{below}, {STAR}"))


def test_a_watermark_is_meant_to_be_faint() -> None:
    assert told(STAR.replace("{icon", "{opacity: 0.1, icon")) == []
