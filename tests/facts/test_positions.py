"""The positions of areas as values: numbers, texts, and the place of a layer."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pnp.expression import ExpressionError
from pnp.facts import Facts
from tests.facts.test_facts import facts_of, value

WORLD = """\
kind: area-map
size: 60 x 40
areas:
  Mora: {at: [12.5, 30]}
  Sela: {outline: [[30, 5], [50, 5], [50, 25], [30, 25]]}
  Kesh: {}
roads: [Mora -- Sela -- Kesh -- Mora]
"""


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Facts:
    return facts_of(tmp_path_factory.mktemp("world"), f"# file: world.yaml\n{WORLD}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("world.areas['Mora'].at.x", Fraction(25, 2)),
        ("world.areas['Mora'].at.y", 30),
        ("text(world.areas['Mora'].at)", "12.5, 30"),
        ("text(world.areas['Sela'].at)", "40, 15"),
        ("area(world, 'Sela').at.x - world.areas['Mora'].at.x", Fraction(55, 2)),
        ("world.areas['Kesh'].at", None),
    ],
)
def test_an_area_has_its_position_or_the_middle_of_its_outline(facts: Facts, text: str, expected: object) -> None:
    assert value(facts, text) == expected


def test_a_name_that_is_misspelt_is_refused_with_the_one_that_is_meant(facts: Facts) -> None:
    with pytest.raises(ExpressionError, match="none of the 3 rows is 'Moar'") as refused:
        value(facts, "world.areas['Moar'].at")
    assert refused.value.hint == "did you mean 'Mora'?"
