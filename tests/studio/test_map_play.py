"""Play with the setup of a map in the studio."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.loader import find_targets
from pnp.studio import map_play, maps
from pnp.studio.session import RequestRefused, StudioSession

CORRIDOR = """\
kind: area-map
name: Corridor
size: 100 x 40
areas:
  Gate: {at: [10, 20], tags: [start]}
  Hall: {at: [40, 20]}
  Yard: {at: [70, 20]}
  Tower: {at: [90, 20], tags: [goal]}
roads: [Gate -- Hall, Hall -- Yard, Yard -- Tower]
closures:
  rubble: {lies-on: every place, at-most: 2}
requirements:
  - {name: the tower is near, within: {moves: 4}}
"""


def corridor(folder: Path) -> StudioSession:
    text = CORRIDOR.replace("within: {moves: 4}", "distance: {from: Gate, to: Tower, at-most: 4}")
    (folder / "corridor.yaml").write_text(text, encoding="utf-8")
    return StudioSession(find_targets([str(folder / "corridor.yaml")])[0])


@pytest.fixture(scope="module")
def derby() -> StudioSession:
    return StudioSession(find_targets(["content/taxi-derby"])[0])


def test_a_closure_cuts_off_what_is_behind_it(tmp_path: Path) -> None:
    found = map_play.played(corridor(tmp_path), {"laid": [["Hall", "rubble"]]})
    assert found["closed"] == ["Hall"]
    assert found["cut_off"] == {"away": ["Yard", "Tower"], "stuck": []}
    assert [each["holds"] for each in found["requirements"]] == [False]


def test_the_places_between_are_choke_points(tmp_path: Path) -> None:
    assert map_play.played(corridor(tmp_path), {})["choke_points"] == ["Hall", "Yard"]


def test_distances_and_a_shortest_way(tmp_path: Path) -> None:
    found = map_play.played(corridor(tmp_path), {"from": "Gate", "to": "Tower"})
    assert found["distances"] == {"Gate": 0, "Hall": 1, "Yard": 2, "Tower": 3}
    assert found["way"] == {"places": ["Gate", "Hall", "Yard", "Tower"], "length": 3}


def test_there_is_no_way_through_a_closure(tmp_path: Path) -> None:
    asked = {"from": "Gate", "to": "Tower", "laid": [["Yard", "rubble"]]}
    found = map_play.played(corridor(tmp_path), asked)
    assert found["distances"]["Tower"] is None
    assert found["way"] == {"places": [], "length": None}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"laid": [["Moon", "rubble"]]}, "no 'rubble' can be laid on 'Moon'"),
        ({"laid": [["Hall", "rubble"], ["Hall", "rubble"]]}, "lies on 'Hall' already"),
        ({"laid": [["Gate", "rubble"], ["Hall", "rubble"], ["Yard", "rubble"]]}, "only 2 of 'rubble'"),
        ({"from": "Moon"}, "'Moon' is no place"),
        ({"for": "boats"}, "no movement class 'boats'"),
    ],
)
def test_what_a_map_does_not_have_is_refused(tmp_path: Path, asked: dict[str, Any], why: str) -> None:
    with pytest.raises(RequestRefused, match=why):
        map_play.played(corridor(tmp_path), asked)


def test_the_worst_setup_is_the_bound_that_just_breaks(tmp_path: Path) -> None:
    found = map_play.worst(corridor(tmp_path), {"requirement": 0})
    assert found["bound"] == "at most 2"
    assert found["witness"]["path"] == ["Gate", "Hall", "Yard", "Tower"]


@pytest.mark.slow
def test_the_longest_ride_of_a_city_is_the_setup_of_the_page(derby: StudioSession) -> None:
    names = [each["name"] for each in maps.facts(derby, {})["requirements"]]
    found = map_play.worst(derby, {"requirement": names.index("no ride is hopeless")})
    assert found["bound"] == "at most 11"
    assert sorted(number for number, _ in found["tiles"]) == [0, 1, 2, 3]
    start, goal = found["witness"]["places"][:2] if found["witness"]["places"] else ("", "")
    laid = map_play.played(derby, {"tiles": found["tiles"], "from": start, "to": goal})
    assert laid["way"]["length"] == 12


@pytest.mark.slow
def test_turned_tiles_move_their_places(derby: StudioSession) -> None:
    printed = [[number, 0] for number in range(4)]
    turned = [[0, 1], *printed[1:]]
    found = map_play.played(derby, {"tiles": turned})
    places = {each["id"]: each["at"] for each in maps.facts(derby, {})["places"]}
    name = next(iter(places))
    x, y = places[name]
    assert found["at"][name] == pytest.approx((186 - y, x))
    assert found["picture"] != maps.facts(derby, {})["picture"]


@pytest.mark.parametrize("tiles", [[[0, 0]], [[0, 0], [0, 0], [1, 0], [2, 0]], [[9, 0], [1, 0], [2, 0], [3, 0]], "x"])
def test_wrong_tiles_are_refused(derby: StudioSession, tiles: object) -> None:
    with pytest.raises(RequestRefused, match="each cell of the city needs one of its tiles"):
        map_play.played(derby, {"tiles": tiles})


@pytest.mark.slow
def test_a_counterexample_is_a_setup() -> None:
    studio = StudioSession(find_targets(["content/destination-race"])[0])
    broken = next(each for each in maps.facts(studio, {})["requirements"] if each["holds"] is False)
    found = map_play.counterexample(studio, {"requirement": broken["number"]})
    assert found["laid"]
    laid = map_play.played(studio, {"laid": found["laid"]})
    assert laid["requirements"][broken["number"]]["holds"] is False


def test_what_a_requirement_closes_itself_is_shown_and_not_laid(tmp_path: Path) -> None:
    text = CORRIDOR.replace("within: {moves: 4}", "survives: {closed: 1}").replace(
        "closures:\n  rubble: {lies-on: every place, at-most: 2}\n", ""
    )
    (tmp_path / "corridor.yaml").write_text(text, encoding="utf-8")
    studio = StudioSession(find_targets([str(tmp_path / "corridor.yaml")])[0])
    (requirement,) = maps.facts(studio, {})["requirements"]
    assert requirement["holds"] is False
    found = map_play.counterexample(studio, {"requirement": 0})
    assert found["laid"] == []
    assert found["closed"] in (["Hall"], ["Yard"])


def test_only_a_requirement_with_a_bound_has_a_worst_setup(tmp_path: Path) -> None:
    (requirement,) = maps.facts(corridor(tmp_path), {})["requirements"]
    assert requirement["bounded"]
    text = CORRIDOR.replace("within: {moves: 4}", "connected: true")
    (tmp_path / "corridor.yaml").write_text(text, encoding="utf-8")
    studio = StudioSession(find_targets([str(tmp_path / "corridor.yaml")])[0])
    (requirement,) = maps.facts(studio, {})["requirements"]
    assert not requirement["bounded"]
    with pytest.raises(RequestRefused, match="no bound"):
        map_play.worst(studio, {"requirement": 0})


RAILS = """kind: grid-map
cells: hex-flat
names: "0101"
terrain: |
  # # #
  W o E
