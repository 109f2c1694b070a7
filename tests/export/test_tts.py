"""Saves of Tabletop Simulator, read back and compared with the game piece by piece."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import dist
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pnp.build.examine import examine
from pnp.diagnostics import Severity
from pnp.export.game import exported
from pnp.export.pictures import SheetPicture, best_grid, images, pixels_at, sprite_sheets
from pnp.export.screen import frozen, nameless
from pnp.export.targets import TARGETS, AssetFiles, ExportOptions
from pnp.export.things import DIE_TURNS, CellsOnPiece, ExportedGame, model_of
from pnp.export.tts import LIMITS, SEAT_COLOURS, _SaveMaker, plain, units
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


@pytest.mark.nightly
def test_every_piece_is_in_every_save_under_its_name(saved: tuple[ExportedGame, Path]) -> None:
    game, folder = saved
    found = dict(saves(folder))
    assert sorted(found) == sorted(game.layouts)
    for save in found.values():
        names = Counter(each.name for each in things(save))
        assert names == sum((Counter({piece.name: piece.count}) for piece in game.pieces), Counter())


@pytest.mark.nightly
def test_pieces_lie_where_the_game_lays_them(saved: tuple[ExportedGame, Path]) -> None:
    game, folder = saved
    pieces = {piece.id: piece for piece in game.pieces}
    for number, save in saves(folder):
        seen = [each for each in things(save) if not each.held]
        laid = [each for each in game.layouts[number] if each.what in pieces and not each.beside]
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


@pytest.mark.nightly
def test_what_a_set_up_does_not_use_is_in_one_bag_at_the_table(saved: tuple[ExportedGame, Path]) -> None:
    game, folder = saved
    for number, save in saves(folder):
        left, top, right, bottom = game.tables[number]
        spare = [each for each in game.layouts[number] if each.beside]
        bags = [each for each in save["ObjectStates"] if each["Nickname"] == "Not used in this set-up"]
        assert [len(bag["ContainedObjects"]) for bag in bags] == [len(spare)][: len(bags)] != [0]
        for each in save["ObjectStates"]:
            if each["Name"] not in ("HandTrigger", "Custom_PDF"):
                at = each["Transform"]
                assert units(left) <= at["posX"] <= units(right + 100)
                assert units(-bottom) <= at["posZ"] <= units(-top)


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_each_card_shows_its_own_picture(saved: tuple[ExportedGame, Path]) -> None:
    game, folder = saved
    cards = [piece for piece in game.pieces if piece.kind == "card" and piece.front]
    seen: dict[str, list[SeenThing]] = {piece.name: [] for piece in cards}  # cards may share a name
    for _, save in saves(folder):
        for each in things(save):
            if each.name in seen:
                seen[each.name].append(each)
    assert all(seen.values())
    for piece in cards[::7]:
        assert piece.front
        texts = [each for each in seen[piece.name] if each.text == piece.text]
        assert texts
        assert min(_apart(piece.front, each) for each in texts) < 6


def _apart(front: SheetPicture, thing: SeenThing) -> float:
    """Return the mean difference of grey values between a face and the picture of a thing."""
    (image,) = images([front], thing.picture.width)
    ours, theirs = image.convert("L").resize((16, 24)), thing.picture.convert("L").resize((16, 24))
    apart = [abs(a - b) for a, b in zip(ours.tobytes(), theirs.tobytes(), strict=True)]
    return sum(apart) / len(apart)


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_a_changed_card_replaces_its_own_picture_alone(tmp_path: Path) -> None:
    for name, supper in (("before", "A sardine in the poor box."), ("after", "Two sardines.")):
        shutil.copytree(ROOT / "content" / "starter", tmp_path / name)
        table = tmp_path / name / "suppers.csv"
        text = table.read_text(encoding="utf-8")
        table.write_text(text.replace("A sardine in the poor box.", supper), encoding="utf-8")
        (target,) = find_targets([str(tmp_path / name)])
        TARGETS["tts"].write(exported(examine(load(target)), rules=False), tmp_path / "out" / name, SINGLE)
    before, after = (
        {path.name for path in (tmp_path / "out" / name / "assets").iterdir()} for name in ("before", "after")
    )
    (gone,), (new,) = before - after, after - before
    assert gone.rpartition("-")[0] == new.rpartition("-")[0]
    assert gone.startswith("suppers")


@pytest.mark.parametrize("target", ["tts", "ttpg"])
def test_pictures_of_another_sharpness_have_other_names(tmp_path: Path, target: str) -> None:
    """Programs keep what they have loaded by its address."""
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / str(dpi)).rglob("*.png") if "Saves" not in path.parts}
        for dpi in (50, 60)
        if TARGETS[target].write(game_of("starter"), tmp_path / str(dpi), ExportOptions(dpi=dpi))
    )
    assert len(one) > 3
    assert [name for name in one if one[name] != two.get(name, one[name])] == []


def test_markup_in_names_is_shown() -> None:
    assert plain("[b]loud[/b] [ff0000]red\x07") == "［b]loud［/b] ［ff0000]red "
    assert plain("[12] [c]x[/c] [url=a]b[/url] [ff000080]") == "［12] ［c]x［/c] ［url=a]b［/url] ［ff000080]"
    assert plain("[map] [123]") == "[map] [123]"


def test_a_grid_is_as_sharp_as_the_limits_allow() -> None:
    grid = best_grid(20, (63.0, 88.0), LIMITS, 1_000)
    assert grid.columns * grid.rows >= 20
    assert max(grid.columns * grid.width, grid.rows * grid.height) <= 4096
    assert (grid.columns, grid.rows) == (5, 4)
    assert best_grid(20, (63.0, 88.0), LIMITS, 100).width == 248


@pytest.mark.nightly
def test_a_die_shows_each_face_once_and_opposite_ones_as_its_net() -> None:
    die = next(piece for piece in game_of("destination-race").pieces if piece.kind == "die")
    model = model_of(die, 60)
    assert len(set(model.cells)) == 6
    assert len(set(DIE_TURNS)) == 6
    assert model.size_mm == (die.size_mm[0],) * 3


@pytest.mark.nightly
def test_equal_pictures_share_a_place_of_a_sheet() -> None:
    fronts = [piece.front for piece in game_of("starter").pieces if piece.kind == "card" and piece.front]
    (sheet,) = sprite_sheets("suppers", [*fronts, *fronts], LIMITS, 60)
    assert len(sheet.pictures) == len({front.digest for front in fronts})
    assert pixels_at(fronts[0], 254, 4096) == pytest.approx(fronts[0].size_mm[0] * 10, abs=1)


# The script: run by Lua with objects that stand for those of the program.

LUA = shutil.which("lua5.4") or shutil.which("lua")

FAKE = r"""
local function text(value)
  if type(value) == 'table' then
    local parts = {}
    if #value > 0 or next(value) == nil and value.__list then
      for _, each in ipairs(value) do parts[#parts + 1] = text(each) end
      return '[' .. table.concat(parts, ',') .. ']'
    end
    for key, each in pairs(value) do parts[#parts + 1] = string.format('%q:', tostring(key)) .. text(each) end
    return '{' .. table.concat(parts, ',') .. '}'
  end
  if type(value) == 'string' then return '"' .. value:gsub('[^%w%p ]', ' '):gsub('["%%\\]', ' ') .. '"' end
  return tostring(value)
end
local time = os.time
os.time = function() return SEED end
local gone, made = {}, {}
function getObjectFromGUID(guid)
  for number, each in ipairs(objects) do
    if each.GUID == guid then
      return {
        getData = function() return each end,
        destruct = function() gone[number] = true end,
        shuffle = function() end,
        getPosition = function() return {x = each.Transform.posX, y = each.Transform.posY, z = each.Transform.posZ} end,
        getRotation = function() return {x = 0, y = each.Transform.rotY, z = each.Transform.rotZ} end,
        setPosition = function(at) each.Transform.posX, each.Transform.posZ = at[1], at[3] end,
        setRotation = function(at) each.Transform.rotY = at[2] end,
      }
    end
  end
end
function spawnObjectData(given) made[#made + 1] = given.data end
onLoad('')
assert(onSave() ~= '')
for number, each in ipairs(objects) do if not gone[number] then made[#made + 1] = each end end
for _, each in ipairs(made) do print(text(each)) end
"""


def literal(value: Any) -> str:
    """A value of JSON as Lua."""
    if isinstance(value, dict):
        return "{" + ",".join(f"[{json.dumps(key)}]={literal(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "{" + ",".join(map(literal, value)) + "}"
    return '" "' if isinstance(value, str) and not value.isascii() else json.dumps(value)


def begun(save: dict[str, Any], seed: int) -> list[dict[str, Any]]:
    """The objects of a save after its script has run, each in one line of JSON."""
    short = [without_texts(each) for each in save["ObjectStates"] if each["Name"] not in ("HandTrigger", "Custom_PDF")]
    assert LUA
    script = f"objects = {literal(short)}\nSEED = {seed}\n{save['LuaScript']}\n{FAKE}"
    ran = subprocess.run([LUA, "-"], input=script, capture_output=True, text=True, check=False)
    assert not ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def without_texts(thing: dict[str, Any]) -> dict[str, Any]:
    kept = ("GUID", "Name", "Memo", "Transform", "CardID", "CustomDeck", "DeckIDs", "CustomImage")
    return {key: thing[key] for key in kept if key in thing} | (
        {"ContainedObjects": [without_texts(each) for each in thing["ContainedObjects"]]}
        if "ContainedObjects" in thing
        else {}
    )


def spots(objects: list[dict[str, Any]]) -> dict[str, Any]:
    """What lies at each point, in order."""
    return {
        f"{each['Transform']['posX']} {each['Transform']['posZ']} {each['Transform']['posY']}": [
            inner.get("CardID") for inner in each.get("ContainedObjects") or [each]
        ]
        for each in objects
    }


@pytest.mark.nightly
@pytest.mark.skipif(LUA is None, reason="there is no Lua")
@pytest.mark.parametrize("name", ["destination-race", "taxi-derby"])
def test_the_whole_deck_is_shuffled_and_then_dealt(name: str, tmp_path: Path) -> None:
    whole, _ = frozen(game_of(name))  # else what is drawn decides where the first upgrades go
    game = replace(whole, layouts={3: whole.layouts[3]})
    TARGETS["tts"].write(game, tmp_path / "tts", OPTIONS)
    ((_, save),) = saves(tmp_path / "tts")
    before, one, two = spots(save["ObjectStates"]), spots(begun(save, 1)), spots(begun(save, 2))
    assert one != two, "another order in each game"
    assert one == spots(begun(save, 1))
    assert one.keys() == two.keys() <= before.keys(), "at the same places"
    for after in (one, two):
        assert Counter(card for cards in after.values() for card in cards) == Counter(
            card for spot in after for card in before[spot]
        )
    for each in begun(save, 3):
        if each.get("DeckIDs"):
            assert each["DeckIDs"] == [inner["CardID"] for inner in each["ContainedObjects"]]
            assert {str(card // 100) for card in each["DeckIDs"]} == set(each["CustomDeck"])
    dealt = [spot for spot, cards in before.items() if len(cards) == 1 and one.get(spot) != cards]
    assert len(dealt) >= 3, "also what is dealt is another card"
    maker = _SaveMaker(game, AssetFiles(tmp_path, OPTIONS), OPTIONS)
    backs = (
        {
            str(face.card): piece.back.digest
            for piece in game.pieces
            if piece.back and piece.component == "passengers"
            for face in [maker._cards[piece.id]]
        }
        if name == "taxi-derby"
        else {}
    )
    for spot, cards in one.items():
        known = [(backs[str(a)], backs[str(b)]) for a, b in zip(cards, before[spot], strict=True) if str(a) in backs]
        assert all(now == then for now, then in known), "stacks keep the order of their backs"


@pytest.mark.nightly
@pytest.mark.skipif(LUA is None, reason="there is no Lua")
@pytest.mark.parametrize(("name", "players"), [("starter", 4), ("bahama-taxi", 5)])
def test_what_depends_on_drawn_cards_goes_to_their_places(name: str, players: int, tmp_path: Path) -> None:
    game = replace(game_of(name), layouts={players: game_of(name).layouts[players]})
    TARGETS["tts"].write(game, tmp_path / "tts", OPTIONS)
    ((_, save),) = saves(tmp_path / "tts")
    guids = [each["GUID"] for each in save["ObjectStates"]]
    ends = []
    for seed in (1, 2):
        objects = {each["GUID"]: each for each in begun(save, seed)}
        for going in game.goings[players]:
            for number, (thing, at) in zip(going.what, going.by, strict=True):
                decides = objects[guids[thing]]
                held = decides.get("ContainedObjects")
                memo = (held[len(held) - 1 - at] if held else decides)["Memo"]
                at = objects[guids[number]]["Transform"]
                allowed = [going.spots[spot] for spot in going.goes[memo]]
                assert (at["posX"], at["posZ"]) in [(units(x), units(-y)) for x, y, *_ in allowed]
                ends.append((seed, at["posX"], at["posZ"]))
    assert {end[1:] for end in ends if end[0] == 1} != {end[1:] for end in ends if end[0] == 2}


def test_that_places_have_no_names_is_a_note() -> None:
    (fault,) = nameless(game_of("starter"))
    assert fault.severity is Severity.INFO


@pytest.mark.nightly
def test_equal_pictures_are_one_file(tmp_path: Path) -> None:
    TARGETS["tts"].write(game_of("taxicab"), tmp_path / "tts", OPTIONS)
    contents = Counter(path.read_bytes() for path in (tmp_path / "tts" / "assets").glob("*.png"))
    assert max(contents.values()) == 1


@pytest.mark.nightly
def test_rows_without_copies_are_left_out(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "content" / "starter", tmp_path / "starter")
    cats = tmp_path / "starter" / "cats.yaml"
    text = cats.read_text(encoding="utf-8")
    cats.write_text(text.replace("{name:", "{copies: 0, name:", 1), encoding="utf-8")
    assert text != cats.read_text(encoding="utf-8")
    (target,) = find_targets([str(tmp_path / "starter")])
    found = exported(examine(load(target)), players=[2], rules=False)
    assert len([piece for piece in found.pieces if piece.component == "cats"]) == 3


@pytest.mark.nightly
def test_each_player_has_a_hand_zone_behind_their_edge_of_the_table(saved: tuple[ExportedGame, Path]) -> None:
    game, folder = saved
    for number, save in saves(folder):
        left, top, right, bottom = game.tables[number]
        zones = [each for each in save["ObjectStates"] if each["Name"] == "HandTrigger"]
        assert [zone["FogColor"] for zone in zones] == list(SEAT_COLOURS[:number])
        for seat, zone in zip(game.seats[number], zones, strict=True):
            x, y = (zone["Transform"][axis] * 25.4 for axis in ("posX", "posZ"))
            outside = {"bottom": -y - bottom, "top": top + y, "left": left - x, "right": x - right}[seat.edge]
            assert outside == pytest.approx(60, abs=0.1)


@pytest.mark.parametrize("shape", ["square", "hex-flat", "hex-pointy"])
def test_the_grid_of_the_table_is_that_of_the_board(shape: Any, tmp_path: Path) -> None:
    """A cell of the map is a cell of the table, within half a millimetre; the grid is switched off."""
    whole = game_of("starter")
    board = next(piece for piece in whole.pieces if piece.kind == "board")
    cells = CellsOnPiece(shape, 20.0, 30.0, 40.0)
    pieces = tuple(replace(piece, grid=cells) if piece is board else piece for piece in whole.pieces)
    TARGETS["tts"].write(replace(whole, pieces=pieces), tmp_path, OPTIONS)
    found = dict(saves(tmp_path))
    assert sorted(found) == sorted(whole.layouts)
    for number, save in found.items():
        laid = next(each for each in whole.layouts[number] if each.what == board.id)
        grid = save["Grid"]
        assert grid["Type"] == {"square": 0, "hex-pointy": 1, "hex-flat": 2}[shape]
        assert (grid["xSize"] * 25.4, grid["ySize"] * 25.4) == pytest.approx((20, 20), abs=0.01)
        at = laid.x - board.size_mm[0] / 2 + 30, laid.y - board.size_mm[1] / 2 + 40
        assert dist((grid["PosOffset"]["x"] * 25.4, -grid["PosOffset"]["z"] * 25.4), at) < 0.5
        assert grid["Snapping"] is False
