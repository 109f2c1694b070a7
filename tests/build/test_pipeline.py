"""Building a game again and again: the same bytes as a build of its own, whatever was saved before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fontpkg
import pytest
from PIL import Image

from pnp.build.examine import Examined
from pnp.build.memo import Memo
from pnp.build.pipeline import Rounds
from pnp.build.target import BuildOptions
from pnp.draw.component import draw_component
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.pack import Entry
from pnp.render.pdf import strip
from pnp.scene.parts import Drawn, Sheet
from tests.build.conftest import files
from tests.pipeline import write

PACK = """\
# file: pack.yaml
kind: pack
title: Harbour
players: 2 to 4
credit: {designers: [Ada]}
licence: {name: CC0}
documents: [look.yaml, bay.yaml, cards.yaml, card.yaml, back.yaml, coins.yaml, coin.yaml, signs.yaml, sign.yaml]
definitions:
  dear: cards.rows[1].cost
components:
  - {component: cards}
  - {component: coins}
  - {component: signs}
# file: cards.csv
name,cost,icon
Pier,3,star
Market,5,star
Church,2,heart
# file: look.yaml
kind: theme
extends: theme
palette: {harbour: "#1F5FA8"}
# file: bay.yaml
kind: area-map
size: 60 x 60
areas: {Market: {at: [20, 20]}, Church: {at: [40, 20]}, Pier: {at: [30, 45]}}
roads: [Market -- Church -- Pier -- Market]
# file: cards.yaml
kind: component
makes: card
name: Cards
template: card
back: back
rows: cards.csv
# file: card.yaml
kind: template
size: mini-euro
layers:
  - {text: "{name} {icon:jam}", style: card-title, where: "top, 10 high, inset 4", name: title}
  - {icon: "{icon}", where: "middle, 14 x 14", colour: harbour}
  - {text: "{cost}", style: money, where: "bottom, 10 high, inset 4"}
# file: back.yaml
kind: template
size: mini-euro
background: harbour
layers: []
# file: coins.yaml
kind: component
makes: token
name: Coins
template: coin
rows: [{name: One, picture: art.svg}, {name: Two, picture: art.svg}]
# file: coin.yaml
kind: template
size: 25 x 25
shape: circle
layers:
  - {picture: "{picture}", where: "middle, 10 x 10"}
  - {icon: jam, where: "top, 5 x 5, 4 from top"}
# file: signs.yaml
kind: component
makes: mat
name: Signs
template: sign
# file: sign.yaml
kind: template
size: 105 x 148
layers:
  - {text: "Dearest first: {dear} of {count(cards.rows)}", style: body, where: "top, 10 high, inset 6"}
  - {map: bay, where: "middle, 60 x 60"}
"""
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v{}z" fill="#2F6B4F"/></svg>'
KIT = """\
# file: kit.yaml
kind: kit
documents: [more.yaml]
# file: more.yaml
kind: icons
icons:
  sail: [{fill: M4 4H20V20Z}]
