"""Packages of Tabletop Playground, read back and compared with the game piece by piece."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from io import BytesIO
from math import dist
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.build.write import Product
from pnp.export.game import exported
from pnp.export.targets import ExportOptions
from pnp.export.things import ExportedGame
from pnp.export.ttpg import centimetres, files_of, pools_of, script_of
from tests.games import examined

ALONE = ExportOptions(dpi=50, single=True)

GAMES = pytest.mark.parametrize("name", ["starter", "destination-race"])


@cache
def game_of(name: str) -> ExportedGame:
    return exported(examined(name), rules=False)


@cache
def made_of(name: str) -> tuple[Product, ...]:
    return files_of(game_of(name), Path(), ExportOptions(dpi=50)).products


def package(name: str) -> dict[str, bytes]:
    """The files of the package by their path below its folder."""
    return {each.name.partition("/")[2]: each.content for each in made_of(name)}


def templates(name: str) -> dict[str, dict[str, Any]]:
    files = package(name)
    found = [json.loads(files[path]) for path in files if path.startswith("Templates/")]
    return {each["GUID"]: each for each in found}


def layouts(name: str) -> dict[str, list[Any]]:
    script = package(name)["Scripts/set-up.js"].decode()
    found = re.search(r"^const layouts = (.*);$", script, re.MULTILINE)
    assert found
    return dict(json.loads(found[1]))


@pytest.mark.nightly
@GAMES
def test_every_piece_is_created_once_for_each_number_of_players(name: str) -> None:
    game, found = game_of(name), templates(name)
    expected = sum((Counter({piece.name: piece.count}) for piece in game.pieces), Counter())
    assert sorted(layouts(name)) == [str(number) for number in sorted(game.layouts)]
    for number, laid in layouts(name).items():
        names: Counter[str] = Counter()
        slots = [slot for what, *_ in laid for slot in (what if isinstance(what, list) else [what])]
        named = {
            Path(path).stem: json.loads(content)
            for path, content in package(name).items()
            if "/" in path and path.startswith("Templates")
        }
        pools = pools_of(game, named, int(number))
        for guid in [*(slot for slot in slots if isinstance(slot, str)), *(each for pool in pools for each in pool)]:
            template = found[guid]
            cards = template.get("Indices")
            names.update([template["CardNames"][str(at)] for at in cards] if cards else [template["Name"]])
        assert names == expected


@pytest.mark.nightly
@GAMES
def test_sizes_and_snap_points_are_true(name: str) -> None:
    for piece in game_of(name).pieces:
        template = json.loads(package(name)[f"Templates/{piece.id}.json"])
        if template["Type"] != "Card":
            continue
        assert (template["Width"] * 10, template["Height"] * 10) == pytest.approx(piece.size_mm, abs=0.01)
        for snap, point in zip(piece.snaps, template["SnapPoints"], strict=True):
            at = point["Position"]
            x, y = piece.size_mm[0] / 2 + at["Y"] * 10, piece.size_mm[1] / 2 - at["X"] * 10
            assert dist((x, y), (snap.x, snap.y)) < 0.5


@pytest.mark.nightly
@GAMES
def test_textures_are_there_and_hold_all_faces(name: str) -> None:
    files = package(name)
    for template in templates(name).values():
        for key in ("FrontTexture", "BackTexture"):
            if template.get(key):
                assert f"Textures/{template[key]}" in files
        if template["Type"] == "Card":
            assert max(template["Indices"]) < template["NumHorizontal"] * template["NumVertical"]
            image = Image.open(BytesIO(files[f"Textures/{template['FrontTexture']}"]))
            across = image.width / template["NumHorizontal"] / template["Width"]
            down = image.height / template["NumVertical"] / template["Height"]
            assert across == pytest.approx(down, rel=0.05)
        for model in template["Models"]:
            if template["Type"] == "Dice":
                assert f"Models/{model['Model']}" in files


@pytest.mark.nightly
def test_a_die_names_its_faces_and_opposite_ones_are_opposite() -> None:
    (die,) = (each for each in templates("destination-race").values() if each["Type"] == "Dice")
    faces = {each["Name"]: (each["X"], each["Y"], each["Z"]) for each in die["Faces"]}
    assert sorted(faces) == ["1", "2", "3", "4", "5", "6"]
    for one, other in (("1", "6"), ("2", "5"), ("3", "4")):
        assert tuple(-side for side in faces[one]) == faces[other]


@pytest.mark.nightly
def test_ids_are_those_of_the_program_and_stable() -> None:
    guids = list(templates("starter"))
    assert all(re.fullmatch("[0-9A-F]{32}", guid) for guid in guids)
    again = {each.name: each.content for each in made_of("starter")}
    assert {name.partition("/")[2]: content for name, content in again.items()} == package("starter")


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_the_script_deals_from_the_whole_pool() -> None:
    """Run by Node, with objects that stand for those of the program."""
    game = exported(examined("destination-race"), rules=False)
    templates = {each.id: {"GUID": each.id} for each in (*game.pieces, *game.piles)}
    script = script_of(game, templates)
    fake = """
    const made = []; let act;
    const card = (name) => ({ name, below: [], setRotation() {}, shuffle() {}, snapToGround() {}, setObjectType() {},
      addCards(other) { this.below.push(other.name); other.joined = true; } });
    const refObject = { addCustomAction() {}, onCustomAction: { add(one) { act = one; } },
                        getPosition: () => ({ z: 0 }) };
    const world = { createObjectFromTemplate(name) { const one = card(name); made.push(one); return one; } };
    function Vector() {} function Rotator() {} const ObjectType = { Ground: 1 };
    """
    body = script[script.index("const layouts") :]
    run = f"{fake}{body}act(refObject, null, 'Set up for 4');"
    run += "console.log(JSON.stringify(made.filter((one) => !one.joined).map((one) => [one.name, ...one.below])));"
    one, two = (
        json.loads(subprocess.run(["node", "-e", run], capture_output=True, check=True).stdout) for _ in range(2)
    )
    assert len(one) == len(two) == len(game.layouts[4])
    assert one != two
    dealt = Counter(name for stack in one for name in stack if name.startswith("addresses"))
    assert sum(dealt.values()) == 32
    assert max(dealt.values()) == 1


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_what_depends_on_drawn_cards_goes_to_their_places() -> None:
    game = exported(examined("starter"), players=[3], rules=False)
    templates = {each.id: {"GUID": each.id} for each in (*game.pieces, *game.piles)}
    script = script_of(game, templates)
    fake = """
    const made = []; let act;
    const refObject = { addCustomAction() {}, onCustomAction: { add(one) { act = one; } },
                        getPosition: () => ({ z: 0 }) };
    const zone = { setId() {}, setRotation() {}, setScale() {}, setColor() {}, setAlwaysVisible() {} };
    const world = { getAllZones: () => [], createZone: () => zone, createObjectFromTemplate(name, at) {
      made.push([name, at.x, at.y]);
      return { setRotation() {}, shuffle() {}, snapToGround() {}, setObjectType() {}, addCards() {} };
    } };
    function Vector(x, y) { this.x = x; this.y = y; } function Rotator() {} const ObjectType = { Ground: 1 };
    """
    run = f"{fake}{script[script.index('const layouts') :]}act(refObject, null, 'Set up for 3');"
    run += "console.log(JSON.stringify(made));"
    games = [json.loads(subprocess.run(["node", "-e", run], capture_output=True, check=True).stdout) for _ in range(3)]
    (going,) = game.goings[3]
    for made in games:
        served = [name for name, *_ in made if name.startswith("suppers-")][: len(going.what)]
        plates = [tuple(at) for name, *at in made if name == "plates"][: len(going.what)]
        for name, (x, y) in zip(served, plates, strict=True):
            allowed = [going.spots[spot] for spot in going.goes[name]]
            assert any((x, y) == (centimetres(-spot[1]), centimetres(spot[0])) for spot in allowed)
    assert games[0] != games[1] or games[1] != games[2]


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_single_pictures_are_stacked_and_shuffled_by_the_script() -> None:
    """So that a changed card replaces only its own picture."""
    game = game_of("starter")
    files = {each.name.partition("/")[2]: each.content for each in files_of(game, Path(), ALONE).products}
    found = [json.loads(content) for path, content in files.items() if path.startswith("Templates/")]
    cards = [each for each in found if each["Type"] == "Card"]
    assert {(each["NumHorizontal"], each["NumVertical"], len(each["Indices"])) for each in cards} == {(1, 1, 1)}
    script = files["Scripts/set-up.js"].decode()
    layout = json.loads(re.search(r"^const layouts = (.*);$", script, re.MULTILINE)[1])["2"]  # type: ignore[index]
    names = Counter(slot for what, *_ in layout for slot in (what if isinstance(what, list) else [what]))
    assert sum(names.values()) == sum(piece.count for piece in game.pieces)
    assert any(isinstance(what, list) and len(what) == 21 for what, *_ in layout), "the kitchen is one stack"
