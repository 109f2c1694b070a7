"""What expressions know of maps with sites and tiles."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.expression import ExpressionError, StepBudget, Value, parse
from pnp.facts import Facts, gather_facts
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps.game_map import GameMap
from pnp.network import lower
from tests.pipeline import write

CITY = """\
kind: tile-map
tile: 100
city: {rows: 1, columns: 2}
tiles:
  Harbour:
    streets: {Quay: west -- east, Mill Lane: north -- south}
    spaces: {Quay 1: {tags: [start]}}
    sites: {Lighthouse: {at: [70, 30], tags: [goal, tall]}}
  Market:
    streets: {High Street: west -- east, Well Lane: north -- south}
    sites: {Hall: {by: High Street 2, name: Town hall, tags: [goal]}}
  Garden:
    streets: {Rose Walk: west -- east, Elm Lane: north -- south}
    sites: {Bower: {by: Rose Walk 1}}
"""


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    folder: Path = tmp_path_factory.mktemp("city")
    (target,) = find_targets([str(write(folder, CITY, "city.yaml"))])
    game = load(target).game
    return gather_facts(game, {each.id: lower(each).network for each in game.all(GameMap)})


def value(facts: Facts, text: str) -> Value:
    return parse(text).evaluate(facts.environment, StepBudget())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count(city.areas)", 12),
        ("[a.id for a in city.areas if 'start' in a.tags]", ("Harbour Quay 1",)),
        ("[a.degree for a in city.areas]", (3, 4, 3, 3, 4, 3, 3, 3, 0, 0, 0, 0)),
        ("[s.id for s in city.sites if 'goal' in s.tags]", ("Lighthouse", "Hall")),
        ("[s.name for s in city.sites]", ("Lighthouse", "Town hall", "Bower")),
        ("[count(s.at) for s in city.sites]", (2, 1, 0)),
        ("area(city, 'Hall').at", ("Market High Street 2",)),
        ("[distance(city, 'Harbour Quay 1', s) for s in city.sites if 'goal' in s.tags]", (1, 3)),
        ("[n.id for n in neighbours(city, 'Market High Street 1')]",
         ("Harbour Quay 2", "Market High Street 2", "Market Well Lane 1", "Market Well Lane 2")),
    ],
)  # fmt: skip
def test_tiles_are_known_by_their_spaces_and_sites(facts: Facts, text: str, expected: Value) -> None:
    assert value(facts, text) == expected


def test_an_intersection_is_no_area(facts: Facts) -> None:
    with pytest.raises(ExpressionError, match="'Harbour Quay / Mill Lane' is no area of the map"):
        value(facts, "neighbours(city, 'Harbour Quay / Mill Lane')")


SEA = """\
kind: grid-map
cells: square
terrain: |
  p p s s
  p p s s
legend: {p: plain, s: sea}
terrains: {plain: {}, sea: {closed: true}}
places: {Deep: {at: D1}}
movement: {army: {on: plain}, boat: {on: sea}}
"""


def test_cells_that_only_a_class_enters_are_areas(tmp_path: Path) -> None:
    (target,) = find_targets([str(write(tmp_path, SEA, "sea.yaml"))])
    game = load(target).game
    lowered = {each.id: lower(each) for each in game.all(GameMap)}
    known = gather_facts(
        game,
        {name: each.network for name, each in lowered.items()},
        {name: each.classes for name, each in lowered.items()},
    )
    for expression, value in {
        "join(n.id for n in neighbours(sea, 'C1', 'boat'))": "Deep, C2",
        "count(sea.areas)": 8,
        "sea.areas['Deep'].degree": 0,
        "distance(sea, 'C2', 'Deep', 'boat')": 2,
    }.items():
        assert parse(expression).evaluate(known.environment, StepBudget()) == value
