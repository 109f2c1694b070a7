"""The page on components, run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from pnp.build.examine import Examined, examine
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.component import PANELS, SLEEVES, Makes
from pnp.model.row import TYPE_WORDS
from tests.draw.desk import ROOT
from tests.draw.test_component import texts
from tests.pipeline import told

PAGE = (ROOT / "docs" / "components.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"```(?:yaml|csv)\n# file: (\S+)\n(.*?)```", PAGE, re.DOTALL))
COUNTS = {
    "tickets": 6,
    "magic": 6,
    "dear-spells": 4,
    "chart": 1,
    "stops": 2,
    "greetings": 2,
    "greetings-two": 2,
    "coins": 28,
    "weather-die": 1,
    "four": 1,
    "ticket-box": 1,
}
PACK = """\
kind: pack
title: Everything
summary: All of it.
players: 2
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [DOCUMENTS]
components: [COMPONENTS]
"""


def examined(folder: Path, files: dict[str, str], language: str | None = None) -> Examined:
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return examine(load(find_targets([str(folder)])[0], language))


def test_the_samples_print_without_a_finding(tmp_path: Path) -> None:
    documents = [name for name in FILES if name.endswith(".yaml") and name != "pack.yaml"]
    entries = [f"{{component: {name}, expect: {count}}}" for name, count in COUNTS.items()]
    pack = PACK.replace("DOCUMENTS", ", ".join(documents)).replace("COMPONENTS", ", ".join(entries))
    game = examined(tmp_path, {**FILES, "pack.yaml": pack})
    assert game.report.findings == (), told(game.report)
    assert {each.parts.component: each.parts.count for each in game.drawn} == COUNTS


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (None, [["Good morning", "Card 1"], ["Good night", "Card 2"], ["Hello", "Card 1"], ["Goodbye", "Card 2"]]),
        (
            "de",
            [
                ["Guten Morgen", "Karte 1"],
                ["Gute Nacht", "Karte 2"],
                ["Hallo", "Karte 1"],
                ["Auf Wiedersehen", "Karte 2"],
            ],
        ),
    ],
)
def test_the_game_in_two_languages(tmp_path: Path, language: str | None, expected: list[list[str]]) -> None:
    wanted = ("pack.yaml", "greetings.yaml", "greetings-two.yaml", "greetings-two.csv", "greeting.yaml")
    game = examined(tmp_path, {name: FILES[name] for name in wanted}, language)
    assert game.report.findings == (), told(game.report)
    assert [texts(part.front.items) for each in game.drawn for part in each.parts.parts] == expected


def test_the_page_names_every_kind_type_and_panel() -> None:
    for name in (*get_args(Makes), *TYPE_WORDS):
        assert f"`{name}`" in PAGE or f"`{name}s`" in PAGE, name
    assert all(f"{panel}:" in PAGE for panel in PANELS if panel not in ("bottom",))
    assert all(name in PAGE for name in SLEEVES)
