"""Piles of each player: those with cards, and empty spaces for cards, in all targets that can hold them."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from importlib import resources
from io import BytesIO
from math import dist
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from pnp.build.examine import examine
from pnp.export import tts
from pnp.export.game import exported
from pnp.export.html import SCRIPTS, PageLimits, table_page
from pnp.export.pcio import pcio_file
from pnp.export.screen import fitted
from pnp.export.targets import ExportOptions
from pnp.export.things import ExportedGame
from pnp.export.ttpg import script_of
from pnp.export.vassal import vassal_file
from pnp.export.vtt import MOST_SCALE, TABLE, vtt_file
from pnp.loader import find_targets
from pnp.loader.pack import load
from tests.export.test_html import Elements, game_of
from tests.pipeline import write

PACK = """\
# file: pack.yaml
kind: pack
title: Two piles
players: 2 to 3
documents: [cards.yaml, face.yaml, table.yaml]
components:
  - {component: cards, expect: 24}
# file: cards.yaml
kind: component
makes: card
name: Cards
template: face
back: face
rows:
  - {name: One, copies: 12}
  - {name: Two, copies: 12}
# file: face.yaml
kind: template
size: 44 x 68
background: paper
layers:
  - {text: "{name}", where: "middle, 30 x 10"}
# file: table.yaml
kind: table
things:
  market: {component: cards, count: 4, as: pile, face: down, at: middle}
  first: {component: cards, example: [One], count: 1, at: right of market, goes: "'left'"}
  left: {space: 50 x 70, name: Sold, at: left of market}
  draw: {component: cards, as: pile, face: down, count: 5, at: each seat}
  discard: {space: 44 x 68, name: Your discards, at: right of draw}
  open: {component: cards, example: [Two], count: 1, at: left of draw, goes: "'discard'"}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> ExportedGame:
    folder = tmp_path_factory.mktemp("spaces") / "two-piles"
    write(folder, PACK)
    looked = examine(load(find_targets([str(folder)])[0]), draws_maps=True)
    assert not looked.report.errors, looked.report.findings
    return exported(looked, rules=False)


def test_each_player_has_a_draw_pile_and_a_space_for_discards(game: ExportedGame) -> None:
    assert not game.left_out
    for players in (2, 3):
        own = [laid for laid in game.layouts[players] if laid.what.startswith("draw")]
        assert [laid.seat for laid in own] == list(range(1, players + 1))
        assert all(len(pile.pieces) == 5 for laid in own if (pile := game.pile(laid.what)))
        spaces = {space.id: space for space in game.spaces[players]}
        assert list(spaces) == ["left", *(f"discard-seat-{seat}" for seat in range(1, players + 1))]
        assert (spaces["left"].name, spaces["left"].size_mm, spaces["left"].seat) == ("Sold", (50.0, 70.0), 0)
        for laid in own:
            space = spaces[f"discard-seat-{laid.seat}"]
            assert (space.name, space.seat, space.turn) == ("Your discards", laid.seat, laid.turn)
            assert dist((space.x, space.y), (laid.x, laid.y)) == pytest.approx(44 + 15, abs=2), (
                "to the right of the pile"
            )


def test_a_drawn_card_goes_to_the_space_of_its_own_player(game: ExportedGame) -> None:
    spaces = {space.id: space for space in game.spaces[3]}
    ends = {}
    for going in game.goings[3]:
        (thing,) = going.what
        laid = game.layouts[3][thing]
        (spot,) = {going.spots[spot] for spots in going.goes.values() for spot in spots}
        ends[laid.seat] = spot
    assert {seat: spot[3] for seat, spot in ends.items()} == {
        0: "left",
        **{seat: f"discard-seat-{seat}" for seat in (1, 2, 3)},
    }
    for x, y, turn, name in ends.values():
        assert (x, y, turn) == (spaces[name].x, spaces[name].y, spaces[name].turn)


def test_tabletop_simulator_has_snap_points_with_outlines(game: ExportedGame, tmp_path: Path) -> None:
    files = tts.files_of(game, tmp_path, ExportOptions(tmp_path, dpi=30)).products
    save = next(json.loads(each.content) for each in files if each.name.endswith("-3-players.json"))
    assert len(save["SnapPoints"]) == len(save["VectorLines"]) == 4
    for space, snap, line in zip(game.spaces[3], save["SnapPoints"], save["VectorLines"], strict=True):
        x, z = snap["Position"]["x"] * 25.4, -snap["Position"]["z"] * 25.4
        assert dist((x, z), (space.x, space.y)) < 0.01
        assert set(line) == {"points3", "color", "thickness", "rotation", "loop", "square"}
        corners = [(point["x"] * 25.4, -point["z"] * 25.4) for point in line["points3"]]
        assert dist(corners[0], corners[1]) == pytest.approx(space.size_mm[0], abs=0.01)
        assert dist(corners[1], corners[2]) == pytest.approx(space.size_mm[1], abs=0.01)


