from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import fontpkg
import pytest

from pnp.checks.theme.theme_names import unknown_font
from pnp.draw.component import drawing_context
from pnp.expression import Environment
from pnp.render.svg import render_svg
from pnp.scene.items import Text
from pnp.scene.typesetting.fonts import named
from tests.draw.desk import draw_game, game
from tests.draw.test_component import every
from tests.parity.gates import difference, pdf_pictures, svg_picture

FILES = {
    f"fonts/{name}.ttf": Path(fontpkg.path("Barlow Condensed", weight)).read_bytes()
    for name, weight in (("plain", 400), ("bold", 700))
} | {"fonts/moving.ttf": Path(fontpkg.path("Arimo", 400)).read_bytes(), "fonts/words.ttf": b"only words"}

GAME = """
# file: mine.yaml
kind: theme
extends: theme
{theme}
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
# file: card.yaml
kind: template
size: 40 x 60
layers: [{{text: "sail **home** *now*", style: body, where: inset 4}}]
"""


def fonts(theme: str) -> list[str]:
    """The fonts of the words on a card, in turn."""
    written = game(GAME.format(theme=theme), FILES)
    (made,) = draw_game(written, Environment(), drawing_context(written))
    return [item.font for item in every(made.parts.parts[0].front.items) if isinstance(item, Text)]


def told(theme: str) -> list[tuple[str, str | None]]:
    return [(found.message, found.hint) for found in unknown_font.run(game(GAME.format(theme=theme), FILES))]


def test_a_role_may_name_a_file_of_the_pack() -> None:
    for theme in ("type: {body: {file: fonts/plain.ttf}}", "type: {body: {family: fonts/plain.ttf}}"):
        (font,) = set(fonts(theme))
        assert font.startswith("plain-400-")
        assert named(font).has("ł")
        assert told(theme) == []


@pytest.mark.slow
def test_a_family_of_files_has_its_bold() -> None:
    theme = "fonts: {Sailor: {regular: fonts/plain.ttf, bold: fonts/bold.ttf}}\ntype: {body: {family: Sailor}}"
    plain, bold, *_ = fonts(theme)
    assert (plain[:9], bold[:8]) == ("plain-400", "bold-700")
    assert told(theme) == []


def test_the_file_of_a_role_takes_the_place_of_the_family_below_it_and_the_other_way_round() -> None:
    assert fonts("type: {body: {file: fonts/plain.ttf}}\nvariants: {x: {}}")[0].startswith("plain")
    assert fonts("fonts: {Sailor: fonts/plain.ttf}\ntype: {body: {family: Fira Sans}}")[0] == "fira-sans-400"


@pytest.mark.slow
def test_a_font_of_ones_own_may_lend_its_letters() -> None:
    assert fonts("fonts: {Sailor: fonts/plain.ttf}\nfallback: [Sailor, Arimo]")[0] == "fira-sans-400"
    assert told("fonts: {Sailor: fonts/plain.ttf}\nfallback: [Sailor, fonts/bold.ttf]") == []


def test_its_letters_are_drawn_as_outlines_too() -> None:
    written = game(GAME.format(theme="type: {body: {file: fonts/plain.ttf}}"), FILES)
    (made,) = draw_game(written, Environment(), drawing_context(written))
    drawing = ElementTree.fromstring(render_svg(made.parts.parts[0].front))
    names = [element.get("id", "") for element in drawing.iter("{http://www.w3.org/2000/svg}path")]
    assert [name for name in names if name.startswith("plain-400")]


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("fonts/plian.ttf", "the pack has no file 'fonts/plian.ttf'"),
        ("fonts/moving.ttf", "the font 'moving.ttf' cannot be used: it is a variable font"),
        ("fonts/words.ttf", "the font 'words.ttf' cannot be used: the file is damaged (TTLibError)"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_and_nothing_is_set_in_it(file: str, message: str) -> None:
    for theme in (
        f"type: {{body: {{file: {file}}}}}",
        f"fonts: {{Sailor: {file}}}\ntype: {{body: {{family: Sailor}}}}",
    ):
        assert [found for found, _ in told(theme)] == [message]
        assert fonts(theme) == []


def test_an_unknown_family_is_told_with_what_is_near() -> None:
    assert told("type: {body: {family: Firra Sans}}") == [
        ("no font family 'Firra Sans' is installed", "did you mean 'Fira Sans'?")
    ]


@pytest.mark.parametrize(
    "written",
    [
        "{regular: fonts/plain.ttf, bold: fonts/bold.ttf, italic: slanted}",
        "{family: Barlow Condensed, italic: slanted}",
    ],
)
def test_letters_of_a_font_without_italics_are_slanted(written: str) -> None:
    theme = f"fonts: {{Sign: {written}}}\ntype: {{body: {{family: Sign}}}}"
    upright, bold, leaning = dict.fromkeys(fonts(theme))
    assert leaning.endswith("-slanted")
    assert not upright.endswith("-slanted")
    assert not bold.endswith("-slanted")
    assert [named(leaning).measure(char) for char in "now"] == [named(upright).measure(char) for char in "now"]
    assert named(leaning).italic
    (_, x, y), *_ = named(leaning).outline("l")
    (_, before, _), *_ = named(upright).outline("l")
    assert x == pytest.approx(before - 0.2 * y, abs=1)
    assert named(leaning).ink("é")
    assert told(theme) == []


def test_a_family_to_slant_must_be_installed() -> None:
    theme = "fonts: {Sign: {family: Barlow Condenced, italic: slanted}}\ntype: {body: {family: Sign}}"
    assert told(theme) == [("no font family 'Barlow Condenced' is installed", "did you mean 'Barlow Condensed'?")]


@pytest.mark.slow
def test_slanted_letters_look_alike_in_pdf_and_svg() -> None:
    theme = "fonts: {Sign: {family: Arimo, italic: slanted}}\ntype: {body: {family: Sign, italic: true, size: 20}}"
    written = game(GAME.format(theme=theme).replace("sail **home** *now*", "\u201cÄgypten\u201d 109"), FILES)
    (made,) = draw_game(written, Environment(), drawing_context(written))
    scene = made.parts.parts[0].front
    (pdf,) = pdf_pictures([scene])
    assert difference(pdf, svg_picture(scene)).passes
