"""What expressions may know of block maps."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pnp.expression import StepBudget, Value, parse
from pnp.facts import Facts, gather_facts
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps.game_map import GameMap
from pnp.network import lower
from tests.pipeline import write

TOWN = """\
kind: block-map
blocks: {rows: 2, columns: 3, names: [[Market, Church, Pier], [Gate, Yard, Mill]]}
unused: [1/1, 17/1, 1/12, 17/12]
speed: 8
address-table:
  rows: [1, 2, 3]
  columns: [1, 2, 3]
  cells:
    - [NW, N, NE]
    - [W, C, E]
    - [W, S, SE]
"""


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    (target,) = find_targets([str(write(tmp_path_factory.mktemp("town"), TOWN, "town.yaml"))])
    game = load(target).game
    return gather_facts(game, {each.id: lower(each).network for each in game.all(GameMap)})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("count(town.blocks)", 6),
        ("town.blocks[3].id", "Gate"),
        ("[b.row for b in town.blocks if b.id == 'Mill']", (2,)),
        ("count(town.addresses)", 48),
        ("sum(a.squares for a in town.addresses)", 96),
        ("town.table.cells[1][2]", "E"),
        ("[o.chance for o in town.table.odds if o.outcome == 'W']", (Fraction(2, 9),)),
        ("count(town.table.rows) * count(town.table.columns)", 9),
        ("max(abs(a.row - b.row) + abs(a.column - b.column) for a in town.blocks for b in town.blocks)", 3),
        ("ceil(distance(town, '6/1', 'Pier S') / town.speed)", 5),
        ("distance(town, 'Market N', 'Market N') >= 0", True),
        ("town.turns", ("right", "straight", "left")),
        ("town.drive", "right"),
    ],
)
def test_expressions_know_blocks_addresses_and_the_table(facts: Facts, text: str, value: Value) -> None:
    assert parse(text).evaluate(facts.environment, StepBudget(1_000_000)) == value
