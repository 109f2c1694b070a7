"""The steps of the first sheet, for the sheets that are really printed, and what a PDF tells the print dialog."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pnp.build.pipeline import build
from pnp.build.target import BuildOptions
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.sheet.options import Cuts, Flip, Layout
from tests.pipeline import write

COINS = """\
# file: pack.yaml
kind: pack
title: Harbour
players: 2 to 4
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [coins.yaml, coin.yaml, coin-back.yaml, quay.yaml, mat.yaml]
components: [{component: coins}, {component: quay}]
# file: coins.yaml
kind: component
makes: coin
name: Coins
template: coin
back: coin-back
copies: 6
# file: coin.yaml
kind: template
size: 20 x 20
shape: circle
background: amber
layers: [{text: "1", where: "middle, 10 x 8", size: 12}]
# file: coin-back.yaml
kind: template
size: 20 x 20
shape: circle
background: amber
layers: [{text: "2", where: "middle, 10 x 8", size: 12}]
# file: quay.yaml
kind: component
makes: board
name: Quay
template: mat
# file: mat.yaml
kind: template
size: WIDE x 150
background: amber
layers: []
"""


def first_page(folder: Path, layout: Layout, wide: int = 150, flip: Flip | None = None) -> str:
    folder.mkdir(exist_ok=True)
    path = write(folder / "harbour", COINS.replace("WIDE", str(wide)))
    (target,) = find_targets([str(path)])
    options = BuildOptions(out=folder / "out", layout=layout, flip=flip, formats=("pdf",))
    _, written = build(load(target), options, lambda _said: None)
    pdf = next(each.path for each in written if each.what == "the whole game")
    with pikepdf.open(pdf) as document:
        preferences = document.Root.ViewerPreferences
        words = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
        return f"{preferences.Duplex} {' '.join(words.split())}"


@pytest.mark.parametrize(
    ("layout", "flip", "duplex", "step"),
    [
        (
            "single",
            None,
            "/Simplex",
            "Glue the sheets of fronts on cardboard, and those of the backs on its other side",
        ),
        ("duplex", None, "/DuplexFlipLongEdge", "cardboard would hide one of them"),
        ("duplex", "short", "/DuplexFlipShortEdge", "cardboard would hide one of them"),
        ("gutterfold", None, "/Simplex", "lay thin cardboard (1 mm at most) between its halves"),
    ],
)
def test_steps_say_where_backs_on_cardboard_go(
    tmp_path: Path, layout: Layout, flip: Flip | None, duplex: str, step: str
) -> None:
    said = first_page(tmp_path, layout, flip=flip)
    assert said.startswith(duplex)
    assert step in said
    assert "Glue the sheets on cardboard and let them dry" not in said


@pytest.mark.slow
def test_a_board_of_one_sheet_has_the_steps_of_one(tmp_path: Path) -> None:
    one = first_page(tmp_path / "one", "single")
    assert "Glue the sheet on cardboard and let it dry under a weight." in one
    assert "small plan" not in one
    assert "small plan" in first_page(tmp_path / "two", "single", wide=300)


CARDS = """\
# file: pack.yaml
kind: pack
title: Harbour
documents: [cards.yaml, card.yaml]
components: [{component: cards}]
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
copies: 9
# file: card.yaml
kind: template
size: poker
background: amber
layers: []
"""


@pytest.mark.parametrize(("cuts", "said"), [("shared", True), ("apart", False)])
def test_the_first_sheet_says_how_neighbours_that_touch_are_cut(tmp_path: Path, cuts: Cuts, said: bool) -> None:
    (target,) = find_targets([str(write(tmp_path / "harbour", CARDS))])
    options = BuildOptions(out=tmp_path / "out", paper="letter", cuts=cuts, formats=("pdf",))
    _, written = build(load(target), options, lambda _said: None)
    pdf = next(each.path for each in written if each.what == "the whole game")
    words = " ".join(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded().split())
    assert ("one cut serves both" in words) is said
