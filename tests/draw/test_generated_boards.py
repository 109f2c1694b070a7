"""The page on boards from tables: its files are those of the gallery, which the suite checks and builds."""

from __future__ import annotations

import re

import pytest

from tests.draw.desk import ROOT, card
from tests.games import GALLERY, examined

PAGE = (ROOT / "docs" / "generated-boards.md").read_text(encoding="utf-8")
FILES = re.findall(r"```(?:yaml|csv)\n# file: (\S+)\n(.*?)```", PAGE, re.DOTALL)
FOLDER = ROOT / "tests" / "gallery" / "generated"


def test_the_page_shows_the_files_of_the_gallery() -> None:
    shown = dict(FILES)
    shown.pop("dots.yaml")
    shown["rails.yaml"] = shown["rails.yaml"].replace("extends: theme", "extends: lettering")
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    bare = {name: re.sub(r"\A# yaml-language-server.*\n", "", text) for name, text in written.items()}
    assert shown == bare


def test_an_example_is_short() -> None:
    lines = {name: text.count("\n") for name, text in FILES if name.endswith(".yaml")}
    for names in (("rail-tiles", "rail-tile"), ("rondel", "rondel-face"), ("spiral", "spiral-face")):
        assert sum(lines[f"{name}.yaml"] for name in names) <= 60
    assert max(lines.values()) <= 40


def test_the_first_sample_draws() -> None:
    layers = dict(FILES)["dots.yaml"].partition("layers:\n")[2]
    drawn = card("\n" + layers, size="60 x 60")
    assert drawn.errors == ()


@pytest.mark.slow
def test_boards_of_the_gallery_have_all_their_spaces() -> None:
    def texts(name: str) -> list[str]:
        drawn = next(each for each in examined(GALLERY).drawn if each.parts.name == name)
        return [text.text for text in drawn.texts]

    assert texts("Score spiral") == [str(number) for number in range(1, 81)]
    assert {"Empire", "Steam", "Pottery"} <= set(texts("Tech tree"))
    assert "Explore" in texts("Rondel")
