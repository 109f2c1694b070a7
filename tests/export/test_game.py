"""The exported game: pieces, piles and set-ups of the bundled games, compared with what the packs say."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import atan2, degrees, dist
from pathlib import Path

import pytest
from msgspec.structs import replace

from pnp.build.examine import examine
from pnp.draw.component import drawing_context
from pnp.draw.pictures import FaceShelf, place_on
from pnp.export.game import exported
from pnp.export.screen import nearest
from pnp.export.things import ExportedGame, Laid, Snap
from pnp.facts.contents import contents_of
from pnp.facts.pictures import ShownPiece
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps.area_map import AreaMap
from tests.games import EACH_GAME, EACH_GAME_BY_NIGHT, examined
from tests.pipeline import ROOT, write


@cache
def game_of(name: str) -> ExportedGame:
    return exported(examined(name), rules=False)


@pytest.mark.nightly
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


@EACH_GAME_BY_NIGHT
def test_each_set_up_has_every_piece_once(game: str) -> None:
    found = game_of(game)
    assert found.layouts
    for laid in found.layouts.values():
        counts: Counter[str] = Counter()
        for each in laid:
            pile = found.pile(each.what)
            counts.update(pile.pieces if pile else (each.what,))
        assert counts == {piece.id: piece.count for piece in found.pieces}


@pytest.mark.nightly
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


@pytest.mark.nightly
@EACH_GAME
def test_snaps_are_where_places_are_drawn(game: str) -> None:
    """Each snap is compared with the position that the pictures of rulebooks use, within half a millimetre."""
    looked = examined(game)
    shelf = FaceShelf(looked.facts, replace(drawing_context(looked.game), drawings=dict(looked.maps)))
    boards = [piece for piece in game_of(game).pieces if piece.snaps]
    assert boards
    for piece in boards:
        rows = [each.row for each in game_of(game).pieces if each.component == piece.component]
        face = shelf.face(ShownPiece(piece.component, rows.index(piece.row), piece.row))
        assert face
        for snap in piece.snaps:
            spot = place_on(snap.name, looked.game.documents[0].span, face, shelf)
            assert dist(spot, (snap.x, snap.y)) < 0.5
            wide, high = (side / 2 for side in snap.size_mm or (1.0, 1.0))  # a card may reach beyond its mat
            assert -wide <= snap.x <= piece.size_mm[0] + wide
            assert -high <= snap.y <= piece.size_mm[1] + high


@pytest.mark.slow
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


@pytest.mark.slow
def test_cards_have_names_texts_and_backs() -> None:
    supper = next(piece for piece in game_of("starter").pieces if piece.component == "suppers")
    assert (supper.kind, supper.outline) == ("card", "rect")
    assert supper.corner_mm > 0
    assert supper.back
    assert supper.text
    backs = {piece.back.digest for piece in game_of("starter").pieces if piece.component == "suppers" and piece.back}
    assert len(backs) == 1


@pytest.mark.slow
def test_a_pile_that_lies_face_down_is_shuffled_the_same_way_each_time() -> None:
    kitchen = game_of("starter").pile("kitchen")
    assert kitchen
    assert (kitchen.kind, kitchen.face, kitchen.shuffled) == ("deck", "down", True)
    assert list(kitchen.pieces) != sorted(kitchen.pieces)
    again = exported(examined("starter"), rules=False).pile("kitchen")
    assert again == kitchen


@pytest.mark.slow
def test_seats_and_set_ups_are_those_of_the_number_of_players() -> None:
    found = exported(examined("starter"), players=[3], rules=False)
    assert list(found.layouts) == [3]
    assert [seat.number for seat in found.seats[3]] == [1, 2, 3]
    assert len([laid for laid in found.layouts[3] if laid.what.startswith("cats-") and not laid.beside]) == 3


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("game", ["taxicab"])
def test_places_in_lanes_have_a_heading(game: str) -> None:
    turns = Counter(snap.turn for piece in game_of(game).pieces for snap in piece.snaps)
    assert {0.0, 90.0, 180.0, 270.0} <= set(turns)


@pytest.mark.slow
def test_what_is_dealt_face_down_comes_from_the_whole_deck() -> None:
    """Not the first rows of the table: players would know them."""
    found = exported(examined("destination-race"), players=[4], rules=False)
    own = [laid for laid in found.layouts[4] if laid.seat and laid.what.startswith("addresses")]
    assert len(own) == 4
    rows = [piece.id for piece in found.pieces if piece.component == "addresses"]
    assert sorted(rows.index(laid.what) for laid in own) != [0, 1, 2, 3]


@pytest.mark.slow
def test_slots_of_mats_are_snap_points_in_the_middle_of_their_layers() -> None:
    mat = next(piece for piece in game_of("taxi-derby").pieces if piece.component == "mats")
    slots = {snap.name: snap for snap in mat.snaps}
    assert len(slots) == 14
    assert {snap.kind for snap in mat.snaps} == {"slot"}
    first = slots["Seat 1"]
    assert (first.x, first.y, first.size_mm, first.turn) == (93.2, 30.6, (38.0, 38.0), None)
    assert slots["Seat 2"].x == 133.6


def pooled(found: ExportedGame, number: int) -> list[tuple[str, str, str]]:
    """What lies there, with each of its pieces and the pool of that."""
    piles = {pile.id: pile for pile in found.piles}
    return [
        (laid.what, name, pool)
        for laid in found.layouts[number]
        for name, pool in zip(
            piles[laid.what].pieces if laid.what in piles else (laid.what,), laid.pools or ("",) * 999, strict=False
        )
    ]


@pytest.mark.slow
@pytest.mark.xdist_group("destination-race")
def test_what_is_dealt_and_what_is_left_are_one_pool() -> None:
    """So that programs shuffle the whole deck, and then deal: not only the pile that is left."""
    found = game_of("destination-race")
    for number in found.layouts:
        pools = Counter(pool for _, name, pool in pooled(found, number) if name.startswith("addresses"))
        assert pools == {"addresses": 32}
        assert {pool for what, _, pool in pooled(found, number) if what == "dispatch"} == {""}, "shuffled by itself"


@pytest.mark.slow
@pytest.mark.xdist_group("taxi-derby")
def test_pieces_that_formulas_tell_apart_are_not_mixed() -> None:
    """Each stack has as many of each back, in one order; its pieces change places with those of the same back."""
    found = game_of("taxi-derby")
    backs = {piece.id: piece.back.digest for piece in found.pieces if piece.component == "passengers" and piece.back}
    orders = Counter(tuple(backs[name] for name in pile.pieces) for pile in found.piles if pile.id.startswith("stacks"))
    ((order, count),) = orders.items()
    assert (count, len(order), len(set(order))) == (5, 7, 4)
    mixed = {(pool, backs[name]) for _, name, pool in pooled(found, 3) if name in backs}
    assert len(mixed) == len({pool for pool, _ in mixed}) == 4


BEGINNINGS = [
    ("taxi-derby", 2, {"passengers": 45, "upgrades": 12, "discs": 2, "references": 2, "first-player": 1}),
    ("taxi-derby", 5, {"passengers": 45, "upgrades": 35, "discs": 5, "references": 5, "stocking-chart": 1}),
    ("bahama-taxi", 2, {"area-cards": 52, "waiting-markers": 8, "score-markers": 2, "taxi-tops": 2}),
    ("bahama-taxi", 5, {"area-cards": 52, "second-deck": 52, "score-markers": 5}),
    ("taxicab", 3, {"coins": 23, "round-marker": 1, "dice": 2}),
    ("destination-race", 4, {"addresses": 32, "dispatch": 58, "cab-tops": 4, "help": 4, "one-ways": 12}),
    ("starter", 4, {"suppers": 24, "cats": 4, "plates": 5}),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "counts"), [pytest.param(*row, marks=pytest.mark.xdist_group(row[0])) for row in BEGINNINGS]
)
def test_the_set_up_is_that_of_the_rules(game: str, players: int, counts: dict[str, int]) -> None:
    """The numbers are from the rulebooks, counted by hand; the rest is in the box."""
    found = game_of(game)
    pieces, piles = {piece.id: piece for piece in found.pieces}, {pile.id: pile for pile in found.piles}
    laid: Counter[str] = Counter()
    for each in found.layouts[players]:
        if not each.beside:
            names = piles[each.what].pieces if each.what in piles else (each.what,)
            laid.update(pieces[name].component for name in names)
    assert {name: laid[name] for name in counts} == counts


@pytest.mark.slow
@pytest.mark.xdist_group("bahama-taxi")
@pytest.mark.parametrize("players", [2, 3, 6, 7])
def test_citizens_wait_where_their_cards_say(players: int) -> None:
    """Each waiting marker is on the area of a start card, and these cards are on waiting places."""
    found = game_of("bahama-taxi")
    pieces = {piece.id: piece for piece in found.pieces}
    board = next(laid for laid in found.layouts[players] if laid.what == "board")
    spots = {snap.name: (snap.x - 180, snap.y - 180) for snap in pieces["board"].snaps}

    def area(laid: Laid) -> str:
        return min(spots, key=lambda name: dist(spots[name], (laid.x - board.x, laid.y - board.y)))

    marked = {
        area(laid) for laid in found.layouts[players] if laid.what.startswith("waiting-markers") and not laid.beside
    }
    cards = {pieces[laid.what].name for laid in found.layouts[players] if laid.what.startswith("area-cards-")}
    taxis = {area(laid) for laid in found.layouts[players] if laid.what.startswith("taxi-tops-") and not laid.beside}
    discarded = next(
        pile
        for pile in found.piles
        if pile.id in {laid.what for laid in found.layouts[players]} and pile.name == "Discard pile"
    )
    assert marked < cards
    assert len(marked) == 8
    assert len(cards) >= 16
    assert {pieces[name].name for name in discarded.pieces} == taxis


def test_places_at_one_point_pull_as_far_as_others() -> None:
    snaps = (Snap("a", 0, 0), Snap("b", 0.1, 0), Snap("c", 10, 0))
    assert [nearest(snap, snaps) for snap in snaps] == [10, 9.9, 9.9]


def test_rows_without_names_are_named_by_what_they_say() -> None:
    names = {piece.id: piece.name for piece in game_of("starter").pieces}
    assert "1 cream Bakery" in names.values()
    assert not any(name.startswith("Suppers ") for name in names.values())
    taxis = [piece.name for piece in game_of("taxi-derby").pieces if piece.component == "taxi-tops"]
    assert "Flat taxis O" in taxis
    assert next(piece.name for piece in game_of("taxi-derby").pieces if piece.component == "mats") == "Taxi mats 1"


_NAMED = """\
kind: pack
title: Names
players: 2
documents: [cards.yaml, face.yaml]
components: [{component: cards}]
# file: cards.yaml
kind: component
makes: card
name: Cards
template: face
rows:
  - {id: c1, name: The old mill}
  - {id: c2, title: "The\\nInn"}
  - {id: c3, name: "7"}
  - {id: Chapel}
  - {name: Dairy, title: Butter and cheese}
