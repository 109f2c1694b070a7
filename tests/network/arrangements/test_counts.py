"""Numbers of neighbours and of setups in cities of tiles, counted by hand."""

from __future__ import annotations

import pytest

from pnp.network import lower
from pnp.network.budget import SearchBudget
from pnp.network.closures.supplies import stock_of
from tests.network.generated_tiles import CitySpec, Spec
from tests.oracle.held import map_of

EXITS = (("west", 10, "a", "both"), ("east", 10, "a", "both"))
PLAIN = Spec("Plain", (("a", ("shop",)),), (), (), EXITS)
YARD = Spec("Yard", (("a", ()), ("b", ("yard",))), (), (("a", "b", False),), EXITS)


def city(*tiles: Spec, columns: int = 2) -> str:
    return CitySpec(1, columns, "never", True, tiles).written()


@pytest.mark.parametrize(("bound", "broken"), [("at-least: 1", 0), ("is: 1", 0), ("at-least: 2", 6)])
def test_a_space_without_an_exit_has_the_neighbours_on_its_tile(bound: str, broken: int) -> None:
    more = [Spec(f"P{n}", PLAIN.spaces, (), (), EXITS) for n in range(2)]
    text = city(YARD, *more, columns=3)
    drawn = map_of(text + f"requirements: [{{degree: {{of: {{tag: yard}}, counts: out, {bound}}}, in: every setup}}]\n")
    arrangements = lower(drawn).arrangements
    assert arrangements
    found = arrangements.search(drawn.requirements[0], SearchBudget(10**6))
    assert found
    assert (found.broken or 0, found.followed) == (broken, 6)


def test_setups_are_counted_over_all_choices_of_tiles_and_closures() -> None:
    """Of the tiles, with 1, 1, 1 and 2 spaces, three are laid in any order, with up to two cones."""
    others = [Spec(f"P{n}", PLAIN.spaces, (), (), EXITS) for n in range(2)]
    drawn = map_of(city(PLAIN, *others, YARD, columns=3) + "closures: {cone: {lies-on: places, at-most: 2}}\n")
    lowered = lower(drawn)
    assert lowered.arrangements
    number = lowered.arrangements.with_closures(
        stock_of(lowered.network, lowered.closures, None),
        lambda network: stock_of(network, lowered.closures, None),
        SearchBudget(10**6),
    )
    assert number == 6 * ((1 + 3 + 3) + 3 * (1 + 4 + 6))
