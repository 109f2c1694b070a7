"""Rooms of virtualtabletop.io, read back: every piece, every place and every picture is compared with the game."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from functools import cache
from io import BytesIO
from math import cos, dist, radians, sin
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from pnp.build.examine import examine
from pnp.diagnostics import INFO
from pnp.export import vtt
from pnp.export.game import exported
from pnp.export.pcio import pcio_file
from pnp.export.screen import box_at, fitted, frozen, without_spare_boards
from pnp.export.targets import ExportOptions
from pnp.export.things import ExportedGame, Pile
from pnp.export.vtt import MOST_ASSET, MOST_SCALE, TABLE, files_of, vtt_file
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.scene.items import BoundingBox
from tests.games import EACH_GAME, examined
from tests.pipeline import write

Widgets = dict[str, dict[str, Any]]


@cache
def game_of(name: str) -> ExportedGame:
    return without_spare_boards(exported(examined(name), rules=False))[0]


@cache
def file_of(name: str) -> bytes:
    return vtt_file(game_of(name)).content


def variants(content: bytes) -> list[Widgets]:
    with ZipFile(BytesIO(content)) as room:
        return [json.loads(room.read(name)) for name in sorted(room.namelist()) if name.endswith(".json")]


def widgets(variant: Widgets, kind: str) -> Widgets:
    return {name: each for name, each in variant.items() if each.get("type") == kind}


def size_of(variant: Widgets, widget: dict[str, Any]) -> dict[str, Any]:
    return widget if "width" in widget else variant[widget["deck"]]["cardDefaults"]


def position(variant: Widgets, widget: dict[str, Any]) -> tuple[float, float]:
    """The middle of a widget in the room: its parents are turned around their middles."""
    own = size_of(variant, widget)
    at = widget.get("x", 0) + own["width"] / 2, widget.get("y", 0) + own["height"] / 2
    while widget.get("parent"):
        widget = variant[widget["parent"]]
        own = size_of(variant, widget)
        half = own["width"] / 2, own["height"] / 2
        x, y = at[0] - half[0], at[1] - half[1]
        turn = radians(widget.get("rotation", 0))
        x, y = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
        at = widget.get("x", 0) + half[0] + x, widget.get("y", 0) + half[1] + y
    return at


@pytest.mark.nightly
@EACH_GAME
def test_each_variant_has_every_piece_once(game: str) -> None:
    found = game_of(game)
    assert len(variants(file_of(game))) == len(found.layouts)
    for variant in variants(file_of(game)):
        counts = Counter(card["cardType"] for card in widgets(variant, "card").values())
        counts.update(name.removeprefix("die-").rpartition("-")[0] for name in widgets(variant, "dice"))
        boards = [name for name in variant if name.startswith("board-")]
        flat = {piece.id: piece.count for piece in found.pieces if piece.kind not in ("board", "mat", "box")}
        assert {name: counts[name] for name in flat} == flat
        assert sum(counts.values()) + len(boards) == sum(piece.count for piece in found.pieces)


@pytest.mark.nightly
@EACH_GAME
def test_pieces_lie_where_the_set_up_has_them(game: str) -> None:
    found = game_of(game)
    for players, variant in zip(sorted(found.layouts), variants(file_of(game)), strict=True):
        screen = fitted(found, players, TABLE, MOST_SCALE)
        for thing in screen.things:
            name = next(
                (f"{kind}-{thing.id}" for kind in ("at", "board", "piece") if f"{kind}-{thing.id}" in variant), ""
            )
            if name:
                assert dist(position(variant, variant[name]), screen.at(thing.laid.x, thing.laid.y)) < screen.scale / 2


@pytest.mark.nightly
@EACH_GAME
def test_each_place_pulls_pieces_to_its_middle(game: str) -> None:
    found = game_of(game)
    variant, players = variants(file_of(game))[0], min(found.layouts)
    screen = fitted(found, players, TABLE, MOST_SCALE)
    holders = {name: each for name, each in widgets(variant, "holder").items() if name.startswith("place-")}
    bare = {name: name.removesuffix("-card").rpartition("-")[0] for name in holders}  # slots have some for cards too
    assert len(set(bare.values())) == len(screen.spots) > 0
    spots = {spot.id: spot for spot in screen.spots}
    for name, holder in holders.items():
        spot = spots[bare[name].removeprefix("place-")]
        assert dist(position(variant, holder), (spot.x, spot.y)) < screen.scale / 2
        assert holder["onEnter"]["place"] == spot.snap.name
        assert "pointer-events: none" in holder["css"], "it would cover pieces on holders of other sizes"
        wide, tall = (
            float(side) * screen.scale for side in holder["dropTarget"]["size"].removesuffix("-card").split("x")
        )
        assert abs(holder["dropOffsetX"] + wide / 2 - holder["width"] / 2) < 0.02
        assert abs(holder["dropOffsetY"] + tall / 2 - holder["height"] / 2) < 0.02


def turn_of(variant: Widgets, widget: dict[str, Any]) -> float:
    """The turn of a widget on the screen: that of its parents is added."""
    parent = widget.get("parent")
    return (widget.get("rotation", 0) + (turn_of(variant, variant[parent]) if parent else 0)) % 360


def box_of(variant: Widgets, widget: dict[str, Any]) -> BoundingBox:
    """The box of a widget on the screen."""
    own = size_of(variant, widget)
    return box_at(*position(variant, widget), own["width"], own["height"], turn_of(variant, widget))


@pytest.mark.nightly
@EACH_GAME
def test_names_and_buttons_are_upright_and_cover_nothing(game: str) -> None:
    for variant in variants(file_of(game)):
        said = widgets(variant, "label") | widgets(variant, "button")
        starts = "at-", "space-", "piece-", "board-", "die-", "label-", "shuffle-"
        around = {
            name: box_of(variant, each)
            for name, each in variant.items()
            if name.startswith(starts) and not each.get("parent", "").startswith("place-")
        }
        hosts = {each["parent"] for name, each in variant.items() if name.startswith("place-")}
        boards = [box for name, box in around.items() if name.startswith("board-") or name in hosts]
        assert said
        for name, each in said.items():
            box, pile = around[name], around[each["parent"]]
            assert turn_of(variant, each) == 0, name
            assert min(box.left, box.top, 1600 - box.right, 774 - box.bottom) >= 0, f"{name} is at {box}"
            if any(board.nearest(pile.centre) == pile.centre for board in boards):
                assert each["type"] == "button", f"{name} covers a board"
                continue
            covered = [other for other in around if other != name and around[other].overlaps(box)]
            assert covered == [], name


@pytest.mark.nightly
@EACH_GAME
def test_pictures_are_named_by_their_bytes_and_within_the_limit(game: str) -> None:
    with ZipFile(BytesIO(file_of(game))) as room:
        written = {name: room.read(name) for name in room.namelist() if name.startswith("assets/")}
    for name, content in written.items():
        crc, size = name.removeprefix("assets/").split("_")
        assert (int(crc) % 2**32, int(size)) == (zlib.crc32(content), len(content))
        assert -(2**31) <= int(crc) < 2**31  # signed, as JavaScript has it
        assert len(content) < MOST_ASSET
    text = json.dumps(variants(file_of(game)))
    assert all(f"/{name}" in text for name in written)
    digests = {picture.digest for piece in game_of(game).pieces for picture in piece.pictures}
    assert len(digests) / 2 < len(written) <= len(digests) + 1  # with the picture of the game; maps are blank here


@pytest.mark.nightly
def test_decks_are_ordered_and_shuffled_as_the_pack_says() -> None:
    found, variant = game_of("starter"), variants(file_of("starter"))[0]
    pile = found.pile("kitchen")
    assert pile
    cards = [card for card in widgets(variant, "card").values() if card.get("parent") == "pile-at-kitchen"]
    ordered = sorted(cards, key=lambda card: -card["z"])
    assert [card["cardType"] for card in ordered] == list(pile.pieces)
    assert {card["activeFace"] for card in cards} == {0}
    assert variant["at-kitchen"]["gameStartRoutine"] == [{"func": "SHUFFLE", "holder": "at-kitchen"}]
    assert "gameStartRoutine" not in variant["at-rest-cats"]


def test_pieces_on_places_can_be_taken_up() -> None:
    """Holders of places let the mouse through, and what lies on them does not inherit that."""
    decks = widgets(variants(file_of("starter"))[0], "deck").values()
    assert decks
    assert {deck["cardDefaults"]["css"] for deck in decks} == {"pointer-events: auto"}


def test_seats_are_for_the_players_of_the_variant() -> None:
    for players, variant in zip((2, 3, 4), variants(file_of("starter")), strict=True):
        seats = widgets(variant, "seat").values()
        assert [seat["index"] for seat in seats] == list(range(1, players + 1))
        assert variant["_meta"]["info"]["players"] == str(players)
        assert variant["hand"]["childrenPerOwner"]


@pytest.mark.nightly
def test_the_same_game_gives_the_same_bytes() -> None:
    assert vtt_file(game_of("starter")).content == file_of("starter")


@pytest.mark.nightly
def test_a_supply_without_end_puts_a_copy_back() -> None:
    found = game_of("starter")
    piles = tuple(replace(pile, endless=pile.id == "rest-plates") for pile in found.piles)
    variant = variants(vtt_file(replace(found, piles=piles)).content)[0]
    (clone,) = variant["at-rest-plates"]["leaveRoutine"]
    assert clone["func"] == "CLONE"
    assert clone["properties"]["cardType"] == "plates"
    assert sum(card.get("parent") == "at-rest-plates" for card in widgets(variant, "card").values()) == 1


@pytest.mark.nightly
def test_hostile_names_are_only_text() -> None:
    bad = '</script><img src=x onerror=alert(1)> ${PROPERTY id}\u0000\u202e"\n'
    found = game_of("starter")
    pieces = tuple(replace(piece, name=bad, text=bad) for piece in found.pieces)
    piles: tuple[Pile, ...] = tuple(replace(pile, name=bad) for pile in found.piles)
    variant = variants(vtt_file(replace(found, title=bad, pieces=pieces, piles=piles)).content)[0]
    assert set(variant) == set(variants(file_of("starter"))[0])
    assert "html" not in json.dumps(variant)
    assert "\u0000" not in json.dumps(variant, ensure_ascii=False)


@pytest.mark.nightly
def test_what_does_not_fit_is_reported_and_the_rest_is_written(monkeypatch: Any) -> None:
    monkeypatch.setattr(vtt, "MOST_ASSET", 900)
    made = vtt_file(game_of("starter"))
    assert any("the picture 'suppers" in fault.message for fault in made.left_out), made.left_out
    assert len(variants(made.content)) == 3
    monkeypatch.setattr(vtt, "MOST_JSON", 10)
    told = [fault.message for fault in vtt_file(game_of("starter")).left_out]
    assert "the set-up for 2 players is left out: it has more than 0 MiB" in told


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["destination-race", "taxi-derby"])
def test_each_game_begins_with_another_deal(game: str) -> None:
    """The routine of the first pool is done here as the program does it; each place gets as many pieces as before."""
    whole, _ = frozen(game_of(game))  # the first upgrades of Keep the Change decide where they go
    for players, variant in zip(sorted(whole.layouts), variants(file_of(game)), strict=True):
        cards = [each for each in widgets(variant, "card").values() if "pool" in each]
        holders, routine = widgets(variant, "holder"), variant["pool-1"]["gameStartRoutine"]
        pools: dict[str, list[str]] = {}
        ends: Counter[str] = Counter()
        for step in routine:
            match step["func"]:
                case "SELECT":
                    pools[step["collection"]] = [each["id"] for each in cards if each["pool"] == step["value"]]
                    assert step["collection"] in holders
                case "MOVE":
                    assert step["to"] in holders
                    moved, pools[step["from"]] = (
                        pools[step["from"]][: step["count"]],
                        pools[step["from"]][step["count"] :],
                    )
                    assert len(moved) == step["count"]
                    ends[step["to"]] += step["count"]
        assert not any(pools.values()), "all are dealt"
        counts = Counter(len(laid.pools) for laid in whole.layouts[players] if laid.pools)
        assert sum(ends.values()) == sum(size * number for size, number in counts.items())


@pytest.mark.nightly
def test_a_board_that_the_set_up_does_not_use_is_not_in_the_room() -> None:
    """The room would be twice as wide, and all that is played with half as large."""
    whole = exported(examined("taxicab"), rules=False)
    made = vtt_file(whole, 20)
    assert [name for name in variants(made.content)[0] if name.startswith("board-") and "board" in name[6:]] == [
        "board-board"
    ]
    (note,) = (fault for fault in made.left_out if "is not on the table" in fault.message)
    assert note.severity is INFO


PACK = """\
# file: pack.yaml
kind: pack
title: Trays
players: 2 to 3
documents: [parts.yaml, face.yaml, cards.yaml, table.yaml]
components: [{component: parts}, {component: cards}]
# file: parts.yaml
kind: component
makes: MAKES
template: face
rows: [ROWS]
# file: cards.yaml
kind: component
makes: card
template: face
rows: [{name: A}, {name: B}, {name: C}, {name: D}]
# file: face.yaml
kind: template
size: 60 x 60
layers:
  - {text: "{name}", where: middle}
