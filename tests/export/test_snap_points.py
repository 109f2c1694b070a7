"""Snap points of the bundled games in every target: as many as their packs have places and slots, counted by hand."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache
from io import BytesIO
from math import dist
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile

import pytest
from PIL import Image

from pnp.export import screen
from pnp.export.game import exported
from pnp.export.html import _PageFacts
from pnp.export.pcio import pcio_file
from pnp.export.pictures import SheetPicture, SpriteSheet
from pnp.export.screen import without_spare_boards
from pnp.export.targets import TARGETS, ExportOptions
from pnp.export.things import ExportedGame, Laid, Piece
from pnp.export.vassal import STILL, _VassalModule, vassal_file
from pnp.export.vtt import vtt_file
from tests.games import EACH_GAME, examined

COUNTED = {
    # 52 areas on each of the three boards; the score track runs from 0 to 99. 8 mats with 3 pairs, 4 with 4 pairs.
    "bahama-taxi": {
        "board": 152,
        "board-andros": 152,
        "board-compact": 52,
        "taxi-mats": 48,
        "waiting-places": 4 * 8,
    },
    # 93 spaces, 29 crossings, the depot, 32 addresses; 6 bays.
    "destination-race": {"board": 155 + 6 + 2},
    # 12 houses and the fish market, and the place of a plate at each house.
    "starter": {"board": 13 + 12},
    # 93 places of the city on 4 tiles, and 3 places for upgrades at each of 10 shops. 5 mats with 2 seats and 3 tiers
    # of 4 upgrades; a start and 9 lengths of drives.
    "taxi-derby": {"city": 23 * 3 + 24 + 3 * 10, "mats": 5 * 14, "bonus-board": 10},
    # 570 places of the board; 32 rounds; 4 meters with a place for a marker and 16 ticks.
    "taxicab": {"board": 570, "english-board": 570, "round-track": 32, "meters": 4 * 18},
}


@cache
def game_of(name: str) -> ExportedGame:
    return exported(examined(name, draws_maps=True), rules=False)


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    with BytesIO() as buffer:  # some programs get pictures that are turned
        Image.new("RGB", (2, 1)).save(buffer, "PNG")
        picture = buffer.getvalue()
    monkeypatch.setattr(SheetPicture, "png", lambda *_: picture)
    monkeypatch.setattr(SpriteSheet, "png", lambda *_: b"sheet")
    monkeypatch.setattr(screen, "pngs", lambda pictures, *_: [picture for _ in pictures])
    monkeypatch.setattr(_VassalModule, "_table_picture", lambda *_: "table.png")


def laid_singly(game: ExportedGame, players: int) -> list[tuple[Laid, Piece]]:
    pieces = {piece.id: piece for piece in game.pieces}
    layout = game.layouts[players]
    return [(laid, pieces[laid.what]) for laid in layout if laid.what in pieces and laid.face == "up"]


@pytest.mark.nightly
@EACH_GAME
def test_the_game_has_all_places_and_slots_of_its_pack(game: str) -> None:
    counts: Counter[str] = Counter()
    for piece in game_of(game).pieces:
        counts[piece.component] += len(piece.snaps)
    assert {name: count for name, count in counts.items() if count} == COUNTED[game]


@pytest.mark.nightly
@EACH_GAME
def test_what_the_set_up_lays_on_places_is_on_their_snap_points(game: str) -> None:
    found = game_of(game)
    for number in found.layouts:
        spots = screen.fitted(found, number, (0, 0, 1000, 1000), 1.0)
        names = {spot.snap.name for spot in spots.spots}
        for thing in spots.things:
            if thing.laid.place:
                assert thing.laid.place in names
                near = [spot for spot in spots.spots if spot.snap.name == thing.laid.place]
                away = min(dist((spot.x, spot.y), (thing.x, thing.y)) for spot in near) / spots.scale
                assert away <= 2 * max(thing.piece.size_mm), (thing.id, thing.laid.place, away)


def _objects(thing: Any) -> list[dict[str, Any]]:
    return [thing, *(each for held in thing.get("ContainedObjects", ()) for each in _objects(held))]


@EACH_GAME
@pytest.mark.nightly
def test_every_target_has_a_snap_point_for_each(game: str, tmp_path: Path) -> None:
    found = game_of(game)
    snaps = sum(len(piece.snaps) for piece in found.pieces)
    copies = {piece.id: piece.count for piece in found.pieces}
    players = min(found.layouts)
    laid = laid_singly(without_spare_boards(found)[0], players)
    on_table = sum(len(piece.snaps) for _, piece in laid)
    points = sum(len({(round(snap.x, 1), round(snap.y, 1)) for snap in piece.snaps}) for _, piece in laid)

    page = _PageFacts(found, defaultdict(int)).page()
    assert sum(len(piece["snaps"]) for piece in page["pieces"]) == snaps

    TARGETS["tts"].write(found, tmp_path / "tts", ExportOptions(tmp_path, dpi=20))
    for path in (tmp_path / "tts" / "Saves").glob("*.json"):
        save = json.loads(path.read_text(encoding="utf-8"))
        every = [each for thing in save["ObjectStates"] for each in _objects(thing)]
        assert sum(len(each.get("AttachedSnapPoints", ())) for each in every) == sum(
            copies[piece.id] * len(piece.snaps) for piece in found.pieces
        ), path.name

    TARGETS["ttpg"].write(found, tmp_path / "ttpg", ExportOptions(tmp_path, dpi=20))
    templates = [json.loads(path.read_text(encoding="utf-8")) for path in (tmp_path / "ttpg").rglob("Templates/*.json")]
    assert sum(len(each.get("SnapPoints", ())) for each in templates) == snaps

    with ZipFile(BytesIO(vtt_file(found).content)) as room:
        widgets = json.loads(room.read("0.json"))
    spots = {
        (each["parent"], round(each["x"] + each["width"] / 2), round(each["y"] + each["height"] / 2))
        for name, each in widgets.items()
        if name.startswith("place-")
    }
    assert len(spots) == points

    with ZipFile(BytesIO(vassal_file(found).content)) as module:
        tree = fromstring(module.read("buildFile.xml"))
    board = next(each for each in tree.iter() if each.tag.endswith("boardPicker.Board"))
    regions = [each for each in board.iter() if each.tag.endswith("board.Region")]
    boards = {piece.id for piece in found.pieces if piece.kind == "board"}
    wanted = sum(
        len(piece.snaps)
        for laid, piece in laid_singly(found, players)
        if (laid.locked or piece.kind in STILL) and not (laid.beside and piece.id in boards)
    )
    wanted += len(found.spaces.get(players, ()))
    assert len(regions) == wanted

    made = pcio_file(found)
    with ZipFile(BytesIO(made.content)) as room:
        places = [each for each in json.loads(room.read("widgets.json")) if str(each["id"]).startswith("place-")]
    assert len(places) == (on_table if on_table <= 200 else 0)
    assert any("do not pull" in fault.message for fault in made.left_out) == (on_table > 200)
