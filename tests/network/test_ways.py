"""How equally near starts are."""

from __future__ import annotations

from fractions import Fraction

from pnp.network.network import Place, network_of
from pnp.network.requirements import Target
from pnp.network.search import Budget
from pnp.network.ways import mean_distances, spread
from tests.network.generated import span


def test_start_is_measured_from_its_worst_state() -> None:
    places = [Place(name, span(1)) for name in ("Square", "Lane", "Inn")]
    moves = [(0, 3), (1, 2), (2, 3)]  # the square has two headings: one looks at the inn, one down the lane
    network = network_of(places, (0, 0, 1, 2), ((*move, 0) for move in moves), (span(9),))
    square, lane, inn = (Target(place.id, (number,)) for number, place in enumerate(places))
    assert mean_distances(network, (square, lane), (inn,), Budget(1000)) == {"Square": 2, "Lane": 1}
    assert mean_distances(network, (inn,), (square, inn), Budget(1000)) == {"Inn": None}


def test_spread_is_the_difference_over_the_mean() -> None:
    assert spread([Fraction(1), Fraction(2), Fraction(3)]) == 1
    assert spread([Fraction(2), Fraction(2)]) == 0
    assert spread([Fraction(0), Fraction(0)]) == 0
