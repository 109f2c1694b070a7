"""Modules of Vassal, read back by a reader written from the facts: pieces, decks, places, sizes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from math import dist, floor, inf
from typing import Any
from xml.etree.ElementTree import Element, fromstring
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis.strategies import lists, sampled_from, text
from msgspec.structs import replace
from PIL import Image

from pnp.build.examine import examine
from pnp.export import vassal
from pnp.export.game import exported
from pnp.export.screen import Screen, extent, fitted, undealt
from pnp.export.things import CellsOnPiece, ExportedGame
from pnp.export.vassal import STILL, VASSAL_VERSION, vassal_file
from pnp.export.vassal_pieces import Trait, definition, sequence, turning
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.games import EACH_GAME, examined
from tests.pipeline import ROOT


@cache
def game_of(name: str) -> ExportedGame:
    """What the module is made of: nothing is dealt in it."""
    return undealt(exported(examined(name), rules=False))[0]


@cache
def file_of(name: str) -> bytes:
    return vassal_file(game_of(name)).content


def tree_of(content: bytes) -> Element:
    with ZipFile(BytesIO(content)) as module:
        return fromstring(module.read("buildFile.xml"))


def found(tree: Element, end: str) -> list[Element]:
    """Elements of a Java class, by the end of its name."""
    return [each for each in tree.iter() if each.tag.endswith(f".{end}")]


def decoded(encoded: str, delimiter: str) -> list[str]:
    """The parts of a text in Vassal's encoding, as its decoder reads them; shares nothing with the encoder."""
    parts: list[str] = []
    part, at = "", 0
    while at < len(encoded):
        if encoded[at] == "\\" and encoded[at + 1 : at + 2] == delimiter:
            part, at = part + delimiter, at + 2
        elif encoded[at] == delimiter:
            parts, part, at = [*parts, part], "", at + 1
        else:
            part, at = part + encoded[at], at + 1
    return [each[1:-1] if len(each) > 1 and each[0] == each[-1] == "'" else each for each in [*parts, part]]


def traits_of(slot: Element) -> list[tuple[str, str]]:
    """The traits of a piece with their states, the outermost first."""
    assert slot.text
    assert slot.text.startswith("+/")
    _, kind, state = decoded(slot.text[2:], "/")
    traits = []
    while len(both := decoded(kind, "\t")) == 2:
        own, rest = decoded(state, "\t")
        traits.append((both[0], own))
        kind, state = both[1], rest
    return [*traits, (kind, state)]


def picture_of(slot: Element) -> str:
    return decoded(traits_of(slot)[-1][0], ";")[3]


def screens(game: ExportedGame, scale: float) -> Iterator[Screen]:
    for players in sorted(game.layouts):
        left, top, right, low = extent(game, players)
        yield fitted(game, players, (0.0, 0.0, (right - left) * scale, (low - top) * scale), scale)


def scale_of(tree: Element, game: ExportedGame) -> float:
    left, _, right, _ = extent(game, min(game.layouts))
    return float(found(tree, "Board")[0].attrib["width"]) / (right - left)


@pytest.mark.nightly
@given(lists(text(alphabet="ab\\';,/\t ", max_size=6), min_size=2, max_size=5), sampled_from(";,/\t"))
def test_sequences_are_read_back(parts: list[str], delimiter: str) -> None:
    # Vassal's own decoder loses a backslash before a delimiter in some of these, as its encoder does not escape it.
    if not any(part.endswith("\\") or "\\" + delimiter in part for part in parts):
        assert decoded(sequence(parts, delimiter), delimiter) == parts


@pytest.mark.parametrize(
    ("parts", "delimiter", "encoded"),
    [
        (["A", "B,C"], ",", "A,B\\,C"),
        (["", "x", ""], ";", ";x;"),
        (["\\a", "b"], ";", "'\\a';b"),
        (["'a'", "b"], ";", "''a'';b"),
        (["a;b;", "c"], ";", "a\\;b\\;;c"),
    ],
)
def test_sequences_are_encoded_as_vassal_does(parts: list[str], delimiter: str, encoded: str) -> None:
    assert sequence(parts, delimiter) == encoded


def test_traits_are_nested_with_one_more_backslash_at_each_level() -> None:
    made = definition((Trait("a", "1"), Trait("b", "2"), Trait("c/d", "3"), Trait("piece;;;x.png;X", "null;0;0;7;0")))
    assert made == ("+/null/a\tb\\\tc\\/d\\\\\tpiece;;;x.png;X/1\t2\\\t3\\\\\tnull;0;0;7;0")


