"""The files of the bundled games, as far as the suite looks: the whole games, their rules, and all of the starter."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games import EACH_GAME, examined, loaded

from . import reading
from .files import Made, files, rule_files
from .looking import faults

SMALL = "starter"


def told(made: Made, **more: bool) -> list[str]:
    return [f"{made.name}: {fault}" for fault in faults(made, **more)]


@pytest.mark.nightly
@EACH_GAME
def test_the_whole_game_is_a_sound_pdf(game: str) -> None:
    made = next(files(loaded(game), examined(game), formats=("pdf",)))
    assert len(made.sheets) > (3 if game == "starter" else 5)  # the starter is four sheets
    assert told(made) == []


@pytest.mark.nightly
@EACH_GAME
def test_the_rules_are_sound(game: str) -> None:
    forms = set()
    for made in rule_files(examined(game), formats=("pdf", "html")):
        forms.add(made.form)
        assert told(made) == []
        read = (reading.lines(sheet.items, framed=False) for sheet in made.sheets)  # what is framed is a map
        assert [pair for page in read for pair in reading.out_of_order(page)] == [], made.name
    assert forms == {"pdf", "html"}


@pytest.mark.slow
@EACH_GAME
def test_the_words_of_every_face_stand_in_the_order_in_which_they_are_read(game: str) -> None:
    every = [(drawn.parts.name, face) for drawn in examined(game).drawn for face in drawn.faces]
    assert any(reading.lines(part.front.items) for drawn in examined(game).drawn for part in drawn.parts.parts)
    wrong = {name: pairs for name, face in every if (pairs := list(reading.misread(face)))}
    assert wrong == {}


@pytest.mark.nightly
@EACH_GAME
def test_the_first_face_of_every_component_is_a_sound_svg(game: str) -> None:
    first = (replace(drawn, parts=replace(drawn.parts, parts=drawn.parts.parts[:1])) for drawn in examined(game).drawn)
    made = list(files(loaded(game), replace(examined(game), drawn=tuple(first)), formats=("svg",)))
    assert len(made) >= len(examined(game).drawn)
    assert [fault for each in made for fault in told(each)] == []


@pytest.mark.nightly
@pytest.mark.xdist_group(SMALL)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"paper": "letter", "layout": "gutterfold"},
        {"layout": "duplex", "flip": "short", "formats": ("pdf",)},
        {"profile": "launch-tabletop"},
        {"profile": "mb-print"},
    ],
    ids=lambda options: " ".join(map(str, options.values())) or "home",
)
def test_every_file_of_a_small_game_is_sound(options: dict[str, Any]) -> None:
    made = list(files(loaded(SMALL), examined(SMALL, draws_maps=True), **options))
    assert len(made) >= (2 if "profile" in options else 3)  # a service takes fewer kinds of component
    outlines = options.get("profile") == "mb-print"
    assert [fault for each in made for fault in told(each, outlines=outlines)] == []


@pytest.mark.nightly
def test_letters_that_became_outlines_need_no_font() -> None:
    (made, *_) = files(loaded(SMALL), examined(SMALL), profile="mb-print")
    assert b"/FontFile2" not in made.content