def test_rooms_have_a_holder_for_each_space(game: ExportedGame) -> None:
    with zipfile.ZipFile(BytesIO(vtt_file(game, 30).content)) as room:
        widgets = json.loads(room.read("1.json"))
    screen = fitted(game, 3, TABLE, MOST_SCALE)
    for space in game.spaces[3]:
        holder = widgets[f"space-{space.id}"]
        middle = holder["x"] + holder["width"] / 2, holder["y"] + holder["height"] / 2
        assert dist(middle, screen.at(space.x, space.y)) / screen.scale < 0.1
        assert (holder["type"], holder["dropTarget"]) == ("holder", {"type": "card"})
        assert widgets[f"label-space-{space.id}"]["text"] == space.name
    with zipfile.ZipFile(BytesIO(pcio_file(game, 30).content)) as room:
        piles = {each["id"]: each for each in json.loads(room.read("widgets.json")) if each["type"] == "cardPile"}
    assert {f"space-{space.id}" for space in game.spaces[2]} <= set(piles)


@pytest.mark.slow
def test_vassal_has_a_zone_that_pulls_for_each_space(game: ExportedGame) -> None:
    with zipfile.ZipFile(BytesIO(vassal_file(game).content)) as module:
        tree = fromstring(module.read("buildFile.xml"))
    boards = [
        board for board in tree.iter("VASSAL.build.module.map.boardPicker.Board") if "player" in board.get("name")
    ]
    for players, board in zip((2, 3), boards, strict=True):
        zones = [zone for zone in board.iter() if zone.tag.endswith("mapgrid.Zone")]
        assert [zone.get("name") for zone in zones] == ["Sold", *["Your discards"] * players]
        assert all(zone.find("*").find("*").get("name") == zone.get("name") for zone in zones), "a region in each"


ON_BOARD = """\
# file: pack.yaml
kind: pack
title: On a board
players: 2
documents: [boards.yaml, mats.yaml, face.yaml, pad.yaml, cards.yaml, table.yaml]
components:
  - {component: boards, expect: 1}
  - {component: mats, expect: 1}
  - {component: cards, expect: 4}
# file: boards.yaml
kind: component
makes: board
template: face
# file: mats.yaml
kind: component
makes: mat
template: pad
# file: cards.yaml
kind: component
makes: card
template: pad
rows: [{name: One, copies: 4}]
# file: face.yaml
kind: template
size: 250 x 180
layers: [{panel: paper, slot: North, where: "top, 20 high"}]
# file: pad.yaml
kind: template
size: 63 x 88
layers: [{panel: paper, slot: South, where: "bottom, 20 high"}]
# file: table.yaml
kind: table
things:
  board: {component: boards, at: middle}
  mat: {component: mats, at: on board, shift: [50, 0]}
  used: {space: 63 x 88, name: Used, at: on board, shift: [-50, 0]}
  cards: {component: cards, as: pile, at: right of board}
"""


