"""Changes of maps from the page of the studio."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pnp.build.pipeline import check
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps import AnyMap
from pnp.model.maps.game_map import GameMap
from pnp.network import lay_out, lower, prove
from pnp.network.budget import PROOF_STEPS, SearchBudget
from pnp.studio import changes, map_edits, maps
from pnp.studio.session import RequestRefused, StudioSession
from pnp.studio.views import views

TOWN = """\
kind: area-map   # a town of six
name: Town
size: 120 x 80
areas:
  Gate:   {at: [10, 40], tags: [start]}
  Market: {at: [40, 20], tags: [shop]}   # by the well
  Mill:   {at: [40, 60]}
  Church: {at: [70, 20]}
  Inn:    {at: [70, 60], tags: [shop]}
  Tower:  {at: [110, 40]}
roads:
  - Gate -- Market -- Church -- Tower
  - Gate -- Mill -- Inn -- Tower
  - {from: Market, to: Mill, cost: 2}
  - [Church, Inn]
requirements:
  - {name: all is connected, connected: true}
  - {name: no two roads cross, no-crossing: true}
  - {name: no dead end, no-dead-end: true}
  - {name: the tower is near, distance: {from: Gate, to: Tower, at-most: 4}}
  - {name: a shop is near, within: {every: every place, a: {tag: shop}, at-most: 2}}
  - {name: one may close, survives: {closed: 1}}
"""

GRID = """\
kind: grid-map
name: Vale
cells: square
pitch: 10
terrain: |
  . . w
  . w .
  . . .
legend: {".": grass, w: water}
terrains: {grass: {}, water: {closed: true}}
places:
  Camp: {at: A1}
requirements:
  - {name: all is connected, connected: true}
"""

STREETS = """\
kind: street-map
name: Cross
size: 120 x 120
streets:
  High Street: west 60 -- east 60
  Mill Lane: north 60 -> south 60