def in_palette(tree: Element, whole: ExportedGame) -> set[str]:
    """The pieces in the window that has all of them but the boards on the tables."""
    pictures = {picture_of(slot) for each in found(tree, "ListWidget") for slot in each}
    return {
        piece.id
        for piece in whole.pieces
        if piece.front and f"{piece.front.key}-{piece.front.digest[:8]}.png" in pictures
    }


@pytest.mark.nightly
@EACH_GAME
def test_each_table_has_every_piece_once(game: str) -> None:
    whole, tree = game_of(game), tree_of(file_of(game))
    for players in whole.layouts:
        board = f"{players} players"
        held = [each for end in ("SetupStack", "DrawPile") for each in found(tree, end)]
        slots = [slot for each in held if each.attrib["owningBoard"] == board for slot in each]
        painted = [laid for laid in whole.layouts[players] if laid.locked and not whole.pile(laid.what)]
        pictures = Counter(picture_of(slot) for slot in slots)
        spare = sum(
            piece.count for piece in whole.pieces if piece.kind == "board" and piece.id in in_palette(tree, whole)
        )
        assert len(slots) + len(painted) + spare == sum(piece.count for piece in whole.pieces)
        for piece in whole.pieces:
            assert piece.front
            same = sum(each.count for each in whole.pieces if each.front and each.front.digest == piece.front.digest)
            if not any(laid.what == piece.id for laid in painted):
                assert pictures[f"{piece.front.key}-{piece.front.digest[:8]}.png"] <= same


@pytest.mark.nightly
@EACH_GAME
def test_each_place_is_a_region_with_its_name(game: str) -> None:
    whole, tree = game_of(game), tree_of(file_of(game))
    for screen, board in zip(screens(whole, scale_of(tree, whole)), found(tree, "BoardPicker")[0], strict=True):
        boards = {thing.id for thing in screen.things if thing.laid.locked or thing.piece.kind in STILL}
        expected = [(spot.snap.name, spot.x, spot.y) for spot in screen.spots if spot.host in boards]
        spaces = whole.spaces.get(screen.players, ())
        expected += [(space.name, *screen.at(space.x, space.y)) for space in spaces]
        regions = found(board, "Region")
        assert len(regions) == len(expected) > 0
        for name, x, y in expected:  # zones on a board come before it
            alike = [each for each in regions if each.attrib["name"] == name or any(sign in name for sign in "<>")]
            near = (dist((float(it.attrib["originx"]), float(it.attrib["originy"])), (x, y)) for it in alike)
            assert min(near, default=inf) <= screen.scale / 2


@pytest.mark.nightly
@EACH_GAME
def test_everything_lies_where_the_set_up_has_it(game: str) -> None:
    whole, tree = game_of(game), tree_of(file_of(game))
    for screen in screens(whole, scale_of(tree, whole)):
        for end in ("SetupStack", "DrawPile"):
            piles = end == "DrawPile"
            things = [thing for thing in screen.things if bool(thing.pile) == piles and not thing.laid.locked]
            held = [each for each in found(tree, end) if each.attrib["owningBoard"] == f"{screen.players} players"]
            for thing, element in zip(things, held, strict=True):
                at = float(element.attrib["x"]), float(element.attrib["y"])
                assert dist(at, (thing.x, thing.y)) <= max(1.5, screen.scale / 2)
                if thing.pile:
                    assert len(element) == len(thing.pile.pieces)
                    assert element.attrib["faceDown"] == ("Always" if thing.pile.face == "down" else "Never")
                    assert (element.attrib["shuffle"] == "Always") == thing.pile.shuffled
                    top = traits_of(element[-1])[-1][0]
                    assert decoded(top, ";")[4] == thing.piece.name


@pytest.mark.nightly
def test_slots_over_the_edge_of_a_mat_are_in_its_zone() -> None:
    """A piece is pulled from both sides of a slot, also where its middle is at the edge of the mat."""
    zones = [zone for zone in found(tree_of(file_of("bahama-taxi")), "Zone") if zone.get("name", "").startswith("Taxi")]
    waiting = [
        zone
        for zone in found(tree_of(file_of("bahama-taxi")), "Zone")
        if any(" goal " in region.get("name", "") for region in found(zone, "Region"))
    ]
    assert zones
    assert waiting
    for zone in (*zones, *waiting):
        area = [[int(each) for each in at.split(",")] for at in zone.get("path", "").split(";")]
        (left, right), (top, low) = ((min(axis), max(axis)) for axis in zip(*area, strict=True))
        for region in found(zone, "Region"):
            x, y = int(region.get("originx", "")), int(region.get("originy", ""))
            assert left + 12 < x < right - 12, region.get("name")
            assert top + 12 < y < low - 12, region.get("name")


