"""The networks of movement classes: places, moves, parts of areas, states of classes that change."""

from __future__ import annotations

import pytest

from pnp.model.maps.area_map import read_area_map
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
