"""The pages for users of other programs: their decks are built, and the comparison keeps its form."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
import yaml

from pnp.build.examine import Examined, examine
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.docs.test_pages import anchors
from tests.docs.walk import FILE, blocks
from tests.draw.test_component import texts
from tests.pipeline import ROOT, told
from tests.scene.pictures import file, gradient

PAGES = sorted((ROOT / "docs").glob("from-*.md"), key=lambda page: page.name)
COMPARISON = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")
CARDS = ROOT / "docs" / "pictures" / "potions" / "cards.csv"
PROGRAMS = ("pnp", "nanDECK", "Squib", "Cider", "Dextrous", "Component.Studio")
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M3 1H5V3L7 7H1L3 3Z" fill="#175"/></svg>'
UNFINISHED = {"missing-credit", "missing-licence", "unfinished-pack"}
"""Notes on what the examples leave out."""


def examined(page: Path, folder: Path) -> Examined:
    """The example of a page, with pictures where its table names them."""
    for block in blocks(page.read_text(encoding="utf-8")):
        if named := FILE.match(block.text):
            (folder / named[1]).write_text(block.text[named.end() :], encoding="utf-8")
    for place in ("art", "icons"):
        (folder / place).mkdir()
    for name in ("art/oil.svg", "art/frog.svg", "icons/flask.svg"):
        (folder / name).write_text(DRAWING, encoding="utf-8")
    for name in ("art/oil.png", "art/frog.png"):
        (folder / name).write_bytes(file(gradient(900, 600)))
    return examine(load(find_targets([str(folder)])[0]))


def test_each_program_has_a_page() -> None:
    assert [page.stem for page in PAGES] == [
        "from-cider",
        "from-component-studio",
        "from-dextrous",
        "from-nandeck",
        "from-squib",
    ]
    assert all(f"({page.name})" in COMPARISON for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_converted_deck_is_printed_without_a_finding(page: Path, tmp_path: Path) -> None:
    game = examined(page, tmp_path)
    assert {finding.code for finding in game.report.findings} <= UNFINISHED, told(game.report)
    (deck,) = game.drawn
    assert deck.parts.count == 5
    printed = [" ".join(texts(part.front.items)) for part in deck.parts.parts]
    assert ["Lantern oil" in text for text in printed] == [True, False]
    assert ["breath" in text for text in printed] == [False, True]
    assert not any(mark in text for text in printed for mark in (":flask:", "{coin}", "[Brew", "{icon"))


def test_the_deck_of_the_readme_is_printed_without_a_finding() -> None:
    game = examine(load(find_targets([str(ROOT / "docs" / "pictures" / "potions")])[0]))
    assert game.report.findings == (), told(game.report)
    assert [deck.parts.count for deck in game.drawn] == [9]
    used = {row["art"] for row in csv.DictReader(CARDS.read_text(encoding="utf-8").splitlines())}
    assert used == {path.stem for path in (CARDS.parent / "art").iterdir()}


def test_each_feature_of_the_gallery_has_a_picture_and_a_section() -> None:
    shown = yaml.safe_load((ROOT / "docs" / "site" / "features.yaml").read_text(encoding="utf-8"))
    assert len(shown) >= 9
    for each in shown:
        assert (ROOT / "docs" / "pictures" / f"{each['picture']}.png").stat().st_size < 80_000
        page, _, anchor = each["page"].partition("#")
        assert not anchor or anchor in anchors(ROOT / "docs" / page), each["page"]


def test_the_comparison_has_a_verdict_for_each_program_in_each_row() -> None:
    rows = [line.strip("|").split("|") for line in COMPARISON.splitlines() if line.startswith("| ")]
    features = [[cell.strip() for cell in row] for row in rows if len(row) > 2 + len(PROGRAMS) // 2]
    heads = [row for row in features if row[1:] == list(PROGRAMS)]
    assert len(heads) >= 4
    verdicts = [row for row in features if row not in heads]
    assert len(verdicts) > 30
    assert [row for row in verdicts if len(row) != 1 + len(PROGRAMS) or not all(row)] == []


def test_the_comparison_names_its_day_and_the_versions() -> None:
    assert re.search(r"\b\d{1,2} [A-Z][a-z]+ 20\d\d\b", COMPARISON)
    about = COMPARISON.partition("## What was compared")[2]
    assert [program for program in PROGRAMS[1:] if not re.search(rf"^\| {program} \| .+ \| .+ \|$", about, re.M)] == []
