"""First sheets in the colours of the theme."""

from __future__ import annotations

from pnp.sheet.margins import HOUSE, sheet_style
from tests.draw.desk import game

THEME = """
    # file: look.yaml
    kind: theme
    palette: {sea: "#CFE4F0", sheet-band: sea, sheet-ink: "#14181C"}
    variants:
      pale: {palette: {sheet-band: "#FFFFFF"}}
      grey: {grey: true}
"""


def test_a_theme_colours_the_first_sheet() -> None:
    style = sheet_style(game(THEME))
    assert (style.band, style.ink, style.accent) == ("#CFE4F0", "#14181C", HOUSE.accent)


def test_a_variant_recolours_it() -> None:
    assert sheet_style(game(THEME), "pale").band == "#FFFFFF"
    grey = sheet_style(game(THEME), "grey")
    for colour in (grey.band, grey.accent, grey.alarm):
        assert len({colour[1:3], colour[3:5], colour[5:]}) == 1


def test_the_house_theme_has_the_colours_of_the_house() -> None:
    assert sheet_style(game("")) == HOUSE
    assert sheet_style(game(""), "low-ink").band == "#FFFFFF"