# file: table.yaml
kind: table
things:
  draw: {component: cards, rows: [A, B], at: middle, as: pile, shuffled: true, name: Draw}
  draw-pile: {component: cards, rows: [C, D], at: right of draw, as: pile, name: Second}
  mine: {component: parts, at: each seat, shuffled: true}
"""


def small(
    folder: Path, makes: str, rows: int, *changes: tuple[str, str], players: tuple[int, ...] = ()
) -> ExportedGame:
    """A small pack whose players get parts of that kind."""
    text = PACK.replace("MAKES", makes).replace("ROWS", ", ".join(f"{{name: P{row}}}" for row in range(rows)))
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    write(folder, text)
    looked = examine(load(find_targets([str(folder)])[0]), draws_maps=True)
    assert not looked.report.errors, looked.report.findings
    return exported(looked, players, rules=False)


def dealt_to(variant: Widgets) -> list[dict[str, Any]]:
    return [step for step in variant["pool-1"]["gameStartRoutine"] if step["func"] == "MOVE"]


@pytest.mark.parametrize("kind", ["mat", "board"])
def test_boards_are_dealt_below_all_other_pieces(tmp_path: Path, kind: str) -> None:
    game = small(tmp_path / "trays", kind, 3)
    made = vtt_file(game, 20)
    assert {each.severity for each in made.left_out} <= {INFO}, made.left_out
    for players, variant in zip(sorted(game.layouts), variants(made.content), strict=True):
        cards = [card for card in widgets(variant, "card").values() if card["cardType"].startswith("parts")]
        assert len(cards) == (players if kind == "board" else 3), "spare boards are not in the room"
        dealt = [card for card in cards if card.get("pool")]
        moves = dealt_to(variant)
        assert sum(move["count"] for move in moves) == len(dealt) >= players
        for move in moves:
            holder = variant[move["to"]]
            assert holder["type"] == "holder"
            assert holder["dropTarget"]["deck"] in {card["deck"] for card in dealt}
            assert holder["layer"] == -3
        assert {card["layer"] for card in dealt} == {-3}


@pytest.mark.parametrize("also", ["", "as: pile, count: 1, "])
def test_dice_are_not_dealt_and_that_is_reported(tmp_path: Path, also: str) -> None:
    game = small(tmp_path / "dice", "die", 18, ("mine: {component: parts, ", f"mine: {{component: parts, {also}"))
    for made in (vtt_file(game, 20), pcio_file(game, 20)):
        (fault,) = (each for each in made.left_out if "in every game" in each.message)
        assert fault.message == "which die of 'parts' lies where is the same in every game: this program deals no dice"
    for variant in variants(vtt_file(game, 20).content):
        assert len(widgets(variant, "dice")) == 3
        assert "pool-1" not in variant


def test_a_thing_may_be_named_like_a_part_of_another(tmp_path: Path) -> None:
    """The piles of `draw` and `draw-pile` have their cards, and each has its name."""
    more = """  draw-label: {space: 60 x 60, name: Third, at: below draw}
  draw-shuffle: {component: parts, rows: [P0], as: pile, at: above draw}
  mine: """
    changes = ("component: cards, rows: [C", "component: cards, shuffled: true, rows: [C"), ("  mine: ", more)
    variant = variants(vtt_file(small(tmp_path / "names", "token", 6, *changes), 20).content)[0]
    for thing, cards in {"at-draw": "ab", "at-draw-pile": "cd"}.items():
        inside = [each for each in widgets(variant, "pile").values() if each["parent"] == thing]
        assert len(inside) == 1, thing
        found = [card for card in widgets(variant, "card").values() if card.get("parent") == inside[0]["id"]]
        assert sorted(card["cardType"][-1] for card in found) == list(cards)
        assert [each["text"] for each in widgets(variant, "button").values() if each["parent"] == thing] == ["Shuffle"]
    names = {each["parent"]: each["text"] for each in widgets(variant, "label").values()}
    assert (names["at-draw"], names["at-draw-pile"], names["space-draw-label"]) == ("Draw", "Second", "Third")
    assert variant["at-draw-shuffle"]["type"] == "holder"


def test_a_room_for_one_number_of_players_says_so(tmp_path: Path) -> None:
    game = small(tmp_path / "three", "token", 6, players=(3,))
    made = files_of(game, tmp_path, ExportOptions(tmp_path, dpi=20, players=3)).products[0]
    (variant,) = variants(made.content)
    info = variant["_meta"]["info"]
    assert (info["players"], info["variant"]) == ("3", "3 players")
