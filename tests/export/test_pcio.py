"""Rooms of PlayingCards.io, read back: pieces, positions, pictures, and what does not fit."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from io import BytesIO
from math import dist
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from msgspec.structs import replace
from PIL import Image

from pnp.export.game import exported
from pnp.export.pcio import MOST_ASSET, MOST_PLACES, MOST_SCALE, MOST_WIDGETS, TABLE, pcio_file
from pnp.export.screen import PackedFile, fitted, without_spare_boards
from pnp.export.things import ExportedGame
from tests.games import EACH_GAME, examined


@cache
def game_of(name: str) -> ExportedGame:
    return without_spare_boards(exported(examined(name), rules=False))[0]


@cache
def file_of(name: str) -> PackedFile:
    return pcio_file(game_of(name))


def widgets(made: PackedFile, *kinds: str) -> list[dict[str, Any]]:
    with ZipFile(BytesIO(made.content)) as room:
        return [each for each in json.loads(room.read("widgets.json")) if not kinds or each["type"] in kinds]


@pytest.mark.nightly
@EACH_GAME
def test_the_room_has_every_piece_once(game: str) -> None:
    found, made = game_of(game), file_of(game)
    counts = Counter(each["cardType"] for each in widgets(made, "card", "piece"))
    counts.update(each["id"].removeprefix("die-").rpartition("-")[0] for each in widgets(made, "spinner"))
    movable = {piece.id: piece.count for piece in found.pieces if piece.kind not in ("board", "mat", "box")}
    assert {name: counts[name] for name in movable} == movable
    assert sum(counts.values()) + len(widgets(made, "board")) == sum(piece.count for piece in found.pieces)
    every = widgets(made)
    names = {each["id"] for each in every}
    assert len(names) == len(every) <= MOST_WIDGETS
    assert all(each["parent"] in names for each in every if "parent" in each)


@pytest.mark.nightly
@EACH_GAME
def test_pieces_and_places_are_where_the_set_up_has_them(game: str) -> None:
    screen = fitted(game_of(game), min(game_of(game).layouts), TABLE, MOST_SCALE)
    at = {each["id"]: each for each in widgets(file_of(game), "board", "cardPile")}
    for thing in screen.things:
        each = at.get(f"board-{thing.id}") or at.get(f"at-{thing.id}")
        if each:
            middle = each["x"] + each["width"] / 2, each["y"] + each["height"] / 2
            assert dist(middle, (thing.x, thing.y)) < screen.scale / 2
    places = [each for each in at.values() if each["id"].startswith("place-")]
    told = any("places do not pull" in fault.message for fault in file_of(game).left_out)
    assert len(places) == (0 if told else len(screen.spots))
    assert told == (len(screen.spots) > MOST_PLACES) or len(widgets(file_of(game))) + len(screen.spots) > MOST_WIDGETS
    for place, spot in zip(places, screen.spots, strict=False):
        middle = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        assert dist(middle, (spot.x, spot.y)) < screen.scale / 2


@pytest.mark.nightly
@EACH_GAME
def test_pictures_exist_and_are_small_enough(game: str) -> None:
    with ZipFile(BytesIO(file_of(game).content)) as room:
        sizes = {f"package://{each.filename}": each.file_size for each in room.infolist()}
    used = [
        url
        for deck in widgets(file_of(game), "cardDeck")
        for each in deck["cardTypes"].values()
        for url in each.values()
    ]
    used += [board["boardImage"] for board in widgets(file_of(game), "board")]
    pictures = [url for url in used if url.startswith("package://")]
    assert pictures
    assert all(sizes[url] < MOST_ASSET for url in pictures)


@pytest.mark.nightly
def test_the_top_card_of_a_deck_is_drawn_last() -> None:
    pile = game_of("starter").pile("kitchen")
    assert pile
    cards = sorted(
        (each for each in widgets(file_of("starter"), "card") if each.get("parent") == "at-kitchen"),
        key=lambda each: each["z"],
    )
    assert [card["cardType"] for card in reversed(cards)] == list(pile.pieces)
    assert not any(card["faceup"] for card in cards)


@pytest.mark.nightly
def test_what_does_not_fit_is_reported() -> None:
    assert any("supplies without end" in fault.message for fault in _endless().left_out)
    assert any("places do not pull" in fault.message for fault in file_of("taxicab").left_out)
    (dice,) = (fault for fault in file_of("destination-race").left_out if "spinners" in fault.message)
    assert dice.span.file.endswith("pack.yaml")
    assert "die" in dice.span.pointer or dice.span.line > 1


def _endless() -> PackedFile:
    found = game_of("starter")
    return pcio_file(replace(found, piles=tuple(replace(pile, endless=True) for pile in found.piles)))


@pytest.mark.nightly
def test_the_same_game_gives_the_same_bytes() -> None:
    assert pcio_file(game_of("starter")) == file_of("starter")


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["destination-race", "taxi-derby"])
def test_the_button_deals_from_the_whole_of_each_pool(name: str) -> None:
    """The steps of the button, done with lists whose last card is the top one."""
    every = widgets(file_of(name))
    held: dict[str, list[str]] = {each["id"]: [] for each in every if each["type"] == "cardPile"}
    for each in sorted((each for each in every if each.get("parent") in held), key=lambda each: each["z"]):
        if each["type"] != "cardDeck":
            held[each["parent"]].append(each["cardType"])
    before = {holder: list(cards) for holder, cards in held.items()}
    (button,) = widgets(file_of(name), "automationButton")
    shuffles = Random(7)
    for step in button["clickRoutine"]:
        args = {key: each["value"] for key, each in step["args"].items()}
        if step["func"] == "SHUFFLE_CARDS":
            for holder in args["holders"]:
                shuffles.shuffle(held[holder])
            continue
        (start,), (end,) = args["from"], args["to"]
        assert len(held[start]) >= args["quantity"], "as many as are there"
        for _ in range(args["quantity"]):
            held[end].append(held[start].pop())
    assert {holder: len(cards) for holder, cards in held.items()} == {
        holder: len(cards) for holder, cards in before.items()
    }
    assert Counter(card for cards in held.values() for card in cards) == Counter(
        card for cards in before.values() for card in cards
    )
    changed = [holder for holder in held if held[holder] != before[holder]]
    assert len(changed) >= 2, "other cards, not only in the deck"
    if name == "taxi-derby":
        backs = {piece.id: piece.back and piece.back.digest for piece in game_of(name).pieces}
        for holder in changed:
            assert [backs[each] for each in held[holder]] == [backs[each] for each in before[holder]]


@pytest.mark.slow
@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_board_that_is_turned_has_a_picture_that_is_turned(turn: int) -> None:
    """Places are where they are on the turned board, and nothing can be turned in the program."""
    found = game_of("starter")
    boards = {piece.id for piece in found.pieces if piece.kind == "board"}
    layouts = {
        number: tuple(replace(laid, turn=turn) if laid.what in boards else laid for laid in layout)
        for number, layout in found.layouts.items()
    }
    straight, turned = file_of("starter"), pcio_file(replace(found, layouts=layouts))
    before, after = (picture_of(made) for made in (straight, turned))
    assert after.size == (before.size if turn == 180 else before.size[::-1])
    corner = {90: (after.width - 1, 0), 180: (after.width - 1, after.height - 1), 270: (0, after.height - 1)}[turn]
    assert after.getpixel(corner) == before.getpixel((0, 0)), "what was at the top left is there, turned clockwise"
    assert after.tobytes() == before.rotate(-turn, expand=True).tobytes()
    (board,) = widgets(turned, "board")
    assert board["width"] / board["height"] == pytest.approx(after.width / after.height, rel=0.01)
    assert turned.left_out == straight.left_out


def picture_of(made: PackedFile) -> Image.Image:
    (board,) = widgets(made, "board")
    with ZipFile(BytesIO(made.content)) as room:
        return Image.open(BytesIO(room.read(board["boardImage"].removeprefix("package://")))).copy()
