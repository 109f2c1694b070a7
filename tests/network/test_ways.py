"""How equally near starts are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pnp.network.budget import SearchBudget
from pnp.network.network import Network, Place, network_of
from pnp.network.requirements import ChosenItem
from pnp.network.ways import Pairs, count_pairs, mean_distances, spread
from tests.network.generated import span


def test_start_is_measured_from_its_worst_state() -> None:
    places = [Place(name, span(1)) for name in ("Square", "Lane", "Inn")]
    moves = [(0, 3), (1, 2), (2, 3)]  # the square has two headings: one looks at the inn, one down the lane
    network = network_of(places, (0, 0, 1, 2), ((*move, 0) for move in moves), (span(9),))
    square, lane, inn = (ChosenItem(place.id, (number,)) for number, place in enumerate(places))
    assert mean_distances(network, (square, lane), (inn,), SearchBudget(1000)) == {"Square": 2, "Lane": 1}
    assert mean_distances(network, (inn,), (square, inn), SearchBudget(1000)) == {"Inn": None}


def test_spread_is_the_difference_over_the_mean() -> None:
    assert spread([Fraction(1), Fraction(2), Fraction(3)]) == 1
    assert spread([Fraction(2), Fraction(2)]) == 0
    assert spread([Fraction(0), Fraction(0)]) == 0


def lattice(side: int) -> tuple[Network, tuple[ChosenItem, ...]]:
    """A square of places, each joined to its neighbours, and a place with none; all of them are targets."""
    places = [Place(f"P{number}", span(1)) for number in range(side * side + 1)]
    across = ((n, n + 1) for n in range(side * side) if n % side < side - 1)
    down = ((n, n + side) for n in range(side * side - side))
    moves = [(*move, 0) for one in (*across, *down) for move in (one, one[::-1])]
    network = network_of(places, tuple(range(len(places))), moves, (span(9),))
    return network, tuple(ChosenItem(place.id, (number,)) for number, place in enumerate(places))


def counted(
    network: Network, starts: tuple[ChosenItem, ...], goals: tuple[ChosenItem, ...], budget: SearchBudget
) -> list[Pairs]:
    far, apart = Pairs(lambda distance: distance is None or distance > 4), Pairs(lambda distance: distance is None)
    count_pairs(network, starts, goals, budget, [far, apart])
    return [far, apart]


@pytest.mark.parametrize(("starts", "goals"), [(26, 26), (13, 26), (26, 13)])
def test_pairs_are_counted_together_as_one_by_one(starts: int, goals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    network, every = lattice(5)
    together = counted(network, every[-starts:], every[:goals], SearchBudget(10**6))
    monkeypatch.setattr("pnp.network.ways.MANY", 1_000)
    alone = counted(network, every[-starts:], every[:goals], SearchBudget(10**6))
    assert [(each.count, each.first) for each in together] == [(each.count, each.first) for each in alone]
    assert all(each.count > 1 for each in alone)


@pytest.mark.slow
def test_a_million_broken_pairs_are_counted_with_few_steps() -> None:
    network, every = lattice(33)
    budget = SearchBudget(2_000_000)
    far, apart = counted(network, every, every, budget)
    assert apart.count == 2 * 33 * 33
    assert far.count > 1_000_000
    assert budget.left > 0