"""


def studio_of(folder: Path, text: str) -> tuple[StudioSession, Path]:
    path = folder / "map.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    (folder / "pack.yaml").write_text("kind: pack\ntitle: Town\ndocuments: [map.yaml]\n", encoding="utf-8")
    return StudioSession(find_targets([str(folder)])[0], views=views()), path


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def change(studio: StudioSession, **edit: Any) -> dict[str, Any]:
    found: dict[str, Any] = map_edits.changed(studio, {"edits": [edit]})
    return found


def edited(folder: Path, text: str, **edit: Any) -> list[tuple[str, str]]:
    """The lines that an edit changes, as they were and as they are; a line that is new or gone is empty."""
    studio, path = studio_of(folder, text)
    change(studio, **edit)
    before, now = text.splitlines(), path.read_text(encoding="utf-8").splitlines()
    if len(before) == len(now):
        return [(one, other) for one, other in zip(before, now, strict=True) if one != other]
    return [(one, "") for one in before if one not in now] + [("", other) for other in now if other not in before]


def test_a_dragged_place_changes_its_two_numbers(tmp_path: Path) -> None:
    found = edited(tmp_path, TOWN, do="move", place="Market", at=[41.26, 22.0])
    assert found == [
        (
            "  Market: {at: [40, 20], tags: [shop]}   # by the well",
            "  Market: {at: [41.3, 22], tags: [shop]}   # by the well",
        )
    ]


@pytest.mark.parametrize(
    ("edit", "lines"),
    [
        ({"do": "road", "from": "Market", "to": "Inn"}, [("", "  - Market -- Inn")]),
        (
            {"do": "road", "from": "Market", "to": "Inn", "kind": "rail", "cost": 7},
            [("", "  - {from: Market, to: Inn, kind: rail, cost: 7}")],
        ),
        (
            {"do": "unroad", "item": 0, "from": "Market", "to": "Church"},
            [("  - Gate -- Market -- Church -- Tower", ""), ("", "  - Gate -- Market"), ("", "  - Church -- Tower")],
        ),
        (
            {"do": "unroad", "item": 1, "from": "Inn", "to": "Tower"},
            [("  - Gate -- Mill -- Inn -- Tower", "  - Gate -- Mill -- Inn")],
        ),
        ({"do": "unroad", "item": 3, "from": "Church", "to": "Inn"}, [("  - [Church, Inn]", "")]),
        (
            {"do": "bend", "item": 2, "from": "Market", "to": "Mill", "via": [[50, 40]]},
            [("  - {from: Market, to: Mill, cost: 2}", "  - {from: Market, to: Mill, cost: 2, via: [[50, 40]]}")],
        ),
        (
            {"do": "set-road", "item": 2, "from": "Market", "to": "Mill", "key": "cost", "value": 3},
            [("  - {from: Market, to: Mill, cost: 2}", "  - {from: Market, to: Mill, cost: 3}")],
        ),
        (
            {"do": "set-place", "place": "Church", "key": "tags", "value": ["shop"]},
            [("  Church: {at: [70, 20]}", "  Church: {at: [70, 20], tags: [shop]}")],
        ),
        (
            {"do": "label", "place": "Church", "at": [80.04, 25]},
            [("  Church: {at: [70, 20]}", "  Church: {at: [70, 20], label-at: [80, 25]}")],
        ),
        ({"do": "label", "place": "Church", "at": None}, []),
        ({"do": "add-place", "name": "Well", "at": [60, 40]}, [("", "  Well: {at: [60, 40]}")]),
    ],
)
def test_an_edit_changes_its_own_lines_only(tmp_path: Path, edit: dict[str, Any], lines: list[tuple[str, str]]) -> None:
    found = edited(tmp_path, TOWN, **edit)
    assert [(one.rstrip(), other.replace("Well:   ", "Well: ")) for one, other in found] == lines


def test_a_removed_place_takes_its_roads_with_it(tmp_path: Path) -> None:
    studio, path = studio_of(tmp_path, TOWN)
    found = change(studio, do="remove-place", place="Mill")
    assert "Mill" not in path.read_text(encoding="utf-8")
    assert not [each for each in found["findings"] if each["severity"] == "error"]
    assert {"Gate", "Inn"} <= {each["id"] for each in found["places"]}


@pytest.mark.slow
def test_a_label_that_is_moved_again_changes_its_two_numbers_and_goes_back(tmp_path: Path) -> None:
    studio, path = studio_of(tmp_path, TOWN + "districts:\n  dock: {name: Docks}\n")
    first = path.read_text(encoding="utf-8")
    change(studio, do="label", place="Market", at=[50, 10])
    found = change(studio, do="label", place="Market", at=[51.5, 10])
    assert "  Market: {at: [40, 20], tags: [shop], label-at: [51.5, 10]}   # by the well" in path.read_text(
        encoding="utf-8"
    )
    assert found["says"] == "move the label of Market"
    assert next(each for each in found["places"] if each["id"] == "Market")["label_at"] == [51.5, 10.0]
    change(studio, do="label", place="Market", at=None)
    assert path.read_text(encoding="utf-8") == first
    found = change(studio, do="label", district="dock", at=[5, 6])
    assert "  dock: {name: Docks, label-at: [5, 6]}\n" in path.read_text(encoding="utf-8")
    assert found["districts"] == [{"id": "dock", "name": "Docks", "label_at": (5.0, 6.0)}]
    for _ in range(4):
        changes.undo(studio, {})
    assert path.read_text(encoding="utf-8") == first


@pytest.mark.parametrize(
    ("text", "edit", "message"),
    [
        (TOWN, {"place": "Market", "at": [1]}, "a position is two numbers"),
        (TOWN, {"district": "dock", "at": [1, 2]}, "there is no district 'dock'"),
        (TOWN, {"place": "Nowhere", "at": [1, 2]}, "follows from"),
        (STREETS, {"place": "High Street 1", "at": [1, 2]}, "labels are moved on maps of areas"),
    ],
)
def test_a_label_that_cannot_be_moved(tmp_path: Path, text: str, edit: dict[str, Any], message: str) -> None:
    studio, path = studio_of(tmp_path, text)
    with pytest.raises(RequestRefused, match=message):
        change(studio, do="label", **edit)
    assert path.read_text(encoding="utf-8") == text


def test_a_bend_makes_a_road_of_a_chain_its_own(tmp_path: Path) -> None:
    studio, path = studio_of(tmp_path, TOWN)
    change(studio, do="bend", item=0, **{"from": "Market", "to": "Church"}, via=[[55, 10]])
    roads = [(each["from"], each["to"], each["via"]) for each in maps.facts(studio, {})["roads"]][:3]
    assert roads == [("Gate", "Market", []), ("Market", "Church", [[55.0, 10.0]]), ("Church", "Tower", [])]
    assert "  - Church -- Tower\n" in path.read_text(encoding="utf-8")


def test_painted_cells_are_letters_of_the_picture(tmp_path: Path) -> None:
    studio, _ = studio_of(tmp_path, GRID)
    cells = [each["number"] for each in maps.facts(studio, {})["cells"]][:2]
    found = edited(tmp_path, GRID, do="paint", cells=cells, terrain="water")
    assert found == [("  . . w", "  w w w")]


def test_a_named_place_moves_to_another_cell(tmp_path: Path) -> None:
    studio, path = studio_of(tmp_path, GRID)
    cells = [each["number"] for each in maps.facts(studio, {})["cells"]]
    change(studio, do="move", place="Camp", at=cells[3])
    assert f"Camp: {{at: {cells[3]}}}" in path.read_text(encoding="utf-8")


def test_the_end_of_a_street_slides_along_the_edge(tmp_path: Path) -> None:
    found = edited(tmp_path, STREETS, do="street", street="Mill Lane", point=1, at=[72, 121])
    assert found == [("  Mill Lane: north 60 -> south 60", "  Mill Lane: north 60 -> south 72")]


TILES = """\
kind: tile-map
name: Pair
tile: 100
city: {rows: 1, columns: 2}
turned: never
shuffled: false
tiles:
  One:
    streets: {Long Street: west 50 -- east 50}
    sites: {Hall: {at: [30, 30]}}
  Two:
    streets: {Short Street: west 50 -- east 50}
    sites: {Inn: {at: [30, 30]}}
