"""The networks of movement classes: places, moves, parts of areas, states of classes that change."""

from __future__ import annotations

import pytest

from pnp.model.maps.area_map import read_area_map
from pnp.model.maps.grid_map import read_grid_map
from pnp.network import Network, lower
from tests.model.reading import root_of

ISLES = """
kind: area-map
districts: {north: {}}
areas:
  Gate: {in: north, tags: [port]}
  Hill: {}
  Isle: {tags: [coast, port], parts: {east: {tags: [cove]}, west: {}}}
  Gulf: {ground: sea}
  Bay: {ground: sea}
roads:
  - {from: Gate, to: Hill, kind: land}
  - {from: Hill, to: Isle, kind: land}
  - Gate -- Gulf -- Isle/east
  - Isle/west -- Bay
  - Gulf -> Bay
"""


def classes(movement: str, text: str = ISLES) -> dict[str, Network]:
    return dict(lower(read_area_map(root_of(f"{text}movement: {movement}\n"), "isles")).classes)


def places(network: Network) -> list[str]:
    return [place.id for place in network.places]


def moves(network: Network) -> set[str]:
    """Every move, as the places it leads from and to."""
    owner = network.place_of_state
    return {
        f"{network.places[owner[state]].id} > {network.places[owner[end]].id}"
        for state, ends in enumerate(network.after) for end in ends
    }  # fmt: skip


def test_anybody_goes_everywhere_and_parts_are_their_area() -> None:
    network = lower(read_area_map(root_of(ISLES), "isles")).network
    assert places(network) == ["Gate", "Hill", "Isle", "Gulf", "Bay"]
    assert network.distance("Gate", "Isle") == 2
    assert network.distance("Gulf", "Bay") == 1
    assert network.in_district("Isle") == (2,)


def test_class_is_where_on_says_and_moves_along_its_kinds() -> None:
    army = classes("{army: {on: land, along: land}}")["army"]
    assert places(army) == ["Gate", "Hill", "Isle"]
    assert moves(army) == {"Gate > Hill", "Hill > Gate", "Hill > Isle", "Isle > Hill"}


def test_never_takes_places_away() -> None:
    assert places(classes("{army: {on: land, never: [{in: north}, coast], along: land}}")["army"]) == ["Hill"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sea", ["Gulf", "Bay"]),
        ("[sea, Hill]", ["Hill", "Gulf", "Bay"]),
        ("{tag: port}", ["Gate", "Isle"]),
        ("port", ["Gate", "Isle"]),
        ("{in: north}", ["Gate"]),
        ("{in: Isle}", []),
        ("every place", ["Gate", "Hill", "Isle", "Gulf", "Bay"]),
    ],
)
def test_words_choose_by_ground_tag_name_and_district(words: str, expected: list[str]) -> None:
    assert places(classes(f"{{one: {{on: {words}, along: land}}}}")["one"]) == expected


def test_class_stands_apart_where_its_roads_name_parts() -> None:
    fleet = classes("{fleet: {on: [sea, coast, Gate], along: road}}")["fleet"]
    assert places(fleet) == ["Gate", "Isle/east", "Isle/west", "Gulf", "Bay"]
    assert fleet.distance("Isle/east", "Isle/west") == 3
    assert fleet.distance("Isle/west", "Isle/east") is None
    assert fleet.distance("Gulf", "Isle") == 1, "any part of the goal"
    assert fleet.distance("Isle", "Gulf") is None, "every part of the start"
    assert fleet.names(fleet.in_district("Isle")) == ("Isle/east", "Isle/west")
    assert fleet.names(fleet.tagged("port")) == ("Gate", "Isle/east", "Isle/west")
    assert fleet.names(fleet.tagged("cove")) == ("Isle/east",)


def test_class_stands_together_where_it_is_told_so() -> None:
    gull = classes("{gull: {parts: together}}")["gull"]
    assert places(gull) == ["Gate", "Hill", "Isle", "Gulf", "Bay"]
    assert gull.distance("Bay", "Gulf") == 2


def test_class_with_roads_to_an_area_and_to_its_parts_is_not_whole() -> None:
    found = classes("{gull: {}, gulls: {by: gull}, army: {along: land}}")
    assert {name: network.whole for name, network in found.items()} == {"gull": False, "gulls": False, "army": True}


def test_class_with_an_unknown_word_is_not_whole() -> None:
    found = classes("{army: {on: lnad}, mule: {along: rail, parts: together}, ox: {costs: {mud: 2}, parts: apart}}")
    assert not any(network.whole for network in found.values())


