"""Games of Card Game Simulator, compared with the exported game."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pnp.export.cgs import CARDS, files_of, left_out
from pnp.export.game import exported
from pnp.export.targets import TARGETS, ExportOptions
from pnp.export.things import ExportedGame
from tests.games import examined

LINE = re.compile(r"(\d+) \[([^\]]+)\] (.+)")


@cache
def game_of(name: str) -> ExportedGame:
    return exported(examined(name), rules=False)


def files(name: str, address: str = "") -> dict[str, bytes]:
    options = ExportOptions(dpi=50, assets_url=address)
    return {each.name.partition("/")[2]: each.content for each in files_of(game_of(name), Path(), options).products}


@pytest.mark.nightly
def test_cards_have_names_texts_pictures_and_copies() -> None:
    game, found = game_of("destination-race"), files("destination-race")
    cards = {piece.id: piece for piece in game.pieces if piece.kind in CARDS}
    listed = {each["id"]: each for each in json.loads(found["AllCards.json"])}
    assert listed.keys() == cards.keys()
    copies: Counter[str] = Counter()
    for path, content in found.items():
        if path.startswith("decks/"):
            for line in content.decode().splitlines()[1:]:
                match = LINE.fullmatch(line)
                assert match, line
                assert match[3] == " ".join(cards[match[2]].name.split())
                copies[match[2]] += int(match[1])
    assert copies == {name: piece.count for name, piece in cards.items()}
    for name, piece in cards.items():
        assert (listed[name]["name"], listed[name]["text"]) == (piece.name, piece.text)
        assert f"sets/destination-race/{name}.png" in found


@pytest.mark.nightly
def test_the_board_is_where_it_is_on_the_table_in_inches() -> None:
    found = files("starter")
    definition = json.loads(found["cgs.json"])
    (board,) = definition["gameBoardCards"][0]["boards"]
    piece = game_of("starter").piece("board")
    assert round(board["size"]["x"] * 25.4, 1) == piece.size_mm[0]
    assert round(board["offsetMin"]["x"] * 25.4, 1) == -piece.size_mm[0] / 2  # it is in the middle
    image = Image.open(BytesIO(found["boards/board.png"]))
    assert abs(image.width / image.height - piece.size_mm[0] / piece.size_mm[1]) < 0.01


@pytest.mark.nightly
def test_a_hosted_game_has_addresses() -> None:
    definition = json.loads(files("starter", "https://example.org/supper/")["cgs.json"])
    assert definition["autoUpdateUrl"] == "https://example.org/supper/cgs.json"
    assert definition["cardImageUrl"] == "https://example.org/supper/sets/starter/{cardId}.{cardImageFileType}"
    assert "autoUpdateUrl" not in json.loads(files("starter")["cgs.json"])


@pytest.mark.nightly
def test_what_the_program_cannot_hold_is_said() -> None:
    game = game_of("destination-race")
    messages = [fault.message for fault in left_out(game, [piece for piece in game.pieces if piece.kind in CARDS])]
    assert any("'die'" in message for message in messages)
    assert any("snap points" in message for message in messages)
    assert any("backs" in message for message in messages)
    made = TARGETS["cgs"].files(game, Path(), ExportOptions(dpi=50))
    assert "snap points" in next(each.content for each in made.products if each.name == "README.txt").decode()