# file: face.yaml
kind: template
size: 44 x 68
background: paper
layers: [{text: "a card", where: "middle, 20 x 20"}]
"""


def test_a_piece_has_the_name_that_players_read_not_the_id_of_its_row(tmp_path: Path) -> None:
    (target,) = find_targets([str(write(tmp_path / "pack", _NAMED, "pack.yaml"))])
    found = exported(examine(load(target)), rules=False)
    assert [piece.name for piece in found.pieces] == ["The old mill", "The Inn", "a card", "Chapel", "Dairy"]
    assert [piece.row for piece in found.pieces][:2] == ["c1", "c2"]


@pytest.mark.slow
def test_spaces_of_roads_are_slots_between_the_places_that_they_join() -> None:
    (target,) = find_targets([str(ROOT / "content" / "examples" / "silvermere")])
    looked = examine(load(target))
    board = next(piece for piece in exported(looked, players=[2], rules=False).pieces if piece.kind == "board")
    spots = {snap.name: snap for snap in board.snaps}
    (lake,) = looked.game.all(AreaMap)
    assert sum(snap.kind == "slot" for snap in board.snaps) == sum(road.spaces for road in lake.roads), (
        "each space is a slot"
    )
    first = [spots[f"Alderby – Brack hearts {number}"] for number in (1, 2, 3)]
    start, end = spots["Alderby"], spots["Brack"]
    ways = [dist((start.x, start.y), (each.x, each.y)) for each in first]
    assert ways == sorted(ways)
    length = dist((start.x, start.y), (end.x, end.y))
    for snap in first:
        there = dist((start.x, start.y), (snap.x, snap.y)) + dist((snap.x, snap.y), (end.x, end.y))
        assert there < length * 1.1
        assert snap.turn == pytest.approx(degrees(atan2(end.y - start.y, end.x - start.x)) % 180, abs=12)