RIDES = """
kind: area-map
areas: {A: {}, B: {tags: [hub]}, C: {}, D: {}}
roads:
  - {from: A, to: B, kind: rail}
  - {from: B, to: C, kind: air}
  - {from: C, to: D, kind: rail}
  - {from: A, to: D, kind: air}
"""
TRAVEL = "{{train: {{along: rail}}, plane: {{along: air}}, traveller: {{by: [train, plane], change: {change}}}}}"


def test_class_by_others_changes_only_where_it_may() -> None:
    traveller = classes(TRAVEL.format(change="hub"), RIDES)["traveller"]
    assert len(traveller.states_of[traveller.index["B"]]) == 1
    assert len(traveller.states_of[traveller.index["A"]]) == 2
    by_plane, by_train = (traveller.states_of[traveller.index["A"]][mode] for mode in (1, 0))
    row = traveller.distances_to([traveller.index["C"]])
    assert (row[by_train], row[by_plane]) == (2, None)


def test_class_by_others_that_never_changes_goes_on_as_it_came() -> None:
    traveller = classes(TRAVEL.replace(", change: {change}", "").format(), RIDES)["traveller"]
    assert traveller.distance("A", "C") is None
    assert classes(TRAVEL.format(change="every place"), RIDES)["traveller"].distance("A", "C") == 2


def test_piece_changes_between_an_area_and_its_parts() -> None:
    by = "army: {on: land, along: land}, fleet: {on: [sea, coast, Gate], along: road}"
    both = classes(f"{{{by}, both: {{by: [army, fleet], change: port}}}}")["both"]
    assert places(both) == ["Gate", "Hill", "Isle", "Isle/east", "Isle/west", "Gulf", "Bay"]
    assert both.distance("Hill", "Bay") == 2
    assert both.distance("Gulf", "Hill") == 2
    assert "Isle/east > Hill" in moves(both)
    assert "Isle/east > Bay" not in moves(both), "it does not sail from one coast to the other"
    none = classes(f"{{{by}, both: {{by: [army, fleet], change: Gate}}}}")["both"]
    assert none.distance("Hill", "Bay") == 3
    coast = classes(f"{{{by}, both: {{by: [army, fleet], change: Isle/west}}}}")["both"]
    assert coast.distance("Hill", "Bay") == 2
    assert coast.distance("Hill", "Gulf") is None


# Classes on grid maps.

MARCHES = """
kind: grid-map
cells: square
terrain: |
  ppfw
  pmfw
  pppw
legend: {p: plain, f: forest, m: mountains, w: sea}
terrains: {plain: {}, forest: {cost: 3}, mountains: {closed: true, cost: 2}, sea: {closed: true}}
sides:
  - {between: [A2, A3], kind: river}
  - {between: [B1, C1], kind: wall, name: Gate}
side-kinds: {river: {cost: 2}}
roads: ["A1 -- A3", {through: C2 -- C3, kind: rail}, {through: A3 -- C3, kind: stream}]
places: {Camp: {at: A1}, Port: {at: C3, tags: [port]}}
"""


def marching(movement: str, text: str = MARCHES) -> Network:
    """The network of the class that is listed first."""
    classes = lower(read_grid_map(root_of(f"{text}movement: {movement}\n"), "marches")).classes
    return next(iter(classes.values()))


def test_class_without_words_moves_as_everybody_does() -> None:
    lowered = lower(read_grid_map(root_of(f"{MARCHES}movement: {{anyone: }}\n"), "marches"))
    everybody, anyone = lowered.network, lowered.classes["anyone"]
    assert places(anyone) == places(everybody)
    assert (anyone.after, anyone.lengths) == (everybody.after, everybody.lengths)
    assert [site.id for site in anyone.sites.values()] == ["A1", "C3"]


def test_closed_terrain_is_open_to_a_class_that_names_it() -> None:
    assert places(marching("{ship: {on: [sea, port]}}")) == ["D1", "D2", "Port", "D3"]
    goat = marching("{goat: {costs: {mountains: 1}}}")
    assert "B2" in places(goat)
    assert "D1" not in places(goat)
    assert goat.distance("B1", "B2") == 1
    assert marching("{mole: {on: [plain, mountains]}}").distance("B1", "B2") == 2


def test_class_crosses_a_closed_side_that_has_a_cost_for_it() -> None:
    assert "B1 > C1" not in moves(marching("{foot: {}}"))
    ghost = marching("{ghost: {crosses: {wall: 4}}}")
    assert ghost.distance("B1", "C1") == 3 + 4
    assert [crossing.id for crossing in ghost.crossings] == ["Gate B1 | C1", "river A2 | A3"]