"""


def test_a_street_and_a_site_of_a_tile_move_on_their_tile(tmp_path: Path) -> None:
    street = {"do": "street", "tile": "Two", "street": "Short Street", "point": 1, "at": [201, 60]}
    assert edited(tmp_path, TILES, **street) == [
        ("    streets: {Short Street: west 50 -- east 50}", "    streets: {Short Street: west 50 -- east 60}")
    ]
    assert edited(tmp_path, TILES, do="move", place="Inn", at=[140.0, 35.0]) == [
        ("    sites: {Inn: {at: [30, 30]}}", "    sites: {Inn: {at: [40, 35]}}")
    ]


def test_undo_brings_the_bytes_back(tmp_path: Path) -> None:
    text = TOWN.replace("\n", "\r\n")
    studio, path = studio_of(tmp_path, text)
    change(studio, do="move", place="Inn", at=[75, 64])
    assert path.read_bytes() != text.encode()
    changes.undo(studio, {})
    assert path.read_bytes() == text.encode()
    places = {each["id"]: each["at"] for each in maps.facts(studio, {})["places"]}
    assert places["Inn"] == [70.0, 60.0]


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ({"do": "move", "place": "Moon", "at": [1, 2]}, "'Moon'"),
        ({"do": "move", "place": "Inn", "at": [1, float("inf")]}, "two numbers"),
        ({"do": "move", "place": "Inn"}, "does not fit"),
        ({"do": "road", "from": "Inn", "to": "Moon"}, "joins two places"),
        ({"do": "unroad", "item": 0, "from": "Inn", "to": "Gate"}, "not there any more"),
        ({"do": "set-place", "place": "Inn", "key": "at", "value": "x"}, "no 'at'"),
        ({"do": "add-place", "name": "Inn", "at": [1, 2]}, "already"),
        ({"do": "paint", "cells": ["1"], "terrain": "water"}, "maps of cells"),
        ({"do": "burn"}, "an edit is one of"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_written(tmp_path: Path, edit: dict[str, Any], why: str) -> None:
    studio, path = studio_of(tmp_path, TOWN)
    with pytest.raises(RequestRefused, match=why):
        change(studio, **edit)
    assert path.read_text(encoding="utf-8") == TOWN


def test_a_place_of_the_map_that_is_extended_is_changed_there(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "kind: pack\ntitle: Town\ndocuments: [town.yaml, small.yaml]\n", encoding="utf-8"
    )
    (tmp_path / "town.yaml").write_text(TOWN, encoding="utf-8")
    (tmp_path / "small.yaml").write_text("kind: area-map\nextends: town\nname: Small\n", encoding="utf-8")
    studio = StudioSession(find_targets([str(tmp_path)])[0])
    with pytest.raises(RequestRefused, match=r"town\.yaml, which this map extends.*change it there"):
        map_edits.changed(studio, {"map": "small", "edits": [{"do": "move", "place": "Inn", "at": [1, 2]}]})
    map_edits.changed(studio, {"map": "town", "edits": [{"do": "move", "place": "Inn", "at": [71, 62]}]})
    small = maps.facts(studio, {"map": "small"})
    assert next(each["at"] for each in small["places"] if each["id"] == "Inn") == [71.0, 62.0]


def test_trying_writes_nothing(tmp_path: Path) -> None:
    studio, path = studio_of(tmp_path, TOWN)
    edits = [{"do": "unroad", "item": 0, "from": "Gate", "to": "Market"}]
    found = map_edits.tried(studio, {"edits": edits})
    assert [each["holds"] for each in found["requirements"]][-1] is False
    assert path.read_text(encoding="utf-8") == TOWN
    assert all(each["holds"] for each in maps.facts(studio, {})["requirements"])


# Verdicts while something is dragged are those of the check of the written file.


def written_verdicts(path: Path) -> list[tuple[str, bool | None, str]]:
    game = load(find_targets([str(path.parent)])[0]).game
    game_map: AnyMap = next(iter(game.all(GameMap)))
    proofs = prove(game_map.requirements, lower(game_map), lay_out(game_map), SearchBudget(PROOF_STEPS))
    return [(proof.name, proof.holds, proof.detail) for proof in proofs]  # without hints, which take a second each


def random_edit(draws: random.Random, facts: dict[str, Any]) -> dict[str, Any]:
    places = [each["id"] for each in facts["places"]]
    spot = [draws.randrange(5, 1150) / 10, draws.randrange(5, 750) / 10]
    road = draws.choice(facts["roads"]) if facts["roads"] else None
    kind = draws.choice(
        [
            "move",
            "move",
            "move",
            "tags",
            *(["bend", "bend", "unroad", "cost", "one-way"] if road else []),
            "road",
            "road",
        ]
    )
    if kind == "move":
        return {"do": "move", "place": draws.choice(places), "at": spot}
    if kind == "tags":
        value = draws.sample(["shop", "start", "inn"], draws.randrange(3))
        return {"do": "set-place", "place": draws.choice(places), "key": "tags", "value": value}
    if kind == "road":
        one, other = draws.sample(places, 2)
        return {"do": "road", "from": one, "to": other}
    assert road
    at = {"item": road["item"], "from": road["from"], "to": road["to"]}
    if kind == "bend":
        return {"do": "bend", **at, "via": [spot] if draws.random() < 0.7 else []}
    if kind == "unroad":
        return {"do": "unroad", **at}
    value = draws.randrange(1, 5) if kind == "cost" else draws.random() < 0.5
    return {"do": "set-road", **at, "key": kind, "value": value}


@pytest.mark.nightly
def test_a_hundred_random_edits_are_tried_as_the_check_judges_them(tmp_path: Path) -> None:
    studio, path = studio_of(tmp_path, TOWN)
    draws, made, broken = random.Random(20), 0, 0
    while made < 100:
        facts = maps.shown(studio, maps.state_of(studio, {}))
        edit = random_edit(draws, facts)
        found = map_edits.tried(studio, {"edits": [edit]})
        tried = [(each["name"], each["holds"], each["detail"]) for each in found["requirements"]]
        changed = change(studio, **edit)
        assert tried == written_verdicts(path), edit
        assert [each["holds"] for each in changed["requirements"]] == [holds for _, holds, _ in tried]
        made += 1
        broken += any(holds is False for _, holds, _ in tried)
        if len(facts["roads"]) < 4:  # begin again before nothing is left to change
            changes.undo(studio, {})
    assert 10 < broken < 100
    report = check(find_targets([str(path.parent)])[0]).report
    assert [(proof.name, proof.holds, proof.detail) for _, proof in report.proofs] == written_verdicts(path)
