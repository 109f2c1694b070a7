from __future__ import annotations

import pytest

from pnp.facts.look import UnknownNameError, look_of
from pnp.scene.items import Path
from pnp.scene.typesetting.text import Manner
from pnp.scene.vision import contrast
from tests.draw.desk import game

THEME = """
    # file: mine.yaml
    kind: theme
    extends: theme
    palette: {ink: "#101010", accent: amber}
    type:
      card-title: {size: 12, colour: accent}
    lines:
      thin: {width: 0.3}
    variants:
      low-ink: {palette: {accent: ink}}
"""


def test_a_theme_changes_only_what_it_names() -> None:
    look = look_of(game(THEME))
    title = look.text("card-title")
    assert (title.size, title.weight, title.family, title.colour) == (12, 700, "Fira Sans", "#F2A900")
    assert look.text("body").colour == "#101010"
    assert (look.stroke("thin").width, look.stroke("thin").colour) == (0.3, "#101010")
    assert look.stroke("fold").dash == (2, 1.5)


def test_a_variant_lies_over_the_theme_and_that_of_the_kit_too() -> None:
    look = look_of(game(THEME), "low-ink")
    assert look.colour("accent") == "#101010"
    assert look.colour("park") == "#FFFFFF"


def test_a_theme_that_extends_nothing_stands_alone() -> None:
    look = look_of(game('# file: mine.yaml\nkind: theme\npalette: {ink: "#101010"}'))
    with pytest.raises(UnknownNameError):
        look.colour("amber")


def test_what_is_not_there_is_named_with_what_is_near() -> None:
    look = look_of(game(""))
    for find, hint in (
        (lambda: look.colour("ambre"), "did you mean 'amber'?"),
        (lambda: look.text("card-tilte"), "did you mean 'card-title'?"),
        (lambda: look.stroke("thinn"), "did you mean 'thin'?"),
        (lambda: look.icon("scisors", 0, 0, 6), "did you mean 'scissors'?"),
    ):
        with pytest.raises(UnknownNameError) as caught:
            find()
        assert caught.value.hint == hint


def test_a_row_may_write_a_name_with_capitals_and_blanks() -> None:
    look = look_of(game(THEME))
    assert look.colour("Roof Sand") == look.colour("roof-sand")
    assert look.text("Card title") == look.text("card-title")
    assert look.icon("Pick up", 0, 0, 5).items == look.icon("pick-up", 0, 0, 5).items


def test_an_icon_wears_the_colour_of_its_use_or_its_own() -> None:
    look = look_of(game(""))
    assert _fill(look.icon("heart", 0, 0, 6).items) == "#D2403F"
    assert _fill(look.icon("heart", 0, 0, 6, "#123456").items) == "#123456"
    assert look.icon("heart", 3, 4, 12).transform == (0.5, 0.0, 0.0, 0.5, 3, 4)


def test_an_icon_drawn_twice_is_the_same_tuple() -> None:
    look = look_of(game(""))
    assert look.icon("heart", 0, 0, 6).items is look.icon("heart", 9, 9, 4).items


def _fill(items: tuple[object, ...]) -> str | None:
    (only,) = items
    assert isinstance(only, Path)
    return only.fill


def test_words_are_taken_as_their_role_says_in_the_language_of_the_pack() -> None:
    theme = (
        "# file: mine.yaml\nkind: theme\ntype: {a: {}, b: {verbatim: true}, c: {hyphenate: true}, d: {hyphenate: sk}}"
    )
    look = look_of(game(theme))
    assert [look.manner(role, "de") for role in "abcd"] == [
        Manner("de"),
        Manner("de", verbatim=True),
        Manner("de", hyphenate="de"),
        Manner("de", hyphenate="sk"),
    ]


def test_a_grey_variant_keeps_the_lightness_of_every_colour() -> None:
    look = look_of(game(""), "greyscale")
    for name in ("#F2A900", "amber", "water", "ink", "#FFFFFF"):
        plain, grey = look_of(game("")).colour(name), look.colour(name)
        assert grey[1:3] == grey[3:5] == grey[5:7]
        assert contrast(plain, "#FFFFFF") == pytest.approx(contrast(grey, "#FFFFFF"), rel=0.03)
    marks = look.icon("heart", 0, 0, 24).items
    assert {mark.fill for mark in marks if isinstance(mark, Path)} == {look.colour("heart")}