def test_class_that_never_crosses_a_side_crosses_it_along_a_road() -> None:
    without = MARCHES.replace('"A1 -- A3", ', "")
    assert "A2 > A3" in moves(marching("{foot: {}}", without))
    assert "A2 > A3" not in moves(marching("{wagon: {crosses: {river: never}}}", without))
    assert "A2 > A3" in moves(marching("{wagon: {crosses: {river: never}}}"))
    assert marching("{eel: {crosses: {river: 0}, along: open}}").distance("A2", "A3") == 1


def test_class_keeps_to_its_kinds_of_roads() -> None:
    assert moves(marching("{train: {along: rail}}")) == {"C2 > Port", "Port > C2"}
    boat = marching("{boat: {along: stream}}")
    assert moves(boat) == {"A3 > B3", "B3 > A3", "B3 > Port", "Port > B3"}
    walker = marching("{walker: {along: [open, road]}}")
    assert walker.distance("Port", "C2") == 3  # the rails are not for it
    assert marching("{tram: {along: [open, rail], costs: {rail: 2}}}").distance("Port", "C2") == 2


def test_what_a_cell_costs_is_said_by_its_name_then_its_tags_then_its_terrain() -> None:
    assert marching("{a: {costs: {plain: 5, port: 4, Port: 2}}}").distance("B3", "Port") == 2
    assert marching("{a: {costs: {plain: 5, port: 4, C3: 7}}}").distance("B3", "Port") == 7
    assert marching("{a: {costs: {plain: 5, port: 4}}}").distance("B3", "Port") == 4
    assert marching("{a: {costs: {plain: 5}}}").distance("B3", "Port") == 5


def test_class_by_others_changes_on_its_cells() -> None:
    marines = marching("{marines: {by: [foot, ship], change: port}, foot: {never: forest}, ship: {on: [sea, port]}}")
    assert marines.distance("Camp", "D1") == 7
    assert marching("{marines: {by: [foot, ship]}, foot: {}, ship: {on: [sea, port]}}").distance("Camp", "D1") is None


@pytest.mark.parametrize(
    "movement",
    [
        "{a: {on: see}}",
        "{a: {along: rial}}",
        "{a: {crosses: {rivre: 1}}}",
        "{a: {costs: {wall: 1}}}",
        "{a: {never: wall}}",
    ],
)
def test_class_with_an_unknown_word_on_cells_is_not_whole(movement: str) -> None:
    assert marching("{a: {on: sea}}").whole
    assert not marching(movement).whole


def test_squares_past_a_corner_are_open_to_a_class_as_its_sides_are() -> None:
    text = MARCHES + "diagonals: true\n"
    assert "Camp > B2" not in moves(marching("{foot: {}}", text))
    assert "Camp > B2" in moves(marching("{goat: {costs: {mountains: 1}}}", text))
    assert "B3 > C2" not in moves(marching("{train: {along: [rail, road]}}", text))


def test_tiles_are_laid_for_a_class_too() -> None:
    tiles = "tiles: {Gap: {terrain: mountains}, Field: {terrain: plain}}\ntiles-on: [B1]\n"
    text = f"{MARCHES}{tiles}movement: {{foot: {{on: plain}}, goat: {{on: [plain, mountains]}}}}\n"
    lowered = lower(read_grid_map(root_of(text), "marches"))
    foot, goat = (lowered.for_class(name).arrangements for name in ("foot", "goat"))
    assert foot is not None
    assert goat is not None
    assert [[place in places(each.network) for place in ("B1", "B2")] for each in foot.each()] == [
        [False, False], [True, False],
    ]  # fmt: skip
    assert [[place in places(each.network) for place in ("B1", "B2")] for each in goat.each()] == [[True, True]] * 2


def test_cells_that_only_a_class_enters_are_places_of_the_map() -> None:
    without = read_grid_map(root_of(MARCHES), "marches")
    sailed = read_grid_map(root_of(f"{MARCHES}movement: {{ship: {{on: [sea, port]}}}}\n"), "marches")
    assert {"D1", "D2", "D3"} == {place.id for place in sailed.places} - {place.id for place in without.places}
    assert "B2" in sailed.closed_names
    assert "D1" not in sailed.closed_names
    assert [place.id for place in lower(sailed).network.places] == [place.id for place in without.places]