legend: {"#": rock, o: plain, W: {terrain: town, edges: [NE]}, E: {terrain: town, edges: [NW]}}
terrains: {rock: {closed: true}, plain: {closed: true}, town: {}}
places: {West: {at: "0102"}, East: {at: "0302"}}
tiles-on: ["0201"]
tiles: {Bend: {edges: [S, SW]}, Curve: {edges: [N, SE]}}
requirements:
  - {in: every setup, reach: {from: West, to: East}}
  - {in: some setup, reach: {from: West, to: East}}
"""


def test_a_counterexample_on_a_grid_lays_its_tiles(tmp_path: Path) -> None:
    (tmp_path / "rails.yaml").write_text(RAILS, encoding="utf-8")
    studio = StudioSession(find_targets([str(tmp_path / "rails.yaml")])[0])
    for number, holds in ((0, False), (1, True)):
        found = map_play.counterexample(studio, {"requirement": number})
        assert [at for at, _ in found["laid"]] == ["0201"]
        shown = map_play.played(studio, {"laid": found["laid"]})
        assert shown["requirements"][number]["holds"] is holds
    assert map_play.played(studio, {"laid": []})["requirements"][1]["holds"] is False
    with pytest.raises(RequestRefused, match="can be laid on"):
        map_play.played(studio, {"laid": [["0201", "Cone"]]})


@pytest.mark.slow
def test_a_square_that_no_piece_enters_is_no_place_to_start_from() -> None:
    studio = StudioSession(find_targets(["content/taxicab"])[0])
    corner = next(each for each in maps.facts(studio, {})["places"] if each["id"] == "1/1")
    assert corner["through"]
    with pytest.raises(RequestRefused, match="no piece can be at '1/1'"):
        map_play.played(studio, {"from": "1/1"})


LEGAL = """
legal:
  - {name: the yard stays open, count: {of: Yard, is: 1}}