@pytest.mark.nightly
@EACH_GAME
def test_numbers_of_pieces_are_unique_and_pictures_exist(game: str) -> None:
    tree = tree_of(file_of(game))
    slots = [*found(tree, "PieceSlot"), *found(tree, "CardSlot")]
    numbers = [int(slot.attrib["gpid"]) for slot in slots]
    assert sorted(numbers) == list(range(len(numbers)))
    assert int(tree.attrib["nextPieceSlotId"]) == len(numbers)
    with ZipFile(BytesIO(file_of(game))) as module:
        names = set(module.namelist())
        for slot in slots:
            assert f"images/{picture_of(slot)}" in names
            with Image.open(BytesIO(module.read(f"images/{picture_of(slot)}"))) as image:
                assert abs(image.width - int(slot.attrib["width"])) <= 1
                assert abs(image.height - int(slot.attrib["height"])) <= 2
        data = fromstring(module.read("moduledata"))
        assert (data.findtext("VassalVersion"), data.findtext("dateSaved")) == (VASSAL_VERSION, "0")


@pytest.mark.nightly
def test_cards_of_a_deck_that_is_face_down_have_a_mask_with_their_back() -> None:
    tree = tree_of(file_of("starter"))
    deck = next(each for each in found(tree, "DrawPile") if each.attrib["deckName"] == "Kitchen")
    for slot in deck:
        kinds = [kind.partition(";")[0] for kind, _ in traits_of(slot)]
        assert kinds == ["prototype", "mark", "obs", "rotate", "piece"]


@pytest.mark.nightly
def test_seats_have_hands_that_others_do_not_see() -> None:
    tree = tree_of(file_of("starter"))
    seats = [entry.text for entry in found(tree, "PlayerRoster")[0]]
    assert seats == ["Red", "Blue", "Green", "Yellow"]
    assert [(hand.attrib["side"], hand.attrib["visible"]) for hand in found(tree, "PlayerHand")] == [
        (seat, "false") for seat in seats
    ]


@pytest.mark.nightly
def test_dice_are_buttons_and_pieces_that_roll() -> None:
    tree = tree_of(file_of("destination-race"))
    (button,) = found(tree, "DiceButton")
    die = next(piece for piece in game_of("destination-race").pieces if piece.kind == "die")
    assert button.attrib["nSides"] == str(len(die.faces) or 6)
    slot = next(slot for slot in found(tree, "PieceSlot") if decoded(traits_of(slot)[-1][0], ";")[4] == die.name)
    assert any(kind.startswith("emb2;") and "Roll" in kind for kind, _ in traits_of(slot))


def test_turned_pieces_are_turned_by_steps() -> None:
    assert [(turning(turn).type[:10], turning(turn).state) for turn in (0, 90, 45, 15, 7)] == [
        ("rotate;4;9", "0"), ("rotate;4;9", "1"), ("rotate;8;9", "1"), ("rotate;24;", "1"), ("rotate;360", "7"),
    ]  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize("shape", ["square", "hex-flat", "hex-pointy"])
def test_grids_that_are_too_large_for_names_are_those_of_vassal(shape: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vassal, "MOST_REGIONS", 0)
    whole = replace(game_of("starter"), spaces={})
    cells = CellsOnPiece(shape, 20.0, 30.0, 40.0)
    pieces = tuple(replace(piece, grid=cells) if piece.snaps else piece for piece in whole.pieces)
    tree = tree_of(vassal_file(replace(whole, pieces=pieces)).content)
    assert not found(tree, "Region")
    grid = found(tree, "SquareGrid" if shape == "square" else "HexGrid")[0]
    scale = scale_of(tree, whole)
    screen = next(screens(whole, scale))
    board = next(thing for thing in screen.things if thing.piece.snaps)
    x, y = screen.on(board, 30.0, 40.0)
    at = (y, x) if shape == "hex-pointy" else (x, y)
    assert dist((float(grid.attrib["x0"]), float(grid.attrib["y0"])), at) < 1
    assert abs(float(grid.attrib["dy"]) - 20 * scale) < 0.02
    assert abs(float(grid.attrib["dx"]) - 20 * scale * (1 if shape == "square" else 3**0.5 / 2)) < 0.02


@pytest.mark.nightly
def test_the_same_game_gives_the_same_bytes() -> None:
    assert vassal_file(game_of("starter")).content == file_of("starter")


