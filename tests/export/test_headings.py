"""Pieces that head somewhere: their pictures head upwards, and on places with a direction they are turned that way."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from pnp.draw.component import drawing_context
from pnp.draw.pictures import FaceShelf
from pnp.draw.table import resolved
from pnp.export.game import exported
from pnp.export.things import ExportedGame
from pnp.facts.table import lay_table
from pnp.model.table import GameTable
from tests.games import examined


@cache
def game_of(name: str) -> ExportedGame:
    return exported(examined(name), rules=False)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "piece"), [("taxicab", "cab-tops-sun-cab"), ("destination-race", "cab-tops-cab-1")])
def test_a_piece_that_heads_right_in_its_picture_heads_upwards(game: str, piece: str) -> None:
    found = game_of(game).piece(piece)
    wide, tall = found.size_mm
    assert wide < tall
    assert found.turned == 90.0
    assert found.front
    assert found.front.size_mm == found.size_mm
    with Image.open(BytesIO(found.front.png(100))) as picture:
        assert picture.height / picture.width == pytest.approx(tall / wide, abs=0.02)


@pytest.mark.slow
@pytest.mark.xdist_group("taxicab")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cabs_begin_in_the_direction_of_their_lanes(players: int) -> None:
    found = game_of("taxicab")
    lanes = {snap.name: snap.turn for snap in found.piece("board").snaps}
    cabs = [laid for laid in found.layouts[players] if laid.what.startswith("cab-tops") and laid.place]
    assert len(cabs) == players
    assert [laid.turn for laid in cabs] == [lanes[laid.place] for laid in cabs]
    assert {laid.turn for laid in cabs} == {90.0, 270.0}


@pytest.mark.slow
@pytest.mark.xdist_group("taxicab")
@pytest.mark.parametrize("players", [2, 4])
def test_cabs_head_there_in_pictures_of_the_set_up_too(players: int) -> None:
    looked, found = examined("taxicab"), game_of("taxicab")
    table = next(iter(looked.game.all(GameTable)))
    things = resolved(lay_table(table, players, looked.facts), FaceShelf(looked.facts, drawing_context(looked.game)))
    drawn = {
        piece.place.name: piece.turn
        for thing in things
        for piece in thing.pieces
        if piece.place and piece.shown and piece.shown.entry == "cab-tops"
    }
    heads = {laid.place: laid.turn for laid in found.layouts[players] if laid.what.startswith("cab-tops")}
    assert len(drawn) == players
    assert drawn == {place: (turn - 90.0) % 360.0 for place, turn in heads.items() if place}
    assert set(drawn.values()) == {0.0, 180.0}


@pytest.mark.slow
@pytest.mark.xdist_group("destination-race")
def test_cabs_stand_in_the_bays_of_the_depot_and_head_out_of_them() -> None:
    found = game_of("destination-race")
    bays = {snap.name: snap for snap in found.piece("board").snaps if snap.place}
    cabs = [laid for laid in found.layouts[6] if laid.place in bays]
    assert len(cabs) == len(bays) == 6
    for laid in cabs:
        bay, (wide, tall) = bays[laid.place], found.piece(laid.what).size_mm
        assert laid.turn == bay.turn == 180.0
        assert bay.size_mm
        assert (wide < bay.size_mm[0], tall < bay.size_mm[1]) == (True, True)
