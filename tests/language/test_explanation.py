"""What a position means."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.language.explanation import explained
from tests.language.packs import read


def said(folder: Path, file: str, needle: str, pictures: bool = True) -> str:
    _, loaded, names = read(folder)
    name = next(each for each in loaded.texts if each.endswith(f"/{file}"))
    text = loaded.texts[name]
    before = text[: text.index(needle) + 1]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    found = explained(text, name, line, column, loaded, names, pictures)
    return found[0] if found else ""


def test_a_place_shows_its_figures(tmp_path: Path) -> None:
    found = said(tmp_path, "bay.yaml", "Market: {")
    assert "place, used" in found
    assert "The bay" in found
    assert "2 neighbours: **Old pier** and **Gate**" in found
    assert "farthest 1" in found


@pytest.mark.slow
def test_a_key_shows_its_description_and_its_words(tmp_path: Path) -> None:
    assert "District" in said(tmp_path, "bay.yaml", "in: town") or "district" in said(tmp_path, "bay.yaml", "in: town")
    assert "`card`" in said(tmp_path, "cards.yaml", "makes: card")


def test_a_colour_shows_what_it_stands_for(tmp_path: Path) -> None:
    assert "#225577" in said(tmp_path, "look.yaml", "deep: reef")


def test_a_definition_shows_its_formula(tmp_path: Path) -> None:
    assert "far(a) = distance(bay, 'Old pier', a)" in said(tmp_path, "pack.yaml", "far('Market')")


@pytest.mark.slow
def test_a_template_shows_its_face_unless_pictures_are_off(tmp_path: Path) -> None:
    assert "data:image/png;base64," in said(tmp_path, "cards.yaml", "card\nfields")
    assert "data:" not in said(tmp_path, "cards.yaml", "card\nfields", pictures=False)


@pytest.mark.slow
def test_there_is_nothing_to_say_about_a_comment_or_a_blank(tmp_path: Path) -> None:
    assert said(tmp_path, "pack.yaml", "title: Harbour\n"[5:]) == said(tmp_path, "pack.yaml", ": Harbour")


def test_a_position_beyond_the_line_is_its_end(tmp_path: Path) -> None:
    _, loaded, names = read(tmp_path)
    name = next(each for each in loaded.texts if each.endswith("/bay.yaml"))
    for line, column in ((1, 500), (500, 13), (10**9, 10**9)):
        explained(loaded.texts[name], name, line, column, loaded, names)
