"""The exported game: pieces, piles and set-ups of the bundled games, compared with what the packs say."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import dist

import pytest
from msgspec.structs import replace

from pnp.draw.component import studio_for
from pnp.draw.pictures import FaceShelf, place_on
from pnp.export.game import exported
from pnp.export.things import ExportedGame
from pnp.facts.contents import contents_of
from pnp.facts.pictures import ShownPiece
from tests.games import EACH_GAME, examined


@cache
def game_of(name: str) -> ExportedGame:
    return exported(examined(name), rules=False)


@pytest.mark.slow
@EACH_GAME
def test_every_piece_of_the_pack_is_exported(game: str) -> None:
    found, contents = game_of(game), contents_of(examined(game).facts, game)
    counts = Counter({each.id: 0 for each in contents.components.values() if each.makes != "sticker"})
    for piece in found.pieces:
        counts[piece.component] += piece.count
    assert counts == {each.id: each.count for each in contents.components.values() if each.makes != "sticker"}
    assert len({piece.id for piece in found.pieces}) == len(found.pieces)
    assert all(piece.front for piece in found.pieces)
    assert not {pile.id for pile in found.piles} & {piece.id for piece in found.pieces}


@pytest.mark.slow
@EACH_GAME
def test_each_set_up_has_every_piece_once(game: str) -> None:
    found = game_of(game)
    assert found.layouts
    for laid in found.layouts.values():
        counts: Counter[str] = Counter()
        for each in laid:
            pile = found.pile(each.what)
            counts.update(pile.pieces if pile else (each.what,))
        assert counts == {piece.id: piece.count for piece in found.pieces}


@pytest.mark.slow
def test_a_pile_is_shuffled_or_endless_as_its_table_says() -> None:
    """In the gallery a pile that is face up is shuffled, and a pile of equal mats never ends."""
    found = game_of("gallery")
    spells, mats = (
        next(pile for pile in found.piles if pile.id.removesuffix("-pile") == name) for name in ("spells", "mats")
    )
    assert (spells.shuffled, spells.endless, spells.kind, spells.face) == (True, False, "deck", "up")
    in_order = [piece.id for piece in found.pieces if piece.component == "spells" for _ in range(piece.count)]
    assert list(spells.pieces) != in_order
    assert sorted(spells.pieces) == sorted(in_order)
    assert (mats.shuffled, mats.endless, mats.kind) == (False, True, "supply")


@pytest.mark.slow
@EACH_GAME
def test_snaps_are_where_places_are_drawn(game: str) -> None:
    """Each snap is compared with the position that the pictures of rulebooks use, within half a millimetre."""
    looked = examined(game)
    shelf = FaceShelf(looked.facts, replace(studio_for(looked.game), drawings=dict(looked.maps)))
    boards = [piece for piece in game_of(game).pieces if piece.snaps]
    assert boards
    for piece in boards:
        rows = [each.row for each in game_of(game).pieces if each.component == piece.component]
        face = shelf.face(ShownPiece(piece.component, rows.index(piece.row), piece.row))
        assert face
        for snap in piece.snaps:
            spot = place_on(snap.name, looked.game.documents[0].span, face, shelf)
            assert dist(spot, (snap.x, snap.y)) < 0.5
            assert -0.5 <= snap.x <= piece.size_mm[0] + 0.5
            assert -0.5 <= snap.y <= piece.size_mm[1] + 0.5


@EACH_GAME
def test_every_place_of_a_map_that_is_played_on_has_a_snap(game: str) -> None:
    found = game_of(game)
    for places in found.places:
        named = {snap.name for piece in found.pieces for snap in piece.snaps if snap.map == places.map}
        assert named == set(places.names) or set(places.positions) <= named
        network = examined(game).facts.networks[places.map]
        printed = places.movements[0]
        for start, end, _ in printed.moves[:200]:
            here, there = network.index[printed.states[start]], network.index[printed.states[end]]
            assert there in network.onward[here] or there == here


def test_cards_have_names_texts_and_backs() -> None:
    supper = next(piece for piece in game_of("starter").pieces if piece.component == "suppers")
    assert (supper.kind, supper.outline) == ("card", "rect")
    assert supper.corner_mm > 0
    assert supper.back
    assert supper.text
    backs = {piece.back.digest for piece in game_of("starter").pieces if piece.component == "suppers" and piece.back}
    assert len(backs) == 1


def test_a_pile_that_lies_face_down_is_shuffled_the_same_way_each_time() -> None:
    kitchen = game_of("starter").pile("kitchen")
    assert kitchen
    assert (kitchen.kind, kitchen.face, kitchen.shuffled) == ("deck", "down", True)
    assert list(kitchen.pieces) != sorted(kitchen.pieces)
    again = exported(examined("starter"), rules=False).pile("kitchen")
    assert again == kitchen


def test_seats_and_set_ups_are_those_of_the_number_of_players() -> None:
    found = exported(examined("starter"), players=[3], rules=False)
    assert list(found.layouts) == [3]
    assert [seat.number for seat in found.seats[3]] == [1, 2, 3]
    assert len([laid for laid in found.layouts[3] if laid.what.startswith("cats-") and not laid.beside]) == 3


def test_dice_have_their_sides_in_order() -> None:
    die = next(piece for piece in game_of("destination-race").pieces if piece.kind == "die")
    assert die.values == ("1", "2", "3", "4", "5", "6")
    assert len({face.digest for face in die.faces if face}) == 6
    assert die.size_mm[0] == die.thickness_mm


@pytest.mark.slow
def test_the_rules_are_exported_as_pdf_and_as_text() -> None:
    found = exported(examined("starter"))
    assert found.rulebook
    assert found.rulebook.startswith(b"%PDF")
    assert "**" not in found.notes
    assert "\\" not in found.notes
    assert found.title in found.notes


@pytest.mark.parametrize("game", ["taxicab"])
def test_places_in_lanes_have_a_heading(game: str) -> None:
    turns = Counter(snap.turn for piece in game_of(game).pieces for snap in piece.snaps)
    assert {0.0, 90.0, 180.0, 270.0} <= set(turns)


def test_what_is_dealt_face_down_comes_from_the_whole_deck() -> None:
    """Not the first rows of the table: players would know them."""
    found = exported(examined("destination-race"), players=[4], rules=False)
    own = [laid for laid in found.layouts[4] if laid.seat and laid.what.startswith("addresses")]
    assert len(own) == 4
    rows = [piece.id for piece in found.pieces if piece.component == "addresses"]
    assert sorted(rows.index(laid.what) for laid in own) != [0, 1, 2, 3]


def test_slots_of_mats_are_snap_points_in_the_middle_of_their_layers() -> None:
    mat = next(piece for piece in game_of("taxi-derby").pieces if piece.component == "mats")
    slots = {snap.name: snap for snap in mat.snaps}
    assert len(slots) == 14
    assert {snap.kind for snap in mat.snaps} == {"slot"}
    first = slots["Seat 1"]
    assert (first.x, first.y, first.size_mm, first.turn) == (24.0, 36.0, (38.0, 38.0), None)
    assert slots["Seat 2"].x == 65.0