"""


def test_a_setup_that_is_not_legal_says_which_condition_it_breaks(tmp_path: Path) -> None:
    text = CORRIDOR.replace("within: {moves: 4}", "connected: true") + LEGAL.lstrip()
    (tmp_path / "corridor.yaml").write_text(text, encoding="utf-8")
    studio = StudioSession(find_targets([str(tmp_path / "corridor.yaml")])[0])
    assert map_play.played(studio, {"laid": [["Hall", "rubble"]]})["illegal"] == []
    (why,) = map_play.played(studio, {"laid": [["Yard", "rubble"]]})["illegal"]
    assert why.startswith("'the yard stays open': ")


def test_closures_that_keep_apart_are_not_laid_side_by_side(tmp_path: Path) -> None:
    text = CORRIDOR.replace("within: {moves: 4}", "connected: true").replace("at-most: 2", "at-most: 2, apart: 2")
    (tmp_path / "corridor.yaml").write_text(text, encoding="utf-8")
    studio = StudioSession(find_targets([str(tmp_path / "corridor.yaml")])[0])
    assert map_play.played(studio, {"laid": [["Hall", "rubble"], ["Tower", "rubble"]]})["closed"] == ["Hall", "Tower"]
    with pytest.raises(RequestRefused, match="'rubble' on 'Yard' and 'Hall' are fewer than 2 moves apart"):
        map_play.played(studio, {"laid": [["Hall", "rubble"], ["Yard", "rubble"]]})


FERRY = """\
kind: area-map
name: Ferry
size: 100 x 40
areas:
  Gate: {at: [10, 20], tags: [start]}
  Pier: {at: [40, 20]}
  Reef: {at: [60, 20]}
  Isle: {at: [90, 20]}
roads: [Gate -- Pier, {from: Pier, to: Reef, kind: water}, {from: Reef, to: Isle, kind: water}]
closures:
  fog: {lies-on: every place, at-most: 1}
movement:
  walker: {along: road}
  boat: {along: water}
requirements:
  - {name: a boat lands, for: boat, distance: {from: Pier, to: Isle, at-most: 2}}
  - {name: a walker stays dry, for: walker, distance: {from: Gate, to: Pier, at-most: 1}}
"""


def test_a_requirement_is_judged_for_its_own_movement_class(tmp_path: Path) -> None:
    (tmp_path / "ferry.yaml").write_text(FERRY, encoding="utf-8")
    studio = StudioSession(find_targets([str(tmp_path / "ferry.yaml")])[0])

    def verdicts(mover: str, laid: list[list[str]]) -> list[tuple[str, list[str], Any]]:
        found = map_play.played(studio, {"for": mover, "laid": laid})["requirements"]
        return [(each["name"], each["classes"], each["holds"]) for each in found]

    fog = [["Reef", "fog"]]
    for mover in ("", "walker", "boat"):
        assert verdicts(mover, []) == [("a boat lands", ["boat"], True), ("a walker stays dry", ["walker"], True)]
        assert verdicts(mover, fog)[0][2] is False, mover
        assert verdicts(mover, fog)[1][2] is True, mover