def test_vassal_finds_what_is_on_a_board_before_the_board(tmp_path: Path) -> None:
    looked = examine(load(find_targets([str(write(tmp_path / "aboard", ON_BOARD))])[0]), draws_maps=True)
    assert not looked.report.errors, looked.report.findings
    with zipfile.ZipFile(BytesIO(vassal_file(exported(looked, rules=False)).content)) as module:
        tree = fromstring(module.read("buildFile.xml"))
    zones = [zone for zone in tree.iter() if zone.tag.endswith("mapgrid.Zone")]
    areas = [[tuple(map(int, at.split(","))) for at in zone.get("path", "").split(";")] for zone in zones]
    assert [region.get("name") for region in tree.iter() if region.tag.endswith("board.Region")] == [
        "Used", "South", "North"
    ]  # fmt: skip
    for number, zone in enumerate(zones):
        for region in zone.iter():
            if region.get("originx"):
                x, y = int(region.get("originx", "")), int(region.get("originy", ""))
                first = next(
                    index
                    for index, area in enumerate(areas)
                    if min(a for a, _ in area) <= x <= max(a for a, _ in area)
                    and min(b for _, b in area) <= y <= max(b for _, b in area)
                )
                assert first == number, f"'{region.get('name')}' is in the zone '{zones[first].get('name')}' for Vassal"


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_the_script_of_tabletop_playground_makes_a_zone_for_each_space(game: ExportedGame) -> None:
    templates = {piece.id: {"GUID": piece.id} for piece in game.pieces}
    templates |= {pile.id: {"GUID": pile.id} for pile in game.piles}
    fake = """
      const zones = [], actions = [];
      class Vector { constructor(x, y, z) { Object.assign(this, {x, y, z}); } }
      class Rotator extends Vector {}
      const object = new Proxy({}, {get: () => () => object});
      const world = {getAllZones: () => zones.filter((each) => !each.gone), createObjectFromTemplate: () => object,
        createZone: (at) => { const zone = {at, getId() { return this.id; }, setId(id) { this.id = id; },
          setRotation() {}, setScale(size) { this.size = size; }, setColor() {}, setAlwaysVisible() {},
          destroy() { this.gone = true; }}; zones.push(zone); return zone; }};
      const refObject = {addCustomAction() {}, onCustomAction: {add: (work) => actions.push(work)},
        getPosition: () => ({z: 80})};
      const ObjectType = {};
    """
    script = script_of(game, templates)
    run = f"{fake}\n{script[script.index('const layouts') :]}\n"
    run += "for (let twice = 0; twice < 2; twice += 1) actions[0](refObject, null, 'Set up for 3');\n"
    run += "console.log(JSON.stringify(world.getAllZones()));"
    zones = json.loads(subprocess.run(["node", "-e", run], capture_output=True, check=True).stdout)
    assert [zone["id"].partition(": ")[2] for zone in zones] == ["Sold", *["Your discards"] * 3]
    for zone, space in zip(zones, game.spaces[3], strict=True):
        assert (zone["at"]["x"], zone["at"]["y"]) == pytest.approx((-space.y / 10, space.x / 10), abs=0.01)
        assert (zone["size"]["y"], zone["size"]["x"]) == pytest.approx([side / 10 for side in space.size_mm])


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
def test_the_html_table_has_piles_that_take_what_goes_there(game: ExportedGame) -> None:
    def ran(script: str) -> Any:
        folder = resources.files("pnp.export.html") / "static"
        parts = [(folder / name).read_text(encoding="utf-8") for name in SCRIPTS[:3]]
        facts = json.dumps(Elements(table_page(game, PageLimits(20, 10, 200, 30))).json("game"))
        text = f"const document = {{getElementById: () => ({{textContent: {json.dumps(facts)}}})}};\n"
        text += "const view = {zoom: 1};\n" + "\n".join(parts)
        text += f"\nsetUp(3, ['', '', '']);\n{script}"
        return json.loads(subprocess.run(["node", "-e", text], capture_output=True, check=True).stdout)

    piles = ran("""
      const piles = onTable().filter((each) => each.is === "pile");
      const drawn = piles.find((each) => !each.space && each.y > 60);
      const own = piles.find((each) => each.space && each.y > 60);
      act.takeTo(drawn.id, own.x + 3, own.y - 3);
      const first = get(own.id).items.length;
      const whole = restore(saved()) ?? get(own.id).items.length;
      console.log(JSON.stringify({names: piles.map((each) => [each.name, each.items.length]), first, whole,
        size: sizeOf({...get(own.id), items: []}), stays: get(own.id).lock}));
    """)
    assert sorted(map(tuple, piles["names"])) == [
        ("Cards", 4),
        *[("Cards", 5)] * 3,
        ("Sold", 1),
        *[("Your discards", 1)] * 3,
    ], "the drawn cards are in the spaces"
    assert (piles["first"], piles["whole"], piles["stays"]) == (2, 2, True), "what is put there joins the pile"
    assert piles["size"] == [44, 68]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_starter_has_space_for_what_each_cat_has_eaten(players: int) -> None:
    game = game_of("starter")
    found = [space for space in game.spaces[players] if space.name == "Your suppers"]
    assert [space.seat for space in found] == list(range(1, players + 1))
    supper = next(piece for piece in game.pieces if piece.component == "suppers")
    assert {space.size_mm for space in found} == {supper.size_mm}


@pytest.mark.slow
def test_used_dispatch_cards_have_a_slot_on_the_board() -> None:
    game = game_of("destination-race")
    slots = {snap.name: snap for snap in game.piece("board").snaps if snap.kind == "slot"}
    assert slots["Dispatch cards"].turn == slots["Used cards"].turn == 90
    pile = next(laid for laid in game.layouts[2] if laid.what == "dispatch")
    assert (pile.place, pile.turn) == ("Dispatch cards", 90)
