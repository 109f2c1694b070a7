"""The page on templates, run."""

from __future__ import annotations

import re
from pathlib import Path

import fontpkg
import pytest

from pnp.checks.scene import LETTERING_CHECKS, SCENE_CHECKS
from pnp.checks.template import TEMPLATE_CHECKS
from pnp.checks.theme import THEME_CHECKS
from pnp.draw.component import drawing_context
from pnp.expression import Environment
from pnp.facts.look import look_of
from pnp.model.faces.layer import COMMON, KINDS, PATTERNS
from pnp.model.faces.template import SIZES
from tests.draw.desk import ROOT, draw_game, game
from tests.scene.pictures import file, gradient

PAGE = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
SAMPLES = "".join(re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL))
# The last theme of a pack counts: here the look builds on the theme with the styles for words.
SAMPLES = SAMPLES.replace("kind: theme\nextends: theme   ", "kind: theme\nextends: words   ")
MORE = """
# file: people.yaml
kind: component
makes: card
name: People
template: portrait
rows: [{name: Ada, art: art/ada.jpg}, {name: Bo, art: ""}]
# file: town.yaml
kind: area-map
size: 190 x 150
areas: {Market: {at: [40, 40]}, Ferry: {at: [150, 110]}}
roads: [Market -- Ferry]
# file: addresses.yaml
kind: component
makes: card
name: Addresses
template: address
each-area-of: town
# file: lines.yaml
kind: map-style
inset: 4
places: {diameter: 12}
lit: {diameter: 14, rim: 1}
roads: {width: 4}
# file: helps.yaml
kind: component
makes: card
name: Helps
template: help
"""
FILES = {
    "art/ada.jpg": file(gradient(900, 1200), "JPEG"),
    "fonts/sailor.ttf": Path(fontpkg.path("Barlow Condensed", 400)).read_bytes(),
    "fonts/sailor-bold.ttf": Path(fontpkg.path("Barlow Condensed", 700)).read_bytes(),
    "fonts/han.ttf": Path(fontpkg.path("Fira Sans", 300)).read_bytes(),
    "fonts/scribble.ttf": Path(fontpkg.path("Fira Sans", 300)).read_bytes(),
}
BOARD = "# file: boards.yaml\nkind: component\nmakes: board\nname: Board\ntemplate: board\n"


@pytest.mark.slow
def test_the_samples_draw_without_a_finding() -> None:
    written = game(SAMPLES + BOARD + MORE, FILES)
    assert [finding for check in (*TEMPLATE_CHECKS, *THEME_CHECKS) for finding in check.run(written)] == []
    drawn = list(draw_game(written, Environment(), drawing_context(written)))
    assert [made.parts.count for made in drawn] == [5, 1, 2, 2, 1]
    assert [finding for made in drawn for check in SCENE_CHECKS for finding in check.run(made)] == []
    lettering = [each for made in drawn for each in made.lettering]
    assert [finding for each in lettering for check in LETTERING_CHECKS for finding in check.run(each)] == []


def test_the_page_names_every_kind_of_layer_setting_and_pattern() -> None:
    for name in (*KINDS, *COMMON, *(name for names in KINDS.values() for name in names)):
        assert f"`{name}`" in PAGE, name
    assert all(pattern in PAGE for pattern in PATTERNS)


def test_the_page_names_every_size() -> None:
    assert all(f"`{name}`" in PAGE for name in SIZES)


def test_every_role_and_icon_of_the_house_kit_is_named() -> None:
    """What maps and the sheets themselves wear is for their own styles."""
    section = PAGE.partition("## The house kit")[2]
    named = set(re.findall(r"`([a-z0-9-]+)`", section))
    look = look_of(game(""))
    charts = ("atlas-", "political-", "wargame-", "treasure-", "transit-")
    private = ("map-", "sheet-", "body-", "mark-", *charts)
    colours = {name for name in look.roles.palette if not name.startswith(private)}
    told = {f"{suit}{end}" for suit in ("spade", "club", "diamond", "heart") for end in ("-tint", "-shade")}
    told |= {f"region-{number}" for number in range(1, 7)} | {
        name for name in look.roles.texts if name.startswith(charts)
    }
    told |= {f"piece-{number}" for number in range(1, 9)} | {name for name in colours if name.startswith("landmark-")}
    assert (colours | set(look.roles.texts) | set(look.roles.lines) | set(look.icons)) - told - named == set()
    aside = {"theme", "least", "-tint", "-shade"}
    assert named - aside - colours - set(look.roles.texts) - set(look.roles.lines) - set(look.icons) == set()
    for names, sizes in re.findall(r"^\| (`.*?`) \| ([\d., ]+) \|", section, re.MULTILINE):
        roles = [look.roles.texts[name] for name in re.findall(r"`(.*?)`", names)]
        assert [f"{role.size:g}" for role in roles] == sizes.split(", ")