@pytest.mark.nightly
def test_hostile_names_break_nothing() -> None:
    bad = "\\'</x>&$PlayerName$\t;,/+\u0000\ud800\n\\"
    whole = game_of("starter")
    pieces = tuple(replace(piece, name=bad, text=bad) for piece in whole.pieces)
    piles = tuple(replace(pile, name=bad) for pile in whole.piles)
    made = tree_of(vassal_file(replace(whole, title=bad, summary=bad, pieces=pieces, piles=piles)).content)
    slots = [*found(made, "PieceSlot"), *found(made, "CardSlot")]
    assert len(slots) == len([*found(tree_of(file_of("starter")), "PieceSlot"), *found(made, "CardSlot")])
    for slot in slots:
        assert "$" not in str(traits_of(slot))
        assert len(decoded(traits_of(slot)[-1][0], ";")) == 5


@pytest.mark.nightly
def test_what_is_dealt_stays_in_the_shuffled_deck() -> None:
    whole = exported(examined("destination-race"), rules=False)
    made = vassal_file(whole)
    decks = [each for each in found(tree_of(made.content), "DrawPile") if each.attrib["deckName"] == "Address cards"]
    assert [len(deck) for deck in decks] == [32] * len(whole.layouts)
    assert {deck.attrib["shuffle"] for deck in decks} == {"Always"}
    (fault,) = made.left_out
    assert "what is dealt of 'addresses' is still in" in fault.message


def named_by_vassal(grid: Element, x: float, y: float) -> str:
    """The name of a point as `HexGridNumbering` and `SquareGridNumbering` of Vassal compute it."""
    (numbers,) = grid
    at, dx, dy = numbers.attrib, float(grid.attrib["dx"]), float(grid.attrib["dy"])
    if grid.tag.endswith("HexGrid"):
        x, y = (y, x) if grid.attrib["sideways"] == "true" else (x, y)
        column = floor((x - int(grid.attrib["x0"])) / dx + 0.5)
        row = floor((y - int(grid.attrib["y0"]) - (dy / 2 if column % 2 else 0)) / dy + 0.5)
        row += at["stagger"] == "true" and column % 2 != 0
    else:
        column = floor((x - int(grid.attrib["x0"])) / dx + 0.5)
        row = floor((y - int(grid.attrib["y0"])) / dy + 0.5)

    def said(number: int, kind: str, leading: str) -> str:
        return chr(ord("A") + number) if kind == "A" else f"{number:0{int(leading) + 1}}"

    across = said(column + int(at["hOff"]), at["hType"], at["hLeading"])
    down = said(row + int(at["vOff"]), at["vType"], at["vLeading"])
    return across + at["sep"] + down if at["first"] == "H" else down + at["sep"] + across


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "least"), [("three-fords", 175), ("candle-vaults", 150)])
def test_large_grids_name_their_cells(game: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vassal, "MOST_REGIONS", 0)
    (target,) = find_targets([str(ROOT / "content" / "examples" / game)])
    whole = exported(examine(load(target)), rules=False)
    made = vassal_file(whole)
    tree = tree_of(made.content)
    grid = next(each for each in tree.iter() if each.tag.endswith(("board.HexGrid", "board.SquareGrid")))
    screen = next(screens(whole, scale_of(tree, whole)))
    board = next(thing for thing in screen.things if thing.piece.grid)
    names = [
        (snap.name, named_by_vassal(grid, *map(round, screen.on(board, snap.x, snap.y)))) for snap in board.piece.snaps
    ]
    right = [told for told, read in names if told == read]
    assert len(right) >= least
    wrong = len(names) - len(right)
    assert any(f"the names of {wrong} of {len(names)} cells" in fault.message for fault in made.left_out)
    assert all(re.fullmatch(r"[A-Z][a-z].*", told) for told, read in names if told != read), "only those with own names"


@pytest.mark.nightly
def test_each_cell_of_a_grid_map_is_a_region_with_its_name() -> None:
    (target,) = find_targets([str(ROOT / "content" / "examples" / "three-fords")])
    whole = exported(examine(load(target)), rules=False)
    board = next(piece for piece in whole.pieces if piece.grid)
    regions = {each.attrib["name"] for each in found(tree_of(vassal_file(whole).content), "Region")}
    assert regions == {snap.name for snap in board.snaps}
    assert "0101" in regions


@pytest.mark.nightly
def test_boards_that_are_not_used_make_the_table_no_larger() -> None:
    whole = exported(examined("bahama-taxi"), players=[2], rules=False)
    tree = tree_of(vassal_file(whole).content)
    assert scale_of(tree, undealt(whole)[0]) > 2.5, "pixels per millimetre"
    assert "Board of Andros" in {each.attrib["entryName"] for each in found(tree, "PieceSlot")}