"""

EDITS = [
    ("cards.csv", "Market,5", "Market,6"),
    ("cards.csv", "Pier,3,star", "Pier,3,heart"),
    ("cards.csv", "Church,2,heart\n", "Church,2,heart\nTower,4,star\n"),
    ("card.yaml", "kind: template\n", "# a word\nkind: template\n"),
    ("card.yaml", "14 x 14", "18 x 18"),
    ("art.svg", "v10", "v6"),
    ("look.yaml", "#1F5FA8", "#2F6B4F"),
    ("bay.yaml", "Pier: {at: [30, 45]}", "Pier: {at: [34, 45]}"),
    ("cards.csv", "Market,6", "Market,six"),
    ("card.yaml", "card-title", "card-titel"),
    ("card.yaml", "card-titel", "card-title"),
    ("cards.csv", "Market,six", "Market,7"),
    ("pack.yaml", "component: coins", "component: coins, copies: 2"),
    ("coins.yaml", "name: Coins", "name: Pennies"),
]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    write(folder, PACK)
    (folder / "art.svg").write_text(ART.format(10))
    return folder


def edit(game: Path, file: str, old: str, new: str) -> None:
    text = (game / file).read_text(encoding="utf-8")
    assert old in text
    (game / file).write_text(text.replace(old, new), encoding="utf-8")


def built(rounds: Rounds, game: Path) -> Examined:
    (target,) = find_targets([str(game)])
    examined, written = rounds.build(load(target), lambda _said: None)
    assert next(written).path.name == "contact.png"
    list(written)
    return examined


@pytest.mark.nightly
def test_what_was_kept_never_shows(game: Path, tmp_path: Path) -> None:
    rounds = Rounds(BuildOptions(tmp_path / "kept", formats=("pdf",), draft=True))
    assert built(rounds, game).report.errors == 0
    errors = []
    for number, saved in enumerate(EDITS):
        edit(game, *saved)
        examined = built(rounds, game)
        fresh = tmp_path / f"fresh-{number}"
        own = built(Rounds(BuildOptions(fresh, formats=("pdf",), draft=True)), game)
        assert examined.report == own.report, saved
        written = files(fresh)
        kept = {name: content for name, content in files(tmp_path / "kept").items() if name in written}
        assert [name for name in written if written[name] != kept[name]] == [], saved
        errors.append(own.report.errors)
    assert errors.count(0) == len(EDITS) - 1, "most are sound, and what is not is mended"


@pytest.mark.slow
def test_a_row_draws_itself_and_its_row_of_the_contact_sheet(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    rendered: list[Sheet] = []

    def drawing(entry: Entry, *rest: Any) -> Drawn:
        drawn.append(entry.id)
        return draw_component(entry, *rest)

    def rendering(sheet: Sheet, dpi: float) -> Any:
        rendered.append(sheet)
        return strip(sheet, dpi)

    monkeypatch.setattr("pnp.build.drawing.draw_component", drawing)
    monkeypatch.setattr("pnp.build.pipeline.strip", rendering)
    rounds = Rounds(BuildOptions(game.parent / "out", formats=("svg",)))
    built(rounds, game)
    assert (drawn, len(rendered)) == (["cards", "coins", "signs"], 2)
    drawn.clear()
    rendered.clear()
    built(rounds, game)
    assert (drawn, rendered) == (["coins", "signs"], []), "a picture, or another component's rows, may have changed"
    edit(game, "coins.yaml", "name: Two", "name: Three")
    drawn.clear()
    built(rounds, game)
    assert (drawn, len(rendered)) == (["coins", "signs"], 1)


def test_a_result_is_kept_as_long_as_each_round_asks_for_it() -> None:
    memo = Memo()
    made: list[str] = []

    def asked() -> bool:
        """Whether it is made again."""
        before = len(made)
        memo.of("strip", ("a digest",), lambda: made.append("it"))
        return len(made) > before

    assert (asked(), asked()) == (True, False)
    memo.turn()
    assert not asked()
    memo.turn()
    memo.turn()
    assert asked()


@pytest.mark.slow
def test_an_error_leaves_all_but_the_contact_sheet(game: Path, tmp_path: Path) -> None:
    rounds = Rounds(BuildOptions(tmp_path / "out", formats=("pdf",)))
    built(rounds, game)
    before = files(tmp_path / "out")
    edit(game, "cards.csv", "Church,2,heart", "Church,2,hart")
    assert built(rounds, game).report.errors == 1
    after = files(tmp_path / "out")
    assert [name for name in before if before[name] != after[name]] == ["game/contact.png"]
    edit(game, "cards.csv", "Church,2,hart", "Church,2,heart")
    built(rounds, game)
    assert files(tmp_path / "out") == before


@pytest.mark.slow
def test_the_contact_sheet_outlines_the_faces_with_faults(game: Path, tmp_path: Path) -> None:
    edit(game, "cards.csv", "Church,2,heart", "Church,2,hart")
    built(Rounds(BuildOptions(tmp_path / "out", formats=())), game)
    picture = Image.open(tmp_path / "out" / "game" / "contact.png").convert("RGB")
    red = [at for at, pixel in pixels(picture) if pixel == (0xB3, 0x26, 0x1E)]
    below = [(x, y) for x, y in red if y > 150]
    assert below, "the third card is outlined"
    left, right = min(x for x, _ in below), max(x for x, _ in below)
    assert right - left < picture.width / 4, "and no other"


def pixels(picture: Image.Image) -> Iterator[tuple[tuple[int, int], tuple[int, int, int]]]:
    found = picture.load()
    assert found
    for y in range(picture.height):
        for x in range(picture.width):
            yield (x, y), found[x, y]  # type: ignore[misc]


@pytest.mark.slow
def test_fonts_and_kits_are_read_again(tmp_path: Path) -> None:
    game, kit, out = tmp_path / "game", tmp_path / "shapes", tmp_path / "kept"
    pack = PACK.replace("licence:", "uses: [house, shapes]\nlicence:").replace(
        'palette: {harbour: "#1F5FA8"}', 'palette: {harbour: "#1F5FA8"}\ntype: {money: {file: own.ttf}}'
    )
    write(game, pack.replace("heart", "sail"))
    (game / "art.svg").write_text(ART.format(10))
    write(kit, KIT)
    fonts = [Path(fontpkg.path("Barlow Condensed", weight)).read_bytes() for weight in (400, 700)]
    rounds = Rounds(BuildOptions(out, formats=("pdf",)))
    for font, path in ((0, "H20V20Z"), (0, "H20V12Z"), (1, "H20V12Z")):
        (game / "own.ttf").write_bytes(fonts[font])
        write(kit, KIT.replace("H20V20Z", path))
        assert built(rounds, game).report.errors == 0
        fresh = tmp_path / f"fresh-{font}-{path}"
        built(Rounds(BuildOptions(fresh, formats=("pdf",))), game)
        assert files(out) == files(fresh)
