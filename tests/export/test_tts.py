"""Saves of Tabletop Simulator, read back and compared with the game piece by piece."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import dist
from pathlib import Path
from typing import Any

import pytest

from pnp.build.examine import examine
from pnp.export.game import exported
from pnp.export.meshes import DIE_TURNS, model_of
from pnp.export.pictures import best_grid, images, pixels_at, sprite_sheets
from pnp.export.targets import TARGETS, ExportOptions
from pnp.export.things import ExportedGame
from pnp.export.tts import LIMITS, plain
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.export.tts_reader import SeenThing, things
from tests.games import examined
from tests.pipeline import ROOT

OPTIONS = ExportOptions(dpi=60)
SINGLE = ExportOptions(dpi=60, single=True)


@cache
def game_of(name: str) -> ExportedGame:
    return exported(examined(name), rules=False)


@pytest.fixture(
    scope="module",
    params=[("starter", OPTIONS), ("starter", SINGLE), ("destination-race", OPTIONS)],
    ids=["starter", "starter-single", "destination-race"],
)
def saved(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[ExportedGame, Path]:
    name, options = request.param
    game = game_of(name)
    folder = tmp_path_factory.mktemp("out") / "tts"
    TARGETS["tts"].write(game, folder, options)
    return game, folder


def saves(folder: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for path in sorted((folder / "Saves").glob("*.json")):
        yield int(path.stem.split("-")[-2]), json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_every_piece_is_in_every_save_under_its_name(saved: tuple[ExportedGame, Path]) -> None:
    game, folder = saved
    found = dict(saves(folder))
    assert sorted(found) == sorted(game.layouts)
    for save in found.values():
        names = Counter(each.name for each in things(save))
        assert names == sum((Counter({piece.name: piece.count}) for piece in game.pieces), Counter())


@pytest.mark.slow
def test_pieces_lie_where_the_game_lays_them(saved: tuple[ExportedGame, Path]) -> None:
    game, folder = saved
    pieces = {piece.id: piece for piece in game.pieces}
    for number, save in saves(folder):
        seen = [each for each in things(save) if not each.held]
        laid = [each for each in game.layouts[number] if each.what in pieces]
        for each in laid:
            piece = pieces[each.what]
            near = min(
                (it for it in seen if it.name == piece.name), key=lambda it: dist((it.x, it.y), (each.x, each.y))
            )
            assert dist((near.x, near.y), (each.x, each.y)) < 0.01
            assert near.turn == each.turn
            if piece.kind not in ("die", "standee", "box"):
                assert near.down == (each.face == "down")
            if near.size:
                assert near.size == pytest.approx(piece.size_mm, abs=0.01)


@pytest.mark.slow
def test_snap_points_are_where_the_places_are(saved: tuple[ExportedGame, Path]) -> None:
    game, folder = saved
    boards = {piece.name: piece for piece in game.pieces if piece.snaps}
    assert boards
    for _, save in saves(folder):
        for thing in things(save):
            if thing.name in boards:
                spots = [(snap.x, snap.y) for snap in boards[thing.name].snaps]
                assert len(thing.snaps) == len(spots)
                assert all(dist(one, other) < 0.5 for one, other in zip(thing.snaps, spots, strict=True))


@pytest.mark.slow
def test_each_card_shows_its_own_picture(saved: tuple[ExportedGame, Path]) -> None:
    game, folder = saved
    cards = {piece.name: piece for piece in game.pieces if piece.kind == "card" and piece.front}
    seen: dict[str, SeenThing] = {}
    for _, save in saves(folder):
        seen.update({each.name: each for each in things(save) if each.name in cards})
    assert seen.keys() == cards.keys()
    for name, piece in list(cards.items())[::7]:
        assert piece.front
        (image,) = images([piece.front], seen[name].picture.width)
        assert seen[name].text == piece.text
        ours, theirs = image.convert("L").resize((16, 24)), seen[name].picture.convert("L").resize((16, 24))
        apart = [abs(a - b) for a, b in zip(ours.tobytes(), theirs.tobytes(), strict=True)]
        assert sum(apart) / len(apart) < 6


def test_objects_have_ids_of_their_own_and_decks_are_consistent(saved: tuple[ExportedGame, Path]) -> None:
    for _, save in saves(saved[1]):
        guids = [each["GUID"] for each in every_object(save)]
        assert len(set(guids)) == len(guids)
        for each in every_object(save):
            if each["Name"] == "DeckCustom":
                assert len(each["DeckIDs"]) >= 2
                assert each["DeckIDs"] == [inner["CardID"] for inner in each["ContainedObjects"]]
                assert {str(card // 100) for card in each["DeckIDs"]} == set(each["CustomDeck"])
            assert None not in each.values()


def every_object(save: dict[str, Any]) -> Iterator[dict[str, Any]]:
    stack = list(save["ObjectStates"])
    while stack:
        each = stack.pop()
        stack += each.get("ContainedObjects", [])
        yield each


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    game = game_of("starter")
    hosted = ExportOptions(dpi=60, assets_url="https://example.org/game/")
    TARGETS["tts"].write(game, tmp_path / "one", hosted)
    TARGETS["tts"].write(exported(examined("starter"), rules=False), tmp_path / "two", hosted)
    one, two = (
        {path.relative_to(tmp_path / each): path.read_bytes() for path in (tmp_path / each).rglob("*.*")}
        for each in ("one", "two")
    )
    assert one == two
    save = next(json.loads(content) for path, content in one.items() if path.suffix == ".json")
    addresses = [each["CustomImage"]["ImageURL"] for each in every_object(save) if "CustomImage" in each]
    assert addresses
    assert all(address.startswith("https://example.org/game/") for address in addresses)


@pytest.mark.slow
def test_a_changed_card_replaces_its_own_picture_alone(tmp_path: Path) -> None:
    for name, supper in (("before", "A sardine in the collection plate."), ("after", "Two sardines.")):
        shutil.copytree(ROOT / "content" / "starter", tmp_path / name)
        table = tmp_path / name / "suppers.csv"
        text = table.read_text(encoding="utf-8")
        table.write_text(text.replace("A sardine in the collection plate.", supper), encoding="utf-8")
        (target,) = find_targets([str(tmp_path / name)])
        TARGETS["tts"].write(exported(examine(load(target)), rules=False), tmp_path / "out" / name, SINGLE)
    before, after = (
        {path.name for path in (tmp_path / "out" / name / "assets").iterdir()} for name in ("before", "after")
    )
    (gone,), (new,) = before - after, after - before
    assert gone.rpartition("-")[0] == new.rpartition("-")[0]
    assert gone.startswith("suppers")


def test_markup_in_names_is_shown() -> None:
    assert plain("[b]loud[/b] [ff0000]red\x07") == "［b]loud［/b] ［ff0000]red "
    assert plain("[map]") == "[map]"


def test_a_grid_is_as_sharp_as_the_limits_allow() -> None:
    grid = best_grid(20, (63.0, 88.0), LIMITS, 1_000)
    assert grid.columns * grid.rows >= 20
    assert max(grid.columns * grid.width, grid.rows * grid.height) <= 4096
    assert (grid.columns, grid.rows) == (5, 4)
    assert best_grid(20, (63.0, 88.0), LIMITS, 100).width == 248


def test_a_die_shows_each_face_once_and_opposite_ones_as_its_net() -> None:
    die = next(piece for piece in game_of("destination-race").pieces if piece.kind == "die")
    model = model_of(die, 60)
    assert len(set(model.cells)) == 6
    assert len(set(DIE_TURNS)) == 6
    assert model.size_mm == (die.size_mm[0],) * 3


def test_equal_pictures_share_a_place_of_a_sheet() -> None:
    fronts = [piece.front for piece in game_of("starter").pieces if piece.kind == "card" and piece.front]
    (sheet,) = sprite_sheets("suppers", [*fronts, *fronts], LIMITS, 60)
    assert len(sheet.pictures) == len({front.digest for front in fronts})
    assert pixels_at(fronts[0], 254, 4096) == pytest.approx(fronts[0].size_mm[0] * 10, abs=1)
